"""Tables of people with a game master by the thousand, checked at every turn: ``PYTHONPATH=bench python -m fuzz.tables
--help``.

A table is an encounter of Heroes whose seats, dice and options are drawn from its number. At random moments people
choose, type dice or leave them to the server, suggest, leave and come back, and the game master edits, amends, takes
back and ends. Nothing but a sentence may refuse them; the log restores the match, the replay repeats it and can be
verified, and players get nothing that depends on dice to come or on numbers of foes that they do not see.
"""

from __future__ import annotations

import argparse
import datetime
import json
import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from battlewright import __version__
from battlewright.answers.data import entry_data
from battlewright.conformance.seats import check_alike
from battlewright.contract.guides import guide_of, observation_data
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.node import NodeKind
from battlewright.engine.record import allocate, look, numbers, snapshot
from battlewright.engine.rulebook import PROPOSAL_SIDES
from battlewright.engine.seats import SPECTATOR
from battlewright.play.dice import DiceSource
from battlewright.play.log import read_log, replay_of, write_log
from battlewright.play.match import Match
from battlewright.play.people import COMPUTER, MASTER
from battlewright.play.replays import Replay
from battlewright.play.terms import DiceTerm
from battlewright.play.verify import verify
from battlewright.systems.heroes.record import HeroesEdit, Setting
from battlewright.systems.heroes.setup.amend import RULINGS
from battlewright.systems.heroes.setup.files import SHEETS
from battlewright.systems.heroes.system import SYSTEM
from fuzz.checks import PROPOSAL_DRAWS
from fuzz.heroes import propose_edit
from fuzz.table_setups import match_of

MOST = 140
"""The acts of a table, at most: then its game master ends it."""
ODD = 4
"""How many acts there are to one that is out of turn."""
LOOKS, LOGS, ALIKE = 8, 60, 1500
"""How many acts there are to one after which a seat looks; the log is read again; and twins are compared in full."""
ATTRIBUTES = ("strength", "constitution", "dexterity", "intellect", "wisdom", "charisma")
LINES = (
    "mod a1 dodge +5 fog",
    "set a1 health 3",
    "set b1 health 2",
    "mod b1 armor -2",
    "mod a1 attack +1 against b1",
    "damage b1 5 fire",
    "heal a1 4",
    "condition a1 prone",
    "nonsense",
)


class Fault(Exception):
    """What must not happen at a table."""


@dataclass
class Result:
    """What tables came to: how many, their acts by name, how many of those were refused, and the faults."""

    tables: int = 0
    acts: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


def stop(text: str) -> None:
    """Raise a fault."""
    raise Fault(text)


