"""The command that plays a Skirmish battle, and its table in the terminal."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from battlewright import systems
from battlewright.bots.named import Bot, bots_for, pair_of
from battlewright.cli.build import compile_if_needed
from battlewright.cli.map import Map, show_map
from battlewright.cli.play import WHO, check_table, finish, keep, play_on, resume, summary
from battlewright.cli.roll import new_seed, print_json
from battlewright.cli.setups import DEFAULT_EDITION, check_edition, check_options, check_rosters, read_setup, terms_of
from battlewright.cli.terminal import Terminal
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.session import Session
from battlewright.engine.system import SEATS
from battlewright.systems.skirmish.guide.moves import WHEN, Guide
from battlewright.systems.skirmish.guide.scene import BattleScene
from battlewright.systems.skirmish.record import Skirmish, SkirmishChoice
from battlewright.systems.skirmish.setup.battle import BattleSetup


@dataclass(frozen=True)
class BattleOptions:
    """What the command line asked for."""

    rosters: tuple[str, ...]
    table: str | None
    scenario: str | None
    edition: str | None
    seat: str
    bots: str
    seed: int | None
    dice: str
    rounds: int | None
    replay: str | None
    resume: str | None
    json: bool
    odds: bool
    with_options: tuple[str, ...] = ()


def play_battle(options: BattleOptions) -> None:
    """Play a battle from its beginning, or from where it was kept."""
    _check(options)
    pair = pair_of(options.bots)
    compile_if_needed("skirmish")
    session = _session(options)
    bots = bots_for(pair, session)
    keep_in = options.replay or options.resume
    if options.json:
        finish(session, bots)
        keep(session, keep_in)
        print_json(summary(session))
        return
    more = "".join(
        f" --{name} {value}"
        for name, value, usual in (
            ("seat", options.seat, "none"),
            ("bots", options.bots, "greedy"),
            ("dice", options.dice, "stream"),
        )
        if value != usual
    )
    table = BattleTable(session, WHO[options.seat], options.dice == "physical", options.odds, bots)
    play_on(table, keep_in, more)


def _check(options: BattleOptions) -> None:
    check_table(options.seat, options.dice, options.json, options.replay)
    check_rosters(options.rosters)
    if options.edition is not None:
        check_edition(options.edition)
    check_options(options.with_options, options.edition or DEFAULT_EDITION)
    parts = (options.table, options.scenario, options.edition, options.seed, options.rounds)
    named = options.rosters or options.with_options or any(part is not None for part in parts)
    if options.resume is not None and named:
        has = "rosters, table, scenario, options, edition, seed and rounds"
        raise BattlewrightError(f"A battle that is resumed has its {has} already; leave them out.")


def _session(options: BattleOptions) -> Session:
    if options.resume is not None:
        return resume(options.resume, "skirmish")
    edition = options.edition or DEFAULT_EDITION
    parts = (options.rosters, options.table, options.scenario, options.rounds)
    setup = read_setup(*parts, edition, options.with_options)
    seed = new_seed() if options.seed is None else options.seed
    return Session(systems.load("skirmish"), setup, seed)


class BattleTable(Terminal):
    """The terminal with a map, and with places that are typed."""

    commands: ClassVar[Mapping[str, tuple[str, str]]] = {
        "m": ("show_map", "the map, with what its signs mean"),
        "t": ("show_status", "the table: all models and how they stand"),
    }
    forms: ClassVar[Mapping[str, str]] = {
        "deploy a2 12 3": "place a model, in inches from the south-west corner; a height may follow: deploy a2 12 3 4",
        "move 12.5 8": "move there, straight or round about; a height may follow: move 12.5 8 3",
        "engage 12 9": "go there and attack; a weapon may follow: engage 12 9 spear",
        "engage b2": "go as near to b2 as it takes and attack",
        "cover 11 4": "move after taking cover",
        "split 2 1": "first edition: 2 dice on attack, 1 on defence; a weapon may follow: split 2 1 spear",
    }

    def __init__(
        self,
        session: Session,
        people: Sequence[int],
        physical: bool = False,
        with_odds: bool = False,
        bots: Sequence[Bot] = (),
    ) -> None:
        super().__init__(session, people, physical, with_odds, bots)
        setup: BattleSetup = session.setup
        self.setup = setup
        self.guide = Guide(session)
        self.scenes = BattleScene(session)
        self._last_map: list[str] = []
        self._known: set[str] = set()

    def introduce(self) -> None:
        super().introduce()
        scenario = self.setup.scenario
        self.say(f"{scenario.name} on {self.setup.table.name}, {terms_of(self.setup)}. {scenario.about}".rstrip())

    def show_table(self) -> None:
        """The map, as soon as somebody is on it, and everybody's numbers."""
        if any(base.stands for base in self.record.crowd.bases):
            self.show_map()
        self.show_status()

    def show_status(self) -> None:
        """How all models stand."""
        super().show_table()

    def before_question(self) -> None:
        """The map, unless the last one still shows how things are."""
        drawn = [line.plain for line in Map(self.scenes.scene()).lines()]
        if drawn != self._last_map:
            self.say("")
            self.draw_map(self._known)

    def extra_choices(self) -> Sequence[tuple[Any, str]]:
        return self.guide.suggestions()

    def typed(self, answer: str) -> SkirmishChoice | None:
        """``move 12.5 8`` and the like; what the path takes is told before it is taken."""
        word, *rest = re.sub(r'[,;"()]', " ", answer).split() or [""]
        if word not in WHEN or "=" in answer or (word == "cover" and not rest):
            return None
        choice = self.guide.typed(word, rest)
        if word not in ("deploy", "split") and not self.session.refusal(choice):
            self.say(f"  {self.guide.describe(choice)}")
        return choice

    @property
    def record(self) -> Skirmish:
        record: Skirmish = self.session.record
        return record

    def show_map(self) -> None:
        """The table from above, with the models' numbers beside it where there is room."""
        self.draw_map(())

    def draw_map(self, known: Container[str]) -> None:
        """The same; the legend leaves out what a person knows."""
        scene = self.scenes.scene()
        self._last_map = [line.plain for line in Map(scene).lines()]
        self._known |= set(show_map(self.console, scene, self.scenes.notes(), known))


def battle_summary(session: Session) -> dict[str, Any]:
    """What a battle of Skirmish has come to, as data: the rounds, and what each side has left on the table."""
    rounds, left = session.tally()
    sides = {SEATS[seat]: {"roster": roster.name, **left[seat]} for seat, roster in enumerate(session.setup.rosters)}
    rules = {"edition": session.setup.edition, "options": session.setup.scenario.options}
    return {**rules, "rounds": rounds, "sides": sides}
