"""Encounters of Heroes on the command line: played, watched, changed by a game master, kept and repeated."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from battlewright import systems
from battlewright.bots.greedy import GreedyBot
from battlewright.contract.guides import guide_of, odds_of
from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.node import NodeKind
from battlewright.engine.record import look
from battlewright.engine.session import Session
from battlewright.engine.story import sentences
from battlewright.engine.text import percent
from battlewright.odds import Until, solve
from battlewright.systems.heroes.enums import ConditionName
from battlewright.systems.heroes.guide.advice import Chances
from battlewright.systems.heroes.guide.edit_words import EDIT_FORMS, is_edit
from battlewright.systems.heroes.guide.edits import Master
from battlewright.systems.heroes.record import Encounter, Setting
from battlewright.systems.heroes.rules.defence import has
from battlewright.systems.heroes.setup.encounters import ENCOUNTERS, read_encounter
from tests.advice import advice_texts
from tests.cli.helpers import Command


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def session() -> Session:
    """Silarn and Brannoc against four ruffians; Silarn has to choose."""
    made = Session(systems.load("heroes"), read_encounter("cudgels-in-the-alley"), 3)
    while made.node.kind == NodeKind.CHANCE:
        made.roll()
    return made


def script(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


# Watching and playing


@pytest.mark.parametrize("name", ENCOUNTERS.names)
def test_bots_play_every_shipped_encounter_to_its_end(battlewright: Command, name: str) -> None:
    data = json.loads(battlewright("encounter", name, "--auto", "--seed", "5", "--json").out)
    assert (data["system"], data["over"]) == ("heroes", True)
    up = [
        each["id"]
        for each in data["combatants"]
        if each["health"]["now"] and each["stress"]["now"] < each["stress"]["of"]
    ]
    standing = {side: [tag for tag in up if tag.startswith(side)] for side in "ab"}
    assert data["result"]["winner"] == "draw" or not standing["b" if data["result"]["winner"] == "a" else "a"]


def test_without_a_name_it_is_said_what_is_played_and_what_else_there_is(battlewright: Command) -> None:
    ran = battlewright("encounter", "--seed", "3", typed="q\n")
    assert ran.code == 0
    assert "No encounter is named, so this is cudgels-in-the-alley; there are also the-ash-circle" in ran.out
    assert "You lead Heroes (a)" in ran.out
    assert re.search(
        r"1  Rapier at Ruffian 1 \(b1\) \(2 AP\)  hit \d+%, critical \d+% \(.*\), Bleeding \d+%; [\d.]+ damage", ran.out
    )


def test_help_lists_what_a_game_master_may_type(battlewright: Command) -> None:
    ran = battlewright("encounter", "--seed", "3", typed="h\nh edits\nq\n")
    short, edits = ran.out.split("A game master may type")
    assert "h edits " in short
    assert not any(form in short for form in EDIT_FORMS)
    assert all(form in edits for form in EDIT_FORMS)


def test_choices_are_taken_back_and_so_are_changes(battlewright: Command) -> None:
    typed = script("set silarn health 5", "1", "u", "u", "u", "t", "q")
    ran = battlewright("encounter", "--seed", "3", typed=typed)
    assert "sets the health of Silarn (a1) from 19 to 5." in ran.out
    assert "Taken back: a: Rapier at Ruffian 1 (b1)" in ran.out
    assert "Taken back: The game master sets the health of Silarn (a1) from 19 to 5." in ran.out
    assert "You have nothing to take back." in ran.out
    assert "19/19" in ran.out.rpartition("You have nothing")[2]


def test_a_change_that_leaves_the_choices_alone_does_not_list_them_again(battlewright: Command) -> None:
    listed = "1  Rapier at Ruffian 1 (b1)"
    ran = battlewright("encounter", "--seed", "3", typed=script("set a1 health 5", "q"))
    assert ran.out.count(listed) == 1
    assert "The choices are unchanged; l lists them." in ran.out
    ran = battlewright("encounter", "--seed", "3", typed=script("set a1 health 5", "l", "set b1 cover 80", "q"))
    assert ran.out.count(listed) == 3


def test_every_sheet_can_be_looked_at(battlewright: Command) -> None:
    ran = battlewright(
        "encounter", "--seed", "3", typed=script("s", "s b1", "s gandalf", "s b1 health", "rulings", "q")
    )
    assert "Dodge 9 = Dexterity 7 + item 2" in ran.out
    assert "Ruffian, the game master's, level 1" in ran.out
    assert "Nobody here is called 'gandalf'" in ran.out
    assert "Ruffian 1 (b1), and then 'health': give the name only." in ran.out
    assert "dense fog: dodge +5" in ran.out


def test_dice_may_be_typed_in_and_whose_they_are_is_said(battlewright: Command) -> None:
    typed = script("1 5 4 3 7 10 1", "set a1 health 3", "9 2", "1", "8 8 8", "q")
    ran = battlewright("encounter", "--dice", "physical", "--seat", "both", typed=typed)
    assert "Initiative for round 1: 7d10, for Silarn (a1), Brannoc (a2), Ruffian 1 (b1)" in ran.out
    assert "A tie for initiative: 2d10, for Silarn (a1), Ruffian 2 (b2)." in ran.out
    assert re.search(r"Silarn \(a1\) +3/19", ran.out)
    assert re.search(r"Ruffian 4 \(b4\) rolls 24 \+ \d = 2\d to hit Silarn \(a1\)\. \[H\.W1\]", ran.out)
    assert "That is more than 5 above Physical Defence 18: the attack hits critically. [H.D8]" in ran.out
    assert "play --resume battle.replay --dice physical" in ran.out


def test_a_changed_encounter_is_kept_repeated_and_goes_on(battlewright: Command) -> None:
    changes = ("set a1 health 5", "give b1 prone 2", "mod a1 dense fog", "set a1 ring 1 b1 5 b2 8 b3", "1")
    ran = battlewright("encounter", "--seed", "3", "--replay", "kept.replay", typed=script(*changes, "q"))
    assert "play --resume kept.replay" in ran.out
    ran = battlewright("replay", "kept.replay")
    assert ran.code == 0
    assert "The game master decides: Ruffian 1 (b1) is Prone (2 turns)." in ran.out
    assert "The game master decides: Ruffian 2 (b2) stands at place 5 beside Silarn (a1)." in ran.out
    assert "The game master gives Silarn (a1) +5 to dodge." in ran.out
    assert "It is called 'dense fog'. [H.D11]" in ran.out
    assert "Silarn (a1) is now Surrounded. [H.D9]" in ran.out
    ran = battlewright("encounter", "--resume", "kept.replay", "--auto", "--json")
    assert json.loads(ran.out)["over"] is True
    assert "this is a battle of Heroes" in battlewright("play", "skirmish", "--resume", "kept.replay").err


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("the-barow",), "Did you mean 'the-barrow'?"),
        (("--json",), "--json needs --seat none (or --auto)"),
        (("--seat", "c"), "seat must be a, b, both or none, not 'c'."),
        (("--auto", "--bots", "gredy"), "Unknown bot 'gredy'"),
        (("nothing.toml",), "there is no such file"),
        (("--resume", "x.replay", "--seed", "3"), "x.replay"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(battlewright: Command, arguments: tuple[str, ...], reason: str) -> None:
    ran = battlewright("encounter", *arguments)
    assert ran.code == 2
    assert reason in ran.err


def test_the_faults_of_an_encounter_and_its_sheets_are_told_at_once(battlewright: Command) -> None:
    Path("hero.toml").write_text('name = "Ada"\n[attributes]\nstrength = 13\n')
    foe = '{ sheet = "ruffian", situations = ["partial cover", "heavy cover", "mist"], hidden = 30 }'
    fog = (
        '{ sheet = "ruffian", modifiers = [{ component = "dodge", amount = 2 }, { component = "dodge", amount = -2 }] }'
    )
    Path("fight.toml").write_text(f'name = "Fight"\nheroes = ["hero.toml", "gandalf"]\nfoes = [{foe}, {fog}]\n')
    ran = battlewright("encounter", "fight.toml")
    assert ran.code == 2
    for part in (
        "hero.toml:3: attributes.strength: must be from 1 to 12, not 13 (H.A1)",
        "fight.toml:2: heroes[1].sheet: Unknown sheet 'gandalf'",
        "fight.toml:3: foes[0].situations: partial cover and heavy cover exclude each other",
        "foes[0].situations: partial cover by name, and 30 hundredths hidden",
        "there is no situation 'mist'; known are dense fog",
        "foes[1].modifiers: +2 and -2 to dodge cancel each other",
    ):
        assert part in ran.err


def test_the_faults_of_sheets_are_told_with_those_of_the_file_itself(battlewright: Command) -> None:
    Path("hero.toml").write_text('name = "Ada"\n[attributes]\nstrength = 13\n')
    modifier = '{ component = "strength", amount = 2 }'
    lines = f'heroes = ["hero.toml", 7]\nfoes = [{{ sheet = "ruffian", cuont = 2, modifiers = [{modifier}] }}]'
    Path("fight.toml").write_text(f'name = "Fight"\n{lines}\n[rulings.conditions.sleepy]\nturns = 3\n')
    ran = battlewright("encounter", "fight.toml")
    for part in (
        "fight.toml:2: heroes[1]: must be the name of a sheet, or a table with it, not 7",
        "fight.toml:3: foes[0].cuont: is not a known field",
        "foes[0].modifiers[0].component: strength is settled by the sheet",
        "fight.toml:4: rulings.conditions.sleepy: there is no such condition",
        "hero.toml:3: attributes.strength: must be from 1 to 12, not 13 (H.A1)",
    ):
        assert part in ran.err
    assert "must be text" not in ran.err


# The game master's words


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("set silarn health 5", "sets the health of Silarn (a1) from 19 to 5."),
        ("set ruffian 2 wounds 3", "sets the wounds of Ruffian 2 (b2) from 0 to 3."),
        ("set b2 cover 80", "sets the hidden share of Ruffian 2 (b2) from 0 to 80."),
        ("set a1 ring 1 b1", "Ruffian 1 (b1) stands at place 1 beside Silarn (a1)."),
        ("mod a1 dodge +5", "gives Silarn (a1) +5 to dodge."),
        ("mod bran physical defence -2", "gives Brannoc (a2) -2 to whole."),
        ('mod a1 "magical alacrity"', "gives Silarn (a1) +5 to parry."),
        ("mod a1 spell power +1 the moon's favour for 3 turns", "gives Silarn (a1) +1 to spell power."),
        ("give b1 dominated by silarn", "Ruffian 1 (b1) is Dominated (until a check ends it, by Silarn (a1))."),
        ("give b1 stunned 2 reflex power 6", "Ruffian 1 (b1) is Stunned (2 turns)."),
        ("give b1 unconscious", "Ruffian 1 (b1) is Unconscious (until a check ends it)."),
        ("give b1 dead", "Ruffian 1 (b1) is Dead (until the game master ends it)."),
        ("trap b1 reflex 2d6+1 fire and piercing, prone", "a trap goes off at Ruffian 1 (b1)."),
        ("trap b1 fortitude power 7 poisoned", "a trap goes off at Ruffian 1 (b1)."),
        ("give b1 prone 2", "Ruffian 1 (b1) is Prone (2 turns)."),
        ("give b1 poisoned", "Ruffian 1 (b1) is Poisoned (6 turns)."),
        ("give b1 stunned", "Ruffian 1 (b1) is Stunned (until a check ends it)."),
        ("give b1 flanked", "Ruffian 1 (b1) is Flanked (until the game master ends it)."),
        ("round 3", "sets the round from 1 to 3."),
    ],
)
@pytest.mark.clause("H.D11")
def test_a_game_master_changes_anything_in_words(session: Session, said: str, told: str) -> None:
    assert is_edit(said)
    (edit,) = Master(session).edits(said)
    assert told in sentences(session, session.edit(edit).events)[0].text


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("set gandalf health 5", "Nobody here is called 'gandalf'. There are Silarn (a1)"),
        ("set ruffian health 5", "'ruffian' may be Ruffian 1 (b1), Ruffian 2 (b2)"),
        ("set", "Say whom it is about, such as: set silarn health 5"),
        ("set a1", "Say what to set: health"),
        ("set a1 helth 5", "Did you mean 'health'?"),
        ("set a1 health 50", "Health of Silarn (a1) is a whole number from 0 to 19, not '50' (H.P1)"),
        ("set a1 cover lots", "from 0 to 100, not 'lots' (H.D9)"),
        ("set a1 ring 1", "A ring is places with names, such as: set a1 ring 1 b1 5 b2"),
        ("set a1 ring 9 b1", "a number from 1 to 8, not '9'"),
        ("set a1 ring 1 a2", "Brannoc (a2) is of the same side as Silarn (a1)"),
        ("set a1 ring 1 b1 5 b1", "Everybody stands at one place"),
        ("set b1 ap 1", "AP are counted in a turn: it is the turn of"),
        ("mod a1 dodge", "Say by how much, such as: mod a1 dodge +2"),
        ("mod a1 dodge 200", "from -99 to 99 other than 0, not 200"),
        ("mod a1 dodge 0", "Silarn (a1) has no modifier 'dodge'; it has none (H.D11)"),
        ("mod a1 dense fog off", "Silarn (a1) has no modifier 'dense fog'; it has none (H.D11)"),
        ("mod a1 dense fog for 0", "It lasts from 1 to 99 turns, not '0' (H.D6)"),
        ("mod a1 dodge +1 a name that is far too long", "has 1 to 20 letters, digits"),
        ("mod a1 dodge +1 fög", "has 1 to 20 letters, digits"),
        ("mod a1 dodge +1 parry", "'parry' is what is modified; give the modifier another name"),
        ("mod a1 thick fog", "Unknown situation 'thick fog'"),
        ("mod a1 strength 3", "Unknown thing to modify 'strength'"),
        ("give b1 sleepy", "Unknown condition 'sleepy'"),
        ("give b1 bloodied", "Bloodied comes and goes with Health (H.X4)"),
        ("give b1 dominated", "Say who dominates, such as: give b1 dominated by a1 (H.X5)"),
        ("give b1 stunned by b1", "Ruffian 1 (b1) cannot uphold it on itself"),
        ("give b1 stunned by silarn power 3", "goes by its caster's Spell Power: leave out the power"),
        ("give b1 stunned power lots", "The power is a whole number from 1 to 99, not 'lots'"),
        ("give b1 stunned quickly", "After Stunned comes a number of turns, 'by NAME'"),
        ("end b1 prone now", "Prone, and then 'now': name one only"),
        ("trap b1", "Say which defence resists it: willpower, fortitude, reflex"),
        ("trap b1 reflex", "Say what it deals or brings"),
        ("trap b1 reflex 2d6", "Damage has dice and one type or several"),
        ("trap b1 reflex 99d6 fire", "Damage must be dice such as '2d6+1'"),
        ("trap b1 reflex bloodied", "A trap cannot bring Bloodied (H.R0)"),
        ("trap b1 the pit", "A trap has a defence, 'power NUMBER'"),
        ("enter b1 the pit", "This encounter has no traps and no hazards (H.R0)"),
        ("give b1 prone 0", "lasts from 1 to 99 turns, not 0"),
        ("end b1 prone", "Ruffian 1 (b1) is not Prone."),
        ("round 99", "The round is a whole number from 1 to 30, not '99' (H.N1)"),
    ],
)
def test_what_a_game_master_cannot_do_is_said_in_a_sentence(session: Session, said: str, reason: str) -> None:
    with pytest.raises(BattlewrightError) as refused:
        Master(session).edits(said)
    assert reason in str(refused.value)
    assert not [move for move in session.steps if move.text.startswith("edit")]


def carry_out(session: Session, *lines: str) -> None:
    for line in lines:
        for edit in Master(session).edits(line):
            session.edit(edit)


def test_end_alone_ends_a_turn_and_with_names_a_condition(session: Session) -> None:
    assert not is_edit("end")
    carry_out(session, "give b1 prone 2", "end b1 prone")
    encounter: Encounter = session.record
    assert encounter.combatants[2].afflictions == 0


def test_a_condition_takes_the_place_of_its_severe_form(session: Session) -> None:
    encounter: Encounter = session.record
    carry_out(session, "give b1 prone", "give b1 staggered")
    dodge = encounter.combatants[2].dodge
    assert encounter.combatants[2].afflictions == 1
    carry_out(session, "give b1 prone")
    assert (encounter.combatants[2].afflictions, encounter.combatants[2].dodge) == (1, dodge - 2)


def test_giving_one_affliction_leaves_the_others(session: Session) -> None:
    carry_out(session, "give b1 bleeding", "give b1 poisoned", "give b1 afraid", "give b1 dominated by a1")
    encounter: Encounter = session.record
    assert encounter.combatants[2].afflictions == 4


@pytest.mark.clause("H.D6", "H.D11")
def test_modifiers_go_by_name_and_those_without_one_by_their_component(session: Session) -> None:
    encounter: Encounter = session.record
    silarn = encounter.combatants[0]
    carry_out(session, "mod a1 dense fog", "mod a1 dodge +3 smoke", "mod a1 dodge +1", "mod a1 dodge -2")
    assert silarn.dodge == 9 + 5 - 2
    carry_out(session, "mod a1 dodge off")
    assert silarn.dodge == 9 + 5
    carry_out(session, "mod a1 dense fog off")
    assert silarn.dodge == 9 + 3
    with pytest.raises(BattlewrightError, match=r"has no modifier 'dense fog'; it has smoke \(H\.D11\)"):
        Master(session).edits("mod a1 dense fog off")
    carry_out(session, "mod a1 smoke off")
    assert (silarn.dodge, encounter.modifiers_count) == (9, 5)  # those of the foes, as they were


def test_a_modifier_that_has_no_room_is_refused(session: Session) -> None:
    carry_out(session, *(f"mod b{n % 4 + 1} dodge +1 charm {n}" for n in range(64 - 5)))
    with pytest.raises(BattlewrightError, match="There are 64 modifiers already"):
        Master(session).edits("mod a1 reflex 1")


@pytest.mark.clause("H.P3", "H.X4")
@pytest.mark.parametrize(
    ("before", "refused"),
    [
        (("set b1 health 0",), "end b1 unconscious"),
        (("set b1 wounds 6",), "end b1 dead"),
        (("set b1 health 0", "set b1 wounds 6"), "end b1 dead"),
        (("set b1 morale 0",), "end b1 afraid"),
        (("set b1 health 3",), "end b1 bloodied"),
        (("set b1 health 12",), "give b1 bloodied"),
        (("set b1 health 12",), "give b1 near death"),
        (("set b1 ring 1 a1 5 a2",), "end b1 flanked"),
    ],
)
def test_what_is_advised_does_what_was_wanted(session: Session, before: tuple[str, ...], refused: str) -> None:
    """Who does what the sentence says has what was asked for."""
    card = look(Setting, session.setting).cards[2]
    wounds, health = card.wounds, card.health
    carry_out(session, *(line.replace("wounds 6", f"wounds {wounds}").replace("12", str(health)) for line in before))
    with pytest.raises(BattlewrightError) as raised:
        Master(session).edits(refused)
    advised = re.findall(r"set b1 \w+ (?:none|\d+)", str(raised.value))
    assert advised
    carry_out(session, *advised)
    verb, _, *name = refused.split()
    condition = ConditionName[" ".join(name).upper().replace(" ", "_")]
    assert as_plain(has)(session.record.combatants[2], condition) == (verb == "give")


@pytest.mark.clause("H.X5")
def test_what_healing_promises_knows_what_forbids_it() -> None:
    session = Session(systems.load("heroes"), read_encounter("the-barrow"), 3)
    encounter: Encounter = session.record
    oda = [each.name for each in session.setup.combatants].index("Sister Oda")
    while session.node.kind == NodeKind.CHANCE or encounter.frames[encounter.depth - 1].actor != oda:
        if session.node.kind == NodeKind.CHANCE:
            session.roll()
        else:
            session.choose(session.choices()[-1])
    carry_out(session, "set brannoc health 1", "give brannoc diseased")
    mend = next(each for each in session.choices() if each.target == 0)
    assert behind(session)[session.choices().index(mend)] == "nothing comes back: Diseased"
    carry_out(session, "end brannoc diseased")
    assert re.match(r"[\d.]+ of \d+ come back", behind(session)[session.choices().index(mend)])


# What choices promise


@pytest.mark.parametrize(("name", "action"), [("Silarn", 0), ("Mirelle", 0), ("Mirelle", 1)])
def test_the_promise_of_an_action_is_what_the_rules_do(name: str, action: int) -> None:
    """An attack with a weapon, a contest, and a spell that is rolled by the bands."""
    session = Session(systems.load("heroes"), read_encounter("the-giant-at-the-pass"), 3)
    encounter: Encounter = session.record
    who = [each.name for each in session.setup.combatants].index(name)
    while session.node.kind == NodeKind.CHANCE or encounter.frames[encounter.depth - 1].actor != who:
        if session.node.kind == NodeKind.CHANCE:
            session.roll()
        else:
            session.choose(session.choices()[-1])
    carry_out(session, "set b1 health 12", "mod b1 armor +2")
    choice = next(each for each in session.choices() if each.action == action and each.target == 4)
    chances = Chances(session)
    advice = chances.of(choice)
    shown = chances.text(choice, advice)
    session.choose(choice)
    odds = solve(
        session.system.rules,
        session.setting,
        session.battle,
        lambda battle: (battle.combatants[4].health, battle.combatants[4].wounds),
        sum,
        until=Until(depth=3),
    ).odds
    hurt = odds.chance_that(lambda left: left != (12, 0))
    damage = odds.mean_of(lambda left: 12 - left[0] + left[1])
    fells = odds.chance_that(lambda left: left[0] == 0)
    assert shown.endswith(f"; {float(damage):.1f} damage, fells {percent(fells)}")
    assert (advice.chances["hit"], advice.parts, advice.value) == (hurt, {"damage": damage}, damage)
    assert advice.chances.get("fells", 0) == fells
    assert re.match(rf"(?:hit|won) {percent(hurt)}", shown)


def behind(session: Session) -> list[str]:
    """What stands behind each choice at the table."""
    found = advice_texts(guide_of(session), session.choices())
    assert found is not None
    return found


def test_the_star_stands_by_what_the_greedy_bot_does(session: Session) -> None:
    """And by every other choice that it values as much: of two equal spiders, both."""
    choices, found = session.choices(), odds_of(session, session.choices())
    best = GreedyBot(session.seed, session.index).choose(session)
    assert found[choices.index(best)].best
    assert [each.endswith("*") for each in behind(session)] == [each.best for each in found]
    assert all(each.chances == found[choices.index(best)].chances for each in found if each.best)


SEATS_OF_THE_ALLEY = """
[[seats]]
name = "Ann"
side = "a"
leads = ["Silarn"]

