"""Compiling rules ahead of time, on all cores.

An importer ('module:function', then arguments after colons) imports rules and returns its entries: those that Python
calls. Entries are compiled with a Python wrapper, all other rules without. Either every imported rule is compiled, or
only the entries and what they call.

A rule is compiled once all rules that it calls are: so each process finds them in the cache, and no rule is compiled
twice. Of those that can be compiled, the one with the longest way up to an entry is the next, so that no process is
left waiting at the end.
"""

from __future__ import annotations

import gc
import heapq
import multiprocessing
import os
import pickle
import signal
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from importlib import import_module
from multiprocessing.connection import Connection, wait
from typing import Any, NamedTuple

from battlewright.engine.compiler.rule import RULES, Compiled, Rule
from battlewright.engine.compiler.stamps import called_by, reachable, stamp_of
from battlewright.engine.errors import BattlewrightError

Report = Callable[[int, int, str], None]
MOMENT = 0.2
"""The seconds after which it is asked whether to go on."""


class Task(NamedTuple):
    """A rule to compile: its stamp and name, the numbers of the rules that it calls, and how long it may take."""

    stamp: str
    name: str
    calls: tuple[int, ...]
    size: int


def precompile(
    importer: str,
    report: Report,
    workers: int | None = None,
    entries_only: bool = False,
    goes_on: Callable[[], bool] = lambda: True,
    is_gentle: bool = False,
) -> int:
    """Compile every rule that ``importer`` imports, or only its entries and what they call; return how many.

    ``report`` is called with the number done, the number in all, and the name of the last one. It ends early where
    ``goes_on``, which is asked now and then, says so: what is compiled by then is kept. ``is_gentle``: other processes
    go first.
    """
    crew = [_Worker(importer, is_gentle) for _ in range(workers or os.cpu_count() or 1)]
    done = 0
    try:
        crew[0].send(entries_only)
        while not crew[0].connection.poll(MOMENT):
            if not goes_on():
                return done
        tasks: list[Task] = crew[0].receive()
        schedule, free, busy = Schedule(tasks), list(reversed(crew)), dict[Any, tuple[_Worker, int]]()
        while goes_on():
            while free and (number := schedule.take()) is not None:
                worker = free.pop()
                worker.send(tasks[number].stamp)
                busy[worker.connection] = worker, number
            if not busy:
                break
            for connection in wait([*busy], MOMENT):
                worker, number = busy.pop(connection)
                worker.receive()
                free.append(worker)
                schedule.finish(number)
                done += 1
                report(done, len(tasks), tasks[number].name)
        return done
    finally:
        for worker in crew:
            worker.end()


class Schedule:
    """Which rule is compiled next: of those whose callees are done, the one with the longest way up."""

    def __init__(self, tasks: Sequence[Task]) -> None:
        self._open = [len(task.calls) for task in tasks]
        self._callers: list[list[int]] = [[] for _ in tasks]
        for number, task in enumerate(tasks):
            for called in task.calls:
                self._callers[called].append(number)
        self._ways = [task.size for task in tasks]
        for number in reversed(range(len(tasks))):  # callees stand before their callers
            for called in tasks[number].calls:
                self._ways[called] = max(self._ways[called], tasks[called].size + self._ways[number])
        self._ready: list[tuple[int, int]] = []
        self._offer(number for number, count in enumerate(self._open) if not count)

    def take(self) -> int | None:
        """Return the next rule; None where all that are left wait for others."""
        return heapq.heappop(self._ready)[1] if self._ready else None

    def finish(self, number: int) -> None:
        """Take note that a rule is compiled."""
        for caller in self._callers[number]:
            self._open[caller] -= 1
        self._offer(caller for caller in self._callers[number] if not self._open[caller])

    def _offer(self, numbers: Iterable[int]) -> None:
        for number in numbers:
            heapq.heappush(self._ready, (-self._ways[number], number))


