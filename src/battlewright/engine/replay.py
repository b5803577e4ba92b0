"""Replays: a battle as a readable text that diffs well.

    format = 1                          a head in TOML: the system, the version of its rules,
    system = "formations"               the seed of the dice, and the whole set-up
    ...
    --- battle
    roll 3 5                            then every move: dice of the seed,
    typed 6 1                           dice rolled at a real table,
      Force b begins. [F.D12]           sentences of the events (indented; ignored by the reader),
    b: activate group=24  # Red mob     choices (the text after a # is ignored too)
    ...
    --- end
    result b wins                       the result,
    position 5f0c1d9a2b3c4d5e           and the fingerprint of the last position

A replay without an end is a battle in progress; it omits a choice that is still secret. Repeating a replay leads to
the same bytes, or raises ReplayError.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Self

import tomli_w

from battlewright.engine import source
from battlewright.engine.errors import BattlewrightError, Fault, ReplayError, SetupError
from battlewright.engine.node import NodeKind
from battlewright.engine.session import Session
from battlewright.engine.system import SEATS, System
from battlewright.engine.text import plural
from battlewright.engine.wording import read_record

FORMAT = 1
BATTLE, END, COMMENT = "--- battle", "--- end", "  # "
HEAD = {"format", "system", "ruleset", "seed", "index", "setup"}
MAX_BYTES = 32 * 1024 * 1024


@dataclass(frozen=True)
class Replay:
    """A parsed replay. ``moves`` are the lines with their line numbers; ``position`` is empty if the battle is not
    over, and ``text`` is the whole text."""

    name: str
    system: System
    setup: Any
    seed: int
    index: int
    moves: tuple[tuple[int, str], ...]
    result: str
    position: str
    text: str = field(repr=False)

    @classmethod
    def of(cls, session: Session) -> Self:
        """Return the replay of a session, finished or not, without a choice that is still secret."""
        return cls(**vars(parse(write(session), "session", lambda _: session.system)))

    def repeat(self) -> Session:
        """Play the battle again, move by move. Raises ``ReplayError`` if it does not end at the same position."""
        return repeat(self)

    def write(self, path: str | Path) -> None:
        """Write the text to a file."""
        try:
            Path(path).write_text(self.text, encoding="utf-8", newline="\n")
        except OSError as error:
            raise ReplayError(f"{path}: the replay cannot be written ({error.strerror}).") from None


def write(session: Session) -> str:
    """Return the text of a battle's replay, finished or not, without a choice that is still secret."""
    head = {
        "format": FORMAT,
        "system": session.system.name,
        "ruleset": session.system.ruleset,
        "seed": session.seed,
        "index": session.index,
        "setup": session.setup.model_dump(mode="json", by_alias=True, exclude_defaults=True, exclude_none=True),
    }
    lines = [tomli_w.dumps(head).rstrip(), "", BATTLE]
    lines += [f"  {sentence}" for sentence in session.opening]
    for move in session.known_moves:
        lines.append(f"{move.text}{COMMENT}{move.words}" if move.words else move.text)
        lines += [f"  {sentence}" for sentence in move.sentences]
    if session.is_over:
        lines += [END, f"result {session.words.result(session.node)}", f"position {session.fingerprint}"]
    return "\n".join(lines) + "\n"


def read(path: str | Path, load: Callable[[str], System]) -> Replay:
    """Read a replay file. ``load`` finds a system by its name."""
    if Path(path).exists() and not Path(path).is_file():
        raise ReplayError(f"{path or '(no name)'}: a replay is an ordinary file; this is none.")
    try:
        with Path(path).open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        raise ReplayError(f"{path}: a replay is a text in UTF-8; this is none.") from None
    except OSError as error:
        raise ReplayError(f"{path}: the replay cannot be read ({error.strerror}).") from None
    if len(raw) > MAX_BYTES:
        raise ReplayError(f"{path}: a replay has at most {MAX_BYTES // 2**20} MiB.")
    return parse(text, str(path), load)


def parse(text: str, name: str, load: Callable[[str], System]) -> Replay:
    """Parse the text of a replay. ``name`` stands for it in messages."""
    lines = text.split("\n")
    if BATTLE not in lines:
        raise ReplayError(f"{name}: this is no replay: the line '{BATTLE}' is missing.")
    start = lines.index(BATTLE)
    stop = lines.index(END, start) if END in lines[start:] else len(lines)
    try:
        head = source.parse("\n".join(lines[:start]), name, "toml")
        system, setup = _read_head(head, load)
    except SetupError as error:
        raise ReplayError(str(error)) from None
    moves = [(i + 1, lines[i]) for i in range(start + 1, stop) if lines[i].strip() and not lines[i].startswith(" ")]
    ending = dict(line.partition(" ")[::2] for line in lines[stop + 1 :])
    if stop < len(lines) and not ending.get("position"):
        raise ReplayError(f"{name}:{stop + 1}: the end lacks its line 'position FINGERPRINT'.")
    data = head.data
    result, position = ending.get("result", ""), ending.get("position", "").strip()
    return Replay(name, system, setup, data["seed"], data["index"], tuple(moves), result, position, text)


