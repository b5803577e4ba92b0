"""Battles between bots by the thousand, checked after every node; and files that somebody has damaged."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

import battlewright
from battlewright import systems
from battlewright.bots.named import NamedBot, pair_of
from battlewright.bots.random import RandomBot
from battlewright.engine import replay, source
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.node import NodeKind
from battlewright.engine.position import Position
from battlewright.engine.record import Row, allocate, look, restore, snapshot
from battlewright.engine.session import Session
from battlewright.engine.step import StepKind
from battlewright.systems.heroes.record import Editable as HeroesEditable
from battlewright.systems.skirmish.bots.make_tables import tables_of
from battlewright.systems.skirmish.bots.tables import Tables
from battlewright.systems.skirmish.record import Fate, Setting, SkirmishChoice
from battlewright.systems.skirmish.setup.battle import SCENARIOS, ScenarioSetup, build
from battlewright.systems.skirmish.setup.files import ROSTERS, TABLES, RosterSetup, TableSetup, WeaponSetup
from tests.golden import FOLDER

BENCH = Path(__file__).parents[1] / "bench"
BATTLES, SEED = 2240, 3
"""Fourteen blocks of battles: both editions on all tables, with all rosters at both seats, are in them."""
BY_RANDOM = 2000


@pytest.fixture(scope="module")
def fuzz() -> ModuleType:
    return import_module("fuzz.run")


@pytest.fixture(scope="module")
def skirmish(fuzz: ModuleType) -> Any:
    """What the fuzz knows of Skirmish."""
    return fuzz.game_of("skirmish")


def play(fuzz: ModuleType, name: str, battles: int, bots: str = "", apart: int = 1, **every: int) -> Any:
    """What the first battles of a system came to, or so many far apart."""
    game, total = fuzz.game_of(name), fuzz.Result()
    arena = fuzz.Arena(game, SEED, bots)
    for some in game.cases.stretches(0, battles, apart):
        total.add(arena.play(some, **every))
    return total


@pytest.fixture(scope="module")
def played(fuzz: ModuleType) -> Any:
    """What battles of the random and the greedy bot came to."""
    return play(fuzz, "skirmish", BATTLES, saved_every=50, told_every=300)


@pytest.mark.nightly
def test_battles_between_bots_make_sense_after_every_node(played: Any) -> None:
    assert played.failures == []
    assert (played.battles, played.from_bytes, played.from_text) == (BATTLES, 45, 8)
    assert (played.illegal, played.failed) == (0, 0)
    assert played.nodes > 50 * BATTLES
    assert played.edits > BATTLES // 3


@pytest.mark.parametrize(
    ("name", "apart", "part", "kinds"),
    [("skirmish", 167, "table", 5), ("heroes", 29, "encounter", 7), ("formations", 37, "forces", 16)],
)
def test_a_few_battles_of_every_system_make_sense_after_every_node(
    fuzz: ModuleType, name: str, apart: int, part: str, kinds: int
) -> None:
    result = play(fuzz, name, 48, apart=apart, saved_every=5, told_every=apart * 8)
    assert result.failures == []
    assert (result.battles, result.illegal, result.from_text) == (48, 0, 6)
    assert result.from_bytes == 10
    assert result.edits > 10
    assert len(result.bots) == 4
    assert len(result.parts[part]) == kinds


@pytest.mark.parametrize("name", ["skirmish", "heroes", "formations"])
def test_a_game_master_edits_in_some_battles_and_types_the_dice_of_others(fuzz: ModuleType, name: str) -> None:
    watch, game = import_module("fuzz.watch"), fuzz.game_of(name)
    told = {index: watch.told(game, SEED, index, pair_of("random")) for index in range(7)}
    kinds = {index: {step.kind for step in session.steps} for index, session in told.items()}
    assert {index for index, found in kinds.items() if StepKind.EDIT in found} <= {1, 4}
    assert {index for index, found in kinds.items() if StepKind.TYPED in found} == {1, 6}
    assert all((StepKind.ROLL in found) == (index not in (1, 6)) for index, found in kinds.items())
    for session in told.values():
        assert watch.typed_again(session).fingerprint == session.fingerprint


def proposed(game: Any, index: int) -> set[int]:
    """The kinds of edits that are accepted among thousands that are made up at the first decision of a battle."""
    session = Session(game.system, game.cases.case_of(index).setup(), SEED)
    while session.node.kind == NodeKind.CHANCE or session.node.step != game.system.rules.first_turn_step:
        if session.node.kind == NodeKind.CHANCE:
            session.roll()
        else:
            session.choose(session.choices()[0])
    checks, watch = import_module("fuzz.checks"), import_module("fuzz.watch")
    master, change, found = watch.new_master(SEED, 1), allocate(game.system.rules.edit_record), set()
    before, thinks = snapshot(session.battle), checks.loops(game).thinks_of_edit
    for _ in range(12_000):
        if thinks(session.setting, session.battle, master, change):
            if not game.system.rules.edit(session.setting, session.battle, change):
                found.add(int(look(game.system.rules.edit_record, change).what))
            restore(session.battle, before)
    return found


@pytest.mark.parametrize("name", ["skirmish", "heroes", "formations"])
def test_edits_of_every_kind_are_made_up_and_accepted(fuzz: ModuleType, name: str) -> None:
    game = fuzz.game_of(name)
    needs_hazards = {HeroesEditable.EXPOSED} if name == "heroes" else set()
    index = game.cases.encounters.index("the-ash-circle") * game.cases.block if name == "heroes" else 0
    assert proposed(game, index) == set(map(int, game.system.rules.edit_kinds)) - needs_hazards


@pytest.mark.nightly
def test_both_bots_sit_at_both_seats(fuzz: ModuleType, skirmish: Any, played: Any) -> None:
    pairs = [f"{one},{other}" for one in ("random", "greedy") for other in ("random", "greedy")]
    assert played.bots == dict.fromkeys(pairs, BATTLES // 4)
    cases = skirmish.cases
    seated = {(cases.case_of(index), fuzz.called(cases.pair_at(index))) for index in range(BATTLES)}
    first = [case for case, _ in seated if case.edition == "first"]
    assert (len(first), len(seated) - len(first)) == (BATTLES // 4, BATTLES // 2), "the first edition lacks an option"


@pytest.mark.nightly
def test_they_are_fought_on_every_table_by_every_roster_in_every_scenario(skirmish: Any, played: Any) -> None:
    cases = [skirmish.cases.case_of(index) for index in range(BATTLES)]
    assert played.parts["table"] == {table: sum(case.table == table for case in cases) for table in TABLES.names}
    assert played.parts["edition"] == {"second": BATTLES // 2, "first": BATTLES // 2}
    for edition, options in (("second", 8), ("first", 4)):
        some = [case for case in cases if case.edition == edition]
        for seat in (0, 1):
            assert {case.rosters[seat] for case in some} == set(ROSTERS.names)
        assert {case.table for case in some} == set(TABLES.names)
        assert {case.scenario for case in some} == {"", *SCENARIOS.names}
        assert len({case.options for case in some}) == options
    among = 12 * len(TABLES.names) * len(ROSTERS.names) ** 2 * (len(SCENARIOS.names) + 1)
    lap = skirmish.cases.lap
    assert lap == 4 * 16 * among // 12
    assert len({skirmish.cases.case_of(index) for index in range(lap)}) == among


@pytest.mark.parametrize(("name", "cases"), [("heroes", 7 * 48 * 3), ("formations", 16 * 18)])
def test_a_lap_has_every_case_with_every_pair_of_bots(fuzz: ModuleType, name: str, cases: int) -> None:
    of = fuzz.game_of(name).cases
    seated = {(of.case_of(index), fuzz.called(of.pair_at(index))) for index in range(of.lap)}
    assert len(seated) == 4 * cases == of.lap


@pytest.mark.parametrize(("first", "battles"), [(0, 1), (100, 60), (130, 500), (31_300, 100), (5, 260_000)])
def test_each_number_is_played_once_beside_others_of_its_block(skirmish: Any, first: int, battles: int) -> None:
    wanted, case_of = [], skirmish.cases.case_of
    for some in skirmish.cases.stretches(first, battles):
        assert len({replace(case_of(at), scenario="", options=()) for each in some for at in (each[0], each[-1])}) == 1
        wanted += [index for each in some for index in each]
    assert sorted(wanted) == list(range(first, first + battles))


def test_a_few_numbers_far_apart_have_a_bit_of_everything(skirmish: Any) -> None:
    (indices,) = zip(*(some for some in skirmish.cases.stretches(0, 40, 165)), strict=True)
    assert [list(each) for each in indices] == [[165 * place] for place in range(40)]
    cases = [skirmish.cases.case_of(each[0]) for each in indices]
    assert {case.table for case in cases} == set(TABLES.names)
    assert all({case.rosters[seat] for case in cases} == set(ROSTERS.names) for seat in (0, 1))
    assert {case.scenario for case in cases} == {"", *SCENARIOS.names}
    assert len({case.options for case in cases}) == 8
    assert {case.edition for case in cases} == {"first", "second"}


def bytes_in(tables: Tables) -> list[bytes]:
    return [snapshot(cast("Row[Any]", each)) for each in tables]


def test_battles_of_a_block_share_their_tables(skirmish: Any) -> None:
    """Neither a scenario nor an option changes the bots' tables."""
    for first in (0, 160):
        known: Tables = skirmish.cases.tables_for_block(first)
        for index in (first + 7, first + 159):
            found = tables_of(build(skirmish.cases.case_of(index).setup()))
            assert all(one == other for one, other in zip(bytes_in(found), bytes_in(known), strict=True))


