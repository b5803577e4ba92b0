"""What a seat is shown of a match, as data. Everything comes from its observation."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Any, cast

from battlewright.answers.advice import AdviceTerm
from battlewright.answers.data import (
    brief_offers_data,
    entry_data,
    node_data,
    offers_data,
    record_data,
    status_data,
    step_text_data,
)
from battlewright.contract.guides import edited, guide_of
from battlewright.contract.system import System, kind_of_those_who_go_on
from battlewright.engine import data_types as types
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.log import Entry, EntryKind
from battlewright.engine.node import NodeKind
from battlewright.engine.observation import Observation
from battlewright.engine.position import Position
from battlewright.engine.results import result_data
from battlewright.engine.roll_results import DieOf
from battlewright.engine.sides import SIDE_LETTERS, side_letter
from battlewright.engine.step import Step
from battlewright.engine.story import StepText
from battlewright.engine.view import view
from battlewright.engine.words import Words
from battlewright.play.gathering import AwaitedDie
from battlewright.play.match import PERSON, REMOTE, Match
from battlewright.web import models, table_models
from battlewright.web.brings import Held
from battlewright.web.fair_queue import at_once
from battlewright.web.pages import pages_of
from battlewright.web.requests import DiceWord
from battlewright.web.room import Room
from battlewright.web.seating import led_by

PARTS = ("offers", "suggestions", "brief", "story", "status", "battle", "scene")
"""What can be asked for beside the news: the choices as they are offered, with the guide's suggestions among them; the
choices by their lines and kinds alone; the steps in words; the state of the table for people; the battle record; and
the table as a picture is drawn from it, where there is one."""
MOST_ENTRIES = 64
"""How many of the last entries are kept as data."""
PAGE_ENTRIES, PAGE_EVENTS = 100, 64 * 1024
"""The most entries of a page of news, and the most bytes of events in it."""
MOST_MOVED = 40
"""The most steps that tell what they have moved: whoever comes anew, or back after long, sees no motion."""
USUAL = ("offers", "story", "status")
NO_OFFERS = types.Offers(offers=[], left_out=0, to_type=[])
NOT_YET: Mapping[str, Any] = {
    "brief": [], "story": [], "status": types.Status(headings=[], rows=[]), "battle": {}, "scene": None, **NO_OFFERS
}  # fmt: skip
"""What news have of a match whose set-up is not complete: that with which it waits stands for nothing."""


def news_data(room: Room, seat: str, since: int, parts: Collection[str] = USUAL) -> models.News:
    """Return a page of the news of a match since an entry number, and its state, as a seat may know them."""
    return at_once(news_in_steps(room, seat, since, parts))


def news_in_steps(
    room: Room, seat: str, since: int, parts: Collection[str] = USUAL
) -> Generator[None, None, models.News]:
    """Return the making of ``news_data``, entry by entry. All of it is as the match is now, which may move on
    meanwhile. A page with ``more`` after it has neither choices nor the state of the table."""
    match = room.match
    until = page_end(match, since)
    more = until < match.number
    seen = match.observe(seat, since, shares_setting=True, until=until)
    to_act = [*seen.asked] if room.has_begun else []
    data: models.News = {
        "kind": "news",
        "match": room.id,
        "system": match.system.name,
        "ruleset": match.system.ruleset,
        "seat": seat,
        "since": since,
        "number": until,
        "more": more,
        "state": _state(room),
        "to_act": to_act,
        "hidden": room.hidden,
        "request": _request_data(match, seat),
        "suggested": [_suggested_data(match, seat, entry) for entry in match.suggestions.waiting],
        "result": result_data(match.result),
        "due": None if room.row.state.is_pending else room.row.state.due,
        "rematch": room.row.terms.get("rematch"),
        "next": room.row.terms.get("next"),
        "node": node_data(seen, to_act),
        "roll": roll_data(room, seat) if room.has_begun else None,
        "news": [],
    }
    story = _story_in_steps(match, seen, seat, since, until) if "story" in parts else None
    return _news_in_steps(room, seen, seat, data, story, parts)


def page_end(match: Match, since: int) -> int:
    """Return the number after the last entry of a page."""
    size, last = 0, min(match.number, since + PAGE_ENTRIES)
    for number in range(since, last):
        step = match.log[number].step
        size += 0 if step is None else len(step.events)
        if size > PAGE_EVENTS:
            return number + 1
    return max(since, last)


def _news_in_steps(
    room: Room,
    seen: Observation,
    seat: str,
    data: models.News,
    story: Generator[None, None, list[models.NumberedStep]] | None,
    parts: Collection[str],
) -> Generator[None, None, models.News]:
    if brings := room.brings:
        data["node"]["question"] |= {"about": None, "sentence": brings["sentence"]}
        return cast("models.News", {**data, **NOT_YET})
    for entry in seen.news:
        data["news"].append(_entry_data(room, seen, entry))
        yield
    is_asked = seat in data["to_act"] and seen.node.kind == NodeKind.DECISION and not data["more"]
    if "brief" in parts:
        data["brief"] = brief_offers_data(seen) if is_asked else []
    if "offers" in parts:
        made = offers_data(guide_of(seen), "suggestions" in parts) if is_asked else NO_OFFERS
        data["offers"], data["left_out"], data["to_type"] = made["offers"], made["left_out"], made["to_type"]
        yield
    if story is not None:
        data["story"] = yield from story
    if data["more"]:
        return data
    if "status" in parts:
        data["status"] = status_data(seen)
    if "battle" in parts:
        data["position"] = seen.fingerprint
        data["battle"] = {name: value for name, value in record_data(seen.record).items() if name != "tail"}
    if "scene" in parts:
        yield
        data["scene"] = scene_data(seen)
    return data


def _state(room: Room) -> models.State:
    return cast("models.State", str(room.row.state.status))


def scene_data(seen: Observation) -> dict[str, Any] | None:
    """Return the table as pages draw it; None where there is none."""
    scene = guide_of(seen).scene_data()
    return None if scene is None else scene.as_data()


def _entry_data(room: Room, seen: Observation, entry: Entry) -> types.Entry:
    """Return an entry as data. What everybody may know is the same for all, and is made once."""
    step, is_own = entry.step, entry.kind in (EntryKind.AMEND, EntryKind.ACCEPT)
    if is_own or seen.is_partial or (step and (entry.is_secret or step.at in room.match.system.rules.secret_steps)):
        return entry_data(seen, entry)
    made = room.entries.get(entry.number)
    if made is None:
        made = room.entries[entry.number] = entry_data(seen, entry)
        if len(room.entries) > MOST_ENTRIES:
            del room.entries[min(room.entries)]
    return made


def _request_data(match: Match, seat: str) -> models.Request | None:
    request = match.request
    if request is None:
        return None
    is_undo = request.kind is EntryKind.ASK
    undone = next((text for _, text in match.told(seat, request.to)), None) if is_undo else None
    claimed = match.log[request.to].step if request.kind == "claim" else None
    return {
        "kind": cast("Any", str(request.kind)),
        "seat": request.seat,
        "what": request.what,
        "asked": sorted(request.asked - request.agreed),
        "faces": list(claimed.faces) if claimed else None,
        "step": None if undone is None else undone.sentence or undone.brief,
        "steps": sum(entry.number >= request.to for entry in match.standing) if is_undo else 0,
    }


def _suggested_data(match: Match, seat: str, entry: Entry) -> models.Suggested:
    sentence = ""
    if entry.line:
        seen = match.observe(seat, shares_setting=True)
        with suppress(BattlewrightError):
            sentence = " ".join(each.text for each in edited(seen, entry.line))
    return {
        "number": entry.number, "seat": entry.seat, "text": entry.text, "line": entry.line, "sentence": sentence
    }  # fmt: skip


def _story_in_steps(
    match: Match, seen: Observation, seat: str, since: int, until: int
) -> Generator[None, None, list[models.NumberedStep]]:
    """Return the making of the steps among the news in words, each with its number; those that were taken back are left
    out. Of few new ones, each has also the models that it has moved and the cards that it has changed, as they are
    then."""
    new = {entry.number for entry in seen.news}
    first = min(new, default=until)
    told, moved = match.told(seat, first, until), None
    if since > 0 and new and until == match.number:
        standing = [entry.number for entry in match.standing if entry.number >= first]
        if len(standing) <= MOST_MOVED:
            moved = zip(standing, pairwise(_seen_since(match, seen, len(match.standing) - len(standing))), strict=True)
    return _story_of(seen, new, told, moved)


def _story_of(
    seen: Observation,
    new: Collection[int],
    told: Iterator[tuple[int, StepText]],
    moved: Iterator[tuple[int, tuple[tuple[Numbered, Numbered], tuple[Numbered, Numbered]]]] | None,
) -> Generator[None, None, list[models.NumberedStep]]:
    found: dict[int, models.NumberedStep] = {}
    for number, text in told:
        if number in new:
            found[number] = cast("models.NumberedStep", {"number": number, **step_text_data(seen, text)})
        yield
    for number, (before, after) in moved or ():
        if number in found:
            places, cards = (_changed(*each) for each in zip(before, after, strict=True))
            found[number]["places"] = [cast("models.Placed", {"who": who, **place}) for who, place in places.items()]
            if after[1]:
                found[number]["cards"] = [dict(card) for card in cards.values()]
        yield
    return [*found.values()]


Numbered = Mapping[int, Mapping[str, Any]]
"""Data by the numbers of the models that it is about."""


def _seen_since(match: Match, seen: Observation, first: int) -> Iterator[tuple[Numbered, Numbered]]:
    """Yield where the models are, and what their cards show, before step number ``first``, and after it and each later
    one, as a seat may know it."""
    return _seen_through(match, seen, match.session.replayed(first))


def _seen_through(
    match: Match, seen: Observation, replayed: Iterator[tuple[Position, Step]]
) -> Iterator[tuple[Numbered, Numbered]]:
    for before, _ in replayed:
        battle = view(match.system, before.setting, before.battle, seen.side)
        known = match.known_to(match.seats[seen.seat], before.table)
        guide = guide_of(Position(match.system, known.setup, known.setting, known.words, battle))
        yield guide.places(), guide.card_data()
    guide = guide_of(seen)
    yield guide.places(), guide.card_data()


def _changed(before: Numbered, after: Numbered) -> Numbered:
    """Return what is not as it was before."""
    return {who: each for who, each in after.items() if before.get(who) != each}


def moments_in_steps(room: Room, seat: str, since: int) -> Generator[None, None, models.Moments]:
    """Return the making of a page of the steps of a finished match in words, as a seat may know them."""
    match = room.match
    seen = match.observe(seat, 0, shares_setting=True, at=0)
    until = page_end(match, since)
    return _moments_of(room, seen, match.told(seat, since, until), until)


def _moments_of(
    room: Room, seen: Observation, told: Iterator[tuple[int, StepText]], until: int
) -> Generator[None, None, models.Moments]:
    match, story = room.match, []
    for number, text in told:
        story.append(cast("models.NumberedStep", {"number": number, **step_text_data(seen, text)}))
        yield
    steps, more = len(match.session.steps), until < match.number
    return {"match": room.id, "steps": steps, "number": until, "more": more, "story": story}


def moment_data(room: Room, seat: str, at: int) -> models.MatchMoment:
    """Return a finished match as it was after ``at`` steps: what it waited for, its state, and the table, where there
    is one to draw."""
    seen = room.match.observe(seat, shares_setting=True, at=at)
    return {
        "at": at,
        "steps": len(room.match.session.steps),
        "node": node_data(seen),
        "status": status_data(seen),
        "scene": scene_data(seen),
    }


def match_data(room: Room, seat: str, held: Sequence[str]) -> models.MatchInfo:
    """Return a match as data: its description, seats, state and result."""
    summary = room.match.summary(seat)
    names = {row.seat: row for row in room.row.seats}
    rows = [(each, names[each["name"]]) for each in summary["seats"]]
    seats: list[table_models.MatchSeat] = [
        {
            **each,
            "called": row.name if room.match.playing[row.seat] in (PERSON, REMOTE) else "",
            "open": row.invitation is not None,
            "dice": _dice_of(room, row.seat),
            "leads": led_by(room.match.seats[each["name"]], room.match.session),
        }
        for each, row in rows
    ]
    return {
        **summary,
        "seats": seats,
        "match": room.id,
        "title": room.row.title,
        "state": _state(room),
        "you": seat,
        "held": [*held],
        "public": room.row.is_public,
        "origin": room.row.origin,
        "created": room.row.created,
        "to_act": room.match.to_act if room.has_begun else [],
        "dice": dice_data(room),
        "seconds": room.row.terms.get("seconds"),
        "advice": advice_term(room),
        "takes_suggestions": room.match.suggestions.are_taken,
        "chat": room.lobby.limits.chat_lines > 0,
        "goes_on": kind_of_those_who_go_on(room.match.system),
        "hosted": room.match.terms.is_hosted,
        "unwatched": room.waits_for_watchers,
        "brings": room.brings,
        "titles": side_titles(room, seat),
        "pages": pages_of(room.match.system),
    }


def _dice_of(room: Room, seat: str) -> DiceWord:
    """Return who rolls for a seat; before the match begins, as its person wants it."""
    waiting = {} if room.has_begun else room.row.terms.get("dice_of", {})
    return cast("DiceWord", str(waiting.get(seat, room.match.dice_terms[seat])))


def roll_data(room: Room, seat: str) -> table_models.AwaitedRoll | None:
    """Return the dice that people roll now; None where none are awaited of them."""
    match = room.match
    node, words = match.session.node, match.session.words
    if match.is_over or node.kind != NodeKind.CHANCE or not room.is_rolled_by_people():
        return None
    awaited = match.awaited or [AwaitedDie(DieOf(node.side), tuple(match.to_act))] * node.dice
    missing = match.missing if match.awaited else range(node.dice)
    return {
        "dice": [
            {
                "of": _reference(words, die.of.model),
                "side": side_letter(die.of.side),
                "seats": [*die.seats],
                "face": match.parts[index][1] if index in match.parts else None,
            }
            for index, die in enumerate(awaited)
        ],
        "yours": [index for index in missing if seat in awaited[index].seats],
    }


def _reference(words: Words, number: int) -> types.Reference | None:
    found = words.reference(number) if number >= 0 else None
    return None if found is None else found.as_data()


def advice_term(room: Room) -> AdviceTerm:
    """Return what people are told before they choose; in matches of earlier versions everything."""
    return cast("AdviceTerm", room.row.terms.get("advice", "full"))


def listed_data(row: Any) -> models.ListedMatch:
    """Return a match in a list, from its row."""
    return {
        "id": row.id,
        "system": row.system,
        "status": row.status,
        "title": row.title,
        "number": row.number,
        "result": None if row.result is None else {"winner": row.winner, "sentence": row.result},
        "created": row.created,
        "changed": row.changed,
    }


def titles_of(system: System, words: Words) -> dict[str, str]:
    """Return the names of the sides, without their letters."""
    return {letter: words.side_name(side) for side, letter in enumerate(SIDE_LETTERS[: system.rules.sides])}


def side_titles(room: Room, seat: str) -> dict[str, str]:
    """Return the names of the sides of a match, as a seat may know them."""
    held: Held | None = room.row.terms.get("brings")
    if held is None:
        return titles_of(room.match.system, room.match.session.words)
    titles = {letter: f"Side {letter.upper()}" for letter in SIDE_LETTERS[: room.match.system.rules.sides]}
    own = room.match.seats[seat].side if seat == held["by"] else None
    return titles if own is None else titles | {SIDE_LETTERS[own]: held["own"]}


def dice_data(room: Room) -> table_models.MatchDice:
    """Return the public data of the dice: the commitment, and once the match is over the secret itself; ``chosen``
    where the creator of the match gave a seed, and so can predict every roll."""
    source = room.match.dice
    data: table_models.MatchDice = {
        "rolled_by": room.row.terms["dice"],
        "own": room.match.terms.own_dice,
        "consent": room.match.terms.consent,
        "commitment": room.row.terms.get("commitment") or None,
        "added": list(source.added),
        "seed": source.seed,
        "chosen": source.seed is not None and not room.row.terms.get("uploaded", False),
    }
    if room.match.is_over and source.seed is None:
        data["secret"] = source.secret.hex()
    return data
