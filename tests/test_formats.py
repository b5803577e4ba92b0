"""Files of earlier formats (``formats``) are read as those of today, and what is of a later one is refused."""

from __future__ import annotations

import gzip
import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from battlewright import Replay, systems
from battlewright.engine import formats
from battlewright.engine.errors import BattlewrightError, LogError, ReplayError
from battlewright.lab.study import study as studies
from battlewright.lab.study.executors import Threads
from battlewright.lab.study.measures import column_name
from battlewright.play.log import read_log, replay_of, write_log
from battlewright.play.match import Match
from battlewright.play.verify import verify
from tests.formats import FACTS, FIRST, facts_of, follows_todays_rules

DOCUMENTED = {
    "replay": formats.REPLAY,
    "log": formats.LOG,
    "backup": formats.BACKUP,
    "its results": formats.STUDY,
    "checkpoint": formats.CHECKPOINT,
    "ladder": formats.LADDER,
    "seat that": formats.KEPT_SEAT,
    "interface": formats.INTERFACE,
}
"""The numbers, by a word of what the page about data calls each."""

# Replays


@pytest.mark.parametrize("name", FACTS["replays"])
def test_a_replay_leads_to_the_same_position_and_verdict(name: str) -> None:
    facts, path = FACTS["replays"][name], FIRST / f"{name}.replay"
    if not follows_todays_rules(name.partition("-")[0]):
        with pytest.raises(ReplayError, match=r"this replay follows ruleset \d+ of"):
            Replay.read(path)
        return
    replay = Replay.read(path)
    session = replay.repeat()
    found = {"moves": len(session.steps), "over": bool(replay.position), "ended": replay.ended}
    found |= {"result": replay.result, "position": session.fingerprint}
    assert found | {"dice": verify(replay).dice if replay.position else None} == facts


def test_a_replay_of_an_earlier_format_is_written_again_in_that_of_today() -> None:
    text = (FIRST / "formations-finished.replay").read_text()
    assert text.startswith("format = 2\n")
    read = Replay.parse(text)
    assert (read.proof, verify(read).log) == (None, None)
    assert Replay.of(read.repeat()).text.startswith(f"format = {formats.REPLAY}\n")


def test_a_replay_of_a_later_format_is_refused() -> None:
    text = (FIRST / "formations-finished.replay").read_text().replace("format = 2", f"format = {formats.REPLAY + 1}", 1)
    with pytest.raises(ReplayError, match="this is a replay of format 5; this version reads format 2 to 4"):
        Replay.parse(text)


# The complete logs of matches


def check_restored(text: str, facts: dict[str, Any], system: str) -> Match | None:
    """Check a match from its complete log; None where its rules have changed."""
    if not follows_todays_rules(system):
        with pytest.raises(LogError, match=r"this match follows ruleset \d+"):
            read_log(text, systems.load)
        return None
    match = read_log(text, systems.load)
    assert facts_of(match).items() <= facts.items()
    assert write_log(match) == text.replace('"format":1', f'"format":{formats.LOG}', 1), "it is written as it was"
    return match


@pytest.mark.parametrize("name", FACTS["logs"])
def test_a_log_restores_the_match(name: str) -> None:
    facts = FACTS["logs"][name]
    match = check_restored((FIRST / f"{name}.log").read_text(), facts, name.partition("-")[0])
    if match is not None:
        assert (match.number, match.is_over) == (facts["number"], facts["over"])


def test_a_log_of_another_format_is_refused() -> None:
    head, _, rest = (FIRST / "formations-resigned.log").read_text().partition("\n")
    text = json.dumps(json.loads(head) | {"format": formats.LOG + 1}) + "\n" + rest
    with pytest.raises(LogError, match=f"this is a log of format {formats.LOG + 1}; this version reads format"):
        read_log(text, systems.load)


def test_a_choice_that_is_still_secret_is_not_in_what_the_other_side_keeps() -> None:
    match = check_restored(
        (FIRST / "skirmish-first-secret.log").read_text(), FACTS["logs"]["skirmish-first-secret"], "skirmish"
    )
    if match is not None:
        assert len(Replay.parse(replay_of(match)).moves) == match.number - 1


# Studies


def numbers_of(result: studies.StudyResult) -> list[Any]:
    """The cells of a study, without what is not about battles."""
    return json.loads(json.dumps(result.as_data()["cells"]))  # type: ignore[no-any-return]


