"""A sentence for each kind of event: who did what to whom, with every number that decided it."""

from __future__ import annotations

from battlewright.engine.events import EDITED, EventKinds, EventView
from battlewright.engine.text import plural
from battlewright.systems.heroes.enums import Band, Check, Component, ConditionName
from battlewright.systems.heroes.record import NOBODY, Editable, EventKind
from battlewright.systems.heroes.setup.file_types import word
from battlewright.systems.heroes.setup.names import name_of
from battlewright.systems.heroes.words.names import Names, condition_name, defence_name, types_of

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


def needed(base: int, whole: int) -> str:
    """Return a text such as ``12 + 7 = 19``: what a check had to reach."""
    return added(base, whole - base)


def event_text(names: Names, event: EventView) -> str:
    """Return the sentence of an event, without its clause."""
    if event.kind >= EDITED:
        return _edited(names, event)
    if event.kind in ATTACKS:
        return _of_attack(names, event)
    if event.kind in CONTESTS:
        return _of_contest(names, event)
    if event.kind in CHECKS:
        return _of_check(names, event)
    if event.kind in CONDITIONS:
        return _of_condition(names, event)
    return _of_encounter(names, event) if event.kind in ENCOUNTER else _of_turn(names, event)


ENCOUNTER = {EventKind.ROUND, EventKind.TIE, EventKind.GONE, EventKind.LIMIT, EventKind.NAMED}
CONTESTS = {EventKind.CONTEST, EventKind.CONTEST_ROUND, EventKind.CONTEST_TIE, EventKind.CONTEST_DIE}
ATTACKS = {
    EventKind.ATTACK_ROLL,
    EventKind.BAND,
    EventKind.DAMAGE_ROLL,
    EventKind.DAMAGE,
    EventKind.NO_DAMAGE,
    EventKind.VULNERABILITY,
    EventKind.RESISTANCE,
}
CHECKS = {
    EventKind.CHECK_ROLL,
    EventKind.RESISTED,
    EventKind.NOT_RESISTED,
    EventKind.MAINTAINED,
    EventKind.NOT_MAINTAINED,
    EventKind.LASTS,
    EventKind.EXPOSED,
    EventKind.WITHSTOOD,
    EventKind.NOT_WITHSTOOD,
}
CONDITIONS = {EventKind.TICK, EventKind.SEALED, EventKind.CONDITION, EventKind.OVER, EventKind.LAPSED}


def _of_encounter(names: Names, event: EventView) -> str:
    match event.kind:
        case EventKind.ROUND:
            return f"Round {event['round']}."
        case EventKind.TIE:
            return f"A tie for initiative: {event['tied']} roll off."
        case EventKind.GONE:
            winner = event["winner"]
            return "Nobody is left." if winner == NOBODY else f"{names.side(1 - winner)} are all out."
        case EventKind.LIMIT:
            return f"After {plural(event['round'], 'round')} nobody has won."
    return f"It is called {name_of(event.values)!r}."


def _of_turn(names: Names, event: EventView) -> str:
    who = names.name(event["who"])
    match event.kind:
        case EventKind.INITIATIVE:
            return f"{who} has initiative {added(event['shown'], event['total'] - event['shown'])}."
        case EventKind.BEGINS:
            return f"The turn of {who} begins."
        case EventKind.TURN:
            return f"The turn of {who}: {event['ap']} AP{', and it cannot act' if event['idle'] else ''}."
        case EventKind.USES:
            used = names.action_name(event["who"], event["action"])
            return f"{who} uses {used} at {names.name(event['whom'])}."
        case EventKind.CONFUSED:
            return f"{who} is confused and goes for {names.name(event['whom'])}."
        case EventKind.HEALED:
            return f"{who} recovers {event['healed']}."
        case EventKind.OTHER:
            return f"{who} does something else, and has {event['ap']} AP left."
        case EventKind.ENDED:
            return f"{who} ends its turn with {event['ap']} AP."
        case EventKind.BROKEN:
            return f"{who} is broken and out of the encounter."
        case EventKind.RALLIED:
            return f"{who} is no longer broken."
        case EventKind.MODIFIER_OVER:
            return (
                f"The modifier of {event['amount']:+d} to {word(Component(event['component']))} of {who} has run out."
            )
    raise AssertionError(event.kind)


def _of_condition(names: Names, event: EventView) -> str:
    who, condition = names.name(event["who"]), condition_name(event["condition"])
    match event.kind:
        case EventKind.TICK:
            return f"{condition} deals {who} {event['damage']}."
        case EventKind.SEALED:
            return f"{who} is {condition} and recovers nothing."
        case EventKind.CONDITION:
            lasts = f" for {plural(event['turns'], 'turn')}" if event["turns"] > 0 else ""
            by = f", by {names.name(event['by'])}" if event["by"] != NOBODY else ""
            return f"{who} is now {condition}{lasts}{by}."
        case EventKind.OVER:
            return f"{who} is no longer {condition}."
    return f"{who} lets {condition} on {names.name(event['whom'])} lapse."


