"""What the engine knows of a system: its rules, its set-ups and its words.

``contract.System`` is a ``Rulebook`` with everything else that a system can: guides, questions about odds, bots,
features for learners, what the lab counts, and pages.

All functions of ``Rules`` take rows of one record: the cheap form to pass from Python, and a slice of a batch inside
compiled code.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar, cast, get_args, get_type_hints

from battlewright.engine.battle import Battle
from battlewright.engine.clauses import REASONS, Catalogue, clause_of
from battlewright.engine.errors import BattlewrightError, describe_value
from battlewright.engine.events import Event, EventKinds
from battlewright.engine.node import Choice, Edit
from battlewright.engine.plain_words import PlainWords
from battlewright.engine.record import Record, Row, allocate, layout_of, look, same
from battlewright.engine.record_text import word_of
from battlewright.engine.words import Words

if TYPE_CHECKING:
    from pydantic import BaseModel

    from battlewright.engine.position import Position
    from battlewright.engine.roll_results import DieOf
    from battlewright.engine.seats import Seat
    from battlewright.engine.shelf import Shelf, Template

PROPOSAL_DRAWS = 4
PROPOSAL_SIDES = 1 << 16
"""The number of random values that a proposal is made from, and their upper bound."""

UNDECLARED: Any = None
"""The default of a function that ``Rulebook`` provides where a system declares none."""

if TYPE_CHECKING:
    from typing_extensions import TypeVar as Defaulted

    SettingT = Defaulted("SettingT", bound=Record, default=Any)
    BattleT = Defaulted("BattleT", bound=Battle, default=Any)
    ChoiceT = Defaulted("ChoiceT", bound=Choice, default=Any)
else:
    SettingT, BattleT, ChoiceT = TypeVar("SettingT"), TypeVar("BattleT"), TypeVar("ChoiceT")
"""The records of a system. A driver that takes any system writes ``System``, without them."""

S = TypeVar("S", bound=Record)
B = TypeVar("B", bound=Battle)
C = TypeVar("C", bound=Choice)
"""What the compiled functions of drivers are annotated with: a system's setting, battle and choice."""


class Prepared(NamedTuple):
    """A set-up that was put together, warnings about it, and a note for people who named nothing."""

    setup: Any
    warnings: tuple[str, ...] = ()
    note: str = ""


class Amended(NamedTuple):
    """A set-up that was amended, and the record by which the rules carry the running battle over to it
    (``Amending.carry_over``)."""

    setup: Any
    change: Row[Any]


@dataclass(frozen=True, eq=False, kw_only=True)
class Rules(Generic[SettingT, BattleT, ChoiceT]):
    """The rules of a system: how a battle starts, what may be chosen, and how it moves on.

    The records (``setting``, ``battle``, ``choice``, ``edit_record``) are those that the functions are annotated with.
    """

    start: Callable[[Row[SettingT], Row[BattleT]], None]
    """Bring a new battle to its first node."""
    choices: Callable[[Row[SettingT], Row[BattleT], Row[ChoiceT], int], int]
    """List the legal choices from index ``first`` into the room; return how many were listed, none at chance nodes. A
    full room means that there may be more."""
    choose: Callable[[Row[SettingT], Row[BattleT], Row[ChoiceT]], None]
    """Make a legal choice. Nothing is checked here: that is what ``refusal`` is for."""
    roll: Callable[[Row[SettingT], Row[BattleT], Row[int]], None]
    """Take the faces that the chance node asked for."""
    choice_kinds: type[IntEnum]
    """The kinds of choices."""
    event_kinds: type[EventKinds] = EventKinds
    """The kinds of events, with the names of their fields."""
    steps: type[IntEnum] | None = None
    """The steps of nodes by name: what a decision or a roll is for."""
    sides: int = 2
    """The number of sides."""
    max_choices: int = 64
    """The room for choices that drivers provide; a longer list comes page by page."""
    max_dice: int = 20
    """The most dice of one roll."""
    max_nodes: int = 100_000
    """The most nodes of a battle; drivers stop at a longer one."""
    refusal: Callable[[Row[SettingT], Row[BattleT], Row[ChoiceT]], int] = UNDECLARED
    """Return the reason for which a choice is refused (0: it is legal). A reason belongs to a clause
    (``clauses.clause_of``). Default: a choice that is not listed is refused."""
    free_kinds: Mapping[int, frozenset[int]] = field(default_factory=dict)
    """The kinds of choices that are checked, not listed (free positions), by the step of the node."""
    propose: Callable[[Row[SettingT], Row[BattleT], int, Row[int], Row[ChoiceT]], bool] | None = None
    """Make up a choice of a free kind from ``PROPOSAL_DRAWS`` random values, unchecked."""
    edit: Callable[[Row[SettingT], Row[BattleT], Row[Any]], int] | None = None
    """Make a game master's edit, or return the reason why not, and change nothing. Default: nothing can be edited."""
    edit_kinds: type[IntEnum] = IntEnum
    """The numbers that may be edited."""
    hide: Callable[[Row[SettingT], Row[BattleT], int], None] | None = None
    """Blank what a side may not know of a battle. Default: nothing is secret."""
    hide_event: Callable[[Row[SettingT], Row[Event], int], bool] | None = None
    """Blank what a side may not know of an event (``UNTOLD``), where ``Setup.hide`` keeps something of the set-up from
    it; return whether it is told of it at all. Default: events are told as they are."""
    secret_steps: frozenset[int] = frozenset()
    """The steps at which a choice stays secret until the battle waits for something else."""
    edition: Callable[[Row[SettingT]], str] | None = None
    """Return the letters of the edition that a battle follows. Clauses are numbered as in the edition that a rule was
    written for, and cited as the battle's edition has them."""
    first_turn_step: int = 0
    """The step of the decision that opens a turn (0: any decision). Who takes the first one began; a search counts the
    turns of its rollouts by it."""

    @cached_property
    def setting(self) -> type[SettingT]:
        """The record of what does not change in a battle."""
        return cast("type[SettingT]", _record_of(self.choose, 0))

    @cached_property
    def battle(self) -> type[BattleT]:
        """The record of what changes."""
        return cast("type[BattleT]", _record_of(self.choose, 1))

    @cached_property
    def choice(self) -> type[ChoiceT]:
        """The record of a choice."""
        return cast("type[ChoiceT]", _record_of(self.choose, 2))

    @cached_property
    def edit_record(self) -> type[Edit]:
        """The record of an edit."""
        return Edit if self.edit is None else cast("type[Edit]", _record_of(self.edit, 2))

    def step_word(self, step: int) -> str:
        """Return the word for what a decision or a roll is for; its number where the steps have no names."""
        return word_of(self.steps, step) if self.steps else str(step)