class Table:
    """A table of people, with what its number decides."""

    def __init__(self, seed: int, number: int, result: Result) -> None:
        self.chance, self.result = random.Random(f"{seed} {number}"), result
        self.match = match_of(self.chance)
        self.seats = [seat.name for seat in self.match.seats.all]
        self.master = self.match.seats.master
        self.did: list[str] = []
        self.acts: list[Callable[[], object]] = [
            *[self.edit] * 3,
            *[self.amend] * 5,
            *[self.undo] * 2,
            self.change_roll,
            self.suggest,
            self.suggest,
            self.accept,
            self.accept,
            self.reject,
            self.leave,
            self.hand_on,
            self.come_back,
            self.come_back,
            self.set_dice,
            self.out_of_turn,
            self.draw,
            self.late,
        ]

    def play(self) -> None:
        """Play the encounter to its end, and check all that is left of it."""
        chance = self.chance
        for _ in range(MOST):
            if self.match.is_over and chance.random() < 0.5:
                break
            if self.match.is_over or chance.randrange(ODD) == 0:
                self.odd(chance.choice(self.acts))
            else:
                self.go_on()
            self.check_turn()
            if chance.randrange(LOOKS) == 0:
                self.look(chance.choice((*self.seats, SPECTATOR)))
            if chance.randrange(LOGS) == 0:
                self.check_log()
                self.check_twin(in_full=chance.randrange(ALIKE // LOGS) == 0)
        if not self.match.is_over:
            self.match.end(self.master, chance.choice(("a", "b", "draw")))
        self.check_log()
        self.check_replay()

    def noted(self, what: str) -> None:
        self.did.append(what)
        self.result.acts[what.split(" ", 1)[0]] += 1

    def odd(self, act: Callable[[], object]) -> None:
        """Do something that may be refused."""
        try:
            act()
        except BattlewrightError as error:
            self.result.refused[self.did[-1].split(" ", 1)[0]] += 1
            if not str(error).strip():
                stop("a refusal says nothing")

    # In turn

    def go_on(self) -> None:
        """Do what the match waits for: this must work."""
        match, chance = self.match, self.chance
        if match.request is not None and chance.random() < 0.7:
            asked = sorted(match.request.asked - match.request.agreed)
            seat = chance.choice(asked)
            self.noted(f"answer {seat}")
            (match.agree if chance.random() < 0.6 else match.decline)(seat)
        elif match.session.node.kind == NodeKind.CHANCE:
            self.roll()
        else:
            seat = chance.choice(match.to_act)
            choices = match.observe(seat).choices()
            if not choices:
                stop(f"{seat} is asked, and has no choice")
            self.noted(f"choose {seat}")
            choice = chance.choice(choices)
            if not match.may_choose(seat, choice):
                stop(f"{seat} is offered what it may not choose")
            match.choose(seat, choice)

    def roll(self) -> None:
        match, chance = self.match, self.chance
        asked = match.to_act
        if not match.terms.own_dice and (not asked or chance.random() < 0.6):
            self.noted("roll")
            match.roll()
            return
        if not asked:
            self.noted("roll")
            match.roll()
            return
        seat = chance.choice(asked)
        count = len(match.own_dice(seat))
        if not count:
            stop(f"{seat} is to roll, and has no dice")
        if match.terms.own_dice and chance.random() < 0.4:
            self.noted(f"let_roll {seat}")
            match.let_roll(seat)
            return
        faces = [chance.randint(1, match.session.node.sides) for _ in range(count)]
        if match.terms.consent and chance.random() < 0.7 and match.request is None:
            self.noted(f"claim {seat}")
            match.claim(seat, faces)
        else:
            self.noted(f"type {seat}")
            match.roll_typed(seat, faces)

    # Out of turn

    def edit(self) -> None:
        match = self.match
        row = allocate(HeroesEdit)
        drawn = numbers([self.chance.randrange(PROPOSAL_SIDES) for _ in range(PROPOSAL_DRAWS)])
        propose_edit(match.session.setting[0], match.session.battle[0], drawn, row[0])
        self.noted("edit")
        match.edit(self.master, look(HeroesEdit, row))

    def amend(self) -> None:
        amendment = self.amendment()
        self.noted(f"amend {amendment}")
        self.match.amend(self.master, amendment)

    def amendment(self) -> dict[str, Any]:
        chance, setup = self.chance, self.match.session.setup
        who = {"who": chance.choice([*setup.tags, "b30"])}
        sheet, name = chance.choice([*SHEETS.names]), chance.choice([each.name for each in setup.hazards] or ["Pit"])
        types = chance.choice(("fire", "cold", "bludgeoning"))
        arrive: dict[str, Any] = {"kind": "arrive", "side": chance.choice("ab"), "sheet": sheet}
        if chance.random() < 0.5:
            arrive["seat"] = chance.choice(self.seats)
        trap = {"name": f"Trap {chance.randrange(9)}", "trap": True, "defence": "reflex", "power": 5, "damage": "1d6"}
        trap |= {"types": ["fire"], "among": [chance.choice(setup.tags)], "hidden": chance.random() < 0.5}
        ruling = {"kind": "ruling", "ruling": chance.choice(RULINGS), "value": chance.randint(0, 12)}
        made: tuple[dict[str, Any], ...] = (
            arrive,
            arrive,
            {"kind": "remove"} | who,
            {"kind": "flee"} | who,
            {"kind": "flee"} | who,
            {"kind": "return"} | who,
            {"kind": "turn"} | who,
            {"kind": "sheet", "sheet": sheet} | who,
            {"kind": "attribute", "attribute": chance.choice(ATTRIBUTES), "value": chance.randint(0, 22)} | who,
            {"kind": "level", "value": chance.randint(0, 21)} | who,
            {"kind": "resist", "type": types, "value": chance.randint(0, 9)} | who,
            {"kind": "vulnerable", "type": types, "value": chance.randint(0, 9)} | who,
            ruling,
            ruling,
            {"kind": "hazard", "hazard": trap},
            {"kind": "found", "hazard": name},
            {"kind": "clear", "hazard": name},
        )
        return chance.choice(made)

    def undo(self) -> None:
        seat, standing = self.chance.choice(self.seats), self.match.standing
        if self.chance.random() < 0.5:
            seat = self.master
        to = self.chance.choice(standing[-12:]).number if standing and self.chance.random() < 0.6 else None
        self.noted(f"undo {seat} {to}")
        self.match.undo(seat, to)

    def change_roll(self) -> None:
        rolls = [entry for entry in self.match.standing[-12:] if entry.step is not None and entry.step.is_roll]
        if rolls:
            entry = self.chance.choice(rolls)
            assert entry.step is not None
            self.noted(f"change_roll {entry.number}")
            self.match.change_roll(self.master, entry.number, [1] * len(entry.step.faces))

    def suggest(self) -> None:
        seat = self.chance.choice(self.seats)
        self.noted(f"suggest {seat}")
        self.match.suggestions.suggest(seat, "fog?", self.chance.choice(("", *LINES)))

    def accept(self) -> None:
        if waiting := self.match.suggestions.waiting:
            one = self.chance.choice(waiting)
            self.noted(f"accept {one.number} {one.line}")
            edits = guide_of(self.match.observe(self.master)).edits(one.line) if one.line else []
            for after, edit in enumerate(edits or []):
                self.match.edit(self.master, edit, after)
            self.match.suggestions.accept(self.master, one.number)

    def reject(self) -> None:
        if waiting := self.match.suggestions.waiting:
            one, seat = self.chance.choice(waiting), self.chance.choice(self.seats)
            self.noted(f"reject {one.number} {seat}")
            self.match.suggestions.reject(seat, one.number, "no")

    def leave(self) -> None:
        seat, to = self.chance.choice(self.seats), self.chance.choice((COMPUTER, MASTER))
        self.noted(f"leave {seat} {to}")
        self.match.leave(seat, to)

    def hand_on(self) -> None:
        of, to = self.chance.choice(self.seats), self.chance.choice((COMPUTER, MASTER))
        self.noted(f"hand_on {of} {to}")
        self.match.hand_on(self.master, of, to)

    def come_back(self) -> None:
        seat = self.chance.choice([*self.match.handed] or self.seats)
        self.noted(f"come_back {seat}")
        self.match.come_back(seat)

    def set_dice(self) -> None:
        seat, term = self.chance.choice(self.seats), str(self.chance.choice([*DiceTerm]))
        self.noted(f"set_dice {seat} {term}")
        self.match.set_dice(seat, term)

    def out_of_turn(self) -> None:
        """Choose or roll as somebody who may not be asked."""
        match, seat = self.match, self.chance.choice((*self.seats, SPECTATOR))
        self.noted(f"out_of_turn {seat}")
        if match.session.node.kind == NodeKind.DECISION:
            match.choose(seat, self.chance.choice(match.session.choices()))
        else:
            match.roll_typed(seat, [1] * self.chance.randint(0, 4))

    def draw(self) -> None:
        seat = self.chance.choice(self.seats)
        self.noted(f"draw {seat}")
        if self.chance.random() < 0.8:
            self.match.offer_draw(seat)
        elif self.match.terms.is_hosted or self.chance.random() < 0.2:
            self.match.resign(seat)

    def late(self) -> None:
        seat = self.chance.choice(self.seats)
        self.noted(f"late {seat}")
        if self.match.terms.is_hosted:
            self.match.let_run_out(seat)

    # Checks

    def check_turn(self) -> None:
        """Check that somebody can go on."""
        match = self.match
        if not match.is_over and match.session.node.kind == NodeKind.DECISION and not match.to_act:
            stop("nobody is asked to choose")

    def look(self, seat: str) -> None:
        """Let a seat look at everything that it is shown."""
        seen = self.match.observe(seat, max(0, self.match.number - 12))
        json.dumps([observation_data(seen), self.match.summary(seat), *(entry_data(seen, each) for each in seen.news)])
        for text in self.match.step_texts(seat, max(0, self.match.number - 12)):
            str(text)
        guide_of(seen).card_data()

    def check_log(self) -> Match:
        """Check that the complete log restores the match, and return what it restores."""
        match, log = self.match, write_log(self.match)
        again = read_log(log, lambda _: SYSTEM)
        if write_log(again) != log:
            stop("the log that is read is written otherwise")
        state: Callable[[Match], list[Any]] = lambda one: [  # noqa: E731
            snapshot(one.session.battle),
            snapshot(one.session.setting),
            one.to_act,
            one.playing,
            one.left,
            one.parts,
            one.dice_terms,
            one.request,
            one.taken_back,
            [each.number for each in one.suggestions.waiting],
            [(seat.name, seat.leads, seat.side) for seat in one.seats.all],
            one.result,
        ]
        for was, now in zip(state(match), state(again), strict=True):
            if was != now:
                stop(f"the log restores another state: {now!r:.200} for {was!r:.200}")
        return again

    def check_twin(self, in_full: bool) -> None:
        """Check that players get the same where only dice to come, and numbers of foes that they do not see, differ."""
        match, twin = self.match, self.check_log()
        twin.dice = DiceSource(self.chance.randbytes(32))
        twin.session.draw_from(*twin.dice.epoch(match.epoch))
        seats = [seat.name for seat in match.seats.all if seat.side == 0 and not seat.is_master]
        if match.session.setup.foes_seen != "numbers" and not match.is_over:
            self.change_foes(twin)
        seat = self.chance.choice((*seats, SPECTATOR))
        if in_full and not match.is_over:
            check_alike(match, twin, seat, partial(self.differs, seat))
        given = []
        for one in (match, twin):
            seen = one.observe(seat, 0)
            told = [str(text) for text in one.step_texts(seat)]
            news = [entry_data(seen, each) for each in seen.news]
            data = json.dumps([told, news, observation_data(seen), one.summary(seat)])
            given.append((snapshot(seen.battle), snapshot(seen.setting), data))
        if given[0] != given[1]:
            stop(f"what seat {seat} gets depends on what it may not know")

    def differs(self, seat: str, text: str) -> None:
        stop(f"in full, for {seat}: {text}")

    def change_foes(self, twin: Match) -> None:
        """Change the Health of foes in a twin, as far as words say the same of them."""
        record, setting = twin.session.record, look(Setting, twin.session.setting)
        first = len(twin.session.setup.sides[0])
        for who in range(first, setting.combatants):
            foe, full = record.combatants[who], setting.cards[who].health
            bloodied = full * setting.rulings.bloodied // 100
            if bloodied + 2 < foe.health < full:
                foe.health += 1 if foe.health + 1 < full else -1

    def check_replay(self) -> None:
        """Check that the replay repeats the match, and can be verified."""
        match = self.match
        replay = Replay.parse(replay_of(match, self.master))
        if replay.repeat().fingerprint != match.session.fingerprint:
            stop("the replay comes to another battle")
        if verify(replay).log is None:
            stop("the log was not verified")


def play_table(seed: int, number: int, result: Result) -> None:
    """Play one table; a fault is added to those of the result."""
    table = None
    try:
        table = Table(seed, number, result)
        table.play()
    except Exception as error:
        where = "".join(traceback.format_exception(error)[-4:])
        did = "; ".join(table.did[-8:]) if table else ""
        result.faults.append(f"table {number} of seed {seed}: {type(error).__name__}: {error}\n{did}\n{where}")
    result.tables += 1


def main() -> int:
    """Play tables, and print what they came to."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="the number of the first table")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--most-faults", type=int, default=5, help="stop after so many faults")
    asked = parser.parse_args()
    result, began = Result(), time.perf_counter()
    for number in range(asked.first, asked.first + asked.tables):
        if len(result.faults) >= asked.most_faults:
            break
        before = len(result.faults)
        play_table(asked.seed, number, result)
        for fault in result.faults[before:]:
            print(fault, file=sys.stderr, flush=True)
        if result.tables % 500 == 0:
            print(f"{result.tables} tables, {time.perf_counter() - began:.0f} s", file=sys.stderr, flush=True)
    written = {
        "what": "tables of people with a game master, with edits, amendments and undo at any moment",
        "version": __version__,
        "date": datetime.date.today().isoformat(),
        "seed": asked.seed,
        "first": asked.first,
        "tables": result.tables,
        "acts": dict(result.acts.most_common()),
        "refused": dict(result.refused.most_common()),
        "faults": result.faults,
        "seconds": round(time.perf_counter() - began, 1),
    }
    text = json.dumps(written, indent=2) + "\n"
    if asked.out:
        asked.out.parent.mkdir(parents=True, exist_ok=True)
        asked.out.write_text(text, encoding="utf-8")
    print(text, end="")
    return 1 if result.faults else 0


if __name__ == "__main__":
    sys.exit(main())
