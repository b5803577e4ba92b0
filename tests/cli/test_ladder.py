"""The ladder on the command line."""

from __future__ import annotations

import datetime
import json
import shutil
from pathlib import Path
from xml.etree import ElementTree

import pytest

from battlewright import systems
from battlewright.cli.ratings import as_data, ladder_of
from battlewright.engine import formats
from battlewright.systems.skirmish.setup.files import ROSTERS, TABLES
from battlewright.systems.skirmish.setup.read import match_ups
from tests.cli.helpers import Command
from tests.cli.test_sim import interrupted
from tests.formats import FIRST

ROOT = Path(__file__).parents[2]
SMALL = ("ladder", "--rosters", "gable-foxes", "--table", "ruins", "--battles", "20", "--seed", "3")


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def kept(path: Path) -> str:
    """The file without what a clock says."""
    return json.dumps(json.loads(path.read_text(encoding="utf-8")) | {"seconds": 0})


def test_the_ratings_are_shown_and_kept_in_a_dated_file(battlewright: Command, tmp_path: Path) -> None:
    ran = battlewright(*SMALL)
    assert (ran.code, ran.err) == (0, "")
    (file,) = tmp_path.iterdir()
    data = json.loads(file.read_text(encoding="utf-8"))
    assert file.name == f"ladder-{data['date']}.json"
    assert abs(datetime.datetime.now(tz=datetime.UTC).date() - datetime.date.fromisoformat(data["date"])).days <= 1
    for part in ("1 match-up, 20 battles, seed 3", "by definition", "scored against", f"Saved in {file.name}."):
        assert part in ran.out
    best, worst = data["ratings"]
    assert (best["bot"], worst["bot"], worst["rating"], data["anchor"]) == ("greedy", "random", 0, "random")
    assert best["interval"][0] < best["rating"] < best["interval"][1]
    assert best["won"] + best["drawn"] + best["lost"] == data["battles"] == 20
    assert (best["won"], best["lost"]) == (worst["lost"], worst["won"])
    assert data["results"][0]["match_up"] == "gable-foxes on ruins"


def test_a_ladder_of_the_same_day_is_replaced_and_repeats(battlewright: Command, tmp_path: Path) -> None:
    battlewright(*SMALL)
    (file,) = tmp_path.iterdir()
    first = kept(file)
    ran = battlewright(*SMALL, "--workers", "1", "--json")
    assert ran.code == 0
    assert json.loads(ran.out) == json.loads(file.read_text(encoding="utf-8"))
    assert kept(file) == first
    battlewright(*SMALL[:-1], "4")
    assert kept(file) != first


def test_what_is_no_ladder_is_not_written_over(battlewright: Command) -> None:
    for content in ("dear diary", '{"name": "mine"}', "[1]"):
        Path("mine.json").write_text(content)
        ran = battlewright(*SMALL, "--out", "mine.json")
        assert (ran.code, ran.out) == (2, "")
        assert "mine.json exists and is not a ladder" in ran.err
        assert Path("mine.json").read_text() == content


def test_another_ladder_is_not_written_over(battlewright: Command) -> None:
    battlewright(*SMALL, "--out", "mine.json")
    before = Path("mine.json").read_text()
    others = (
        ("ladder", "formations", "--battles", "2"),
        (*SMALL, "--edition", "first"),
        (*SMALL, "--bots", "random,search:1"),
        ("ladder", "--rosters", "red-hall", "--table", "ruins"),
    )
    for other in others:
        ran = battlewright(*other, "--out", "mine.json")
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.startswith("Error: mine.json has another ladder (of another system, or of other bots, match-ups")
        assert len(ran.err.splitlines()) == 1
        assert Path("mine.json").read_text() == before


def test_without_a_name_another_ladder_of_the_same_day_gets_a_file_of_its_own(
    battlewright: Command, tmp_path: Path
) -> None:
    for _ in range(2):
        battlewright("ladder", "formations", "--battles", "2")
        battlewright("ladder", "heroes", "--battles", "2")
    first, second = sorted(tmp_path.iterdir(), key=lambda path: len(path.name))
    assert json.loads(first.read_text())["system"] == "formations"
    assert second.name == f"{first.stem}-2.json"
    assert json.loads(second.read_text())["system"] == "heroes"


