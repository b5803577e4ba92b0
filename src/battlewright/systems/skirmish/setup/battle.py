"""Scenarios as files, a battle put together from its files, written out in full, and the setting built from it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated, Literal, NamedTuple, TypeVar

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer

from battlewright.engine import source
from battlewright.engine.errors import Fault
from battlewright.engine.file_parts import About, Flag, Found, Name, Part, suggested
from battlewright.engine.record import Row, allocate, look
from battlewright.engine.seat_files import SeatSetup, SeatSetups, leave_out, seat_faults, seats_of
from battlewright.engine.seats import Seat
from battlewright.engine.shelf import Shelf
from battlewright.engine.sides import SIDE_LETTERS
from battlewright.geometry.bases import Crowd
from battlewright.geometry.distance import INCH
from battlewright.geometry.terrain import MarkerKind, Terrain
from battlewright.geometry.terrain_index import MAX_PIECES
from battlewright.systems.skirmish.record import MAX_WEAPONS, Card, Edition, Setting, Spot, Victory, Weapon, Zone
from battlewright.systems.skirmish.rules.contract import CATALOGUE, EDITIONS
from battlewright.systems.skirmish.rules.deploy import all_find_room
from battlewright.systems.skirmish.rules.lines import survey
from battlewright.systems.skirmish.setup.file_types import Coordinate, Inches, thousandths
from battlewright.systems.skirmish.setup.files import (
    PACKAGE,
    TABLES,
    CharacterSetup,
    EffectName,
    EffectPart,
    RosterSetup,
    TableSetup,
    WeaponSetup,
    effect_faults,
    fill_abilities,
    read_table,
)

HOLD_RADIUS = 4 * INCH
"""The default radius of a place to be held, around the middle of the table."""
USUAL = range(2, 6)
"""The usual range of characters' abilities."""
Rectangle = tuple[int, int, int, int]
"""Left, right, near, far."""
P = TypeVar("P", bound=EffectPart)


class Option(NamedTuple):
    """An option of the rules: its clause, its effect, and whether the first edition has it too."""

    clause: str
    about: str
    in_first: bool = True

    def refusal(self, edition: str) -> str:
        """Why an edition does not have this option; empty if it has."""
        lacking = edition == "first" and not self.in_first
        return f"is an option of the second edition ({self.clause}); the first has none like it" if lacking else ""


OPTIONS = {
    "threat_stops_moves": Option("S2.M13", "a Move may not enter the threat range of an enemy"),
    "modifier_added": Option("S2.F3", "a weapon's modifier is added to the difficulty, not taken off", in_first=False),
    "solid_blocks": Option("S2.F12", "solid terrain in the line forbids a shot"),
    "companion": Option("S2.A7", "you keep a table of your own, and are asked for what the rules measure on it"),
}
"""The options that a scenario may switch on, by field name."""


class DeploymentSetup(Part):
    """The zones of the sides: along opposite edges, or in opposite corners (south-west and north-east)."""

    edges: Literal["south-north", "west-east", "corners"] = "south-north"
    """Where the zones lie; of corners it is south-west and north-east."""
    depth: Annotated[Inches, Field(ge=1, le=36)] | None = None
    """The depth of a zone, in inches. By default 4; in corners 8 both ways."""

    @property
    def reach(self) -> int:
        """The depth of a zone: 4" from an edge, or 8" both ways from a corner, unless the file says otherwise."""
        default = 8 if self.edges == "corners" else 4
        return thousandths(default if self.depth is None else self.depth)


class EffectSetup(EffectPart):
    """The effect of a named piece of the table when it is hit."""

    piece: Name
    """The name of a piece of the table."""
    effect: EffectName
    """What happens when it is hit (S2.F9): a shipped effect, or one of the table's own."""


