"""``battlewright odds skirmish split``, and the other odds of the first edition, as people ask for them."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from itertools import product
from math import comb
from pathlib import Path
from typing import Any

import pytest

from battlewright.contract.guides import guide_of
from battlewright.engine import replay
from battlewright.engine.errors import TooLarge
from battlewright.systems.skirmish.odds.split import solve_split
from battlewright.systems.skirmish.record import ChoiceKind, Step
from tests.advice import advice_texts
from tests.cli.helpers import Command
from tests.systems.skirmish.helpers import Fight
from tests.systems.skirmish.odds.test_first_exchange import DUELS, duel, firefight

SWORD, SPEAR = (1, 2), (1, 1)
EVEN = ("--attacker", "melee=3,weapon=sword", "--defender", "melee=3,weapon=sword")


def answer(battlewright: Command, *arguments: str) -> Any:
    ran = battlewright("odds", "skirmish", *arguments, "--json")
    assert (ran.code, ran.err) == (0, "")
    return json.loads(ran.out)


def told(battlewright: Command, *arguments: str) -> str:
    ran = battlewright("odds", "skirmish", *arguments)
    assert (ran.code, ran.err) == (0, "")
    return ran.out


def refused(battlewright: Command, *arguments: str) -> str:
    ran = battlewright("odds", "skirmish", *arguments)
    assert (ran.code, ran.out, len(ran.err.splitlines())) == (2, "", 1)
    return ran.err


# The division of dice


def test_a_split_has_a_value_and_a_chance_for_every_division(battlewright: Command) -> None:
    data = answer(battlewright, "split", *EVEN)
    assert data["value"] == 0
    assert 0 <= data["tolerance"] < 1e-9
    for side in ("attacker", "defender"):
        assert list(data[side]) == ["3,0", "2,1", "1,2", "0,3"]
        assert sum(data[side].values()) == pytest.approx(1)
    assert data["caused"] == data["suffered"] == 2  # three dice of 2/3 each, and nobody defends
    assert data["dominated"]["attacker"]["2,1"] == {"strictly": True, "by": {"3,0": 1.0}}
    assert data["fighters"]["attacker"] == {"melee": 3, "weapon": "Sword"}


def test_the_payoff_is_exact_and_holds_the_value(battlewright: Command) -> None:
    data = answer(battlewright, "split", "--attacker", "melee=2,weapon=sword", "--defender", "melee=1,weapon=spear")

    def caused(attack: int, defence: int, critical: int) -> Fraction:
        """All faces: a 6 in defence cancels a critical or two others, a 4 or 5 one that is not critical."""
        total = 0
        for faces in product(range(1, 7), repeat=attack + defence):
            struck, guard = faces[:attack], faces[attack:]
            normal, strong = sum(face in (4, 5) for face in struck), struck.count(6)
            guards, best = sum(face in (4, 5) for face in guard), guard.count(6)
            left = [
                max(normal - guards - 2 * (best - used), 0) + critical * max(strong - used, 0)
                for used in range(best + 1)
            ]
            total += min(left)
        return Fraction(total, 6 ** (attack + defence))

    for attack, other in product(range(3), range(2)):
        expected = caused(attack, 1 - other, 2) - caused(other, 2 - attack, 1)
        assert Fraction(data["payoff"][f"{attack},{2 - attack}"][f"{other},{1 - other}"]) == expected
    own, their = data["attacker"], data["defender"]
    worth = sum(own[one] * their[other] * float(Fraction(data["payoff"][one][other])) for one in own for other in their)
    assert data["value"] == pytest.approx(worth, abs=1e-12)


def test_out_of_reach_the_defender_has_one_division(battlewright: Command) -> None:
    arguments = ("split", "--attacker", "melee=3,weapon=spear", "--defender", "melee=4,weapon=sword", "--out-of-reach")
    data = answer(battlewright, *arguments)
    assert data["defender"] == {"0,4": 1.0}
    assert data["attacker"]["3,0"] == 1.0
    assert data["value"] == solve_split(3, SPEAR, 4, SWORD, out_of_reach=True).value
    assert data["suffered"] == 0
    assert "all of the defender's dice defend (S1.K3)" in told(battlewright, *arguments)


def test_an_unarmed_defender_is_out_of_reach(battlewright: Command) -> None:
    data = answer(battlewright, "split", "--attacker", "melee=2,weapon=sword", "--defender", "melee=2,weapon=none")
    assert (data["out_of_reach"], data["defender"]) == (True, {"0,2": 1.0})


def test_a_weapon_of_ones_own_may_make_both_mix(battlewright: Command, tmp_path: Path) -> None:
    file = tmp_path / "blunt.toml"
    file.write_text('name = "Club"\nkind = "melee"\nthreat = 1\noppression = 1\ncritical = 0\npoints = 2\n')
    arguments = ("split", "--attacker", "melee=2,weapon=sword", "--defender", f"melee=6,weapon={file}")
    data = answer(battlewright, *arguments)
    assert sum(chance > 0.1 for chance in data["attacker"].values()) == 2
    assert sum(chance > 0.1 for chance in data["defender"].values()) == 2
    out = told(battlewright, *arguments)
    assert "Defender: Melee 6, Club (Damage 1, critical 0)." in out
    assert "60.49%" in out


def test_people_see_the_mixtures_and_what_is_dominated(battlewright: Command) -> None:
    out = told(battlewright, "split", "--attacker", "melee=3,weapon=sword", "--defender", "melee=5,weapon=spear")
    assert "Attacker: Melee 3, Sword (Damage 1, critical 2)." in out
    assert "On average the attacker causes 2.0000 damage and suffers 2.5000." in out
    assert "For the attacker: -0.5000" in out
    assert "always worse than 5, 0" in out
    assert "(S1.K2)" in out


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (("--attacker", "melee=0,weapon=sword", EVEN[2], EVEN[3]), ("from 1 to 10, not '0' (S1.C2)",)),
        (("--attacker", "melee=11,weapon=sword", EVEN[2], EVEN[3]), ("from 1 to 10, not '11' (S1.C2)",)),
        ((*EVEN[:2], "--defender", "melee=-1,weapon=sword"), ("from 0 to 10, not '-1' (S1.C2)",)),
        ((*EVEN[:2], "--defender", "melee=3,weapon=rifle"), ("Rifle is a shooting weapon", "spear or sword")),
        ((*EVEN[:2], "--defender", "melee=3,weapon=swrod"), ("Unknown melee weapon 'swrod'. Did you mean 'sword'?",)),
        (("--attacker", "melee=3,weapon=none", EVEN[2], EVEN[3]), ("Unknown melee weapon 'none'",)),
        (("--attacker", "melee=3", EVEN[2], EVEN[3]), ("weapon= is missing: spear or sword",)),
        ((*EVEN[:2], "--defender", "toughness=3,weapon=sword"), ("is not one of melee=, weapon=",)),
        ((*EVEN, "--edition", "second"), ("S2.K6", "odds skirmish clash")),
        ((*EVEN, "--edition", "frst"), ("edition must be first or second, not 'frst'. Did you mean 'first'?",)),
        (EVEN[:2], ("--defender",)),
    ],
)
def test_what_cannot_be_divided_is_told_in_a_sentence(
    battlewright: Command, arguments: tuple[str, ...], parts: tuple[str, ...]
) -> None:
    told_so = refused(battlewright, "split", *arguments)
    for part in parts:
        assert part in told_so


# The other odds, by the first edition


def test_the_help_says_how_to_ask(battlewright: Command) -> None:
    out = battlewright("odds", "skirmish", "split", "--help").out
    assert "battlewright odds skirmish split --attacker melee=3,weapon=sword" in " ".join(out.replace("│", "").split())


def test_a_climb_by_the_first_edition(battlewright: Command) -> None:
    data = answer(battlewright, "climb", "--agility", "3", "--height", "5", "--edition", "first")
    assert data == {"exact": True, "success": "7/8", "stress": {"0": "7/8", "1": "1/8"}}
    beyond = answer(battlewright, "climb", "--agility", "3", "--height", "9", "--edition", "first")
    assert beyond == {"exact": True, "success": "0", "stress": {"3": "1"}}
    by_ladder = battlewright(
        "odds", "skirmish", *["climb", "--agility", "3", "--height", "9", "--edition", "first", "--ladder"]
    )
    assert by_ladder.code == 2
    assert "may not be attempted" in by_ladder.err
    assert "(S1.M3)" in by_ladder.err
    second = answer(battlewright, "climb", "--agility", "3", "--height", "5", "--edition", "second")
    assert second == answer(battlewright, "climb", "--agility", "3", "--height", "5")
    assert second["success"] == "1/8"


def test_a_jump_by_the_first_edition(battlewright: Command) -> None:
    asked = ("jump", "--agility", "3", "--distance", "2.5", "--edition", "first")
    assert answer(battlewright, *asked) == {"exact": True, "success": "1/8", "stress": {"0": "1"}}
    deep = answer(battlewright, *asked, "--drop", "6")
    assert deep["stress"] == {"0": "1/4", "2": "3/4"}
    assert deep == answer(battlewright, *asked[:-2], "--drop", "6")


@pytest.mark.parametrize(("toughness", "stress", "damage"), [(3, 3, 0), (4, 2, 3), (4, 2, 1), (2, 0, 1), (1, 0, 9)])
def test_stress_by_the_first_edition_is_the_test_on_damage(
    battlewright: Command, toughness: int, stress: int, damage: int
) -> None:
    more = ("--damage", str(damage)) if damage else ()
    asked = ("stress", "--toughness", str(toughness), "--stress", str(stress), *more, "--edition", "first")
    data = answer(battlewright, *asked)
    after, tested = stress + damage, stress + damage >= toughness
    expected = {f"{toughness},{after}": Fraction(1)}
    if tested:
        ways = {left: Fraction(comb(toughness, left), 2**toughness) for left in range(toughness + 1)}
        expected = {f"{left},{after}" if left else "removed": chance for left, chance in ways.items()}
    assert {name: Fraction(chance) for name, chance in data["distribution"].items()} == expected
    assert (data["tested"], data["breaks_down"], data["edition"]) == (tested, False, "first")
    assert Fraction(data["removed"]) == expected.get("removed", 0)
    assert f"the model {'is tested' if tested else 'is not tested'} (S1.T2)" in told(battlewright, *asked)


def test_events_in_place_of_activations(battlewright: Command) -> None:
    asked = (
        "stress",
        "--toughness",
        "1",
        "--stress",
        "1",
        "--edition",
        "first",
        "--until-removed",
        "--activations",
        "3",
    )
    data = answer(battlewright, *asked)
    assert data["events"] == {"1": "1/2", "2": "1/4", "3": "1/8"}
    assert data["left"] == "1/8"
    assert "not within 3" in told(battlewright, *asked)


def test_a_shot_by_the_first_edition(battlewright: Command) -> None:
    asked = ("shot", "--ballistics", "3", "--difficulty", "10", "--weapon", "pistol", "--edition", "first")
    alone = answer(battlewright, *asked)
    second = answer(battlewright, *asked[:-2])
    assert {**second, "edition": "first"} == alone
    data = answer(battlewright, *asked, "--target", "toughness=1,weapon=sniper", "--shooter", "ap=2")
    assert list(data["reactions"]) == ["nothing", "cover", "return fire"]
    back = data["reactions"]["return fire"]
    # over a distance of 9, less 2 for the Sniper: a sum of 7 or more
    hit = Fraction(sum(sum(faces) >= 7 for faces in product(range(1, 7), repeat=3)), 216)
    untouched = Fraction(back["shooter"]["3,0"])
    assert untouched == 1 - hit
    assert back["removed"]["target"] == data["reactions"]["nothing"]["removed"]["target"]
    assert Fraction(back["removed"]["target"]) == Fraction(alone["hit"]) / 2


def test_people_see_who_is_taken_out(battlewright: Command) -> None:
    asked = ("shot", "--ballistics", "3", "--difficulty", "10", "--weapon", "rifle", "--edition", "first")
    out = told(battlewright, *asked, "--target", "toughness=1,weapon=pistol", "--obstacles", "1")
    for part in ("target out", "shooter out", "hits obstacle 1 instead", "even by a target that is taken out (S1.F7)"):
        assert part in out
    assert "S1.F7" not in told(battlewright, *asked, "--target", "toughness=1,weapon=none")


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (("clash", *EVEN, "--edition", "first"), ("S1.K2", "odds skirmish split")),
        (("climb", "--agility", "3", "--height", "1", "--edition", "first"), ("S1.M2",)),
        (("jump", "--agility", "3", "--distance", "2", "--drop", "99", "--edition", "first"), ("S1.M10",)),
        (("shot", "--ballistics", "3", "--difficulty", "99", "--edition", "first"), ("S1.F1",)),
        (("shot", "--ballistics", "3", "--difficulty", "9", "--critical", "d6", "--edition", "first"), ("S1.F4",)),
        (
            ("shot", "--ballistics", "3", "--difficulty", "9", "--target", "agility=99", "--edition", "first"),
            ("agility must be", "S1.C2"),
        ),
        (("test", "--ability", "3", "--edition", "4th"), ("edition must be first or second, not '4th'.",)),
        (("stress", "--toughness", "3", "--stress", "3", "--damage", "1"), ("S2.T6", "--edition first")),
        (
            ("stress", "--toughness", "3", "--stress", "3", "--edition", "first", "--until-removed", "--gain", "0"),
            ("--gain", "S1.T2"),
        ),
    ],
)
def test_what_the_first_edition_has_not_is_told_with_its_clauses(
    battlewright: Command, arguments: tuple[str, ...], parts: tuple[str, ...]
) -> None:
    told_so = refused(battlewright, *arguments)
    for part in parts:
        assert part in told_so


def test_tests_are_the_same_in_both_editions(battlewright: Command) -> None:
    asked = ("test", "--ability", "4", "--critical", "--edition")
    assert answer(battlewright, *asked, "first") == answer(battlewright, *asked, "second")


# Where a battle by the first edition stands


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
    assert [word.endswith("60% of the time *") for word in shown.values()] == [False, False, True]
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
    assert "removed" in behind(fight)["Take no cover"]
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


def written(fight: Fight, folder: Path) -> str:
    file = folder / "first.replay"
    file.write_text(replay.write(fight.session))
    return str(file)


def test_a_position_by_the_first_edition(battlewright: Command, tmp_path: Path) -> None:
    file = written(duel((2, 6), weapons=("Sword", "Club")), tmp_path)
    data = answer(battlewright, "position", file)
    strike = next(each for each in data["choices"] if each["choice"].startswith("close-combat"))
    assert list(strike["values"]) == ["removed", "toughness", "stress"]
    assert "share" not in strike
    plan = answer(battlewright, "position", file, "--plan", strike["choice"])
    assert plan["values"] == strike["values"]
    assert "Toughness lost" in told(battlewright, "position", file)
    assert re.search(
        r"removed \S+, Toughness \S+, stress", told(battlewright, "position", file, "--plan", strike["choice"])
    )


def test_a_division_in_a_position_has_shares(battlewright: Command, tmp_path: Path) -> None:
    file = written(duel((2, 6), weapons=("Sword", "Club")).engage(), tmp_path)
    shares = [Fraction(each["share"]) for each in answer(battlewright, "position", file)["choices"]]
    assert shares == [0, Fraction(395, 1000), Fraction(605, 1000)]
    out = told(battlewright, "position", file)
    assert "60.5% of the time" in out
    assert "Likeliest: 2 dice on attack with the Sword, 0 on defence." in out
