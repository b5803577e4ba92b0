"""Linking of compiled rules: each rule is compiled once, separately.

Numba links everything that a function calls, directly or indirectly, into its machine code and optimises it again, so
the total grows much faster than the code. Here only callees that are small enough to inline are linked in; the others
are called through their symbols. ``needs`` lists the callees that must be in memory first.

A callee's declaration carries the attributes that LLVM inferred from its body (which memory it reads, for instance).
"""
# mypy: disable-error-code="no-untyped-call"
# (Numba's own class, which has no types)

from __future__ import annotations

import re
from typing import Any, NamedTuple

import llvmlite.binding as llvm  # type: ignore[import-untyped]
from numba import types
from numba.core.codegen import CPUCodegen, JITCodeLibrary

Compilation = Any
"""What Numba returns of a compiled function: a named tuple whose fields a type checker cannot see."""
SMALL = 400
"""The most instructions of a rule that is inlined wherever others call it."""
DECLARED = re.compile(r"^declare .*?@([\w$.]+)\(.*$", re.MULTILINE)
INSTRUCTION = re.compile(r"^  [^ \]]", re.MULTILINE)
"""How a line with an instruction begins; the cases of a switch stand deeper."""


class Need(NamedTuple):
    """A rule that another rule calls: its stamp and its argument types."""

    stamp: str
    arguments: tuple[types.Type, ...]


class Packed(NamedTuple):
    """A library as it is stored on disk."""

    symbol: str
    itself: Need
    needs: dict[str, Need]
    declaration: str
    code: bytes
    body: bytes


class RuleLibrary(JITCodeLibrary):
    """The machine code of one rule (or of its Python wrapper), with what callers need to link to it."""

    _is_loaded = False

    def __init__(self, codegen: CPUCodegen, symbol: str, itself: Need) -> None:
        super().__init__(codegen, symbol)
        self.symbol, self.itself = symbol, itself
        self.declaration = ""
        self.needs: dict[str, Need] = {}
        self.enable_object_caching()

    def finalize(self) -> None:
        """Compile the rule, with small callees linked in and the others declared."""
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

    def _optimize_functions(self, ll_module: llvm.ModuleRef) -> None:
        """Leave the functions as they are: the whole module is optimised once, with its callees linked in."""
        ll_module.data_layout = self._codegen._data_layout

    def _optimize_final_module(self) -> None:
        """Optimise the rule and what is inlined into it, once. Loops are not unrolled, so that short ones over the
        edges of a piece become vectors."""
        tuning = llvm.create_pipeline_tuning_options(speed_level=3)
        tuning.loop_vectorization = True
        tuning.slp_vectorization = True
        tuning.loop_unrolling = False
        builder = llvm.create_pass_builder(self._codegen._tm, tuning)
        builder.getModulePassManager().run(self._final_module, builder)

    def _finalize_specific(self) -> None:
        """Defer finalising a loaded library: laid out together, loaded rules run a tenth faster than on pages of their
        own."""
        if not self._is_loaded:
            super()._finalize_specific()

    def get_pointer_to_function(self, name: str) -> int:
        """Return the address of a function, after finalising everything that was loaded."""
        self._ensure_finalized()
        if self._is_loaded:
            self._codegen._engine.finalize_object()
        return int(super().get_pointer_to_function(name))

    def _get_module_for_linking(self) -> llvm.ModuleRef:
        """Return the module to link into callers: the rule's body if it is small, else an empty module."""
        self._ensure_finalized()
        if self._shared_module is None:
            small = _is_small(self._final_module.get_function(self.symbol))
            self._shared_module = self._body() if small else llvm.parse_assembly("")
        return self._shared_module

    def _body(self) -> llvm.ModuleRef:
        """Return the rule's body for inlining only; callers that do not inline it call the one in this library."""
        module = self._final_module.clone()
        for each in (*module.functions, *module.global_variables):
            if not each.is_declaration and each.linkage in (llvm.Linkage.external, llvm.Linkage.common):
                each.linkage = "linkonce_odr"
        function = module.get_function(self.symbol)
        function.linkage = "available_externally"
        function.add_function_attribute("alwaysinline")
        return module

    def packed(self) -> Packed:
        """Return the library in the form that is stored on disk."""
        self._ensure_finalized()
        body = self._get_module_for_linking().as_bitcode()
        return Packed(self.symbol, self.itself, self.needs, self.declaration, self._get_compiled_object(), body)

    @classmethod
    def unpacked(cls, codegen: CPUCodegen, packed: Packed) -> RuleLibrary:
        """Load a library into memory; the rules that it needs must already be loaded."""
        self = cls(codegen, packed.symbol, packed.itself)
        self.needs, self.declaration = packed.needs, packed.declaration
        self._set_compiled_object(packed.code)
        self._is_loaded = True
        self._shared_module = llvm.parse_bitcode(packed.body)
        self._finalize_final_module()
        codegen._engine._defined_symbols.add(packed.symbol)
        return self


def python_wrapper(compiled: Compilation) -> RuleLibrary:
    """Build the wrapper through which Python calls a compiled rule; most rules are called only by other rules."""
    rule: RuleLibrary = compiled.library
    context, description = compiled.target_context, compiled.fndesc
    library = RuleLibrary(rule.codegen, description.llvm_cpython_wrapper_name, rule.itself)
    context.refresh()  # where all rules come from the disk, Numba has not yet loaded its own constants
    with context.push_code_library(library):  # boxing the result may need code of its own
        context.create_cpython_wrapper(library, description, compiled.environment, None, release_gil=True)
    library.add_linking_library(rule)
    return library


def _is_small(function: llvm.ValueRef) -> bool:
    return len(INSTRUCTION.findall(str(function))) <= SMALL


def _declaration_of(module: str, symbol: str) -> str:
    """Return the declaration of a function, with the attributes that the compiler inferred."""
    head = re.search(rf"^define (.*@{re.escape(symbol)}\(.*?)(?: (#\d+))? {{$", module, re.MULTILINE)
    assert head is not None, f"{symbol} is not defined"
    found = re.search(rf"^attributes {head[2]} = {{ (.*) }}$", module, re.MULTILINE) if head[2] else None
    return f"declare {head[1]} {found[1] if found else ''}".rstrip()
