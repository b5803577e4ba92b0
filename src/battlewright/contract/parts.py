"""The optional parts of a system: what it can beside its rules, set-ups and words.

What is slow to import is a function that imports it when it is first asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from battlewright.engine.compiler.rule import rule
from battlewright.engine.errors import NotConforming
from battlewright.engine.events import EventKinds, EventView
from battlewright.engine.position import Position
from battlewright.engine.progress import ProgressReport
from battlewright.engine.record import Record, Row
from battlewright.engine.rulebook import UNDECLARED, C

if TYPE_CHECKING:
    from battlewright.answers.guide import Guide
    from battlewright.answers.question import Question
    from battlewright.answers.report import Report
    from battlewright.contract.counts import Loss

PLACES = 64
"""More than the combatants of a side (see ``Lab.place_of``)."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Guidance:
    """What a person at a table is shown."""

    load: Callable[[], type[Guide]] | None = None
    """Return the class of guides. Default: the generic one, with the exact chance to win behind each choice."""
    summary: Callable[[Position], Mapping[str, Any]] | None = None
    """Return what a battle has come to, as data."""
    show: Callable[[str, Sequence[str]], Report] | None = None
    """Report on files of a shelf. Default: their names and fields."""
    rules_summary: Callable[[Mapping[str, Any], str], Report] | None = None
    """Report what one looks up during a battle, for one page: headings, and lines and tables below them that cite
    clauses; by the options and numbers that are not as usual (``Guide.changed``), and by the letters of an edition.
    Default: the clauses, chapter by chapter."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Questions:
    """The questions about odds that the rulebook answers, beside those about any battle."""

    load: Callable[[], Sequence[Question]] | None = None
    """Return the questions."""


class Scratch(Record):
    """What ``Bots.rank`` works in. A system's own has ``values`` too, those of the choices in the room."""

    draw: int
    """The random value by which a secret choice is made."""


@rule()
def best_first(room: Row[C], values: Row[int], count: int, most: int) -> int:
    """Put ``most`` of ``count`` choices into the front of the room, best first, with their values; return how many. The
    last place of the room is free."""
    kept, last = min(most, count), len(room) - 1
    for index in range(kept):
        best = index
        for other in range(index + 1, count):
            if values[other] > values[best]:
                best = other
        if best != index:
            room[last] = room[index]
            room[index] = room[best]
            room[best] = room[last]
            values[index], values[best] = values[best], values[index]
    return kept


@dataclass(frozen=True, kw_only=True)
class Strength:
    """How well a level plays: by a search, or else by the ranking, which may be softened."""

    rollouts: int = 0
    """The rollouts of a search for each choice, at most; 0: it does not search."""
    is_cautious: bool = False
    """Whether the search keeps to what ranks first unless another choice is ahead by two standard errors: better where
    the ranking is good, and differences are small."""
    choices: int = 1
    """Without a search: how many of the choices that rank first it picks from. It never makes a worse one."""
    temperature: float = 0.0
    """How carelessly it picks: a choice that loses so many times what the middle one of them loses is half as likely as
    the best."""
    overlooks: int = 0
    """How often it overlooks the best of them: by so many hundredths that one is less likely than by its value."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Bots:
    """What built-in bots stand on. Without it there is the random bot.

    ``candidates`` and ``rank`` look at nothing that the side which chooses may not know, and draw no dice. At a step of
    ``Rules.secret_steps``, where a choice must not be guessed, the driver first puts a random value (1 to
    ``PROPOSAL_SIDES``) into the scratch's ``draw``, and ``rank`` puts the choice in front that this value says.
    """

    candidates: Callable[[Row[Any], Row[Any], Row[Any]], int] | None = None
    """Fill the room with the legal choices that a bot should look at: the listed ones and a sample of the free ones,
    the same for the same position. Return how many."""
    rank: Callable[[Row[Any], Row[Any], Any, Row[Any], Row[Any], int], int] | None = None
    """Put the best choices into the front of the room, best first, ``most`` of them or fewer, and their values into the
    scratch. Return how many."""
    tables: Callable[[Row[Any], ProgressReport | None], Any] | None = None
    """Return the tables of odds that ``rank`` looks up in battles of a setting: opaque to the engine, of the annotated
    type. Making them may take seconds; ``report`` is called with the progress."""
    scratch: type[Scratch] = Scratch
    """The record that ``rank`` works in."""
    win_chance: Callable[[Row[Any], Row[Any], Any], int] | None = None
    """Return the chance that side a wins, in millionths, by the tables; a draw counts half."""
    turn_of: Callable[[Row[Any], int], int] | None = None
    """Return the number of the turn at a decision, from that of the decision before: a search rolls the same dice for
    all choices turn by turn, and counts the length of its rollouts by it. Default: one more at each decision with
    nothing on the stack but the battle itself."""
    refusal: Callable[[Row[Any]], str] | None = None
    """Return why no bot plays battles of a setting, as a sentence; empty where bots play. There is no chance to win by
    bots then, and no study. Default: bots play all battles."""
    levels: Mapping[str, Strength] = field(default_factory=dict)
    """The strength of levels by their names, as it was measured; of those left out, the usual one."""


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


@dataclass(frozen=True, eq=False, kw_only=True)
class Learning:
    """What bots that learn are shown."""

    features: Callable[[], Features] | None = None
    """Return the features. Default: none, and no training."""


@dataclass(frozen=True)
class EventCount:
    """A number that a study counts of a side: how often a kind of event happens, or the sum of its field ``amount``.

    It counts for the side of the field ``whose``; where ``against`` names a field, only if that one is of the other
    side. Both are combatants by number, or sides if the field is ``side``.
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


