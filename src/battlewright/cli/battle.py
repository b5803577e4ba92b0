"""The command that plays a Skirmish battle, and its table in the terminal."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from rich.text import Text

from battlewright import systems
from battlewright.bots.named import Bot, bots_for, pair_of
from battlewright.cli.build import compile_if_needed
from battlewright.cli.map import SEAT_STYLES, SPENT_STYLES, Map, Mark, Scene, Shape, shapes_of, show_map
from battlewright.cli.play import WHO, check_table, finish, keep, play_on, resume, summary
from battlewright.cli.roll import new_seed, print_json
from battlewright.cli.setups import DEFAULT_EDITION, check_edition, check_options, check_rosters, read_setup, terms_of
from battlewright.cli.terminal import Terminal
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.node import NodeKind
from battlewright.engine.record import look
from battlewright.engine.session import Session
from battlewright.engine.system import SEATS
from battlewright.systems.skirmish.guide.moves import WHEN, Guide
from battlewright.systems.skirmish.record import Fate, Setting, Skirmish, SkirmishChoice, Step
from battlewright.systems.skirmish.setup.battle import BattleSetup
from battlewright.systems.skirmish.setup.files import thousandths
from battlewright.table.ground import MarkerKind
from battlewright.table.measure import INCH


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
        self.shapes: tuple[Shape, ...] = shapes_of(
            setup.table, {effect.piece: effect for effect in setup.scenario.effects}
        )
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
        drawn = [line.plain for line in Map(self.scene()).lines()]
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
        scene = self.scene()
        self._last_map = [line.plain for line in Map(scene).lines()]
        self._known |= set(show_map(self.console, scene, self._panel(self.console.width), known))

    def scene(self) -> Scene:
        """What is on the table now."""
        setting, battle = look(Setting, self.session.setting), self.record
        active = self._active()
        marks = tuple(
            Mark(
                self.guide.tag(who), base.x, base.y, self._seat(who), who == active, bool(battle.models[who].activated)
            )
            for who, base in enumerate(battle.crowd.bases[: setting.models])
            if base.stands
        )
        node = battle.node
        deploying = node.kind == NodeKind.DECISION and node.step == Step.DEPLOY
        return Scene(
            thousandths(self.setup.table.width),
            thousandths(self.setup.table.depth),
            self.shapes,
            marks,
            self._markers(MarkerKind.DUST),
            self._markers(MarkerKind.FIRE),
            self.setup.hold if self.setup.scenario.victory == "hold" else None,
            {node.seat: self.setup.zones[node.seat]} if deploying else {},
        )

    def _markers(self, kind: MarkerKind) -> tuple[tuple[int, int], ...]:
        markers = self.record.markers[: self.record.marker_count]
        return tuple((marker.x, marker.y) for marker in markers if marker.kind == kind)

    def _seat(self, who: int) -> int:
        return self.guide.names.seat_of(who)

    def _active(self) -> int | None:
        """Who acts, or who is asked about: of the exchange in progress, the model of the seat that chooses."""
        battle = self.record
        if battle.depth < 2:
            return None
        frame = battle.frames[battle.depth - 1]
        if battle.node.kind == NodeKind.DECISION and self._seat(frame.actor) != battle.node.seat:
            return frame.target
        return frame.actor

    def _panel(self, width: int) -> list[Text]:
        """Where the models stand, with Toughness, Stress and AP; their names as well on a wide terminal."""
        battle, active = self.record, self._active()
        lines: list[Text] = [Text()]
        for seat in range(2):
            lines.append(Text(self.session.words.side(seat)[:24], SEAT_STYLES[seat]))
            lines.append(Text("      x    y  up  T  S AP", "dim"))
            for who, (name, _) in enumerate(self.setup.models):
                model, base = battle.models[who], battle.crowd.bases[who]
                if self._seat(who) != seat or model.fate == Fate.REMOVED:
                    continue
                tag = self.guide.tag(who)
                tag = f"{tag.upper() if who == active else tag:3}"
                place = f"{base.x / INCH:4.1f} {base.y / INCH:4.1f} {f'{base.level / INCH:g}' if base.level else '':>3}"
                place = place if base.stands else "to be placed".ljust(13)
                text = f"{tag} {place} {model.toughness:2} {model.stress:2} {model.ap:2}"
                more = f"  {name}"[: max(width - 57 - len(text), 0)] if width >= 100 else ""
                style = (
                    f"{SEAT_STYLES[seat]} reverse" if who == active else SPENT_STYLES[seat] if model.activated else ""
                )
                lines.append(Text().append(text, style).append(more))
            lines.append(Text())
        return lines


def battle_summary(session: Session) -> dict[str, Any]:
    """What a battle of Skirmish has come to, as data: the rounds, and what each side has left on the table."""
    rounds, left = session.tally()
    sides = {SEATS[seat]: {"roster": roster.name, **left[seat]} for seat, roster in enumerate(session.setup.rosters)}
    rules = {"edition": session.setup.edition, "options": session.setup.scenario.options}
    return {**rules, "rounds": rounds, "sides": sides}
