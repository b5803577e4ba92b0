"""The suite that every system must pass: ``check(SYSTEM, [setup, ...])``."""

from battlewright.conformance.suite import check as check
from battlewright.conformance.suite import digest as digest
