"""A game master's edits as they are typed: ``set silarn health 5``, ``give b1 prone 2``, ``mod a1 dense fog``.

Each line becomes one or more edits, which are events in the log, so that the replay repeats them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from battlewright.answers.edits import find_named, number_within, words_of
from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.errors import BattlewrightError, UnknownError, shorten
from battlewright.engine.position import Position
from battlewright.engine.record import look
from battlewright.systems.heroes.enums import Component, ConditionName, DamageType
from battlewright.systems.heroes.guide.edit_words import (
    CHECKS,
    CONDITIONS,
    DEFENCES,
    EDIT_FORMS,
    MODIFIED,
    NUMBERS,
    OF_ONE,
    TYPES,
    damage_of,
    groups_of,
    turns_of,
)
from battlewright.systems.heroes.record import (
    MAX_MODIFIERS,
    NOBODY,
    RING,
    Combatant,
    Editable,
    Encounter,
    HeroesEdit,
    Modifier,
    Setting,
)
from battlewright.systems.heroes.rules.defence import has, is_out, is_reached
from battlewright.systems.heroes.rules.edit import (
    MOST,
    MOST_DAMAGE,
    USUAL,
    acting,
    is_going_off,
    refuses_to_be_brought,
)
from battlewright.systems.heroes.rules.modifiers import has_room, is_physical
from battlewright.systems.heroes.setup.encounter import EncounterSetup
from battlewright.systems.heroes.setup.file_types import word
from battlewright.systems.heroes.setup.names import ALLOWED, ints_of, is_name, name_of
from battlewright.systems.heroes.words.names import Names, condition_name


class Master:
    """Reads a game master's edits at one table."""

    def __init__(self, position: Position) -> None:
        self.setup: EncounterSetup = position.setup
        self.names = Names(self.setup)
        self.setting: Setting = look(Setting, position.setting)
        self.encounter: Encounter = position.record

    def edits(self, answer: str) -> list[HeroesEdit]:
        """Return the edits that a line stands for; raise an error if it cannot be understood or carried out."""
        verb, *rest = words_of(answer)
        if verb == "round":
            return self._round(rest)
        reader = {
            "set": self._set,
            "mod": self._mod,
            "damage": self._damage,
            "heal": self._heal,
            "give": self._give,
            "end": self._end,
            "trap": self._trap,
        }.get(verb, partial(self._exposed, enters=verb == "enter"))
        whom, is_group, more = self._whom(verb, rest)
        if verb in OF_ONE and len(whom) > 1:
            raise BattlewrightError(f"{verb.title()} is about one combatant, not about {self.names.name(whom[1])} too.")
        edits, refused = list[HeroesEdit](), None
        for who in whom:
            try:
                edits += reader(who, more)
            except BattlewrightError as error:  # of a group are meant those of whom it may be said
                if not is_group:
                    raise
                refused = error
        if refused and not edits:
            raise refused
        return edits

    def _whom(self, verb: str, words: Sequence[str]) -> tuple[list[int], bool, list[str]]:
        """Return the combatants that a line names first, whether a group is among them, and the rest of the words:
        groups and short names one after the other, other names after ``and``."""
        found, is_group, rest = list[int](), False, [*words]
        while not found or (rest and (rest[0] == "and" or rest[0] in self.setup.tags)):
            rest = rest[1:] if found and rest[0] == "and" else rest
            group, more = self._group_named(rest)
            if group:
                is_group, rest = True, more
            else:
                who, rest = self._combatant_named(verb, rest)
                group = [who]
            found += [who for who in group if who not in found]
        return found, is_group, rest

    def _group_named(self, words: Sequence[str]) -> tuple[Sequence[int], list[str]]:
        """Return the combatants of a group that is named first, and the rest of the words; none where it is not."""
        for name, group in groups_of(self.setup).items():
            count = len(name.split())
            if [*words[:count]] == name.split():
                return group, list(words[count:])
        return (), list(words)

    def combatant_named(self, text: str) -> int:
        """Return the combatant that a name alone stands for."""
        who, rest = self._combatant_named("set", text.split())
        if rest:
            raise BattlewrightError(f"{self.names.name(who)}, and then {shorten(' '.join(rest))}: give the name only.")
        return who

    def _combatant_named(self, verb: str, rest: Sequence[str]) -> tuple[int, list[str]]:
        """Return the combatant of a line, by its short name or the start of (a word of) its name, and the rest."""
        example = next(form for form in EDIT_FORMS if form.startswith(verb) or verb == "leave")
        return find_named(rest, self.setup.tags, self.names.called, example)

    def _combatant(self, who: int) -> Combatant:
        return self.encounter.combatants[who]

    # Numbers, cover and neighbours

    def _set(self, who: int, rest: Sequence[str]) -> list[HeroesEdit]:
        """Read a number of a combatant, or the ring around it."""
        tag = self.names.tag(who)
        if not rest:
            raise BattlewrightError(f"Say what to set: {', '.join(NUMBERS)} or ring, such as: set {tag} health 5")
        what, *values = rest
        if what == "ring":
            return self._ring(who, values)
        if what == "uses":
            return self._uses(who, values)
        if what not in NUMBERS:
            raise UnknownError("number", what, [*NUMBERS, "ring", "uses"])
        editable = NUMBERS[what]
        least, most, clause = self._limits(editable, who)
        text = " ".join(values)
        name = "AP" if what == "ap" else what.title()
        value = number_within(text, least, most, f"{name} of {self.names.name(who)}", clause)
        actor = as_plain(acting)(self.encounter)
        if editable == Editable.AP and actor == NOBODY:
            raise BattlewrightError("AP are counted in a turn, and it is nobody's (H.N1).")
        if editable == Editable.AP and who != actor:
            turn = f"it is the turn of {self.names.name(actor)}, and {self.names.name(who)} gets new AP in its own"
            raise BattlewrightError(f"AP are counted in a turn: {turn} (H.N1).")
        return [_edit(editable, who, value)]

    def _limits(self, what: Editable, who: int) -> tuple[int, int, str]:
        if what == Editable.AP:
            return 0, MOST, "H.N1"
        if what == Editable.HIDDEN:
            return 0, 100, "H.D9"
        most: int = getattr(self.setting.cards[who], what.name.lower())
        return 0, most, "H.P1"

    def _ring(self, who: int, values: Sequence[str]) -> list[HeroesEdit]:
        """Read the ring around a combatant: pairs of a place and a name. An opponent that is not named leaves it."""
        tag, ring = self.names.tag(who), [0] * RING
        given = [] if list(values) in ([], ["none"], ["0"]) else list(values)
        if len(given) % 2:
            raise BattlewrightError(f"A ring is places with names, such as: set {tag} ring 1 b1 5 b2 (H.D9)")
        for place, name in zip(given[::2], given[1::2], strict=True):
            if not re.fullmatch(r"\d", place) or not 1 <= int(place) <= RING:
                raise BattlewrightError(
                    f"A place in the ring is a number from 1 to {RING}, not {shorten(place)} (H.D9)."
                )
            other = self.combatant_named(name)
            if (other < self.names.first_of_b) == (who < self.names.first_of_b):
                side = f"{self.names.name(other)} is of the same side as {self.names.name(who)}"
                raise BattlewrightError(f"{side}: opponents flank and surround (H.D9).")
            if other + 1 in ring or ring[int(place) - 1]:
                raise BattlewrightError("Everybody stands at one place, and every place has room for one (H.D9).")
            ring[int(place) - 1] = other + 1
        now = list(self._combatant(who).ring)
        gone = [_edit(Editable.RING, who, 0, of) for of in range(RING) if now[of] and now[of] not in ring]
        return gone + [
            _edit(Editable.RING, who, ring[of], of) for of in range(RING) if ring[of] and ring[of] != now[of]
        ]

    def _uses(self, who: int, values: Sequence[str]) -> list[HeroesEdit]:
        """Read the uses that are left of an action: its name, and how many."""
        sheet = self.setup.combatants[who].sheet
        limited = {each.name.lower(): index for index, each in enumerate(sheet.actions) if each.uses}
        if not limited:
            raise BattlewrightError(f"The uses of {self.names.name(who)} are without limit (H.O2).")
        name, number = " ".join(values[:-1]), " ".join(values[-1:])
        if name not in limited:
            raise UnknownError("action of limited uses", name, limited)
        index = limited[name]
        most = self.setting.cards[who].actions[index].uses
        left = number_within(number, 0, most, f"{sheet.actions[index].name} of {self.names.name(who)}", "H.O2")
        return [_edit(Editable.USES, who, left, index)]

    # Damage and healing

    def _damage(self, who: int, rest: Sequence[str]) -> list[HeroesEdit]:
        """Read damage: how much, and its types."""
        edit = self._amount(Editable.DAMAGE, who, rest, "damage", "8 fire")
        for said in rest[1:]:
            if said in TYPES:
                edit.types |= 1 << TYPES[said]
            elif said not in ("and", "damage"):
                raise UnknownError("type of damage", said, TYPES)
        if not edit.types:
            example = f"damage {self.names.tag(who)} {edit.value} fire"
            raise BattlewrightError(f"Damage has one type or several, such as: {example} (H.E1)")
        return [edit]

    def _heal(self, who: int, rest: Sequence[str]) -> list[HeroesEdit]:
        """Read healing: how much, of Health or of Morale."""
        edit = self._amount(Editable.HEALING, who, rest, "heal", "5")
        what = " ".join(rest[1:])
        if what not in ("", "health", "morale"):
            raise BattlewrightError(f"What comes back is health or morale, not {shorten(what)} (H.P1).")
        edit.types = 1 << DamageType.PSYCHIC if what == "morale" else 0
        return [edit]

    def _amount(self, what: Editable, who: int, rest: Sequence[str], verb: str, usual: str) -> HeroesEdit:
        """Return the edit of an amount, which is the first word of the rest; nothing of the kind is done to the
        Dead."""
        if as_plain(has)(self._combatant(who), ConditionName.DEAD):
            raise BattlewrightError(f"{self.names.name(who)} is Dead (H.P3).")
        if not rest:
            raise BattlewrightError(f"Say how much, such as: {verb} {self.names.tag(who)} {usual}")
        return _edit(what, who, number_within(rest[0], 1, MOST_DAMAGE, "The amount", "H.P2"))

    # Modifiers

    def _mod(self, who: int, rest: Sequence[str]) -> list[HeroesEdit]:
        """Read a modifier: ``dense fog``, ``dodge +5``, ``dodge +5 thick smoke``, also with ``against b1`` and with
        ``for 2``; or ``off``."""
        words, turns = turns_of(rest)
        text, against = self._against(who, " ".join(words).replace("_", " "))
        if not turns:
            words, turns = turns_of(text.split())
            text = " ".join(words)
        tag = self.names.tag(who)
        if text.endswith(" off"):
            return self._off(who, text.removesuffix(" off"), against)
        found = re.fullmatch(r"(.+?) ([+-]?\d{1,6})(?: (.+))?", text)
        if found is None:
            if text in MODIFIED:
                raise BattlewrightError(f"Say by how much, such as: mod {tag} {text} +2")
            if text not in self.setup.rulings.situations:
                raise UnknownError("situation", text, [*self.setup.rulings.situations, *MODIFIED])
            named = self.setup.rulings.modifier(text)
            return self._modified(who, MODIFIED[named.component], named.amount, text, turns, against)
        component, amount, name = found[1], int(found[2]), found[3] or ""
        if component not in MODIFIED:
            raise UnknownError("thing to modify", component, [*MODIFIED, *self.setup.rulings.situations])
        if amount == 0 and not name:
            return self._off(who, component, against)
        if name and not is_name(name):
            raise BattlewrightError(f"The name of a modifier has {ALLOWED}, not {shorten(name)} (H.D11).")
        if name in MODIFIED:
            raise BattlewrightError(f"{name!r} is what is modified; give the modifier another name (H.D11).")
        return self._modified(who, MODIFIED[component], amount, name, turns, against)

    def _against(self, who: int, text: str) -> tuple[str, int]:
        """Return what is said without ``against NAME``, and 1 + the attacker (0: it counts against all). What is known
        by a name with that word in it is meant by its name."""
        bare = text.removesuffix(" off")
        said, found, name = bare.rpartition(" against ")
        if not found or bare in {*self.setup.rulings.situations, *(name_of(list(n.name)) for n in self._modifiers())}:
            return text, 0
        attacker = self.combatant_named(name)
        if attacker == who:
            raise BattlewrightError(f"{self.names.name(who)} is not its own attacker: name another (H.D10).")
        return f"{said}{text[len(bare) :]}", attacker + 1

    def _modified(
        self, who: int, component: Component, amount: int, name: str, turns: int, against: int
    ) -> list[HeroesEdit]:
        """Return the edit that gives a modifier."""
        if not (-MOST <= amount <= MOST and amount):
            raise BattlewrightError(
                f"A modifier is a whole number from -{MOST} to {MOST} other than 0, not {amount} (H.D11)."
            )
        if against and not as_plain(is_physical)(component):
            parts = "for one attacker are dodge, parry, armor and the whole"
            raise BattlewrightError(f"{word(component).capitalize()} is the same against all; {parts} (H.D10).")
        edit = _edit(Editable.MODIFIER, who, amount, component)
        edit.turns, edit.by = turns, against
        for index, number in enumerate(ints_of(name)):
            edit.name[index] = number
        if not as_plain(has_room)(self.encounter, edit):
            reason = f"There are {MAX_MODIFIERS} modifiers already, which is as many as an encounter has room for"
            raise BattlewrightError(f"{reason}; take one away first (H.D11).")
        return [edit]

    def _off(self, who: int, text: str, against: int) -> list[HeroesEdit]:
        """Return the edits that remove the modifiers of this name, or the nameless ones of this component: all, or
        those against one attacker."""
        mine = [each for each in self._modifiers() if each.whom == who and against in (0, each.against)]
        found = [each for each in mine if name_of(list(each.name)) == text]
        if not found and text in MODIFIED:
            found = [each for each in mine if not any(each.name) and each.component == MODIFIED[text]]
        if not found:
            known = ", ".join(name_of(list(each.name)) or word(Component(each.component)) for each in mine)
            has = f"it has {known}" if known else "it has none"
            of = f" against {self.names.name(against - 1)}" if against else ""
            raise BattlewrightError(f"{self.names.name(who)} has no modifier {shorten(text)}{of}; {has} (H.D11).")
        edits = []
        for each in found:
            edit = _edit(Editable.MODIFIER, who, 0, each.component)
            edit.by = each.against
            for index, number in enumerate(each.name):
                edit.name[index] = number
            edits.append(edit)
        return edits

    def _modifiers(self) -> list[Modifier]:
        return list(self.encounter.modifiers[: self.encounter.modifiers_count])

    # Conditions

    def _give(self, who: int, rest: Sequence[str]) -> list[HeroesEdit]:
        """Read a condition, perhaps with its turns, the combatant that upholds it, or a defence and a power."""
        condition, more = self._condition(rest)
        self._check_cause(who, condition)
        edit = _edit(Editable.CONDITION, who, USUAL, condition)
        while more:
            said, *more = more
            if re.fullmatch(r"\d{1,6}", said) and edit.value == USUAL:
                if not 1 <= int(said) <= MOST:
                    raise BattlewrightError(f"A condition lasts from 1 to {MOST} turns, not {said} (H.X5).")
                edit.value = int(said)
                more = more[1:] if more[:1] in (["turn"], ["turns"]) else more
            elif said == "by":
                other, more = self._combatant_named("give", more)
                edit.by = self._upholder(who, other) + 1
            elif said in DEFENCES:
                edit.defence = DEFENCES[said]
            elif said == "power":
                edit.power, more = self._power(more)
            elif said in CHECKS:
                edit.check = CHECKS[said]
            elif said not in ("for", "against", "with"):
                known = "a number of turns, 'by NAME', willpower, fortitude or reflex, 'power NUMBER', the check"
                raise BattlewrightError(
                    f"After {condition_name(condition)} comes {known}, not {shorten(said)} (H.R10)."
                )
        if condition == ConditionName.DEAD and edit.value != USUAL:
            raise BattlewrightError(
                f"Dead has no number of turns; leave it out: give {self.names.tag(who)} dead (H.P3)"
            )
        if edit.check and not edit.by:
            raise BattlewrightError("Which check it is, is said of what a combatant upholds: add 'by NAME' (H.R11).")
        if edit.by and edit.power:
            raise BattlewrightError("An upheld condition goes by its caster's Spell Power: leave out the power (H.R9).")
        if not edit.by and self.setting.conditions[condition].dominated:
            example = f"give {self.names.tag(who)} {word(condition)} by {self._opponent(who)}"
            raise BattlewrightError(f"Say who dominates, such as: {example} (H.X5)")
        return [edit]

    def _upholder(self, whom: int, by: int) -> int:
        if by == whom:
            raise BattlewrightError(f"{self.names.name(whom)} cannot uphold it on itself; name another one (H.R10).")
        if as_plain(is_out)(self._combatant(by)):
            raise BattlewrightError(f"{self.names.name(by)} is out of the encounter and upholds nothing (H.R10).")
        return by

    def _opponent(self, who: int) -> str:
        return self.names.tag(0 if who >= self.names.first_of_b else self.names.first_of_b)

    def _power(self, rest: Sequence[str]) -> tuple[int, list[str]]:
        text = rest[0] if rest else ""
        return number_within(text, 1, MOST, "The power", "H.R10"), list(rest[1:])

    def _end(self, who: int, rest: Sequence[str]) -> list[HeroesEdit]:
        """End a condition that a combatant has."""
        condition, more = self._condition(rest)
        if more:
            raise BattlewrightError(f"{condition_name(condition)}, and then {shorten(' '.join(more))}: name one only.")
        self._check_cause(who, condition)
        if self._combatant(who).effects[condition].left:
            return [_edit(Editable.CONDITION, who, 0, condition)]
        if (self._combatant(who).caused >> condition) & 1:
            raise BattlewrightError(f"{condition_name(condition)} {self._remedy(who, condition)}")
        raise BattlewrightError(f"{self.names.name(who)} is not {condition_name(condition)}.")

    def _remedy(self, who: int, condition: ConditionName) -> str:
        """Return what to change so that a condition goes that follows from something else."""
        card, each, tag = self.setting.cards[who], self._combatant(who), self.names.tag(who)
        if condition == ConditionName.UNCONSCIOUS:
            return f"comes of Health 0 and goes with it (H.P3): set {tag} health 1"
        if condition == ConditionName.DEAD:
            also = f", then set {tag} health 1" if each.health == 0 else ""
            return f"comes of full Wounds and goes with them (H.P3): set {tag} wounds {card.wounds - 1}{also}"
        if condition == ConditionName.AFRAID and each.morale == 0:
            return f"comes of Morale 0 and goes with it (H.P3): set {tag} morale 1"
        if condition == ConditionName.AFRAID:
            return f"is how it responds to being Bloodied (H.X4): set {tag} health {self._share(who, 'bloodied')}"
        return f"comes of who stands around (H.D9): set {tag} ring none"

    def _share(self, who: int, which: str) -> int:
        """Return the least Health at which a combatant is not Bloodied, or not Near Death."""
        share: int = getattr(self.setting.rulings, which)
        return -(-share * self.setting.cards[who].health // 100)

    def _check_cause(self, who: int, condition: ConditionName) -> None:
        """Refuse to change Bloodied and Near Death other than by changing Health."""
        if condition in (ConditionName.BLOODIED, ConditionName.NEAR_DEATH):
            clause = "H.X4" if condition == ConditionName.BLOODIED else "H.X5"
            least = self._share(who, "bloodied" if condition == ConditionName.BLOODIED else "near_death")
            change = f"it comes below {least} and goes from there on, such as: set {self.names.tag(who)} health"
            reason = f"{condition_name(condition)} comes and goes with Health ({clause})"
            wanted = least if self._combatant(who).health < least else max(least - 1, 0)
            raise BattlewrightError(f"{reason}: {change} {wanted}")

    def _condition(self, rest: Sequence[str]) -> tuple[ConditionName, list[str]]:
        """Return a condition by its name, and the rest of the words."""
        for count in (2, 1):
            name = " ".join(rest[:count]).replace("_", " ")
            if name in CONDITIONS:
                return CONDITIONS[name], list(rest[count:])
        raise UnknownError("condition", " ".join(rest), CONDITIONS)

    # Traps and hazards

    def _trap(self, who: int, rest: Sequence[str]) -> list[HeroesEdit]:
        """Set off a trap at a combatant: one of the encounter by its name, or one that is described."""
        if as_plain(is_going_off)(self.encounter):
            raise BattlewrightError("A trap or a hazard is just going off; one after the other (H.R0).")
        if not as_plain(is_reached)(self._combatant(who)):
            raise BattlewrightError(f"{self.names.name(who)} is out of the encounter (H.R0).")
        names = [hazard.name.lower() for hazard in self.setup.hazards]
        if " ".join(rest) in names:
            return [_edit(Editable.TRAP, who, 0, 1 + names.index(" ".join(rest)))]
        edit = _edit(Editable.TRAP, who, 0)
        edit.power = self.setting.rulings.default_power
        more = list(rest)
        while more:
            more = self._describe(edit, more)
        self._check_trap(edit, who)
        return [edit]

    def _describe(self, edit: HeroesEdit, words: Sequence[str]) -> list[str]:
        """Read one part of a trap's description; return the rest of the words."""
        said, *more = words
        if said in DEFENCES:
            edit.defence = DEFENCES[said]
        elif said == "power":
            edit.power, more = self._power(more)
        elif re.fullmatch(r"\d+d\d+\S*", said):
            edit.dice, edit.sides, edit.plus = damage_of(said)
        elif said in TYPES:
            edit.types |= 1 << TYPES[said]
        elif " ".join(words[:2]) in CONDITIONS or said in CONDITIONS:
            condition, more = self._condition(words)
            if as_plain(refuses_to_be_brought)(self.setting, condition):
                raise BattlewrightError(f"A trap cannot bring {condition_name(condition)} (H.R0).")
            edit.condition = condition + 1
        elif said != "and":
            known = "a defence, 'power NUMBER', dice such as 2d6+1, types of damage, a condition"
            hazards = ", ".join(hazard.name for hazard in self.setup.hazards)
            traps = f"; the encounter has {hazards}" if hazards else ""
            raise BattlewrightError(f"A trap has {known}, not {shorten(said)}{traps} (H.R0).")
        return more

    def _check_trap(self, edit: HeroesEdit, who: int) -> None:
        example = f"trap {self.names.tag(who)} reflex power 5 2d6 fire prone"
        if not edit.defence:
            raise BattlewrightError(f"Say which defence resists it: {', '.join(DEFENCES)}, such as: {example} (H.R0)")
        if not edit.dice and not edit.condition:
            raise BattlewrightError(f"Say what it deals or brings, such as: {example} (H.R0)")
        if bool(edit.dice) != bool(edit.types):
            raise BattlewrightError(f"Damage has dice and one type or several, such as: {example} (H.E1)")

    def _exposed(self, who: int, rest: Sequence[str], enters: bool) -> list[HeroesEdit]:
        """Expose a combatant to a hazard of the encounter, or end that."""
        names, name = [hazard.name.lower() for hazard in self.setup.hazards], " ".join(rest)
        if not names:
            raise BattlewrightError("This encounter has no traps and no hazards (H.R0).")
        if name not in names:
            raise UnknownError("trap or hazard", name, names)
        return [_edit(Editable.EXPOSED, who, int(enters), 1 + names.index(name))]

    def _round(self, rest: Sequence[str]) -> list[HeroesEdit]:
        limit = self.setup.rulings.round_limit
        return [_edit(Editable.ROUND, 0, number_within(" ".join(rest), 1, limit, "The round", "H.N1"))]


def _edit(what: Editable, who: int, value: int, of: int = 0) -> HeroesEdit:
    edit = HeroesEdit()
    edit.what, edit.who, edit.value, edit.of = int(what), who, value, int(of)
    return edit
