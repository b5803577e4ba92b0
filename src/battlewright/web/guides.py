"""Guides over HTTP: advice and other help for the player, as data."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from operator import or_
from typing import Annotated, Any, get_type_hints

from fastapi import Path, Query, Request, Response
from pydantic import Field, TypeAdapter
from typing_extensions import TypedDict

from battlewright.answers.described import plain, without_chances
from battlewright.answers.guide import Guide
from battlewright.answers.parameters import option, parameters_of
from battlewright.contract.guides import guide_class, guide_of
from battlewright.contract.rules_summary import rules_summary
from battlewright.contract.system import System, system_of
from battlewright.engine.errors import BattlewrightError, Conflict, NotAllowed, UnknownError
from battlewright.engine.node import NodeKind
from battlewright.engine.observation import Observation
from battlewright.engine.record_text import write_record
from battlewright.web.advisers import AdviceRequest
from battlewright.web.endpoints import Account, Json, OwnSeat, Router, ThisRoom, ThisSeat, as_bytes, until_disconnect
from battlewright.web.errors import error_data
from battlewright.web.logs import LOGGER
from battlewright.web.models import Advised, Look, Parsed
from battlewright.web.requests import Line
from battlewright.web.room import Room
from battlewright.web.system_models import RulesSummary
from battlewright.web.views import advice_term

router = Router(prefix="/api/matches", tags=["guides"])

MOST_ASKED = 8
"""The most choices that advice may be asked about beside the offers."""


@router.get("/{match}/advice")
async def get_advice(
    room: ThisRoom,
    seat: OwnSeat,
    request: Request,
    who: Account,
    look: Annotated[
        Look,
        Query(description="How far to look: `odds` at once, `first` for a first star, `deep` for a better one."),
    ] = "first",
    star: Annotated[
        Line | None, Query(description="The choice that has the star: it moves on a clear lead alone.")
    ] = None,
    about: Annotated[
        list[Line], Query(max_length=MOST_ASKED, description="Choices beside the offers, such as a move to a place.")
    ] = [],  # noqa: B006  # read by FastAPI alone
) -> Json[Advised]:
    """The choices in reading order, each with advice: exact odds, and what it loses of the chance to win."""
    term = advice_term(room)
    if term == "none":
        raise without_advice()
    seen = await room.read(lambda match: match.observe(seat) if seat in match.to_act else None)
    if seen is None or seen.node.kind != NodeKind.DECISION:
        raise Conflict("It is not your turn.")
    asked = AdviceRequest(seen, "odds" if term == "odds" else look, star, about, time.monotonic())
    return Json(await until_disconnect(request, room.lobby.advisers.advise(room.id, asked, who)))


def without_advice() -> NotAllowed:
    """Return why nothing is said of what a choice may come to."""
    return NotAllowed("This match is played without advice.")


def is_without_advice(room: Room) -> bool:
    """Whether chances are told to nobody: in a match without advice, until it is over."""
    return advice_term(room) == "none" and not room.match.is_over


@router.get("/{match}/parse")
async def parse(
    room: ThisRoom,
    seat: OwnSeat,
    text: Annotated[
        str, Query(min_length=1, max_length=500, description="The choice as typed.", examples=["move 10 11"])
    ],
    who: Account,
    request: Request,
) -> Json[Parsed]:
    """What a typed choice means: the choice, its cost, and why it is refused, if it is."""
    seen = await room.read(lambda match: match.observe(seat))
    is_bare = is_without_advice(room)
    return Json(await until_disconnect(request, room.lobby.guide_pool.run(lambda: _parsed(seen, text, is_bare), who)))


def _parsed(seen: Observation, text: str, is_bare: bool) -> Parsed:
    guide = guide_of(seen)
    choice = guide.parse(text)
    if choice is None:
        known = f" Known: {', '.join(guide.forms)}." if guide.forms else ""
        raise BattlewrightError(f"{text[:60]!r} is not a choice.{known}")
    refused, described = seen.why_refused(choice), guide.describe(choice)
    return {
        "number": seen.number,
        "choice": write_record(choice, seen.system.rules.choice_kinds),
        "sentence": seen.words.choice(seen.record, choice),
        "described": "" if "%" in described and is_bare else described,
        "refused": None if refused is None else error_data(refused),
    }


@router.get("/{match}/rules")
async def get_rules(room: ThisRoom, seat: ThisSeat, who: Account, request: Request) -> Json[RulesSummary]:
    """The rulebook in short, for one page, by the edition, the options and the rulings of this match."""
    seen = await room.read_in_turn(lambda match: match.observe(seat), who)

    def work() -> RulesSummary:
        edition = seen.system.rules.edition(seen.setting) if seen.system.rules.edition else ""
        data: RulesSummary = rules_summary(system_of(seen), guide_of(seen).changed(), edition).as_data()
        return data

    return Json(await until_disconnect(request, room.lobby.guide_pool.run(work, who)))


# What the guides of the systems answer

Asked = Mapping[str, Callable[..., Any]]
"""The methods of guides that answer one name, by their systems."""


def moment(
    at: Annotated[int | None, option("For a finished match: the number of steps after which to look.", 0)] = None,
) -> None:
    """Declare the parameter of every question to a guide."""


def guide_routes(systems: Iterable[System]) -> Router:
    """Return the endpoints of what the guides of some systems answer, one for each name."""
    declared: dict[str, dict[str, Callable[..., Any]]] = {}
    for system in systems:
        for name, method in _answers_of(system).items():
            declared.setdefault(name, {})[system.name] = method
    made = Router(prefix="/api/matches", tags=["guides"])
    for name, asked in sorted(declared.items()):
        made.add_api_route(
            f"/{{match}}/guide/{name}",
            _endpoint(name),
            methods=["GET"],
            name=name,
            response_model=_answer_type(name, asked),
            summary=f"Ask the guide: {name.replace('_', ' ')}",
            description="\n\n".join(dict.fromkeys(_about(system, method) for system, method in asked.items())),
            openapi_extra={"parameters": _described_parameters(asked)},
        )
    made.add_api_route("/{match}/guide/{name}", _unknown, methods=["GET"], include_in_schema=False)
    return made


def _answers_of(system: System) -> Asked:
    """Return the answers of a system's guides. Those of an installed system that cannot be described are left out."""
    try:
        answers = guide_class(system).answers
        for name, method in answers.items():
            TypeAdapter(_answer_type(name, {system.name: method})).json_schema(mode="serialization")
            _described_parameters({system.name: method})
        return answers
    except Exception as error:  # whatever another package raises, the server starts
        values = {"system": system.name, "error": str(error)}
        LOGGER.warning("guide answers left out", extra={"values": values})
        return {}


