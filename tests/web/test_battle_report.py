"""The report of a match over a real server."""

from __future__ import annotations

import asyncio
import time
from typing import Any, cast

import pytest

from battlewright.client import Client
from battlewright.engine.errors import ServerError
from battlewright.play.battle_report_data import MatchReportData
from battlewright.play.match import Match
from battlewright.web.pools import Reports
from tests.web.play import play


def test_the_report_comes_when_the_match_is_over(client: Client) -> None:
    match = client.new_match("formations", players={"a": "person", "b": "random"}, name="Ann")
    with pytest.raises(ServerError, match="The report is available once the match is over") as refused:
        match.report()
    assert refused.value.status == 409
    play(match)
    made = match.report()
    assert made == client.match(match.id).report(), "a spectator gets the same"
    assert made["result"] == match.about()["result"]
    own = [each for each in match.news(0)["story"] if each["kind"] == "choice" and each["side"] == "a"]
    assert made["sides"]["a"]["choices"] == len(own) > 0
    assert made["sides"]["a"]["name"] == match.about()["titles"]["a"]
    assert len(made["sides"]["a"]["sentences"]) == 3
    start, *parts, result = (each["rounded"] for each in made["account"])
    assert start + sum(parts) == result
    for moment in made["key_moments"]:
        assert not moment["sentence"].startswith(("a: ", "b: "))
    assert match.get("/report/progress") == {"share": 1.0}


def test_a_match_that_has_not_begun_has_no_report(client: Client) -> None:
    match = client.new_match("formations", players={"a": "person", "b": "person"})
    with pytest.raises(ServerError, match="The report is available once the match is over"):
        match.report()


def test_a_report_that_nobody_waits_for_is_dropped_before_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def named(id: str) -> MatchReportData:
        return cast("MatchReportData", {"report": id})

    def slowly(reports: Reports, id: str, match: Any) -> MatchReportData:
        reports._begun[id] = 0.25
        time.sleep(0.2)
        made.append(id)
        return named(id)

    monkeypatch.setattr(Reports, "_worked_out", slowly)

    async def ask() -> None:
        reports, match = Reports(), cast("Match", None)
        asked = {id: asyncio.create_task(reports.get(id, match)) for id in "abc"}
        again = asyncio.create_task(reports.get("c", match))
        await asyncio.sleep(0.05)
        assert [reports.progress(id) for id in "abx"] == [0.25, 0.0, 0.0]
        for each in asked.values():
            each.cancel()
        await asyncio.sleep(0)
        assert await again == named("c"), "somebody else waits for the same"
        assert made == ["a", "c"], "the first had begun"
        assert await reports.get("b", match) == named("b")
        assert reports.progress("b") == 1
        reports.close()

    asyncio.run(asyncio.wait_for(ask(), 20))
