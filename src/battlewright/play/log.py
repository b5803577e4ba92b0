"""The complete log of a match as text, for a store: it restores the match exactly, including secrets.

The first line is the head: the system, the set-up with every number, the players, and the secret of the dice. Each
further line is an entry. It is for the store alone; people save a replay (``engine.replay``).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from battlewright.contract.system import System
from battlewright.engine import chain, formats, replay, source
from battlewright.engine.dice import Dice
from battlewright.engine.errors import BattlewrightError, LogError, NotAllowed
from battlewright.engine.fair import Fair
from battlewright.engine.log import STEPS, Entry, EntryKind
from battlewright.engine.record import look
from battlewright.engine.record_text import read_record
from battlewright.engine.seats import SPECTATOR
from battlewright.engine.session import Session
from battlewright.engine.signature import Signature
from battlewright.engine.step import Step, StepKind
from battlewright.play.dice import DiceSource
from battlewright.play.match import Match
from battlewright.play.people import COMPUTER
from battlewright.play.terms import Terms

NUMBERS = ("to", "drawn", "after")
"""The numbers of an entry that its line has where they are not 0."""
BETWEEN_SEATS = {
    EntryKind.OFFER: Match.offer_draw,
    EntryKind.AGREE: Match.agree,
    EntryKind.DECLINE: Match.decline,
    EntryKind.RESIGN: Match.resign,
    EntryKind.TIMEOUT: Match.forfeit,
    EntryKind.LATE: Match.let_run_out,
    EntryKind.RETURN: Match.come_back,
}
"""What a seat does that is no step of the battle, and has no arguments."""
OF_DICE = frozenset({EntryKind.CLAIM, EntryKind.PART})
"""The entries with dice that are no step of the battle yet."""


def replay_of(
    match: Match, seat: str = SPECTATOR, head: Mapping[str, Any] | None = None, signature: Signature | None = None
) -> str:
    """Return the replay of a match, for a seat. While the match runs it holds no secrets; where parts of the set-up are
    secret, only a game master gets it. ``head`` is the head of its complete log as a store has it, ``signature`` that
    of a server over the finished match."""
    how, reader = match.ended_by, match.seats[seat]
    if not (match.is_over or reader.is_master) and match.session.hides(reader.sees):
        raise NotAllowed("Only the game master can save this battle: parts of the set-up are secret until it is over.")
    players = {name: player for name, player in match.players.items() if match.seats[name].side is not None}
    proof = proof_of(match, head, signature)
    return replay.write(match.session, how, str(match.result) if how else "", players, fair_of(match), proof)


def proof_of(
    match: Match, head: Mapping[str, Any] | None = None, signature: Signature | None = None
) -> chain.Proof | None:
    """Return what proves the log of a finished match, also what was undone; None while it runs."""
    if not match.is_over:
        return None
    head = head or head_of(match)
    lines = (chain.head_line(head), *(chain.canonical(line_of(entry)) for entry in match.log))
    *_, last = chain.links(lines)
    return chain.Proof(lines, head["setup"], last, signature)


def fair_of(match: Match) -> Fair | None:
    """Return what verifies the dice of a finished match; None while it runs, or where a seed decides them."""
    dice = match.dice
    if not match.is_over or dice.seed is not None:
        return None
    own = {dice.epoch(number) for number in range(match.epoch + 1)}
    begins = [stream.begins for stream in match.session.streams if (stream.seed, stream.index) in own]
    return Fair(dice.commitment, dice.secret, dice.added, begins[0])


def head_of(match: Match) -> dict[str, Any]:
    """Return the head of a match's complete log."""
    system, dice = match.system, match.dice
    return {
        "format": formats.LOG,
        "system": system.name,
        "ruleset": system.ruleset,
        "setting": replay.setting_hash(match.session),
        "players": match.players,
        "with_master": match.with_master,
        **({"terms": match.terms.as_data()} if match.terms != Terms() else {}),
        "resumed": match.resumed,
        "secret": dice.secret.hex(),
        "added": list(dice.added),
        "seed": dice.seed,
        "setup": replay.complete_setup(system, match.setup),
    }


def line_of(entry: Entry) -> dict[str, Any]:
    """Return an entry as the complete log has it."""
    step = entry.step
    data: dict[str, Any] = {"number": entry.number, "kind": str(entry.kind), "seat": entry.seat}
    if step is not None and step.line:
        data["line"] = step.line
    if step is not None and step.faces:
        data["faces"] = list(step.faces)
    names = (*NUMBERS, "of", "what", "text", "line")
    return data | {name: value for name in names if (value := getattr(entry, name))}


def write_log(match: Match) -> str:
    """Return the complete log of a match as text."""
    lines = [head_of(match), *map(line_of, match.log)]
    return "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)


def read_log(text: str, load: Callable[[str], System], name: str = "the log") -> Match:
    """Restore a match from its complete log. ``load`` finds a system by its name."""
    try:
        head, *lines = (json.loads(line) for line in text.splitlines())
    except ValueError as error:
        raise LogError(f"{name}: this is not the complete log of a match ({error}).") from None
    return restored(head, lines, load, name)


