"""How ``scratch_row`` and ``clear`` are compiled: as memory on the stack of the calling rule, and as one memset."""
# mypy: disable-error-code="no-any-return, no-untyped-call, no-untyped-def, untyped-decorator"
# (Numba's own classes, which have no types)

from __future__ import annotations

from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.core import cgutils
from numba.core.imputils import lower_builtin
from numba.core.typing.templates import AbstractTemplate, Signature, infer_global, signature
from numba.np.arrayobj import make_array, populate_array

from battlewright.engine.compiler.scratch import scratch_row
from battlewright.engine.record import clear

WIDTH = 4
"""Bytes of an int32."""


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
