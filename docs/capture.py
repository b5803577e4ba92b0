"""Take the outputs anew that the pages show: ``python docs/capture.py``.

The commands run in ``examples/forces``. Files under ``transcripts/once`` depend on the terminal, on the clock, on
versions of other packages or on lines of the source; all others must come out the same each time.
"""

from __future__ import annotations

import os
import pty
import re
import select
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

DOCS = Path(__file__).resolve().parent
FORCES = DOCS / "examples" / "forces"
PLACE = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
LOOKS = {"COLUMNS": "100", "LINES": "90", "TERM": "xterm", "NO_COLOR": "1"}
ENVIRONMENT = os.environ | LOOKS | {"PATH": PLACE}

COMMANDS = {
    "version": "battlewright --version",
    "once/help": "battlewright --help",
    "play-watch": "battlewright play formations --seat none --seed 7 --rounds 1",
    "play-error": "battlewright play river-guard marsh-covn",
    "play-replay": "battlewright play red.toml blue.toml --seat none --rounds 1 --seed 2 --replay short.replay",
    "replay": "battlewright replay short.replay",
    "replay-json": "battlewright replay short.replay --json",
    "roll": "battlewright roll 3d8+2 --seed 7",
    "roll-json": "battlewright roll 2d6+d4+1 --seed 7 --json",
    "roll-error": "battlewright roll 3x",
    "once/report": "battlewright report short.replay",
    "once/rules": "battlewright rules F.D9",
    "once/rules-json": "battlewright rules F.G5 --json",
    "rules-error": "battlewright rules F.Dx",
    "odds-attack": "battlewright odds formations attack --dice 8 --def 4 --rerolls 2",
    "odds-combination": "battlewright odds formations combination --dice 8 --json",
    "odds-shot": (
        "battlewright odds skirmish shot --ballistics 4 --difficulty 12.5 --obstacles 1 "
        "--target agility=4,toughness=3,stress=1,ballistics=3,weapon=pistol"
    ),
    "odds-clash": (
        "battlewright odds skirmish clash --attacker melee=3,toughness=3,weapon=sword "
        "--defender melee=3,toughness=2,weapon=sword --struck 4,6,5 --parried 6,4,1"
    ),
    "odds-stress": "battlewright odds skirmish stress --toughness 3 --stress 4 --json",
    "odds-position": "battlewright odds skirmish position duel.replay",
    "odds-plan": "battlewright odds skirmish position duel.replay --plan 'move 6 7' --plan 'shoot b1'",
    "odds-bands": "battlewright odds heroes attack --bonus 5 --dodge 9 --parry 5 --armor 4",
    "odds-contest": "battlewright odds heroes contest --attack 4 --defence 3 --json",
    "odds-blow": "battlewright odds heroes damage --dice 1d8+2 --types piercing --critical --health 14 --wounds 4",
    "odds-fall": "battlewright odds heroes fall silarn barrow-wight --rounds 6",
    "once/train": "python ../training/train_skirmish.py",
    "once/sim": "battlewright sim lantern-company hollow-king --battles 2000 --seed 7",
    "once/sim-json": "battlewright sim red-hall gable-foxes --battles 400 --bots greedy,random --seed 7 --json",
    "once/ladder": "battlewright ladder --seed 7",
    "edition-error": "battlewright battle --edition first --option modifier_added",
    "weapons": "battlewright weapons",
    "sim-error": "battlewright sim lantern-company hollow-king --bots gredy",
    "sheet": "battlewright sheet silarn",
    "sheet-own": "battlewright sheet ysra.toml",
    "sheet-faults": "battlewright sheet faulty-hero.toml",
    "once/sim-heroes": "battlewright sim heroes ferry.toml --battles 20000 --seed 7",
    "forces": "battlewright forces river-guard long-bow.toml",
    "forces-json": "battlewright forces red.toml --json",
    "forces-faults": "battlewright forces faulty.toml",
}
GAMES = {
    "once/battle": (
        "battlewright play --seed 20",
        ["deploy a3 11 3.5", "1", "1", "1", "1", "3", "move 10 11", "1", "q"],
    ),
    "once/encounter": (
        "battlewright encounter the-barrow --seed 7",
        ["h edits", "set wight cover 80", "mod brannoc dense fog", "give b2 prone 2", "9", "u", "4", "2", "q"],
    ),
    "once/first": ("battlewright play formations --seed 7", ["1", "F.D3", "1", "2", "u", "2", "2", "q"]),
    "once/physical": (
        "battlewright play formations --dice physical --seat both --seed 7",
        ["6 7", "6 2", "1", "1", "1 2 3 4 5 6 6", "q"],
    ),
    "once/front-end": ("python tiny_front_end.py formations --seed 7", ["1", "9", "1", "u", "2", "q"]),
}
SCRIPTS = DOCS / "examples" / "embedding"
"""Where the scripts of games lie."""


def output(command: list[str], folder: Path) -> str:
    """What a command prints, errors included."""
    done = subprocess.run(
        command,
        cwd=folder,
        env=ENVIRONMENT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    return done.stdout.decode()


def game(command: str, answers: list[str]) -> str:
    """What a terminal shows while a person plays."""
    program, *arguments = command.split()
    if program == "python":
        arguments[0] = str(SCRIPTS / arguments[0])
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(tempfile.mkdtemp())
        os.execvpe(program, [program, *arguments], ENVIRONMENT)
    shown, waiting = b"", list(answers)
    while True:
        try:
            ready = select.select([terminal], [], [], 60)[0]
            part = os.read(terminal, 65536) if ready else b""
        except OSError:
            part = b""
        if not part:
            break
        shown += part
        if waiting and shown.endswith((b"> ", b"faces: ")):
            os.write(terminal, f"{waiting.pop(0)}\n".encode())
    os.waitpid(child, 0)
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown.decode()).replace("\r", "")


def keep(path: Path, text: str) -> None:
    """Write what was shown, without blanks at the ends of lines."""
    path.write_text("\n".join(line.rstrip() for line in text.rstrip().split("\n")) + "\n", encoding="utf-8")


def main() -> None:
    for name, command in COMMANDS.items():
        keep(DOCS / "transcripts" / f"{name}.txt", f"$ {command}\n{output(shlex.split(command), FORCES)}")
    for ladder in FORCES.glob("ladder-*.json"):
        ladder.unlink()
    for name, (command, answers) in GAMES.items():
        keep(DOCS / "transcripts" / f"{name}.txt", f"$ {command}\n{game(command, answers)}")
    for example in sorted((DOCS / "examples").glob("*.py")):
        keep(example.with_suffix(".out"), output([sys.executable, str(example)], DOCS))


if __name__ == "__main__":
    main()
