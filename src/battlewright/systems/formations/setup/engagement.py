"""Forces and options as files, and the setting made from them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, Self

from pydantic import (
    Field,
    ModelWrapValidatorHandler,
    SerializerFunctionWrapHandler,
    field_validator,
    model_serializer,
    model_validator,
)

from battlewright.answers.parameters import LONGEST_LIST, argument, option
from battlewright.contract.parts import MatchUps
from battlewright.engine import source
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.file_parts import About, Flag, Found, Name, Part
from battlewright.engine.record import Row, allocate, look
from battlewright.engine.rulebook import Prepared
from battlewright.engine.seat_files import SeatSetups, leave_out, seat_faults, seats_of, swap_seats
from battlewright.engine.seats import Seat
from battlewright.engine.shelf import Shelf
from battlewright.engine.sides import SIDE_LETTERS
from battlewright.systems.formations.record import (
    MAX_ACTIONS,
    MAX_DICE,
    MAX_GROUPS,
    MAX_MODELS,
    SLOTS,
    Characteristic,
    Combination,
    Effect,
    RollKind,
    Setting,
)
from battlewright.systems.formations.rules.groups import MIN_FORMATION

Score = Annotated[int, Field(ge=1, le=10, strict=True)]
Amount = Annotated[int, Field(ge=1, le=20, strict=True)]
CharacteristicName = Literal["might", "dex", "will", "def"]
EffectName = Literal["rerolls", "weakened", "exposed", "dazed", "wounds"]


OPENING_PENALTY, MOST_PENALTY = 1, 20
"""The dice of F.G6 where nobody says otherwise, and at most."""


class ActionSetup(Part):
    """An action besides the plain attack: a spell, an ability, a shouted order."""

    name: Name
    """Its name."""
    roll: Literal["attack", "test", "order"] = "attack"
    """How it is decided: by an attack, by a test, or without dice by an order."""
    against: CharacteristicName | None = None
    """What an attack is rolled against: `def` (as usual) or `will`; or what the acting model tests."""
    dice: Annotated[int, Field(ge=0, le=10, strict=True)] = 0
    """The dice of an attack by each model; 0: its ATK."""
    wounds: Flag = False
    """Whether each success of an attack is a Wound."""
    needs: Amount = 1
    """The successes that the effect of an attack needs, where it has no combination."""
    combination: Literal["double", "triple", "scale"] | None = None
    """The effect of an attack lands with this combination, whatever succeeded."""
    effect: EffectName | None = None
    """What it does besides wounding."""
    amount: Amount = 1
    """How many Rerolls, dice fewer, points of DEF, or Wounds; not with `dazed`."""
    dazed_by: CharacteristicName = "will"
    """What a dazed group must test."""
    failure: EffectName | None = None
    """What a failed test does to the acting group itself."""
    failure_amount: Amount = 1
    """The amount of the failure."""

    @model_validator(mode="after")
    def _fits(self) -> Self:
        is_attack, dazes = self.roll == "attack", "dazed" in (self.effect, self.failure)
        given = {name for name, field in type(self).model_fields.items() if getattr(self, name) != field.default}
        faults = {
            "wounds, combination, needs and dice belong to an attack, not to a test or an order (F.D3, F.D6)": (
                not is_attack and given & {"wounds", "combination", "needs", "dice"}
            ),
            "an attack is rolled against 'def' or 'will' (F.D3, F.D4)": (
                is_attack and self.against not in (None, "def", "will")
            ),
            "a test names the characteristic it is rolled against (F.D6)": self.roll == "test" and self.against is None,
            "an order is not rolled, so it is against nothing (F.D10)": self.roll == "order" and self.against,
            "only a test says what follows from failure (F.D8)": self.roll != "test" and self.failure,
            "an action wounds, or has an effect, or both (F.D5)": self.effect is None and not self.wounds,
            "a failed test does not grant Rerolls (F.D8)": self.failure == "rerolls",
            "Rerolls are granted to friends by a test or an order, not by an attack (F.D10)": (
                is_attack and self.effect == "rerolls"
            ),
            "an order grants Rerolls; whether another effect lands is decided by a roll (F.D5, F.D10)": (
                self.roll == "order" and self.effect != "rerolls"
            ),
            "needs and combination say when an effect lands, so the effect must be named (F.D5, F.D9)": (
                self.effect is None and (self.combination or "needs" in given)
            ),
            "an effect lands by its combination or by a number of successes it needs, not by both (F.D5, F.D9)": (
                self.combination and "needs" in given
            ),
            "amount belongs to an effect other than dazed (F.D5)": (
                "amount" in given and self.effect in (None, "dazed")
            ),
            "failure_amount belongs to a failure other than dazed (F.D8)": (
                "failure_amount" in given and self.failure in (None, "dazed")
            ),
            "dazed_by belongs to the effect dazed (F.D8)": "dazed_by" in given and not dazes,
        }
        found = [fault for fault, is_there in faults.items() if is_there]
        if found:
            raise ValueError("; ".join(found))
        return self


PLAIN_ATTACK = ActionSetup(name="Attack", wounds=True)
"""The attack of every kind with ATK dice."""


class KindSetup(Part):
    """A kind of model: its characteristics and what it can do."""

    name: Name
    """Its name, by which groups are made of it."""
    might: Score
    """MIGHT: a model with this many Wounds is removed (F.G2)."""
    dex: Score
    """DEX."""
    will: Score
    """WILL: what some spells are rolled against."""
    deflection: Score = Field(alias="def")
    """DEF: what attacks are rolled against."""
    atk: Annotated[int, Field(ge=0, le=10, strict=True)]
    """ATK: the dice of the plain attack; 0: it has none."""
    actions: Annotated[tuple[ActionSetup, ...], Field(max_length=MAX_ACTIONS - 1)] = ()
    """Its actions besides the plain attack."""

    @model_validator(mode="after")
    def _can_act(self) -> Self:
        if self.atk == 0 and not self.actions:
            raise ValueError("a model with ATK 0 needs an action of its own (F.G4)")
        return self


class GroupSetup(Part):
    """A formation, or a single model."""

    kind: Name
    """The kind of its models: one of this force."""
    name: Name | None = None
    """What it is called; by default as its kind."""
    models: Annotated[int, Field(ge=1, le=MAX_MODELS, strict=True)] = 1
    """How many models it has: 1, or 3 and more."""
    rerolls: Annotated[int, Field(ge=0, le=MAX_DICE, strict=True)] = 0
    """Its Rerolls at the start."""

    @field_validator("kind", mode="before", json_schema_input_type=Name | tuple[Name, ...])
    @classmethod
    def _one_kind(cls, value: object) -> object:
        if isinstance(value, list) and value and all(isinstance(each, str) for each in value):
            if len(set(value)) > 1:
                raise ValueError(f"a formation has models of one kind, not {', '.join(sorted(set(value)))} (F.G1)")
            return value[0]
        return value

    @field_validator("models")
    @classmethod
    def _formation(cls, value: int) -> int:
        if 1 < value < MIN_FORMATION:
            raise ValueError(
                f"a formation has at least {MIN_FORMATION} models (F.G1); field two models as two groups of 1"
            )
        return value

    @property
    def title(self) -> str:
        return self.name or self.kind


class ForceSetup(Part):
    """One side of an engagement."""

    name: Name
    """The name of the force."""
    about: About = ""
    """A sentence about it."""
    kinds: Annotated[tuple[KindSetup, ...], Field(min_length=1, max_length=MAX_GROUPS)]
    """The kinds of its models."""
    groups: Annotated[tuple[GroupSetup, ...], Field(min_length=1, max_length=MAX_GROUPS)]
    """The groups that take the field."""

    @model_validator(mode="wrap")
    @classmethod
    def _known_kinds(cls, value: object, handler: ModelWrapValidatorHandler[Self]) -> Self:
        return source.all_together(value, handler, _unknown_kinds(value))

    @property
    def strength(self) -> int:
        """Return the MIGHT of all its models (F.G4)."""
        return sum(group.models * self.kind_of(group).might for group in self.groups)

    def kind_of(self, group: GroupSetup) -> KindSetup:
        return next(kind for kind in self.kinds if kind.name == group.kind)


def _unknown_kinds(value: object) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Yield the faults that only the whole force shows: two kinds of one name, and groups of an unknown kind."""
    kinds, groups = (_entries(value, key) for key in ("kinds", "groups"))
    names = [kind.get("name") for kind in kinds]
    for index, name in enumerate(names):
        if isinstance(name, str) and name in names[:index]:
            yield ("kinds", index, "name"), f"the name {name!r} is given to two kinds"
    for index, group in enumerate(groups):
        wanted = group.get("kind")
        if isinstance(wanted, str) and wanted not in names:
            known = ", ".join(repr(name) for name in names if isinstance(name, str))
            yield ("groups", index, "kind"), f"must be a kind of this force ({known}), not {wanted!r}"


