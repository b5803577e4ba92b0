"""What the project promises outside its code: README, documentation, exports, examples."""

from __future__ import annotations

import re
import runpy
import shlex
import shutil
import sys
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest
from typer.main import get_command

from battlewright import systems
from battlewright.cli.main import app
from battlewright.contract.pages import Pages
from battlewright.training import features_of
from tests.commands import run_command, run_script

ROOT = Path(__file__).parents[1]
EXAMPLES = sorted((ROOT / "docs" / "examples").glob("*.py"))
COMMANDS = sorted(getattr(get_command(app), "commands"))  # noqa: B009  the class is Typer's own


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_documented(command: str) -> None:
    assert f"battlewright {command}" in (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", EXAMPLES, ids=[path.stem for path in EXAMPLES])
def test_every_example_of_the_documentation_runs(path: Path) -> None:
    done = run_script(path)
    assert done.code == 0, done.text
    assert done.text == path.with_suffix(".out").read_text(encoding="utf-8")


CAPTURE = runpy.run_path(str(ROOT / "docs" / "capture.py"), run_name="capture")
LOOKS = CAPTURE["LOOKS"]
LASTING = [name for name in CAPTURE["COMMANDS"] if not name.startswith("once/")]


@pytest.mark.parametrize("name", LASTING)
def test_the_documentation_shows_what_a_command_prints(name: str, tmp_path: Path) -> None:
    command = CAPTURE["COMMANDS"][name]
    folder = shutil.copytree(CAPTURE["FORCES"], tmp_path / "forces")
    printed = run_command(shlex.split(command), folder, LOOKS).text
    CAPTURE["keep"](tmp_path / "now.txt", f"$ {command}\n{printed}")
    shown = ROOT / "docs" / "transcripts" / f"{name}.txt"
    assert (tmp_path / "now.txt").read_text() == shown.read_text(), "run 'make transcripts' and look at the diff"


PAGES = runpy.run_path(str(ROOT / "docs" / "editions.py"), run_name="editions")["pages"]()


@pytest.mark.parametrize("path", PAGES, ids=[path.name for path in PAGES])
def test_the_page_about_editions_is_what_the_catalogue_and_the_battles_say(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == PAGES[path], "run 'python docs/editions.py' and look at the diff"


def test_every_type_of_data_is_on_the_page_about_data() -> None:
    made = runpy.run_path(str(ROOT / "docs" / "data_types.py"), run_name="data_types")
    written = {path.stem: path.read_text(encoding="utf-8") for path in made["FOLDER"].glob("*.md")}
    assert written == made["tables"](), "run 'python docs/data_types.py'"
    assert not [name for name, text in written.items() if text.splitlines()[0] == "" or "|  |" in text]
    page = (ROOT / "docs" / "data.md").read_text(encoding="utf-8")
    assert {name for name in written if f"transcripts/data/{name}.md" not in page} == {"Played"}


def test_every_kind_of_event_is_on_the_page_about_data() -> None:
    made = runpy.run_path(str(ROOT / "docs" / "event_kinds.py"), run_name="event_kinds")
    assert made["PAGE"].read_text(encoding="utf-8") == made["tables"](), "run 'python docs/event_kinds.py'"
    assert made["PAGE"].name in (ROOT / "docs" / "data.md").read_text(encoding="utf-8")


NAMES = re.compile("|".join(systems.BUILT_IN), re.IGNORECASE)


def test_no_system_is_named_outside_its_folder() -> None:
    source = ROOT / "src" / "battlewright"
    shared = [
        path for path in source.rglob("*") if path.suffix in {".py", ".js", ".css", ".html", ".svg", ".toml", ".mako"}
    ]
    found = {str(path.relative_to(source)): NAMES.findall(path.read_text(encoding="utf-8")) for path in shared}
    named = {path for path, names in found.items() if names and not path.startswith("systems/")}
    assert len(found) > 300
    assert named == set()


def test_the_pages_of_a_system_are_on_the_page_about_the_browser() -> None:
    told = re.findall(r"^\| `(\w+)` \|", (ROOT / "docs" / "browser.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert told == [field.name for field in fields(Pages)]


def test_every_clause_of_both_editions_is_on_the_page() -> None:
    text = next(text for path, text in PAGES.items() if path.name == "editions-rules.md")
    clauses = list(systems.load("skirmish").catalogue)
    assert sorted(set(re.findall(r"\*\*(S\d\.\w+)\*\*", text))) == sorted(clause.id for clause in clauses)
    assert [clause.id for clause in clauses if clause.summary not in text] == []


@pytest.mark.parametrize(("column", "name"), [(1, "skirmish"), (2, "formations")])
def test_the_page_about_training_has_the_numbers_of_features(column: int, name: str) -> None:
    text = (ROOT / "docs" / "training.md").read_text(encoding="utf-8")
    told = [
        int(row.split("|")[column + 1].partition(":")[0])
        for row in re.findall(r"^\| (?:the table|an action) \|.*$", text, re.MULTILINE)
    ]
    features = features_of(systems.load(name))
    assert told == [len(features.table), len(features.choice)]


def test_the_battle_of_the_readme_is_an_example_of_the_documentation() -> None:
    """That the example runs, and prints what its file says, is held with the others."""
    shown = re.findall(r"```(?:python|text)\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    battle = ROOT / "docs" / "examples" / "battle.py"
    assert shown == [path.read_text(encoding="utf-8") for path in (battle, battle.with_suffix(".out"))]


def test_the_readme_names_every_extra() -> None:
    written = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    told = re.findall(r"^\| `(\w+)` \|", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(told) == sorted(written["project"]["optional-dependencies"])


PAGES_OF_IMAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


@pytest.mark.parametrize("path", PAGES_OF_IMAGES, ids=[path.stem for path in PAGES_OF_IMAGES])
def test_no_page_shows_a_picture_twice(path: Path) -> None:
    shown = re.findall(r"[\w./-]+\.(?:jpg|png|svg)", path.read_text(encoding="utf-8"))
    assert sorted(set(shown)) == sorted(shown)


GAMES: dict[str, tuple[str, list[str]]] = CAPTURE["GAMES"]


def told_in_order(transcript: str, command: str, answers: list[str], columns: int, folder: Path) -> None:
    """Hold that every line of a transcript which a player did not type is printed today, in this order."""
    typed = "\n".join([*answers, ""])
    if command.startswith("python "):
        script, *arguments = command.split()[1:]
        done = run_script(CAPTURE["SCRIPTS"] / script, arguments, folder, typed)
    else:
        advised = ["--advice", "full"]  # as at a keyboard
        done = run_command([*command.split(), *advised], folder, LOOKS | {"COLUMNS": str(columns)}, typed)
    assert done.code == 0, done.text
    rest = " ".join(done.text.split())  # a pipe has no width, and columns need none
    for line in transcript.splitlines():
        if line.strip() and line != "..." and not re.match(r"[$>] |.*type the faces: ", line):
            words = " ".join(line.split())
            assert words in rest, f"run 'make transcripts' and look at the diff: {line}"
            rest = rest.partition(words)[2]


@pytest.mark.parametrize("name", GAMES)
def test_the_documentation_shows_what_happens_in_a_game(name: str, tmp_path: Path) -> None:
    """Without what a search says of choices, which depends on how far it came in its time."""
    shown = (ROOT / "docs" / "transcripts" / f"{name}.txt").read_text(encoding="utf-8")
    figure = r"(best|about equal|hardly tried|-\d+)"
    without = re.sub(rf"(^ {{9}}|  ){figure}(;.*| \*)?$(\n {{9}}.*)*", "", shown, flags=re.MULTILINE)
    told_in_order(without, *GAMES[name], 100, tmp_path)


def words_of(picture: str) -> list[str]:
    """The texts of a picture, without the odds, which a slow machine leaves out."""
    return [
        text for text in re.findall(r"<text[^>]*>([^<]*)</text>", picture) if "%" not in text and "odds" not in text
    ]


def test_the_picture_of_the_terminal_is_what_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", sys.stdin)  # the picture puts answers in its place
    kept = (ROOT / "docs" / "images" / "battle.svg").read_text(encoding="utf-8")
    draw = runpy.run_path(str(ROOT / "docs" / "picture.py"))["draw"]
    assert words_of(draw())[:200] == words_of(kept)[:200]
    shown = [path.name for path in PAGES_OF_IMAGES if "images/battle.svg" in path.read_text(encoding="utf-8")]
    assert shown


def test_the_dependencies_are_bounded_and_locked() -> None:
    written = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project, groups = written["project"], written["project"]["optional-dependencies"] | written["dependency-groups"]
    locked = {
        name: (ROOT / name).read_text(encoding="utf-8") for name in ("requirements.lock", "requirements-dev.lock")
    }
    more = [each for group in groups.values() for each in group]
    assert [each for each in project["dependencies"] + more if "<" not in each] == []
    for name, text in locked.items():
        wanted = project["dependencies"] + (groups["build"] if name == "requirements.lock" else more)
        names = [re.split(r"[<>=[]", dependency)[0] for dependency in wanted]
        assert [each for each in names if not re.search(rf"^{re.escape(each)}==", text, re.MULTILINE)] == []
    for text in locked.values():
        assert "--index-url" not in text
        assert "://" not in text


def test_every_file_is_a_chapter_not_a_book() -> None:
    long = {
        str(path.relative_to(ROOT)): lines
        for folder in ("src", "bench", "docs/examples", "examples")
        for path in (ROOT / folder).rglob("*.py")
        if (lines := len(path.read_text(encoding="utf-8").splitlines())) > 500
    }
    assert long == {}


def test_no_line_of_the_pages_is_longer_than_120_characters() -> None:
    """Biome holds code to it, but leaves texts and comments as they are."""
    modules = sorted(path for folder in ("src", "tests") for path in (ROOT / folder).rglob("*.js"))
    long = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in modules
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > 120
    ]
    assert len(modules) > 50
    assert long == []
