"""A system that another package brings by an entry point: the toy Pig, on the command line like any other."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from battlewright import systems
from tests.cli.helpers import Command

Install = Callable[[str, str], None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Installs a package with an entry point, for the length of a test."""

    def install(name: str, value: str) -> None:
        folder = tmp_path / "site" / f"{name}-1.0.dist-info"
        folder.mkdir(parents=True)
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (folder / "entry_points.txt").write_text(f"[battlewright.systems]\n{name} = {value}\n")
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
    assert "Pig, seed 5. You lead player a." in ran.out
    assert "Behind a choice: the exact chance to win" in ran.out
    assert "The battle is kept in pig.replay." in ran.out
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
    assert data["sides"]["a"] == {"name": "player a", "bot": "random"}
    assert "Pig: player a (random) against player b (random)." in battlewright("sim", "pig", "--battles", "20").out


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
        (("ladder", "pig"), "There is no ladder for Pig yet"),
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
    assert "a: 0 at stake: roll or hold?" in out
    assert "* is best for player a." in out


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
        (("pig", "match", "--battles", "1"), "--battles"),
        (("pig", "position"), "Missing argument"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_bad_questions_get_a_sentence(battlewright: Command, typed: tuple[str, ...], sentence: str) -> None:
    ran = battlewright("odds", *typed)
    assert (ran.code, ran.out) == (2, "")
    assert sentence in ran.err
    assert len(ran.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("value", "said"),
    [("no.such.module:SYSTEM", "cannot be loaded"), ("tests.toy.pig:Kind", "is not a system of that name")],
)
def test_a_package_that_is_broken_is_named(battlewright: Command, install: Install, value: str, said: str) -> None:
    install("broken", value)
    ran = battlewright("play", "broken")
    assert ran.code == 2
    assert said in ran.err
    assert "Traceback" not in ran.err


def test_what_ships_is_not_replaced(install: Install) -> None:
    install("skirmish", "tests.toy.pig:PIG")
    assert systems.load("skirmish").title == "Skirmish"
