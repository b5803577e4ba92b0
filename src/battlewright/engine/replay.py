"""Replays: a battle as a readable text that diffs well, complete in itself.

    format = 4                          a head in TOML: the system, the version of its rules,
    system = "NAME"                     a hash of the setting, and the whole set-up with every number
    ...                                 (perhaps who plays; once the battle is over, the streams of its dice, and what
                                        they are checked by)
    --- battle
    roll 3 5                            then every move: dice of the stream,
    typed 6 1                           dice rolled at a real table,
      Force b begins. [F.D12]           sentences of the events (indented; ignored by the reader),
    b: activate group=24  # Red mob     choices (the text after a # is ignored too),
    edit wounds who=24 value=2          changes by a game master,
    amend 0d1e... {"kind":...}          those of the set-up, with the hash of the setting from then on,
    position 0c1d9a2b3c4d5e6f           and every 25 moves the fingerprint of the position
    ...
    --- end
    result b wins                       the result (``ended resign a`` before it, where nobody had won yet),
    position 5f0c1d9a2b3c4d5e           and the fingerprint of the last position
    --- log
    {"added":...                        of a finished match: its log, also what was undone, which the table proof of the
    ...                                 head has the chain of (``engine.chain``)

A replay without an end is a battle in progress. It has no streams and omits a choice that is still secret; it ends with
a fingerprint. Repeating a replay leads to the same positions, or raises ReplayError.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Self

import tomli_w

from battlewright.engine import formats, source
from battlewright.engine.chain import Proof
from battlewright.engine.dice import SEEDS
from battlewright.engine.errors import BattlewrightError, Fault, ReplayError, SetupError
from battlewright.engine.fair import Fair
from battlewright.engine.node import NodeKind
from battlewright.engine.rulebook import Rulebook
from battlewright.engine.session import Session, Stream
from battlewright.engine.sides import MASTER_WORD, SIDE_LETTERS, side_word
from battlewright.engine.step import Step, StepKind
from battlewright.engine.story import sentences, step_text
from battlewright.engine.table import hash_of
from battlewright.engine.text import bytes_of, plural
from battlewright.engine.time_limit import check_time

FINGERPRINTS = 25
"""A fingerprint is written each time after this many moves."""
BATTLE, END, LOG, COMMENT = "--- battle", "--- end", "--- log", "  # "
POSITION = "position "
HEAD = {"format", "system", "ruleset", "setting", "setup"}
OPTIONAL = {"streams", "players", "fair", "proof"}
READ = (2, formats.REPLAY)
"""The first and the last format that is read."""
MAX_BYTES = 32 * 1024 * 1024
MAX_HEAD = 256 * 1024


@dataclass(frozen=True)
class Replay:
    """A parsed replay. ``lines`` are the moves and fingerprints with their line numbers; ``position`` is empty if the
    battle is not over; ``ended`` says how a battle ended that the rules did not end (``resign a``); ``text`` is the
    whole text; ``fair`` is what the dice of a finished battle are checked by, ``proof`` its log."""

    name: str
    system: Rulebook
    setup: object
    setting: str
    streams: tuple[Stream, ...]
    lines: tuple[tuple[int, str], ...]
    result: str
    position: str
    ended: str = ""
    players: Mapping[str, str] = field(default_factory=dict)
    text: str = field(repr=False, default="")
    fair: Fair | None = field(repr=False, default=None)
    proof: Proof | None = field(repr=False, default=None)

    @property
    def moves(self) -> tuple[tuple[int, str], ...]:
        """The lines that are moves, without the fingerprints between them."""
        return tuple(each for each in self.lines if not each[1].startswith(POSITION))

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


def setting_hash(session: Session) -> str:
    """Return a hash of the setting: of every number that the battle began with, but for a tail that follows from the
    others."""
    return hash_of(session.system.rules.setting, session.tables[0].table.setting)


def complete_setup(system: Rulebook, setup: Any) -> dict[str, Any]:
    """Return a set-up with every number, as data."""
    complete: Any = system.setup.complete(setup) if system.setup.complete else setup
    data: dict[str, Any] = complete.model_dump(mode="json", by_alias=True, exclude_none=True)
    return data


def write(
    session: Session,
    ended: str = "",
    result: str = "",
    players: Mapping[str, str] | None = None,
    fair: Fair | None = None,
    proof: Proof | None = None,
) -> str:
    """Return the text of a battle's replay, finished or not, without a choice that is still secret. A battle that the
    rules did not end has ``ended`` and ``result``; ``players`` are those at the seats. Only the replay of a finished
    battle has what is in ``fair`` and ``proof``."""
    system, is_over = session.system, session.is_over or bool(ended)
    proof = proof if is_over else None
    streams = [  # their numbers are text: they may be larger than TOML's
        {"seed": str(each.seed), "index": str(each.index), "after": each.begins} for each in session.streams
    ]
    head = {
        "format": formats.REPLAY,
        "system": system.name,
        "ruleset": system.ruleset,
        "setting": setting_hash(session),
        **({"streams": streams} if is_over and streams else {}),
        **({"fair": fair.as_data()} if is_over and fair is not None else {}),
        **({"proof": proof.as_data()} if proof is not None else {}),
        **({"players": dict(players)} if players else {}),
        "setup": proof.setup if proof is not None else complete_setup(session.system, session.tables[0].table.setup),
    }
    lines = [tomli_w.dumps(head).rstrip(), "", BATTLE]
    lines += [f"  {sentence}" for sentence in sentences(session.position_at(0), session.opening)]
    known, fingerprint = len(session.steps) if is_over else session.known, session.fingerprint
    for number, (before, step) in enumerate(session.replayed()):
        if number and number % FINGERPRINTS == 0:
            lines.append(f"{POSITION}{before.fingerprint}")
        if number == known:
            fingerprint = before.fingerprint
            break
        text = step_text(before, step)
        lines.append(f"{step.text}{COMMENT}{text.sentence}" if text.sentence else step.text)
        lines += [f"  {sentence}" for sentence in text.sentences]
    if is_over:
        how = [f"ended {ended}"] if ended else []
        lines += [END, *how, f"result {result or session.words.result(session.node)}"]
    lines.append(f"{POSITION}{fingerprint}")
    return "\n".join(lines if proof is None else [*lines, LOG, *proof.lines]) + "\n"


def read(path: str | Path, load: Callable[[str], Rulebook]) -> Replay:
    """Read a replay file. ``load`` finds a system by its name."""
    given = source.given_text(str(path))
    if given is not None:
        return parse(given, str(path), load)
    if Path(path).exists() and not Path(path).is_file():
        raise ReplayError(f"{path or '(no name)'}: this is not an ordinary file, as a replay must be.")
    try:
        with Path(path).open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        raise ReplayError(f"{path}: this is not a text in UTF-8, as a replay must be.") from None
    except OSError as error:
        raise ReplayError(f"{path}: the replay cannot be read ({error.strerror}).") from None
    if len(raw) > MAX_BYTES:
        raise ReplayError(f"{path}: a replay has at most {MAX_BYTES // 2**20} MiB.")
    return parse(text, str(path), load)


def parse(text: str, name: str, load: Callable[[str], Rulebook]) -> Replay:
    """Parse the text of a replay. ``name`` stands for it in messages."""
    lines = text.split("\n")
    if BATTLE not in lines:
        raise ReplayError(f"{name}: this is not a replay: the line '{BATTLE}' is missing.")
    start = lines.index(BATTLE)
    if sum(map(len, lines[:start])) > MAX_HEAD:
        raise ReplayError(f"{name}: what is before the battle has at most {bytes_of(MAX_HEAD)}, and here it has more.")
    stop = lines.index(END, start) if END in lines[start:] else len(lines)
    log = lines.index(LOG, stop) if LOG in lines[stop:] else len(lines)
    try:
        head = source.parse("\n".join(lines[:start]), name, "toml")
        system, setup, streams = _read_head(head, load)
        fair, proof = _read_fair(head), _read_proof(head, [line for line in lines[log + 1 :] if line])
    except SetupError as error:
        raise ReplayError(str(error)) from None
    body = [(i + 1, lines[i]) for i in range(start + 1, stop) if lines[i].strip() and not lines[i].startswith(" ")]
    ending = dict(line.partition(" ")[::2] for line in lines[stop + 1 : log])
    if stop < len(lines) and not ending.get("position"):
        raise ReplayError(f"{name}:{stop + 1}: the end lacks its line 'position FINGERPRINT'.")
    return Replay(
        name,
        system,
        setup,
        str(head.data["setting"]),
        streams,
        tuple(body),
        result=ending.get("result", ""),
        position=ending.get("position", "").strip(),
        ended=ending.get("ended", ""),
        players=head.data.get("players", {}),
        text=text,
        fair=fair,
        proof=proof,
    )


def repeat(replay: Replay) -> Session:
    """Play a replay again, move by move, and check its numbers, positions and result."""
    try:
        session = Session(replay.system, replay.setup, None)
    except BattlewrightError as error:
        raise ReplayError(f"{replay.name}: {error}") from None
    if replay.setting != setting_hash(session):
        raise ReplayError(
            f"{replay.name}: the numbers of the set-up give another setting ({setting_hash(session)}) than the one "
            f"this battle was fought on ({replay.setting}); it would tell another story."
        )
    streams = {stream.begins: stream for stream in replay.streams}
    for number, line in replay.lines:
        check_time()
        stream = streams.get(len(session.steps))
        if stream is not None and stream not in session.streams:
            session.draw_from(stream.seed, stream.index)
        try:
            make_move(session, line)
        except BattlewrightError as error:
            raise ReplayError(f"{replay.name}:{number}: '{line[:60]}': {error}") from None
    if replay.position:
        _check_end(replay, session)
    return session


def _check_end(replay: Replay, session: Session) -> None:
    if not replay.ended and not session.is_over:
        raise ReplayError(f"{replay.name}: the replay has an end, but the battle is not over after its last move.")
    if replay.position != session.fingerprint:
        raise ReplayError(
            f"{replay.name}: the battle does not repeat: it should end at position {replay.position}, "
            f"but ends at {session.fingerprint}."
        )
    if not replay.ended and replay.result != session.words.result(session.node):
        raise ReplayError(f"{replay.name}: the result is '{session.words.result(session.node)}', not as written there.")


def repeat_until(replay: Replay, at: int | None = None) -> Session:
    """Return the battle of a replay after ``at`` moves (None: all). Raises ReplayError if it is over by then."""
    count = len(replay.moves)
    if at is not None and not 0 <= at <= count:
        moves = plural(count, "move")
        raise ReplayError(f"--at must be from 0 to {count}, not {at}: {replay.name} has {moves}.")
    if at is not None and at < count:
        until = replay.moves[at][0]
        lines = tuple(each for each in replay.lines if each[0] < until)
        replay = replace(replay, lines=lines, result="", position="", ended="")
    session = repeat(replay)
    if session.is_over:
        result = session.words.result(session.node).rstrip(".")
        before = f"--at takes 0 to {count - 1} for what was before"
        raise ReplayError(f"{replay.name}: after {plural(count, 'move')} the battle is over ({result}); {before}.")
    return session


def make_move(session: Session, line: str) -> None:
    """Carry out one line of a replay: a move, or a fingerprint to be checked."""
    if line.startswith(POSITION):
        written = line.removeprefix(POSITION).strip()
        if written != session.fingerprint:
            raise ReplayError(f"The battle does not repeat: it is at position {session.fingerprint} here.")
        return
    word, _, rest = line.partition(COMMENT)[0].partition(" ")
    if word in (StepKind.ROLL, StepKind.TYPED):
        _make_roll(session, StepKind(word), rest)
    elif word in (StepKind.EDIT, StepKind.AMEND):
        session.repeat(Step(StepKind(word), -1, 0, rest, (), b""))
    elif word.endswith(":") and word[:-1] in (MASTER_WORD, *SIDE_LETTERS):
        if session.node.kind == NodeKind.DECISION and side_word(session.node.side) != word[:-1]:
            raise ReplayError(f"{_called(side_word(session.node.side))} moves here, not {_called(word[:-1]).lower()}.")
        session.repeat(Step(StepKind.CHOICE, session.node.side, 0, rest, (), b""))
    else:
        raise ReplayError("A move is 'roll FACES', 'typed FACES', 'SIDE: CHOICE', 'edit CHANGE' or 'amend CHANGE'.")


def _called(side: str) -> str:
    return "The game master" if side == MASTER_WORD else f"Side {side}"


def _make_roll(session: Session, kind: StepKind, text: str) -> None:
    """Carry out a roll. Faces are taken as they are written; those of a stream must match it."""
    try:
        faces = tuple(int(face) for face in text.split())
    except ValueError:
        raise ReplayError("The faces of a roll are whole numbers.") from None
    rolled = session.repeat(Step(kind, -1, 0, "", faces, b""))
    if rolled.faces != faces:
        session.undo()
        raise ReplayError(f"The stream gives '{rolled.text}' here. Dice rolled elsewhere are written 'typed FACES'.")


def _read_streams(head: source.Source) -> tuple[Stream, ...]:
    streams = []
    try:
        for stream in head.data.get("streams", []):
            made = Stream(int(stream["seed"]), int(stream["index"]), int(stream["after"]))
            if min(made.seed, made.index, made.begins) < 0 or max(made.seed, made.index) >= SEEDS:
                raise ValueError
            streams.append(made)
    except (ValueError, KeyError, TypeError, OverflowError):
        line = head.line(("streams", len(streams)))
        what = "must each have a seed and an index (text, below 2^64) and the number of moves after which they begin"
        raise SetupError([Fault(head.name, line, "streams", what)]) from None
    return tuple(streams)


def _read_fair(head: source.Source) -> Fair | None:
    if "fair" not in head.data:
        return None
    try:
        return Fair.from_data(head.data["fair"])
    except (ValueError, TypeError) as error:
        raise SetupError([Fault(head.name, head.line(("fair",)), "fair", str(error))]) from None


def _read_proof(head: source.Source, log: list[str]) -> Proof | None:
    if "proof" not in head.data:
        return None
    try:
        return Proof.from_data(head.data["proof"], log, head.data["setup"])
    except (ValueError, TypeError, AttributeError) as error:
        raise SetupError([Fault(head.name, head.line(("proof",)), "proof", str(error))]) from None


def _read_head(head: source.Source, load: Callable[[str], Rulebook]) -> tuple[Rulebook, object, tuple[Stream, ...]]:
    data, faults = head.data, []
    if isinstance(data.get("format"), int) and not READ[0] <= data["format"] <= READ[1]:
        older = " It did not carry all the numbers of its battle, so nobody could tell whether they are the same now."
        raise ReplayError(
            f"{head.name}: this is a replay of format {data['format']}; "
            f"this version reads format {READ[0]} to {READ[1]}." + (older if data["format"] == 1 else "")
        )
    for key in sorted(HEAD - data.keys()):
        faults.append(Fault(head.name, 1, key, "is missing"))
    for key in sorted(data.keys() - HEAD - OPTIONAL):
        faults.append(Fault(head.name, head.line((key,)), key, "is not a known field of a replay"))
    for key in ("format", "ruleset"):
        if key in data and (not isinstance(data[key], int) or isinstance(data[key], bool)):
            faults.append(Fault(head.name, head.line((key,)), key, "must be a whole number"))
    players = data.get("players", {})
    if not isinstance(players, dict) or not all(isinstance(player, str) for player in players.values()):
        faults.append(Fault(head.name, head.line(("players",)), "players", "must say who plays at each seat"))
    if faults:
        raise SetupError(faults)
    system = load(str(data["system"]))
    if data["ruleset"] != system.ruleset:
        raise ReplayError(
            f"{head.name}: this replay follows ruleset {data['ruleset']} of {system.name}; "
            f"the rules now are ruleset {system.ruleset}."
        )
    return system, source.check(head.part("setup"), system.setup.model), _read_streams(head)
