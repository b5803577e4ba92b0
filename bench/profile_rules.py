"""The share of each rule in the time of a work (see ``compare``), by sampling with Linux' perf.

python bench/profile_rules.py random|greedy|search|arrays [--seconds 5] [--most 30]

The addresses of the compiled rules are written to /tmp/perf-PID.map, where perf looks for the names of code that was
made while a program runs. A rule that was inlined counts for the one that called it.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from compare import WORKS


def written_names(symbol: str) -> str:
    """The names in a mangled symbol: ``_ZN5table4legs…`` is ``table.legs…``."""
    parts, rest = list[str](), symbol.partition("_ZN")[2]
    while found := re.match(r"\d+", rest):
        end = found.end() + int(found[0])
        parts.append(rest[found.end() : end])
        rest = rest[end:]
    return ".".join(parts).removeprefix("battlewright.").replace("_3clocals_3e.", "") or symbol


def noted(kind: type[Any]) -> list[Any]:
    """A list of all objects of a class that are made from now on."""
    made: list[Any] = []
    begin = kind.__init__

    def note(self: Any, *given: Any) -> None:
        begin(self, *given)
        made.append(self)

    kind.__init__ = note
    return made


def addresses_of(libraries: list[Any]) -> list[tuple[int, str]]:
    """Where the rules of these libraries lie in memory, and their names."""
    engine = libraries[0]._codegen._engine._ee
    return sorted((engine.get_function_address(each.symbol), written_names(each.symbol)) for each in libraries)


def work_for(name: str, seconds: float) -> None:
    """Do a work for some time, with the addresses of all rules written down once they are loaded."""
    from battlewright.engine.compiler.library import RuleLibrary

    made = noted(RuleLibrary)
    work = WORKS[name]()
    work()
    addresses = addresses_of(made)
    with Path(f"/tmp/perf-{os.getpid()}.map").open("w") as file:
        for (start, rule), (end, _) in zip(addresses, [*addresses[1:], (addresses[-1][0] + 4096, "")], strict=True):
            if 0 < start < end:
                file.write(f"{start:x} {min(end - start, 1 << 16):x} rule:{rule}\n")
    began = time.process_time()
    while time.process_time() - began < seconds:
        work()


def shares_of(name: str, seconds: float) -> list[tuple[float, str]]:
    """The shares of the rules in per cent of all rules' time, the largest first."""
    with tempfile.TemporaryDirectory() as folder:
        data = str(Path(folder) / "perf.data")
        itself = [sys.executable, __file__, name, "--seconds", str(seconds), "--work"]
        record = ["perf", "record", "-q", "-e", "cpu-clock", "-F", "4000", "-o", data, *itself]
        subprocess.run(record, check=True, capture_output=True)
        report = ["perf", "report", "-i", data, "--sort", "symbol", "--stdio"]
        text = subprocess.run(report, check=True, capture_output=True, text=True).stdout
    found = [(float(share), rule) for share, rule in re.findall(r"^ *([\d.]+)%.*?rule:(\S+)", text, re.MULTILINE)]
    whole = sum(share for share, _ in found)
    return [(100 * share / whole, rule) for share, rule in found]


def main() -> None:
    """Show the shares."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", choices=WORKS)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--most", type=int, default=30)
    parser.add_argument("--work", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.work:
        work_for(options.name, options.seconds)
    elif shutil.which("perf") is None:
        sys.exit("There is no perf here (Debian: apt install linux-perf).")
    else:
        for share, rule in shares_of(options.name, options.seconds)[: options.most]:
            print(f"{share:5.1f} %  {rule}")


if __name__ == "__main__":
    main()
