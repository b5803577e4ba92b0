"""The chain over a log, as anybody can compute it."""

from __future__ import annotations

import hashlib
import json
import tomllib
from typing import Any

import pytest
import tomli_w
from hypothesis import given
from hypothesis import strategies as st

from battlewright.engine.chain import Proof, canonical, head_line, last_link, links

pytestmark = pytest.mark.plain

HEAD: dict[str, Any] = {
    "format": 1,
    "system": "pig",
    "ruleset": 1,
    "setting": "00",
    "players": {"a": "person", "b": "greedy"},
    "with_master": False,
    "resumed": 0,
    "secret": "ab" * 32,
    "added": ["a=mine"],
    "seed": None,
    "setup": {"goal": 20, "é": 1.5},
}
ENTRIES = [{"number": number, "kind": "choice", "seat": "ab"[number % 2], "line": "roll"} for number in range(5)]


def test_each_link_is_the_hash_of_the_link_before_and_the_line() -> None:
    lines = [head_line(HEAD), *map(canonical, ENTRIES)]
    link = b""
    for line in lines:
        link = hashlib.sha256(link + line.encode()).digest()
    assert last_link(HEAD, ENTRIES) == link.hex() == [*links(lines)][-1]
    assert [*links(lines[3:], [*links(lines)][2])] == [*links(lines)][3:], "it goes on from any link"


def test_the_head_has_hashes_of_the_secret_and_of_what_is_long() -> None:
    data = json.loads(head_line(HEAD))
    assert data["commitment"] == hashlib.sha256(bytes.fromhex(HEAD["secret"])).hexdigest()
    assert data["setup"] == hashlib.sha256(b'{"goal":20,"\\u00e9":1.5}').hexdigest()
    assert "secret" not in data
    assert HEAD["secret"] not in head_line(HEAD)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("system", "morra"),
        ("ruleset", 2),
        ("setting", "01"),
        ("players", {"a": "person", "b": "person"}),
        ("with_master", True),
        ("resumed", 1),
        ("secret", "ac" * 32),
        ("added", ["a=yours"]),
        ("seed", 7),
        ("setup", {"goal": 21}),
        ("replay", "the text of an uploaded battle"),
    ],
)
def test_whatever_is_changed_in_the_head_changes_the_chain(name: str, value: object) -> None:
    assert last_link({**HEAD, name: value}, ENTRIES) != last_link(HEAD, ENTRIES)


@given(st.data())
def test_no_entry_can_be_changed_left_out_or_moved(data: st.DataObject) -> None:
    other = [dict(entry) for entry in ENTRIES]
    place = data.draw(st.integers(0, 4))
    match data.draw(st.sampled_from(["changed", "left out", "moved", "doubled"])):
        case "changed":
            name = data.draw(st.sampled_from([*ENTRIES[0], "drawn"]))
            other[place][name] = "other"
        case "left out":
            del other[place]
        case "moved":
            other[place], other[place - 1] = other[place - 1], other[place]
        case "doubled":
            other.insert(place, other[place])
    assert last_link(HEAD, other) != last_link(HEAD, ENTRIES)


LEAVES = st.one_of(st.text(), st.booleans(), st.integers(-(2**63), 2**63 - 1), st.floats(allow_nan=False).map(float))
DATA = st.recursive(LEAVES, lambda each: st.one_of(st.lists(each), st.dictionaries(st.text(), each)), max_leaves=8)


@given(st.dictionaries(st.text(), DATA))
def test_a_set_up_has_the_same_hash_from_a_database_and_from_a_replay(setup: dict[str, Any]) -> None:
    """A database has it as JSON, a replay as TOML."""
    if not _can_be_written(setup):
        return
    of_database = json.loads(json.dumps(setup))
    of_replay = tomllib.loads(tomli_w.dumps(setup))
    assert head_line({**HEAD, "setup": of_database}) == head_line({**HEAD, "setup": of_replay})


def _can_be_written(data: object) -> bool:
    try:
        json.dumps(data, ensure_ascii=False, allow_nan=False).encode()
    except ValueError:
        return False
    return True


@pytest.mark.parametrize(
    ("data", "what"),
    [
        ({}, "has a chain"),
        ({"chain": "", "key": ""}, "has a chain, and a key with its signature"),
        ({"chain": 7}, "texts of hexadecimal digits"),
        ({"chain": "", "more": ""}, "has a chain"),
    ],
)
def test_a_table_that_cannot_be_read_is_refused(data: dict[str, object], what: str) -> None:
    with pytest.raises(ValueError, match=what):
        Proof.from_data(data, (), {})
