"""``battlewright odds skirmish``, held against what the rulebook says when it is worked out here by brute force."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from battlewright.engine.errors import TooLarge
from tests.cli.helpers import Command
from tests.cli.test_battle import CARD, DUEL, YARD, script
from tests.cli.test_commands import installed
from tests.golden import FOLDER

Chances = dict[Any, Fraction]
COMMANDS = Path(__file__).parents[2] / "docs" / "commands.md"
GONE = "removed"
GOLDEN = str(FOLDER / "skirmish-fire-and-cover.replay")


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def answer(battlewright: Command, *arguments: str) -> Any:
    ran = battlewright("odds", "skirmish", *arguments, "--json")
    assert (ran.code, ran.err) == (0, "")
    return json.loads(ran.out)


def told(battlewright: Command, *arguments: str) -> str:
    ran = battlewright("odds", "skirmish", *arguments)
    assert (ran.code, ran.err) == (0, "")
    return ran.out


def read(chances: Mapping[str, str]) -> dict[str, Fraction]:
    return {outcome: Fraction(chance) for outcome, chance in chances.items()}


def thrown(dice: int, outcome: Callable[[tuple[int, ...]], Any]) -> Chances:
    """Every way in which so many D6 fall."""
    counts = Counter(outcome(faces) for faces in product(range(1, 7), repeat=dice))
    return {each: Fraction(count, 6**dice) for each, count in counts.items()}


# Tests


def test_the_successes_of_a_test(battlewright: Command) -> None:
    data = answer(battlewright, "test", "--ability", "5")
    assert (data["exact"], data["mean"], data["variance"], data["median"]) == (True, "5/2", "5/4", "2")
    assert data["distribution"] == {
        "0": "1/32", "1": "5/32", "2": "5/16", "3": "5/16", "4": "5/32", "5": "1/32"
    }  # fmt: skip
    assert "joint" not in data


def test_a_critical_test_has_its_ones_and_sixes(battlewright: Command) -> None:
    data = answer(battlewright, "test", "--ability", "3", "--critical")
    joint = thrown(3, lambda faces: f"{faces.count(1)},{sum(face >= 4 for face in faces)},{faces.count(6)}")
    assert read(data["joint"]) == joint
    assert read(data["criticals"]) == thrown(3, lambda faces: str(faces.count(6)))
    assert read(data["critical_failures"]) == thrown(3, lambda faces: str(faces.count(1)))
    assert data["distribution"] == {"0": "1/8", "1": "3/8", "2": "3/8", "3": "1/8"}


def test_a_test_without_dice_has_no_success(battlewright: Command) -> None:
    assert answer(battlewright, "test", "--ability", "0", "--critical")["joint"] == {"0,0,0": "1"}


def test_people_get_the_bars_of_a_test(battlewright: Command) -> None:
    out = told(battlewright, "test", "--ability", "2", "--critical")
    assert "A test with 2 dice: successes. Exact; mean 1, standard deviation 0.707." in out
    assert "Critical successes" in out
    assert "Critical failures" in out
    assert "█" * 40 in out


# Stress


def checked(toughness: int, stress: int) -> Chances:
    """The whole stress check of S2.T2 to S2.T5."""
    if stress >= 2 * toughness:
        toughness -= 1
    if not toughness:
        return {GONE: Fraction(1)}
    if stress < toughness:
        return {f"{toughness},{stress}": Fraction(1)}

    def after(faces: tuple[int, ...]) -> str:
        left = toughness - sum(face < 4 for face in faces)
        stressed = max(stress + faces.count(1) - faces.count(6), 0)
        return f"{left},{max(stressed - left, 0)}" if left else GONE

    return thrown(toughness, after)


@pytest.mark.parametrize(
    ("toughness", "stress", "breaks_down"),
    [(4, 5, True), (3, 3, True), (3, 6, True), (2, 4, True), (1, 1, True), (1, 2, False), (2, 1, False), (5, 99, True)],
)
def test_a_stress_check_is_that_of_the_rulebook(
    battlewright: Command, toughness: int, stress: int, breaks_down: bool
) -> None:
    data = answer(battlewright, "stress", "--toughness", str(toughness), "--stress", str(stress))
    expected = checked(toughness, stress)
    assert read(data["distribution"]) == expected
    assert data["breaks_down"] is breaks_down
    assert Fraction(data["removed"]) == expected.get(GONE, 0)
    assert (GONE in data["distribution"]) == (GONE in expected)
    assert "activations" not in data


@pytest.mark.parametrize(
    ("toughness", "stress", "gain", "most"), [(3, 3, 1, 5), (2, 2, 0, 20), (4, 1, 2, 3), (1, 0, 0, 4)]
)
def test_until_removed_follows_one_activation_after_the_other(
    battlewright: Command, toughness: int, stress: int, gain: int, most: int
) -> None:
    options = ("--until-removed", "--gain", str(gain), "--activations", str(most))
    data = answer(battlewright, "stress", "--toughness", str(toughness), "--stress", str(stress), *options)
    standing = {(toughness, stress): Fraction(1)}
    removed: dict[str, Fraction] = {}
    for activation in range(1, most + 1):
        after: dict[tuple[int, int], Fraction] = {}
        for now, chance in standing.items():
            for outcome, part in checked(*now).items():
                if outcome == GONE:
                    removed[str(activation)] = removed.get(str(activation), Fraction(0)) + chance * part
                else:
                    tough, left = map(int, outcome.split(","))
                    after[tough, left + gain] = after.get((tough, left + gain), Fraction(0)) + chance * part
        standing = after
    rest = sum(standing.values(), Fraction(0))
    assert read(data["activations"]) == removed
    assert Fraction(data["left"]) == rest
    assert ("never" in data) == (not gain)
    assert gain or Fraction(data["never"]) == rest


def test_people_read_what_becomes_of_stress(battlewright: Command) -> None:
    out = told(battlewright, "stress", "--toughness", "3", "--stress", "3", "--until-removed", "--gain", "1")
    assert "Toughness 3, stress 3: the model breaks down (S2.T3). Exact." in out
    assert re.search(r"removed +12\.5000%", out)
    assert "with 1 stress gained between two" in out
    assert re.search(r"not within 20 +0\.\d+%", out)
    assert "does not break down" in told(battlewright, "stress", "--toughness", "3", "--stress", "2")
    assert "is removed at once (S2.T2)" in told(battlewright, "stress", "--toughness", "1", "--stress", "2")
    assert "outcomes less likely, " in told(battlewright, "stress", "--toughness", "8", "--stress", "9")


# Climbs and jumps


def binomial(dice: int, least: int) -> Fraction:
    return sum(
        (chance for count, chance in thrown(dice, lambda f: sum(x >= 4 for x in f)).items() if count >= least),
        Fraction(0),
    )


@pytest.mark.parametrize(
    ("agility", "height", "needed"), [(3, "5", 3), (3, "3", 0), (4, "6.5", 4), (5, "5.001", 3), (4, "6.999", 4)]
)
def test_a_climb_needs_a_success_for_every_two_inches(
    battlewright: Command, agility: int, height: str, needed: int
) -> None:
    data = answer(battlewright, "climb", "--agility", str(agility), "--height", height)
    success = binomial(agility, needed)
    assert Fraction(data["success"]) == success
    fall = {str(int(float(height) / 3)): 1 - success} if success < 1 else {}
    assert read(data["stress"]) == {"0": success, **fall}


def test_a_ladder_needs_no_test(battlewright: Command) -> None:
    data = answer(battlewright, "climb", "--agility", "3", "--height", "5", "--ladder")
    assert (data["success"], data["stress"]) == ("1", {"0": "1"})
    assert 'A climb of 5" by a ladder with Agility 3. Exact.' in told(
        battlewright, "climb", "--agility", "3", "--height", "5", "--ladder"
    )


def test_a_jump_needs_a_success_for_every_inch(battlewright: Command) -> None:
    flat = answer(battlewright, "jump", "--agility", "3", "--distance", "2.5")
    assert (flat["success"], flat["stress"]) == ("1/8", {"0": "1"})
    short = answer(battlewright, "jump", "--agility", "3", "--distance", "1.5", "--drop", "9")
    assert (short["success"], short["stress"]) == ("1", {"0": "1"})


def test_who_jumps_too_short_falls_unless_it_does_not_get_off_at_all(battlewright: Command) -> None:
    data = answer(battlewright, "jump", "--agility", "3", "--distance", "2.5", "--drop", "6")
    assert data["success"] == "1/8"
    assert data["stress"] == {"0": "1/4", "2": "3/4"}  # 3 or no successes; 1 or 2, and 6" down
    out = told(battlewright, "jump", "--agility", "3", "--distance", "2.5", "--drop", "6")
    assert 'A jump of 2.5", 6" above the ground, with Agility 3. Exact.' in out
    assert re.search(r"failure +87\.5000%", out)


# Shots


def shot(dice: int, need: int, damage: int, critical: int | str) -> tuple[Fraction, Fraction, Chances]:
    """The chances of a hit and of a critical, and the stress."""
    fallen = thrown(dice, lambda faces: (sum(faces) >= need) * (1 + (6 in faces)))
    hit, critically = fallen.get(1, Fraction(0)), fallen.get(2, Fraction(0))
    stress: Counter[int] = Counter()
    for amount, chance in ((0, fallen.get(0, Fraction(0))), (damage, hit)):
        stress[amount] += chance  # type: ignore[assignment]
    for amount in (1, 2, 3):
        stress[amount if critical == "d3" else int(critical)] += critically / 3  # type: ignore[assignment]
    return hit + critically, critically, {amount: Fraction(chance) for amount, chance in stress.items() if chance}


def named(chances: Chances) -> dict[str, Fraction]:
    return {str(outcome): chance for outcome, chance in chances.items()}


def at_least(chances: Chances, least: int) -> Fraction:
    return sum((chance for amount, chance in chances.items() if amount >= least), Fraction(0))


def mean(chances: Chances) -> Fraction:
    return sum((amount * chance for amount, chance in chances.items()), Fraction(0))


@pytest.mark.parametrize(
    ("arguments", "need", "damage", "critical"),
    [
        (("--difficulty", "12.5", "--damage", "1", "--critical", "2"), 13, 1, 2),
        (("--difficulty", "12.5"), 13, 1, 2),
        (("--difficulty", "14", "--damage", "2", "--critical", "D3"), 14, 2, "d3"),
        (("--difficulty", "12.001", "--weapon", "rifle"), 13, 1, "d3"),
        (("--difficulty", "12", "--weapon", "Pistol"), 12, 1, 2),
        (("--difficulty", "0", "--weapon", "sniper"), 0, 1, 1),
        (("--difficulty", "25"), 25, 1, 2),
    ],
)
def test_a_shot_hits_with_its_sum_and_critically_with_a_six(
    battlewright: Command, arguments: tuple[str, ...], need: int, damage: int, critical: int | str
) -> None:
    data = answer(battlewright, "shot", "--ballistics", "4", *arguments)
    hit, critically, stress = shot(4, need, damage, critical)
    assert (Fraction(data["hit"]), Fraction(data["critical"])) == (hit, critically)
    assert read(data["stress"]) == named(stress)
    assert not {"strays", "reactions", "best"} & set(data)


def test_a_miss_flies_on_from_the_obstacle_closest_to_the_target(battlewright: Command) -> None:
    data = answer(battlewright, "shot", "--ballistics", "4", "--difficulty", "12.5", "--obstacles", "3")
    missed = 1 - shot(4, 13, 1, 2)[0]
    assert [Fraction(chance) for chance in data["strays"]] == [missed / 2, missed / 4, missed / 8]
    out = told(battlewright, "shot", "--ballistics", "4", "--difficulty", "12.5", "--obstacles", "3")
    assert "hits obstacle 3 instead" in out
    assert "Obstacle 1 is the one closest to the target." in out


def test_the_reactions_of_a_target_are_weighed(battlewright: Command) -> None:
    target = "agility=4,toughness=3,stress=1,ballistics=3,weapon=pistol"
    arguments = ("shot", "--ballistics", "4", "--difficulty", "12.5", "--weapon", "rifle", "--target", target)
    data = answer(battlewright, *arguments)
    reactions = data["reactions"]
    assert list(reactions) == ["nothing", "cover", "return fire"]
    # cover: half the Agility; back: over the same distance with the Pistol's -1, at a shooter whose last AP is cover
    back = shot(3, 15, 1, 2)[2]
    for name, need, suffered in (
        ("nothing", 13, {0: Fraction(1)}),
        ("cover", 15, {0: Fraction(1)}),
        ("return fire", 13, back),
    ):
        hit, critically, stress = shot(4, need, 1, "d3")
        found = reactions[name]
        assert (Fraction(found["hit"]), Fraction(found["critical"])) == (hit, critically)
        assert (read(found["stress"]), read(found["suffered"])) == (named(stress), named(suffered))
        assert Fraction(found["value"]) == at_least(stress, 2)  # nobody breaks down by a return shot of 2 at most
        assert Fraction(found["net_stress"]) == mean(stress) - mean(suffered)
    assert data["best"] == "cover"
    assert {key: data[key] for key in ("hit", "critical", "stress")} == {
        key: reactions["nothing"][key] for key in ("hit", "critical", "stress")
    }
    out = told(battlewright, *arguments)
    assert "Target: Ballistics 3, Toughness 3, Agility 4, stress 1, AP 3, Pistol." in out
    assert re.search(r"^ cover \* +44\.37% +34\.95% ", out, re.MULTILINE)
    assert "* is best for the target." in out


def test_the_shooter_may_break_down_by_a_return_shot(battlewright: Command) -> None:
    arguments = ("shot", "--ballistics", "4", "--difficulty", "12", "--target", "ballistics=5,weapon=rifle,stress=0")
    calm = answer(battlewright, *arguments)["reactions"]["return fire"]
    strained = answer(battlewright, *arguments, "--shooter", "toughness=2,stress=1,ap=2")["reactions"]["return fire"]
    _, _, stress = shot(4, 12, 1, 2)
    without_cover = shot(5, 12, 1, "d3")[2]
    assert Fraction(calm["value"]) > Fraction(strained["value"])
    assert read(strained["suffered"]) == named(without_cover)
    assert Fraction(strained["value"]) == at_least(stress, 3) - at_least(without_cover, 1)


def test_who_has_too_few_ap_reacts_less(battlewright: Command) -> None:
    arguments = ("shot", "--ballistics", "4", "--difficulty", "12", "--target")
    assert list(answer(battlewright, *arguments, "ap=1,weapon=rifle")["reactions"]) == ["nothing", "cover"]
    assert list(answer(battlewright, *arguments, "ap=0,weapon=rifle")["reactions"]) == ["nothing"]
    assert list(answer(battlewright, *arguments, "weapon=none")["reactions"]) == ["nothing", "cover"]
    assert list(answer(battlewright, *arguments, "")["reactions"]) == ["nothing", "cover"]


def test_a_weapon_may_come_from_a_file(battlewright: Command) -> None:
    Path("sling.toml").write_text(
        'name = "Sling"\nkind = "shooting"\nmodifier = 0\ndamage = 3\ncritical = 4\npoints = 1\n'
    )
    data = answer(battlewright, "shot", "--ballistics", "2", "--difficulty", "7", "--weapon", "sling.toml")
    assert read(data["stress"]) == named(shot(2, 7, 3, 4)[2])


# Clashes

Left = tuple[int, int]
"""Normal successes and critical ones."""
SWORD, SPEAR = (1, 2), (1, 1)


def best_play(weapons: tuple[Left, Left], room: Left) -> Callable[..., tuple[Fraction | int, ...]]:
    """The stress of both by the best play of S2.K7 to S2.K10; ``room`` is what each takes before it breaks down."""

    def worth(stress: Left) -> Left:
        return (stress[1] >= room[1]) - (stress[0] >= room[0]), stress[1] - stress[0]

    @cache
    def play(left: tuple[Left, Left], turn: int, stress: Left) -> Left:
        if not any(map(any, left)):
            return worth(stress)
        if not any(left[turn]):
            return play(left, 1 - turn, stress)
        return (min if turn else max)(play(*each) for each in options(left, turn, stress).values())

    def options(left: tuple[Left, Left], turn: int, stress: Left) -> dict[str, tuple[Any, int, Left]]:
        found: dict[str, tuple[Any, int, Left]] = {}
        for critical, word in enumerate(("a success", "a critical")):
            if not left[turn][critical]:
                continue
            own = less(left[turn], critical)
            hurt = list(stress)
            hurt[1 - turn] += weapons[turn][critical]
            found[f"strike with {word}"] = (both(own, left[1 - turn], turn), 1 - turn, (hurt[0], hurt[1]))
            for against, other in enumerate(("a success", "a critical")):
                if left[1 - turn][against] and against <= critical:
                    after = both(own, less(left[1 - turn], against), turn)
                    found[f"parry {other} with {word}"] = (after, 1 - turn, stress)
        return found

    def less(has: Left, which: int) -> Left:
        return has[0] - (not which), has[1] - which

    def both(own: Left, other: Left, turn: int) -> tuple[Left, Left]:
        return (other, own) if turn else (own, other)

    play.options = options  # type: ignore[attr-defined]
    return play


def fallen(faces: tuple[int, ...]) -> Left:
    return sum(face in (4, 5) for face in faces), faces.count(6)


@pytest.mark.parametrize(
    ("attacker", "defender", "weapons", "room"),
    [
        (
            "melee=4,toughness=3,stress=0,weapon=sword",
            "melee=3,toughness=3,stress=1,weapon=spear",
            (SWORD, SPEAR),
            (3, 2),
        ),
        ("melee=2,weapon=Sword", "melee=3,toughness=2,weapon=sword", (SWORD, SWORD), (3, 2)),
        ("melee=0,weapon=sword", "weapon=spear", (SWORD, SPEAR), (3, 3)),
        ("weapon=spear", "melee=0,weapon=spear", (SPEAR, SPEAR), (3, 3)),
    ],
)
def test_a_clash_is_played_best_by_both(
    battlewright: Command, attacker: str, defender: str, weapons: tuple[Left, Left], room: Left
) -> None:
    data = answer(battlewright, "clash", "--attacker", attacker, "--defender", defender)
    melee = [int(found[1]) if (found := re.search(r"melee=(\d)", text)) else 3 for text in (attacker, defender)]
    play = best_play(weapons, room)
    value = net_stress = Fraction(0)
    for struck, one in thrown(melee[0], fallen).items():
        for parried, other in thrown(melee[1], fallen).items():
            ended = play((struck, parried), 0, (0, 0))
            value, net_stress = value + one * other * ended[0], net_stress + one * other * ended[1]
    assert (Fraction(data["value"]), Fraction(data["net_stress"])) == (value, net_stress)
    stress = {tuple(map(int, each.split(","))): chance for each, chance in read(data["distribution"]).items()}
    assert sum(stress.values()) == 1
    broken = [sum(chance for each, chance in stress.items() if each[who] >= room[who]) for who in range(2)]
    assert [Fraction(data["breaks"][who]) for who in ("attacker", "defender")] == broken
    assert broken[1] - broken[0] == value
    assert "in reach throughout" in data["note"]


def test_one_die_against_one_can_be_told_by_hand(battlewright: Command) -> None:
    """The attacker strikes first (or parries when it must); what is left of the other's then strikes back."""
    data = answer(battlewright, "clash", "--attacker", "melee=1,weapon=sword", "--defender", "melee=0,weapon=none")
    assert data["distribution"] == {"0,0": "1/2", "0,1": "1/3", "0,2": "1/6"}
    assert data["net_stress"] == "2/3"
    assert data["breaks"] == {"attacker": "0", "defender": "0"}
    assert data["defender"]["weapon"] is None


