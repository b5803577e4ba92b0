"""The choices of Skirmish as people and programs are offered them: data beside the sentence."""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

import pytest

from battlewright.answers.data import offers_data, question_data
from battlewright.answers.offers import Offer, label_of, offer_data
from battlewright.engine.errors import Refused
from battlewright.engine.labels import Cost, Reference
from battlewright.engine.node import NodeKind
from battlewright.engine.observation import observe
from battlewright.engine.record_text import read_record, word_of
from battlewright.engine.session import Session
from battlewright.systems import load
from battlewright.systems.skirmish.guide.guide import SkirmishGuide
from battlewright.systems.skirmish.record import ChoiceKind, Fate, SkirmishChoice, Step
from battlewright.systems.skirmish.rules.propose import FREE_KINDS
from battlewright.systems.skirmish.words.labels import HEADINGS
from battlewright.systems.skirmish.words.names import frame_of
from tests.systems.skirmish.battles import BATTLES, nodes
from tests.systems.skirmish.helpers import Fight, climb, walk
from tests.systems.skirmish.nodes import (
    NODES,
    acting,
    aided,
    aiming,
    answering,
    bound,
    cancelling,
    covering,
    dividing,
    replaced,
    resolving,
    returning,
    returning_late,
    shot_at,
    striking,
)

AT_MODELS = (ChoiceKind.ACTIVATE, ChoiceKind.DEPLOY, ChoiceKind.SHOOT, ChoiceKind.AID, ChoiceKind.TARGET)
TAG = re.compile(r"\(([ab]\d+)\)")


class Asked(NamedTuple):
    """A decision: the model that is asked, what it chose, and its AP and the round before."""

    who: int
    label: Any
    ap: int
    round: int


def fought(seed: int) -> Session:
    """A battle of the shipped set-up after its deployment."""
    system = load("skirmish")
    session = Session(system, system.setup.read().setup, seed)
    while session.node.step != Step.ACT:
        if session.node.kind == NodeKind.CHANCE:
            session.roll()
        else:
            session.choose(session.choices()[0])
    return session


def offers(fight: Fight, kind: ChoiceKind) -> list[Offer]:
    """What is offered of a kind."""
    return [each for each in SkirmishGuide(fight.session).offers() if each.choice.kind == kind]


def shown(fight: Fight, kind: ChoiceKind, place: int = 0) -> tuple[str, str, str]:
    """The heading, the title and the detail of a choice of a kind."""
    label = offers(fight, kind)[place].label
    return label.heading.text, label.title, label.detail


# Whole battles


@pytest.mark.parametrize(("edition", "table", "seed"), BATTLES)
def test_what_an_offer_says_is_what_its_choice_holds(edition: str, table: str, seed: int) -> None:
    kinds, headings = set(), dict[str, tuple[int, str]]()
    for session, chosen in nodes(edition, table, seed):
        if chosen is None:
            continue
        guide = SkirmishGuide(session)
        made = guide.offers()
        for each in made:
            check_label(session, each.choice, each)
            order, text = each.label.heading.order, each.label.heading.text.partition(" · ")[0]
            assert headings.setdefault(each.label.heading.key, (order, text)) == (order, text)
            kinds.add(ChoiceKind(each.choice.kind))
        check_label(session, chosen)  # also a path that is not offered
        assert sorted(each.place for each in made) == [*range(len(made))]
        assert json.loads(json.dumps(offers_data(guide)))["left_out"] == 0
    assert {ChoiceKind.DEPLOY, ChoiceKind.ACTIVATE, ChoiceKind.MOVE, ChoiceKind.SHOOT, ChoiceKind.COVER} <= kinds
    assert (ChoiceKind.DIVIDE if edition == "first" else ChoiceKind.STRIKE) in kinds


def check_label(session: Session, choice: SkirmishChoice, offer: Offer | None = None) -> None:
    """Hold the label of a choice against its record."""
    label = offer.label if offer else label_of(session, choice)
    named = {name: each.number if isinstance(each, Reference) else each for name, each in label.fields.items()}
    record = {name: getattr(choice, name) for name in ("who", "whom", "weapon", "critical", "against", "attack")}
    assert named == {name: record[name] for name in named}
    assert not any(value for name, value in record.items() if name not in named), "all that is named is told"
    for name in named.keys() & {"who", "whom"}:
        assert label.fields[name] == session.words.reference(named[name])
    assert [leg[1:4] for leg in label.legs] == [(leg.x, leg.y, leg.level) for leg in choice.legs[: choice.count]]
    assert all(leg.kind in ("walk", "climb", "climb down", "drop", "jump", "place") for leg in label.legs)
    assert label.title
    assert not TAG.search(label.title)
    if label.about and not (offer and offer.purpose) and label.about.name not in label.title:
        assert choice.kind in (ChoiceKind.CLOSE_COMBAT, ChoiceKind.RETURN_FIRE, ChoiceKind.STRIKE, ChoiceKind.PARRY)
    if offer:
        check_offer(session, offer)


