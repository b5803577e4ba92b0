"""The example notebook runs, with a bar for its progress."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from nbclient import NotebookClient

NOTEBOOK = Path(__file__).parents[3] / "docs" / "notebooks" / "lab.ipynb"


@pytest.mark.filterwarnings("default")
def test_the_example_notebook_runs(tmp_path: Path) -> None:
    book: Any = import_module("nbformat").read(NOTEBOOK, as_version=4)
    NotebookClient(book, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    study, frame, plot, said, battles, _ = (cell for cell in book.cells if cell.cell_type == "code")
    assert study.outputs[0].output_type == "display_data", "the bar, which is gone when the study is done"
    assert any("<svg" in output.get("data", {}).get("text/html", "") for output in study.outputs)
    assert "heavy_sixes" in frame.outputs[0]["data"]["text/html"]
    assert "<svg" in plot.outputs[0]["data"]["text/html"]
    assert "Side a wins most often" in said.outputs[0]["text"]
    assert "winner" in battles.outputs[0]["data"]["text/html"]
    assert {path.suffix for path in tmp_path.glob("heavy-sixes.*")} == {".parquet", ".html"}
