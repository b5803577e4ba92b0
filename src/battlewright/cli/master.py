"""What a game master types to change an encounter: ``set silarn health 5``, ``give b1 prone 2``, ``mod a1 dense fog``.

Each line becomes one edit, or a few: events in the log, so that the replay repeats them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from battlewright.engine.errors import BattlewrightError, UnknownError, shorten
from battlewright.engine.node import NodeKind
from battlewright.engine.record import look
from battlewright.engine.rule import as_plain
from battlewright.engine.session import Session
from battlewright.systems.heroes.edit import MOST, has_room
from battlewright.systems.heroes.parts import SITUATIONAL, word
from battlewright.systems.heroes.record import MAX_MODIFIERS, RING, Combatant, Editable, Encounter, HeroesEdit, Setting
from battlewright.systems.heroes.setup import EncounterSetup
from battlewright.systems.heroes.terms import Component, ConditionName
from battlewright.systems.heroes.words import HeroesWords, condition_name

FORMS: Mapping[str, str] = {
    "set silarn health 5": "a number: health, wounds, morale, stress or ap (H.P1)",
    "set b2 cover 80": "the share of somebody that is hidden, 0 to 100 (H.D9)",
    "set a1 ring 1 5 8": "opponents around somebody, at places 1 to 8 (H.D9)",
    "mod a1 dodge +5": "a situational modifier; 0 takes it away (H.D11)",
    "mod a1 dense fog": "a situation by its name; with off it is over (H.D10)",
    "give b1 prone 2": "a condition, for its usual turns or for so many (H.X5)",
    "end b1 prone": "a condition is over (H.X5)",
    "round 3": "the round that is counted (H.N1)",
}
"""For the help."""
VERBS = ("set", "mod", "give", "end")
NUMBERS = {
    "health": Editable.HEALTH,
    "wounds": Editable.WOUNDS,
    "morale": Editable.MORALE,
    "stress": Editable.STRESS,
    "ap": Editable.AP,
    "cover": Editable.HIDDEN,
    "hidden": Editable.HIDDEN,
}
MODIFIED = {word(component): component for component in SITUATIONAL} | {"physical defence": Component.WHOLE}
FOLLOWING = {
    ConditionName.BLOODIED: "H.X4",
    ConditionName.NEAR_DEATH: "H.X5",
    ConditionName.UNCONSCIOUS: "H.P3",
    ConditionName.DEAD: "H.P3",
}
"""Conditions that come and go with the pools, and so cannot be given."""


def is_edit(answer: str) -> bool:
    """Whether a game master speaks. ``end`` alone is a choice, which ends a turn."""
    return re.match(r"(set|mod|give|round)\b|end\s+\S", answer) is not None and "=" not in answer


class Master:
    """Reads a game master's words at one table."""

    def __init__(self, session: Session) -> None:
        self.session = session
        setup: EncounterSetup = session.setup
        self.setup, self.words = setup, HeroesWords(setup)

    @property
    def encounter(self) -> Encounter:
        """The encounter as it stands."""
        record: Encounter = self.session.record
        return record

    def edits(self, answer: str) -> list[HeroesEdit]:
        """The edits that a line stands for; what cannot be understood or done is said in a sentence."""
        if self.session.node.kind != NodeKind.DECISION:
            raise BattlewrightError("Dice must fall now; change things when somebody has to choose.")
        verb, *rest = answer.replace('"', " ").replace("'", " ").split()
        if verb == "round":
            return self._round(rest)
        who, rest = self._somebody(verb, rest)
        reader = {"set": self._set, "mod": self._mod, "give": self._give, "end": self._end}[verb]
        return reader(who, rest)

    def somebody(self, text: str) -> int:
        """Whom a name alone stands for."""
        who, rest = self._somebody("set", text.split())
        if rest:
            raise BattlewrightError(f"{self.words.name(who)}, and then {shorten(' '.join(rest))}: name somebody only.")
        return who

    def _somebody(self, verb: str, rest: Sequence[str]) -> tuple[int, list[str]]:
        """Whom a line is about, by the short name or the start of (a word of) the name, and what follows."""
        if not rest:
            example = next(form for form in FORMS if form.startswith(verb))
            raise BattlewrightError(f"Say whom it is about, such as: {example}")
        tags = [self._tag(who) for who in range(len(self.words.names))]
        for count in range(len(rest), 0, -1):
            text = " ".join(rest[:count])
            found = [who for who, tag in enumerate(tags) if tag == text]
            found = found or [who for who, name in enumerate(self.words.names) if name.lower() == text]
            found = found or [who for who, name in enumerate(self.words.names) if name.lower().startswith(text)]
            found = found or [who for who, name in enumerate(self.words.names) if f" {text}" in name.lower()]
            if len(found) == 1:
                return found[0], list(rest[count:])
            if found:
                names = ", ".join(self.words.name(who) for who in found)
                raise BattlewrightError(f"{shorten(text)} may be {names}: write more of the name, or its short name.")
        known = ", ".join(self.words.name(who) for who in range(len(tags)))
        raise BattlewrightError(f"Nobody here is called {shorten(rest[0])}. There are {known}.")

    def _tag(self, who: int) -> str:
        return self.words.name(who).rpartition("(")[2].rstrip(")")

    def _combatant(self, who: int) -> Combatant:
        return self.encounter.combatants[who]

    def _set(self, who: int, rest: Sequence[str]) -> list[HeroesEdit]:
        """A number of somebody's, or the ring around."""
        if not rest:
            raise BattlewrightError(
                f"Say what to set: {', '.join(NUMBERS)} or ring, such as: set {self._tag(who)} health 5"
            )
        what, *values = rest
        if what == "ring":
            return [_edit(Editable.RING, who, self._ring(values))]
        if what not in NUMBERS:
            raise UnknownError("number", what, [*NUMBERS, "ring"])
        editable = NUMBERS[what]
        least, most, clause = self._limits(editable, who)
        text = " ".join(values)
        if not re.fullmatch(r"[+-]?\d{1,6}", text) or not least <= int(text) <= most:
            name = "AP" if what == "ap" else what.title()
            whose = f"{name} of {self.words.name(who)} is a whole number from {least} to {most}"
            raise BattlewrightError(f"{whose}, not {shorten(text)} ({clause}).")
        return [_edit(editable, who, int(text))]

    def _limits(self, what: Editable, who: int) -> tuple[int, int, str]:
        card = look(Setting, self.session.setting).cards[who]
        if what == Editable.AP:
            return 0, MOST, "H.N1"
        if what == Editable.HIDDEN:
            return 0, 100, "H.D9"
        most: int = getattr(card, what.name.lower())
        return 0, most, "H.P1"

    def _ring(self, values: Sequence[str]) -> int:
        """The places around somebody, each a bit."""
        places = [] if list(values) in ([], ["none"], ["0"]) else [value.rstrip(",") for value in values]
        for place in places:
            if not re.fullmatch(r"\d", place) or not 1 <= int(place) <= RING:
                raise BattlewrightError(
                    f"A place in the ring is a number from 1 to {RING}, not {shorten(place)} (H.D9)."
                )
        return sum(1 << (place - 1) for place in {int(place) for place in places})

    def _mod(self, who: int, rest: Sequence[str]) -> list[HeroesEdit]:
        """A modifier by its component and amount, or by its name in the rulings."""
        situations = self.setup.rulings.situations
        *words, last = rest or [""]
        if last == "off" or re.fullmatch(r"[+-]?\d{1,6}", last):
            name, amount = " ".join(words).replace("_", " "), 0 if last == "off" else int(last)
            if name in situations and amount == 0:
                name = situations[name].component
            if name not in MODIFIED:
                raise UnknownError("thing to modify", name, [*MODIFIED, *situations])
            return self._modified(who, MODIFIED[name], amount)
        name = " ".join(rest)
        if name in MODIFIED:
            raise BattlewrightError(f"Say by how much, such as: mod {self._tag(who)} {name} +2")
        if name not in situations:
            raise UnknownError("situation", name, [*situations, *MODIFIED])
        found = self.setup.rulings.modifier(name)
        return self._modified(who, MODIFIED[found.component], found.amount)

    def _modified(self, who: int, component: Component, amount: int) -> list[HeroesEdit]:
        """The edits that set a modifier, or take away all of its component."""
        combatant, name = self._combatant(who), self.words.name(who)
        if not -MOST <= amount <= MOST:
            raise BattlewrightError(f"A modifier is a whole number from -{MOST} to {MOST}, not {amount} (H.D11).")
        edit = _edit(Editable.MODIFIER, who, amount, component)
        if amount == 0:
            count = sum(each.component == component + 1 for each in combatant.modifiers)
            if not count:
                raise BattlewrightError(f"{name} has no modifier to {word(component)} that was set by hand (H.D11).")
            return [edit] * count
        if not as_plain(has_room)(combatant, component, amount):
            raise BattlewrightError(f"{name} has {MAX_MODIFIERS} modifiers already; take one away first (H.D11).")
        return [edit]

    def _give(self, who: int, rest: Sequence[str]) -> list[HeroesEdit]:
        """A condition, for some turns."""
        *words, last = rest or [""]
        has_turns = bool(words) and re.fullmatch(r"\d{1,6}", last) is not None
        condition = self._condition(words if has_turns else rest)
        self._check_pools(who, condition)
        usual = look(Setting, self.session.setting).conditions[condition].turns
        turns = int(last) if has_turns else usual if usual > 0 else -1
        if not (turns == -1 or 1 <= turns <= MOST):
            raise BattlewrightError(f"A condition lasts from 1 to {MOST} turns, not {turns} (H.X5).")
        return [_edit(Editable.CONDITION, who, turns, condition)]

    def _end(self, who: int, rest: Sequence[str]) -> list[HeroesEdit]:
        """A condition that somebody has is over."""
        condition = self._condition(rest)
        self._check_pools(who, condition)
        if not self._combatant(who).effects[condition].left:
            raise BattlewrightError(f"{self.words.name(who)} is not {condition_name(condition)}.")
        return [_edit(Editable.CONDITION, who, 0, condition)]

    def _check_pools(self, who: int, condition: ConditionName) -> None:
        """What follows from the pools is changed by changing these."""
        if condition in FOLLOWING:
            pool, tag = "wounds" if condition == ConditionName.DEAD else "health", self._tag(who)
            reason = f"{condition_name(condition)} comes and goes with {pool.title()} ({FOLLOWING[condition]})"
            raise BattlewrightError(f"{reason}: change that, such as: set {tag} {pool} 1")

    def _condition(self, rest: Sequence[str]) -> ConditionName:
        """A condition by its name."""
        name = " ".join(rest).replace("_", " ")
        known = {word(each): each for each in ConditionName}
        if name not in known:
            raise UnknownError("condition", name, known)
        return known[name]

    def _round(self, rest: Sequence[str]) -> list[HeroesEdit]:
        most, text = self.setup.rulings.round_limit, " ".join(rest)
        if not re.fullmatch(r"\d{1,6}", text) or not 1 <= int(text) <= most:
            raise BattlewrightError(f"The round is a whole number from 1 to {most}, not {shorten(text)} (H.N1).")
        return [_edit(Editable.ROUND, 0, int(text))]


def _edit(what: Editable, who: int, value: int, of: int = 0) -> HeroesEdit:
    edit = HeroesEdit()
    edit.what, edit.who, edit.value, edit.of = int(what), who, value, int(of)
    return edit
