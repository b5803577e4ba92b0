"""Odds over HTTP: the questions of every rulebook with their arguments, and their answers, as data."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from math import log10
from typing import Annotated, Any

from fastapi import Path, Request

from battlewright.answers.parameters import parameters_of
from battlewright.answers.question import ROLL, Question
from battlewright.answers.report import block_data
from battlewright.contract.system import System
from battlewright.engine import source
from battlewright.engine.errors import BattlewrightError, TooBusy, UnknownError
from battlewright.engine.notation import parse_roll
from battlewright.engine.shelf import Shelf
from battlewright.engine.text import seconds_of
from battlewright.engine.time_limit import time_limit
from battlewright.lab.battle_questions import questions_of
from battlewright.web.endpoints import Account, AnyLobby, Json, Router, SystemName, until_disconnect
from battlewright.web.lobby import Load, Lobby
from battlewright.web.reader_processes import INLINE_SIZE
from battlewright.web.requests import AskOdds
from battlewright.web.system_models import OddsAnswer, OddsBook, OddsQuestion, OddsQuestions

router = Router(prefix="/api/odds", tags=["odds"])
GRACE = 2.0
"""The seconds by which an answer may be late: some work looks at the clock rarely."""
DICE = "dice"
"""The name of the book with the question about dice alone."""
MOST_TOTALS = 20_000
MOST_DIGITS = 8_000_000
"""The most digits of the fractions of an answer about dice."""


@router.get("")
async def list_questions(lobby: AnyLobby, who: Account, request: Request) -> Json[OddsQuestions]:
    """The questions of all rulebooks, each with its arguments, and with the values of an example."""
    registry = request.app.state.registry
    loaded = registry.load_all()
    books = await lobby.odds_pool.run(lambda: [_system_data(system) for system in loaded], who)
    dice: OddsBook = {"name": DICE, "title": "Dice", "questions": [_question_data(ROLL, ())]}
    return Json({"seconds": lobby.limits.odds, "default": registry.default, "systems": [dice, *books]})


QuestionName = Annotated[str, Path(max_length=64, description="The question.", examples=["shot"])]


@router.get("/{system}/{question}")
async def get_answer(
    lobby: AnyLobby, system: SystemName, question: QuestionName, who: Account, request: Request
) -> Json[OddsAnswer]:
    """The answer to a question; its arguments are those of `battlewright odds`, as parameters of the address."""
    query = request.query_params
    given = {name: query.getlist(name) for name in query}
    return Json(await until_disconnect(request, _answered(lobby, system, question, given, {}, who)))


@router.post("/{system}/{question}")
async def post_answer(
    lobby: AnyLobby, system: SystemName, question: QuestionName, asked: AskOdds, who: Account, request: Request
) -> Json[OddsAnswer]:
    """The answer to a question, also about files of one's own: a replay, a roster."""
    return Json(await until_disconnect(request, _answered(lobby, system, question, asked.arguments, asked.files, who)))


async def _answered(
    lobby: Lobby, system_name: str, name: str, given: dict[str, Any], files: dict[str, str], who: str
) -> OddsAnswer:
    seconds = lobby.limits.odds
    if system_name != DICE:
        lobby.load(system_name)
        lobby.require(system_name)
    if sum(map(len, files.values())) > INLINE_SIZE:
        return await lobby.reader_pool.run(answer, lobby.load, system_name, name, given, files, seconds, who=who)
    work = lobby.odds_pool.run(lambda: answer(lobby.load, system_name, name, given, files, seconds), who)
    try:
        return await asyncio.wait_for(work, lobby.odds_pool.longest_wait(seconds) + GRACE)
    except TimeoutError:
        raise TooBusy(f"No answer was found within {seconds_of(seconds)}; try smaller numbers.") from None


def answer(
    load: Load, system_name: str, name: str, given: dict[str, Any], files: dict[str, str], seconds: float
) -> OddsAnswer:
    """Return the answer to a question, as data."""
    system = None if system_name == DICE else load(system_name)
    question = _find(system, name)
    arguments = parameters_of(question.answer).read({name: _one(value) for name, value in given.items()})
    if system is None:
        _check_size(str(arguments["notation"]))
    with time_limit(seconds), source.given(files):
        report = question.answer(**arguments)
        return {
            "system": system_name,
            "question": name,
            "data": report.as_data(),
            "blocks": [block_data(block) for block in report.blocks],
            "warnings": [str(each) for each in report.warnings],
            "remarks": report.remarks,
        }


def _one(given: Any) -> Any:
    """Return what was given for an argument: the only entry of a list, and nothing for an empty text."""
    texts = [each for each in given if each != ""] if isinstance(given, list) else [given]
    return None if texts in ([], [""]) else texts[0] if len(texts) == 1 else texts


def _check_size(notation: str) -> None:
    """Refuse a roll that has too many totals to be sent."""
    asked = parse_roll(notation)
    totals = 1 + sum(term.count * (term.sides - 1) for term in asked.terms)
    if totals > MOST_TOTALS:
        raise BattlewrightError(f"{asked} has {totals:,} totals; this server computes at most {MOST_TOTALS:,}.")
    digits = 2 * totals * round(sum(term.count * log10(term.sides) for term in asked.terms))
    if digits > MOST_DIGITS:
        raise BattlewrightError(
            f"The fractions of {asked} have some {digits:,} digits; this server sends at most {MOST_DIGITS:,}."
        )


def _find(system: System | None, name: str) -> Question:
    questions = (ROLL,) if system is None else questions_of(system)
    known = {each: question for question in questions for each in (question.name, *question.other_names)}
    if name not in known:
        raise UnknownError("question", name, known)
    return known[name]


# Questions and their arguments


def _system_data(system: System) -> OddsBook:
    questions = [_question_data(question, system.setup.shelves) for question in questions_of(system)]
    return {"name": system.name, "title": system.title, "questions": questions}


def _question_data(question: Question, shelves: Sequence[Shelf[Any]]) -> OddsQuestion:
    summary, _, more = question.help.partition("\n\n")
    return {
        "name": question.name,
        "title": question.title,
        "help": " ".join(summary.split()).removeprefix("Show "),
        "more": [" ".join(each.split()) for each in more.split("\n\n") if not each.startswith("Example")],
        "arguments": parameters_of(question.answer).fields(shelves),
        "example": question.example,
    }
