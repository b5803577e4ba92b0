"""Carry out the example studies anew, and write what the page about the lab shows of them: ``python docs/studies.py``.

Some minutes each. A study that was stopped goes on (its battles are in ``build``). The same battles give the same
files; a test repeats one of the studies and compares. Names of studies may be given, to take only those.
"""

from __future__ import annotations

import sys
from pathlib import Path

from battlewright.contract.parts import Pricing
from battlewright.lab.fair_points import check_prices
from battlewright.lab.study.page import estimate_text
from battlewright.lab.study.study import StudyResult, carry_out, checkpoint_of, executor_for, live_progress, read_study

DOCS = Path(__file__).resolve().parent
STUDIES, PAGES, IMAGES = DOCS / "studies", DOCS / "transcripts" / "studies", DOCS / "images"
SHOWN = {
    "threat": ["win_share"],
    "spear": ["win_share"],
    "encounters": ["win_share"],
    "first-player": ["first_player"],
    "matchups": [""],
    "fair-points": [""],
}
"""The example studies, and the measures that are drawn (empty: the pictures of the answer itself)."""
MOST_ROWS = 45


def drawn(result: StudyResult, name: str) -> dict[Path, str]:
    """Return the pictures of a study, by their paths."""
    pictures = []
    for measure in SHOWN[name]:
        pictures += list(result.plot(measure)) if measure else list(result.answer.drawings)
    return {IMAGES / f"lab-{name}-{number}.svg": each.svg() + "\n" for number, each in enumerate(pictures, 1)}


def page(result: StudyResult) -> str:
    """Return what a study says, and its numbers, as Markdown."""
    plan = result.outcome.plan
    if plan.system.lab.pricing is not None and "fair_points" in plan.data:
        return worths(result, plan.system.lab.pricing())
    lines = [f"- {line}" for line in result.answer.sentences]
    if len(plan.cells) <= MOST_ROWS:
        names = list(dict.fromkeys(["win_share", *plan.precision]))
        places = [place for place, each in enumerate(plan.measures) if each.name in names]
        heads = [*result.axes, "battles", *(plan.measures[place].title for place in places)]
        lines += ["", f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}"]
        for each in result.outcome.cells:
            texts = [estimate_text(each.estimates[place], plan.measures[place].is_share) for place in places]
            lines.append(f"| {' | '.join([*each.cell.labels.values(), f'{each.battles:,}', *texts])} |")
    lines += ["", f"{result.battles:,} battles."]
    return "\n".join(lines) + "\n"


def worths(result: StudyResult, pricing: Pricing) -> str:
    """Return what everything is worth beside its price, a table for each reading."""
    lines: list[str] = []
    for reading, words in pricing.readings.items():
        mine = [each for each in check_prices(result, pricing) if each.reading == reading]
        heads = ["", "price", *(f"worth, {each.bots}" for each in mine), *(f"verdict, {each.bots}" for each in mine)]
        lines += [f"Where {words}:", "", f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}"]
        for rows in zip(*(each.worths for each in mine), strict=True):
            numbers = [f"{worth.points:.1f} ({worth.low:.1f} to {worth.high:.1f})" for worth in rows]
            texts = [rows[0].name, str(rows[0].price), *numbers, *(worth.verdict for worth in rows)]
            lines.append(f"| {' | '.join(texts)} |")
        lines.append("")
    return "\n".join([*lines, f"{result.battles:,} battles."]) + "\n"


def files(result: StudyResult, name: str) -> dict[Path, str]:
    """Return everything that the documentation shows of a study, by path."""
    return {PAGES / f"{name}.md": page(result), **drawn(result, name)}


def main() -> None:
    """Carry out the studies that are named, or all."""
    build = DOCS.parent / "build"
    build.mkdir(exist_ok=True)
    PAGES.mkdir(exist_ok=True)
    for name in sys.argv[1:] or SHOWN:
        plan = read_study(STUDIES / f"{name}.toml")
        with live_progress() as progress:
            result = carry_out(plan, executor_for(None, None), build / name, progress=progress)
        if result.interrupted:
            sys.exit(130)
        for path, text in files(result, name).items():
            path.write_text(text, encoding="utf-8")
        result.write(build / name)
        checkpoint_of(build / name).unlink(missing_ok=True)
        print(f"{name}: {result.battles:,} battles, {result.outcome.seconds:.0f} s")


if __name__ == "__main__":
    main()