def numbers_before() -> list[Any]:
    """The cells as the first format has them, by the names of today."""
    cells = json.loads((FIRST / "begins.json").read_text())["cells"]
    for cell in cells:
        renamed = {column_name(name.replace("seat a", "side a")): each for name, each in cell["measures"].items()}
        cell["measures"] = renamed
    return cells  # type: ignore[no-any-return]


@pytest.mark.parametrize("name", ["begins.toml", "begins.parquet", "begins.html"])
def test_a_study_is_the_same_from_its_file_and_from_its_results(name: str) -> None:
    plan = studies.read_study(FIRST / name)
    assert [measure.key for measure in plan.measures][:3] == ["win_share", "first_player", "side_a"]
    assert plan.precision == {"side_a": 0.1, "win_share": 0.1}
    assert plan.digest == studies.read_study(FIRST / "begins.toml").digest


def test_a_study_of_an_earlier_format_gives_the_same_kinds_of_numbers() -> None:
    """The numbers are those of today's forces and bots."""
    result = studies.carry_out(studies.read_study(FIRST / "begins.parquet"), Threads(1))
    assert result.as_data()["lab"] == formats.STUDY
    now, before = numbers_of(result), numbers_before()
    assert [(cell["labels"], [*cell["measures"]]) for cell in now] == [
        (cell["labels"], [*cell["measures"]]) for cell in before
    ]


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    """The checkpoint of an earlier version, as a path to go on from."""
    (tmp_path / "begins.checkpoint").write_bytes(gzip.decompress((FIRST / "begins.checkpoint.gz").read_bytes()))
    shutil.copy(FIRST / "begins.toml", tmp_path)
    return tmp_path / "begins"


def test_a_study_that_was_interrupted_with_other_forces_does_not_go_on(
    begun: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(studies, "__version__", "0.1.0")  # nor are battles of bots of other versions put together
    plan = studies.read_study(begun.with_suffix(".toml"))
    with pytest.raises(BattlewrightError, match="another study, or one by another version"):
        studies.carry_out(plan, Threads(1), begun)


def test_a_checkpoint_of_a_later_format_is_refused(begun: Path) -> None:
    with closing(sqlite3.connect(begun.with_suffix(".checkpoint"))) as file:
        file.execute(f"pragma user_version = {formats.CHECKPOINT + 1}")
    plan = studies.read_study(begun.with_suffix(".toml"))
    with pytest.raises(BattlewrightError, match=r"written by a later version \(format 2\); this one cannot read it"):
        studies.carry_out(plan, Threads(1), begun)


def test_results_have_the_number_of_their_format_and_those_of_a_later_one_are_refused(tmp_path: Path) -> None:
    study = {"study": {"system": "formations", "bots": "random", "limit": 2000, "precision": 0.2}}
    studies.study(study, show_progress=False).write(tmp_path / "small")
    page = tmp_path / "small.html"
    text = page.read_text()
    assert f'"lab": {formats.STUDY}' in text
    page.write_text(text.replace(f'"lab": {formats.STUDY}', '"lab": 99'))
    with pytest.raises(BattlewrightError, match="these are results of format 99; this version reads format 1 to 3"):
        studies.read_study(page)


@pytest.mark.parametrize(("number", "name"), [(1, "seat a"), (2, "side a"), (2, "seat a"), (3, "side_a")])
def test_a_study_may_say_its_format(number: int, name: str) -> None:
    head = {"format": number, "system": "formations", "bots": "random", "measure": [name]}
    assert "side_a" in [measure.key for measure in studies.read_study({"study": head}).measures]
    assert "format" not in studies.read_study({"study": head}).data["study"]


def test_a_study_of_a_later_format_is_refused() -> None:
    with pytest.raises(BattlewrightError, match=r"study\.format.* is 4; this version reads studies of format 1 to 3"):
        studies.read_study({"study": {"format": 4, "system": "formations"}})


# What the documentation says


def test_the_documentation_has_the_numbers_of_all_formats() -> None:
    text = (Path(__file__).parents[1] / "docs" / "data.md").read_text()
    _, _, *rows = text.partition("## Formats")[2].partition("\n## ")[0].split("\n|")[1:]
    table = {row.split("|")[0]: row.split("|")[2].strip() for row in rows}
    found = [next(now for what, now in table.items() if word in what) for word in DOCUMENTED]
    assert found == [str(number) for number in DOCUMENTED.values()]
    assert len(table) == len(DOCUMENTED) + 1, "and the database, by its revision"
    numbers = {value for name, value in vars(formats).items() if name.isupper()}
    assert numbers == set(DOCUMENTED.values())
