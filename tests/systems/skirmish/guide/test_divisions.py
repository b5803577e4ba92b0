"""What stands behind the choices of a battle by the first edition."""

from __future__ import annotations

import pytest

from battlewright.contract.guides import guide_of
from battlewright.engine.errors import TooLarge
from battlewright.systems.skirmish.record import ChoiceKind, Step
from tests.advice import advice_texts
from tests.systems.skirmish.helpers import Fight
from tests.systems.skirmish.odds.test_first_exchange import DUELS, duel, firefight


def behind(fight: Fight) -> dict[str, str]:
    """What stands behind each choice at the table."""
    choices = fight.session.choices()
    told_so = advice_texts(guide_of(fight.session), choices)
    assert told_so is not None
    words = [fight.session.words.choice(fight.session.record, choice) for choice in choices]
    return dict(zip(words, told_so, strict=True))


def test_the_table_says_how_often_each_division_is_made() -> None:
    fight = duel((2, 6), weapons=("Sword", "Club"))
    assert "Toughness" in guide_of(fight.session).explanation()
    shown = behind(fight.engage())
    assert [word.endswith("61% of the time *") for word in shown.values()] == [False, False, True]
    assert list(shown.values())[1].endswith("40% of the time *")
    assert "broken" not in "".join(shown.values())


def test_a_division_that_is_best_alone_has_only_its_star() -> None:
    shown = behind(duel((3, 3)).engage())
    assert [word.endswith("*") for word in shown.values()] == [False, False, False, True]
    assert "of the time" not in "".join(shown.values())


@pytest.mark.clause("S1.K9")
def test_the_table_tells_the_defender_nothing_of_the_attackers_division() -> None:
    def told_to_defender(attack: int) -> dict[str, str]:
        return behind(duel((3, 3)).engage().choose(ChoiceKind.DIVIDE, attack=attack))

    assert told_to_defender(0) == told_to_defender(1) == told_to_defender(3)


def test_stress_is_no_risk_to_whoever_is_activated() -> None:
    fight = duel((3, 3)).stop()
    while fight.node.step != Step.ACTIVATE:
        fight.session.roll()
    fight.stress(0, 5).stress(1, 5)
    assert set(behind(fight).values()) == {""}


def test_return_fire_is_weighed_after_the_shot() -> None:
    fight = firefight(*DUELS[1]).activate(0).shoot(1)
    assert "0.03 models" in behind(fight)["Take no cover"]
    fight.choose(ChoiceKind.NOTHING).roll(1, 1, 1)
    shown = behind(fight)
    assert shown["Hold fire"] == ""
    assert shown["Fire the Rifle at a1 (a1) (2 AP)"].startswith("hit 74% (50% in cover)")


def test_odds_that_take_too_long_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_large(*_: object, **__: object) -> None:
        raise TooLarge("This takes too long.")

    monkeypatch.setattr("battlewright.systems.skirmish.odds.exchange.solve", too_large)
    fight = duel((3, 3))
    assert advice_texts(guide_of(fight.session), fight.session.choices()) is None
