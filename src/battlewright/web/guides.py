"""Guides over HTTP: what a person at the table needs to know before choosing, as data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request

from battlewright.engine.advice import marks
from battlewright.engine.errors import BattlewrightError, Conflict, UnknownError
from battlewright.engine.guide import Guide
from battlewright.engine.node import NodeKind
from battlewright.engine.observation import Observation
from battlewright.engine.offers import offer_data
from battlewright.engine.parameters import Parameter, parameters_of
from battlewright.engine.wording import number_of, write_record
from battlewright.odds.guide import guide_of
from battlewright.web.asking import OwnSeat, ThisRoom, ThisSeat, while_there
from battlewright.web.errors import error_data

router = APIRouter(prefix="/api/matches", tags=["guides"])
LARGEST = 2**31 - 1


@router.get("/{match}/advice")
async def get_advice(room: ThisRoom, seat: OwnSeat, request: Request) -> dict[str, Any]:
    """The choices in the order in which people read them, each with what is known of it: exact odds, where they can be
    had in time."""
    seen = await room.look(lambda match: match.observe(seat) if seat in match.to_act else None)
    if seen is None or seen.node.kind != NodeKind.DECISION:
        raise Conflict("It is not your turn.")
    seconds = room.lobby.limits.advice
    return await while_there(request, room.lobby.pool.run(lambda: _advised(seen, seconds)))


def _advised(seen: Observation, seconds: float) -> dict[str, Any]:
    guide = guide_of(seen)
    offers = guide.offers()
    by_place = sorted(offers, key=lambda each: each.place)
    split = len(by_place) - sum(each.is_suggested for each in by_place)
    choices = [each.choice for each in by_place]
    given = guide.advise(choices[:split], choices[split:], seconds)
    marked = marks(given)
    return {
        "number": seen.number,
        "explanation": guide.explanation(),
        "advice": [
            {
                **offer_data(seen, each),
                **given[each.place].as_data(),
                "text": guide.advice_text(each.choice, given[each.place]),
                "marked": bool(marked[each.place]),
            }
            for each in offers
        ],
    }


@router.get("/{match}/parse")
async def parse(
    room: ThisRoom, seat: OwnSeat, text: Annotated[str, Query(min_length=1, max_length=500)]
) -> dict[str, Any]:
    """What a typed choice would be: its line, and what it takes; or why it is refused."""
    seen = await room.look(lambda match: match.observe(seat))
    guide = guide_of(seen)
    choice = guide.parse(text)
    if choice is None:
        raise BattlewrightError(f"{text[:60]!r} is no choice. {_forms(guide)}".strip())
    refused = seen.why_refused(choice)
    return {
        "number": seen.number,
        "choice": write_record(choice, seen.system.choice_kinds),
        "sentence": seen.words.choice(seen.record, choice),
        "described": guide.describe(choice),
        "refused": None if refused is None else error_data(refused),
    }


def _forms(guide: Guide) -> str:
    return f"Known: {', '.join(guide.forms)}." if guide.forms else ""


@router.get("/{match}/guide/{name}")
async def ask(
    room: ThisRoom, seat: ThisSeat, name: Annotated[str, Path(max_length=32)], request: Request
) -> dict[str, Any]:
    """What the guide of the system answers, by name: in all systems `rulings`, what of the rules is not as usual; the
    others are the system's own, and a wrong name is answered with theirs. With `at`, as it was after so many steps of a
    finished match."""
    query = dict(request.query_params)
    at = None if "at" not in query else _whole("at", query.pop("at"))
    seen = await room.look(lambda match: match.observe(seat, at=at))
    guide = guide_of(seen)
    if name not in guide.answers:
        raise UnknownError("answer of the guide", name, guide.answers)
    asked = getattr(guide, name)
    answer = asked(**_typed(parameters_of(asked), query))
    return {"number": seen.number, name: _data(answer)}


def _typed(known: Mapping[str, Parameter], query: Mapping[str, str]) -> dict[str, Any]:
    for name in query:
        if name not in known:
            raise UnknownError("parameter", name, known)
    for name, field in known.items():
        if field.is_required and name not in query:
            raise BattlewrightError(f"The parameter {name} is missing.")
    return {name: _number(known[name], text) for name, text in query.items()}


def _number(field: Parameter, text: str) -> int:
    if field.words is not None:
        return int(field.words(number_of(field.words, text)))
    return _whole(field.name, text)


def _whole(name: str, text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        raise BattlewrightError(f"{name} must be a whole number, not {text[:20]!r}.") from None
    if abs(number) > LARGEST:
        raise BattlewrightError(f"{name} must fit 32 bits.")
    return number


def _data(answer: Any) -> Any:
    if isinstance(answer, tuple | list):
        return [_data(each) for each in answer]
    return None if answer is None else answer.as_data()