def check_offer(session: Session, offer: Offer) -> None:
    label, choice = offer.label, offer.choice
    assert offer.kind == word_of(ChoiceKind, choice.kind)
    assert offer.ends_turn == (choice.kind == ChoiceKind.STOP)
    assert offer.is_suggested == bool(offer.purpose)
    line: Any = offer_data(session, offer)["choice"]
    assert read_record(line, SkirmishChoice, ChoiceKind) == choice
    tags = TAG.findall(offer.sentence)
    if choice.kind in AT_MODELS or (offer.is_suggested and tags):
        assert label.about is not None
        assert tags == [label.about.tag]
    if label.cost:
        assert f"{label.cost}" in offer.sentence


@pytest.mark.parametrize(("edition", "table", "seed"), BATTLES)
def test_the_cost_of_an_offer_is_what_the_rules_take(edition: str, table: str, seed: int) -> None:
    """Of actions and of reactions; whoever is asked pays."""
    paid, asked = set(), Asked(-1, None, 0, 0)
    for session, chosen in nodes(edition, table, seed):
        if asked.who >= 0 and asked.round == session.record.round:  # a new round gives new AP
            model, cost = session.record.models[asked.who], asked.label.cost
            assert model.fate != Fate.FIELDED or model.ap == asked.ap - (cost.number if cost else 0)
            paid.add(asked.label.heading.key)
        who = session.words.about(session.record) if chosen is not None else -1
        label = label_of(session, chosen) if who >= 0 else None
        asked = Asked(who, label, session.record.models[max(who, 0)].ap, session.record.round)
    assert {"move", "shoot-0", "stop", "react", "close-combat", "fire"} <= paid


@pytest.mark.parametrize(("edition", "table", "seed"), BATTLES)
def test_a_question_is_about_the_model_that_its_sentence_names_first(edition: str, table: str, seed: int) -> None:
    for session, _ in nodes(edition, table, seed):
        check_question(session)


@pytest.mark.parametrize("step", NODES)
def test_every_question_says_what_it_is_for(step: Step) -> None:
    session = NODES[step]().session
    check_question(session)
    assert question_data(session)["kind"] == word_of(Step, step)


def check_question(session: Session) -> None:
    asked: Any = question_data(session)
    named = TAG.findall(asked["sentence"])
    assert (asked["about"] and asked["about"]["tag"]) == (named[0] if named else None)


# What each kind says


def test_every_kind_has_a_heading() -> None:
    assert set(HEADINGS) == set(ChoiceKind)
    by_key = {heading.key: heading for heading in HEADINGS.values()}
    assert all(by_key[heading.key] == heading for heading in HEADINGS.values())


def test_a_shot_stands_under_its_gun_with_its_price() -> None:
    fight = acting()
    assert shown(fight, ChoiceKind.SHOOT) == ("Shoot · Rifle", "Brann", '8" away')
    assert shown(fight, ChoiceKind.SHOOT, 1) == ("Shoot · Sniper", "Brann", '8" away')
    rifle, sniper = (each.label for each in offers(fight, ChoiceKind.SHOOT))
    assert (rifle.heading.key, sniper.heading.key) == ("shoot-0", "shoot-1")
    assert rifle.fields == {"whom": fight.session.words.reference(2), "weapon": Reference(0, "Rifle")}
    assert (rifle.cost, rifle.chance_of) == (Cost(2, "AP"), "a")
    assert rifle.about == Reference(2, "Brann", "b1", "b")


def test_a_suggested_move_says_what_it_is_for_and_then_where_it_leads() -> None:
    label = offers(acting(), ChoiceKind.MOVE)[0].label
    assert (label.heading.text, label.title) == ("Move", "Towards Brann")
    assert re.fullmatch(r'walk [\d.]+" to \(\d+(\.\d)?, \d+(\.\d)?\)', label.detail)
    assert label.about == Reference(2, "Brann", "b1", "b")
    (cover, *_) = offers(covering(), ChoiceKind.COVER_MOVE)
    assert (cover.label.heading.text, cover.label.cost) == ("Move into cover", None)


def test_any_other_move_says_where_it_leads() -> None:
    fight = acting()
    label = label_of(fight.session, fight.choice(ChoiceKind.MOVE, walk(5.6, 6.4), climb(5.6, 7.2, 4)))
    assert (label.title, label.detail) == ("To (5.6, 7.2) on level 4", 'walk 1.5", climb 4"')
    assert [(leg.kind, leg.length) for leg in label.legs] == [("walk", 1524), ("climb", 4000)]


