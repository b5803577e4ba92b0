"""The division of dice stays secret until both have chosen: nothing that anybody else sees depends on it."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import pytest

from battlewright import systems
from battlewright.bots.named import bots_for, pair_of
from battlewright.cli.battle import summary
from battlewright.cli.terminal import Stop, Terminal
from battlewright.contract.system import system_of, tally
from battlewright.engine import replay
from battlewright.engine.node import NodeKind
from battlewright.engine.observation import Observation, observe
from battlewright.engine.record import snapshot
from battlewright.engine.session import Session
from battlewright.engine.story import SECRET, last_step_text, step_texts
from battlewright.engine.view import NOBODY, view
from battlewright.play.dice import DiceSource
from battlewright.play.log import replay_of
from battlewright.play.match import Match
from battlewright.play.players import play_on, seat_bots
from battlewright.systems.skirmish.record import ChoiceKind, SkirmishChoice, Step
from battlewright.training.sight import Sight
from tests.systems.skirmish.helpers import Fight

pytestmark = pytest.mark.clause("S1.K9")

MELEE = 4
ARMED = {"weapons": ["Sword", "Spear"], "melee": MELEE}
SPLITS = range(MELEE + 1)
ATTACKER, DEFENDER = 0, 1
OTHERS = (DEFENDER, NOBODY)


def engaged() -> Fight:
    """The attacker, of side a, is to divide its dice."""
    one = {"name": "Ysolde", "at": (5.0, 5.0), **ARMED}
    return Fight([one], [{"name": "Brann", "at": (6.5, 5.0), **ARMED}], edition="first").activate(0).engage()


def divided(attack: int) -> Session:
    """It has, and its target is to."""
    session = engaged().choose(ChoiceKind.DIVIDE, attack=attack).session
    assert (session.node.kind, session.node.step, session.node.side) == (NodeKind.DECISION, Step.DIVIDE, DEFENDER)
    return session


def seen_by_others(session: Session) -> dict[str, Any]:
    """All that a driver may show to the other side or to a spectator."""
    words, record, sight = session.words, session.record, Sight(system_of(session))
    sight.look(session.setting, session.battle, DEFENDER)
    return {
        "views": [snapshot(view(session.system, session.setting, session.battle, side)) for side in OTHERS],
        "moves": step_texts(session),
        "told": last_step_text(session).sentences,
        "replay": replay.write(session),
        "summary": json.dumps(summary(session, {})),
        "fingerprint": session.fingerprint,
        "question": words.ask(record),
        "status": words.status(record),
        "choices": [words.choice(record, choice) for choice in session.choices()],
        "refusal": str(session.why_refused(SkirmishChoice())),
        "tally": tally(session),
        "learner": (sight.table.tolist(), sight.actions[: sight.count].tolist()),
    }


def test_nothing_that_others_see_depends_on_a_secret_division() -> None:
    sessions = [divided(attack) for attack in SPLITS]
    for one, other in combinations(sessions, 2):
        assert snapshot(one.battle) != snapshot(other.battle)
    first, *rest = map(seen_by_others, sessions)
    for each in rest:
        for what, seen in first.items():
            assert each[what] == seen, what


def test_who_has_divided_its_dice_knows_how() -> None:
    views = [view(s.system, s.setting, s.battle, ATTACKER) for s in map(divided, SPLITS)]
    assert len({snapshot(each) for each in views}) == len(SPLITS)


def test_of_a_secret_division_only_that_it_was_made_is_told() -> None:
    session = divided(3)
    assert [str(told) for told in last_step_text(session).sentences] == ["Ysolde (a1) has divided its dice. [S1.K2]"]
    assert session.known == len(session.steps) - 1
    assert "divide" not in replay.write(session)


def test_when_both_have_chosen_all_is_known() -> None:
    session = divided(3)
    answer = next(each for each in session.choices() if (each.attack, each.weapon) == (1, 1))
    session.choose(answer)
    told = [str(each) for each in last_step_text(session).sentences]
    assert "Ysolde (a1) has 3 dice on attack and 1 on defence. [S1.K4]" in told
    assert "Brann (b1) has 1 die on attack and 3 on defence. [S1.K4]" in told
    assert session.known == len(session.steps)
    text = replay.write(session)
    assert "a: divide attack=3  # 3 dice on attack with the Sword, 1 on defence" in text
    assert "b: divide weapon=1 attack=1  # 1 die on attack with the Spear, 3 on defence" in text
    views = {snapshot(view(session.system, session.setting, session.battle, side)) for side in (*OTHERS, ATTACKER)}
    assert len(views) == 1


def test_a_battle_that_was_kept_in_between_goes_on_before_the_division_and_its_end_repeats() -> None:
    text = replay.write(divided(4))
    session = replay.repeat(replay.parse(text, "kept", systems.load))
    assert (session.node.step, session.node.side) == (Step.DIVIDE, ATTACKER)
    assert replay.write(session) == text
    match = Match(system_of(session), session.setup, {"a": "random", "b": "random"}, DiceSource(seed=1), session)
    play_on(match, seat_bots(match))
    whole = replay_of(match)
    assert whole.count(": divide ") >= 2
    again = replay.parse(whole, "whole", systems.load)
    assert replay.write(again.repeat(), players=again.players, proof=again.proof) == whole


@pytest.mark.parametrize("name", ["random", "greedy", "search:40", "beginner", "easy"])
def test_a_bot_does_not_look_at_what_the_other_has_chosen(name: str) -> None:
    chosen = []
    for session in map(divided, SPLITS):
        seen = observe(session, DEFENDER)
        chosen.append(bots_for(pair_of(name), seen, 1, 0)[DEFENDER].choose(seen))
    assert all(each == chosen[0] for each in chosen)


# At the terminal


class Fixed:
    """A bot that puts so many dice on attack, and otherwise takes the first choice."""

    def __init__(self, attack: int) -> None:
        self.attack = attack

    def choose(self, seen: Observation) -> Any:
        choices = seen.choices()
        return next((each for each in choices if each.attack == self.attack), choices[0])


def fixed(attack: int) -> dict[str, Fixed]:
    return {"a": Fixed(attack), "b": Fixed(attack)}


def matched(session: Session) -> Match:
    """A match that goes on with a battle."""
    return Match(system_of(session), session.setup, resumed=session, with_master=True)


def played(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    attack: int,
    people: Sequence[str],
    typed: Sequence[str],
) -> str:
    """What a terminal shows from the attacker's division on, until what is typed ends in ``q``."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
    capsys.readouterr()
    table = Terminal(matched(engaged().session), people, advice="odds", bots=fixed(attack))
    with pytest.raises(Stop):
        table.run()
    return capsys.readouterr().out


