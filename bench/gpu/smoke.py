# mypy: disable-error-code="arg-type,attr-defined,no-untyped-call,misc,untyped-decorator,operator,method-assign"
# mypy: disable-error-code="import-not-found"
"""Random battles on a GPU: one a thread, they must leave the same bytes as on the CPU.

python bench/gpu/smoke.py prepare            on any machine: writes the settings and prints what the CPU makes of them
python bench/gpu/smoke.py run [BATTLE ...]   on a machine with a CUDA device, Numba and numba-cuda, no more
"""

from __future__ import annotations

import hashlib
import json
import sys
import time
from collections import namedtuple
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

HERE = Path(__file__).parent
KINDS = ("formations", "skirmish", "skirmish-first")
"""The battles: a system, and perhaps the edition of its rulebook."""
BATTLES, CHOICES, FACES, SEED, MOST = 1000, 512, 200, 7, 100_000
LARGE = 100
"""How many times more battles are timed than compared."""

RulesAlone = namedtuple("RulesAlone", "rules bots")


def prepare() -> None:
    """Write the setting of one battle of each kind, and the digest of its battles on this CPU."""
    for name, setting in settings().items():
        (HERE / f"{name}.bin").write_bytes(setting)
        print(f"{name}, CPU:", on_the_cpu(name, BATTLES)[0])


def settings() -> dict[str, bytes]:
    """The setting of each kind of battle, built from its files (which needs more than a GPU machine has)."""
    from battlewright.engine.record import snapshot
    from battlewright.systems.formations.setup import engagement as formations
    from battlewright.systems.skirmish.setup import battle as setup
    from battlewright.systems.skirmish.setup import files

    made: dict[str, Any] = {"formations": formations.build(formations.read_setup().setup)}
    rosters = (files.read_roster("red-hall"), files.read_roster("powder-guild"))
    table = files.read_table("bridge")
    made["skirmish"] = setup.build(setup.BattleSetup(rosters=rosters, table=table))
    made["skirmish-first"] = setup.build(setup.BattleSetup(edition="first", rosters=rosters, table=table))
    return {name: snapshot(setting) for name, setting in made.items()}


def contract(name: str) -> Any:
    """A system of rules alone, without what reads files."""
    system = name.partition("-")[0]
    rules = import_module(f"battlewright.systems.{system}.rules.contract").RULES
    return RulesAlone(rules, import_module("battlewright.contract.parts").Bots())


def tables(name: str, count: int) -> tuple[np.ndarray, ...]:
    """The setting, and battles with their bots, each with its own dice."""
    from battlewright.engine.dice import Dice, Lane, seed_dice
    from battlewright.engine.record import layout_of, look

    made = contract(name)
    setting = np.frombuffer((HERE / f"{name}.bin").read_bytes(), layout_of(made.rules.setting).dtype).copy()
    battles = np.zeros(count, layout_of(made.rules.battle).dtype)
    bots = np.zeros(count, layout_of(Dice).dtype)
    for i in range(count):
        view: Any = look(made.rules.battle, battles, i)
        view.tail.silent = 1
        seed_dice(view.tail.dice, SEED, i)
        seed_dice(look(Dice, bots, i), SEED, i, Lane.BOT)
    return setting, battles, bots


def on_the_cpu(name: str, count: int) -> tuple[str, float]:
    """The digest of all battles, and how many a second."""
    from battlewright.bots.random import playout
    from battlewright.engine.record import layout_of

    made = contract(name)
    play = playout(made)
    setting, battles, bots = tables(name, count)
    listed, faces = np.zeros(CHOICES, layout_of(made.rules.choice).dtype), np.zeros(FACES, np.int32)

    def one(i: int) -> None:
        made.rules.start(setting, battles[i : i + 1])
        play(setting, battles[i : i + 1], listed, faces, bots[i : i + 1], MOST)

    one(0)
    began = time.perf_counter()
    for i in range(1, count):
        one(i)
    seconds = time.perf_counter() - began
    return hashlib.sha256(battles.tobytes()).hexdigest(), count / seconds


def let_kernels_call_rules() -> None:
    """Let CUDA's typing see the dispatcher inside a rule, which it then compiles for the device."""
    from numba.cuda.core import ir, ir_utils
    from numba.cuda.core.rewrites import registry
    from numba.cuda.target import CUDATypingContext

    from battlewright.engine.compiler.intrinsics import rewrite_emits
    from battlewright.engine.compiler.rule import Compiled

    rewrite_emits(ir, ir_utils, registry)

    resolve = CUDATypingContext.resolve_value_type

    def resolve_value_type(context: Any, value: Any) -> Any:
        value = getattr(value, "compiled_as", value)  # what is emitted by name
        return resolve(context, value.dispatcher if isinstance(value, Compiled) else value)

    CUDATypingContext.resolve_value_type = resolve_value_type


def on_the_gpu(name: str, count: int) -> tuple[str, float, float]:
    """The digest of all battles, how many a second, and the seconds of compilation."""
    for old, new in (("row_stack", "vstack"), ("in1d", "isin"), ("trapz", "trapezoid")):
        if not hasattr(np, old):
            setattr(np, old, getattr(np, new))
    from numba import cuda

    from battlewright.bots.random import playout
    from battlewright.engine.record import layout_of

    let_kernels_call_rules()
    made = contract(name)
    start, play = made.rules.start, playout(made)

    @cuda.jit
    def kernel(setting, battles, bots, listed, faces):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < len(battles):
            start(setting, battles[i : i + 1])
            play(
                setting,
                battles[i : i + 1],
                listed[i * CHOICES : (i + 1) * CHOICES],
                faces[i * FACES : (i + 1) * FACES],
                bots[i : i + 1],
                MOST,
            )

    def run(size: int) -> tuple[np.ndarray, float]:
        setting, battles, bots = tables(name, size)
        there = [cuda.to_device(each) for each in (setting, battles, bots)]
        listed = cuda.device_array(size * CHOICES, layout_of(made.rules.choice).dtype)
        faces = cuda.device_array(size * FACES, np.int32)
        cuda.synchronize()
        began = time.perf_counter()
        kernel[(size + 63) // 64, 64](*there, listed, faces)
        cuda.synchronize()
        seconds = time.perf_counter() - began
        return there[1].copy_to_host(), seconds

    _, first = run(64)
    battles, _ = run(count)
    _, seconds = run(LARGE * count)
    return hashlib.sha256(battles.tobytes()).hexdigest(), LARGE * count / seconds, first


def run(names: tuple[str, ...]) -> None:
    """Compare, and print the result as JSON."""
    results = {}
    for name in names:
        cpu, cpu_rate = on_the_cpu(name, BATTLES)
        gpu, gpu_rate, compilation = on_the_gpu(name, BATTLES)
        rates = {"cpu_battles_per_second": round(cpu_rate), "gpu_battles_per_second": round(gpu_rate)}
        result = {"battles": BATTLES, "same_bytes": cpu == gpu, "cpu": cpu, "gpu": gpu, **rates}
        results[name] = result | {"gpu_compilation_seconds": round(compilation, 1)}
        print(json.dumps({name: results[name]}), file=sys.stderr, flush=True)
    print(json.dumps(results, indent=2))
    sys.exit(0 if all(result["same_bytes"] for result in results.values()) else 1)


if __name__ == "__main__":
    if sys.argv[1] == "prepare":
        prepare()
    else:
        run(tuple(sys.argv[2:]) or KINDS)
