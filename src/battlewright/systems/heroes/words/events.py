"""A sentence for each kind of event: who did what to whom, with every number that decided it."""

from __future__ import annotations

from battlewright.engine.events import EDITED, Event
from battlewright.engine.text import plural
from battlewright.systems.heroes.enums import TYPES, Band, Check, Component, ConditionName, DamageType
from battlewright.systems.heroes.record import CONDITION_OF, Editable, EventKind
from battlewright.systems.heroes.setup.file_types import word
from battlewright.systems.heroes.setup.names import name_of
from battlewright.systems.heroes.words.names import Names, condition_name, defence_name

BANDS = {
    Band.DODGED: "no more than Dodge {edge}: the attack is dodged",
    Band.PARRIED: "no more than Dodge and Parry {edge}: the attack is parried",
    Band.ARMOR: "no more than Physical Defence {edge}: the attack is stopped by armour",
    Band.HIT: "more than Physical Defence {edge}: the attack hits",
    Band.CRITICAL: "more than {margin} above Physical Defence {whole}: the attack hits critically",
}


def types_of(bits: int) -> str:
    """Return a text such as ``fire and slashing``."""
    names = [word(DamageType(type)) for type in range(TYPES) if (bits >> type) & 1]
    return " and ".join(names) or "plain"


def added(shown: int, bonus: int) -> str:
    """Return a text such as ``14 + 8 = 22``: the dice, the bonus and the total."""
    return f"{shown} {'-' if bonus < 0 else '+'} {abs(bonus)} = {shown + bonus}" if bonus else str(shown)


def needed(base: int, whole: int) -> str:
    """Return a text such as ``12 + 7 = 19``: what a check had to reach."""
    return added(base, whole - base)


def event_text(names: Names, event: Event) -> str:
    """Return the sentence of an event, without its clause."""
    if event.kind == EDITED:
        return _edited(names, event)
    who, whom, amount, detail = names.name(event.who), names.name(event.whom), event.amount, event.detail
    kind = EventKind(event.kind)
    match kind:
        case EventKind.ROUND:
            return f"Round {amount}."
        case EventKind.INITIATIVE:
            return f"{who} has initiative {added(detail, amount - detail)}."
        case EventKind.TIE:
            return f"A tie for initiative: {amount} roll off."
        case EventKind.TURN:
            return f"The turn of {who}: {amount} AP{', and it cannot act' if detail else ''}."
        case EventKind.USES:
            return f"{who} uses {names.action_name(event.who, amount)} at {whom}."
        case EventKind.CONFUSED:
            return f"{who} is confused and goes for {whom}."
        case EventKind.CONTEST | EventKind.CONTEST_ROUND | EventKind.CONTEST_TIE | EventKind.CONTEST_DIE:
            return _of_contest(kind, who, whom, event)
        case EventKind.ATTACK_ROLL | EventKind.BAND | EventKind.DAMAGE_ROLL | EventKind.DAMAGE | EventKind.NO_DAMAGE:
            return _of_attack(names, kind, event)
        case EventKind.VULNERABILITY:
            return f"The vulnerability of {who} adds {amount}: {detail + amount}."
        case EventKind.RESISTANCE:
            return f"The resistance of {who} takes {amount} off: {max(detail - amount, 0)}."
        case EventKind.TICK:
            return f"{condition_name(detail)} deals {who} {amount}."
        case EventKind.HEALED:
            return f"{who} recovers {amount}."
        case EventKind.SEALED:
            return f"{who} is {condition_name(amount)} and recovers nothing."
        case EventKind.CONDITION:
            lasts = f" for {plural(detail, 'turn')}" if detail > 0 else ""
            by = f", by {whom}" if event.whom >= 0 else ""
            return f"{who} is now {condition_name(amount)}{lasts}{by}."
        case EventKind.OVER:
            return f"{who} is no longer {condition_name(amount)}."
        case EventKind.LAPSED:
            return f"{who} lets {condition_name(amount)} on {whom} lapse."
        case EventKind.OTHER:
            return f"{who} does something else, and has {amount} AP left."
        case EventKind.ENDED:
            return f"{who} ends its turn with {amount} AP."
        case EventKind.BROKEN:
            return f"{who} is broken and out of the encounter."
        case EventKind.RALLIED:
            return f"{who} is no longer broken."
        case EventKind.GONE:
            return f"{names.side(1 - event.who)} are all out." if event.who in (0, 1) else "Nobody is left."
        case EventKind.LIMIT:
            return f"After {plural(amount, 'round')} nobody has won."
        case EventKind.MODIFIER_OVER:
            return f"The modifier of {detail:+d} to {word(Component(amount))} of {who} has run out."
        case EventKind.NAMED:
            return f"It is called {name_of([event.who, event.whom, amount, detail])!r}."
    return _of_check(names, kind, event)


