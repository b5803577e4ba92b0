"""The report of a match over a real server."""

from __future__ import annotations

import pytest

from battlewright.client import Client
from battlewright.engine.errors import ServerError
from tests.web.play import play


def test_the_report_comes_when_the_match_is_over(client: Client) -> None:
    match = client.new_match("formations", players={"a": "person", "b": "random"}, name="Ann")
    with pytest.raises(ServerError, match="The report comes when the match is over") as refused:
        match.report()
    assert refused.value.status == 409
    play(match)
    made = match.report()
    assert made == client.match(match.id).report(), "a spectator gets the same"
    assert made["result"] == match.about()["result"]
    own = [each for each in made["choices"] if each["seat"] == "a"]
    assert own
    assert made["sides"]["a"]["choices"] == len(own)


def test_a_match_that_has_not_begun_has_no_report(client: Client) -> None:
    match = client.new_match("formations", players={"a": "person", "b": "person"})
    with pytest.raises(ServerError, match="The report comes when the match is over"):
        match.report()