def _entries(value: object, key: str) -> list[dict[str, object]]:
    entries = value.get(key) if isinstance(value, dict) else None
    return [each if isinstance(each, dict) else {} for each in entries] if isinstance(entries, (list, tuple)) else []


class EngagementSetup(Part):
    """Two forces and the options of the engagement. ``seats`` are the people's, where several share a force."""

    forces: tuple[ForceSetup, ForceSetup]
    """The force of each side."""
    round_limit: Annotated[int, Field(ge=1, le=100, strict=True)] = 5
    """The number of rounds."""
    heavy_sixes: Flag = False
    """Option: a natural 6 on an attack die adds a second Wound (F.G5)."""
    opening_penalty: Annotated[int, Field(ge=0, le=MOST_PENALTY, strict=True)] = OPENING_PENALTY
    """The dice that the first group to act has fewer (F.G6)."""
    seats: SeatSetups = ()
    """The people's seats, where several share a force, or a game master sits at the table."""

    def _faults(self) -> Found:
        return seat_faults(self.seats, self.tags)

    @model_serializer(mode="wrap")
    def _without_defaults(self, handler: SerializerFunctionWrapHandler) -> dict[str, object]:
        return leave_out(handler(self), "seats")

    @property
    def tags(self) -> dict[str, int]:
        """Return the short names of all groups, and their slots."""
        return {
            f"{SIDE_LETTERS[side]}{index + 1}": side * SLOTS + index
            for side, force in enumerate(self.forces)
            for index in range(len(force.groups))
        }