def repeat(replay: Replay) -> Session:
    """Play a replay again, move by move, and check its result and fingerprint."""
    try:
        session = Session(replay.system, replay.setup, replay.seed, replay.index)
    except BattlewrightError as error:
        raise ReplayError(f"{replay.name}: {error}") from None
    for number, line in replay.moves:
        try:
            make_move(session, line)
        except BattlewrightError as error:
            raise ReplayError(f"{replay.name}:{number}: '{line[:60]}': {error}") from None
    if replay.position and not session.is_over:
        raise ReplayError(f"{replay.name}: the replay has an end, but the battle is not over after its last move.")
    if replay.position and replay.position != session.fingerprint:
        raise ReplayError(
            f"{replay.name}: the battle does not repeat: it should end at position {replay.position}, "
            f"but ends at {session.fingerprint}."
        )
    if replay.position and replay.result != session.words.result(session.node):
        raise ReplayError(f"{replay.name}: the result is '{session.words.result(session.node)}', not as written there.")
    return session


def repeat_until(replay: Replay, at: int | None = None) -> Session:
    """Return the battle of a replay after ``at`` moves (None: all). Raises ReplayError if it is over by then."""
    count = len(replay.moves)
    if at is not None and not 0 <= at <= count:
        moves = plural(count, "move")
        raise ReplayError(f"--at must be from 0 to {count}, not {at}: {replay.name} has {moves}.")
    if at is not None and at < count:
        replay = replace(replay, moves=replay.moves[:at], result="", position="")
    session = repeat(replay)
    if session.is_over:
        result = session.words.result(session.node).rstrip(".")
        before = f"--at takes 0 to {count - 1} for what was before"
        raise ReplayError(f"{replay.name}: after {plural(count, 'move')} the battle is over ({result}); {before}.")
    return session


def make_move(session: Session, line: str) -> None:
    """Carry out one line of a replay."""
    word, _, rest = line.partition(COMMENT)[0].partition(" ")
    if word in ("roll", "typed"):
        _make_roll(session, word, rest)
    elif word == "edit":
        session.edit(read_record(rest, session.system.change, session.system.editable))
    elif len(word) == 2 and word[0] in SEATS and word[1] == ":":
        if session.node.kind == NodeKind.DECISION and SEATS[session.node.seat] != word[0]:
            raise ReplayError(f"Seat {SEATS[session.node.seat]} moves here, not seat {word[0]}.")
        session.choose(read_record(rest, session.system.choice, session.system.choice_kinds))
    else:
        raise ReplayError("A move is 'roll FACES', 'typed FACES', 'SEAT: CHOICE' or 'edit CHANGE'.")


def _make_roll(session: Session, word: str, text: str) -> None:
    """Carry out a roll. Typed faces are taken as they are; those of the stream must match the seed."""
    try:
        faces = [int(face) for face in text.split()]
    except ValueError:
        raise ReplayError("The faces of a roll are whole numbers.") from None
    if word == "typed":
        session.roll_typed(faces)
        return
    session.roll()
    rolled = session.moves[-1].text
    if rolled != f"roll {' '.join(map(str, faces))}":
        session.undo()
        raise ReplayError(f"The seed gives '{rolled}' here. Dice rolled elsewhere are written 'typed FACES'.")


def _read_head(head: source.Source, load: Callable[[str], System]) -> tuple[System, Any]:
    data, faults = head.data, []
    for key in sorted(HEAD - data.keys()):
        faults.append(Fault(head.name, 1, key, "is missing"))
    for key in sorted(data.keys() - HEAD):
        faults.append(Fault(head.name, head.line((key,)), key, "is not a known field of a replay"))
    for key in ("format", "ruleset", "seed", "index"):
        if key in data and (not isinstance(data[key], int) or isinstance(data[key], bool)):
            faults.append(Fault(head.name, head.line((key,)), key, "must be a whole number"))
    if faults:
        raise SetupError(faults)
    if data["format"] != FORMAT:
        raise ReplayError(f"{head.name}: this is a replay of format {data['format']}; format {FORMAT} is known.")
    system = load(str(data["system"]))
    if data["ruleset"] != system.ruleset:
        raise ReplayError(
            f"{head.name}: this replay follows ruleset {data['ruleset']} of {system.name}; "
            f"the rules now are ruleset {system.ruleset}."
        )
    return system, source.check(head.part("setup"), system.setup)
