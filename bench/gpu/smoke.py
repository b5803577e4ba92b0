# mypy: disable-error-code="arg-type,attr-defined,no-untyped-call,misc,untyped-decorator"
"""Formations on a GPU: the same random engagements, one a thread, must leave the same bytes as on the CPU.

python bench/gpu/smoke.py prepare     on any machine: writes the setting and what the CPU makes of it
python bench/gpu/smoke.py run         on a machine with a CUDA device, Numba and numba-cuda; nothing else is needed
"""

from __future__ import annotations

import hashlib
import json
import sys
import time
from collections import namedtuple
from pathlib import Path
from typing import Any

import numpy as np

HERE = Path(__file__).parent
SETTING = HERE / "setting.bin"
BATTLES, CHOICES, FACES, SEED = 1000, 512, 200, 7


def prepare() -> None:
    """Write the setting of an engagement, and the digest of the battles on this CPU."""
    from battlewright.engine.record import snapshot
    from battlewright.systems.formations.setup import EngagementSetup, build, read_force

    setup = EngagementSetup(forces=(read_force("river-guard"), read_force("marsh-coven")))
    SETTING.write_bytes(snapshot(build(setup)))
    print("CPU:", on_the_cpu(BATTLES)[0])


def parts() -> tuple[type, type, type, object]:
    """The records and the compiled playout, without what reads files."""
    from battlewright.bots.random import playout
    from battlewright.systems.formations.choices import choices
    from battlewright.systems.formations.flow import choose, roll
    from battlewright.systems.formations.record import Engagement, FormationsChoice, Setting

    contract = namedtuple("contract", "setting battle choice choices choose roll")
    made = contract(Setting, Engagement, FormationsChoice, choices, choose, roll)
    return Setting, Engagement, FormationsChoice, playout(made)


def tables(count: int) -> tuple[np.ndarray, ...]:
    """The setting, and battles with their bots, each with its own dice."""
    from battlewright.engine.dice import Dice, Lane, seed_dice
    from battlewright.engine.record import layout_of, look

    setting_kind, battle_kind, _, _ = parts()
    setting = np.frombuffer(SETTING.read_bytes(), layout_of(setting_kind).dtype).copy()
    battles = np.zeros(count, layout_of(battle_kind).dtype)
    bots = np.zeros(count, layout_of(Dice).dtype)
    for i in range(count):
        view: Any = look(battle_kind, battles, i)
        view.tail.silent = 1
        seed_dice(view.tail.dice, SEED, i)
        seed_dice(look(Dice, bots, i), SEED, i, Lane.BOT)
    return setting, battles, bots


def on_the_cpu(count: int) -> tuple[str, float]:
    """The digest of all battles, and how many a second."""
    from battlewright.engine.record import layout_of
    from battlewright.systems.formations.flow import start

    _, _, choice_kind, play = parts()
    setting, battles, bots = tables(count)
    listed, faces = np.zeros(CHOICES, layout_of(choice_kind).dtype), np.zeros(FACES, np.int32)

    def one(i: int) -> None:
        start(setting, battles[i : i + 1])
        play(setting, battles[i : i + 1], listed, faces, bots[i : i + 1], 100_000)  # type: ignore[operator]

    one(0)
    began = time.perf_counter()
    for i in range(1, count):
        one(i)
    seconds = time.perf_counter() - began
    return hashlib.sha256(battles.tobytes()).hexdigest(), count / seconds


def on_the_gpu(count: int) -> tuple[str, float, float]:
    """The digest of all battles, how many a second, and the seconds of compilation."""
    for old, new in (("row_stack", "vstack"), ("in1d", "isin"), ("trapz", "trapezoid")):
        if not hasattr(np, old):
            setattr(np, old, getattr(np, new))
    from numba import cuda

    from battlewright.engine.record import layout_of
    from battlewright.systems.formations.flow import start

    _, _, choice_kind, play = parts()

    @cuda.jit
    def kernel(setting, battles, bots, listed, faces):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < len(battles):
            start(setting, battles[i : i + 1])
            play(  # type: ignore[operator]
                setting,
                battles[i : i + 1],
                listed[i * CHOICES : (i + 1) * CHOICES],
                faces[i * FACES : (i + 1) * FACES],
                bots[i : i + 1],
                100_000,
            )

    def run(size: int) -> tuple[np.ndarray, float]:
        setting, battles, bots = tables(size)
        there = [cuda.to_device(each) for each in (setting, battles, bots)]
        listed = cuda.device_array(size * CHOICES, layout_of(choice_kind).dtype)
        faces = cuda.device_array(size * FACES, np.int32)
        cuda.synchronize()
        began = time.perf_counter()
        kernel[(size + 63) // 64, 64](*there, listed, faces)
        cuda.synchronize()
        seconds = time.perf_counter() - began
        return there[1].copy_to_host(), seconds

    _, first = run(64)
    battles, _ = run(count)
    _, seconds = run(100 * count)
    return hashlib.sha256(battles.tobytes()).hexdigest(), 100 * count / seconds, first


def run() -> None:
    """Compare, and print the result as JSON."""
    cpu, cpu_rate = on_the_cpu(BATTLES)
    gpu, gpu_rate, compilation = on_the_gpu(BATTLES)
    rates = {"cpu_battles_per_second": round(cpu_rate), "gpu_battles_per_second": round(gpu_rate)}
    result = {"battles": BATTLES, "same_bytes": cpu == gpu, "cpu": cpu, "gpu": gpu, **rates}
    print(json.dumps(result | {"gpu_compilation_seconds": round(compilation, 1)}, indent=2))
    sys.exit(0 if cpu == gpu else 1)


if __name__ == "__main__":
    {"prepare": prepare, "run": run}[sys.argv[1]]()
