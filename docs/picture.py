"""Take the README's picture anew: ``python docs/picture.py`` plays the first moves of a battle and keeps the screen."""

from __future__ import annotations

import io
import re
import sys
from contextlib import redirect_stdout, suppress
from pathlib import Path

from rich.console import Console
from rich.text import Text

from battlewright.cli.terminal import Stop, Terminal
from battlewright.play.dice import DiceSource
from battlewright.play.match import Match
from battlewright.play.players import seat_bots
from battlewright.systems import load

PICTURE = Path(__file__).resolve().parent / "images" / "battle.svg"
ANSWERS = ("deploy a3 11 3.5", "1", "1", "1", "1", "3", "move 10 11", "q")
SEED, WIDTH, HEIGHT = 20, 112, 46


def recorder() -> Console:
    """A console that keeps what it shows."""
    return Console(width=WIDTH, height=60, force_terminal=True, highlight=False, file=io.StringIO(), record=True)


def draw() -> str:
    """The picture of a battle after its first moves."""
    system = load("skirmish")
    match = Match(system, system.setup.read().setup, {"b": "greedy"}, DiceSource(seed=SEED))
    table = Terminal(match, ("a",), advice="odds", bots=seat_bots(match))
    table.screen.console = recorder()
    sys.stdin = io.StringIO("".join(f"{answer}\n" for answer in ANSWERS))
    with suppress(Stop), redirect_stdout(io.StringIO()):
        table.run()
    lines = table.screen.console.export_text(styles=True).split("\n")
    last_map = max(number for number, line in enumerate(lines) if "┌" in line)
    screen = recorder()
    for line in lines[last_map : last_map + HEIGHT]:
        screen.print(Text.from_ansi(line), no_wrap=True, crop=True)
    drawn = screen.export_svg(title="battlewright play")
    return re.sub(r"@font-face \{.*?\}\n", "", drawn, flags=re.DOTALL)  # fonts of the reader, none from elsewhere


def main() -> None:
    PICTURE.parent.mkdir(exist_ok=True)
    PICTURE.write_text(draw(), encoding="utf-8")


if __name__ == "__main__":
    main()
