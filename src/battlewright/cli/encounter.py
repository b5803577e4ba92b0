"""The command that runs an encounter of Heroes, and its table in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from battlewright import systems
from battlewright.bots.named import Bot, bots_for, pair_of
from battlewright.cli.build import compile_if_needed
from battlewright.cli.play import WHO, check_table, finish, keep, play_on, resume, summary
from battlewright.cli.roll import new_seed, print_json
from battlewright.cli.sheet import sections
from battlewright.cli.terminal import Terminal
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.node import NodeKind
from battlewright.engine.record import look
from battlewright.engine.rule import as_plain
from battlewright.engine.session import Move, Session
from battlewright.engine.system import SEATS
from battlewright.systems.heroes.enums import CONDITIONS
from battlewright.systems.heroes.guide.advice import promises
from battlewright.systems.heroes.guide.breakdown import break_down
from battlewright.systems.heroes.guide.edits import FORMS, Master, is_edit
from battlewright.systems.heroes.record import Encounter, Setting
from battlewright.systems.heroes.rules.defence import has
from battlewright.systems.heroes.setup.encounter import EncounterSetup, warnings
from battlewright.systems.heroes.setup.encounters import ENCOUNTERS, read_encounter
from battlewright.systems.heroes.words.names import condition_name

DEFAULT_ENCOUNTER = "cudgels-in-the-alley"
"""The encounter that is played where none is named."""


@dataclass(frozen=True)
class EncounterOptions:
    """What the command line asked for."""

    encounter: str | None
    seat: str
    bots: str
    seed: int | None
    dice: str
    replay: str | None
    resume: str | None
    json: bool
    odds: bool


def play_encounter(options: EncounterOptions) -> None:
    """Run an encounter from its beginning, or from where it was kept."""
    _check(options)
    pair = pair_of(options.bots)
    session = _session(options)
    bots = bots_for(pair, session)
    keep_in = options.replay or options.resume
    if options.json:
        finish(session, bots)
        keep(session, keep_in)
        print_json(summary(session))
        return
    usual = {"seat": "a", "bots": "greedy", "dice": "stream"}
    more = "".join(f" --{name} {getattr(options, name)}" for name in usual if getattr(options, name) != usual[name])
    physical = options.dice == "physical"
    table = EncounterTable(session, WHO[options.seat], physical, options.odds, bots)
    if options.encounter is None and options.resume is None:
        others = ", ".join(name for name in ENCOUNTERS.names if name != DEFAULT_ENCOUNTER)
        table.say(f"No encounter is named, so it is {DEFAULT_ENCOUNTER}; there are also {others}, or a file of yours.")
    play_on(table, keep_in, more)


def _check(options: EncounterOptions) -> None:
    if options.json and options.seat != "none":
        raise BattlewrightError("--json needs --auto: a person plays in sentences.")
    check_table(options.seat, options.dice, options.json, options.replay)
    if options.resume is not None and (options.encounter is not None or options.seed is not None):
        raise BattlewrightError("An encounter that is resumed has its sheets and its seed already; leave them out.")


def _session(options: EncounterOptions) -> Session:
    if options.resume is not None:
        return resume(options.resume, "heroes")
    setup = read_with_warnings(options.encounter or DEFAULT_ENCOUNTER)
    compile_if_needed("heroes")
    seed = new_seed() if options.seed is None else options.seed
    return Session(systems.load("heroes"), setup, seed)


def read_with_warnings(name: str) -> EncounterSetup:
    """An encounter by its name or file; what is odd about a sheet is told, not refused."""
    setup = read_encounter(name)
    sheets = {each.sheet.name: each.sheet for each in setup.combatants}
    for sheet in sheets.values():
        for _, text in warnings(sheet, setup.rulings):
            print(f"Warning: {sheet.name}: {text}", file=sys.stderr)
    return setup


class EncounterTable(Terminal):
    """The terminal with a game master at it, who may change any number when somebody has to choose."""

    commands: ClassVar[Mapping[str, tuple[str, str]]] = {
        "t": ("show_table", "the table; D+P+A are Dodge, Parry and Armor"),
        "l": ("list_choices", "the choices again"),
        "s": ("show_actor", "the sheet of whoever acts; s b1 is that of another"),
        "rulings": ("show_situations", "the situations that have a name, the traps and the hazards"),
    }
    forms: ClassVar[Mapping[str, str]] = FORMS

    def __init__(
        self,
        session: Session,
        people: Sequence[int],
        physical: bool = False,
        with_odds: bool = False,
        bots: Sequence[Bot] = (),
    ) -> None:
        super().__init__(session, people, physical, with_odds, bots)
        self.setup: EncounterSetup = session.setup
        self.master = Master(session)
        self._turn = (0, 0)
        self._seen: list[list[str]] = []
        self._offered: list[str] = []

    @property
    def encounter(self) -> Encounter:
        record: Encounter = self.session.record
        return record

    @property
    def actor(self) -> int:
        """Whose turn it is."""
        return self.encounter.frames[max(self.encounter.depth - 1, 0)].actor

    def introduce(self) -> None:
        super().introduce()
        self.say(f"{self.setup.name}. {self.setup.about}".rstrip())

    def before_question(self) -> None:
        """The table, once in a turn, unless the last one still shows how things are."""
        turn = self.encounter.round, self.actor
        if turn != self._turn:
            self._turn = turn
            if self._rows() != self._seen:
                self.show_table()

    def show_table(self) -> None:
        self._seen = self._rows()
        super().show_table()

    def _rows(self) -> list[list[str]]:
        """How everybody stands, but for the action points."""
        rows = self.session.words.status(self.encounter)
        return [[cell for cell, heading in zip(row, rows[0], strict=True) if heading != "AP"] for row in rows]

    def show_choices(self, choices: Sequence[Any], extra: Sequence[tuple[Any, str]]) -> None:
        """The choices; after a change that leaves them as they were, only that."""
        offered = [self.session.words.choice(self.encounter, choice) for choice in choices]
        offered += promises(self.session, choices) if self.with_odds else []
        changed = bool(self.session.moves) and self.session.moves[-1].text.startswith("edit ")
        if changed and offered == self._offered:
            self.say("  The choices are as they were; l lists them.")
        else:
            super().show_choices(choices, extra)
        self._offered = offered

    def list_choices(self) -> None:
        """All of them, whatever was shown before."""
        if self.session.node.kind == NodeKind.DECISION:
            super().show_choices(self.session.choices(), ())

    def is_written_choice(self, answer: str) -> bool:
        return not is_edit(answer) and super().is_written_choice(answer)

    def command(self, answer: str, otherwise: str) -> bool:
        """What a game master changes or looks at; else as at every table."""
        try:
            if answer.startswith("s "):
                self.show_sheet(self.master.somebody(answer[2:]))
                return False
            if not is_edit(answer):
                return super().command(answer, otherwise)
            for edit in self.master.edits(answer):
                self.session.edit(edit)
                self.show_last_move()
        except BattlewrightError as error:
            self.say(str(error))
            return False
        return True

    def show_move(self, move: Move, hidden: bool = False) -> None:
        if move.text.startswith("edit "):
            self.tell(move.told)
        else:
            super().show_move(move, hidden)

    def show_actor(self) -> None:
        """The sheet of whoever acts."""
        self.show_sheet(max(self.actor, 0))

    def show_sheet(self, who: int) -> None:
        """Somebody's sheet, by the rulings of this encounter."""
        sheet = self.setup.combatants[who].sheet
        for heading, lines in sections(break_down(sheet, self.setup.rulings)):
            self.say(heading, "bold")
            for line in lines:
                self.say(f"  {line}")

    def show_situations(self) -> None:
        """The situations by name, and what they do."""
        for name in self.setup.rulings.situations:
            modifier = self.setup.rulings.modifier(name)
            self.say(f"  {name}: {modifier.component} {modifier.amount:+d}")
        for hazard in self.setup.hazards:
            power = self.setup.rulings.default_power if hazard.power is None else hazard.power
            brings = " ".join(filter(None, (hazard.damage, " and ".join(hazard.types), hazard.effect)))
            against = f"{hazard.defence} against {self.setup.rulings.check_base} + {power}"
            self.say(f"  {hazard.name}: a {'trap' if hazard.trap else 'hazard'}, {against}, brings {brings}")


def encounter_summary(session: Session) -> dict[str, Any]:
    """What an encounter has come to, as data: its rounds, and how everybody stands."""
    encounter: Encounter = session.record
    setting, setup = look(Setting, session.setting), session.setup
    combatants = []
    for who, each in enumerate(setup.combatants):
        now, card, seat = encounter.combatants[who], setting.cards[who], int(who >= setting.first_of_b)
        pools = {
            name: {"now": getattr(now, name), "of": getattr(card, name)}
            for name in ("health", "wounds", "morale", "stress")
        }
        conditions = [condition_name(number) for number in range(CONDITIONS) if as_plain(has)(now, number)]
        tag = f"{SEATS[seat]}{who - seat * setting.first_of_b + 1}"
        combatants.append({"id": tag, "name": each.name, **pools, "conditions": conditions, "broken": bool(now.broken)})
    return {"encounter": setup.name, "rounds": encounter.round, "combatants": combatants}
