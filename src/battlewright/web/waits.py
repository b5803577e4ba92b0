"""Waiting for the store, with a limit."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from concurrent.futures import Future
from typing import TypeVar

from battlewright.engine.errors import StoreError

T = TypeVar("T")

STORE_TIMEOUT = 15.0
"""The seconds to wait for the store."""


async def written(future: Future[None]) -> None:
    """Wait until something is committed. Cancelling the wait does not cancel the commit."""
    loop = asyncio.get_running_loop()
    waiting: asyncio.Future[None] = loop.create_future()

    def end(error: BaseException | None) -> None:
        if waiting.done():
            return
        if error is None:
            waiting.set_result(None)
        else:
            waiting.set_exception(error)

    future.add_done_callback(lambda done: end(done.exception()))  # on the loop's thread: see Lobby
    late = loop.call_later(STORE_TIMEOUT, lambda: end(_late()))
    try:
        await waiting
    finally:
        late.cancel()


async def in_time(answer: Awaitable[T]) -> T:
    """Wait for the store, at most ``STORE_TIMEOUT`` seconds. Raises ``StoreError`` after that; the work goes on."""
    try:
        return await asyncio.wait_for(asyncio.shield(answer), STORE_TIMEOUT)
    except TimeoutError:
        raise _late() from None


def _late() -> StoreError:
    return StoreError(f"The database did not answer within {STORE_TIMEOUT:.0f} s. Try again soon.")