[[seats]]
name = "Ben"
side = "a"

[[seats]]
name = "The master"
side = "b"
master = true
"""


def test_an_encounter_that_names_its_seats_is_played_edited_and_resumed(battlewright: Command) -> None:
    Path("mine.toml").write_text(battlewright("copy", "encounter", "cudgels-in-the-alley").out + SEATS_OF_THE_ALLEY)
    ran = battlewright("play", "heroes", "mine.toml", "--seed", "3", typed="1\nhealth b1 3\nu\nq\n")
    assert ran.code == 0, ran.err
    assert "You lead Heroes (a)." in ran.out
    assert re.search(r"^(Ann: Silarn|Ben: Brannoc)", ran.out, re.MULTILINE)
    again = battlewright("play", "--resume", "battle-3.replay", typed="q\n")
    assert "You lead Heroes (a)." in again.out
    assert battlewright("play", "heroes", "mine.toml", "--auto").code == 0


def test_to_take_back_does_not_reach_for_what_a_bot_chose(battlewright: Command) -> None:
    Path("mine.toml").write_text(battlewright("copy", "encounter", "cudgels-in-the-alley").out + SEATS_OF_THE_ALLEY)
    ran = battlewright("play", "heroes", "mine.toml", "--seed", "3", typed="u\nq\n")
    assert "You have nothing to take back." in ran.out


def test_help_and_clauses_follow_the_rulings_of_the_encounter(battlewright: Command) -> None:
    ran = battlewright("play", "heroes", "--ruling", "ap=5", "--seed", "3", typed="h\nh.n1\nh.d8\nq\n")
    assert "A turn has 5 AP (action points)" in ran.out
    assert "In this battle ap is 5 (usually 3)." in ran.out.split("H.N1 (")[1].split("H.D8 (")[0]
    assert "In this battle" not in ran.out.split("H.D8 (")[1]


def test_with_secret_sheets_it_is_said_why_there_is_no_chance_to_win(battlewright: Command) -> None:
    played = "play", "heroes", "cudgels-in-the-alley", "--advice", "full", "--seed", "3"
    assert "points of 100" in battlewright(*played).out
    secret = battlewright(*played, "--secret-sheets").out
    assert "The chance to win is not told: it would say what is on the secret sheets." in secret
    assert "points of 100" not in secret
