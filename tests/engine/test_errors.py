"""One tree of errors, each with a sentence for a person."""

from __future__ import annotations

import importlib
import pkgutil
import re

import pytest

import battlewright
from battlewright.engine import errors
from battlewright.engine.errors import (
    BattlewrightError,
    DiceError,
    Fault,
    NotationError,
    Refused,
    ReplayError,
    SavedError,
    SetupError,
    UnknownError,
)


def drawn() -> dict[str, str]:
    """Each name in the drawing of the docstring with the one it hangs on."""
    assert errors.__doc__ is not None
    parents: dict[str, str] = {}
    branch: list[tuple[int, str]] = []
    for line in errors.__doc__.splitlines():
        if not re.match(r"    \S", line):
            continue
        found = re.search(r"[A-Z]\w+", line)
        assert found is not None, line
        while branch and branch[-1][0] >= found.start():
            branch.pop()
        parents[found[0]] = branch[-1][1] if branch else "Exception"
        branch.append((found.start(), found[0]))
    return parents


def real(root: type[BaseException]) -> dict[str, str]:
    """Each error of the package that hangs on the root, with what it hangs on; not those of tests."""
    parents: dict[str, str] = {}
    for each in root.__subclasses__():
        if each.__module__.split(".")[0] == "battlewright":
            parents[each.__name__] = root.__name__
            parents |= real(each)
    return parents


def import_everything() -> None:
    for module in pkgutil.walk_packages(battlewright.__path__, "battlewright."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)


def test_the_tree_that_is_drawn_is_the_real_one() -> None:
    import_everything()
    assert drawn() == {"BattlewrightError": "Exception", **real(BattlewrightError)}


def test_the_whole_tree_stands_in_one_file() -> None:
    import_everything()
    waiting: list[type[BattlewrightError]] = [BattlewrightError]
    while waiting:
        each = waiting.pop()
        if each.__module__.split(".")[0] == "battlewright":
            assert each.__module__ == errors.__name__
        waiting += each.__subclasses__()


@pytest.mark.parametrize("name", drawn())
def test_every_error_of_the_tree_says_what_it_is_for(name: str) -> None:
    assert getattr(errors, name).__doc__.endswith(".")


@pytest.mark.parametrize("kind", [BattlewrightError, NotationError, DiceError, ReplayError, SavedError])
def test_a_plain_error_is_its_sentence(kind: type[BattlewrightError]) -> None:
    with pytest.raises(BattlewrightError) as raised:
        raise kind("The die rolled off the table.")
    assert str(raised.value) == "The die rolled off the table."


def test_a_refusal_carries_its_clause() -> None:
    refused = Refused("F.D3", "The target is too far away")
    assert refused.clause == "F.D3"
    assert str(refused) == "The target is too far away [F.D3]"


# Unknown names


def test_an_unknown_name_is_told_with_those_that_are_known() -> None:
    assert str(UnknownError("system", "zzz", ["skirmish", "heroes"])) == (
        "Unknown system 'zzz'. Known: skirmish, heroes."
    )


@pytest.mark.parametrize(
    ("name", "near"),
    [("skirmsh", "Skirmish"), ("SKIRMISH", "Skirmish"), ("heroez", "heroes"), ("formation", "formations")],
)
def test_a_near_name_is_offered_as_it_is_written(name: str, near: str) -> None:
    message = str(UnknownError("system", name, ["Skirmish", "heroes", "formations"]))
    assert message == f"Unknown system {name!r}. Did you mean {near!r}? Known: Skirmish, heroes, formations."


def test_only_the_nearest_name_is_offered() -> None:
    message = str(UnknownError("clause", "F.D31", ["F.D3", "F.D32", "F.D312"]))
    assert message.count("Did you mean") == 1
    assert "Did you mean 'F.D312'?" in message


def test_a_name_that_is_like_none_gets_no_offer() -> None:
    assert "Did you mean" not in str(UnknownError("system", "chess", ["skirmish", "heroes"]))


def test_where_nothing_is_known_nothing_is_listed() -> None:
    assert str(UnknownError("file", "a.toml", [])) == "Unknown file 'a.toml'."


def test_known_names_may_come_from_anything_that_can_be_gone_through() -> None:
    assert str(UnknownError("file", "b", (name for name in "ac"))) == "Unknown file 'b'. Known: a, c."
    assert "Did you mean 'one'?" in str(UnknownError("number", "onn", {"one": 1, "two": 2}))


# Faults of files


def test_a_fault_names_file_line_and_field() -> None:
    assert str(Fault("north.toml", 7, "groups[0].atk", "must be at most 10, not 12")) == (
        "north.toml:7: groups[0].atk: must be at most 10, not 12"
    )


def test_a_fault_of_a_whole_file_has_neither_line_nor_field() -> None:
    assert str(Fault("north.toml", 0, "", "there is no such file")) == "north.toml: there is no such file"
    assert str(Fault("north.toml", 3, "", "is not TOML")) == "north.toml:3: is not TOML"
    assert str(Fault("north.toml", 0, "atk", "is missing")) == "north.toml: atk: is missing"


def test_one_fault_is_counted_in_the_singular() -> None:
    error = SetupError([Fault("north.toml", 7, "atk", "is missing")])
    assert str(error) == "1 fault in the set-up:\n  north.toml:7: atk: is missing"


def test_all_faults_are_counted_and_listed_in_their_order() -> None:
    faults = [
        Fault("north.toml", 7, "atk", "is missing"),
        Fault("north.toml", 2, "", "is empty"),
        Fault("south.toml", 0, "", "there is no such file"),
    ]
    error = SetupError(faults)
    assert error.faults == tuple(faults)
    assert str(error).splitlines() == [
        "3 faults in the set-up:",
        "  north.toml:7: atk: is missing",
        "  north.toml:2: is empty",
        "  south.toml: there is no such file",
    ]


def test_the_faults_of_an_error_do_not_change_with_the_list_they_came_in() -> None:
    faults = [Fault("north.toml", 7, "atk", "is missing")]
    error = SetupError(faults)
    faults.clear()
    assert len(error.faults) == 1