def test_dice_that_have_fallen_leave_choices_and_mistakes(battlewright: Command) -> None:
    arguments = (
        "clash", "--attacker", "melee=4,weapon=sword", "--defender", "melee=3,stress=1,weapon=spear",
        "--struck", "4,6,5,1", "--parried", "6 5 2",
    )  # fmt: skip
    data = answer(battlewright, *arguments)
    play = best_play((SWORD, SPEAR), (3, 2))
    options = play.options(((2, 1), (1, 1)), 0, (0, 0))  # type: ignore[attr-defined]
    expected = {words: play(*then) for words, then in options.items()}
    found = {each["choice"]: (Fraction(each["value"]), Fraction(each["net_stress"])) for each in data["choices"]}
    assert found == expected
    assert [each["choice"] for each in data["choices"] if each["best"]] == ["strike with a critical"]
    assert expected["strike with a critical"] == max(expected.values())
    assert (data["chooses"], data["value"], data["net_stress"]) == ("attacker", "1", "2")
    assert all(sum(read(each["distribution"]).values()) == 1 for each in data["choices"])
    out = told(battlewright, *arguments)
    assert "After the attacker 4 6 5 1 and the defender 6 5 2." in out
    assert "The attacker chooses:" in out
    assert re.search(r"strike with a success +\+1\.0000 +\+1\.0000 +1\.0000 stress", out)
    assert re.search(r"parry a success with a success .* 1\.0000 break-downs", out)
    assert re.search(r"strike with a critical \* +\+1\.0000 +\+2\.0000 +$", out, re.MULTILINE)


