"""Count anew."""

from __future__ import annotations

from dataclasses import asdict, replace

from tests.perft import FILES, count, read, written

for path in FILES:
    cases = read(path)
    after = [replace(case, **asdict(count(case))) for case in cases]
    for old, new in zip(cases, after, strict=True):
        print(f"{path.stem}: {old.name}: {'the same' if old == new else 'counted anew'}")  # noqa: T201
    path.write_text(written(path, after), encoding="utf-8")
