"""Studies by the names of their systems: from a file or a dict, on threads or a cluster."""

from __future__ import annotations