def test_who_alone_has_successes_chooses_first(battlewright: Command) -> None:
    fight = ("clash", "--attacker", "melee=0,weapon=sword", "--defender", "melee=3,weapon=sword", "--struck", "")
    data = answer(battlewright, *fight, "--parried", "6,5,1")
    assert data["chooses"] == "defender"
    assert {each["choice"] for each in data["choices"]} == {"strike with a success", "strike with a critical"}
    assert data["distribution"] == {"3,0": "1"}


def test_what_resolves_itself_is_no_choice(battlewright: Command) -> None:
    fight = ("clash", "--attacker", "melee=2,weapon=sword", "--defender", "melee=1,weapon=sword", "--parried", "3")
    none = answer(battlewright, *fight, "--struck", "1,2")
    assert (none["choices"], none["chooses"], none["distribution"]) == ([], None, {"0,0": "1"})
    one = answer(battlewright, *fight, "--struck", "1,6")
    assert one["distribution"] == {"0,2": "1"}
    assert "There is nothing to choose" in told(battlewright, *fight, "--struck", "1,2")


def test_people_read_a_clash(battlewright: Command) -> None:
    out = told(battlewright, "clash", "--attacker", "weapon=sword", "--defender", "melee=2,weapon=none")
    assert (
        "Attacker: Melee 3, Toughness 3, stress 0, Sword.\nDefender: Melee 2, Toughness 3, stress 0, no weapon." in out
    )
    assert "nobody is shoved" in out
    assert "Exact, by the best play of both." in out
    assert re.search(r"attacker breaks down +0\.0000%", out)