def seating(setup: EngagementSetup) -> tuple[Seat, ...]:
    """Return the seats of an engagement."""
    return seats_of(setup.seats, setup.tags)


def build(setup: EngagementSetup) -> Row[Setting]:
    """Return the setting of an engagement."""
    made = allocate(Setting)
    setting = look(Setting, made)
    setting.round_limit = setup.round_limit
    setting.heavy_sixes = setup.heavy_sixes
    setting.opening_penalty = setup.opening_penalty
    for side, force in enumerate(setup.forces):
        for index, kind in enumerate(force.kinds):
            _build_kind(setting, side * MAX_GROUPS + index, kind)
        for index, group in enumerate(force.groups):
            muster = setting.musters[side * MAX_GROUPS + index]
            muster.kind = side * MAX_GROUPS + force.kinds.index(force.kind_of(group))
            muster.models = group.models
            muster.rerolls = group.rerolls
    return made


def actions_of(kind: KindSetup) -> tuple[ActionSetup, ...]:
    """Return the actions of a kind: its plain attack, if it has ATK dice, and its own actions."""
    return (PLAIN_ATTACK, *kind.actions) if kind.atk else kind.actions


def _build_kind(setting: Setting, number: int, kind: KindSetup) -> None:
    record = setting.kinds[number]
    record.might, record.dexterity, record.willpower = kind.might, kind.dex, kind.will
    record.deflection, record.atk = kind.deflection, kind.atk
    record.action_count = len(actions_of(kind))
    for index, action in enumerate(actions_of(kind)):
        made = record.actions[index]
        made.roll = RollKind[action.roll.upper()]
        made.dice = action.dice
        made.against = Characteristic[(action.against or "def").upper()]
        made.wounds = action.wounds
        made.needs = action.needs
        made.combination = Combination[(action.combination or "none").upper()]
        made.effect, made.amount = _effect(action.effect, action.amount, action.dazed_by)
        made.failure, made.failure_amount = _effect(action.failure, action.failure_amount, action.dazed_by)