class MatchUps(NamedTuple):
    """The battles of a ladder by their names, and what they have in common: as data, and as a phrase."""

    battles: list[tuple[str, Any]]
    about: dict[str, Any]
    title: str
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False, kw_only=True)
class Lab:
    """What simulations and studies count, vary and report."""

    tally: Callable[[Row[Any], Row[Any], Row[int]], None] | None = None
    """Write what a battle has come to: its rounds, then what each side has left, in the order of ``tally_names``."""
    tally_names: tuple[str, ...] = ()
    """The names of what a side has left."""
    single_tally_names: frozenset[str] = frozenset()
    """Those of single combatants, which a study measures only where it names them."""
    counts: tuple[EventCount, ...] = ()
    """The events that a study counts."""
    place_of: Callable[[Row[Any], int], int] | None = None
    """Return the place of a combatant: its side times ``PLACES`` plus its index within the side."""
    carry_over: Callable[[Row[Any], Row[Any], Row[Any]], None] | None = None
    """Write those who go on from a battle, as they leave it, into the setting of the next one in a row
    (``Setup.chain``)."""
    weapon: Callable[[Position, Any, EventView], str] | None = None
    """Return the name of the weapon, spell or action that an event was done with (empty: none), by the position before
    the step that it happened in, and by the choice of that step (None: a roll)."""
    amounts: tuple[str, ...] = ("amount",)
    """The fields of events that say how much: the first that an event has is its amount."""
    first_out: Callable[[Row[Any], Row[Any]], int] | None = None
    """Return the place of the lowest combatant that is out of the battle (-1: nobody)."""
    vary: Callable[[Any, str, Any], Any | None] | None = None
    """Return a set-up with a value at a path that its data does not have, such as how many of a kind there are; None
    where the path is none of these."""
    study_aliases: Mapping[str, str] = field(default_factory=dict)
    """Short names for what a study may vary: ``rulings.S2.F3`` for the path ``scenario.modifier_added``."""
    pricing: Callable[[], Pricing] | None = None
    """Return the prices of the rulebook with random battles, so that prices can be held against results."""
    match_ups: Callable[..., MatchUps] = UNDECLARED
    """Return the battles of a ladder. Default: the usual set-up alone."""
    ladders: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """The parameters of ``match_ups`` for each ladder by its title, where there are several."""
    sim_report: Callable[[Any], Report] | None = None
    """Report on a ``counts.Simulation``: many battles of one match-up. Default: win rates and rounds."""
    losses: Callable[[Any], Sequence[Loss]] | None = None
    """Return what a ``counts.Simulation`` costs each side: who falls how often, or how much is lost. Default: nothing
    is told of it."""
