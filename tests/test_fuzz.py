"""Random battles by the thousand, checked after every node; and files that somebody has damaged."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlewright import systems
from battlewright.engine import replay, source
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.record import allocate, look, restore, snapshot
from battlewright.systems.skirmish import files
from battlewright.systems.skirmish.files import RosterSetup, TableSetup, WeaponSetup, shipped
from battlewright.systems.skirmish.record import Fate, Setting, Skirmish
from battlewright.systems.skirmish.setup import ScenarioSetup
from tests.golden import FOLDER

BENCH = Path(__file__).parents[1] / "bench"
BATTLES, SEED = 2000, 3


@pytest.fixture(scope="module")
def fuzz() -> ModuleType:
    sys.path.insert(0, str(BENCH))
    return import_module("fuzz")


@pytest.fixture(scope="module")
def played(fuzz: ModuleType) -> Any:
    """What two thousand battles came to."""
    return fuzz.Arena(SEED).play(0, BATTLES, saved_every=100, told_every=1000)


def test_two_thousand_battles_make_sense_after_every_node(played: Any) -> None:
    assert played.failures == []
    assert (played.battles, played.from_bytes, played.from_text, played.failed) == (BATTLES, 20, 2, 0)
    assert played.nodes > 50 * BATTLES


def test_they_are_fought_on_every_table_by_every_roster_in_every_scenario(fuzz: ModuleType, played: Any) -> None:
    cases = [fuzz.case_of(index) for index in range(BATTLES)]
    assert played.tables == {table: sum(case.table == table for case in cases) for table in shipped("tables")}
    for seat in (0, 1):
        assert {case.rosters[seat] for case in cases} == set(shipped("rosters"))
    assert {case.scenario for case in cases} == {"", *shipped("scenarios")}
    assert len({case.options for case in cases}) == 8
    among = 8 * len(shipped("tables")) * len(shipped("rosters")) ** 2 * (len(shipped("scenarios")) + 1)
    assert len({fuzz.case_of(index) for index in range(among)}) == among


def test_a_bounds_checked_build_plays_the_same_battles(played: Any, tmp_path: Path) -> None:
    """Compiled anew, from nothing and with little care for speed, with every index checked: it takes a while."""
    checked = {"NUMBA_BOUNDSCHECK": "1", "NUMBA_DISABLE_JIT": "0", "NUMBA_OPT": "1"}
    done = subprocess.run(
        [sys.executable, BENCH / "fuzz.py", "--battles", str(BATTLES), "--seed", str(SEED), "--workers", "2"],
        env=os.environ | checked | {"BATTLEWRIGHT_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    written = json.loads(done.stdout)
    assert (written["battles"], written["nodes"], written["tables"]) == (BATTLES, played.nodes, played.tables)


# What the fuzz would find


def breach_after(fuzz: ModuleType, change: dict[str, int], where: str = "models", who: int = 0) -> str:
    """The name of the breach that a change of a fielded battle is."""
    checks = import_module("fuzz_checks")
    session = fuzz.told(SEED, 0, most=40)
    battle, found = allocate(Skirmish), allocate(checks.Tally)
    restore(battle, snapshot(session.battle))
    record = look(Skirmish, battle)
    parts = {"models": record.models[who], "bases": record.crowd.bases[who]}
    for name, value in change.items():
        setattr(parts.get(where) or getattr(record, where), name, value)
    return str(checks.Breach(checks.breach_in(session.setting, battle, found)).name)


@pytest.mark.parametrize(
    ("change", "where", "breach"),
    [
        ({}, "models", "NONE"),
        ({"stress": -1}, "models", "STRESS"),
        ({"ap": 4}, "models", "ACTION_POINTS"),
        ({"ap": -1}, "models", "ACTION_POINTS"),
        ({"toughness": -1}, "models", "TOUGHNESS"),
        ({"toughness": 0}, "models", "TOUGHNESS"),
        ({"fate": Fate.REMOVED}, "models", "FATE"),
        ({"x": 0}, "bases", "NO_ROOM"),
        ({"level": 1}, "bases", "NO_ROOM"),
        ({"range": 1}, "gait", "SCRATCH"),
        ({"far": 1}, "stride", "SCRATCH"),
        ({"level": 1}, "spot", "SCRATCH"),
        ({"next": 1}, "path", "SCRATCH"),
        ({"kind": 0}, "node", "NODE"),
    ],
)
def test_each_breach_is_found(fuzz: ModuleType, change: dict[str, int], where: str, breach: str) -> None:
    assert breach_after(fuzz, change, where) == breach


def test_models_that_overlap_are_found(fuzz: ModuleType) -> None:
    other = fuzz.told(SEED, 0, most=40).record.crowd.bases[1]
    place = {"x": other.x, "y": other.y, "level": other.level}
    assert breach_after(fuzz, place, "bases") == "OVERLAP"


def test_what_is_done_is_kept_when_it_is_stopped(
    fuzz: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(*_: int) -> Iterator[Any]:
        yield fuzz.Result(battles=7, nodes=700)
        raise KeyboardInterrupt

    monkeypatch.setattr(fuzz, "results", stopped)
    total, _ = fuzz.fuzz(SEED, 0, BATTLES, 1)
    assert (total.battles, total.nodes) == (7, 700)
    assert "what is done is written down" in capsys.readouterr().err


# Damaged files

DATA = Path(files.__file__).parent / "data"
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


def test_the_setting_of_a_case_is_that_of_its_setup(fuzz: ModuleType) -> None:
    """Options are switches in a setting that was built without them."""
    settings = allocate(Setting, 64)
    fuzz.write_settings(settings, 0, 64)
    for index in (0, 3, 7, 13, 62):
        assert snapshot(settings[index : index + 1]) == snapshot(fuzz.build(fuzz.case_of(index).setup()))