class ScenarioSetup(Part):
    """The aim of a battle, and its options. ``table`` names the table it is meant for."""

    name: Name
    """The name of the scenario."""
    about: About = ""
    """A sentence about it."""
    table: Annotated[Name, suggested(lambda: TABLES.names)] | None = None
    """The table it is meant for: a shipped one, or a file."""
    round_limit: Annotated[int, Field(ge=1, le=50, strict=True)] = 8
    """The number of rounds."""
    points_limit: Annotated[int, Field(ge=1, le=2000, strict=True)] | None = None
    """The most that a roster may cost."""
    deployment: DeploymentSetup = Field(default_factory=DeploymentSetup)
    """Where the sides deploy."""
    victory: Literal["points", "hold", "leaders"] = "points"
    """What counts at the end: points on the table, points in a circle, or first the leaders."""
    hold: tuple[Coordinate, Coordinate, Annotated[Inches, Field(ge=0.5, le=36)]] | None = None
    """The circle to hold: x, y, radius. By default in the middle, 4 inches."""
    threat_stops_moves: Flag = False
    """Option: a Move may not enter the threat range of an enemy (S2.M13)."""
    modifier_added: Flag = False
    """Option: a weapon's modifier is added to the difficulty, not taken off (S2.F3)."""
    solid_blocks: Flag = False
    """Option: solid terrain in the line forbids a shot (S2.F12)."""
    companion: Flag = False
    """Option: the players keep a table of their own, and say what the rules would measure on it (S2.A7)."""
    effects: Annotated[tuple[EffectSetup, ...], Field(max_length=MAX_PIECES)] = ()
    """What named pieces do when they are hit, in this scenario."""

    def _faults(self) -> Found:
        if self.hold is not None and self.victory != "hold":
            yield ("hold",), f"belongs to the victory 'hold', not to {self.victory!r} (S2.A4)"
        named = [effect.piece for effect in self.effects]
        for index, name in enumerate(named):
            if name in named[:index]:
                yield ("effects", index, "piece"), f"the thing {name!r} is given two effects (S2.F9)"

    @model_serializer(mode="wrap")
    def _without_defaults(self, handler: SerializerFunctionWrapHandler) -> dict[str, object]:
        return leave_out(handler(self), "companion")

    @property
    def options(self) -> list[str]:
        """The names of the options that are switched on."""
        return [name for name in OPTIONS if getattr(self, name)]


SCENARIOS = Shelf(PACKAGE, "scenarios", ScenarioSetup, ("scenario", "options"))
read_scenario = SCENARIOS.read


class BattleSetup(Part):
    """Two rosters, the table they meet on, and the scenario. ``seats`` are the people's, where several share a side."""

    edition: Literal["first", "second"] = "second"
    """The edition of the rulebook."""
    rosters: tuple[RosterSetup, RosterSetup]
    """The roster of each side."""
    table: TableSetup = Field(default_factory=partial(TableSetup, name="Open table"))
    """The table that they meet on."""
    scenario: ScenarioSetup = Field(default_factory=partial(ScenarioSetup, name="Battle"))
    """The aim of the battle, and its options."""
    seats: SeatSetups = ()
    """The people's seats, where several share a side, or a game master sits at the table."""

    def _faults(self) -> Found:
        """The faults that show only when the files are put together."""
        for path, message in _faults_together(self):
            yield path, cited_in(message, self.edition)
        for name in self.scenario.options:
            if refusal := OPTIONS[name].refusal(self.edition):
                yield ("scenario", name), refusal
        yield from seat_faults(self.seats, self.tags)

    @model_serializer(mode="wrap")
    def _without_defaults(self, handler: SerializerFunctionWrapHandler) -> dict[str, object]:
        return leave_out(handler(self), "seats")

    @property
    def tags(self) -> dict[str, int]:
        """The short names of all models, and their numbers in a battle."""
        names = [
            f"{SIDE_LETTERS[side]}{n + 1}" for side, each in enumerate(self.rosters) for n in range(len(each.models))
        ]
        return {name: who for who, name in enumerate(names)}

    @property
    def models(self) -> tuple[tuple[str, CharacterSetup], ...]:
        """Every model with its own name and its card, in the order of their numbers in a battle."""
        return tuple(model for roster in self.rosters for model in roster.models)

    @property
    def weapons(self) -> tuple[WeaponSetup, ...]:
        """Every weapon that a model carries, in the order of their numbers in a battle."""
        carried = (weapon for each in self.rosters for card in each.characters for weapon in each.carried(card))
        return tuple(dict.fromkeys(carried))

    @property
    def zones(self) -> tuple[Rectangle, Rectangle]:
        """The zone of each side."""
        width, depth = thousandths(self.table.width), thousandths(self.table.depth)
        reach = self.scenario.deployment.reach
        match self.scenario.deployment.edges:
            case "south-north":
                return (0, width, 0, reach), (0, width, depth - reach, depth)
            case "west-east":
                return (0, reach, 0, depth), (width - reach, width, 0, depth)
            case "corners":
                return (0, reach, 0, reach), (width - reach, width, depth - reach, depth)

    @property
    def hold(self) -> tuple[int, int, int]:
        """The circle to be held, its middle and its radius; by default in the middle of the table."""
        if self.scenario.hold is not None:
            x, y, radius = self.scenario.hold
            return thousandths(x), thousandths(y), thousandths(radius)
        x, y = thousandths(self.table.width) // 2, thousandths(self.table.depth) // 2
        return x, y, min(x, y, HOLD_RADIUS)