def _endpoint(name: str) -> Callable[..., Any]:
    async def ask(room: ThisRoom, seat: ThisSeat, who: Account, request: Request) -> Response:
        query = {key: value for key, value in request.query_params.items() if key != "as"}
        when = parameters_of(moment).read({key: query.pop(key) for key in parameters_of(moment) if key in query})
        seen = await room.read_in_turn(lambda match: match.observe(seat, **when), who)
        guide = guide_of(seen)
        if name not in guide.answers:
            return _no_answer(guide, name)
        is_bare = is_without_advice(room)
        if is_bare and name in guide.told_as_advice:
            raise without_advice()
        asked = guide.answers[name]

        def work() -> bytes:
            answer = plain(asked(guide, **parameters_of(asked).read(query)))
            return as_bytes({"number": seen.number, name: without_chances(answer) if is_bare else answer})

        return Json(await until_disconnect(request, room.lobby.guide_pool.run(work, who)))

    return ask


async def _unknown(room: ThisRoom, seat: ThisSeat, name: Annotated[str, Path(max_length=32)]) -> Response:
    return _no_answer(guide_of(await room.read(lambda match: match.observe(seat))), name)


def _no_answer(guide: Guide, name: str) -> Response:
    return Json(error_data(UnknownError("answer of the guide", name, guide.answers)), 404)


def _about(system: str, method: Callable[..., Any]) -> str:
    """Return what a method answers. One that is not a system's own is described as it is."""
    text = " ".join((method.__doc__ or "").split())
    return text if method in Guide.answers.values() else f"In matches of {system}: {text}"


def _answer_type(name: str, asked: Asked) -> Any:
    """Return the type of an answer: the number of the match, and what the methods return."""
    kinds: Any = reduce(or_, dict.fromkeys(get_type_hints(method)["return"] for method in asked.values()))
    number = Annotated[int, Field(description="The number of the next entry, when it was asked.")]
    title = "".join(word.capitalize() for word in name.split("_"))
    answer = {"number": number, name: Annotated[kinds, Field(description="What the guide answers.")]}
    return TypedDict(f"{title}Answer", answer)  # type: ignore[operator]


def _described_parameters(asked: Asked) -> list[dict[str, Any]]:
    """Return the parameters of an address: those of the methods, required where every system requires them."""
    found: dict[str, dict[str, Any]] = {}
    for method in (moment, *asked.values()):
        for name, each in parameters_of(method).items():
            found.setdefault(
                name,
                {
                    "name": name,
                    "in": "query",
                    "required": each.is_required and len(asked) == 1,
                    "description": each.help,
                    "schema": {key: value for key, value in each.schema.items() if key != "description"},
                },
            )
    return [*found.values()]