def _of_contest(names: Names, event: EventView) -> str:
    who, whom = names.name(event["who"]), names.name(event["whom"])
    match event.kind:
        case EventKind.CONTEST_DIE:
            return f"{who} shows {added(event['shown'], event['bonus'])}."
        case EventKind.CONTEST_TIE:
            return f"{who} and {whom} both come to {event['total']}: the round is repeated."
        case EventKind.CONTEST_ROUND:
            own, their = event["own_total"], event["their_total"]
            return f"{own} of {who} against {their} of {whom}: the round goes to {who if own > their else whom}."
    own, their = event["own_wins"], event["their_wins"]
    if own > their:
        return f"{who} wins the contest with {whom}, {own} to {their}."
    return f"{whom} wins the contest with {who}, {their} to {own}."


def _of_attack(names: Names, event: EventView) -> str:
    who = names.name(event["who"])
    match event.kind:
        case EventKind.ATTACK_ROLL:
            return f"{who} rolls {added(event['shown'], event['bonus'])} to hit {names.name(event['whom'])}."
        case EventKind.BAND:
            edge, margin = event["edge"], names.setup.rulings.critical_margin
            return f"That is {BANDS[Band(event['band'])].format(edge=edge, margin=margin, whole=edge - margin)}."
        case EventKind.DAMAGE_ROLL:
            return f"The dice for {names.name(event['whom'])} show {added(event['shown'], event['bonus'])}."
        case EventKind.VULNERABILITY:
            return f"The vulnerability of {who} adds {event['more']}: {event['total'] + event['more']}."
        case EventKind.RESISTANCE:
            return f"The resistance of {who} takes {event['less']} off: {max(event['total'] - event['less'], 0)}."
        case EventKind.DAMAGE:
            return f"{who} takes {event['damage']} {types_of(event['types'])} damage."
    if event["total"] <= 0:
        return f"That does {who} no damage."
    return f"{who} resists all of {event['total']} {types_of(event['types'])} damage."


def _of_check(names: Names, event: EventView) -> str:
    """Return the sentence of a check of a lasting effect or of an exposure."""
    who, base = names.name(event["who"]), names.setup.rulings.check_base
    if event.kind == EventKind.CHECK_ROLL:
        return f"{who} rolls {added(event['shown'], event['bonus'])}."
    defence = defence_name(event["defence"])
    if event.kind == EventKind.EXPOSED:
        hazard = names.setup.hazards[event["hazard"]].name if event["hazard"] >= 0 else "a trap"
        return f"{who} is exposed to {hazard}: {defence} against {needed(base, base + event['power'])}."
    if event.kind == EventKind.LASTS:
        if event["check"] == Check.MAINTENANCE:
            return f"It lasts as long as {names.name(event['by'])} keeps it up against {defence}."
        return f"It lasts until {who} shakes it off with {defence}."
    needs = needed(base, event["needed"])
    condition = condition_name(event["condition"]) if event["condition"] >= 0 else "it"
    if event.kind in (EventKind.MAINTAINED, EventKind.NOT_MAINTAINED):
        how = "keeps up" if event.kind == EventKind.MAINTAINED else "cannot keep up"
        whom = names.name(event["whom"])
        return f"It took more than {needs}: {who} {how} {condition} on {whom}, against {defence}."
    of_whom = f" of {names.name(event['by'])}" if event["by"] != NOBODY else ""
    return f"It took {needs}: {who} {HOW[event.kind]} {condition}{of_whom}, with {defence}."


HOW: dict[EventKinds, str] = {
    EventKind.RESISTED: "shakes off",
    EventKind.NOT_RESISTED: "does not shake off",
    EventKind.WITHSTOOD: "withstands",
    EventKind.NOT_WITHSTOOD: "does not withstand",
}


def _edited(names: Names, event: EventView) -> str:
    """Return the sentence of a game master's edit."""
    match event.kind:
        case EventKind.EDITED_MODIFIER:
            return _edited_modifier(names, event)
        case EventKind.EDITED_CONDITION:
            return _edited_condition(names, event)
        case EventKind.EDITED_RING:
            where = f"at place {event['place'] + 1} beside {names.name(event['who'])}"
            whom = names.name(event["whom"]) if event["whom"] != NOBODY else "nobody"
            return f"The game master decides: {whom} stands {where}."
        case EventKind.EDITED_EXPOSED:
            hazard, how = (
                names.setup.hazards[event["hazard"]].name,
                "threatens" if event["exposed"] else "no longer threatens",
            )
            return f"The game master decides: {hazard} {how} {names.name(event['who'])}."
        case EventKind.EDITED_TRAP:
            hazard = names.setup.hazards[event["hazard"]].name if event["hazard"] >= 0 else "a trap"
            return f"The game master decides: {hazard} goes off at {names.name(event['who'])}."
    what = Editable(event["what"])
    name = "hidden share" if what == Editable.HIDDEN else word(what)
    whose = "" if what == Editable.ROUND else f" of {names.name(event['who'])}"
    return f"The game master sets the {name}{whose} from {event['was']} to {event['value']}."


def _edited_modifier(names: Names, event: EventView) -> str:
    who, component = names.name(event["who"]), word(Component(event["component"]))
    if event["amount"]:
        return f"The game master gives {who} {event['amount']:+d} to {component}."
    return f"The game master takes the modifier of {event['was']:+d} to {component} from {who}."


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
    by = f", by {names.name(event['by'])}" if event["by"] != NOBODY else ""
    return f"The game master decides: {who} is {name} ({turns}{by})."