def _effect(name: EffectName | None, amount: int, dazed_by: CharacteristicName) -> tuple[int, int]:
    if name is None:
        return Effect.NONE, 0
    if name == "dazed":
        return Effect.DAZED, Characteristic[dazed_by.upper()]
    return Effect[name.upper()], amount


FORCES = Shelf("battlewright.systems.formations", "forces", ForceSetup, ("force", "said", "strength"))
"""The forces that ship with Formations."""
read_force = FORCES.read

DEFAULT_FORCES = ("river-guard", "marsh-coven")
ALL = "all"
Rounds = Annotated[int | None, option("Round limit. Default: 5.", 1, 100)]
HeavySixes = Annotated[bool, option("The option of F.G5.")]
OpeningPenalty = Annotated[
    int, option("The dice that the first group to act has fewer, by F.G6. Default: 1; 0: none.", 0, MOST_PENALTY)
]


def read_setup(
    forces: Annotated[
        tuple[str, ...],
        argument("Two forces: shipped ones by name, or .toml/.json files. Default: river-guard marsh-coven.", "FORCES"),
    ] = (),
    rounds: Rounds = None,
    heavy_sixes: HeavySixes = False,
    opening_penalty: OpeningPenalty = OPENING_PENALTY,
) -> Prepared:
    """Read the engagement that the names stand for.

    Examples: `battlewright VERB formations`, `battlewright VERB iron-company goblin-rabble`,
    `battlewright VERB my-force.toml river-guard --rounds 3 --heavy-sixes`
    """
    if len(forces) not in (0, 2):
        raise BattlewrightError(f"An engagement has two forces, not {len(forces)}; name two or none.")
    read = source.read_together(*((name, read_force) for name in forces or DEFAULT_FORCES))
    limit = EngagementSetup.model_fields["round_limit"].default if rounds is None else rounds
    pair = read[0], read[1]
    setup = EngagementSetup(forces=pair, round_limit=limit, heavy_sixes=heavy_sixes, opening_penalty=opening_penalty)
    return Prepared(setup)


def swap(setup: EngagementSetup) -> EngagementSetup:
    """Return the same engagement with swapped seats."""
    forces, seats = (setup.forces[1], setup.forces[0]), swap_seats(setup.seats)
    return setup.model_copy(update={"forces": forces, "seats": seats})


def match_ups(
    forces: Annotated[str, option("Forces, by name or file, with commas; or all.", longest=LONGEST_LIST)] = ALL,
    crossed: Annotated[
        bool, option("Also every force against every other, both ways.", None, None, "--crossed/--mirrored")
    ] = False,
    rounds: Rounds = None,
    heavy_sixes: HeavySixes = False,
    opening_penalty: OpeningPenalty = OPENING_PENALTY,
) -> MatchUps:
    """Every force against itself; optionally every force against every other, both ways.

    Examples: `battlewright VERB formations --forces iron-company,my-force.toml --crossed`,
    `battlewright VERB formations --heavy-sixes --out heavy.json`
    """
    names = FORCES.names if forces == ALL else list(dict.fromkeys(name.strip() for name in forces.split(",")))
    pairs = [(one, other) for one in names for other in (names if crossed else (one,))]
    made = [
        (
            one if one == other else f"{one} against {other}",
            read_setup((one, other), rounds, heavy_sixes, opening_penalty).setup,
        )
        for one, other in pairs
    ]
    about = {"rounds": made[0][1].round_limit, "heavy_sixes": heavy_sixes, "opening_penalty": opening_penalty}
    title = "every force against every other" if crossed else "every force against itself"
    return MatchUps(made, about, title)