def set_up(
    rosters: tuple[RosterSetup, RosterSetup],
    table: TableSetup | None = None,
    scenario: ScenarioSetup | None = None,
    edition: str = "second",
    seats: tuple[SeatSetup, ...] = (),
) -> BattleSetup:
    """Put a battle together from its files, or raise SetupError. Without a table it is on the one that the scenario
    names. Rosters and tables were checked when they were read; scenarios are checked again, since options may have been
    switched on."""
    if table is None and scenario is not None and scenario.table is not None and not scenario.companion:
        table = read_table(scenario.table)
    data: dict[str, object] = {"edition": edition, "rosters": list(rosters), "seats": seats}
    if table is not None:
        data["table"] = table
    if scenario is not None:
        data["scenario"] = scenario.model_dump(mode="json", exclude_defaults=True, exclude_none=True)
    return source.check(source.Source("the battle", "", data, {(): 0}), BattleSetup)


def seating(setup: BattleSetup) -> tuple[Seat, ...]:
    """The seats of a battle."""
    return seats_of(setup.seats, setup.tags)


def cited_in(text: str, edition: str) -> str:
    """A text with the clauses that it names as an edition numbers them."""
    return CATALOGUE.cited_in(text, EDITIONS[edition])


def _faults_together(setup: BattleSetup) -> Found:
    count = len(setup.weapons)
    if count > MAX_WEAPONS:
        yield ("rosters",), f"must carry at most {MAX_WEAPONS} different weapons between them, not {count}"
    limit = setup.scenario.points_limit
    for side, roster in enumerate(setup.rosters):
        if limit is not None and roster.points > limit:
            over = f"{roster.name!r} costs {roster.points} points, and {setup.scenario.name!r} allows {limit} (S2.B1)"
            yield ("rosters", side), over
    if setup.scenario.companion:
        if setup.table.pieces:
            message = f"the players' own table is not the app's: {setup.table.name!r} has terrain here (S2.A7)"
            yield ("table", "pieces"), message
        return
    names = list(dict.fromkeys(piece.name for piece in setup.table.pieces if piece.name))
    for index, effect in enumerate(setup.scenario.effects):
        if effect.piece not in names:
            known = ", ".join(repr(name) for name in names) or "nothing has a name"
            message = f"must be a thing on the table {setup.table.name!r} ({known}), not {effect.piece!r} (S2.F9)"
            yield ("scenario", "effects", index, "piece"), message
        for path, fault in effect_faults(effect, setup.table.rows):
            yield ("scenario", "effects", index, *path), fault
    x, y, radius = setup.hold
    if min(x, y, thousandths(setup.table.width) - x, thousandths(setup.table.depth) - y) < radius:
        yield ("scenario", "hold"), f"the circle must lie on the table {setup.table.name!r} as a whole (S2.A4)"
    yield from _zone_faults(setup)


def _zone_faults(setup: BattleSetup) -> Found:
    one, other = setup.zones
    if one[1] > thousandths(setup.table.width) or one[3] > thousandths(setup.table.depth):
        yield ("scenario", "deployment"), f"the zones must lie on the table {setup.table.name!r} (S2.A6)"
    elif one[1] > other[0] and one[3] > other[2]:
        yield ("scenario", "deployment"), f"the zones overlap on the table {setup.table.name!r} (S2.A6)"
    else:
        terrains = allocate(Terrain)
        _lay_ground(look(Terrain, terrains), setup)
        for side, roster in enumerate(setup.rosters):
            if not _finds_room(terrains, setup, side):
                yield ("rosters", side), f"{roster.name!r} does not find room in its zone for all its models (S2.A6)"


