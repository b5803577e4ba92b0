"""Numba's own work on a rule, as far as a rule needs it. The machine code is the same, byte for byte, as after all of
its passes. Most of the time to compile a rule is this work: it is Python.
"""
# mypy: disable-error-code="no-untyped-call"
# (Numba's own classes, which have no types)

from __future__ import annotations

from typing import Any

from numba import types
from numba.core.compiler_machinery import PassManager
from numba.core.typed_passes import (
    IRLegalization,
    NativeLowering,
    NoPythonBackend,
    NopythonTypeInference,
    PreLowerStripPhis,
)
from numba.core.untyped_passes import (
    DeadBranchPrune,
    FixupArgs,
    GenericRewrites,
    IRProcessing,
    ReconstructSSA,
    TranslateByteCode,
)

NEEDED = (
    TranslateByteCode,
    FixupArgs,
    IRProcessing,
    GenericRewrites,
    ReconstructSSA,
    DeadBranchPrune,
    NopythonTypeInference,
    PreLowerStripPhis,
    IRLegalization,
    NativeLowering,
    NoPythonBackend,
)
"""Without what is for closures, contexts, generators, lists of several types, and whole arrays: no rule has them."""


class Passes(PassManager):
    """Passes, one after the other. Numba would tell its listeners of each, with the names of all types: those of
    records are long, and take longer than many a pass."""

    def _runPass(self, index: int, each: Any, state: object) -> None:  # noqa: N802
        each.analysis = self._analysis
        each.run_initialization(state)
        each.run_pass(state)
        each.run_finalizer(state)


def rule_passes() -> PassManager:
    """Return the passes that a rule needs."""
    passes = Passes("rule")
    for each in NEEDED:
        passes.add_pass(each, each.__name__)
    passes.finalize()
    return passes


_search = types.Function.get_call_type
_found: dict[Any, Any] = {}


def _remembered(function: Any, context: Any, arguments: Any, named: Any) -> Any:
    """Return the signature of an operator, or of another function that Numba knows, for these arguments. Numba searches
    a dozen candidates for each ``+``; a function with more candidates is another one."""
    if named:
        return _search(function, context, arguments, named)
    asked = (function, context, arguments)
    if asked not in _found:
        _found[asked] = _search(function, context, arguments, named)
    return _found[asked]


types.Function.get_call_type = _remembered  # type: ignore[assignment, method-assign]