@pytest.mark.parametrize("name", ["skirmish", "heroes", "formations"])
def test_named_bots_play_all_battles_and_those_from_python_the_same_ones(fuzz: ModuleType, name: str) -> None:
    """The greedy bot is led from Python here, as if it could not be compiled."""
    game = fuzz.game_of(name)
    for some in (range(6), range(193, 199)):
        compiled = fuzz.Arena(game, SEED, "greedy,random").play([some])
        assert compiled.bots == {"greedy,random": 6}
        arena = fuzz.Arena(game, SEED)
        arena.pair = tuple(replace(bot, compiled=None) for bot in pair_of("greedy,random"))
        result = arena.play([some])
        assert (result.battles, result.nodes, result.edits, result.failed) == (6, compiled.nodes, compiled.edits, 0)


@pytest.mark.nightly
def test_a_bounds_checked_build_plays_the_same_battles(fuzz: ModuleType, tmp_path: Path) -> None:
    """Compiled anew, from nothing and with little care for speed, with every index checked: it takes a while."""
    at_random = play(fuzz, "skirmish", BY_RANDOM, "random")
    checked = {"NUMBA_BOUNDSCHECK": "1", "NUMBA_DISABLE_JIT": "0", "NUMBA_OPT": "1"}
    asked = ["--battles", str(BY_RANDOM), "--seed", str(SEED), "--workers", "2", "--bots", "random"]
    done = subprocess.run(
        [sys.executable, "-m", "fuzz.run", *asked],
        cwd=BENCH,
        env=os.environ | checked | {"BATTLEWRIGHT_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    written = json.loads(done.stdout)
    assert (written["battles"], written["nodes"], written["parts"]) == (BY_RANDOM, at_random.nodes, at_random.parts)


# What the fuzz would find


def told(fuzz: ModuleType, name: str = "skirmish", nodes: int = 40) -> Session:
    """A battle that has come to its fortieth node, with the dice rolled that are to be rolled there."""
    session: Session = fuzz.told(fuzz.game_of(name), SEED, 0, pair_of("random"), nodes)
    while session.node.kind == NodeKind.CHANCE:
        session.roll()
    return session


def breach_after(fuzz: ModuleType, name: str, change: dict[str, int], where: str) -> str:
    """The name of the breach that a change is; ``where`` is a path in the battle such as ``models.0``."""
    checks, game, session = import_module("fuzz.checks"), fuzz.game_of(name), told(fuzz, name)
    battle, found = allocate(game.system.rules.battle), allocate(checks.Tally)
    restore(battle, snapshot(session.battle))
    record: Any = look(game.system.rules.battle, battle)
    for part in filter(None, where.split(".")):
        record = record[int(part)] if part.isdigit() else getattr(record, part)
    for field, value in change.items():
        setattr(record, field, value)
    room = allocate(game.system.rules.choice, game.system.rules.max_choices)
    return str(game.name_of(checks.loops(game).breach_in(session.setting, battle, room, 1, found)))


@pytest.mark.parametrize(
    ("change", "where", "breach"),
    [
        ({}, "", "NONE"),
        ({"stress": -1}, "models.0", "STRESS"),
        ({"ap": 4}, "models.0", "ACTION_POINTS"),
        ({"ap": -1}, "models.0", "ACTION_POINTS"),
        ({"toughness": -1}, "models.0", "TOUGHNESS"),
        ({"toughness": 0}, "models.0", "TOUGHNESS"),
        ({"fate": Fate.REMOVED}, "models.0", "FATE"),
        ({"x": 0}, "crowd.bases.0", "NO_ROOM"),
        ({"level": 1}, "crowd.bases.0", "NO_ROOM"),
        ({"range": 1}, "gait", "SCRATCH"),
        ({"far": 1}, "stride", "SCRATCH"),
        ({"level": 1}, "spot", "SCRATCH"),
        ({"next": 1}, "path", "SCRATCH"),
        ({"kind": 0}, "node", "NODE"),
        ({"side": 2}, "node", "SIDE"),
        ({"kind": NodeKind.CHANCE, "dice": 99, "sides": 6}, "node", "DICE"),
        ({"kind": NodeKind.OVER, "result": 3}, "node", "RESULT"),
        ({"count": -1}, "tail", "ILLEGAL"),
        ({"count": 33}, "tail", "EVENTS"),
    ],
)
def test_each_breach_is_found(fuzz: ModuleType, change: dict[str, int], where: str, breach: str) -> None:
    assert breach_after(fuzz, "skirmish", change, where) == breach


@pytest.mark.parametrize(
    ("change", "where", "breach"),
    [
        ({}, "", "NONE"),
        ({"round": 99}, "", "ROUND"),
        ({"health": -1}, "combatants.0", "POOL"),
        ({"morale": 99}, "combatants.0", "POOL"),
        ({"ap": -1}, "combatants.0", "ACTION_POINTS"),
        ({"hidden": 101}, "combatants.0", "PLACE"),
        ({"caused": 1}, "combatants.1", "NO_CAUSE"),
        ({"health": 0}, "combatants.1", "NO_CAUSE"),
        ({"broken": 1}, "combatants.1", "NO_CAUSE"),
        ({"left": 1}, "combatants.1.effects.0", "EFFECT"),
        ({"power": 1}, "combatants.1.effects.0", "EFFECT"),
        ({"dodge": 77}, "combatants.1", "NUMBERS"),
        ({"acts": 0}, "combatants.1", "NUMBERS"),
        ({"amount": 1}, "modifiers.60", "MODIFIERS"),
        ({"next": -1}, "", "ORDER"),
        ({"depth": 0}, "", "STACK"),
        ({"dice": 1}, "hazard", "SCRATCH"),
        ({"kind": NodeKind.OVER, "result": 1}, "node", "WRONG_RESULT"),
    ],
)
def test_each_breach_of_heroes_is_found(fuzz: ModuleType, change: dict[str, int], where: str, breach: str) -> None:
    assert breach_after(fuzz, "heroes", change, where) == breach


@pytest.mark.parametrize(
    ("change", "where", "breach"),
    [
        ({}, "", "NONE"),
        ({"round": 0}, "", "ROUND"),
        ({"models": 2}, "groups.0", "MODELS"),
        ({"models": 20}, "groups.0", "GROWN"),
        ({"wounds": 50}, "groups.0", "WOUNDS"),
        ({"rerolls": -1}, "groups.0", "NUMBERS"),
        ({"dazed": 9}, "groups.0", "NUMBERS"),
        ({"wounds": 1}, "groups.23", "GONE"),
        ({"kind": 0}, "frames.0", "STACK"),
        ({"wounds": 1}, "outcome", "SCRATCH"),
        ({"kind": NodeKind.OVER, "result": 1}, "node", "NOT_ENDED"),
    ],
)
def test_each_breach_of_formations_is_found(fuzz: ModuleType, change: dict[str, int], where: str, breach: str) -> None:
    assert breach_after(fuzz, "formations", change, where) == breach


def test_models_that_overlap_are_found(fuzz: ModuleType) -> None:
    other = told(fuzz).record.crowd.bases[1]
    place = {"x": other.x, "y": other.y, "level": other.level}
    assert breach_after(fuzz, "skirmish", place, "crowd.bases.0") == "OVERLAP"


def test_what_is_done_is_kept_when_it_is_stopped(
    fuzz: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(*_: object) -> Iterator[Any]:
        yield fuzz.Result(battles=7, nodes=700)
        raise KeyboardInterrupt

    monkeypatch.setattr(fuzz, "results", stopped)
    total, _ = fuzz.fuzz("skirmish", SEED, "", 0, BATTLES, 1, 1)
    assert (total.battles, total.nodes) == (7, 700)
    assert "what is done is written down" in capsys.readouterr().err


class Cheat(RandomBot):
    """Chooses what nobody may at the tenth time."""

    def __init__(self, seed: int = 0, index: int = 0) -> None:
        super().__init__(seed, index)
        self.asked = 0

    def choose(self, seen: Position) -> Any:
        self.asked += 1
        return SkirmishChoice() if self.asked == 10 else super().choose(seen)


class Dreamer(RandomBot):
    """Takes its time, and at the tenth time more than that."""

    milliseconds = 400

    def __init__(self, seed: int = 0, index: int = 0) -> None:
        super().__init__(seed, index)
        self.asked = 0

    def choose(self, seen: Position) -> Any:
        self.asked += 1
        time.sleep(1 if self.asked == 10 else 0)
        return super().choose(seen)


@pytest.mark.parametrize(
    ("bot", "breach", "illegal"), [(Cheat, "ILLEGAL", 1), (Dreamer, "LATE", 0)], ids=["cheat", "dreamer"]
)
def test_a_bot_that_cheats_or_takes_too_long_is_found(
    fuzz: ModuleType, bot: type[RandomBot], breach: str, illegal: int
) -> None:
    arena = fuzz.Arena(fuzz.game_of("skirmish"), SEED)
    arena.pair = NamedBot("odd", bot), NamedBot("odd", bot)
    result = arena.play([range(1)])
    assert (result.failed, result.illegal) == (1, illegal)
    (failure,) = result.failures
    assert (failure.seed, failure.index, failure.breach, failure.bots) == (SEED, 0, breach, "odd,odd")
    assert failure.node >= 9
    assert (result.slowest > 2) == (breach == "LATE")


@pytest.mark.parametrize("name", ["skirmish", "heroes", "formations"])
def test_a_refused_choice_is_seen_in_the_compiled_loop(fuzz: ModuleType, name: str) -> None:
    checks, session, game = import_module("fuzz.checks"), told(fuzz, name), fuzz.game_of(name)
    system, loops, found = game.system, checks.loops(game), allocate(checks.Tally)
    battle, listed = allocate(system.rules.battle), allocate(system.rules.choice, system.rules.max_choices)
    restore(battle, snapshot(session.battle))
    loops.choose_or_mark(session.setting, battle, allocate(system.rules.choice))
    assert game.name_of(loops.breach_in(session.setting, battle, listed, 0, found)) == "ILLEGAL"
    assert system.rules.choices(session.setting, battle, listed, 0)
    loops.choose_or_mark(session.setting, battle, listed[:1])
    assert game.name_of(loops.breach_in(session.setting, battle, listed, 0, found)) == "NONE"


def test_an_unknown_bot_is_refused_with_a_sentence() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "fuzz.run", "--bots", "gready"], cwd=BENCH, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "'gready'" in done.stderr
    assert "Traceback" not in done.stderr


# Damaged files

DATA = Path(battlewright.__file__).parent / "systems" / "skirmish" / "data"
PARTS = {"rosters": RosterSetup, "tables": TableSetup, "scenarios": ScenarioSetup, "weapons": WeaponSetup}
REPLAYS = ["skirmish-for-one-head", "skirmish-over-the-gap", "skirmish-stray-shots", "formations-one-round"]
NUMBERS = ["0", "-1", "1", "7", "99", "2147483648", "-2147483649", "1e9", "0.5", "nan", "inf", "true", '""', "[]", "x"]


@st.composite
def damaged(draw: st.DrawFn, text: str) -> str:
    """A text with some lines or characters lost, doubled, swapped or altered."""
    for _ in range(draw(st.integers(1, 3))):
        lines = text.split("\n")
        at = draw(st.integers(0, len(lines) - 1))
        match draw(st.sampled_from(["delete", "double", "swap", "cut", "number", "character"])):
            case "delete":
                del lines[at]
            case "double":
                lines.insert(at, lines[at])
            case "swap":
                other = draw(st.integers(0, len(lines) - 1))
                lines[at], lines[other] = lines[other], lines[at]
            case "cut":
                lines = lines[: at + 1]
            case "number":
                words = lines[at].replace("=", "= ").replace("/", "/ ").split(" ")
                place = draw(st.integers(0, len(words) - 1))
                words[place] = draw(st.sampled_from(NUMBERS))
                lines[at] = " ".join(words).replace("= ", "=").replace("/ ", "/")
            case _:
                place = draw(st.integers(0, len(lines[at])))
                lines[at] = lines[at][:place] + draw(st.text(max_size=2)) + lines[at][place + draw(st.integers(0, 2)) :]
        text = "\n".join(lines)
    return text


def told_or_refused(call: Any) -> None:
    """It works, or says why not in a sentence; nothing else comes out."""
    try:
        call()
    except BattlewrightError as error:
        assert len(str(error)) > 10
        assert "Traceback" not in str(error)


def test_a_stream_that_begins_after_endlessly_many_moves_is_refused() -> None:
    text = (FOLDER / "skirmish-for-one-head.replay").read_text(encoding="utf-8")
    with pytest.raises(BattlewrightError, match="streams: must each have a seed"):
        replay.parse(text.replace("after = 0", "after = inf"), "endless", systems.load)


@given(st.data())
def test_a_damaged_replay_repeats_or_is_refused_with_a_sentence(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(REPLAYS))
    text = data.draw(damaged((FOLDER / f"{name}.replay").read_text(encoding="utf-8")))
    told_or_refused(lambda: replay.repeat(replay.parse(text, name, systems.load)))


@given(st.data())
def test_a_replay_with_damaged_bytes_repeats_or_is_refused_with_a_sentence(data: st.DataObject) -> None:
    raw = bytearray((FOLDER / "skirmish-for-one-head.replay").read_bytes())
    for at in data.draw(st.lists(st.integers(0, len(raw) - 1), min_size=1, max_size=3)):
        raw[at] = data.draw(st.integers(0, 255))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "damaged.replay"
        path.write_bytes(raw)
        told_or_refused(lambda: replay.repeat(replay.read(path, systems.load)))


@given(st.data())
def test_a_damaged_file_of_a_roster_a_table_or_a_scenario_is_refused_with_sentences(data: st.DataObject) -> None:
    shelf = data.draw(st.sampled_from(list(PARTS)))
    part: Any = PARTS[shelf]
    text = data.draw(st.sampled_from(sorted((DATA / shelf).iterdir()))).read_text(encoding="utf-8")
    broken = data.draw(damaged(text))
    told_or_refused(lambda: source.check(source.parse(broken, shelf, "toml"), part))


def test_the_setting_of_a_case_is_that_of_its_setup(skirmish: Any) -> None:
    """Options are switches in a setting that was built without them."""
    settings = allocate(Setting, 64)
    skirmish.cases.write_settings(settings, 0, 64)
    for index in (0, 3, 7, 13, 62):
        assert snapshot(settings[index : index + 1]) == snapshot(build(skirmish.cases.case_of(index).setup()))