def _of_contest(kind: EventKind, who: str, whom: str, event: Event) -> str:
    amount, detail = event.amount, event.detail
    if kind == EventKind.CONTEST_DIE:
        return f"{who} shows {added(amount, detail)}."
    if kind == EventKind.CONTEST_TIE:
        return f"{who} and {whom} both come to {amount}: the round is repeated."
    if kind == EventKind.CONTEST_ROUND:
        return f"{amount} of {who} against {detail} of {whom}: the round goes to {who if amount > detail else whom}."
    winner, loser, won, lost = (who, whom, amount, detail) if amount > detail else (whom, who, detail, amount)
    return f"{winner} wins the contest with {loser}, {won} to {lost}."


def _of_attack(names: Names, kind: EventKind, event: Event) -> str:
    who, whom, amount, detail = names.name(event.who), names.name(event.whom), event.amount, event.detail
    match kind:
        case EventKind.ATTACK_ROLL:
            return f"{who} rolls {added(amount, detail)} to hit {whom}."
        case EventKind.BAND:
            margin = names.setup.rulings.critical_margin
            text = BANDS[Band(detail)].format(edge=amount, margin=margin, whole=amount - margin)
            return f"That is {text}."
        case EventKind.DAMAGE_ROLL:
            return f"The dice for {whom} show {added(amount, detail)}."
        case EventKind.DAMAGE:
            return f"{who} takes {amount} {types_of(detail)} damage."
    if amount <= 0:
        return f"That does {who} no damage."
    return f"{who} resists all of {amount} {types_of(detail)} damage."


def _of_check(names: Names, kind: EventKind, event: Event) -> str:
    """Return the sentence of a check of a lasting effect or of an exposure."""
    who, whom, amount, detail = names.name(event.who), names.name(event.whom), event.amount, event.detail
    base = names.setup.rulings.check_base
    defence, number = divmod(amount, CONDITION_OF)
    brought = condition_name(number) if number < len(ConditionName) else "it"
    of_whom = f" of {whom}" if event.whom >= 0 else ""
    match kind:
        case EventKind.CHECK_ROLL:
            return f"{who} rolls {added(amount, detail)}."
        case EventKind.RESISTED | EventKind.NOT_RESISTED:
            how = "shakes off" if kind == EventKind.RESISTED else "does not shake off"
            needs = needed(base, detail)
            return f"It took {needs}: {who} {how} {brought}{of_whom}, with {defence_name(defence)}."
        case EventKind.MAINTAINED | EventKind.NOT_MAINTAINED:
            how = "keeps up" if kind == EventKind.MAINTAINED else "cannot keep up"
            needs = f"more than {needed(base, detail)}"
            return f"It took {needs}: {who} {how} {brought} on {whom}, against {defence_name(defence)}."
        case EventKind.LASTS:
            if detail == Check.MAINTENANCE:
                return f"It lasts as long as {whom} keeps it up against {defence_name(defence)}."
            return f"It lasts until {who} shakes it off with {defence_name(defence)}."
        case EventKind.EXPOSED:
            hazard = names.setup.hazards[event.whom - 1].name if event.whom > 0 else "a trap"
            return f"{who} is exposed to {hazard}: {defence_name(amount)} against {needed(base, base + detail)}."
    brings = f" {condition_name(number - 1)}" if number else ""
    how = "withstands" if kind == EventKind.WITHSTOOD else "does not withstand"
    return f"It took {needed(base, detail)}: {who} {how}{brings or ' it'}{of_whom}, with {defence_name(defence)}."


def _edited(names: Names, event: Event) -> str:
    """Return the sentence of a game master's edit."""
    what, of = Editable(event.whom // 100), event.whom % 100
    who, value = names.name(event.who), event.amount
    match what:
        case Editable.MODIFIER:
            taken = f"takes the modifier of {event.detail:+d} to {word(Component(of))} from {who}"
            given = f"gives {who} {value:+d} to {word(Component(of))}"
            return f"The game master {given if value else taken}."
        case Editable.CONDITION:
            lasting = names.setup.rulings.conditions[ConditionName(of).name.lower()].turns
            usual = plural(lasting, "turn") if isinstance(lasting, int) else "until a check ends it"
            until = "until the game master ends it" if lasting == "lasting" else usual
            turns = plural(value, "turn") if value > 0 else until
            if not value and event.detail:
                name = condition_name(of)
                return f"The game master ends what made {who} {name}, but it is still {name} by its pools."
            by = f", by {names.name(event.detail - 1)}" if event.detail else ""
            change = f"is {condition_name(of)} ({turns}{by})" if value else f"is no longer {condition_name(of)}"
            return f"The game master decides: {who} {change}."
        case Editable.RING:
            where = f"at place {of + 1} beside {who}"
            return f"The game master decides: {names.name(value - 1) if value else 'nobody'} stands {where}."
        case Editable.EXPOSED:
            hazard = names.setup.hazards[of - 1].name
            return f"The game master decides: {hazard} {'threatens' if value else 'no longer threatens'} {who}."
        case Editable.TRAP:
            hazard = names.setup.hazards[of - 1].name if of else "a trap"
            return f"The game master decides: {hazard} goes off at {who}."
    name = "hidden share" if what == Editable.HIDDEN else word(what)
    whose = "" if what == Editable.ROUND else f" of {who}"
    return f"The game master sets the {name}{whose} from {event.detail} to {value}."