def test_a_suggested_engagement_names_the_opponent_and_the_weapon() -> None:
    fight = Fight([{"at": (4.0, 4.0), "weapons": ["Spear"]}], [{"at": (4.0, 9.0), "name": "Brann"}]).activate(0)
    (engaged,) = offers(fight, ChoiceKind.CLOSE_COMBAT)
    assert (engaged.label.heading.text, engaged.label.title) == ("Close combat", "Brann")
    assert re.fullmatch(r'Spear · walk [\d.]+"', engaged.label.detail)
    assert (engaged.label.about, engaged.label.chance_of) == (fight.session.words.reference(1), "a")
    assert engaged.label.fields == {"weapon": Reference(0, "Spear")}


def test_close_combat_from_here_is_about_the_only_opponent_in_reach() -> None:
    fight = Fight([{"at": (5.0, 5.0)}], [{"at": (6.5, 5.0)}, {"at": (20.0, 20.0)}]).activate(0)
    assert shown(fight, ChoiceKind.CLOSE_COMBAT) == ("Close combat", "With the Sword", "from here")
    assert offers(fight, ChoiceKind.CLOSE_COMBAT)[0].label.about == fight.session.words.reference(1)
    both = Fight([{"at": (5.0, 5.0)}], [{"at": (6.5, 5.0)}, {"at": (5.0, 3.5)}]).activate(0)
    assert offers(both, ChoiceKind.CLOSE_COMBAT)[0].label.about is None


def test_the_chance_behind_a_reaction_is_the_shooters() -> None:
    nothing, cover, fire = (each.label for each in SkirmishGuide(shot_at().session).offers())
    assert [each.chance_of for each in (nothing, cover, fire)] == ["a", "a", "a"]
    assert [each.heading.key for each in (nothing, cover, fire)] == ["react"] * 3
    assert (cover.title, cover.detail, cover.cost) == ("Take cover", "difficulty +1.5", Cost(1, "AP"))
    assert (fire.title, fire.detail, fire.cost) == ("Return fire", "", Cost(2, "AP"))
    assert fire.about == shot_at().session.words.reference(0)


def test_return_fire_by_a_model_that_aided_is_free() -> None:
    (fire,) = offers(bound(), ChoiceKind.RETURN_FIRE)
    assert (fire.label.detail, fire.label.cost) == ("free", None)
    assert fire.sentence == "Return fire (free)"


@pytest.mark.parametrize(("node", "cost"), [(returning, None), (returning_late, Cost(2, "AP"))])
def test_return_fire_is_paid_for_once(node: Any, cost: Cost | None) -> None:
    """When it is announced, or in the first edition when it is fired."""
    rifle, _ = offers(node(), ChoiceKind.FIRE)
    assert rifle.label.cost == cost
    assert rifle.label.title == "Fire the Rifle at Ysolde"
    assert (rifle.label.about, rifle.label.chance_of) == (node().session.words.reference(0), "b")
    assert rifle.sentence.count("AP") == (1 if cost else 0)


def test_aid_and_helpers() -> None:
    fight = aided()
    assert fight.node.step == Step.ACT
    helpers = replaced()
    (taken,), (kept,) = offers(helpers, ChoiceKind.TAKE_PLACE), offers(helpers, ChoiceKind.KEEP_PLACE)
    assert (taken.label.title, kept.label.title) == ("Wren takes the place of Ysolde", "Ysolde keeps its place")
    assert (taken.label.about, kept.label.about) == tuple(map(helpers.session.words.reference, (1, 0)))
    assert taken.label.heading == kept.label.heading


def test_close_combat_asks_whom_to_attack_and_what_successes_do() -> None:
    brann, cole = offers(aiming(), ChoiceKind.TARGET)
    assert (brann.label.title, cole.label.title, brann.label.chance_of) == ("Brann", "Cole", "a")
    strikes = offers(resolving(), ChoiceKind.STRIKE)
    assert shown(resolving(), ChoiceKind.STRIKE)[1:] == ("Strike with a success", "Sword, 1 stress")
    assert strikes[0].label.fields == {"weapon": Reference(0, "Sword"), "critical": 0}
    assert {each.label.heading.text for each in strikes} == {"Use a success"}
    assert all(each.label.about == resolving().session.words.reference(1) for each in strikes)


def test_a_split_names_a_weapon_only_where_one_is_chosen() -> None:
    assert all(each.label.fields.keys() == {"attack"} for each in offers(dividing(), ChoiceKind.DIVIDE))
    none, *others = offers(answering(), ChoiceKind.DIVIDE)
    assert none.label.fields == {"attack": 0}
    assert {each.label.fields["weapon"].name for each in others} == {"Sword", "Spear"}
    assert {each.label.chance_of for each in others} == {"b"}