def test_a_page_of_something_else_is_not_written_over(battlewright: Command) -> None:
    page = "# The ladder\n\n$ battlewright ladder --all --bots random,search:1 --battles 7\n"
    for text, said in (
        ("# Read me\n", "exists and is not a ladder page"),
        (page, "is the ladder page of other bots"),
    ):
        Path("page.md").write_text(text)
        ran = battlewright("ladder", "--all", "--battles", "2", "--out", "page.md")
        assert (ran.code, ran.out) == (2, "")
        assert f"page.md {said}; choose another file with --out." in ran.err
        assert Path("page.md").read_text() == text


def test_all_rosters_meet_on_all_tables() -> None:
    names = [name for name, _ in match_ups().battles]
    assert names == [f"{roster} on {table}" for table in TABLES.names for roster in ROSTERS.names]


def test_rosters_may_meet_each_other_both_ways(battlewright: Command) -> None:
    data = json.loads(battlewright("ladder", "--battles", "1", "--table", "ruins,wood", *SMALL[1:3], "--json").out)
    assert (data["match_ups"], data["battles"]) == (["gable-foxes on ruins", "gable-foxes on wood"], 4)
    crossed = (*SMALL[:2], "gable-foxes,red-hall", *SMALL[3:], "--crossed", "--json")
    assert json.loads(battlewright(*crossed).out)["match_ups"] == [
        "gable-foxes on ruins",
        "gable-foxes against red-hall on ruins",
        "red-hall against gable-foxes on ruins",
        "red-hall on ruins",
    ]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("checkers",), "Unknown system 'checkers'. Known: formations, heroes, skirmish"),
        (("--bots", "greedy"), "A ladder needs two bots or more"),
        (("--bots", "greedy,random,greedy"), "The bot 'greedy' is named twice"),
        (("--bots", "greedy,clever"), "Unknown bot 'clever'"),
        (("--battles", "0"), "battles must be a whole number from 1 to 1,000,000,000, not 0."),
        (("--workers", "0"), "workers must be a whole number from 1 to 64, not 0."),
        (("--rosters", "nobody"), "Unknown roster 'nobody'"),
        (("--table", "nowhere"), "Unknown table 'nowhere'"),
        (("--out", "nowhere/ladder.json"), "there is no folder nowhere"),
        (("--out", "."), "--out needs the name of a file"),
    ],
)
def test_what_is_wrong_is_told_in_a_sentence(
    battlewright: Command, tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    ran = battlewright("ladder", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
    assert len(ran.err.splitlines()) == 1
    assert not list(tmp_path.iterdir())


def test_an_interrupt_keeps_what_is_done(tmp_path: Path) -> None:
    asked = ["ladder", "--table", "ruins", "--battles", "100000000", "--seed", "4", "--out", "part.json"]
    ran = interrupted(asked, rb"[1-9]\d*/100000", tmp_path)
    assert ran.returncode == 130
    data = json.loads((tmp_path / "part.json").read_text(encoding="utf-8"))
    assert data["interrupted"] is True
    assert 0 < data["battles"] < 100_000_000
    assert "Interrupted: 1 of 7 match-ups were started." in ran.stdout


def test_other_systems_have_ladders(battlewright: Command) -> None:
    for system, match_up in (("formations", "iron-company"), ("heroes", "the-toll-bridge")):
        ran = battlewright("ladder", system, "--battles", "20", "--seed", "3", "--json")
        data = json.loads(ran.out)
        assert match_up in data["match_ups"]
        assert data["ratings"][0]["bot"] == "greedy"


@pytest.mark.parametrize(
    ("system", "own"), [("formations", "--forces"), ("heroes", "--encounters"), ("skirmish", "--rosters")]
)
def test_the_examples_of_a_ladder_are_those_of_its_system(battlewright: Command, system: str, own: str) -> None:
    examples = " ".join(battlewright("ladder", system, "--help").out.partition("Options")[0].split())
    assert f"battlewright ladder {system}" in examples
    assert [each for each in ("--forces", "--encounters", "--rosters") if each in examples] == [own]


def test_one_page_has_the_ladders_of_all_systems_and_repeats(
    battlewright: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("battlewright.systems.names", lambda: ("formations", "heroes"))
    arguments = ("ladder", "--all", "--battles", "40", "--seed", "3", "--out", "page.md")
    assert "2 ladders: page.md" in battlewright(*arguments).out
    page = (tmp_path / "page.md").read_text(encoding="utf-8")
    picture = (tmp_path / "images" / "ladder-formations.svg").read_text(encoding="utf-8")
    assert "$ battlewright ladder --all --bots random,greedy --battles 40 --seed 3 --out page.md" in page
    for part in ("## Formations", "## Heroes", "images/ladder-heroes.svg", "| goblin-rabble | 10 |", "| all | 40 |"):
        assert part in page
    drawn = [each for each in ElementTree.fromstring(picture).iter() if each.get("class") in ("line", "mark")]
    bar, point = (each.attrib for each in drawn[:2])
    assert float(bar["x1"]) < float(point["cx"]) < float(bar["x2"]), "greedy is rated best, within its interval"
    assert battlewright(*arguments, "--workers", "2").code == 0
    assert (tmp_path / "page.md").read_text(encoding="utf-8") == page
    assert (tmp_path / "images" / "ladder-formations.svg").read_text(encoding="utf-8") == picture


def test_a_page_is_written_from_ladder_files(battlewright: Command, tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    asked = ("ladder", "formations", "--bots", "beginner,easy,medium", "--battles", "40", "--seed", "3")
    data = json.loads(battlewright(*asked, "--out", "kept/formations.json", "--json").out)
    assert "1 ladder: page.md" in battlewright("ladder", "--all", "--kept", "kept", "--out", "page.md").out
    page = (tmp_path / "page.md").read_text(encoding="utf-8")
    assert "$ battlewright ladder --all --kept kept --out page.md" in page
    rows = [line.split(" | ") for line in page.splitlines() if line.startswith(("| medium ", "| easy ", "| beginner "))]
    for row, each in zip(rows, data["ratings"], strict=True):
        assert abs(float(row[1]) - each["rating"]) <= 0.55
        assert [row[0], *row[3:]] == [f"| {each['bot']}", str(each["won"]), str(each["drawn"]), f"{each['lost']} |"]
    assert "medium against beginner (a draw is half a win):" in page


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--out", "page.txt"), "names a page, such as ladder.md"),
        (("--bots", "greedy"), "two bots or more"),
        (("--kept", "nowhere"), "nowhere: there are no ladder files"),
    ],
)
def test_a_page_that_cannot_be_made_is_refused(battlewright: Command, arguments: tuple[str, ...], reason: str) -> None:
    ran = battlewright("ladder", "--all", *arguments)
    assert (ran.code, reason in ran.err) == (2, True)


def test_the_page_of_the_documentation_is_what_its_command_writes(battlewright: Command, tmp_path: Path) -> None:
    kept_page = (ROOT / "docs" / "ladder.md").read_text(encoding="utf-8")
    (tmp_path / "docs").mkdir()
    shutil.copytree(ROOT / "bench" / "results" / "levels", tmp_path / "bench" / "results" / "levels")
    line = next(line for line in kept_page.splitlines() if line.startswith("$ battlewright "))
    assert battlewright(*line.removeprefix("$ battlewright ").split()).code == 0
    assert (tmp_path / "docs" / "ladder.md").read_text(encoding="utf-8") == kept_page


OF_FORCES = ("ladder", "formations", "--forces", "river-guard,goblin-rabble", "--rounds", "2", "--battles", "100")


def test_a_ladder_of_an_earlier_format_is_known_again_and_has_the_same_numbers(
    battlewright: Command, tmp_path: Path
) -> None:
    path = tmp_path / "ladder.json"
    shutil.copy(FIRST / "ladder.json", path)
    before = json.loads(path.read_text())
    assert before["ladder"] == 1
    known = as_data(ladder_of(before), systems.load("formations"), {"date": before["date"]})
    assert [known[name] for name in ("ratings", "results")] == [before[name] for name in ("ratings", "results")]
    done = battlewright(*OF_FORCES, "--seed", "5", "--out", str(path))
    assert done.code == 0, done.err
    assert json.loads(path.read_text())["ladder"] == formats.LADDER


def test_a_ladder_of_a_later_format_is_left_alone(battlewright: Command, tmp_path: Path) -> None:
    path = tmp_path / "ladder.json"
    path.write_text(json.dumps(json.loads((FIRST / "ladder.json").read_text()) | {"ladder": 99}))
    done = battlewright(*OF_FORCES, "--out", str(path))
    assert (done.code, "is not a ladder file that this version can read" in done.err) == (2, True)