# Positions

BEGIN = ("6 1", "deploy a1 2 2", "deploy b1 2 9", "6 1", "1")
"""Ada (Ballistics 3, Toughness 3, Rifle) acts; Bo (Toughness 2, Agility 4, Pistol) is 6" away, nothing between."""


@pytest.fixture
def duel(battlewright: Command) -> Callable[..., str]:
    """A duel that is kept after some answers, as the name of its file."""
    ada = CARD.format(name="Ada", toughness=3, agility=3, weapons='["Sword", "Rifle"]')
    bo = CARD.format(name="Bo", toughness=2, agility=4, weapons='["Sword", "Pistol"]')
    Path("one.toml").write_text(f'name = "One"\n{ada}')
    Path("two.toml").write_text(f'name = "Two"\n{bo}')
    Path("yard.toml").write_text(YARD)

    def play(*lines: str, begin: tuple[str, ...] = BEGIN) -> str:
        assert battlewright(*DUEL, typed=script(*begin, *lines, "q")).code == 0
        return "battle-1.replay"

    return play


def by_words(data: Any, beginning: str) -> Any:
    (found,) = [each for each in data["choices"] if each["words"].startswith(beginning)]
    return found


def rifle_at_bo(distance: int) -> dict[str, tuple[Fraction, Fraction]]:
    """Break-downs and stress that Ada's shot wins by each reaction of Bo."""
    found = {}
    for name, need in (("nothing", distance), ("cover", distance + 2)):
        _, _, stress = shot(3, need, 1, "d3")
        found[name] = (at_least(stress, 2), mean(stress))
    _, _, stress = shot(3, distance, 1, "d3")
    back = min(mean(shot(3, need, 1, 2)[2]) for need in (distance + 1, distance + 3))  # Ada has an AP left for cover
    found["return fire"] = (at_least(stress, 2), mean(stress) - back)
    return found


