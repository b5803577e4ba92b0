"""The suite that every system must pass.

    from battlewright.conformance import check
    check(SYSTEM, [setup, ...])

It looks at the rules (``conformance.rules``), then plays random battles and holds the system to its contract at every
node: each listed choice is accepted, any other choice of a listed kind is refused and changes nothing, outcomes that
are declared equivalent lead to the same position, snapshots and replays repeat, every battle ends, a view gives nothing
away, every event is as its kind declares it and has a sentence, what bots are offered is legal (``conformance.bots``),
and what people are offered, asked and shown of rolls is data (``conformance.offers``). The first breach raises
``NotConforming`` with the seed and the moves.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from battlewright.bots.random import playout
from battlewright.conformance.bots import BotChecks
from battlewright.conformance.offers import EVERY, check_offers, check_question, check_roll
from battlewright.conformance.rules import check_rules
from battlewright.conformance.seats import check_seats
from battlewright.contract.system import System, tally
from battlewright.engine import replay
from battlewright.engine.clauses import clause_of
from battlewright.engine.dice import Dice, Lane, seed_dice
from battlewright.engine.errors import NotConforming, Refused
from battlewright.engine.events import EDITED, MAX_EVENTS, MAX_FIELDS, Tail, read_event
from battlewright.engine.node import MAX_SIDES, Choice, Node, NodeKind, OutcomeSymmetry, outcome
from battlewright.engine.record import (
    Field,
    Record,
    Row,
    allocate,
    bytes_of,
    copy_of,
    layout_of,
    look,
    memory_of,
    numbers,
    position,
    restore,
    row_of,
    same,
    snapshot,
)
from battlewright.engine.rolloff import MAX_PLAYERS
from battlewright.engine.rulebook import PROPOSAL_DRAWS, PROPOSAL_SIDES
from battlewright.engine.session import Session
from battlewright.engine.sides import SIDE_LETTERS
from battlewright.engine.story import sentences
from battlewright.engine.view import view

TRIED_CHOICES = 24
TRIED_CHANGES = 24
EDITED_NODES = 0.1


@dataclass
class Report:
    """What was checked."""

    battles: int = 0
    nodes: int = 0
    choices: int = 0
    refusals: int = 0
    rolls: int = 0
    edits: int = 0
    bot_choices: int = 0


def check(system: System, setups: Iterable[Any], battles: int = 5, seed: int = 0) -> Report:
    """Hold a system to the contract, in ``battles`` random battles of each set-up."""
    check_declaration(system)
    check_rules(system)
    report = Report()
    for setup in setups:
        for index in range(battles):
            Examination(system, setup, seed, index, report).run()
            report.battles += 1
    return report


def check_declaration(system: System) -> None:
    """Check what can be seen without playing: the clauses' numbers, and the form of the records."""
    numbered = [clause.number for clause in system.catalogue]
    if len(set(numbered)) != len(numbered) or min(numbered, default=1) < 1:
        raise NotConforming(f"{system.name}: the numbers of its clauses are not distinct and above 0.")
    if layout_of(system.rules.battle).fields[-1].name != "tail":
        raise NotConforming(f"{system.name}: the battle record does not end with its tail.")
    for kind in system.rules.event_kinds:
        if len(set(kind.fields)) != len(kind.fields) or len(kind.fields) > MAX_FIELDS:
            what = f"the fields of {kind.name} are not distinct, or more than {MAX_FIELDS}"
            raise NotConforming(f"{system.name}: {what}.")
        if "seat" in kind.fields:
            raise NotConforming(f"{system.name}: {kind.name} has a field 'seat'; an event names a side by 'side'.")
    if not 1 <= system.rules.sides <= min(MAX_PLAYERS, len(SIDE_LETTERS)):
        raise NotConforming(f"{system.name}: a battle has 1 to {min(MAX_PLAYERS, len(SIDE_LETTERS))} sides.")


