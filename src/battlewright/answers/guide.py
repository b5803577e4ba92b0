"""Guides: the help that a front end shows a person before a choice.

A system may provide its own guide; this base class serves a system that has only its ``Words``.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Generic

from battlewright.answers.advice import NONE, SECONDS, Advice, advice_text, brief_advice
from battlewright.answers.described import Described
from battlewright.answers.edits import EditForm
from battlewright.answers.offers import Example, Offer, Suggestion, label_of, sentence_of
from battlewright.engine.record import layout_of
from battlewright.engine.record_text import word_of
from battlewright.engine.rulebook import BattleT, ChoiceT, Rulebook, SettingT

if TYPE_CHECKING:
    from battlewright.engine.node import Edit
    from battlewright.engine.position import Position
    from battlewright.geometry.scene import Note, Scene


@dataclass(frozen=True)
class ChangedRuling(Described):
    """An option or a number of the rules that is not as usual in a battle."""

    name: str
    """The option, or the number."""
    now: Any
    """What it is here; of a table, the rows that are changed."""
    usual: Any
    """What it usually is."""
    clauses: tuple[str, ...]
    """The clauses that it changes."""
    text: str
    """What is changed, as part of a sentence: `ap is 5 (usually 3)`."""


def _said(value: object) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def changed_rulings(system: Rulebook[Any, Any, Any], changed: Mapping[str, Any]) -> tuple[ChangedRuling, ...]:
    """Return options and numbers that are not as usual, each with the clauses that it changes."""
    usual = system.setup.switches() if system.setup.switches else {}
    found = []
    for name, now in changed.items():
        text = f"{name} is {_said(now)} (usually {_said(usual.get(name))})"
        if isinstance(now, Mapping):
            text = f"{name} is changed ({', '.join(map(str, now))})"
        found.append(ChangedRuling(name, now, usual.get(name), system.catalogue.switched_by(name), text))
    return tuple(found)


class Guide(Generic[SettingT, BattleT, ChoiceT]):
    """A read-only guide to one position."""

    forms: ClassVar[Mapping[str, str]] = {}
    """Choices and edits that may be typed in the game's own words: example to meaning."""
    edit_forms: ClassVar[Mapping[str, str]] = {}
    """The edits among them, which are a game master's."""
    views: ClassVar[Mapping[str, str]] = {}
    """Extra views: what to type, and what it shows."""
    ending_kinds: ClassVar[frozenset[int]] = frozenset()
    """The kinds of choices that end a turn."""

    def __init__(self, position: Position[SettingT, BattleT, ChoiceT]) -> None:
        self.position = position

    @property
    def lesson(self) -> Sequence[str]:
        """The game in a few lines, by the rulings of this battle, for somebody who has never played it: how a turn
        goes, and what its letters mean."""
        return ()

    def changed(self) -> Mapping[str, Any]:
        """Return the options and numbers of rulings (``System.switches``) that are not as usual in this battle."""
        return {}

    def rulings(self) -> tuple[ChangedRuling, ...]:
        """Return what ``changed`` has, each with the clauses that it changes."""
        return changed_rulings(self.position.system, self.changed())

    def rulings_in_force(self) -> tuple[ChangedRuling, ...]:
        """Return all options and numbers of rulings, changed or not, each with the clauses that go by it; of a table
        the rows that are changed."""
        system = self.position.system
        usual = system.setup.switches() if system.setup.switches else {}
        plain = {name: value for name, value in usual.items() if not isinstance(value, Mapping)}
        return changed_rulings(system, {**plain, **self.changed()})

    def introduction(self) -> str:
        """Introduce the battle in a sentence or two."""
        return ""

    def scene(self) -> Scene | None:
        """Return the table as a ``Scene``, or None if there is nothing to draw."""
        return None

    def scene_data(self) -> Described | None:
        """Return the table as pages draw it, or None if there is nothing to draw."""
        return None

    def places(self) -> Mapping[int, Mapping[str, int]]:
        """Return where each model on the table is, by its number: ``x``, ``y`` and ``level``."""
        return {}

    def card_data(self) -> Mapping[int, Mapping[str, Any]]:
        """Return what the card of each combatant shows, by its number, where pages show cards."""
        return {}

    def notes(self) -> Sequence[Note]:
        """Return the lines beside a scene."""
        return ()

    def turn(self) -> Hashable:
        """Return a key of the current turn; the table is shown again when both this and the picture change."""
        return None

    def picture(self) -> Hashable:
        """Return a key of what the table shows, for comparison."""
        return None

    def suggestions(self) -> Sequence[Suggestion]:
        """Return choices to offer in addition to the listed ones."""
        return ()

    def cannot_succeed(self, choice: ChoiceT) -> bool:
        """Whether a choice is allowed but cannot come to anything, such as a shot that no dice make hit."""
        return False

    def offers(self, with_suggestions: bool = True) -> list[Offer]:
        """Return the choices in the order in which people read them: the listed ones, then the suggestions (which take
        time to find), and last those that end the turn. Records and replays keep the order of the rules."""
        listed = [Suggestion(choice, "") for choice in self.position.choices()]
        suggested = self.suggestions() if with_suggestions else ()
        made = [self.offer(each, index) for index, each in enumerate((*listed, *suggested))]
        return sorted(made, key=lambda each: each.ends_turn)

    def offer(self, suggestion: Suggestion, place: int) -> Offer:
        """Return a choice as it is offered; one without a purpose is a listed one."""
        position, (choice, purpose, whom) = self.position, suggestion
        label = label_of(position, choice)
        if whom >= 0:
            label = replace(label, about=position.words.reference(whom))
        sentence = sentence_of(position, suggestion)
        return Offer(
            choice,
            word_of(position.system.rules.choice_kinds, choice.kind),
            label,
            f"{sentence} ({label.cost})" if label.cost and not label.says_cost else sentence,
            place,
            purpose,
            is_suggested=bool(purpose),
            ends_turn=choice.kind in self.ending_kinds,
            cannot_succeed=self.cannot_succeed(choice),
        )

    def left_out(self) -> int:
        """Return how many legal choices ``offers`` leaves out, those that cannot be listed not counted."""
        most, count = self.position.system.rules.max_choices, 0
        page = len(self.position.choices())
        while page == most:
            count += page
            page = len(self.position.choices(count))
        return max(count + page - most, 0)

    def to_type(self) -> Sequence[Example]:
        """Return the kinds of choices that cannot be listed now, each with an example of what may be typed."""
        rules = self.position.system.rules
        fields = " ".join(f"{field.name}=…" for field in layout_of(rules.choice).fields[1:])
        free = sorted(rules.free_kinds.get(self.position.node.step, ()))
        words = [word_of(rules.choice_kinds, kind) for kind in free]
        return [Example(word, f"{word} {fields}", word.replace("-", " ")) for word in words]

    def parse(self, text: str) -> ChoiceT | None:
        """Parse a choice typed in the game's own words; return None if the text is not one."""
        return None

    def describe(self, choice: ChoiceT) -> str:
        """Say what a typed choice would cost, before it is made; empty if there is nothing to say."""
        return ""

    def edits(self, text: str) -> Sequence[Edit] | None:
        """Parse a game master's edits; return None if the text is not an edit."""
        return None

    def amendment(self, text: str) -> Mapping[str, Any] | None:
        """Parse a game master's amendment of the set-up; return its data, or None if the text is not one."""
        return None

    def master_forms(self) -> Sequence[EditForm]:
        """Return what a game master may change now, as lines to fill in."""
        return ()

    def suggestion_forms(self) -> tuple[EditForm, ...]:
        """Return those of the lines to fill in of a game master (``master_forms``) which players suggest."""
        return tuple(form for form in self.master_forms() if form.is_suggested)

    def view(self, text: str) -> Sequence[str] | None:
        """Return the lines of a view, or None if there is no such view."""
        return None

    def explanation(self) -> str:
        """Explain the numbers behind choices; empty if the guide gives none."""
        return ""

    def advise(
        self, choices: Sequence[ChoiceT], more: Sequence[ChoiceT] = (), seconds: float = SECONDS
    ) -> list[Advice]:
        """Return advice about each listed choice, then about each of ``more`` (legal but not listed).

        What cannot be worked out in ``seconds`` is ``LATE``.
        """
        return [NONE] * (len(choices) + len(more))

    def odds(self, offers: Sequence[Offer], seconds: float = SECONDS) -> list[Advice]:
        """Return advice about each of these offers, in their order; suggested ones take what time is left."""
        by_place = sorted(offers, key=lambda each: each.place)
        listed, more = ([each for each in by_place if each.is_suggested == suggested] for suggested in (False, True))
        given = self.advise([each.choice for each in listed], [each.choice for each in more], seconds)
        found = dict(zip((each.place for each in (*listed, *more)), given, strict=True))
        return [found[each.place] for each in offers]

    answers: ClassVar[Mapping[str, Callable[..., Any]]] = {
        "rulings": rulings,
        "rulings_in_force": rulings_in_force,
        "suggestion_forms": suggestion_forms,
    }
    """What a front end may ask, by name: methods that return what is ``Described``, a tuple of such, or None. Their
    annotations describe the parameters and the answer."""
    told_as_advice: ClassVar[frozenset[str]] = frozenset()
    """Those of them that are advice: there are none of these in a match that is played without it."""

    def advice_text(self, choice: ChoiceT, advice: Advice) -> str:
        """Return an advice about a choice in the system's words, without the mark of the best."""
        return advice_text(advice)

    def brief_advice(self, choice: ChoiceT, advice: Advice) -> Sequence[str]:
        """Return the pieces of an advice that are shown where there is little room, the most important first."""
        return brief_advice(advice)