Values = tuple[Fraction | int, ...]
NOTHING: Values = (0, 0, 0)


def values(each: Any) -> Values:
    return tuple(Fraction(each["values"][name]) for name in ("removed", "breaks", "stress"))


def test_every_choice_of_a_position_is_weighed(battlewright: Command, duel: Callable[..., str]) -> None:
    data = answer(battlewright, "position", duel())
    assert (data["at"], data["seat"], data["question"]) == (5, "a", "Ada (a1), 3 AP: which action?")
    assert by_words(data, "Stop")["choice"] == "stop"
    assert values(by_words(data, "Stop")) == NOTHING
    fired = by_words(data, "Shoot Bo (b1) with the Rifle")
    assert fired["choice"] == "shoot whom=1"
    assert values(fired) == (0, *min(rifle_at_bo(6).values()))
    for name, need in (("nothing", 6), ("cover", 8), ("return fire", 6)):
        hit, critically, _ = shot(3, need, 1, "d3")
        assert fired["hits"][name] == {"hit": str(hit), "critical": str(critically)}
    assert sum(Fraction(each["chance"]) for each in fired["distribution"]) == 1
    assert fired["distribution"][0]["changes"][0]["model"].startswith(("Bo", "Ada"))
    best = max(values(each) for each in data["choices"])
    assert [values(each) for each in data["choices"] if each["best"]] == [best]


@pytest.mark.parametrize("moved", [(), ("move 2 3", "move 2 2")], ids=["first", "with the last AP"])
def test_a_move_alone_changes_nothing(battlewright: Command, duel: Callable[..., str], moved: tuple[str, ...]) -> None:
    data = answer(battlewright, "position", duel(*moved))
    moves = [each for each in data["choices"] if each["choice"].startswith("move ")]
    assert any(each["words"].endswith("towards Bo (b1)") for each in moves)
    for each in moves:
        assert values(each) == NOTHING
        assert each["distribution"] == [{"changes": [], "chance": "1"}]


def test_whoever_is_near_is_engaged(battlewright: Command, duel: Callable[..., str]) -> None:
    data = answer(battlewright, "position", duel("move 2 5"))
    engaged = by_words(data, "Close combat with the Sword")
    assert engaged["choice"].startswith("close-combat ")
    play, one = best_play((SWORD, SWORD), (3, 2)), thrown(3, fallen)
    ended = [(a * b, play((struck, parried), 0, (0, 0))) for struck, a in one.items() for parried, b in one.items()]
    assert values(engaged) == (0, *(sum(chance * each[part] for chance, each in ended) for part in range(2)))


def test_the_target_of_a_shot_sees_what_its_reactions_are_worth(
    battlewright: Command, duel: Callable[..., str]
) -> None:
    data = answer(battlewright, "position", duel("shoot whom=1"), "--at", "6")
    assert data["seat"] == "b"
    names = {"Do nothing": "nothing", "Take cover": "cover", "Return fire": "return fire"}
    for words, name in names.items():
        each = by_words(data, words)
        assert values(each) == (0, *(-value for value in rifle_at_bo(6)[name]))
        hit, critically, _ = shot(3, 8 if name == "cover" else 6, 1, "d3")
        assert each["hits"] == {name: {"hit": str(hit), "critical": str(critically)}}
    least = min(rifle_at_bo(6), key=lambda name: rifle_at_bo(6)[name])
    assert [names[each["words"].partition(" (")[0]] for each in data["choices"] if each["best"]] == [least]


