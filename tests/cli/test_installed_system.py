"""A system that another package brings by an entry point: the toy Pig, on the command line like any other."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from battlewright import systems
from battlewright.cli.serve import compile_rules_of
from battlewright.engine import replay
from battlewright.engine.errors import BattlewrightError
from battlewright.web.registry import Registry
from tests import packages
from tests.cli.helpers import Command
from tests.toy.pig import PigSetup

Install = Callable[[str, str], None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Installs a package with an entry point, for the length of a test."""

    def install(name: str, value: str) -> None:
        packages.install(tmp_path / "site", name, value)
        monkeypatch.syspath_prepend(str(tmp_path / "site"))
        monkeypatch.chdir(tmp_path)

    systems.load.cache_clear()
    yield install
    systems.load.cache_clear()


@pytest.fixture
def pig(install: Install) -> None:
    install("pig", "tests.toy.pig:PIG")


@pytest.mark.usefixtures("pig")
def test_it_is_listed_and_loaded_by_its_name() -> None:
    assert systems.names() == ("formations", "heroes", "pig", "skirmish")
    assert systems.load("pig").title == "Pig"


@pytest.mark.usefixtures("pig")
def test_it_is_played_by_a_person_and_told_again(battlewright: Command) -> None:
    ran = battlewright("play", "pig", "--seed", "5", "--replay", "pig.replay", typed="1\n2\n" * 40)
    assert (ran.code, ran.err) == (0, "")
    assert "Pig, seed 5. You lead side a." in ran.out
    assert "Behind a choice: the exact chance to win" in ran.out
    assert "The battle is saved in pig.replay." in ran.out
    told = battlewright("replay", "pig.replay", "--json")
    assert json.loads(told.out)["system"] == "pig"
    assert json.loads(told.out)["over"] is True


@pytest.mark.usefixtures("pig")
def test_a_battle_that_was_stopped_goes_on(battlewright: Command) -> None:
    stopped = battlewright("play", "pig", "--seed", "5", "--replay", "pig.replay", typed="1\nq\n")
    assert "play --resume pig.replay" in stopped.out
    ran = battlewright("play", "--resume", "pig.replay", "--auto", "--json")
    data = json.loads(ran.out)
    assert (data["system"], data["seed"], data["over"]) == ("pig", None, True)
    assert data["moves"][0]["move"] == "a: roll"


@pytest.mark.usefixtures("pig")
def test_many_battles_are_fought_from_a_file_of_its_own(battlewright: Command, tmp_path: Path) -> None:
    (tmp_path / "short.toml").write_text("goal = 2\n")
    data = json.loads(battlewright("sim", "pig", "short.toml", "--battles", "200", "--seed", "1", "--json").out)
    assert sum(data["wins"].values()) == data["battles"] == 200
    assert data["sides"]["a"] == {"name": "side a", "bot": "random"}
    assert "Pig: side a (random) against side b (random)." in battlewright("sim", "pig", "--battles", "20").out


@pytest.mark.usefixtures("pig")
@pytest.mark.parametrize(
    ("typed", "goal"), [((), 12), (("short.toml",), 3), (("short.toml", "--goal", "12"), 12), (("--goal", "4"), 4)]
)
def test_a_file_is_changed_only_by_what_is_typed(
    battlewright: Command, tmp_path: Path, typed: tuple[str, ...], goal: int
) -> None:
    (tmp_path / "short.toml").write_text("goal = 3\n")
    battlewright("play", "pig", *typed, "--auto", "--seed", "1", "--replay", "pig.replay")
    assert replay.read("pig.replay", systems.load).setup == PigSetup(goal=goal)


@pytest.mark.usefixtures("pig")
def test_it_is_studied_from_a_file(battlewright: Command, tmp_path: Path) -> None:
    (tmp_path / "goal.toml").write_text(
        '[study]\nsystem = "pig"\nprecision = 0.1\n[vary]\ngoal = { from = 5, to = 15, step = 5 }\n'
    )
    ran = battlewright("study", "goal.toml", "--json")
    data = json.loads(ran.out)
    assert [cell["labels"]["goal"] for cell in data["cells"]] == ["5", "10", "15"]
    assert all(cell["precise"] for cell in data["cells"])
    assert "Pig" in (tmp_path / "goal.html").read_text()


@pytest.mark.usefixtures("pig")
def test_what_it_has_not_is_said_in_a_sentence(battlewright: Command) -> None:
    for arguments, said in (
        (("ladder", "pig", "--bots", "random,greedy"), "There is no greedy bot for Pig yet"),
        (("lab", "matchups", "pig"), "Pig has no sides that are named one against the other"),
        (("sim", "pig", "--bots", "greedy"), "There is no greedy bot for Pig yet"),
        (("play", "pig", "nothing.toml"), "nothing.toml"),
        (("shelf", "pig", "rosters"), "Unknown kind 'rosters'"),
    ):
        ran = battlewright(*arguments)
        assert (ran.code, ran.out) == (2, "")
        assert said in ran.err
        assert "Traceback" not in ran.err
    assert "nothing ships with it" in battlewright("shelf", "pig").out


