"""The machine instructions of one battle, by rules: counted one by one, on a machine whose processor has no counters.

python bench/count_instructions.py random|greedy [--most 30]

A process plays a battle, and this one lets it go on instruction by instruction (ptrace, on Linux with a 64-bit x86
processor), some twenty microseconds each. A rule that was inlined counts for the one that called it. Beside the time of
a battle this says whether a processor waits or works: several instructions for each of its cycles are work.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import signal
import subprocess
import sys
from bisect import bisect
from collections import Counter
from collections.abc import Callable

PEEK_USER, CONTINUE, SINGLE_STEP, ATTACH = 3, 7, 9, 16
INSTRUCTION_POINTER = 16 * 8
"""Where the kernel keeps it among the registers of a stopped process."""


def at_random() -> Callable[[], object]:
    """A battle of the random bot against itself."""
    from skirmish_speed import batch, standard

    return batch(standard(), 1).fight


def greedy() -> Callable[[], object]:
    """A battle of the greedy bot against itself."""
    from battlewright import systems
    from battlewright.bots.greedy import playout
    from battlewright.bots.workspace import tables_for, workspace_for
    from battlewright.engine.compiler.rule import ready
    from battlewright.engine.dice import Dice
    from battlewright.engine.record import allocate, look, numbers, restore, snapshot
    from battlewright.engine.session import Session
    from skirmish_speed import standard

    system = systems.load("skirmish")
    session, play, both, streams = (
        Session(system, standard(), 1),
        ready(playout(system)),
        numbers([1, 1]),
        allocate(Dice),
    )
    work = workspace_for(system, tables_for(system, session.setting))
    look(system.rules.battle, session.battle).tail.silent = 1
    start = snapshot(session.battle)

    def fight() -> int:
        restore(session.battle, start)
        return play(session.setting, session.battle, work, both, streams, 1 << 20)

    return fight


WORKS = {"random": at_random, "greedy": greedy}


def work(name: str) -> None:
    """Play once for the compiler; say where the rules lie; once let go on, play again between two signals."""
    from battlewright.engine.compiler.library import RuleLibrary
    from profile_rules import addresses_of, noted

    made = noted(RuleLibrary)
    fight = WORKS[name]()
    fight()
    print(json.dumps(addresses_of(made)), flush=True)
    sys.stdin.readline()
    os.kill(os.getpid(), signal.SIGUSR1)
    fight()
    os.kill(os.getpid(), signal.SIGUSR1)


def counted(name: str) -> tuple[int, Counter[str]]:
    """The number of all instructions, and of those of each rule."""
    kernel = ctypes.CDLL(None, use_errno=True)
    kernel.ptrace.restype, kernel.ptrace.argtypes = ctypes.c_long, [ctypes.c_long] * 4
    itself, pipe = [sys.executable, __file__, name, "--work"], subprocess.PIPE
    with subprocess.Popen(itself, stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        addresses = [(start, rule) for start, rule in json.loads(process.stdout.readline()) if start]
        starts, seen, stepping = [start for start, _ in addresses], Counter[int](), False
        if kernel.ptrace(ATTACH, process.pid, 0, 0):
            sys.exit("This process may not look into another one (ptrace).")
        os.waitpid(process.pid, 0)
        kernel.ptrace(CONTINUE, process.pid, 0, 0)
        process.stdin.write("\n")
        process.stdin.flush()
        while os.WIFSTOPPED(status := os.waitpid(process.pid, 0)[1]):
            if os.WSTOPSIG(status) == signal.SIGUSR1:
                stepping = not stepping
            elif stepping:
                seen[kernel.ptrace(PEEK_USER, process.pid, INSTRUCTION_POINTER, 0)] += 1
            kernel.ptrace(SINGLE_STEP if stepping else CONTINUE, process.pid, 0, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    rules = Counter[str]()
    for address, count in seen.items():
        rules[addresses[bisect(starts, address) - 1][1] if address >= starts[0] else "others"] += count
    return seen.total(), rules


def main() -> None:
    """Show the shares."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", choices=WORKS)
    parser.add_argument("--most", type=int, default=30)
    parser.add_argument("--work", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.work:
        work(options.name)
        return
    total, rules = counted(options.name)
    print(f"{total:,} instructions")
    for rule, count in rules.most_common(options.most):
        print(f"{100 * count / total:5.1f} %  {rule}")


if __name__ == "__main__":
    main()