def test_where_dice_are_waited_for_the_answer_is_what_follows(battlewright: Command, duel: Callable[..., str]) -> None:
    file = duel("shoot whom=1", "nothing")
    data = answer(battlewright, "position", file)
    assert (data["at"], data["seat"], data["choices"]) == (7, "a", [])
    assert "a sum of 6 or more hits" in data["question"]
    found = {
        sum(change["stress"] for change in each["changes"]): Fraction(each["chance"]) for each in data["distribution"]
    }
    assert found == shot(3, 6, 1, "d3")[2]
    changed = [change for each in data["distribution"] for change in each["changes"]]
    assert {(change["model"], change["toughness"], change["removed"]) for change in changed} == {("Bo (b1)", 0, False)}
    chances = [Fraction(each["chance"]) for each in data["distribution"]]
    assert chances == sorted(chances, reverse=True)
    assert "Bo (b1) +3 stress" in told(battlewright, "position", file)


def test_positions_all_along_a_battle_have_an_answer(battlewright: Command) -> None:
    file = str(FOLDER / "skirmish-sword-and-spear.replay")
    for at in range(1, 46, 2):
        data = answer(battlewright, "position", file, "--at", str(at))
        assert data["at"] == at
        for each in data["choices"]:
            assert sum(Fraction(entry["chance"]) for entry in each["distribution"]) == 1
        assert len([each for each in data["choices"] if each["best"]]) == bool(data["choices"])


def test_nobody_is_removed_by_being_placed(battlewright: Command) -> None:
    data = answer(battlewright, "position", str(FOLDER / "skirmish-sword-and-spear.replay"), "--at", "1")
    assert data["choices"][0]["choice"].startswith("deploy ")
    assert {values(each) for each in data["choices"]} == {NOTHING}


def test_a_stress_check_may_remove_whom_it_activates(battlewright: Command, duel: Callable[..., str]) -> None:
    file = duel("move 2 5", "close-combat legs=1/2000/7000/0 count=1", "1", "6 5 4", "1 2 3", "1", "1")
    data = answer(battlewright, "position", file)
    (only,) = data["choices"]
    assert (only["choice"], only["best"]) == ("activate who=1", True)
    removed = [
        Fraction(each["chance"]) for each in only["distribution"] if any(c["removed"] for c in each["changes"])
    ]  # 2 + 1 + 1 stress against Toughness 2: down to 1 first, then one die
    assert sum(removed) == Fraction(1, 2)
    assert values(only)[0] == -Fraction(1, 2)
    out = told(battlewright, "position", file)
    assert "Bo (b1) removed" in out
    assert "removed" in out.splitlines()[3]


def test_people_read_a_position_as_a_table(battlewright: Command, duel: Callable[..., str]) -> None:
    out = told(battlewright, "position", duel(), "--at", "5")
    assert "After 5 moves. Exact, by the best play of both.\na: Ada (a1), 3 AP: which action?" in out
    hit, critically, _ = shot(3, 6, 1, "d3")
    worth = min(rifle_at_bo(6).values())
    row = rf"Shoot Bo \(b1\) with the Rifle: 6\" away +{re.escape(f'{float(worth[0]):+.2f}')} +"
    row += rf"{re.escape(f'{float(worth[1]):+.2f}')} +{re.escape(f'{float(hit):.1%} ({float(critically):.1%})')}"
    assert re.search(row, out)
    assert re.search(r"cover: \d+\.\d% \(\d+\.\d%\)", out)
    assert len(re.findall(r"^ \* ", out, re.MULTILINE)) == 1
    assert "\nBest: " in out
    assert "--json has exact fractions." in out


def test_a_position_fits_80_columns() -> None:
    ran = subprocess.run(
        [installed(), "odds", "skirmish", "position", GOLDEN, "--at", "7"],
        capture_output=True, text=True, env=os.environ | {"COLUMNS": "80"},
    )  # fmt: skip
    assert (ran.returncode, ran.stderr) == (0, "")
    rows = [line.rstrip() for line in ran.stdout.splitlines() if re.search(r"[+-]\d\.\d\d|█|─", line)]
    assert len(rows) > 8
    assert max(map(len, rows)) <= 80


# Plans


def test_a_plan_is_an_activation_as_a_whole(battlewright: Command, duel: Callable[..., str]) -> None:
    file = duel()
    alone = answer(battlewright, "position", file, "--plan", "shoot b1")
    assert alone["plan"] == [{"choice": "shoot whom=1", "words": 'Shoot Bo (b1) with the Rifle: 6" away'}]
    assert values(alone) == (0, *min(rifle_at_bo(6).values()))
    nearer = answer(battlewright, "position", file, "--plan", "move 2 3", "--plan", "Shoot B1 Rifle")
    assert [each["words"] for each in nearer["plan"]] == [
        'Move to (2, 3): walk 1"', 'Shoot Bo (b1) with the Rifle: 5" away'
    ]  # fmt: skip
    expected = rifle_at_bo(5)
    _, _, stress = shot(3, 5, 1, "d3")
    expected["return fire"] = (at_least(stress, 2), mean(stress) - mean(shot(3, 6, 1, 2)[2]))  # no AP left for cover
    assert values(nearer) == (0, *min(expected.values()))
    assert sum(Fraction(each["chance"]) for each in nearer["distribution"]) == 1
    out = told(battlewright, "position", file, "--plan", "move 2 3", "--plan", "shoot b1")
    assert '  1  Move to (2, 3): walk 1"\n  2  Shoot Bo (b1) with the Rifle: 5" away\n' in out
    assert "Against the best reactions: removed +0.00, break-downs " in out


