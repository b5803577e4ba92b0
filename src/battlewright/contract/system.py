"""``System``: a rulebook with all its parts. Drivers ask a part what a system can, never its name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar, get_type_hints

from battlewright.contract.pages import Pages
from battlewright.contract.parts import Bots, Guidance, Lab, Learning, MatchUps, Questions, Scratch
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.position import Position
from battlewright.engine.record import Row, memory_of, numbers
from battlewright.engine.rulebook import (
    BattleT,
    ChoiceT,
    Prepared,
    Provided,
    Rulebook,
    SettingT,
    is_undeclared,
    records_of,
)

T = TypeVar("T")
X = TypeVar("X", bound=Scratch)
"""What the compiled functions of bots are annotated with beside ``S``, ``B`` and ``C``: the tables and the scratch."""


@dataclass(frozen=True, eq=False, kw_only=True)
class System(Rulebook[SettingT, BattleT, ChoiceT]):
    """A rulebook with everything that it can."""

    guide: Guidance = field(default_factory=Guidance)
    """What a person at a table is shown."""
    odds: Questions = field(default_factory=Questions)
    """Questions about odds."""
    bots: Bots = field(default_factory=Bots)
    """What built-in bots stand on."""
    learning: Learning = field(default_factory=Learning)
    """What bots that learn are shown."""
    lab: Lab = field(default_factory=Lab)
    """What simulations and studies count, vary and report."""
    pages: Pages | None = None
    """What a browser shows of it. Default: its state as a table."""
    entry_rules: Callable[[], Sequence[Callable[..., Any]]] | None = None
    """Return the rules that Python calls at a table beside those of the contract: they are compiled ahead."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if is_undeclared(self.setup.read):
            from battlewright.answers.plain_setup import PlainReader  # Pydantic takes long to import

            self._set("setup", replace(self.setup, read=PlainReader(self.setup.model, self.title)))
        if is_undeclared(self.lab.match_ups):
            self._set("lab", replace(self.lab, match_ups=Provided(_usual_match_up, self.setup.read, self.title)))

    def why_no_bots(self, setting: Row[SettingT]) -> str:
        """Return why no bot plays battles of a setting; empty where bots play."""
        return self.bots.refusal(setting) if self.bots.refusal else ""

    def check_bots(self, setting: Row[SettingT]) -> None:
        """Raise an error where no bot plays battles of a setting."""
        if why := self.why_no_bots(setting):
            raise BattlewrightError(why)

    @property
    def tally_width(self) -> int:
        """How many numbers ``Lab.tally`` writes."""
        return 1 + self.rules.sides * len(self.lab.tally_names)


def _usual_match_up(read: Callable[..., Prepared], title: str) -> MatchUps:
    """Return the match-ups of a system that declares none: the set-up that is read where nobody names anything."""
    return MatchUps([("the usual set-up", read().setup)], {}, title)


def as_system(rulebook: Rulebook[SettingT, BattleT, ChoiceT]) -> System[SettingT, BattleT, ChoiceT]:
    """Return a rulebook as the system that it is."""
    if not isinstance(rulebook, System):
        raise BattlewrightError(f"{rulebook.title} is a Rulebook alone; guides and bots need a System.")
    return rulebook


def system_of(position: Position[SettingT, BattleT, ChoiceT]) -> System[SettingT, BattleT, ChoiceT]:
    """Return the system of a position, with all its parts."""
    return as_system(position.system)


def types_of(system: System) -> dict[Any, Any]:
    """Return what the type variables of drivers' functions stand for in a system (``rule.rule_for``)."""
    tables = get_type_hints(system.bots.tables)["return"] if system.bots.tables else Row[int]
    return records_of(system.rules) | {X: system.bots.scratch, T: tables}


def declared(system: System) -> list[object]:
    """Return everything that the parts of a system hold; its rules are among it."""
    parts: list[object] = [system.rules, system.setup, system.amending, system.guide, system.odds]
    parts += [system.bots, system.learning, system.lab]
    return [value for part in parts if part is not None for value in vars(part).values()]


def capabilities(system: System) -> dict[str, bool]:
    """Return what a system can by name, in the order of its parts. What is false has a default."""
    rules, setup, words, lab = system.rules, system.setup, system.words, system.lab
    return {
        "several editions": rules.edition is not None,
        "free positions": bool(rules.free_kinds),
        "edits by a game master": rules.edit is not None,
        "amended set-ups": system.amending is not None,
        "secrets": bool(rules.hide or rules.secret_steps or setup.hide),
        "files that ship": bool(setup.shelves),
        "rulings to switch": setup.switches is not None,
        "seats that share a side": setup.decider is not None,
        "own sentences": words.sentences is not None,
        "own guide": system.guide.load is not None,
        "questions about odds": system.odds.load is not None,
        "greedy bot": system.bots.rank is not None,
        "win chance by tables": system.bots.win_chance is not None,
        "features for learners": system.learning.features is not None,
        "tally of what is left": lab.tally is not None,
        "counts of events": bool(lab.counts),
        "prices": lab.pricing is not None,
        "own pages": system.pages is not None,
    }


def kind_of_those_who_go_on(system: System) -> str | None:
    """Return the kind of the file that ``Setup.after`` returns; None where nobody goes on from a battle."""
    setup = system.setup
    return next((shelf.kind for shelf in setup.shelves if setup.after and shelf.singular == setup.brings), None)


def tally(position: Position) -> tuple[int, tuple[dict[str, int], ...]]:
    """Return what a battle has come to so far: its rounds, and what each side has left by its name."""
    system = system_of(position)
    names, out = system.lab.tally_names, numbers(system.tally_width)
    if system.lab.tally is not None:
        system.lab.tally(position.setting, position.battle, out)
    rounds, *left = memory_of(out).tolist()
    sides = [left[side * len(names) : (side + 1) * len(names)] for side in range(system.rules.sides)]
    return rounds, tuple(dict(zip(names, side, strict=True)) for side in sides)


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