def digest(system: System, setup: Any, battles: int, seed: int = 0) -> str:
    """Return one hash of the last bytes of ``battles`` random battles: the same plain or compiled, on any machine."""
    play, setting = playout(system), system.setup.build(setup)
    listed, bot = allocate(system.rules.choice, system.rules.max_choices), allocate(Dice)
    faces = numbers(system.rules.max_dice)
    sum_of_all = hashlib.sha256()
    for index in range(battles):
        battle = allocate(system.rules.battle)
        seed_dice(look(system.rules.battle, battle).tail.dice, seed, index)
        seed_dice(look(Dice, bot), seed, index, Lane.BOT)
        system.rules.start(setting, battle)
        play(setting, battle, listed, faces, bot, system.rules.max_nodes)
        sum_of_all.update(snapshot(battle))
    return sum_of_all.hexdigest()


class Examination:
    """One battle, checked at every node."""

    def __init__(self, system: System, setup: Any, seed: int, index: int, report: Report) -> None:
        self.system, self.rules, self.report = system, system.rules, report
        self.session = Session(system, setup, seed, index)
        self.setting, self.battle = self.session.setting, self.session.battle
        self.twin = Session(system, setup, seed + 1, index)
        self.chance = random.Random(f"{seed} {index}")
        self.setting_at_first = snapshot(self.setting)
        self.battle_at_first = snapshot(self.battle)
        self.bot_checks = BotChecks(self.session, self.fail)
        self.decisions = 0

    def run(self) -> None:
        """Play the battle to its end, and repeat it."""
        self.check_start()
        while not self.session.is_over:
            self.check_node()
            self.step()
            if len(self.session.steps) > self.rules.max_nodes:
                self.fail(f"the battle did not end within {self.rules.max_nodes} nodes")
        self.check_node()
        self.check_replay()
        check_seats(self.session, self.fail)
        self.check_undo()

    def fail(self, what: str) -> None:
        """Raise ``NotConforming`` for a breach, with the moves that led to it."""
        moves = "; ".join(step.text for step in self.session.steps[-8:])
        where = f"seed {self.session.seed}, battle {self.session.index}, after {len(self.session.steps)} moves"
        raise NotConforming(f"{self.system.name}: {what} ({where}: ... {moves}).")

    def step(self) -> None:
        """Make a random choice or roll the dice, with an edit now and then."""
        if self.session.node.kind == NodeKind.CHANCE:
            before = snapshot(self.battle)
            self.session.roll()
            faces = list(self.session.steps[-1].faces)
            check_roll(self.session, before, self.session.steps[-1], self.fail)
            self.twin.roll_typed(faces)
            self.check_silence(before, faces)
        elif self.chance.random() > EDITED_NODES or not self.try_edit():
            chosen = self.chosen()
            before = snapshot(self.battle)
            self.session.choose(chosen)
            self.twin.choose(chosen)
            self.check_silence(before, chosen)
        if any(not sentence.text for sentence in sentences(self.session, self.session.steps[-1].events)):
            self.fail("an event has no sentence")
        self.check_views()

    def chosen(self) -> Any:
        """Return a listed choice, or half of the time a legal free one."""
        free = sorted(self.rules.free_kinds.get(self.session.node.step, ()))
        if free and self.chance.random() < 0.5:
            made = proposal(self.system, self.session, self.chance.choice(free), self.chance)
            if made is not None and not self.session.refusal(made):
                return made
        return self.chance.choice(self.session.choices())

    def check_node(self) -> None:
        """Check everything that must hold at the current node."""
        self.report.nodes += 1
        if snapshot(self.setting) != self.setting_at_first:
            self.fail("the setting has changed")
        node = self.session.node
        if node.kind not in (NodeKind.DECISION, NodeKind.CHANCE, NodeKind.OVER):
            self.fail(f"the node is of kind {node.kind}")
        self.check_dice(node)
        check_question(self.session, self.fail)
        before = snapshot(self.battle)
        tally(self.session)
        if snapshot(self.battle) != before:
            self.fail("the tally has changed the battle")
        if node.kind == NodeKind.DECISION:
            self.check_decision()
        elif self.session.choices():
            self.fail("choices are listed where no side chooses")
        else:
            self.check_refused(self.rules.choice())
        if node.kind == NodeKind.CHANCE:
            self.check_symmetry(copy_of(node))

    def check_decision(self) -> None:
        """Check that each listed choice is accepted, and any other choice of a listed kind refused."""
        listed = self.session.choices()
        if not listed:
            self.fail("a decision has no choices")
        before = snapshot(self.battle)
        known = {bytes(bytes_of(choice)) for choice in listed}
        if len(known) < len(listed):
            self.fail("a choice is listed twice")
        for choice in self.chance.sample(listed, min(len(listed), TRIED_CHOICES)):
            if not self.session.words.choice(self.session.record, choice):
                self.fail("a choice has no words")
            if self.session.refusal(choice):
                self.fail(f"a listed choice is refused: {choice}")
            after = self.applied(before, choice)
            if after != self.applied(before, choice):
                self.fail(f"a choice leads to two positions: {choice}")
            self.report.choices += 1
        self.check_room(listed)
        if self.decisions % EVERY == 0:
            check_offers(self.session, self.fail)
        self.decisions += 1
        self.report.bot_choices += self.bot_checks.check(known)
        free = self.rules.free_kinds.get(self.session.node.step, frozenset())
        if len(listed) < self.rules.max_choices:
            for choice in self.changed(listed):
                if bytes(bytes_of(choice)) not in known and choice.kind not in free:
                    self.check_refused(choice)
        for kind in free:
            self.check_proposal(kind)

    def check_proposal(self, kind: int) -> None:
        """Check a proposal for a free kind: it is of that kind; if legal it applies, if refused it changes nothing."""
        made = proposal(self.system, self.session, kind, self.chance)
        if made is None:
            return
        if made.kind != kind:
            self.fail(f"a proposal of kind {kind} is of another: {made}")
        if self.session.refusal(made):
            self.check_refused(made)
        else:
            self.applied(snapshot(self.battle), made)

    def check_room(self, listed: list[Choice]) -> None:
        """Check that with room for one choice the same choices come one by one."""
        room = allocate(self.rules.choice)
        for first in (0, self.chance.randrange(len(listed)), len(listed)):
            count = self.rules.choices(self.setting, self.battle, room, first)
            wanted = listed[first : first + 1]
            if len(listed) < self.rules.max_choices and count != len(wanted):
                self.fail(f"with room for one choice {count} are listed from index {first} on")
            if wanted and look(self.rules.choice, room) != wanted[0]:
                self.fail(f"the choice at index {first} is another one when it is asked for alone")

    def applied(self, before: bytes, choice: Record) -> bytes:
        """Return the bytes that a choice leads to; the battle itself stays unchanged."""
        one = row_of(self.rules.choice, choice)
        if self.rules.refusal(self.setting, self.battle, one):
            self.fail(f"a listed choice is refused: {choice}")
        self.rules.choose(self.setting, self.battle, one)
        after = snapshot(self.battle)
        self.check_events(self.battle)
        self.check_dice(self.session.node)
        restore(self.battle, before)
        return after

    def check_dice(self, node: Node) -> None:
        """Check that the dice that are asked for have room, and sides that dice have."""
        if node.kind != NodeKind.CHANCE:
            return
        if not 1 <= node.dice <= self.rules.max_dice:
            self.fail(f"{node.dice} dice are to be rolled at step {node.step}, but max_dice is {self.rules.max_dice}")
        if not 1 <= node.sides <= MAX_SIDES:
            self.fail(f"dice of {node.sides} sides are to be rolled at step {node.step}; they may have {MAX_SIDES}")

    def check_start(self) -> None:
        """Check the events with which the battle starts."""
        battle = allocate(self.rules.battle)
        self.rules.start(self.setting, battle)
        self.check_events(battle)

    def check_events(self, battle: Row[Any], edited: bool = False) -> None:
        """Check the events of one step: declared kinds, and no values but those of declared fields. The first event of
        an edit, and no other, is of a kind that is kept for edits."""
        tail: Tail = look(self.rules.battle, battle).tail
        if tail.count > MAX_EVENTS:
            self.fail(f"more than {MAX_EVENTS} events were emitted in one step")
        for event in tail.events[: tail.count]:
            kind = read_event(self.rules.event_kinds, event).kind
            if any(event.values[len(kind.fields) :]):
                self.fail(f"an event of kind {kind.name} has values beyond its fields {kind.fields}: {event}")
        of_edits = [index for index in range(tail.count) if tail.events[index].kind >= EDITED]
        if of_edits != ([0] if edited else []):
            self.fail(f"event kinds from {EDITED} on are for the first event of an edit")

    def changed(self, listed: list[Choice]) -> Iterator[Any]:
        """Yield choices that differ from the listed ones in one number."""
        layout = layout_of(self.rules.choice)
        fields = [(field, place) for field in layout.fields for place in range(field.count or 1)]
        for _ in range(TRIED_CHANGES):
            choice = copy_of(self.chance.choice(listed))
            field, place = self.chance.choice(fields)
            _change(choice, field, place, self.chance.choice([-1, 1, -100, 7, 2**31 - 1, -(2**31)]))
            yield choice

    def check_refused(self, choice: Record) -> None:
        """Check that an unlisted choice is refused by a known clause, with a sentence, and changes nothing."""
        before = snapshot(self.battle)
        reason = self.rules.refusal(self.setting, self.battle, row_of(self.rules.choice, choice))
        if not reason:
            self.fail(f"a choice that is not listed is not refused: {choice}")
        self.system.catalogue.by_number(clause_of(reason))
        if not self.session.words.refusal(self.session.record, choice, reason):
            self.fail(f"a refusal has no sentence: {choice}")
        if snapshot(self.battle) != before:
            self.fail(f"to ask why a choice is refused has changed the battle: {choice}")
        self.report.refusals += 1

    def check_symmetry(self, node: Node) -> None:
        """Check that faces which the node declares equivalent lead to the same position."""
        before = snapshot(self.battle)
        for _ in range(4):
            faces = [self.chance.randint(1, node.sides) for _ in range(node.dice)]
            other = self.equivalent(node, faces)
            if outcome(node, faces) != outcome(node, other):
                raise AssertionError(f"{faces} and {other} should be equivalent")
            if self.rolled(before, faces) != self.rolled(before, other):
                self.fail(f"the faces {faces} and {other} are declared equivalent, but lead to different positions")
            self.report.rolls += 1

    def equivalent(self, node: Node, faces: list[int]) -> list[int]:
        """Return other faces that the node declares equivalent."""
        if node.symmetry == OutcomeSymmetry.RANKED:
            order = sorted(set(faces))
            others = sorted(self.chance.sample(range(1, node.sides + 1), len(order)))
            return [others[order.index(face)] for face in faces]
        if node.symmetry == OutcomeSymmetry.SUMMED:
            return self.equivalent_in_sum(node, faces)
        same_as = {
            face: [f for f in range(1, node.sides + 1) if node.face_class[f - 1] == node.face_class[face - 1]]
            for face in faces
        }
        other = [self.chance.choice(same_as[face]) for face in faces]
        if node.symmetry == OutcomeSymmetry.COUNTED:
            self.chance.shuffle(other)
        return other

    def equivalent_in_sum(self, node: Node, faces: list[int]) -> list[int]:
        """Return other faces of the same sum, with the highest die at the same index."""
        other = self.chance.sample(faces, len(faces))
        for _ in range(3 * len(faces)):
            changed = list(other)
            changed[self.chance.randrange(len(faces))] += 1
            changed[self.chance.randrange(len(faces))] -= 1
            if min(changed) >= 1 and max(changed) <= node.sides and outcome(node, changed) == outcome(node, faces):
                other = changed
        return other

    def rolled(self, before: bytes, faces: list[int]) -> bytes:
        """Return the position that these faces lead to; the battle itself stays unchanged."""
        self.rules.roll(self.setting, self.battle, _row(faces, self.rules.max_dice))
        after = position(self.rules.battle, self.battle)
        self.check_events(self.battle)
        restore(self.battle, before)
        return after

    def check_silence(self, before: bytes, move: list[int] | Choice) -> None:
        """Check the events of a move, and that it leads to the same position with events switched off."""
        self.check_events(self.moved(before, move))
        silent = self.moved(before, move, silent=1)
        if position(self.rules.battle, silent) != position(self.rules.battle, self.battle):
            self.fail("events change the position")

    def moved(self, before: bytes, move: list[int] | Choice, silent: int = 0) -> Row[Any]:
        """Return another battle in which the same move was made."""
        battle = allocate(self.rules.battle)
        restore(battle, before)
        look(self.rules.battle, battle).tail.silent = silent
        if isinstance(move, list):
            self.rules.roll(self.setting, battle, _row(move, self.rules.max_dice))
        else:
            self.rules.choose(self.setting, battle, row_of(self.rules.choice, move))
        return battle

    def check_views(self) -> None:
        """Check that two battles which differ only in their dice to come look the same to every side."""
        for side in range(self.rules.sides):
            one = view(self.system, self.setting, self.battle, side)
            other = view(self.system, self.twin.setting, self.twin.battle, side)
            if not same(one, other):
                self.fail(f"the view of side {side} gives away the dice to come")

    def try_edit(self) -> bool:
        """Try a random edit: refused without a change, or carried out (and sometimes undone)."""
        if self.rules.edit is None:
            return False
        edit = self.rules.edit_record()
        edit.what = self.chance.choice(list(self.rules.edit_kinds))
        edit.who, edit.value = self.chance.randint(-1, 60), self.chance.randint(-1, 3)
        before = snapshot(self.battle)
        self.report.edits += 1
        if not self.rules.edit(self.setting, self.battle, row_of(self.rules.edit_record, edit)):
            self.check_events(self.battle, edited=True)
            restore(self.battle, before)
        try:
            self.session.edit(edit)
        except Refused:
            if snapshot(self.battle) != before:
                self.fail(f"a refused edit has changed the battle: {edit}")
            return False
        if self.chance.random() < 0.5:
            self.session.undo()
            if snapshot(self.battle) != before:
                self.fail("undo does not lead back to the same bytes")
            return False
        self.twin.edit(edit)
        return True

    def check_replay(self) -> None:
        """Check that the battle's replay repeats to the same bytes, including the tail, and the same text."""
        text = replay.write(self.session)
        again = replay.repeat(replay.parse(text, "the replay", lambda name: self.system))
        if not same(again.battle, self.battle):
            self.fail("the replay does not repeat to the same bytes")
        if replay.write(again) != text:
            self.fail("the replay does not repeat to the same text")

    def check_undo(self) -> None:
        """Check that undoing all moves leads back to the first bytes."""
        while self.session.steps:
            self.session.undo()
        if snapshot(self.battle) != self.battle_at_first:
            self.fail("undoing all moves does not lead back to the beginning")


