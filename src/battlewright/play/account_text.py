"""The account of a battle for people: why a side won or lost in three sentences, and a waterfall for the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from battlewright.answers.report import Report
from battlewright.engine.text import listed
from battlewright.play.battle_report_data import AccountPart, CostlyChoice, MatchReportData, StepChange

WIDE = 28
"""The width of the waterfall, in characters: beside the longest names of sides it fits 80 columns."""
LARGEST = 3
"""The steps of a part that are named where not all are listed."""
ROUGH = 10
"""An account is rough where a part has a larger standard error."""
SMALL = 0.5
"""Smaller changes, in points of 100, are not listed."""
CLEAR = 2.0
"""A part is told as a reason if it is this many standard errors from nothing."""
EVEN = 50


class Row(NamedTuple):
    """A part of the account as a side sees it: in whole points, with its standard error."""

    part: str
    title: str
    points: int
    error: float


def rows_of(names: Mapping[str, str], side: str, parts: Sequence[AccountPart]) -> list[Row]:
    """Return the parts from the view of a side, its own choices before the other's."""
    titles = {
        "start": "Before the first choice",
        "dice": "The dice",
        "edits": "The game master",
        "end": "The early end",
        "result": "Result",
    }
    rows = []
    for each in sorted(parts, key=lambda part: (part["part"] == "choices", part["side"] != side)):
        points = each["rounded"] if side == "a" else -each["rounded"]
        if side == "b" and each["part"] in ("start", "result"):
            points += 100
        title = f"Choices of {names[each['side']]}" if each["side"] else titles[each["part"]]
        rows.append(Row("own" if each["side"] == side else each["part"], title, points, each["error"]))
    order = ["start", "dice", "own", "choices", "edits", "end", "result"]
    return sorted(rows, key=lambda row: order.index(row.part))


def why(
    names: Mapping[str, str], side: str, parts: Sequence[AccountPart], costliest: Sequence[CostlyChoice]
) -> list[str]:
    """Return in three sentences why a side won or lost: the main reason, the account, and its costliest choice."""
    rows = {row.part: row for row in rows_of(names, side, parts)}
    own = [each for each in costliest if each["side"] == side]
    return [_reason(names, side, rows), _account(names, side, rows), _costliest(own)]


def _reason(names: Mapping[str, str], side: str, rows: Mapping[str, Row]) -> str:
    me, other = names[side], names["b" if side == "a" else "a"]
    result, start = rows["result"].points, rows["start"]
    ended = "won" if result == 100 else "lost" if result == 0 else "came out level" if result == EVEN else "stands here"
    sign = 1 if result > EVEN or (result == EVEN and start.points < EVEN) else -1
    reasons = {
        "start": (start.points - EVEN, f"because of how it began: with {start.points} of 100"),
        "dice": (rows["dice"].points, "because of the dice"),
        "own": (rows["own"].points, "by their own choices"),
        "choices": (rows["choices"].points, f"by the choices of {other}"),
    }
    if "end" in rows:
        reasons["end"] = rows["end"].points, "because the battle was ended early"
    clear = [
        (sign * points, part, words)
        for part, (points, words) in reasons.items()
        if sign * points > max(CLEAR * rows[part].error, 1)
    ]
    if not clear:
        return f"{me} {ended}, and no single reason stands out."
    most, part, words = max(clear)
    error = round(rows[part].error)
    about = f", give or take {error}" if error else ""
    amount = "" if part == "start" else f" ({signed(sign * most)} of 100{about})"
    return f"{me} {ended} mostly {words}{amount}."


def _account(names: Mapping[str, str], side: str, rows: Mapping[str, Row]) -> str:
    other = names["b" if side == "a" else "a"]
    parts = [
        f"the dice {_gave(rows['dice'].points)}",
        f"their own choices {_gave(rows['own'].points)}",
        f"those of {other} {_gave(rows['choices'].points)}",
    ]
    return f"They began with {rows['start'].points} of 100; {parts[0]}, {parts[1]} and {parts[2]}."


def _gave(points: int) -> str:
    return f"gave them {points}" if points > 0 else f"cost them {-points}" if points < 0 else "changed nothing"


def _costliest(own: Sequence[CostlyChoice]) -> str:
    if not own:
        return "No single choice of theirs is known to have cost them much."
    first = max(own, key=lambda each: each["lost"])
    return (
        f"Their costliest choice was step {first['number'] + 1}, “{first['sentence']}”: "
        f"“{first['better']['sentence']}” was worth {first['lost']:.0f} points more."
    )


def signed(points: float) -> str:
    """Return whole points with their sign: ``+7``, ``-3``, ``±0``."""
    whole = round(points)
    return f"{'+' if whole > 0 else '-' if whole < 0 else '±'}{abs(whole)}"


def account_blocks(made: Report, data: MatchReportData, side: str, all_steps: bool = False) -> None:
    """Add the account, the costliest choices, the key moments and the dice to a report, from the view of a side; with
    the largest steps of each part, or all of them."""
    names = {letter: each["name"] for letter, each in data["sides"].items()}
    if data["account"]:
        made.say(f"\nWhy? (points of 100, for {names[side]})", heading=True)
        scale, rows = _waterfall(names, side, data)
        made.table(("", "points", "±", scale), rows, left=frozenset({0, 3}))
        for sentence in data["sides"][side]["sentences"]:
            made.say(sentence)
        if is_rough(data):
            made.say("These figures are rough: more time (`--seconds 120`) makes them more precise.")
        _say_steps(made, names, side, data, all_steps)
        _say_costliest(made, data, side)
        _say_moments(made, data, side)
    else:
        made.say(f"\nThere is no account: {_why_none(data)}")
    if data["rolls"]:
        made.say("\nDice", heading=True)
        for each in data["rolls"]:
            made.say(each["sentence"])
    if data["account"]:
        _say_method(made, data)


