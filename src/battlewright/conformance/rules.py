"""Checks of a system's rules that need no battle: the clauses that they name, and that they reckon with integers alone.

A float is the same in compiled and in plain rules only by luck, and other from machine to machine.
"""

from __future__ import annotations

import dis
import linecache
import math
from collections.abc import Iterable, Iterator
from types import BuiltinFunctionType, CodeType, FunctionType

import numpy as np

from battlewright.contract.system import System, declared
from battlewright.engine.compiler.rule import RULES, Rule
from battlewright.engine.compiler.stamps import reads
from battlewright.engine.errors import NotConforming

MOVES_BATTLES = ("start", "choices", "refusal", "choose", "roll", "edit", "hide", "propose")
"""The functions of a system whose rules make the battle what it is; those of bots may weigh with floats."""
OURS = ("battlewright.engine.", "battlewright.geometry.")
"""Rules that all systems share: their one float is a root, which every machine rounds alike, and which is corrected."""
DIVIDES = ("/", "/=")


def check_rules(system: System) -> None:
    """Check that rules and catalogue name the same clauses, and that no rule of the battle has a float."""
    known = {clause.id for clause in system.catalogue}
    for rule in rules_below(declared(system)):
        unknown = [id for id in rule.clauses if id not in known]
        if unknown:
            what = f"the rule {rule.name} names the clause {unknown[0]}, which its catalogue does not have"
            raise NotConforming(f"{system.name}: {what}.")
    carried = {id for rule in RULES for id in rule.clauses}
    unused = [clause.id for clause in system.catalogue if clause.id not in carried]
    if unused:
        raise NotConforming(f"{system.name}: no rule carries out {', '.join(unused)}; name it in @rule(...).")
    carries = [] if system.amending is None else [system.amending.carry_over]
    for rule in rules_below([*(getattr(system.rules, name) for name in MOVES_BATTLES), *carries]):
        if rule.name.startswith(OURS):
            continue
        for line, what in floats_in(rule.function):
            code = linecache.getline(rule.function.__code__.co_filename, line).strip()
            raise NotConforming(f"{system.name}: the rule {rule.name} has a float: {what}, in line {line}: {code}")


def rules_below(roots: Iterable[object]) -> list[Rule]:
    """Return the rules among some values, and all rules that they call, compiled or plain."""
    by_function = {rule.function: rule for rule in RULES}
    found: dict[FunctionType, Rule] = {}
    waiting = list(roots)
    while waiting:
        value = waiting.pop()
        function = getattr(value, "py_func", value)
        if isinstance(function, FunctionType) and function in by_function and function not in found:
            found[function] = by_function[function]
            waiting += [read for _, read in reads(function)]
    return list(found.values())


def floats_in(function: FunctionType) -> Iterator[tuple[int, str]]:
    """Yield the lines of a function that make a float, and what does."""
    head = function.__code__.co_firstlineno
    for name, hint in function.__annotations__.items():
        if hint in (float, "float"):
            yield head, f"{name} is declared as one"
    values = {name.rpartition(".")[2]: value for name, value in reads(function) if _gives_float(value)}
    yield from _floats_in(function.__code__, values)


def _floats_in(code: CodeType, values: dict[str, object]) -> Iterator[tuple[int, str]]:
    line = code.co_firstlineno
    for each in dis.get_instructions(code):
        line = (each.positions.lineno if each.positions else None) or line
        if each.opname == "LOAD_CONST" and isinstance(each.argval, float):
            yield line, f"the number {each.argval}"
        elif each.opname == "BINARY_OP" and each.argrepr in DIVIDES:
            yield line, f"what {each.argrepr} comes to (// stays with integers)"
        elif each.argval in values and each.opname.startswith("LOAD_"):
            yield line, str(each.argval)
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _floats_in(inner, values)


def _gives_float(value: object) -> bool:
    if isinstance(value, (float, np.floating)) or value is float:
        return True
    if isinstance(value, np.ndarray):
        return np.issubdtype(value.dtype, np.floating)
    if not isinstance(value, BuiltinFunctionType) or value.__module__ != math.__name__:
        return False
    return value.__name__ not in ("gcd", "isqrt", "floor", "ceil")
