"""The contract: what a system provides, and so what every driver may ask of it.

All functions take rows of one record (the cheap form to pass from Python, and a slice of a batch inside compiled
code). ``choices`` lists what is allowed from the ``first``-th on, up to the room given; where the room is filled there
may be more, and the next call asks for them. Kinds of choices in ``free_kinds`` (free positions; by the step of the
node) are checked, not listed; ``propose`` makes one up from ``CHANCES`` random numbers, unchecked. ``refusal`` gives
the reason for which a choice is refused (0: allowed); a reason belongs to a clause (``clauses.clause_of``). ``choose``
and ``edit`` give a reason too, and when it is not 0 nothing has changed. ``roll`` takes the faces that its node asked
for. ``hide`` blanks the secrets of a battle that a side may not know. What is chosen at a step of ``secret_steps``
stays secret until the battle waits for something else. ``hide_setup``, where a set-up has secrets, gives the set-up as
a side may know it; the choices that it has are the same.

A rulebook may come in editions that share rules. Numbers of clauses are then those of the edition that a rule was
written for, and ``cite`` gives the clause by which the edition of a battle has it (``edition``: its letters).

What bots need is in five more fields, where a system has them.

- ``candidates`` fills the room with the allowed choices that a bot should look at: the listed ones and a sample of the
  free ones, the same for the same position. It returns how many.
- ``tables`` returns the tables of odds that bots look up in battles of a setting. What they are is the system's own
  affair: whatever ``rank`` takes, as the return annotation says. Making them may take seconds; ``report`` is told how
  far it is.
- ``scratch`` is the record that ``rank`` works in, a ``Scratch`` with a field ``values``.
- ``rank`` puts the best choices into the front of the room, best first, ``most`` of them or fewer, and their values
  into the scratch. It returns how many.
- ``win_chance`` returns the chance that side a wins, in millionths, by the tables; a draw counts as half a win.

Neither ``candidates`` nor ``rank`` looks at what the side that chooses may not know, and neither draws dice: at a step
of ``secret_steps``, where a choice must not be guessed, the driver first puts a number (1 to SIDES_OF_CHANCE) into the
scratch's ``draw``, and ``rank`` puts the choice in front that this number says.

``features``, where a system has them, brings in what a learner is shown; players need not wait for it to be compiled.

What people need is asked of the system too. ``shelves`` are the files that ship with it; ``read_setup`` puts a set-up
together from what was typed (its parameters are declared as ``answers.parameters`` says; where a system leaves it out,
they are a file and the fields of ``setup``), ``swap`` gives the same battle with
the sides exchanged, ``match_ups`` the battles of a ladder by their names, and ``ladders``, where a system has several,
what each is called with, by its title. ``complete`` gives the same set-up with
everything written out that it takes from shipped files. ``seating`` gives the seats that a set-up names (none: one for
each side), ``decider`` the model that a choice is made for (-1: its whole side), so that sides may share a side.
``guide`` gives the class of guides for people at the table, ``summary`` what a battle has come to, ``questions`` are
those that the rulebook answers with odds, ``show`` reports on files of a shelf and ``report`` on a study.
``entry_rules`` are the rules that Python calls at a table beside those of the contract: they are compiled first.
``battle_word`` is what the rulebook calls a battle, where that is another word, and ``side_words`` what it calls the
two sides, in the plural, where they are not alike. ``switches`` are the options of the
rules and the numbers of its rulings by name, as they are when nobody changes them; clauses name theirs.

``tally``, where a system has one, writes down what a battle has come to: its rounds, then what each side has left, in
the order of ``left``; ``left_of_each`` are those of single combatants, which studies measure only where they name
them. ``opening`` is the step of the decision by which a battle's first player begins (0: any one); it comes again in
every round, and rollouts of a search count their turns from it on.

The lab counts events (``counts``) and asks who was out first: ``place_of`` gives the place of a combatant,
``first_out`` that of the lowest one that is out of the battle (-1: nobody). A place is the side times ``PLACES`` plus
the index within the side. ``varied`` gives short names to what a study may vary: a path in the set-up's file, such as
``scenario.modifier_added`` for ``rulings.S2.F3``. ``pricing``, where a rulebook has prices, makes up battles between
random sides and tells what each has, so that prices can be held against results. ``steps`` names the steps of nodes:
what a decision or a roll is for.

``pages``, where a system has them, are what a browser shows of it; without them its state is shown as a table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar, get_type_hints

from battlewright.contract.pages import Pages
from battlewright.engine.battle import Battle, Whole
from battlewright.engine.clauses import Catalogue, clause_of
from battlewright.engine.errors import BattlewrightError, NotConforming, a_thing
from battlewright.engine.events import EventKinds, EventView
from battlewright.engine.node import Choice, Edit, Node
from battlewright.engine.progress import ProgressReport
from battlewright.engine.record import Record, Row
from battlewright.engine.record_text import word_of

if TYPE_CHECKING:
    from pydantic import BaseModel

    from battlewright.answers.guide import Guide
    from battlewright.answers.question import Question
    from battlewright.answers.report import Report
    from battlewright.engine.offers import Label, Reference
    from battlewright.engine.position import Position
    from battlewright.engine.rolls import RollResult
    from battlewright.engine.seats import Seat
    from battlewright.engine.shelf import Shelf

CHANCES = 4
SIDES_OF_CHANCE = 1 << 16
"""A proposal is made from so many random numbers, each from 1 to so much."""

PLACES = 64
"""More than the combatants of a side (see ``place_of``)."""

FROM_MODEL: Any = None
"""Stands for a reader of set-ups that is made from their model."""

SIDE_LETTERS = "abcdefghijklmnop"
"""The sides' names, by their number."""