@dataclass(frozen=True, eq=False, kw_only=True)
class Setup(Generic[SettingT]):
    """Set-ups: what a battle is begun with, from a file or from what was typed."""

    model: type[BaseModel]
    """The Pydantic model of a set-up's file."""
    build: Callable[[Any], Row[SettingT]] = UNDECLARED
    """Build the setting of a set-up. Default: its record, filled from the fields of the model by their names."""
    read: Callable[..., Prepared] = UNDECLARED
    """Put a set-up together from what was typed; its parameters are declared as ``answers.parameters`` says. Default: a
    file, and the fields of the model."""
    shelves: tuple[Shelf[Any], ...] = ()
    """The files that ship with the system."""
    templates: Callable[[], Mapping[str, Sequence[Template]]] | None = None
    """Return what new files may begin with, by the kind of files."""
    switches: Callable[[], Mapping[str, Any]] | None = None
    """Return the options of the rules and the numbers of rulings by name, as they usually are. Clauses name theirs."""
    seating: Callable[[Any], Sequence[Seat]] | None = None
    """Return the seats that a set-up names. Default: one for each side."""
    decider: Callable[[Position, Any], int] | None = None
    """Return the model that a choice is made for (-1: the whole side), so that seats may share a side."""
    dice_of: Callable[[Position], Sequence[DieOf]] | None = None
    """Return whose the dice of a roll are, in their order, so that each seat rolls its own. Default: all of them those
    of the combatant that the roll is about, or of the side that rolls."""
    hide: Callable[[Any, int], Any] | None = None
    """Return a set-up as a side may know it, with the same choices. Default: nothing in it is secret."""
    has_stand_ins: Callable[[Any], bool] | None = None
    """Whether what a side may know of a set-up (``hide``) has stand-ins for what is secret, by which its chances would
    mislead. Default: wherever anything is hidden."""
    complete: Callable[[Any], Any] | None = None
    """Return the same set-up with everything written out that it takes from shipped files."""
    swap: Callable[[Any], Any] | None = None
    """Return the same battle with the sides exchanged."""
    brings: str = ""
    """Where both sides are named by one file: the option by which whoever plays side a brings that side."""
    after: Callable[[Position], Mapping[str, Any]] | None = None
    """Return those who go on from a battle to another one, as they leave it: a file of the kind that ``brings`` names.
    Default: every battle is played by itself."""
    rests: str = ""
    """The option by which those who go on rest before the next battle."""
    following: Callable[[Position], Any] | None = None
    """Return the set-up of the battle that follows another one in its file, with those who go on as they leave this
    one; None where nothing follows."""
    chain: Callable[[Any], Sequence[Any]] | None = None
    """Return the set-ups of the battles in a row that a set-up begins, itself first, with those who go on as they enter
    the first (``Lab.carry_over`` brings them up to date). Side a goes on each time that it has won. Default: itself
    alone."""
    points: Callable[[Any], Sequence[int]] | None = None
    """Return what each side costs in points. Default: nothing is counted in points."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Amending(Generic[SettingT, BattleT]):
    """How a game master changes the set-up of a running battle."""

    model: type[BaseModel]
    """The model of what may be changed."""
    amend: Callable[[Any, Any], Amended]
    """Return a set-up as an amendment changes it."""
    carry_over: Callable[[Row[SettingT], Row[BattleT], Row[SettingT], Row[BattleT], Row[Any]], None]
    """Carry a running battle over to an amended setting: from the old setting and battle into the new ones, by the
    change that ``amend`` gave. The new battle has the old one's tail, and is blank otherwise."""
    farewells: frozenset[int] = frozenset()
    """The kinds of events of ``carry_over`` that are told by the set-up before it; all others by the new one."""
    uncovered: Callable[[Position], Mapping[str, Any] | None] | None = None
    """Return the amendment that a match makes by itself, since something secret has come to light; None: nothing."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Wording:
    """How a system speaks to people."""

    sentences: Callable[[Any], Words] | None = None
    """Return the sentences for battles of a set-up. Default: made from the names of kinds and fields."""
    battle_word: str = ""
    """What the rulebook calls a battle, where it has a word of its own."""
    side_words: tuple[str, str] | None = None
    """What the rulebook calls the two sides, in the plural, where they are not alike."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Rulebook(Generic[SettingT, BattleT, ChoiceT]):
    """A rulebook as the engine knows it."""

    name: str
    """The name by which it is loaded, in lower case."""
    title: str
    """The name that people read."""
    ruleset: int = 1
    """The version of the rules, raised when battles come out differently."""
    catalogue: Catalogue
    """The clauses."""
    rules: Rules[SettingT, BattleT, ChoiceT]
    """The rules."""
    setup: Setup[SettingT]
    """Set-ups."""
    words: Wording = field(default_factory=Wording)
    """Sentences."""
    amending: Amending[SettingT, BattleT] | None = None
    """How the set-up of a running battle is changed. Default: it stays as it is."""

    def __post_init__(self) -> None:
        if is_undeclared(self.rules.refusal):
            reason = REASONS * self.catalogue.clauses[0].number
            self._set("rules", replace(self.rules, refusal=Provided(_unlisted, self.rules, reason)))
        if is_undeclared(self.setup.build):
            self._set("setup", replace(self.setup, build=Provided(_filled, self.rules.setting)))

    def _set(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)

    def sentences(self, setup: Any) -> Words:
        """Return the sentences for battles of a set-up."""
        return self.words.sentences(setup) if self.words.sentences else PlainWords(self.rules)

    def cite(self, setting: Row[SettingT], number: int) -> str:
        """Return the id of a clause by its number, as the edition of a battle has it; empty for 0."""
        edition = self.rules.edition(setting) if self.rules.edition else ""
        return self.catalogue.cited(number, edition).id if number else ""

    def cite_reason(self, setting: Row[SettingT], reason: int) -> str:
        """Return the id of the clause that a reason for a refusal belongs to, as the edition of a battle has it."""
        return self.cite(setting, clause_of(reason))