LOOKS = ("t", "m", "h", "S1.K9", "nonsense", "split 9 9", "q")
"""Whatever may be typed to look at something."""


def test_a_defender_at_the_terminal_sees_only_that_the_computer_has_divided_its_dice(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = {played(capsys, monkeypatch, attack, ("b",), LOOKS) for attack in SPLITS}
    assert len(shown) == 1
    text = shown.pop()
    assert f"a: {SECRET}\n    Ysolde (a1) has divided its dice. [S1.K2]\n" in text
    question = "b: Brann (b1) against Ysolde (a1): how many of 4 dice are put on attack?"
    assert "*" in text.split(question)[1].partition(">")[0]  # what is best is shown, and does not depend on the secret


def test_two_people_at_one_terminal_do_not_see_each_others_division(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    both, back = ("a", "b"), (*LOOKS[:-1], "u", "q")
    shown = {played(capsys, monkeypatch, 0, both, (f"split {n} {MELEE - n}", *back)) for n in SPLITS}
    assert len(shown) == 1
    text = shown.pop()
    assert f"Taken back: a: {SECRET}" in text
    assert "what you type is not shown" in text


def test_a_spectator_sees_divisions_when_both_are_made(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = []
    for attack in SPLITS:
        table = Terminal(matched(divided(attack)), bots=fixed(attack))
        capsys.readouterr()
        table.show_last_move()
        table.tell_story()
        table.show_table()
        shown.append(capsys.readouterr().out)
        table.go_on()
        assert f"Ysolde (a1) has {attack} di" in capsys.readouterr().out
    assert len(set(shown)) == 1


def test_who_attacks_alone_sees_its_own_division(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = played(capsys, monkeypatch, 1, ("a",), ("split 3 1", "q"))
    assert "a: 3 dice on attack with the Sword, 1 on defence" in text
    assert SECRET not in text


def test_to_take_back_an_answer_takes_back_the_division_that_came_out_with_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise the defender would choose again, and know."""
    session = engaged().session
    table = Terminal(matched(session), ("b",), bots=fixed(1))
    table.go_on()
    before = len(session.steps)
    split = table.guide.parse("split 2 2 sword")
    assert split is not None
    table.answer("b", split)
    assert table.undo()
    assert len(session.steps) == before - 1
    assert (session.node.step, session.node.side) == (Step.DIVIDE, ATTACKER)
    assert "Taken back: b: 2 dice on attack with the Sword, 2 on defence" in capsys.readouterr().out