def _finds_room(terrains: Row[Terrain], setup: BattleSetup, side: int) -> bool:
    """Whether a side can be placed on a ground, the widest bases first."""
    zones, crowds, spots = allocate(Zone), allocate(Crowd), allocate(Spot)
    _mark_zone(look(Zone, zones), setup.zones[side])
    crowd = look(Crowd, crowds)
    cards = sorted((card for _, card in setup.rosters[side].models), key=lambda card: card.base, reverse=True)
    crowd.count = len(cards)
    for index, card in enumerate(cards):
        crowd.bases[index].radius = thousandths(card.base) // 2
        crowd.bases[index].height = thousandths(card.height)
    return all_find_room(terrains[0], zones[0], crowds[0], spots[0])


def build(setup: BattleSetup) -> Row[Setting]:
    """Build the setting of a battle, in numbers."""
    made = allocate(Setting)
    setting = look(Setting, made)
    scenario, edition = setup.scenario, Edition[setup.edition.upper()]
    setting.edition = edition
    setting.models = len(setup.models)
    setting.first_of_b = len(setup.rosters[0].models)
    setting.round_limit = scenario.round_limit
    setting.victory = Victory[scenario.victory.upper()]
    if scenario.victory == "hold" and not scenario.companion:
        setting.hold_x, setting.hold_y, setting.hold_radius = setup.hold
    setting.threat_stops_moves = scenario.threat_stops_moves
    setting.modifier_added = scenario.modifier_added or edition == Edition.FIRST
    setting.solid_blocks = scenario.solid_blocks
    weapons = setup.weapons
    for number, weapon in enumerate(weapons):
        forge(setting.weapons[number], weapon, edition)
    sides = [(roster, card) for roster in setup.rosters for _, card in roster.models]
    for who, (roster, card) in enumerate(sides):
        _write_card(setting.cards[who], roster, card, weapons)
    if not scenario.companion:
        for side, zone in enumerate(setup.zones):
            _mark_zone(setting.zones[side], zone)
        _lay_ground(setting.terrain, setup)
        survey(made)
    return made


def _mark_zone(zone: Zone, rectangle: Rectangle) -> None:
    zone.left, zone.right, zone.near, zone.far = rectangle


def forge(record: Weapon, weapon: WeaponSetup, edition: Edition = Edition.SECOND) -> None:
    """Write a weapon in numbers. A critical without an entry causes the same stress as any hit (S2.F13).

    Files have the second edition's modifiers, which favour the shooter; the first edition adds them to the difficulty
    (S1.F2, S1.F8).
    """
    record.threat = thousandths(weapon.threat or 0)
    record.stress = (weapon.oppression if weapon.kind == "melee" else weapon.damage) or 0
    record.critical_d3 = weapon.critical == "d3"
    if not isinstance(weapon.critical, str):
        record.critical = record.stress if weapon.critical is None else weapon.critical
    record.shove = INCH if weapon.shove else 0
    record.modifier = thousandths(weapon.modifier or 0) * (-1 if edition == Edition.FIRST else 1)
    record.no_return = weapon.no_return
    record.cover_shorter = thousandths(weapon.cover_shorter)


def _write_card(record: Card, roster: RosterSetup, character: CharacterSetup, weapons: tuple[WeaponSetup, ...]) -> None:
    fill_abilities(record, character)
    record.radius = thousandths(character.base) // 2
    record.height = thousandths(character.height)
    record.points = roster.points_of(character)
    for weapon in roster.carried(character):
        number = weapons.index(weapon)
        if weapon.kind == "melee":
            record.blade[record.blades] = number
            record.blades += 1
        else:
            record.gun[record.guns] = number
            record.guns += 1