class Provided(partial[Any]):
    """A function that a system did not declare, with the parts that it stands on; made anew if they are replaced."""


def _unlisted(rules: Rules, reason: int, setting: Row[Any], battle: Row[Any], choice: Row[Any]) -> int:
    """Return this reason for a choice that is not listed: the refusal of a system that declares none."""
    room, first = allocate(rules.choice, rules.max_choices), 0
    while listed := rules.choices(setting, battle, room, first):
        if any(same(room[place : place + 1], choice) for place in range(listed)):
            return 0
        first += listed
    return reason


def _filled(setting: type[Record], setup: Any) -> Row[Any]:
    """Return a setting with the fields of the set-up's model by their names."""
    made = allocate(setting)
    for each in layout_of(setting).fields:
        setattr(look(setting, made), each.name, int(getattr(setup, each.name)))
    return made


def records_of(rules: Rules[Any, Any, Any]) -> dict[Any, Any]:
    """Return what ``S``, ``B`` and ``C`` stand for in a system (``rule.rule_for``)."""
    return {S: rules.setting, B: rules.battle, C: rules.choice}


def setup_of(system: Rulebook, given: object) -> Any:
    """Return the set-up that was given: itself, or as ``system.setup.read`` gives it. Anything else is refused."""
    if not isinstance(system, Rulebook):
        raise BattlewrightError(f"A system is what bw.load(NAME) gives, not {describe_value(system)}.")
    setup = given.setup if isinstance(given, Prepared) else given
    if not isinstance(setup, system.setup.model):
        wanted = f"a set-up of the type {system.setup.model.__name__}, or what system.setup.read() gives"
        raise BattlewrightError(f"A battle of {system.title} takes {wanted}, not {describe_value(setup)}.")
    return setup


def is_undeclared(function: object) -> bool:
    """Whether a system declares no function of its own here."""
    return function is UNDECLARED or isinstance(function, Provided)


def _record_of(function: Callable[..., Any], place: int) -> type[Record]:
    """Return the record of the rows that a parameter takes."""
    names = [name for name in get_type_hints(function) if name != "return"]
    return cast("type[Record]", get_args(get_type_hints(function)[names[place]])[0])
