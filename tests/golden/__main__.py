"""Play the golden battles anew."""

from __future__ import annotations

from tests.golden import FOLDER, GOLDEN, play

for name in GOLDEN:
    path = FOLDER / f"{name}.replay"
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    after = play(name)
    path.write_text(after, encoding="utf-8")
    print(f"{name}: {'the same' if after == before else 'written anew'}")  # noqa: T201