def side_letter(side: int) -> str | None:
    """Return a side's letter; None for nobody, or for everybody."""
    return SIDE_LETTERS[side] if side >= 0 else None


class Prepared(NamedTuple):
    """A set-up that was put together, what is odd about it, and what a person should know who named nothing."""

    setup: Any
    warnings: tuple[str, ...] = ()
    note: str = ""


class MatchUps(NamedTuple):
    """The battles of a ladder by their names, and what they have in common: as data, and as a phrase."""

    battles: list[tuple[str, Any]]
    about: dict[str, Any]
    title: str
    warnings: tuple[str, ...] = ()


if TYPE_CHECKING:
    from typing_extensions import TypeVar as Defaulted

    SettingT = Defaulted("SettingT", bound=Record, default=Any)
    BattleT = Defaulted("BattleT", bound=Battle, default=Any)
    ChoiceT = Defaulted("ChoiceT", bound=Choice, default=Any)
else:
    SettingT, BattleT, ChoiceT = TypeVar("SettingT"), TypeVar("BattleT"), TypeVar("ChoiceT")
"""The records of a system. A driver that takes any system writes ``System``, without them."""

S = TypeVar("S", bound=Record)
B = TypeVar("B", bound=Whole)
C = TypeVar("C", bound=Choice)
T = TypeVar("T")
X = TypeVar("X", bound="Scratch")
"""What drivers' functions are annotated with: a system's setting, battle, choice, tables and scratch (``kinds_of``)."""


class Scratch(Record):
    """What ``rank`` works in. ``draw`` is the number by which a secret choice is made. A system's own has ``values``
    too, those of the choices in the room."""

    draw: int


class Words(Protocol):
    """How a system speaks of a set-up to people. A system's own has this as its base; the last six methods, by which
    programs learn what sentences say, may be left as they are."""

    def side(self, side: int) -> str:
        """A side by its name, with its letter where people need it."""
        ...

    def side_name(self, side: int) -> str:
        """A side by its name alone."""
        return self.side(side)

    def ask(self, battle: Battle) -> str:
        """The question that a decision or chance node puts to its side."""
        ...

    def choice(self, battle: Battle, choice: Any) -> str:
        """A choice, as it stands in a list."""
        ...

    def event(self, event: EventView) -> str:
        """What happened, as a sentence without its clause."""
        ...

    def refusal(self, battle: Battle, choice: Any, reason: int) -> str:
        """Why a choice is refused, by the reason that the rules gave, and what would be allowed."""
        ...

    def result(self, node: Node) -> str:
        """How the battle ended."""
        ...

    def status(self, battle: Battle) -> Sequence[Sequence[str]]:
        """The state of the table: a row of headings, then rows."""
        ...

    def reference(self, number: int) -> Reference | None:
        """A combatant by its number: its name, tag and side; None for nobody."""
        return None

    def combatants(self, battle: Battle) -> Sequence[int]:
        """The numbers of all combatants."""
        return ()

    def about(self, battle: Battle) -> int:
        """The number of the combatant that a decision or a roll is about (-1: nobody)."""
        return -1

    def label(self, battle: Battle, choice: Any) -> Label | None:
        """How a choice is shown beside its sentence; None: by its kind and the fields of its record."""
        return None

    def roll(self, battle: Battle, faces: Sequence[int], events: Sequence[EventView]) -> RollResult | None:
        """What a roll meant, by the position before it and the events that followed; None: the faces alone."""
        return None

    def step_name(self, step: int) -> str:
        """What the rolls of a step are called, such as ``Shots``; empty: by the word of the step."""
        return ""