@pytest.mark.usefixtures("pig")
def test_who_wins_is_tried_out_and_says_so(battlewright: Command) -> None:
    data = json.loads(battlewright("odds", "pig", "match", "--battles", "200", "--json").out)
    assert (data["exact"], data["battles"]) == (False, 200)
    assert "Not exact: " in battlewright("odds", "pig", "match", "--battles", "200").out


@pytest.mark.usefixtures("pig")
def test_each_choice_of_a_position_has_its_chance_to_win(battlewright: Command) -> None:
    battlewright("play", "pig", "--seed", "5", "--replay", "pig.replay", typed="1\nq\n")
    out = battlewright("odds", "pig", "position", "pig.replay", "--at", "0", "--battles", "200").out
    assert "After 0 moves. Not exact: " in out
    assert "a: Decide: choose" in out
    assert "* is best for side a." in out


@pytest.mark.usefixtures("pig")
def test_its_questions_are_listed(battlewright: Command) -> None:
    assert all(word in battlewright("odds", "--help").out for word in ("roll", "pig", "formations"))
    for asked in (("odds", "pig", "--help"), ("odds", "pig")):
        assert all(word in battlewright(*asked).out for word in ("match", "position"))


@pytest.mark.usefixtures("pig")
@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (("pog", "match"), "No such command 'pog'. Did you mean 'pig'?"),
        (("pig", "fight"), "There are: match, position."),
        (("pig", "match", "--battles", "1"), "battles must be a whole number from 100 to 10,000,000, not 1."),
        (("pig", "position"), "Missing argument"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_bad_questions_get_a_sentence(battlewright: Command, typed: tuple[str, ...], sentence: str) -> None:
    ran = battlewright("odds", *typed)
    assert (ran.code, ran.out) == (2, "")
    assert sentence in ran.err
    assert len(ran.err.splitlines()) == 1


BROKEN = [
    ("no.such.module:SYSTEM", "ModuleNotFoundError: No module named 'no'"),
    ("tests.toy.pig:Kind", "it is not a System, but of the type"),
    ("tests.toy.pig:PIG", "the System there is called 'pig'"),
]


@pytest.mark.parametrize(("value", "reason"), BROKEN)
def test_whoever_asks_for_a_system_that_is_broken_gets_the_reason(
    battlewright: Command, install: Install, value: str, reason: str
) -> None:
    install("broken", value)
    for asked in (("play", "broken"), ("sim", "broken"), ("shelf", "broken"), ("rules", "broken"), ("odds", "broken")):
        ran = battlewright(*asked)
        assert (ran.code, ran.out) == (2, "")
        assert f"The system 'broken' of the package 'broken' cannot be loaded from {value}" in ran.err
        assert reason in ran.err
        assert len(ran.err.splitlines()) == 1


@pytest.mark.parametrize(("value", "reason"), BROKEN)
def test_a_system_that_is_broken_is_left_out_with_a_warning(
    battlewright: Command, install: Install, value: str, reason: str
) -> None:
    install("broken", value)
    for asked, said in (
        (("shelf",), "Skirmish"),
        (("shelf", "rosters", "red-hall"), "Red Hall"),
        (("copy", "roster", "red-hall"), "Red Hall"),
        (("rules", "F.D3"), "F.D3"),
        (("play", "red-hall", "--help"), "Play a battle of Skirmish"),
    ):
        ran = battlewright(*asked)
        assert ran.code == 0
        assert said in ran.out
        assert ran.err.startswith(f"Warning: The system 'broken' of the package 'broken' cannot be loaded from {value}")
        assert reason in ran.err
        assert ran.err.endswith("It is left out.\n")
    loaded, left_out = systems.load_all()
    assert [system.name for system in loaded] == ["formations", "heroes", "skirmish"]
    assert len(left_out) == 1


def test_a_server_goes_on_without_a_system_that_is_broken(
    install: Install, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    install("broken", "no.such.module:SYSTEM")
    registry = Registry(systems.names, systems.load, systems.DEFAULT)
    assert [system.name for system in registry.load_all()] == ["formations", "heroes", "skirmish"]
    with pytest.raises(BattlewrightError, match="cannot be loaded"):
        compile_rules_of("broken")
    assert capsys.readouterr().err.startswith("Warning: The system 'broken' of the package 'broken' cannot be loaded")


def test_what_ships_is_not_replaced(install: Install) -> None:
    install("skirmish", "tests.toy.pig:PIG")
    assert systems.load("skirmish").title == "Skirmish"
