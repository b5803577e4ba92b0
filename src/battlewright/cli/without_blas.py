"""Numba without SciPy's linear algebra, which no rule needs: importing it takes a third of the start."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType

USER, UNUSED = "numba.np.arraymath", "scipy.linalg"
"""The part of Numba that imports linear algebra, where there is any, and what it then imports."""


class WithoutBlas(MetaPathFinder, Loader):
    """Hides linear algebra while the part of Numba is imported that looks for it; that may never be."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find the part of Numba, and load it by this class."""
        if fullname != USER or UNUSED in sys.modules:
            return None
        sys.meta_path.remove(self)
        found = PathFinder.find_spec(fullname, path, target)
        if found is not None and found.loader is not None:
            self._loader, found.loader = found.loader, self
        return found

    def exec_module(self, module: ModuleType) -> None:
        """Load it, where an import of linear algebra fails."""
        sys.modules[UNUSED] = None  # type: ignore[assignment]
        try:
            self._loader.exec_module(module)
        finally:
            del sys.modules[UNUSED]


def start_without_blas() -> None:
    """Hide linear algebra from Numba, if and when it is imported."""
    if USER not in sys.modules and not any(isinstance(each, WithoutBlas) for each in sys.meta_path):
        sys.meta_path.insert(0, WithoutBlas())
