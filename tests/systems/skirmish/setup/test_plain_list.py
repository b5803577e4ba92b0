"""Rosters as people write them to each other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlewright.engine import source
from battlewright.engine.errors import BattlewrightError, SetupError
from battlewright.systems.skirmish.setup.files import ROSTERS, CharacterSetup, RosterSetup, shipped_weapons
from battlewright.systems.skirmish.setup.read import read_setup

pytestmark = pytest.mark.plain


def read(text: str, name: str = "list.txt") -> RosterSetup:
    with source.given({name: text}):
        return ROSTERS.read(name)


def card(name: str, abilities: tuple[int, int, int, int], *weapons: str, **more: Any) -> CharacterSetup:
    values = zip(("melee", "ballistics", "toughness", "agility"), abilities, strict=True)
    return CharacterSetup(name=name, **dict(values), weapons=weapons, **more)


WATCH = (card("Captain", (4, 3, 4, 5), "Sword", "Pistol"), card("Guard", (3, 2, 3, 2), "Spear", count=2))
LISTS = {
    "as in a chat": """
        Night Watch (75 points)
        Captain M4 B3 T4 A5 sword, pistol
        2x Guard M3 B2 T3 A2 - spear""",
    "with bullets, in words": """
        **Night Watch** \N{EN DASH} 75 pts

        • Captain: Melee 4, Ballistics 3, Toughness 4, Agility 5. Sword & Pistol
        • 2 Guards: Melee 3, Ballistics 2, Toughness 3, Agility 2. Spears
        Total: 75""",
    "with slashes and points": """
        Night Watch - 45/75 points
        Captain 4/3/4/5 Sword, Pistol (23 pts)
        Guard x2 3/2/3/2 Spear (15 points each)""",
    "weapons first": """
        Night Watch
        Captain with sword and pistol, A5 T4 B3 M4
        Guard (spear), A2 T3 B2 M3, x2""",
    "a table": """
        # Night Watch

        | Name     | T | A | B | M | Weapons       |
        |----------|---|---|---|---|---------------|
        | Captain  | 4 | 5 | 3 | 4 | sword, pistol |
        | 2 x Guard| 3 | 2 | 2 | 3 | spear         |""",
    "from a spreadsheet": """
        Name: Night Watch
        Captain\t4\t3\t4\t5\tSWORD\tPISTOL
        Guard\t3\t2\t3\t2\tSPEAR
        Guard\t3\t2\t3\t2\tSPEAR""",
    "over several lines": """
        NIGHT WATCH:

        Captain
        M: 4  B: 3  T: 4  A: 5
        Weapons: Sword, Pistol

        Guard x2
        M=3, B=2, T=3, A=2
        Spear""",
    "without spaces": """
        Night Watch
        1. Captain M4B3T4A5 [sword/pistol]
        2. 2\N{MULTIPLICATION SIGN}Guard M3B2T3A2 {spear}""",
    "with ranks and a leader in the end": """
        Night Watch
        Guards (2), M3 B2 T3 A2, spears
        Captain (leader) (Hero), M4 B3 T4 A5, a sword and a pistol""",
    "under headings": """
        Warband: Night Watch

        Leader:
        > Captain — M4 | B3 | T4 | A5 — Sword + Pistol
        Troops:
        > 2 Guards — M3 | B2 | T3 | A2 — Spear""",
    "weapons without commas": """
        Night Watch
        Captain sword pistol mel 4 bal 3 tou 4 agi 5
        2x Guard spear mel 3 bal 2 tou 3 agi 2""",
    "numbers first": """
        Night Watch
        Captain 4 Melee 3 Ballistics 4 Toughness 5 Agility sword pistol
        Guard x2, 3 melee, 2 ballistics, 3 toughness, 2 agility, spear""",
    "no title": """
        Captain M4 B3 T4 A5 sword, pistol
        2x Guard M3 B2 T3 A2 - spear""",
}


@pytest.mark.parametrize("text", LISTS.values(), ids=LISTS)
def test_a_roster_is_read_as_people_write_it(text: str) -> None:
    roster = read(text, "night-watch.txt")
    assert roster.name.title() == "Night Watch"
    assert roster.characters == WATCH


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Scout M2 B2 T3 A5 no weapons", card("Scout", (2, 2, 3, 5))),
        ("Scout M2 B2 T3 A5", card("Scout", (2, 2, 3, 5))),
        ("Scout M2 B2 T3 A5 unarmed", card("Scout", (2, 2, 3, 5))),
        ("Old Spear M2 B2 T3 A5, no weapons", card("Old Spear", (2, 2, 3, 5))),
        ("Ann, the brave M2 B2 T3 A5 rifle", card("Ann, the brave", (2, 2, 3, 5), "Rifle")),
        ("Droid 7 2/2/3/5 rifle", card("Droid 7", (2, 2, 3, 5), "Rifle")),
        ("3 Sentries 2/2/3/5 sniper rifles", card("Sentry", (2, 2, 3, 5), "Sniper", count=3)),
        ("3x Sentries 2/2/3/5 rifles", card("Sentries", (2, 2, 3, 5), "Rifle", count=3)),
        ('Ogre M5 B0 T6 A3, base 2", height: 3 - sword', card("Ogre", (5, 0, 6, 3), "Sword", base=2, height=3)),
        ("M2 B2 T3 A5 Scout, sword", card("Scout", (2, 2, 3, 5), "Sword")),
    ],
)
def test_a_line_says_all_of_a_character(line: str, expected: CharacterSetup) -> None:
    assert read(f"Band\n{line}\n").characters == (expected,)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Guard M3 B2 T3 spear", "Guard lacks agility: all four are needed, as in '2x Guard M3 B2 T3 A3 - spear'"),
        ("Guard M3 B2 T3 A3 M4 spear", "Guard has melee twice"),
        ("Guard M3 B2 T3 A3 spaer", "'spaer' is not understood; weapons are Pistol, Rifle, Sniper, Spear, Sword, or"),
        ("Guard M3 B2 T3 A3 spaer", "Did you mean 'Spear'?"),
        ("Guard with axe M3 B2 T3 A3", "'axe' is not understood"),
        ("Guard (swrod) M3 B2 T3 A3", "'swrod' is not understood"),
        ("who is this", "'who is this' is not understood: a character is a line such as"),
        ("Guard 3 2 3", "'Guard 3 2 3' is not understood"),
        ("M3 B2 T3 A3", "a character has a name before its abilities"),
        ("x" * 301, "a line may have at most 300 characters"),
        ("Guard M3 B2 T0 A3", "characters[1].toughness: must be at least 1"),
        ("Guard M3 B2 T3 A13", "characters[1].agility: must be from 0 to 10, not 13"),
        ("Captain M3 B2 T3 A3", "the name 'Captain' is given to two models"),
        ("20x Guard M3 B2 T3 A3", "characters[1].count: must be at most 12, not 20"),
    ],
)
def test_what_is_not_understood_is_told_with_its_line(line: str, said: str) -> None:
    with pytest.raises(SetupError) as refused:
        read(f"Band\nCaptain M4 B4 T4 A4 sword\n\n{line}\n")
    assert said in str(refused.value)
    assert "list.txt:4: " in str(refused.value)


@pytest.mark.parametrize("text", ["", "Dear all,\nthis is not a roster.", "# Read me\n\nA 3 of hearts."])
def test_a_text_without_a_character_is_no_roster(text: str) -> None:
    with pytest.raises(BattlewrightError, match=r"^list\.txt is no list of characters") as refused:
        read(text)
    assert not isinstance(refused.value, SetupError)


def test_a_text_file_may_have_a_roster_in_toml_or_json_too() -> None:
    toml = ROSTERS.text("red-hall")
    assert read(f"\n# mine\n{toml}") == ROSTERS.read("red-hall")
    assert read(ROSTERS.read("red-hall").model_dump_json()) == ROSTERS.read("red-hall")
    assert read(f"[{ROSTERS.read('red-hall').model_dump_json()}]", "pasted.md") == ROSTERS.read("red-hall")


def test_a_list_is_played(tmp_path: Path) -> None:
    file = tmp_path / "watch.txt"
    file.write_text(LISTS["as in a chat"], encoding="utf-8")
    setup = read_setup((str(file), "red-hall")).setup
    assert setup.rosters[0].characters == WATCH


# What is written is read again


WAYS = {
    "labels": "M{} B{} T{} A{}",
    "words": "Melee {}, Ballistics {}, Toughness {}, Agility {}",
    "slashes": "{}/{}/{}/{}",
    "colons": "M: {} | B: {} | T: {} | A: {}",
}


@st.composite
def ways(draw: st.DrawFn) -> dict[str, Any]:
    """A way to write lists."""
    return {
        "abilities": draw(st.sampled_from([*WAYS.values()])),
        "bullet": draw(st.sampled_from(["", "- ", "* ", "• ", "> "])),
        "between": draw(st.sampled_from([", ", " + ", " and ", "/"])),
        "case": draw(st.sampled_from([str, str.lower, str.upper])),
        "last": draw(st.booleans()),
        "end": draw(st.sampled_from(["", " (12 points)", " 12 pts", " = 12 points each"])),
    }


def written(roster: RosterSetup, way: dict[str, Any]) -> str:
    """A roster as a list."""
    lines = [f"{roster.name} ({roster.points} points)", f"About: {roster.about}", ""]
    for each in roster.characters:
        abilities = way["abilities"].format(each.melee, each.ballistics, each.toughness, each.agility)
        weapons = way["case"](way["between"].join(each.weapons)) or "no weapons"
        measures = f" base {each.base:g} height {each.height:g}"
        count = f"x{each.count} " if way["last"] else ""
        before = "" if way["last"] else f"{each.count}x "
        lines.append(f"{way['bullet']}{before}{each.name}, {abilities}, {count}{weapons}{measures}{way['end']}")
    return "\n".join(lines)


NAMES = {weapon.name for weapon in shipped_weapons()}
PLAIN = [name for name in ROSTERS.names if not ROSTERS.read(name).weapons]
WORDS = [
    "Ann",
    "Old",
    "Tom",
    "of",
    "Mor-Dun",
    "Guard",
    "Ysolde's",
    "Élise",
    "III",
    "Bas",
    "Mats",
    "Tara",
    "Axes",
    "Boss",
]


@given(name=st.sampled_from(PLAIN), way=ways())
def test_what_ships_is_read_again_from_a_list(name: str, way: dict[str, Any]) -> None:
    roster = ROSTERS.read(name)
    assert read(written(roster, way)) == roster


@given(data=st.data(), way=ways())
def test_any_roster_is_read_again_from_a_list(data: st.DataObject, way: dict[str, Any]) -> None:
    names = st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(" ".join)
    scores = st.integers(0, 10)
    characters = [
        card(
            name,
            (data.draw(scores), data.draw(scores), data.draw(st.integers(1, 10)), data.draw(scores)),
            *data.draw(st.permutations(sorted(NAMES)).flatmap(lambda some: st.integers(0, 5).map(lambda n: some[:n]))),
            count=data.draw(st.integers(1, 3)),
            base=data.draw(st.sampled_from([0.5, 1, 1.5, 2])),
        )
        for name in data.draw(st.lists(names, min_size=1, max_size=4, unique=True))
    ]
    roster = RosterSetup(name=data.draw(names), about="Of whom nobody speaks.", characters=tuple(characters))
    assert read(written(roster, way)) == roster


@given(st.text())
def test_any_text_is_read_or_refused_in_a_sentence(text: str) -> None:
    try:
        read(f"Band\nCaptain M4 B4 T4 A4 sword\n{text}")
    except BattlewrightError as refused:
        assert str(refused)