class _Worker:
    """A process that compiles the rules whose stamps it is sent, until the connection is closed."""

    def __init__(self, importer: str, is_gentle: bool) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs, importer, is_gentle), daemon=True)
        self._process.start()
        theirs.close()

    def send(self, what: object) -> None:
        with suppress(BrokenPipeError):  # ``receive`` says that it has ended
            self.connection.send(what)

    def receive(self) -> Any:
        """Wait for the answer, and return it or raise the error that it is."""
        try:
            answer = self.connection.recv()
        except (EOFError, ConnectionError):
            self._process.join()
            raise BattlewrightError(
                f"A process that compiled rules has ended (exit status {self._process.exitcode}), perhaps for want of "
                "memory. What it had compiled is kept; try again."
            ) from None
        if isinstance(answer, Exception):
            raise answer
        return answer

    def end(self) -> None:
        """End it at once: a file of the cache is whole, or not there."""
        self.connection.close()
        self._process.terminate()
        self._process.join()


def _work(connection: Connection, importer: str, is_gentle: bool) -> None:
    """Import the rules, then compile those that are asked for. Ctrl-C is left to the parent process, with which this
    one ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if is_gentle and sys.platform != "win32":
        os.nice(5)
    gc.disable()  # a process that compiles some hundred rules makes no garbage worth the search
    known: _Known | None = None
    with suppress(EOFError, ConnectionError):
        while True:
            asked, answer = connection.recv(), None
            try:
                known = known or _Known(importer)
                if isinstance(asked, str):
                    known.compile(asked)
                else:
                    answer = known.tasks(asked)
            except Exception as error:
                connection.send(_sendable(error))
            else:
                connection.send(answer)


class _Known:
    """The rules of this process."""

    def __init__(self, importer: str) -> None:
        module, function, *arguments = importer.split(":")
        entries = getattr(import_module(module), function)(*arguments) or ()
        self.entries = {entry.py_func for entry in entries if isinstance(entry, Compiled)}
        self.rules = {stamp_of(rule.function): rule for rule in rules_with_signature()}

    def tasks(self, entries_only: bool) -> list[Task]:
        """Return the rules that declare a signature, callees before callers."""
        wanted = {function for entry in self.entries for function in reachable(entry)}
        return in_order(rule for rule in self.rules.values() if rule.function in wanted or not entries_only)

    def compile(self, stamp: str) -> None:
        """Compile the rule with this stamp; stamps are the same in every process."""
        rule = self.rules[stamp]
        assert rule.compiled is not None
        if rule.function in self.entries:
            rule.compiled.compile_for_python()
        else:
            rule.compiled.compile(rule.compiled.declared)


def rules_with_signature() -> list[Rule]:
    """Return the imported rules that can be compiled without being called."""
    return [rule for rule in RULES if rule.compiled is not None and rule.compiled.declared is not None]


def in_order(rules: Iterable[Rule]) -> list[Task]:
    """Return rules as tasks, callees before callers. What a rule without a signature calls counts as called by those
    that call it; a rule that calls itself, directly or not, does not wait for itself."""
    by_function = {rule.function: rule for rule in rules}
    tasks: list[Task] = []
    numbers: dict[object, set[int]] = {}

    def visit(function: Any) -> set[int]:
        if function not in numbers:
            numbers[function] = set()
            calls = {number for called in called_by(function) for number in visit(called)}
            rule = by_function.get(function)
            if rule is None:
                numbers[function] = calls
            else:
                tasks.append(Task(stamp_of(function), rule.name, tuple(sorted(calls)), len(function.__code__.co_code)))
                numbers[function] = {len(tasks) - 1}
        return numbers[function]

    for each in by_function:
        visit(each)
    return tasks


def _sendable(error: Exception) -> Exception:
    """Return an error that another process can read."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return BattlewrightError(f"{type(error).__name__}: {error}")
    return error