def test_a_plan_is_typed_as_at_the_table_or_as_in_a_replay(battlewright: Command, duel: Callable[..., str]) -> None:
    file = duel()
    by_hand = answer(battlewright, "position", file, "--plan", "move 2 5", "--plan", "engage b1")
    assert [each["choice"].split()[0] for each in by_hand["plan"]] == ["move", "close-combat"]
    lines = [option for each in by_hand["plan"] for option in ("--plan", f"a: {each['choice']}  # {each['words']}")]
    assert answer(battlewright, "position", file, *lines) == by_hand
    stopped = answer(battlewright, "position", file, "--plan", "stop")
    assert stopped["distribution"] == [{"changes": [], "chance": "1"}]


def test_a_test_on_the_way_is_part_of_a_plan(battlewright: Command, duel: Callable[..., str]) -> None:
    """Up the loft's west side without a ladder: 4" with Agility 3 needs two successes of three, else a fall."""
    file = duel("move 7.4 6", begin=("6 1", "deploy a1 7.4 3.5", "deploy b1 2 9", "6 1", "1"))
    data = answer(battlewright, "position", file, "--plan", "move 8.4 6 4", "--plan", "stop")
    fell = [each for each in data["distribution"] if each["changes"]]
    assert [Fraction(each["chance"]) for each in fell] == [Fraction(1, 2)]
    assert fell[0]["changes"] == [{"model": "Ada (a1)", "stress": 1, "toughness": 0, "removed": False}]
    assert values(data) == (0, 0, -Fraction(1, 2))


@pytest.mark.parametrize(
    ("plan", "sentence"),
    [
        (("dance",), "--plan 'dance': Type one of: move 12 8"),
        (("",), "Type one of: move 12 8"),
        (("move",), "Type inches from the south-west corner"),
        (("move 2 50",), "[S2.M2]. In reach is: move "),
        (("move 2 5", "engage"), "--plan 'engage': Type where to, or whom"),
        (("engage b1",), "[S2.K3]"),
        (("shoot",), "Type whom, such as: shoot b2 rifle"),
        (("shoot b7",), "Unknown model 'b7'. Known: a1, b1."),
        (("shoot b1 cannon",), "Unknown shooting weapon 'cannon'. Known: Rifle."),
        (("shoot a1",), "[S2.F1]"),
        (("shoot whom=x",), "whom takes whole numbers"),
        (("shoot b1", "shoot b1"), "A shot costs 2 AP, and Ada (a1) has 1"),
        (("aid",), "Type whom, such as: aid a3"),
        (("aid b1",), "[S2.D1]"),
        (("stop", "move 2 3"), "by then the activation is over"),
        (("strike",), "[S2.A3]"),
        (("nothing",), "[S2.A3]"),
    ],
    ids=lambda value: " then ".join(value) if isinstance(value, tuple) else "",
)
def test_a_plan_that_cannot_be_gets_a_sentence(
    battlewright: Command, duel: Callable[..., str], plan: tuple[str, ...], sentence: str
) -> None:
    options = [part for each in plan for part in ("--plan", each)]
    ran = battlewright("odds", "skirmish", "position", duel(), *options)
    assert (ran.code, ran.out) == (2, "")
    assert sentence in ran.err
    assert len(ran.err.splitlines()) == 1


# What is wrong

