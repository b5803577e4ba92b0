"""Examples of answers for the description of the interface: real ones, kept by ``docs/interface_examples.py``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FILE = Path(__file__).parent / "examples.json"


def add_examples(paths: dict[str, Any]) -> None:
    """Add to each operation the example of its answer."""
    for key, example in json.loads(FILE.read_text(encoding="utf-8")).items():
        method, _, path = key.partition(" ")
        responses = paths.get(path, {}).get(method.lower(), {}).get("responses", {})
        for status, response in responses.items():
            if status.startswith("2"):
                response["content"]["application/json"]["example"] = example
