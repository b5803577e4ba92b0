"""A sentence for each kind of event: who did what to whom, with every number that decided it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.events import UNTOLD, EventView
from battlewright.engine.record import layout_of
from battlewright.engine.sentences import EDITED_NUMBER
from battlewright.engine.text import listed, plural
from battlewright.systems.heroes.enums import Attribute, Band, Check, Component, ConditionName
from battlewright.systems.heroes.record import NOBODY, Editable, Encounter, EventKind, Rulings
from battlewright.systems.heroes.rules.damage import is_mental
from battlewright.systems.heroes.setup.file_types import word
from battlewright.systems.heroes.setup.names import name_of
from battlewright.systems.heroes.words.names import Names, condition_name, defence_name, targets_of, types_of

RULINGS = [each.name.replace("_", " ") for each in layout_of(Rulings).fields]
"""The rulings that are numbers, in their order."""
BANDS = {
    Band.DODGED: "no more than Dodge {edge}: the attack is dodged",
    Band.PARRIED: "no more than Dodge and Parry {edge}: the attack is parried",
    Band.ARMOR: "no more than Physical Defence {edge}: the attack is stopped by armour",
    Band.HIT: "more than Physical Defence {edge}: the attack hits",
    Band.CRITICAL: "more than {margin} above Physical Defence {whole}: the attack hits critically",
}


def added(shown: int, bonus: int) -> str:
    """Return a text such as ``14 + 8 = 22``: the dice, the bonus and the total."""
    return f"{shown} {'-' if bonus < 0 else '+'} {abs(bonus)} = {shown + bonus}" if bonus else str(shown)


def _gone(names: Names, event: EventView) -> str:
    return "Nobody is left." if event["winner"] == NOBODY else f"{names.side(1 - event['winner'])} are all out."


def _condition(names: Names, event: EventView) -> str:
    lasts = f" for {plural(event['turns'], 'turn')}" if event["turns"] > 0 else ""
    return f"{names.name(event['who'])} is now {condition_name(event['condition'])}{lasts}{_by(names, event)}."


def _by(names: Names, event: EventView) -> str:
    return f", by {names.name(event['by'])}" if event["by"] != NOBODY else ""


def _contest_round(names: Names, event: EventView) -> str:
    who, whom, own, their = _contestants(names, event, "total")
    return f"{own} of {who} against {their} of {whom}: the round goes to {who if own > their else whom}."


def _contest(names: Names, event: EventView) -> str:
    who, whom, own, their = _contestants(names, event, "wins")
    if own > their:
        return f"{who} wins the contest with {whom}, {own} to {their}."
    return f"{whom} wins the contest with {who}, {their} to {own}."


def _contestants(names: Names, event: EventView, what: str) -> tuple[str, str, int, int]:
    return names.name(event["who"]), names.name(event["whom"]), event[f"own_{what}"], event[f"their_{what}"]


def _band(names: Names, event: EventView) -> str:
    edge, margin = event["edge"], names.setup.rulings.critical_margin
    return f"That is {BANDS[Band(event['band'])].format(edge=edge, margin=margin, whole=edge - margin)}."


def _no_damage(names: Names, event: EventView) -> str:
    who, total = names.name(event["who"]), event["total"]
    if total <= 0:
        return f"That does {who} no damage."
    return f"{who} resists all of {total} {types_of(event['types'])} damage."


def _lasts(names: Names, event: EventView) -> str:
    defence = defence_name(event["defence"])
    if event["check"] == Check.MAINTENANCE:
        return f"It lasts as long as {names.name(event['by'])} keeps it up against {defence}."
    return f"It lasts until {names.name(event['who'])} shakes it off with {defence}."


def _over_base(names: Names, power: int) -> str:
    """Return what a check has to reach: ``12 + 7 = 19``."""
    return added(names.setup.rulings.check_base, power)


def _hazard(names: Names, event: EventView) -> str:
    known, hazard = names.setup.hazards, event["hazard"]
    return known[hazard].name if 0 <= hazard < len(known) else "a trap"


def _rested(names: Names, event: EventView) -> str:
    back = [f"{event[pool]} {pool.title()}" for pool in ("health", "morale") if event[pool]]
    gone = [f"{event[pool]} {pool.title()}" for pool in ("wounds", "stress") if event[pool]]
    told = [f"recovers {listed(back, 'and')}"] * bool(back) + [f"is rid of {listed(gone, 'and')}"] * bool(gone)
    return f"{names.name(event['who'])} has rested: it {' and '.join(told)}."


def _edited_modifier(names: Names, event: EventView) -> str:
    who, component = names.name(event["who"]), f"{word(Component(event['component']))}{_against(names, event)}"
    if event["amount"]:
        return f"The game master gives {who} {event['amount']:+d} to {component}."
    return f"The game master takes the modifier of {event['was']:+d} to {component} from {who}."


def _against(names: Names, event: EventView) -> str:
    """Return against whom alone a modifier counts: `` against Mirelle (a3)``."""
    return f" against {names.name(event['against'])}" if event["against"] != NOBODY else ""


def pool_of(types: int) -> str:
    """Return the pool that healing of these types gives back."""
    return "Morale" if as_plain(is_mental)(types) else "Health"


def _edited_condition(names: Names, event: EventView) -> str:
    who, name, value = names.name(event["who"]), condition_name(event["condition"]), event["value"]
    if event["stays"]:
        return f"The game master ends what made {who} {name}, but it is still {name} by its pools."
    if not value:
        return f"The game master decides: {who} is no longer {name}."
    lasting = names.setup.rulings.conditions[ConditionName(event["condition"]).name.lower()].turns
    usual = plural(lasting, "turn") if isinstance(lasting, int) else "until a check ends it"
    until = "until the game master ends it" if lasting == "lasting" else usual
    turns = plural(value, "turn") if value > 0 else until
    return f"The game master decides: {who} is {name} ({turns}{_by(names, event)})."


EVENTS: Mapping[EventKind, str | Callable[[Names, EventView], str]] = {
    EventKind.ROUND: "Round {round}.",
    EventKind.TIE: "A tie for initiative: {tied} roll off.",
    EventKind.GONE: _gone,
    EventKind.LIMIT: "After {round:round} nobody has won.",
    EventKind.GOES_ON: "The game master lets the encounter go on.",
    EventKind.NAMED: lambda _, event: f"It is called {name_of(event.values)!r}.",
    # Turns
    EventKind.INITIATIVE: "{who} has initiative {rolled}.",
    EventKind.BEGINS: "The turn of {who} begins.",
    EventKind.TURN: "The turn of {who}: {ap} AP{idle:|, and it cannot act}.",
    EventKind.USES: "{who} uses {action} at {whom}.",
    EventKind.SEVERAL: "{who} uses {action} at {targets}.",
    EventKind.SPENT: "{who} has {uses:use} of {action} left.",
    EventKind.CONFUSED: "{who} is confused and goes for {whom}.",
    EventKind.HEALED: "{who} recovers {healed}.",
    EventKind.RESTED: _rested,
    EventKind.OTHER: "{who} does something else, and has {ap} AP left.",
    EventKind.ENDED: "{who} ends its turn with {ap} AP.",
    EventKind.BROKEN: "{who} is broken and out of the encounter.",
    EventKind.RALLIED: "{who} is no longer broken.",
    EventKind.MODIFIER_OVER: "The modifier of {amount:+d} to {component}{against} of {who} has run out.",
    # Conditions
    EventKind.TICK: "{condition} deals {who} {damage}.",
    EventKind.SEALED: "{who} is {condition} and recovers nothing.",
    EventKind.CONDITION: _condition,
    EventKind.OVER: "{who} is no longer {condition}.",
    EventKind.LAPSED: "{who} lets {condition} on {whom} lapse.",
    # Contests
    EventKind.CONTEST_DIE: "{who} shows {sum}.",
    EventKind.CONTEST_TIE: "{who} and {whom} both come to {total}: the round is repeated.",
    EventKind.CONTEST_ROUND: _contest_round,
    EventKind.CONTEST: _contest,
    EventKind.CONTEST_WON: "The round goes to {who}.",
    # Attacks
    EventKind.ATTACK_ROLL: "{who} rolls {sum} to hit {whom}.",
    EventKind.BAND: _band,
    EventKind.DAMAGE_ROLL: "The dice for {whom} show {sum}.",
    EventKind.VULNERABILITY: "The vulnerability of {who} adds {more}: {grown}.",
    EventKind.RESISTANCE: "The resistance of {who} takes {less} off: {left}.",
    EventKind.DAMAGE: "{who} takes {damage} {types} damage.",
    EventKind.NO_DAMAGE: _no_damage,
    # Checks of a lasting effect, and of an exposure
    EventKind.CHECK_ROLL: "{who} rolls {sum}.",
    EventKind.EXPOSED: "{who} is exposed to {hazard}: {defence} against {power}.",
    EventKind.LASTS: _lasts,
    EventKind.RESISTED: "It took {needed}: {who} shakes off {condition}{of_by}, with {defence}.",
    EventKind.NOT_RESISTED: "It took {needed}: {who} does not shake off {condition}{of_by}, with {defence}.",
    EventKind.WITHSTOOD: "It took {needed}: {who} withstands {condition}{of_by}, with {defence}.",
    EventKind.NOT_WITHSTOOD: "It took {needed}: {who} does not withstand {condition}{of_by}, with {defence}.",
    EventKind.MAINTAINED: "It took more than {needed}: {who} keeps up {condition} on {whom}, against {defence}.",
    EventKind.NOT_MAINTAINED: (
        "It took more than {needed}: {who} cannot keep up {condition} on {whom}, against {defence}."
    ),
    # Edits
    EventKind.EDITED: EDITED_NUMBER,
    EventKind.EDITED_MODIFIER: _edited_modifier,
    EventKind.EDITED_CONDITION: _edited_condition,
    EventKind.EDITED_RING: "The game master decides: {whom} stands at place {place} beside {who}.",
    EventKind.EDITED_EXPOSED: "The game master decides: {hazard} {exposed:no longer threatens|threatens} {who}.",
    EventKind.EDITED_USES: "The game master leaves {who} {uses:use} of {action}.",
    EventKind.EDITED_DAMAGE: "The game master deals {who} {total} {types} damage.",
    EventKind.EDITED_HEALING: lambda names, event: (
        f"The game master gives {names.name(event['who'])} {event['amount']} {pool_of(event['types'])} back."
    ),
    EventKind.EDITED_TRAP: "The game master decides: {hazard} goes off at {who}.",
    # Amendments
    EventKind.ARRIVED: "{who} arrives, for {side}.",
    EventKind.REMOVED: "The game master takes {who} out of the encounter.",
    EventKind.FLED: "{who} leaves the encounter.",
    EventKind.RETURNED: "{who} returns to the encounter.",
    EventKind.TURNED: "{who} changes sides, and is now one of {side}.",
    EventKind.AMENDED_SHEET: "The game master gives {who} another sheet.",
    EventKind.AMENDED_ATTRIBUTE: "The game master sets {attribute} of {who} from {was} to {value}.",
    EventKind.AMENDED_LEVEL: "The game master sets the level of {who} from {was} to {value}.",
    EventKind.AMENDED_RESISTANCE: "The game master sets the resistance of {who} to {types} from {was} to {value}.",
    EventKind.AMENDED_VULNERABILITY: (
        "The game master sets the vulnerability of {who} to {types} from {was} to {value}."
    ),
    EventKind.AMENDED_RULING: "The game master changes a ruling: {ruling} is {value}, not {was}.",
    EventKind.HAZARD_ADDED: "There is a new danger: {hazard}.",
    EventKind.HAZARD_FOUND: "{hazard} is found.",
    EventKind.HAZARD_CLEARED: "{hazard} is gone.",
}


UNTOLD_BANDS = {
    Band.DODGED: "is dodged",
    Band.PARRIED: "is parried",
    Band.ARMOR: "is stopped by armour",
    Band.HIT: "hits",
    Band.CRITICAL: "hits critically",
}


UNTOLD_EVENTS: Mapping[EventKind, str | Callable[[Names, EventView], str]] = {
    EventKind.INITIATIVE: "{who} rolls {shown} for initiative.",
    EventKind.TICK: "{condition} hurts {who}.",
    EventKind.HEALED: "{who} recovers.",
    EventKind.CONTEST_DIE: "{who} rolls {shown}.",
    EventKind.ATTACK_ROLL: "{who} rolls {shown} to hit {whom}.",
    EventKind.DAMAGE_ROLL: "The dice for {whom} show {shown}.",
    EventKind.CHECK_ROLL: "{who} rolls {shown}.",
    EventKind.BAND: lambda _, event: f"The attack {UNTOLD_BANDS[Band(event['band'])]}.",
    EventKind.DAMAGE: "{who} takes {types} damage.",
    EventKind.NO_DAMAGE: "That does {who} no damage.",
    EventKind.EDITED_DAMAGE: "The game master deals {who} {types} damage.",
    EventKind.EDITED_HEALING: "The game master heals {who}.",
    EventKind.RESISTED: "{who} shakes off {condition}{of_by}, with {defence}.",
    EventKind.NOT_RESISTED: "{who} does not shake off {condition}{of_by}, with {defence}.",
    EventKind.WITHSTOOD: "{who} withstands {condition}{of_by}, with {defence}.",
    EventKind.NOT_WITHSTOOD: "{who} does not withstand {condition}{of_by}, with {defence}.",
    EventKind.MAINTAINED: "{who} keeps up {condition} on {whom}, against {defence}.",
    EventKind.NOT_MAINTAINED: "{who} cannot keep up {condition} on {whom}, against {defence}.",
}
"""The same where the reader may not know the numbers of a foe."""


def _initiatives(names: Names, encounter: Encounter, events: Sequence[EventView]) -> str:
    """Return the initiative of a round in one sentence, the highest first, and last those that are not known."""
    totals = sorted(((event["total"], event["who"]) for event in events), key=lambda each: -each[0])
    told = ", ".join(f"{names.name(who)} {'?' if total == UNTOLD else total}" for total, who in totals)
    return f"Initiative, round {encounter.round}: {told}."


TOGETHER: Mapping[EventKind, Callable[[Names, Encounter, Sequence[EventView]], str]] = {
    EventKind.INITIATIVE: _initiatives
}
"""Events of which several are one sentence."""

FIELDS: Mapping[str, Callable[[Names, EventView], object]] = {
    "action": lambda names, event: names.action_name(event["who"], event["action"]),
    "against": _against,
    "attribute": lambda _, event: word(Attribute(event["attribute"])).title(),
    "component": lambda _, event: word(Component(event["component"])),
    "condition": lambda _, event: condition_name(event["condition"]) if event["condition"] >= 0 else "it",
    "defence": lambda _, event: defence_name(event["defence"]),
    "grown": lambda _, event: event["total"] + event["more"],
    "hazard": _hazard,
    "left": lambda _, event: max(event["total"] - event["less"], 0),
    "needed": lambda names, event: _over_base(names, event["needed"] - names.setup.rulings.check_base),
    "place": lambda _, event: event["place"] + 1,
    "power": lambda names, event: _over_base(names, event["power"]),
    "rolled": lambda _, event: added(event["shown"], event["total"] - event["shown"]),
    "ruling": lambda _, event: RULINGS[event["ruling"]],
    "targets": lambda names, event: names.several(targets_of(event["targets"])),
    "sum": lambda _, event: added(event["shown"], event["bonus"]),
    "types": lambda _, event: types_of(event["types"]),
    "what": lambda _, event: "hidden share" if event["what"] == Editable.HIDDEN else word(Editable(event["what"])),
}
"""What stands in a sentence for a field, or for several."""