def proposal(system: System, session: Session, kind: int, chance: random.Random) -> Any:
    """Return a random proposal for a free kind of choice; None if the system proposes nothing."""
    if system.rules.propose is None:
        raise NotConforming(f"{system.name}: choices of kind {kind} are free, but the system proposes none.")
    made = allocate(system.rules.choice)
    drawn = numbers([chance.randint(1, PROPOSAL_SIDES) for _ in range(PROPOSAL_DRAWS)])
    before = snapshot(session.battle)
    found = system.rules.propose(session.setting, session.battle, kind, drawn, made)
    if snapshot(session.battle) != before:
        raise NotConforming(f"{system.name}: a proposal of kind {kind} has changed the battle.")
    return copy_of(look(system.rules.choice, made)) if found else None


def _change(record: Record, field: Field, index: int, by: int) -> None:
    if field.kind is not int:
        entry = getattr(record, field.name)[index] if field.count else getattr(record, field.name)
        _change(entry, layout_of(field.kind).fields[index % len(layout_of(field.kind).fields)], 0, by)
    elif field.count:
        row = getattr(record, field.name)
        row[index] = _fit(row[index] + by)
    else:
        setattr(record, field.name, _fit(getattr(record, field.name) + by))


def _fit(value: int) -> int:
    return max(-(2**31), min(2**31 - 1, value))


def _row(faces: list[int], room: int) -> Row[int]:
    row = numbers(room)
    memory_of(row)[: len(faces)] = memory_of(numbers(faces))
    return row