@dataclass(frozen=True)
class EventCount:
    """A number that a study counts of a side: how often a kind of event happens, or the sum of its field ``amount``.

    It counts for the side of the field ``whose``; where ``against`` names a field, only if that one is of the other
    side. Both are combatants by number, or seats if the field is ``seat``.
    """

    name: str
    kind: EventKinds
    whose: str = "who"
    amount: str = ""
    against: str = ""

    def __post_init__(self) -> None:
        for field_name in filter(None, (self.whose, self.amount, self.against)):
            if field_name not in self.kind.fields:
                raise NotConforming(f"The count {self.name!r}: {self.kind.name} has no field {field_name!r}.")


@dataclass(frozen=True)
class Drawn:
    """A battle between random sides: its set-up, and for each side how many it has of everything that has a price."""

    setup: Any
    sides: tuple[dict[str, int], dict[str, int]]


@dataclass(frozen=True)
class Pricing:
    """The prices of a rulebook, and battles to hold them against.

    ``prices`` are the document's, ``unit`` are the names whose mean worth is taken for their price, so that worth has a
    unit. ``draw`` makes up a battle from a number and a reading; ``readings`` are the readings of the rules, with the
    words for each.
    """

    prices: Mapping[str, int]
    unit: tuple[str, ...]
    readings: Mapping[str, str]
    draw: Callable[[int, str], Drawn]


@dataclass(frozen=True, eq=False)
class Features:
    """What a learner is shown of a battle: rows of ints in thousandths, with the names of what stands where.

    ``observe`` writes the table as a side sees it, its own side first, so that both sides can learn from either.
    ``describe`` writes one of the choices that a side has. Both get a battle from which the secrets of others are
    gone, and leave it as it was.
    """

    table: tuple[str, ...]
    choice: tuple[str, ...]
    observe: Callable[[Row[Any], Row[Any], int, Row[int]], None]
    describe: Callable[[Row[Any], Row[Any], int, Row[Any], Row[int]], None]