def _lay_ground(terrain: Terrain, setup: BattleSetup) -> None:
    """Write the table and its pieces. An effect that the scenario gives a piece replaces the table's."""
    terrain.width, terrain.depth = thousandths(setup.table.width), thousandths(setup.table.depth)
    terrain.count = len(setup.table.pieces)
    given: dict[str, EffectPart] = {effect.piece: effect for effect in setup.scenario.effects}
    groups = list(dict.fromkeys(piece.group for piece in setup.table.pieces if piece.group))
    for number, piece in enumerate(setup.table.pieces):
        record = terrain.pieces[number]
        corners, ladders = piece.shape
        record.corners = len(corners)
        for index, (x, y) in enumerate(corners):
            record.x[index], record.y[index] = x, y
        record.left, record.right = min(x for x, _ in corners), max(x for x, _ in corners)
        record.near, record.far = min(y for _, y in corners), max(y for _, y in corners)
        record.bottom, record.top = thousandths(piece.bottom), thousandths(piece.top)
        record.ladders = sum(1 << edge for edge in ladders)
        record.solid = piece.solid
        record.group = groups.index(piece.group) + 1 if piece.group else 0
        row = given.get(piece.name or "", piece).row(setup.table.rows)
        record.effect.radius, record.effect.stress = thousandths(row.radius or 0), row.stress
        record.effect.once = row.happens_once
        record.effect.leaves = MarkerKind[row.leaves.upper()] if row.leaves else MarkerKind.NONE


def warnings(roster: RosterSetup, found: source.Source | None = None) -> list[Fault]:
    """The oddities of a roster that are still legal; with line numbers if the source of its file is given."""
    return [
        Fault(
            found.name if found else roster.name,
            found.line(("characters", index, field)) if found else 0,
            f"characters[{index}].{field}",
            sentence,
        )
        for index, character in enumerate(roster.characters)
        for field, sentence in _oddities(roster, character)
    ]


def _oddities(roster: RosterSetup, character: CharacterSetup) -> Iterator[tuple[str, str]]:
    for ability in ("melee", "ballistics", "toughness", "agility"):
        value = getattr(character, ability)
        if value not in USUAL:
            yield ability, f"is {value}, and abilities usually run from {USUAL[0]} to {USUAL[-1]} (S2.C2)"
    kinds = {weapon.kind for weapon in roster.carried(character)}
    if not kinds:
        yield "weapons", "without a weapon it can neither fight nor shoot (S2.K1, S2.F1)"
    if "melee" in kinds and character.melee == 0:
        yield "weapons", "a melee weapon is of no use to Melee 0, which rolls no dice (S2.C2)"
    if "shooting" in kinds and character.ballistics == 0:
        yield "weapons", "a shooting weapon is of no use to Ballistics 0, which cannot shoot (S2.C2)"
    if character.agility == 0:
        yield "agility", "a model with Agility 0 cannot move (S2.C2)"


def complete(setup: BattleSetup) -> BattleSetup:
    """The same battle with all that it takes from shipped files or by default: weapons, effects, zones, and the circle
    to be held; so nothing in it changes when a shipped file does."""
    rosters = tuple(map(_with_weapons, setup.rosters))
    return setup.model_copy(update={"rosters": rosters, "table": _table(setup), "scenario": _scenario(setup)})


def _with_weapons(roster: RosterSetup) -> RosterSetup:
    """A roster whose own weapons are those that its characters carry."""
    carried = (weapon for character in roster.characters for weapon in roster.carried(character))
    return roster.model_copy(update={"weapons": tuple(dict.fromkeys(carried))})


def _table(setup: BattleSetup) -> TableSetup:
    """The table with the effects that its pieces and the scenario name."""
    table, rows = setup.table, setup.table.rows
    parts: tuple[EffectPart, ...] = (*table.pieces, *setup.scenario.effects)
    names = dict.fromkeys(part.effect for part in parts if part.effect is not None)
    pieces = tuple(_with_once(piece, table) for piece in table.pieces)
    return table.model_copy(update={"effects": tuple(rows[name] for name in names), "pieces": pieces})


def _scenario(setup: BattleSetup) -> ScenarioSetup:
    """The scenario with the depth of its zones, and the circle if one is to be held."""
    scenario = setup.scenario
    deployment = scenario.deployment.model_copy(update={"depth": scenario.deployment.reach / INCH})
    effects = tuple(_with_once(effect, setup.table) for effect in scenario.effects)
    hold = tuple(length / INCH for length in setup.hold) if scenario.victory == "hold" else None
    return scenario.model_copy(update={"deployment": deployment, "effects": effects, "hold": hold})


def _with_once(part: P, table: TableSetup) -> P:
    """A part that says whether its effect, if it has one, happens once. A row cannot say it for all: it goes by the
    radius, which may be the part's own."""
    return part if part.effect is None else part.model_copy(update={"once": part.row(table.rows).happens_once})