def _why_none(data: MatchReportData) -> str:
    if len(data["sides"]) != 2:
        return "only a battle of two sides has one."
    if data["interrupted"]:
        return "it was interrupted before the battle was played on from every step."
    return "the time was too short to play on from every step often enough; `--seconds` gives it more."


def _waterfall(names: Mapping[str, str], side: str, data: MatchReportData) -> tuple[str, list[list[str]]]:
    """Return the scale of the bars, and a row with its bar for each part. The scale has room for all levels."""
    found = rows_of(names, side, data["account"])
    is_level = [row.part in ("start", "result") for row in found]
    ends = [*accumulate(row.points for row in found[:-1]), found[-1].points]
    begins = [0 if level else end - row.points for row, level, end in zip(found, is_level, ends, strict=True)]
    low, high = min(0, *ends), max(100, *ends)
    rows = []
    for row, level, *span in zip(found, is_level, begins, ends, strict=True):
        first, last = ((each - low) * WIDE // (high - low) for each in sorted(span))
        mark = "█" if level else "▓" if row.points > 0 else "░"
        bar = " " * min(first, WIDE - 1) + mark * max(last - first, int(row.points != 0))
        points = str(row.points) if level else signed(row.points)
        rows.append([row.title, points, f"{row.error:.0f}" if row.error else "", bar.rstrip()])
    return f"{low}{str(high).rjust(WIDE - len(str(low)))}", rows


def is_rough(data: MatchReportData) -> bool:
    """Return whether a part of the account is known too little to be relied on."""
    return any(each["error"] > ROUGH for each in data["account"])


def steps_of(part: str, side: str, data: MatchReportData) -> list[StepChange]:
    """Return the steps of a part as a side sees it, in its points, without those that changed next to nothing. The
    surest come first: the largest, less their standard errors."""
    sign = 1 if side == "a" else -1
    seen: list[StepChange] = [
        {**each, "points": sign * each["points"]}
        for each in data["changes"]
        if part == ("own" if each["part"] == "choices" and each["side"] == side else each["part"])
        and abs(each["points"]) >= SMALL
    ]
    return sorted(seen, key=lambda each: each["error"] - abs(each["points"]))


def _say_steps(made: Report, names: Mapping[str, str], side: str, data: MatchReportData, in_full: bool) -> None:
    made.say("\nSteps of each part", heading=True)
    for row in rows_of(names, side, data["account"]):
        if row.part in ("start", "end", "result"):
            continue
        found = steps_of(row.part, side, data)
        largest = [f"{each['number'] + 1} ({signed(each['points'])})" for each in found[:LARGEST]]
        rest = len(found) - len(largest)
        largest += [f"{rest} more"] if rest else []
        if not found:
            made.say(f"{row.title}: no step is known to have changed much.")
        elif not in_full:
            made.say(f"{row.title}: {'step' if len(found) == 1 else 'steps'} {listed(largest, 'and')}.")
        else:
            made.table(
                ("step", row.title, "points", "±"),
                [
                    [str(each["number"] + 1), each["sentence"], signed(each["points"]), f"{each['error']:.0f}"]
                    for each in found
                ],
                left=frozenset({1}),
            )
        unknown = data["unknown"] if side == "a" else -data["unknown"]
        if row.part == "dice" and abs(unknown) >= SMALL:
            made.say(f"What nobody could know, as choices were secret: {signed(unknown)}.")
    if not in_full:
        made.say("", hint="--steps lists them all.")


def _say_costliest(made: Report, data: MatchReportData, side: str) -> None:
    rows = [
        [
            str(each["number"] + 1),
            each["sentence"],
            each["better"]["sentence"],
            f"{each['lost']:.0f} ± {each['error']:.0f}",
        ]
        for each in data["costliest"]
        if each["side"] == side
    ]
    if rows:
        made.say("\nCostliest choices", heading=True)
        made.table(("step", "chosen", "better", "points"), rows, left=frozenset({1, 2}))


def _say_moments(made: Report, data: MatchReportData, side: str) -> None:
    def chance(value: float) -> str:
        return f"{100 * (value if side == 'a' else 1 - value):.0f}"

    rows = [
        [str(each["number"] + 1), each["sentence"], chance(each["before"]), chance(each["after"])]
        for each in data["key_moments"]
    ]
    if rows:
        made.say("\nKey moments", heading=True)
        made.table(("step", "what", "before", "after"), rows, left=frozenset({1}))


def _say_method(made: Report, data: MatchReportData) -> None:
    secrets = " What a side could not know is not held against it and counts among the dice." if data["secrets"] else ""
    made.say(
        f"\nChances by {data['battles']:,} battles that the {data['reference']} bot played to their ends for both. "
        f"A choice counts against what that bot would have chosen, the dice are what is left.{secrets} "
        "± is one standard error."
    )
