"""Results: frames, Parquet, the report; the numbers repeat from the files."""

from __future__ import annotations

import json
import re
import tomllib
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import polars
import pytest

from battlewright.engine.errors import BattlewrightError
from battlewright.lab.study import study as studies
from battlewright.lab.study.conclusions import conclude, over_cells
from battlewright.lab.study.executors import Take, Task, Threads
from battlewright.lab.study.file import Plan
from battlewright.lab.study.page import study_in_page, toml_of
from battlewright.lab.study.results import write_whole
from battlewright.lab.study.run import run
from battlewright.lab.study.study import StudyResult, read_study
from tests.lab.study.helpers import carried_out, formations, plan

SKIRMISH = {"rosters": ["harrow-hedge", "red-hall"], "rounds": 2}


@pytest.fixture(scope="module")
def result() -> StudyResult:
    """A study of a roster, by two bots."""
    vary = {"weapons.spear.threat": [1, 1.5, 2]}
    return carried_out(
        plan(SKIRMISH, vary, system="skirmish", bots=["greedy", "random"], precision=0.2, name="Spears <1>")
    )


def test_a_frame_has_a_row_for_each_cell(result: StudyResult) -> None:
    frame = result.frame()
    assert frame.shape[0] == 6
    assert frame["weapons_spear_threat"].to_list() == ["1", "1", "1.5", "1.5", "2", "2"]
    assert frame["bots"].to_list() == ["greedy", "random"] * 3
    for name in ("win_share", "rounds", "models_at_the_end_b", "stress_caused_a", "first_out_a"):
        assert ((frame[f"{name}_low"] <= frame[name]) & (frame[name] <= frame[f"{name}_high"])).all()


def test_the_numbers_follow_from_the_battles_of_the_parquet_file(result: StudyResult, tmp_path: Path) -> None:
    result.write(tmp_path / "spears")
    battles = polars.read_parquet(tmp_path / "spears.parquet")
    assert battles.shape[0] == result.battles
    points = (
        polars.when(polars.col("winner") == "a").then(1.0).when(polars.col("winner") == "draw").then(0.5).otherwise(0.0)
    )
    again = battles.group_by("cell", maintain_order=True).agg(
        points.mean().alias("win_share"), polars.col("stress_caused_a").mean(), polars.len().alias("battles")
    )
    frame = result.frame()
    assert again["battles"].to_list() == frame["battles"].to_list()
    for name in ("win_share", "stress_caused_a"):
        assert np.allclose(again[name], frame[name])
    pairs = battles.filter(polars.col("battle") < 4)["swapped"].to_list()
    assert pairs == [False, True, False, True] * 6


def test_a_study_repeats_exactly_from_its_files(result: StudyResult, tmp_path: Path) -> None:
    table, report = result.write(tmp_path / "first")
    for number, path in enumerate((table, report)):
        again = StudyResult(studies.carry_out(read_study(path), studies.executor_for(None, 1)).outcome)
        written = again.write(tmp_path / f"again{number}")
        assert [each.read_bytes() for each in written] == [table.read_bytes(), report.read_bytes()]


def test_the_report_stands_alone_and_has_everything(result: StudyResult) -> None:
    html = result.html()
    assert not re.search(r"(src|href)=|url\(|@import|https?://(?!www\.w3\.org/2000/svg)", html)
    for part in ("Spears &lt;1&gt;", "95% interval", "confidence sequence", "seed 1", "ruleset", "Distributions"):
        assert part in html
    assert study_in_page(html) == result.outcome.plan.data
    drawn = re.findall(r"<svg.*?</svg>", html, re.DOTALL)
    assert len(drawn) >= 5
    for picture in drawn:
        ElementTree.fromstring(picture)
    assert study_in_page("<html></html>") is None


def test_pictures_come_in_one_call(result: StudyResult) -> None:
    assert "weapons.spear.threat" in result.plot("win share")._repr_html_()
    assert len(list(result.plot())) > len(list(result.plot("rounds"))) == 1
    assert "<svg" in result._repr_html_()
    with pytest.raises(BattlewrightError, match="does not measure 'luck'; it has win_share"):
        result.plot("luck")


def test_two_things_make_a_matrix_and_names_make_intervals() -> None:
    two = carried_out(formations(precision=0.2))
    (drawing, *_) = two.plot("win share")
    assert "forces.a (down) by heavy_sixes (across)" in drawing.title
    assert drawing.body.count("±") == 4
    one = carried_out(plan({}, {"heavy_sixes": [False, True]}, system="formations", precision=0.2))
    (drawing,) = one.plot("rounds")
    assert "heavy_sixes no" in drawing.body


