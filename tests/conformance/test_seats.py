"""No seat gets to know what it may not: a toy with secrets passes, and each leak is found."""

from __future__ import annotations

from typing import Any, cast

import pytest

from battlewright.conformance import check
from battlewright.engine.battle import Battle
from battlewright.engine.compiler.rule import rule
from battlewright.engine.errors import NotConforming
from battlewright.engine.events import emit
from battlewright.engine.node import Choice
from battlewright.engine.observation import Observation
from battlewright.engine.record import Row
from battlewright.engine.roll_results import DieOf
from battlewright.play.match import Match
from tests.changes import changed
from tests.toy.morra import system as morra
from tests.toy.morra.system import MORRA, MorraSetup, MorraWords
from tests.toy.pig import PIG, PigSetup

pytestmark = pytest.mark.plain


def test_a_system_with_secrets_keeps_the_contract() -> None:
    assert check(MORRA, [MorraSetup(), MorraSetup(goals=(20, 9))], battles=4).battles == 8


@rule()
def hides_nothing(setting: Row[morra.Setting], battle: Row[morra.Morra], side: int) -> None:
    return


@rule()
def tells_at_once(setting: Row[morra.Setting], battle: Row[morra.Morra], choice: Row[Choice]) -> None:
    side = battle[0].node.side
    morra.choose(setting, battle, choice)
    if side == 0:
        emit(battle[0].tail, morra.EventKind.SHOWN, 2, first=choice[0].kind, second=0)


@rule()
def lists_by_the_goal(setting: Row[morra.Setting], battle: Row[morra.Morra], out: Row[Choice], first: int) -> int:
    count = morra.choices(setting, battle, out, first)
    return count if setting[0].goals[1 - battle[0].node.side] != morra.UNKNOWN else min(count, 1)


class Peeping(MorraWords):
    """Words that say what was shown."""

    def ask(self, battle: Battle) -> str:
        return f"{super().ask(battle)} {cast(morra.Morra, battle).shown[0]}"


def shifts(setup: MorraSetup, side: int) -> MorraSetup:
    return setup.model_copy(update={"goals": (setup.goals[0] + 1, setup.goals[1])})


@pytest.mark.parametrize(
    ("broken", "sentence"),
    [
        ({"rules": {"hide": hides_nothing}}, "what others get depends on the secret choice"),
        ({"rules": {"choose": tells_at_once}}, "what others get depends on the secret choice"),
        ({"rules": {"choices": lists_by_the_goal}}, "has other choices by what it may know"),
        ({"setup": {"hide": shifts}}, "changes when it is hidden once more"),
    ],
)
def test_what_gives_a_secret_away_is_found(broken: dict[str, Any], sentence: str) -> None:
    with pytest.raises(NotConforming, match=sentence):
        check(changed(MORRA, **broken), [MorraSetup()], battles=3)


def test_words_see_only_what_their_reader_may_know() -> None:
    check(changed(MORRA, words={"sentences": Peeping}), [MorraSetup()], battles=2)


def test_an_observation_that_leads_to_the_match_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def observe_carelessly(self: Match, seat: str, since: int | None = None, with_draws: bool = False) -> Observation:
        seen = observed(self, seat, since, with_draws)
        seen.match = self  # type: ignore[attr-defined]
        return seen

    observed = Match.observe
    monkeypatch.setattr(Match, "observe", observe_carelessly)
    with pytest.raises(NotConforming, match=r"leads to the match itself \(Match\)"):
        check(MORRA, [MorraSetup()], battles=1)


def test_an_observation_that_holds_the_seed_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def observe_carelessly(self: Match, seat: str, since: int | None = None, with_draws: bool = False) -> Observation:
        seen = observed(self, seat, since, with_draws)
        seen.number = self.session.seed
        return seen

    observed = Match.observe
    monkeypatch.setattr(Match, "observe", observe_carelessly)
    with pytest.raises(NotConforming, match="depends on dice to come"):
        check(MORRA, [MorraSetup()], battles=1)


@pytest.mark.parametrize(
    ("owners", "sentence"),
    [([], "whose 0 are"), ([DieOf(2)], "side 2 and combatant -1"), ([DieOf(0, 7)], "side 0 and combatant 7")],
)
def test_dice_that_are_nobodys_are_found(owners: list[DieOf], sentence: str) -> None:
    wrong = changed(PIG, setup={"dice_of": lambda position: owners})
    with pytest.raises(NotConforming, match=sentence):
        check(wrong, [PigSetup()], battles=1)
