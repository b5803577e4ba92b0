"""How ``scratch_row``, ``clear`` and ``emit`` are compiled: as memory on the stack of the calling rule, as one memset,
and as a call with the fields of the event in their order."""
# mypy: disable-error-code="no-any-return, no-untyped-call, no-untyped-def, untyped-decorator"
# (Numba's own classes, which have no types)

from __future__ import annotations

from types import ModuleType

from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.core import cgutils, ir_utils
from numba.core import ir as numba_ir
from numba.core.errors import TypingError
from numba.core.imputils import lower_builtin
from numba.core.rewrites import registry
from numba.core.typing.templates import AbstractTemplate, Signature, infer_global, signature
from numba.np.arrayobj import make_array, populate_array

from battlewright.engine.compiler.event_fields import MAX_FIELDS, in_order
from battlewright.engine.compiler.scratch import scratch_row
from battlewright.engine.record import clear

WIDTH = 4
"""Bytes of an int32."""
HEAD = 3
"""The arguments of ``emit`` before the fields: the tail, the kind and the clause."""


@infer_global(scratch_row)
class ScratchRow(AbstractTemplate):
    """The type of a call: a row of ints, for a length that is known to the compiler."""

    prefer_literal = True

    def generic(self, arguments: tuple[types.Type, ...], named: object) -> Signature | None:
        if len(arguments) == 1 and isinstance(arguments[0], types.IntegerLiteral):
            return signature(types.Array(types.int32, 1, "C"), *arguments)
        return None


@lower_builtin(scratch_row, types.IntegerLiteral)
def _stack_row(context, builder, call: Signature, arguments: object):
    count = call.args[0].literal_value
    with builder.goto_entry_block():  # there it is allocated once, also in a loop
        data = builder.alloca(ir.IntType(32), size=ir.Constant(ir.IntType(32), count))
    cgutils.memset(builder, data, ir.Constant(ir.IntType(64), WIDTH * count), 0)
    made = make_array(call.return_type)(context, builder)
    size, width = context.get_constant(types.intp, count), context.get_constant(types.intp, WIDTH)
    populate_array(made, data=data, shape=[size], strides=[width], itemsize=width, meminfo=None)
    return made._getvalue()


@infer_global(clear)
class Clear(AbstractTemplate):
    """The type of a call: nothing is returned, for any record."""

    def generic(self, arguments: tuple[types.Type, ...], named: object) -> Signature | None:
        is_record = len(arguments) == 1 and isinstance(arguments[0], types.Record)
        return signature(types.none, *arguments) if is_record else None


@lower_builtin(clear, types.Record)
def _clear(context, builder, call: Signature, arguments):
    cgutils.memset(builder, arguments[0], ir.Constant(ir.IntType(64), call.args[0].size), 0)
    return context.get_dummy_value()


def rewrite_emits(ir: ModuleType, utils: ModuleType, rewrites: ModuleType) -> None:
    """Let a compiler put the named fields of ``emit`` in order: its intermediate code, its tools, its rewrites."""

    @rewrites.register_rewrite("before-inference")
    class EmitByName(rewrites.Rewrite):  # type: ignore[misc, name-defined]
        """Calls of ``emit`` with named fields become calls with all values in their order."""

        def match(self, func_ir, block, typemap, calltypes) -> bool:
            self.function, self.block = func_ir, block
            self.calls = [each for each in block.find_insts(ir.Assign) if self._is_emit(each.value)]
            return bool(self.calls)

        def _is_emit(self, value) -> bool:
            if not isinstance(value, ir.Expr) or value.op != "call" or len(value.args) != HEAD:
                return False
            called = utils.guard(utils.get_definition, self.function, value.func)
            return hasattr(getattr(called, "value", None), "compiled_as")

        def apply(self):
            """Return the block with the values of each call in order, and zeros for fields that the kind lacks."""
            made = self.block.copy()
            made.clear()
            for statement in self.block.body:
                if statement in self.calls:
                    zeros = self._zeros(statement, MAX_FIELDS - len(statement.value.kws))
                    made.body += [*zeros, self._in_order(statement, [zero.target for zero in zeros])]
                else:
                    made.append(statement)
            return made

        def _zeros(self, statement, count: int):
            found = []
            for _ in range(count):
                zero = ir.Var(statement.target.scope, utils.mk_unique_var("zero"), statement.loc)
                found.append(ir.Assign(ir.Const(0, statement.loc), zero, statement.loc))
                self.function._definitions[zero.name].append(found[-1].value)
            return found

        def _in_order(self, statement, zeros):
            call, fields = statement.value, dict(statement.value.kws)
            try:
                names = self.function.infer_constant(call.args[1]).fields
            except Exception:  # the kind is chosen while the rule runs; each compiler has an error of its own for that
                names = tuple(fields)
            try:
                values = [fields[name] for name in in_order(names, fields)]
            except TypeError as error:
                raise TypingError(str(error), call.loc) from None
            made = ir.Expr.call(call.func, [*call.args, *values, *zeros], (), call.loc)
            self.function._definitions[statement.target.name] = [made]
            return ir.Assign(made, statement.target, statement.loc)


rewrite_emits(numba_ir, ir_utils, registry)