@pytest.mark.parametrize(
    "vary", [{"heavy_sixes": [False, True]}, {"rounds": [1, 2, 3]}, {"rounds": [1, 2], "heavy_sixes": [False, True]}]
)
def test_a_study_that_was_stopped_early_has_a_report_without_the_cells_that_have_no_battles(
    vary: dict[str, Any],
) -> None:
    class Interrupted(Threads):
        def run(self, plan: Plan, tasks: Iterable[Task], take: Take) -> None:
            super().run(plan, islice(tasks, 1), take)
            raise KeyboardInterrupt

    result = StudyResult(run(plan({}, vary, system="formations", precision=0.1), Interrupted(1)))
    assert result.interrupted
    assert [each.battles > 0 for each in result.outcome.cells].count(True) == 1
    assert "Stopped early" in result.html()
    assert "nan" not in json.dumps(result.as_data()).lower()
    assert "Infinity" not in json.dumps(result.as_data())
    for picture in re.findall(r"<svg.*?</svg>", result.html(), re.DOTALL):
        ElementTree.fromstring(picture)
        assert "nan" not in picture
        assert "inf" not in picture


def test_pandas_is_asked_for_where_it_is_missing(result: StudyResult, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pandas", None)
    with pytest.raises(BattlewrightError, match="pip install pandas"):
        result.pandas()


def test_data_is_plain_json(result: StudyResult) -> None:
    data = json.loads(json.dumps(result.as_data()))
    assert data["seed"] == 1
    assert data["cells"][0]["measures"]["win_share"]["interval"][0] >= 0
    assert sum(data["cells"][0]["first_out"].values()) == data["cells"][0]["battles"]


def test_nothing_half_written_gets_the_name_of_a_file(tmp_path: Path) -> None:
    def fail(path: Path) -> None:
        path.write_text("half")
        raise OSError(28, "No space left on device")

    with pytest.raises(BattlewrightError, match=r"cannot be written \(the disk is full\)"):
        write_whole(tmp_path / "result.html", fail)
    assert list(tmp_path.iterdir()) == []


def test_other_files_are_not_taken_for_results(tmp_path: Path) -> None:
    polars.DataFrame({"a": [1]}).write_parquet(tmp_path / "other.parquet")
    (tmp_path / "other.html").write_text("<p>Hello</p>")
    (tmp_path / "broken.parquet").write_text("no")
    for name, said in (
        ("other.parquet", "is not the result of a study"),
        ("other.html", "is not the report"),
        ("broken.parquet", "cannot be read"),
        ("none.html", "there is no such file"),
    ):
        with pytest.raises(BattlewrightError, match=said):
            read_study(tmp_path / name)


def test_cells_with_the_same_dice_are_not_counted_twice() -> None:
    """No engagement takes 98 rounds, so both cells have the same battles: two know no more than one."""
    names = {"forces": ["river-guard", "marsh-coven"]}
    result = carried_out(plan(names, {"round_limit": [98, 99]}, system="formations", precision=0.1))
    cells, place = result.outcome.cells, 1
    assert cells[0].sums.totals == cells[1].sums.totals
    assert over_cells(result, cells, place) == pytest.approx(over_cells(result, cells[:1], place))
    value, low, high = over_cells(result, cells, place)
    assert low < value < high


def test_a_study_is_written_as_the_file_that_it_was() -> None:
    study = {
        "study": {"name": 'a "b" \\ c', "precision": {"first player": 0.1}, "bots": ["greedy", "random"]},
        "vary": {"rosters": [["a", "b"], []], "weapons.spear.threat": {"from": 1, "to": 2}, "flag": [True, 1.5, "x"]},
    }
    assert tomllib.loads(toml_of(study)) == study


def test_the_report_says_whether_the_conclusion_depends_on_the_bot(result: StudyResult) -> None:
    told = conclude(result)
    assert told.depends_on_bot is False
    assert any("The bots do not contradict each other" in line for line in told.sentences)
    cells = result.outcome.cells
    greedy, random = cells[0].estimates[0], cells[1].estimates[0]
    object.__setattr__(cells[0], "estimates", (type(greedy)(0.8, 0.7, 0.9, 100), *cells[0].estimates[1:]))
    object.__setattr__(cells[1], "estimates", (type(random)(0.2, 0.1, 0.3, 100), *cells[1].estimates[1:]))
    told = conclude(result)
    object.__setattr__(cells[0], "estimates", (greedy, *cells[0].estimates[1:]))
    object.__setattr__(cells[1], "estimates", (random, *cells[1].estimates[1:]))
    assert told.depends_on_bot is True
    assert "greedy says that side a is favoured, random that side b is" in told.sentences[-1]