def test_a_cancellation_says_what_is_left() -> None:
    label = offers(cancelling(), ChoiceKind.CANCEL)[0].label
    assert (label.title, label.fields) == ("Cancel 1 critical success", {"critical": 1})
    assert label.detail == "1 damage"


def test_an_unknown_kind_of_choice_has_the_label_of_any_record() -> None:
    fight = acting()
    choice = SkirmishChoice()
    choice.kind = 99
    assert fight.session.words.label(fight.battle, choice) is None


# What cannot be listed


@pytest.mark.parametrize("step", NODES)
def test_what_cannot_be_listed_has_an_example_that_may_be_typed(step: Step) -> None:
    fight = NODES[step]()
    guide = SkirmishGuide(fight.session)
    guide.offers()  # suggestions that were found are examples
    examples = guide.to_type()
    kinds = FREE_KINDS.get(step, frozenset()) if fight.node.kind == NodeKind.DECISION else frozenset()
    assert {each.kind for each in examples} == {word_of(ChoiceKind, kind) for kind in kinds}
    for each in examples:
        if each.example == "engage b1":  # too far away at the moment
            with pytest.raises(Refused, match="Brann"):
                guide.parse(each.example)
            continue
        typed = guide.parse(each.example)
        assert typed is not None
        assert word_of(ChoiceKind, typed.kind) == each.kind
        assert fight.session.refusal(typed) == ""


def test_who_cannot_fight_is_not_told_how_to_engage() -> None:
    fight = Fight([{"at": (4.0, 4.0), "weapons": ["Rifle"]}], [{"at": (4.0, 20.0)}]).activate(0)
    assert [each.kind for each in SkirmishGuide(fight.session).to_type()] == ["move"]
    spent = Fight([{"at": (4.0, 4.0)}], [{"at": (4.0, 20.0)}]).activate(0).move(walk(4, 5)).move(walk(4, 6))
    assert [each.kind for each in SkirmishGuide(spent.session).to_type()] == ["move"]


# What others may not know


@pytest.mark.clause("S1.K9")
def test_offers_do_not_tell_the_others_division() -> None:
    def told(attack: int) -> Any:
        session = dividing().choose(ChoiceKind.DIVIDE, attack=attack).session
        seen = observe(session, session.node.side)
        return offers_data(SkirmishGuide(seen)), question_data(seen)

    first, *rest = [told(attack) for attack in range(4)]
    assert first[0]["offers"]
    assert all(each == first for each in rest)


# The order, and shots in vain


def test_people_read_another_order_than_the_rules_have() -> None:
    """The order of the rules is that of replays and bots: to stop comes first in it."""
    session = fought(1)
    guide = SkirmishGuide(session)
    listed, offered = session.choices(), guide.offers()
    assert listed[0].kind == ChoiceKind.STOP
    assert [each.ends_turn for each in offered] == [False] * (len(offered) - 1) + [True]
    suggested = [each.choice for each in guide.suggestions()]
    by_place = [each.choice for each in sorted(offered, key=lambda each: each.place)]
    assert by_place == [*listed, *suggested]
    assert [each.is_suggested for each in offered] == [False] * (len(listed) - 1) + [True] * len(suggested) + [False]
    assert max(offered, key=lambda each: each.label.heading.order).ends_turn


def test_what_was_found_is_forgotten_when_the_battle_moves_on() -> None:
    fight = acting()
    guide = SkirmishGuide(fight.session)
    before = guide.suggestions()
    assert guide.suggestions() is before
    fight.choose(ChoiceKind.STOP)
    assert guide.suggestions() == []


def test_a_shot_that_no_dice_make_hit_cannot_succeed() -> None:
    session = fought(1)
    guide = SkirmishGuide(session)
    shots = [choice for choice in session.choices() if choice.kind == ChoiceKind.SHOOT]
    who = frame_of(session.record).actor
    chances = [guide.fire(who, shot.whom, shot.weapon).open for shot in shots]
    assert [guide.cannot_succeed(shot) for shot in shots] == [each is not None and each.hit == 0 for each in chances]
    session.record.crowd.bases[shots[0].whom].x += 900_000
    assert guide.cannot_succeed(shots[0])
    assert next(each for each in guide.offers() if each.choice == shots[0]).cannot_succeed
    assert not any(guide.cannot_succeed(choice) for choice in session.choices() if choice.kind != ChoiceKind.SHOOT)


def test_whoever_strikes_is_not_asked_about_shots() -> None:
    assert SkirmishGuide(striking().session).offers() == []