FIGHT = ("clash", "--attacker", "melee=4,weapon=sword", "--defender", "melee=3,weapon=spear")
SHOT = ("shot", "--ballistics", "4", "--difficulty", "12.5")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("dodge",), "No such command 'dodge'"),
        (("test",), "--ability"),
        (("test", "--ability", "11"), "--ability"),
        (("stress", "--toughness", "0", "--stress", "1"), "--toughness"),
        (("stress", "--toughness", "3", "--stress", "100"), "--stress"),
        (("stress", "--toughness", "3", "--stress", "1", "--until-removed", "--activations", "0"), "--activations"),
        (("climb", "--agility", "3"), "--height"),
        (("climb", "--agility", "3", "--height", "high"), "--height"),
        (("climb", "--agility", "3", "--height", "5.1234"), "at most three decimals, such as 2.5, not 5.1234"),
        (("climb", "--agility", "3", "--height", "nan"), "--height takes inches"),
        (("climb", "--agility", "3", "--height", "1"), 'must be more than 1": what is up to 1" high is ignored'),
        (("climb", "--agility", "3", "--height", "7"), 'Agility 3 moves 6" at most (S2.M3)'),
        (("jump", "--agility", "3", "--distance", "0"), "The distance must be from 0.001 to 20"),
        (("jump", "--agility", "3", "--distance", "inf"), "--distance takes inches"),
        (("jump", "--agility", "3", "--distance", "2", "--drop", "0.0001"), "--drop takes inches"),
        (("jump", "--agility", "3", "--distance", "2", "--drop", "31"), "The drop must be from 0 to 30"),
        (("shot", "--ballistics", "0", "--difficulty", "5"), "--ballistics"),
        (("shot", "--ballistics", "4", "--difficulty", "-1"), "The difficulty must be from 0 to 60"),
        ((*SHOT, "--critical", "d4"), "--critical must be a whole number from 0 to 10, or d3, not 'd4'"),
        ((*SHOT, "--critical", "11"), "not '11'"),
        ((*SHOT, "--weapon", "rifle", "--damage", "2"), "leave --damage and --critical out"),
        ((*SHOT, "--weapon", "rifel"), "Did you mean 'rifle'? Known: pistol, rifle, sniper."),
        ((*SHOT, "--weapon", ""), "Unknown shooting weapon ''"),
        ((*SHOT, "--weapon", "sword"), "a shooting one is needed: pistol, rifle or sniper."),
        ((*SHOT, "--obstacles", "12"), "--obstacles"),
        ((*SHOT, "--target", "agile"), "--target: 'agile' is not one of ballistics=, toughness=, agility="),
        ((*SHOT, "--target", "melee=3"), "--target: 'melee=3' is not one of"),
        ((*SHOT, "--target", "agility=x"), "agility must be a whole number from 0 to 10, not 'x' (S2.C2)"),
        ((*SHOT, "--target", "toughness=0"), "toughness must be a whole number from 1 to 10, not '0' (S2.C2)"),
        ((*SHOT, "--target", "weapon=spear"), "--target: Spear is a melee weapon"),
        ((*SHOT, "--target", "weapon=gone.toml"), "gone.toml: there is no such file"),
        ((*SHOT, "--target", "ap=1,ap=2"), "ap is given twice"),
        ((*SHOT, "--shooter", "ap=1"), "--shooter: ap must be a whole number from 2 to 3, not '1' (S2.A1)"),
        ((*SHOT, "--shooter", "weapon=rifle"), "--shooter: 'weapon=rifle' is not one of"),
        (FIGHT[:3], "--defender"),
        (("clash", "--attacker", "melee=4", "--defender", "weapon=none"), "weapon= is missing: spear or sword."),
        (("clash", "--attacker", "weapon=none", "--defender", "weapon=none"), "Unknown melee weapon 'none'"),
        (("clash", "--attacker", "weapon=rifle", "--defender", "weapon=none"), "Rifle is a shooting weapon"),
        (("clash", "--attacker", "weapon=sword", "--defender", "stress=1"), "weapon= is missing: spear, sword or none"),
        ((*FIGHT, "--struck", "1,2,3,4"), "--struck and --parried come together"),
        ((*FIGHT, "--struck", "1,2,3", "--parried", "1,2,3"), "--struck takes 4 faces from 1 to 6"),
        ((*FIGHT, "--struck", "1,2,3,4", "--parried", "1,2,7"), "--parried takes 3 faces from 1 to 6"),
        (("position",), "replay"),
        (("position", "nowhere.replay"), "the replay cannot be read"),
        (("position", GOLDEN), "after 28 moves the battle is over (A draw); --at takes 0 to 27"),
        (("position", GOLDEN, "--at", "28"), "the battle is over"),
        (("position", GOLDEN, "--at", "29"), "--at must be from 0 to 28, not 29"),
        (("position", GOLDEN, "--at", "-1"), "--at"),
        (("position", GOLDEN, "--at", "6", "--plan", "stop"), "A plan is for a model that acts"),
        (("position", GOLDEN, "--at", "5", "--plan", "stop"), "A plan is for a model that acts"),
        (("position", str(FOLDER / "formations-edited.replay")), "a battle of Formations; the odds of a position are"),
    ],
    ids=lambda value: " ".join(value)[-60:] if isinstance(value, tuple) else "",
)  # fmt: skip
def test_bad_questions_get_a_sentence(battlewright: Command, arguments: tuple[str, ...], sentence: str) -> None:
    for more in ((), ("--json",)):
        ran = battlewright("odds", "skirmish", *arguments, *more)
        assert (ran.code, ran.out) == (2, "")
        assert sentence in ran.err
        assert len(ran.err.splitlines()) == 1


def test_all_faults_of_all_texts_come_together(battlewright: Command) -> None:
    ran = battlewright(
        "odds", "skirmish", "clash", "--attacker", ",melee=11,fly=1", "--defender", "stress=lots,weapon=bow"
    )
    assert ran.code == 2
    for part in (
        "--attacker: ''",
        "melee must be",
        "'fly=1'",
        "weapon= is missing",
        "--defender: stress must",
        "'bow'",
    ):
        assert part in ran.err
    assert len(ran.err.splitlines()) == 1


@pytest.mark.parametrize("plan", [(), ("--plan", "stop")])
def test_a_question_that_is_too_large_says_so(
    battlewright: Command, duel: Callable[..., str], monkeypatch: pytest.MonkeyPatch, plan: tuple[str, ...]
) -> None:
    def too_large(*_: object, **__: object) -> None:
        raise TooLarge("This takes too long.")

    file = duel()
    monkeypatch.setattr("battlewright.systems.skirmish.odds.exchange.solve", too_large)
    ran = battlewright("odds", "skirmish", "position", file, *plan)
    assert (ran.code, ran.out, ran.err) == (2, "", "Error: This takes too long.\n")


# Documentation

SHOWN = re.findall(
    r"```text\n\$ (battlewright odds skirmish .*)\n((?:.*\n)*?)```", COMMANDS.read_text(encoding="utf-8")
)


@pytest.mark.parametrize(("command", "shown"), SHOWN, ids=[command.split()[3] for command, _ in SHOWN])
def test_the_documentation_shows_what_a_command_prints(battlewright: Command, command: str, shown: str) -> None:
    ran = battlewright(*shlex.split(command)[1:])
    lines = [line.rstrip() for line in (ran.out + ran.err).splitlines()]
    assert "\n".join(lines).strip() == shown.strip()


def test_every_question_is_documented(battlewright: Command) -> None:
    text = COMMANDS.read_text(encoding="utf-8")
    listed = re.findall(r"^│ (\w+) ", battlewright("odds", "skirmish", "--help").out.split("Commands")[1], re.MULTILINE)
    assert len(listed) == 9
    for name in listed:
        assert f"battlewright odds skirmish {name}" in text
