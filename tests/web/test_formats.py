"""A server on the database of an earlier version goes on with its matches."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from battlewright.engine.errors import ServerError
from tests.formats import FACTS, FIRST, follows_todays_rules
from tests.web.conftest import NewServer


def test_the_matches_of_an_earlier_version_are_shown_with_the_names_of_today(
    new_server: NewServer, tmp_path: Path
) -> None:
    (tmp_path / "kept.db").write_bytes(gzip.decompress((FIRST / "matches.db.gz").read_bytes()))
    client = new_server(f"sqlite:///{tmp_path / 'kept.db'}").client
    for id, facts in FACTS["matches"].items():
        match = client.match(id)
        if not follows_todays_rules(facts["system"]):
            with pytest.raises(ServerError, match=r"follows ruleset \d+"):
                match.news(0)
            continue
        news = match.news(0)
        assert (news["number"], news["state"]) == (facts["number"], facts["status"])
        for step in news["story"]:
            assert {"sentence", "sentences", "side"} <= set(step)
            assert not [event for event in step["events"] if "seat" in event]
        first = [event.get("side") for step in news["story"] for event in step["events"] if event["kind"] == "first"]
        assert set(first) <= {"a", "b"}
        assert bool(first) == (facts["number"] > 0 and facts["system"] != "heroes")