def restored(head: dict[str, Any], lines: Iterable[dict[str, Any]], load: Callable[[str], System], name: str) -> Match:
    """Restore a match from the head of its complete log and the lines of its entries."""
    try:
        return _restore(head, map(_entry, lines), load, name)
    except (ValueError, LookupError, TypeError, AttributeError, StopIteration, AssertionError) as error:
        raise LogError(f"{name}: this is not the complete log of a match ({error}).") from None


def follow(match: Match, lines: Iterable[dict[str, Any]]) -> None:
    """Take over entries that were written elsewhere, from the next one on. Raises ``LogError`` where they do not
    fit."""
    try:
        for entry in map(_entry, lines):
            repeat(match, entry)
    except (ValueError, LookupError, TypeError, AttributeError, AssertionError, BattlewrightError) as error:
        raise LogError(f"The log does not go on from entry {match.number} ({error}).") from None


def _restore(head: dict[str, Any], entries: Iterable[Entry], load: Callable[[str], System], name: str) -> Match:
    if not 1 <= head["format"] <= formats.LOG:
        raise LogError(
            f"{name}: this is a log of format {head['format']}; this version reads format 1 to {formats.LOG}."
        )
    system = load(head["system"])
    if head["ruleset"] != system.ruleset:
        raise LogError(f"{name}: this match follows ruleset {head['ruleset']}; the current one is {system.ruleset}.")
    setup = source.check(source.Source(name, "", head["setup"], {}), system.setup.model)
    session, entries = Session(system, setup, None), iter(entries)
    if replay.setting_hash(session) != head["setting"]:
        raise LogError(f"{name}: the set-up gives a different setting from the one that this match began with.")
    dice = DiceSource(bytes.fromhex(head["secret"]), tuple(head["added"]), head["seed"])
    try:
        for _ in range(head["resumed"]):
            step = next(entries).step
            assert step is not None
            session.repeat(step)
        terms = Terms.from_data(head.get("terms", {}))
        match = Match(system, setup, head["players"], dice, session, head["with_master"], terms)
        for entry in entries:
            repeat(match, entry)
    except BattlewrightError as error:
        raise LogError(f"{name}: {error}") from None
    return match


def _entry(data: dict[str, Any]) -> Entry:
    kind = EntryKind(data["kind"])
    step = None
    if kind in STEPS or kind in OF_DICE:
        made = StepKind.TYPED if kind in OF_DICE else StepKind(kind)
        step = Step(made, -1, 0, data.get("line", ""), tuple(data.get("faces", ())), b"")
    what = data.get("what", COMPUTER if kind is EntryKind.LEAVE else "")
    numbers = {name: data.get(name, 0) for name in NUMBERS}
    entry = Entry(data["number"], kind, data["seat"], step, **numbers, of=data.get("of", ""), what=what)
    return entry if step else replace(entry, text=data.get("text", ""), line=data.get("line", ""))


def repeat(match: Match, entry: Entry) -> None:
    """Replay an entry. Raises ``LogError`` where the result differs."""
    if entry.number >= match.number:
        _do(match, entry)
    done = match.log[entry.number]
    if replace(done, step=None, drawn=0) != replace(entry, step=None, drawn=0) or not _same(done.step, entry.step):
        raise LogError(f"Entry {entry.number} of the log has a different result when it is replayed.")


def _do(match: Match, entry: Entry) -> None:
    seat, step, system = entry.seat, entry.step, match.system
    match entry.kind:
        case EntryKind.CHOICE if step is not None:
            if entry.drawn:
                look(Dice, match.stream(seat)).blocks = entry.drawn
            match.choose(seat, read_record(step.line, system.rules.choice, system.rules.choice_kinds))
        case EntryKind.EDIT if step is not None:
            edit = read_record(step.line, system.rules.edit_record, system.rules.edit_kinds)
            match.edit(seat, edit, entry.after)
        case EntryKind.AMEND if step is not None:
            match.amend(seat, step.line)
        case EntryKind.TYPED | EntryKind.PART if step is not None and seat and step.faces:
            match.roll_typed(seat, step.faces)
        case EntryKind.PART:
            match.let_roll(seat)
        case EntryKind.DICE:
            match.set_dice(seat, entry.what)
        case EntryKind.CLAIM if step is not None:
            match.claim(seat, step.faces)
        case EntryKind.ROLL | EntryKind.TYPED:
            match.roll()
        case EntryKind.UNDO | EntryKind.ASK:
            match.undo(seat, entry.to)
        case EntryKind.SUGGEST:
            match.suggestions.suggest(seat, entry.text, entry.line)
        case EntryKind.ACCEPT:
            match.suggestions.accept(seat, entry.to, entry.text, entry.line)
        case EntryKind.REJECT:
            match.suggestions.reject(seat, entry.to, entry.text)
        case EntryKind.LEAVE:
            match.leave(seat, entry.what)
        case EntryKind.HAND:
            match.hand_on(seat, entry.of, entry.what)
        case EntryKind.END:
            match.end(seat, entry.what)
        case kind if kind in BETWEEN_SEATS:
            BETWEEN_SEATS[kind](match, seat)
        case _:
            raise LogError(f"Entry {entry.number} of the log cannot be replayed here.")


def _same(one: Step | None, other: Step | None) -> bool:
    """Whether two steps are the same, apart from their events."""
    return (one and (one.kind, one.line, one.faces)) == (other and (other.kind, other.line, other.faces))
