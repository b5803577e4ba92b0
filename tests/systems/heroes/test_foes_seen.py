"""How players see foes: with their numbers, in words, or not at all. Nothing that a seat gets tells more."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import battlewright as bw
from battlewright.answers.data import entry_data
from battlewright.conformance.seats import check_alike
from battlewright.contract.guides import guide_of
from battlewright.engine.errors import NotAllowed
from battlewright.engine.events import UNTOLD, Event, events_in
from battlewright.engine.log import EntryKind
from battlewright.engine.node import NodeKind
from battlewright.engine.record import allocate, look, snapshot
from battlewright.engine.record_text import write_record
from battlewright.engine.seats import MASTER, SPECTATOR
from battlewright.play.log import replay_of
from battlewright.play.match import Match
from battlewright.systems.heroes.enums import ConditionName
from battlewright.systems.heroes.event_kinds import EventKind
from battlewright.systems.heroes.guide.edits import Master
from battlewright.systems.heroes.record import ChoiceKind, Editable, Setting
from battlewright.systems.heroes.rules.seen import hide_event
from battlewright.systems.heroes.setup.encounter import EncounterSetup, build
from battlewright.systems.heroes.setup.secrets import hide_setup
from tests.modes import nightly_when_plain

pytestmark = pytest.mark.plain

HEROES = bw.load("heroes")
SEEN = ("words", "nothing")
STEPS = 160
TOUGH, TOUGHER = 18, 20
"""Two levels of foes: neither is Bloodied in so many steps."""


def encounter(seen: str, level: int | None = None, name: str = "cudgels-in-the-alley", **more: Any) -> EncounterSetup:
    setup: EncounterSetup = HEROES.setup.read(name, foes_seen=seen).setup
    if level is not None:
        changed = {"level": level, **more}
        foes = tuple(
            each.model_copy(update={"sheet": each.sheet.model_copy(update=changed)}) for each in setup.sides[1]
        )
        setup = setup.model_copy(update={"sides": (setup.sides[0], foes)})
    return setup


def match_of(setup: EncounterSetup) -> Match:
    return Match(HEROES, setup, with_master=True)


def step_alike(matches: list[Match], chance: random.Random) -> None:
    """Make the same step in matches: typed dice, or a choice that all have."""
    first = matches[0]
    node = first.session.node
    if node.kind == NodeKind.CHANCE:
        faces = [chance.randint(1, node.sides) for _ in range(node.dice)]
        for match in matches:
            match.roll_typed(match.to_act[0], faces)
        return
    seat = first.to_act[0]
    lines = [write_record(choice, ChoiceKind) for choice in first.observe(seat).choices()]
    line = chance.choice([each for each in lines if each.startswith("use")] or lines)
    for match in matches:
        index = lines.index(line)
        choices = match.observe(seat).choices()
        assert write_record(choices[index], ChoiceKind) == line
        match.choose(seat, choices[index])


def fail(text: str) -> None:
    pytest.fail(text)


@pytest.mark.parametrize("seen", SEEN)
@pytest.mark.parametrize("seed", range(3))
@nightly_when_plain
def test_battles_that_differ_in_hidden_numbers_alone_are_the_same_to_players(seen: str, seed: int) -> None:
    chance = random.Random(seed)
    hidden: dict[str, Any] = {"resistances": {"bludgeoning": 3, "slashing": 2}} if seen == "nothing" else {}
    matches = [match_of(encounter(seen, TOUGH)), match_of(encounter(seen, TOUGHER, **hidden))]
    struck = 0
    for number in range(STEPS):
        since = matches[0].number
        step_alike(matches, chance)
        struck += any(each.kind == EventKind.DAMAGE for each in events_of(matches[0]))
        for seat in ("a", SPECTATOR) if number % 8 == 0 or number == STEPS - 1 else ():
            check_alike(matches[0], matches[1], seat, fail, since=since if number % 40 else 0)
        if matches[0].is_over:
            break
    assert struck > 2
    foe = len(matches[0].session.setup.sides[0])
    health = {match.session.record.combatants[foe].health for match in matches}
    assert len(health) == 2, "the numbers do differ"
    with pytest.raises(pytest.fail.Exception):
        check_alike(matches[0], matches[1], MASTER, fail)


def test_with_numbers_players_see_them() -> None:
    matches = [match_of(encounter("numbers", level)) for level in (TOUGH, TOUGHER)]
    with pytest.raises(pytest.fail.Exception):
        check_alike(matches[0], matches[1], "a", fail)


def events_of(match: Match, seat: str = MASTER) -> list[Any]:
    news = match.observe(seat, since=match.number - 1).news
    return [each for entry in news if entry.step for each in events_in(EventKind, entry.step.events)]


def say(match: Match, line: str) -> None:
    for edit in Master(match.observe(MASTER)).edits(line):
        match.edit(MASTER, edit)


def at_a_choice(seen: str, name: str = "cudgels-in-the-alley") -> Match:
    match = match_of(encounter(seen, name=name))
    while match.session.node.kind == NodeKind.CHANCE:
        match.roll_typed(match.to_act[0], [*range(1, match.session.node.dice + 1)])
    return match


def seems(match: Match, seat: str = "a", tag: str = "b1") -> tuple[str, list[str]]:
    card = next(each for each in guide_of(match.observe(seat)).cards() if each.tag == tag)  # type: ignore[attr-defined]
    return card.seems, [each.name for each in card.conditions]


def test_in_words_a_foe_is_unhurt_hurt_bloodied_near_death_or_down() -> None:
    match = at_a_choice("words")
    full = look(Setting, match.session.setting).cards[2].health
    told = []
    for health in (full, full - 1, full // 2 - 1, 1, 0):
        say(match, f"set b1 health {health}")
        told.append(seems(match)[0])
    assert told == ["unhurt", "hurt", "bloodied", "near death", "down"]
    assert seems(match, MASTER)[0] == ""
    seen = match.observe("a")
    row = seen.words.status(seen.record)[3]
    assert row[1:5] == ["down", "?", "?", "?"]
    assert seen.words.status(seen.record)[1][1] != "?", "heroes are known to all"
    assert seems(match, SPECTATOR)[0] == "down"
    assert next(each for each in guide_of(match.observe("b")).cards() if each.tag == "b1").numbers  # type: ignore[attr-defined]


def test_where_nothing_is_seen_blood_is_not_but_who_is_out_is() -> None:
    match = at_a_choice("nothing")
    say(match, "set b1 health 1")
    assert seems(match) == ("", ["Afraid"]), "how it responds to its blood is seen (H.X4)"
    assert "Near Death" in seems(match, MASTER)[1]
    say(match, "set b1 health 0")
    assert "Unconscious" in seems(match)[1]
    assert not {"Bloodied", "Near Death"} & {*seems(match)[1]}


def test_blood_is_seen_while_a_choice_tells_it() -> None:
    """Silarn has a stroke for Bloodied foes alone."""
    match, chance, seen = at_a_choice("nothing"), random.Random(1), set()
    say(match, "set b1 health 1")
    for _ in range(60):
        about = match.session.words.about(match.session.record)
        if match.to_act == ["a"] and match.session.node.kind == NodeKind.DECISION:
            name = match.session.setup.combatants[about].name
            shown = "Near Death" in seems(match)[1]
            assert shown == (name == "Silarn")
            assert match.observe("a").choices() == match.session.choices()
            assert "Near Death" not in seems(match, SPECTATOR)[1]
            seen.add(name)
        if seen == {"Silarn", "Brannoc"} or match.is_over:
            break
        step_alike([match], chance)
        say_if_possible(match, "set b1 health 1")
    assert seen == {"Silarn", "Brannoc"}


def say_if_possible(match: Match, line: str) -> None:
    if match.session.node.kind == NodeKind.DECISION and not match.is_over:
        say(match, line)


@pytest.mark.parametrize("seen", SEEN)
def test_a_change_of_a_foes_pools_says_nothing_to_players(seen: str) -> None:
    match = at_a_choice(seen)
    say(match, "set b1 health 3")
    say(match, "set a1 health 3")
    foes, heroes = [entry for entry in match.observe("a", since=0).news if entry.kind is EntryKind.EDIT]
    position = match.observe("a")
    assert "3" not in json.dumps(entry_data(position, foes)["events"])
    assert (foes.step and foes.step.line, heroes.step and heroes.step.line) == ("", "health value=3")
    told = [str(each) for text in match.step_texts("a") for each in text.sentences if "game master" in each.text]
    assert len(told) == 1
    assert "Silarn" in told[0] or "(a1)" in told[0]
    whole = [str(each) for text in match.step_texts(MASTER) for each in text.sentences if "game master" in each.text]
    assert len(whole) == 2


def test_the_change_that_a_game_master_made_of_a_suggestion_is_not_told() -> None:
    match = at_a_choice("words")
    number = match.suggestions.suggest("a", "It must be nearly dead").number
    say(match, "set b1 health 3")
    match.suggestions.accept(MASTER, number, line="set b1 health 3")
    assert match.observe("a", since=0).news[-1].line == ""
    assert match.observe(MASTER, since=0).news[-1].line == "set b1 health 3"


def test_no_odds_no_advice_and_no_replay_tell_more() -> None:
    match = at_a_choice("words")
    while match.to_act != ["a"]:
        step_alike([match], random.Random(1))
    seen = match.observe("a")
    assert seen.is_partial
    for offer in guide_of(seen).offers():
        about = offer.label.about
        assert not about or about.side == "a" or not guide_of(seen).odds([offer])[0].chances
    with pytest.raises(NotAllowed, match="parts of the set-up are secret"):
        replay_of(match, "a")
    assert replay_of(match, MASTER)


def test_the_side_that_leads_the_foes_knows_all() -> None:
    setup = encounter("nothing")
    assert hide_setup(setup, 1) is setup
    assert hide_setup(setup, 0) is not setup
    assert hide_setup(setup, 0).sides[0] == setup.sides[0]
    both = setup.model_copy(update={"secret_sheets": True})
    assert hide_setup(both, 1).sides[1] == setup.sides[1]
    assert hide_setup(both, 1).sides[0] != setup.sides[0], "secret sheets are secret both ways"


TOLD = {
    *("ROUND", "TIE", "TURN", "USES", "CONFUSED", "CONTEST_TIE", "CONTEST", "LAPSED", "OTHER", "ENDED", "BROKEN"),
    *("GONE", "LIMIT", "SEALED", "LASTS", "EXPOSED", "MODIFIER_OVER", "NAMED", "RALLIED", "BEGINS", "CONTEST_WON"),
    *("SEVERAL", "ARRIVED", "REMOVED", "FLED", "RETURNED", "TURNED", "AMENDED_RULING"),
    *("HAZARD_ADDED", "HAZARD_FOUND", "HAZARD_CLEARED"),
    *("GOES_ON", "EDITED_RING", "EDITED_MODIFIER", "EDITED_CONDITION", "EDITED_EXPOSED", "EDITED_TRAP"),
}
"""The kinds of events that have no number of a foe that players might not see otherwise."""


def test_every_kind_of_event_is_told_or_blanked() -> None:
    """A new kind of event is thought about: it is in the list above, or blanked where it is about foes."""
    setting, changed = build(encounter("nothing")), set()
    for kind in EventKind:
        for what in (Editable.HEALTH, ConditionName.BLOODIED):
            event = allocate(Event)
            record = look(Event, event)
            record.kind = kind
            values = {"who": 2, "whom": 2, "by": 2, "what": what, "condition": what, "winner": 0}
            for index, name in enumerate(kind.fields):
                record.values[index] = values.get(name, 1)
            before = snapshot(event)
            is_told = hide_event(setting, event, 0)
            if not is_told or snapshot(event) != before:
                changed.add(kind.name)
    assert {kind.name for kind in EventKind} - changed == TOLD
    assert UNTOLD < -1_000_000
