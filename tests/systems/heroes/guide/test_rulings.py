"""What a guide says follows the rulings of its encounter."""

from __future__ import annotations

import pytest

import battlewright as bw
from battlewright.answers.guide import Guide
from battlewright.contract.guides import guide_of

HEROES = bw.load("heroes")


def guide(*rulings: str) -> Guide:
    return guide_of(bw.Session(HEROES, HEROES.setup.read(rulings=rulings), 3))


@pytest.mark.parametrize(
    ("rulings", "said"),
    [
        ((), "A turn has 3 AP (action points): a weapon, spell or talent takes 2; to shake"),
        (("ap=5",), "A turn has 5 AP (action points)"),
        (("attack_ap=3",), "a weapon or talent takes 3, a spell 2; to shake"),
        (("check_ap=2",), "keep one up takes 2."),
        (("attack_dice=2", "attack_sides=12"), "Attack: 2d12 + Strength"),
        (("critical_margin=8",), "9 or more above it is critical."),
        (("contest_sides=12",), "d12 + Spell Power against d12 + Willpower"),
        (("contest_wins=1",), "Fortitude or Reflex, in one round."),
        (("contest_step=0",), "Fortitude or Reflex, best of three."),
        (("check_base=10",), "Check: 3d8 + a defence against 10 + the power"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_the_game_in_short_has_the_numbers_of_the_encounter(rulings: tuple[str, ...], said: str) -> None:
    assert said in "\n".join(guide(*rulings).lesson)


def test_rulings_that_are_not_as_usual_are_told_with_their_clauses() -> None:
    assert guide().rulings() == ()
    critical, turn = guide("ap=5", "critical_margin=8").rulings()
    assert (turn.text, turn.clauses) == ("ap is 5 (usually 3)", ("H.N1",))
    assert critical.as_data() == {
        "name": "critical_margin",
        "now": 8,
        "usual": 5,
        "clauses": ["H.D8"],
        "text": "critical_margin is 8 (usually 5)",
    }


def test_a_set_up_that_is_written_out_changes_no_more_than_before() -> None:
    assert HEROES.setup.complete is not None
    whole = HEROES.setup.complete(HEROES.setup.read(rulings=("ap=5",)).setup)
    assert [each.name for each in guide_of(bw.Session(HEROES, whole, 3)).rulings()] == ["ap"]


def test_the_round_has_the_ap_of_a_turn() -> None:
    changed = guide("ap=5")
    assert changed.answers["round"](changed).ap == 5


@pytest.mark.parametrize(
    ("name", "options", "text", "clauses"),
    [
        ("formations", {"heavy_sixes": True}, "heavy_sixes is on (usually off)", {"F.G5"}),
        ("formations", {"opening_penalty": 0}, "opening_penalty is 0 (usually 1)", {"F.G6"}),
        ("skirmish", {"options": ("modifier_added",)}, "modifier_added is on (usually off)", {"S2.F3"}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_other_systems_tell_their_options_too(
    name: str, options: dict[str, object], text: str, clauses: set[str]
) -> None:
    system = bw.load(name)
    assert guide_of(bw.Session(system, system.setup.read(), 3)).rulings() == ()
    (changed,) = guide_of(bw.Session(system, system.setup.read(**options), 3)).rulings()
    assert changed.text == text
    assert clauses <= {*changed.clauses}
