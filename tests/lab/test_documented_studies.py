"""The example studies of the documentation: their files, and what the page shows of them."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from battlewright.lab.study.study import carry_out, executor_for, read_study

DOCS = Path(__file__).parents[2] / "docs"
MADE = runpy.run_path(str(DOCS / "studies.py"), run_name="studies")
STUDIES = sorted(path.stem for path in (DOCS / "studies").glob("*.toml"))


@pytest.mark.parametrize("name", STUDIES)
def test_every_example_study_can_be_carried_out_and_is_shown(name: str) -> None:
    assert name in MADE["SHOWN"]
    if name != "fair-points":  # it draws a thousand battles to say so
        assert read_study(DOCS / "studies" / f"{name}.toml").cells
    page = (DOCS / "lab.md").read_text(encoding="utf-8")
    assert f"transcripts/studies/{name}.md" in page
    assert f"images/lab-{name}-1.svg" in page
    assert (MADE["PAGES"] / f"{name}.md").is_file()


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["encounters", "first-player"])
def test_an_example_study_repeats_to_the_last_digit(name: str) -> None:
    result = carry_out(read_study(DOCS / "studies" / f"{name}.toml"), executor_for(None, None))
    for path, text in MADE["files"](result, name).items():
        assert path.read_text(encoding="utf-8") == text, "run 'python docs/studies.py' and look at the diff"
