"""Read typed lines without blocking."""

from __future__ import annotations

import io
import os
import select
import sys
import time


class TypedLines:
    """Lines from standard input. At a terminal a read waits for a limited time; a file or pipe is read when needed.

    ``is_open`` is false once the input has ended.
    """

    def __init__(self) -> None:
        self.is_open = sys.stdin is not None
        self.is_terminal = self.is_open and sys.stdin.isatty()
        self._begun = b""

    def next(self, seconds: float) -> str | None:
        """Return the next line, waiting at most ``seconds``; None if there is none."""
        if not self.is_open:
            time.sleep(seconds)
            return None
        try:
            number = sys.stdin.fileno()
        except (io.UnsupportedOperation, OSError, ValueError):
            return self._ended(sys.stdin.readline())
        return self._from_file(number, seconds)

    def _from_file(self, number: int, seconds: float) -> str | None:
        """Read what has come from a file, at most one line of it."""
        if b"\n" not in self._begun:
            if os.name != "posix":
                return self._ended(sys.stdin.readline())
            if not select.select([number], [], [], seconds)[0]:
                return None
            come = os.read(number, 4096)
            if not come:
                line, self._begun = self._begun, b""
                return self._ended(line.decode(errors="replace"))
            self._begun += come
        if b"\n" not in self._begun:
            return None
        line, _, self._begun = self._begun.partition(b"\n")
        return line.decode(errors="replace").strip()

    def _ended(self, line: str) -> str | None:
        self.is_open = bool(line)
        return line.strip() if line else None