@dataclass(frozen=True, eq=False)
class System(Generic[SettingT, BattleT, ChoiceT]):
    """A rulebook as the drivers know it."""

    name: str
    title: str
    ruleset: int
    catalogue: Catalogue
    setting: type[SettingT]
    battle: type[BattleT]
    choice: type[ChoiceT]
    choice_kinds: type[IntEnum]
    event_kinds: type[EventKinds]
    editable: type[IntEnum]
    sides: int
    max_choices: int
    max_dice: int
    max_nodes: int
    start: Callable[[Row[SettingT], Row[BattleT]], None]
    choices: Callable[[Row[SettingT], Row[BattleT], Row[ChoiceT], int], int]
    refusal: Callable[[Row[SettingT], Row[BattleT], Row[ChoiceT]], int]
    choose: Callable[[Row[SettingT], Row[BattleT], Row[ChoiceT]], int]
    roll: Callable[[Row[SettingT], Row[BattleT], Row[int]], None]
    edit: Callable[[Row[SettingT], Row[BattleT], Row[Any]], int]
    hide: Callable[[Row[SettingT], Row[BattleT], int], None]
    setup: type[BaseModel]
    build: Callable[[Any], Row[SettingT]]
    words: Callable[[Any], Words]
    propose: Callable[[Row[SettingT], Row[BattleT], int, Row[int], Row[ChoiceT]], bool] | None = None
    free_kinds: Mapping[int, frozenset[int]] = field(default_factory=dict)
    candidates: Callable[[Row[SettingT], Row[BattleT], Row[ChoiceT]], int] | None = None
    rank: Callable[[Row[SettingT], Row[BattleT], Any, Row[ChoiceT], Row[Any], int], int] | None = None
    tables: Callable[[Row[SettingT], ProgressReport | None], Any] | None = None
    scratch: type[Scratch] = Scratch
    win_chance: Callable[[Row[SettingT], Row[BattleT], Any], int] | None = None
    features: Callable[[], Features] | None = None
    change: type[Edit] = Edit
    tally: Callable[[Row[SettingT], Row[BattleT], Row[int]], None] | None = None
    left: tuple[str, ...] = ()
    left_of_each: frozenset[str] = frozenset()
    opening: int = 0
    secret_steps: frozenset[int] = frozenset()
    edition: Callable[[Row[SettingT]], str] | None = None
    shelves: tuple[Shelf[Any], ...] = ()
    read_setup: Callable[..., Prepared] = FROM_MODEL
    swap: Callable[[Any], Any] | None = None
    complete: Callable[[Any], Any] | None = None
    hide_setup: Callable[[Any, int], Any] | None = None
    seating: Callable[[Any], Sequence[Seat]] | None = None
    decider: Callable[[Position, Any], int] | None = None
    match_ups: Callable[..., MatchUps] | None = None
    ladders: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    guide: Callable[[], type[Guide]] | None = None
    summary: Callable[[Position], Mapping[str, Any]] | None = None
    questions: Callable[[], Sequence[Question]] | None = None
    show: Callable[[str, Sequence[str]], Report] | None = None
    report: Callable[[Any, Any], Report] | None = None
    entry_rules: Callable[[], Sequence[Callable[..., Any]]] | None = None
    battle_word: str = ""
    side_words: tuple[str, str] | None = None
    switches: Callable[[], Mapping[str, Any]] | None = None
    counts: tuple[EventCount, ...] = ()
    place_of: Callable[[Row[SettingT], int], int] | None = None
    first_out: Callable[[Row[SettingT], Row[BattleT]], int] | None = None
    varied: Mapping[str, str] = field(default_factory=dict)
    pricing: Callable[[], Pricing] | None = None
    steps: type[IntEnum] | None = None
    pages: Pages | None = None

    def __post_init__(self) -> None:
        from battlewright.answers.plain_setup import PlainReader

        if self.read_setup is FROM_MODEL or isinstance(self.read_setup, PlainReader):
            # also in place of one for the model of the system that this is a replacement of
            object.__setattr__(self, "read_setup", PlainReader(self.setup, self.title))

    def cite(self, setting: Row[SettingT], number: int) -> str:
        """The id of a clause by its number, as the edition of a battle has it."""
        return self.catalogue.cited(number, self.edition(setting) if self.edition else "").id

    def cite_reason(self, setting: Row[SettingT], reason: int) -> str:
        """The id of the clause that a reason for a refusal belongs to, as the edition of a battle has it."""
        return self.cite(setting, clause_of(reason))

    def step_word(self, step: int) -> str:
        """The word for what a decision or a roll is for; its number where the system names no steps."""
        return word_of(self.steps, step) if self.steps else str(step)

    @property
    def tallies(self) -> int:
        """How many numbers ``tally`` writes."""
        return 1 + self.sides * len(self.left)


def kinds_of(system: System) -> dict[Any, Any]:
    """What the type variables of drivers' functions stand for in a system (``rule.rule_for``)."""
    kinds: dict[Any, Any] = {S: system.setting, B: system.battle, C: system.choice, X: system.scratch}
    return kinds | {T: get_type_hints(system.tables)["return"] if system.tables else Row[int]}


def setup_of(system: System, given: object) -> Any:
    """Return the set-up that was given: itself, or as ``read_setup`` gives it. Anything else is refused."""
    if not isinstance(system, System):
        raise BattlewrightError(f"A system is what bw.load(NAME) gives, not {a_thing(system)}.")
    setup = given.setup if isinstance(given, Prepared) else given
    if not isinstance(setup, system.setup):
        wanted = f"a set-up of the type {system.setup.__name__}, or what system.read_setup() gives"
        raise BattlewrightError(f"A battle of {system.title} takes {wanted}, not {a_thing(setup)}.")
    return setup


def load_each(names: Iterable[str], load: Callable[[str], System]) -> tuple[list[System], list[str]]:
    """Load systems by their names; return them, and a sentence about each that cannot be loaded and is left out."""
    loaded: list[System] = []
    left_out: list[str] = []
    for name in names:
        try:
            loaded.append(load(name))
        except BattlewrightError as error:
            left_out.append(f"{error} It is left out.")
    return loaded, left_out
