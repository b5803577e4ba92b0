"""How compiled rules are linked: each is compiled once, by itself.

Numba links all that a function calls, and all that these call, into its machine code, and optimises it again. The sum
grows much faster than the code. Here a rule brings along only the callees that are small enough to be inlined; it
calls the others where they lie. What it calls must be in memory before it: ``needs`` says what that is.

What is known of a callee without its body (which memory it reads, what it never returns) stands in its declaration.
"""
# mypy: disable-error-code="no-untyped-call"
# (Numba's own class, which has no types)

from __future__ import annotations

import re
from typing import Any, NamedTuple

import llvmlite.binding as llvm  # type: ignore[import-untyped]
from numba.core.codegen import JITCodeLibrary

SMALL = 200
"""Instructions of the largest rule that others may inline."""
DECLARED = re.compile(r"^declare .*?@([\w$.]+)\(.*$", re.MULTILINE)


class Need(NamedTuple):
    """A rule that another calls: its stamp, and the types of its arguments."""

    stamp: str
    arguments: tuple[Any, ...]


class Packed(NamedTuple):
    """A library as it is kept on disk."""

    symbol: str
    itself: Need
    needs: dict[str, Need]
    declaration: str
    code: bytes
    body: bytes


class RuleLibrary(JITCodeLibrary):
    """The machine code of one rule (or of its way in from Python), and what others may know of it."""

    _is_loaded = False

    def __init__(self, codegen: Any, symbol: str, itself: Need) -> None:
        super().__init__(codegen, symbol)
        self.symbol, self.itself = symbol, itself
        self.declaration = ""
        self.needs: dict[str, Need] = {}
        self.enable_object_caching()

    def finalize(self) -> None:
        """Compile it, with small callees linked in and the others declared."""
        callees = [library for library in self._linking_libraries if isinstance(library, RuleLibrary)]
        declarations = {library.symbol: library.declaration for library in callees}
        text = DECLARED.sub(lambda line: declarations.get(line[1], line[0]), str(self._final_module))
        self._final_module = llvm.parse_assembly(text)
        super().finalize()
        self.declaration = _declaration_of(str(self._final_module), self.symbol)
        within_reach = {symbol: need for library in callees for symbol, need in library.needs.items()}
        within_reach |= {library.symbol: library.itself for library in callees}
        missing = {function.name for function in self._final_module.functions if function.is_declaration}
        self.needs = {symbol: within_reach[symbol] for symbol in sorted(missing & within_reach.keys())}

    def _finalize_specific(self) -> None:
        """What is loaded is laid out together with all else that is loaded: rules that lie each on a page of their own
        run a tenth slower."""
        if not self._is_loaded:
            super()._finalize_specific()

    def get_pointer_to_function(self, name: str) -> int:
        """The address of a function; all that has been loaded is laid out by now."""
        self._ensure_finalized()
        if self._is_loaded:
            self._codegen._engine.finalize_object()
        return int(super().get_pointer_to_function(name))

    def _get_module_for_linking(self) -> Any:
        """What is linked into callers: the rule's body if it is small, else nothing."""
        self._ensure_finalized()
        if self._shared_module is None:
            small = _is_small(self._final_module.get_function(self.symbol))
            self._shared_module = self._body() if small else llvm.parse_assembly("")
        return self._shared_module

    def _body(self) -> Any:
        """The rule for inlining alone: whoever does not inline it calls the one in this library."""
        module = self._final_module.clone()
        for each in (*module.functions, *module.global_variables):
            if not each.is_declaration and each.linkage in (llvm.Linkage.external, llvm.Linkage.common):
                each.linkage = "linkonce_odr"
        module.get_function(self.symbol).linkage = "available_externally"
        return module

    def packed(self) -> Packed:
        """All of it, to be kept on disk."""
        self._ensure_finalized()
        body = self._get_module_for_linking().as_bitcode()
        return Packed(self.symbol, self.itself, self.needs, self.declaration, self._get_compiled_object(), body)

    @classmethod
    def unpacked(cls, codegen: Any, packed: Packed) -> RuleLibrary:
        """Bring a library back into memory; what it needs must be there."""
        self = cls(codegen, packed.symbol, packed.itself)
        self.needs, self.declaration = packed.needs, packed.declaration
        self._set_compiled_object(packed.code)
        self._is_loaded = True
        self._shared_module = llvm.parse_bitcode(packed.body)
        self._finalize_final_module()
        codegen._engine._defined_symbols.add(packed.symbol)
        return self


def way_in(compiled: Any) -> RuleLibrary:
    """Machine code by which Python calls a compiled rule. Most rules are called by other rules alone."""
    rule: RuleLibrary = compiled.library
    context, description = compiled.target_context, compiled.fndesc
    library = RuleLibrary(rule.codegen, description.llvm_cpython_wrapper_name, rule.itself)
    with context.push_code_library(library):  # what is returned may take code of its own to become a Python value
        context.create_cpython_wrapper(library, description, compiled.environment, None, release_gil=True)
    library.add_linking_library(rule)
    return library


def _is_small(function: Any) -> bool:
    left = SMALL
    for block in function.blocks:
        left -= sum(1 for _ in block.instructions)
        if left < 0:
            return False
    return True


def _declaration_of(module: str, symbol: str) -> str:
    """The line that declares a function, with all that the compiler found out about it."""
    head = re.search(rf"^define (.*@{re.escape(symbol)}\(.*?)(?: (#\d+))? {{$", module, re.MULTILINE)
    assert head is not None, f"{symbol} is not defined"
    found = re.search(rf"^attributes {head[2]} = {{ (.*) }}$", module, re.MULTILINE) if head[2] else None
    return f"declare {head[1]} {found[1] if found else ''}".rstrip()
