"""The commands that answer with odds of Skirmish, from bare numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from operator import itemgetter
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from battlewright import systems
from battlewright.cli import first_odds
from battlewright.cli.build import compile_if_needed
from battlewright.cli.chances import figures, fractions, number, print_chances, say, show_odds
from battlewright.cli.roll import print_json
from battlewright.engine.errors import BattlewrightError, shorten
from battlewright.engine.node import NodeKind
from battlewright.engine.record import allocate, copy_of, look, numbers
from battlewright.engine.text import plural
from battlewright.odds import Odds
from battlewright.odds.solve import Answer
from battlewright.systems.skirmish.guide.figures import Text, described, in_words, length, read_edition, read_figures
from battlewright.systems.skirmish.odds import answers as exact
from battlewright.systems.skirmish.odds import questions
from battlewright.systems.skirmish.odds.answers import REMOVED, Attempt, Clash, Removal
from battlewright.systems.skirmish.odds.questions import Figure
from battlewright.systems.skirmish.record import (
    SIDES,
    STEP,
    ChoiceKind,
    Edition,
    Skirmish,
    SkirmishChoice,
    Step,
)
from battlewright.table.text import inches

NOTE = "Both are in reach throughout, and nobody is shoved: bare numbers do not say where they stand."


# Tests, stress, climbs and jumps


def show_ability_test(ability: int, critical: bool, as_json: bool, edition: str = "second") -> None:
    """The successes of an ability test; of a critical one also its critical successes and failures."""
    read_edition(edition)  # both have the same tests
    compile_if_needed("skirmish")
    odds = exact.test(ability)
    title = f"A test with {plural(ability, 'die')}: successes"
    if not critical:
        show_odds(title, odds, as_json)
        return
    joint = exact.critical_test(ability)
    failures, criticals = joint.map(itemgetter(0)), joint.map(itemgetter(2))
    if as_json:
        both = {"criticals": fractions(criticals), "critical_failures": fractions(failures)}
        print_json({**figures(odds), "distribution": fractions(odds), **both, "joint": fractions(joint)})
        return
    show_odds(title, odds, False)
    show_odds("Critical successes (each 6, among the successes)", criticals, False)
    show_odds("Critical failures (each 1)", failures, False)
    say("--json has the three together.")


def show_stress(
    toughness: int,
    stress: int,
    asked_until: tuple[int | None, int] | None,
    as_json: bool,
    edition: str = "second",
    damage: int | None = None,
) -> None:
    """What the stress check at the start of an activation comes to; with ``asked_until``, the stress gained between
    activations and how many to look at, also when the model is removed. In the first edition: the test on damage."""
    which, until = read_edition(edition), None
    if asked_until is not None:
        usual = 1 if which == Edition.FIRST else 0
        until = (usual if asked_until[0] is None else asked_until[0], asked_until[1])
    if which == Edition.FIRST:
        first_odds.show_stress_test(toughness, stress, damage, until, as_json)
        return
    if damage is not None:
        reason = "In the second edition damage is stress, and is looked at when the model is next activated (S2.T6)"
        raise BattlewrightError(f"{reason}: add it to --stress, or ask with --edition first.")
    compile_if_needed("skirmish")
    odds = exact.stress_check(toughness, stress)
    removal = None if until is None else exact.until_removed(toughness, stress, *until)
    breaks_down, removed = _breaks_down(toughness, stress), odds.chance(REMOVED)
    distribution = {f"{tough},{left}": chance for (tough, left), chance in odds if (tough, left) != REMOVED}
    if removed:
        distribution["removed"] = removed
    if as_json:
        chances = {outcome: str(chance) for outcome, chance in distribution.items()}
        data = {"exact": True, "breaks_down": breaks_down, "removed": str(removed), "distribution": chances}
        print_json(data | (_removal_data(removal) if removal else {}))
        return
    what = "breaks down (S2.T3)" if breaks_down else "is removed at once (S2.T2)" if removed else "does not break down"
    say(f"Toughness {toughness}, stress {stress}: the model {what}. Exact.")
    named = {name.replace(",", ", stress "): chance for name, chance in distribution.items()}
    print_chances("Toughness after", named, bar=30)
    if removal and until:
        _print_removal(removal, *until)


def _breaks_down(toughness: int, stress: int) -> bool:
    """Whether a model that is activated has to make a stress test."""
    question, made = questions.stress_check(toughness, stress), allocate(SkirmishChoice)
    look(SkirmishChoice, made).kind = ChoiceKind.ACTIVATE
    systems.load("skirmish").choose(question.setting, question.battle, made)
    return look(Skirmish, question.battle).node.step == Step.STRESS_TEST


def _removal_data(removal: Removal) -> dict[str, Any]:
    activations = {str(activation): str(chance) for activation, chance in removal.activations.items()}
    never = {"never": str(removal.left)} if removal.for_good else {}
    return {"activations": activations, "left": str(removal.left), **never}


def _print_removal(removal: Removal, gain: int, activations: int) -> None:
    say(f"In which activation it is removed, with {gain} stress gained between two:")
    rest = "never" if removal.for_good else f"not within {activations}"
    chances = {str(activation): chance for activation, chance in removal.activations.items()}
    print_chances("activation", chances | ({rest: removal.left} if removal.left else {}))


def show_climb(agility: int, height: float, ladder: bool, as_json: bool, edition: str = "second") -> None:
    """Whether a climb succeeds, and the stress of a fall."""
    high, which = length("--height", height), read_edition(edition)
    if high <= STEP:
        clause = questions.cite("S2.M2", which)
        reason = f"what is up to {inches(STEP)} high is ignored while moving and not climbed ({clause})"
        raise BattlewrightError(f"--height must be more than {inches(STEP)}: {reason}.")
    compile_if_needed("skirmish")
    support = " by a ladder" if ladder else ""
    attempt = exact.climb(agility, high, ladder, which)
    _show_attempt(f"A climb of {inches(high)}{support} with Agility {agility}", attempt, as_json)


def show_jump(agility: int, distance: float, drop: float, as_json: bool, edition: str = "second") -> None:
    """Whether a jump succeeds, and the stress of a fall."""
    far, deep, which = length("--distance", distance), length("--drop", drop), read_edition(edition)
    compile_if_needed("skirmish")
    over = f", {inches(deep)} above the ground," if deep else ""
    attempt = exact.jump(agility, far, deep, which)
    _show_attempt(f"A jump of {inches(far)}{over} with Agility {agility}", attempt, as_json)


def _show_attempt(title: str, attempt: Attempt, as_json: bool) -> None:
    if as_json:
        print_json({"exact": True, "success": str(attempt.success), "stress": fractions(attempt.stress)})
        return
    say(f"{title}. Exact.")
    print_chances("", {"success": attempt.success, "failure": 1 - attempt.success})
    print_chances("stress", {str(stress): chance for stress, chance in attempt.stress})


# Clashes

FIGHTER = ("melee", "toughness", "stress", "weapon")


def show_clash(
    attacker: str, defender: str, struck: str | None, parried: str | None, as_json: bool, edition: str = "second"
) -> None:
    """What a clash comes to by the best play of both; after dice that have fallen, by every choice."""
    if read_edition(edition) == Edition.FIRST:
        reason = "In the first edition both divide their dice in secret (S1.K2), so there is no best play in turn"
        raise BattlewrightError(f"{reason}. Ask with 'battlewright odds skirmish split'.")
    one, other = read_figures(
        Text("--attacker", attacker, FIGHTER, names_weapon=True, may_be_unarmed=False),
        Text("--defender", defender, FIGHTER, names_weapon=True),
    )
    compile_if_needed("skirmish")
    if (struck is None) != (parried is None):
        raise BattlewrightError("--struck and --parried come together: the dice of the attacker and of the defender.")
    who = {"attacker": one, "defender": other}
    if struck is None or parried is None:
        _show_clash(who, exact.clash(one, other), as_json)
        return
    fallen = _faces("--struck", struck, one.melee), _faces("--parried", parried, other.melee)
    _show_choices(who, *fallen, as_json)


def _faces(option: str, text: str, dice: int) -> list[int]:
    """Faces that have fallen, with commas or blanks between them."""
    faces = re.split(r"[\s,;]+", text.strip()) if text.strip() else []
    if len(faces) != dice or not all(re.fullmatch(rf"[1-{SIDES}]", face) for face in faces):
        wanted = f"{plural(dice, 'face')} from 1 to {SIDES} with commas between them, one for each point of Melee"
        raise BattlewrightError(f"{option} takes {wanted}, not {shorten(text)} (S2.K6).")
    return [int(face) for face in faces]


def _clash_data(who: Mapping[str, Figure], values: Sequence[Fraction], odds: Odds[Any]) -> dict[str, Any]:
    value, net_stress = map(str, values)
    return {
        "exact": True,
        "value": value,
        "net_stress": net_stress,
        "breaks": {name: str(chance) for name, chance in _breaks(who, odds).items()},
        "distribution": fractions(odds),
        "note": NOTE,
        **{name: described(figure, FIGHTER) for name, figure in who.items()},
    }


def _breaks(who: Mapping[str, Figure], odds: Odds[Any]) -> dict[str, Fraction]:
    """The chances that each breaks down at its next activation."""
    return {
        name: odds.map(itemgetter(at)).at_least(figure.toughness - figure.stress)
        for at, (name, figure) in enumerate(who.items())
    }


def _show_clash(who: Mapping[str, Figure], clash: Clash, as_json: bool) -> None:
    if as_json:
        print_json(_clash_data(who, (clash.value, clash.net_stress), clash.odds))
        return
    _introduce(who)
    say("Exact, by the best play of both.")
    print_chances("", {f"{name} breaks down": chance for name, chance in _breaks(who, clash.odds).items()}, bar=30)
    _print_clash((clash.value, clash.net_stress), clash.odds)


def _introduce(who: Mapping[str, Figure]) -> None:
    for name, figure in who.items():
        say(f"{name.capitalize()}: {in_words(figure, FIGHTER)}.")
    say(NOTE)


def _print_clash(values: Sequence[Fraction], odds: Odds[Any]) -> None:
    value, net_stress = (f"{float(each):+.4f}" for each in values)
    suffered = [number(odds.map(itemgetter(at)).mean) for at in range(2)]
    say(f"On average the attacker suffers {suffered[0]} stress and the defender {suffered[1]}.")
    say(f"For the attacker: break-downs {value}, stress {net_stress}.")
    print_chances(
        "stress suffered", {f"attacker {one}, defender {other}": chance for (one, other), chance in odds}, bar=30
    )


def _show_choices(who: Mapping[str, Figure], struck: list[int], parried: list[int], as_json: bool) -> None:
    """Every choice after these dice, and what a mistake costs whoever chooses."""
    one, other = who.values()
    chooser, listed = _first_choice(one, other, struck, parried)
    answer = exact.clash_after(one, other, struck, parried)
    choices = answer.choices or tuple((choice, answer) for choice in listed)
    best = max(answer.best, 0)
    if as_json:
        data = _clash_data(who, answer.values, answer.odds)
        entries = (
            [_choice_data(choice, each, at == best) for at, (choice, each) in enumerate(choices)] if listed else []
        )
        print_json(data | {"chooses": chooser if listed else None, "choices": entries})
        return
    _introduce(who)
    faces = " and ".join(
        f"the {name} {' '.join(map(str, dice)) or 'nothing'}" for name, dice in zip(who, (struck, parried), strict=True)
    )
    say(f"After {faces}. Exact, by the best play of both from here.")
    if listed:
        _print_choices(chooser, choices, best)
    else:
        say("There is nothing to choose: what is left resolves itself.")
    _print_clash(answer.values, answer.odds)


def _first_choice(
    one: Figure, other: Figure, struck: list[int], parried: list[int]
) -> tuple[str, list[SkirmishChoice]]:
    """Who chooses first after these dice, and what there is to choose."""
    question, system = questions.clash(one, other), systems.load("skirmish")
    view = look(Skirmish, question.battle)
    for faces in filter(None, (struck, parried)):
        if view.node.kind == NodeKind.CHANCE:
            system.roll(question.setting, question.battle, numbers(faces))
    if view.node.step != Step.RESOLVE:
        return "", []
    room = allocate(SkirmishChoice, system.max_choices)
    count = system.choices(question.setting, question.battle, room, 0)
    return ("attacker", "defender")[view.node.seat], [copy_of(look(SkirmishChoice, room, at)) for at in range(count)]


def _choice_words(choice: SkirmishChoice) -> str:
    """``strike with a critical``, ``parry a success with a critical``."""
    used, against = (("a success", "a critical")[critical] for critical in (choice.critical, choice.against))
    match choice.kind:
        case ChoiceKind.STRIKE:
            return f"strike with {used}"
        case ChoiceKind.PARRY:
            return f"parry {against} with {used}"
    return f"spend {used} without effect"


def _choice_data(choice: SkirmishChoice, answer: Answer, is_best: bool) -> dict[str, Any]:
    value, net_stress = map(str, answer.values)
    odds = {"distribution": fractions(answer.odds), "best": is_best}
    return {"choice": _choice_words(choice), "value": value, "net_stress": net_stress, **odds}


def _print_choices(chooser: str, choices: Sequence[tuple[SkirmishChoice, Answer]], best: int) -> None:
    say(f"The {chooser} chooses:")
    table = Table(box=box.SIMPLE, pad_edge=False)
    for heading in ("choice", "break-downs", "stress", "a mistake costs"):
        table.add_column(heading, justify="left" if heading == "choice" else "right")
    for at, (choice, answer) in enumerate(choices):
        table.add_row(
            f"{_choice_words(choice)}{' *' if at == best else ''}",
            *(f"{float(value):+.4f}" for value in answer.values),
            "" if at == best else _cost(answer, choices[best][1]),
        )
    Console().print(table)
    say("Break-downs at the next activation and stress, as the attacker sees them. * is best.")


def _cost(answer: Answer, best: Answer) -> str:
    """What is lost by a choice that is not the best: break-downs, or where they are the same, stress."""
    for what, one, other in zip(("break-downs", "stress"), answer.values, best.values, strict=True):
        if one != other:
            return f"{float(abs(one - other)):.4f} {what}"
    return "nothing"
