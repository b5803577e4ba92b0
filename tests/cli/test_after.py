"""After a battle: the party as a file, and the next battle with it, on the command line."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.cli.helpers import Command
from tests.systems.heroes.helpers import sheet
from tests.web.test_next import encounter

WAVE: dict[str, Any] = {"name": "More rats", "rest": "night", "foes": [{"sheet": sheet("Rat"), "count": 2}]}


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def bridge(battlewright: Command) -> str:
    """The replay of an encounter that the heroes have won."""
    Path("gate.json").write_text(json.dumps(encounter(waves=[WAVE])), encoding="utf-8")
    ran = battlewright("play", "gate.json", "--auto", "--bots", "greedy", "--seed", "5", "--replay", "gate.replay")
    assert (ran.code, "Heroes (a) win." in ran.out) == (0, True)
    return "gate.replay"


def states(text: str) -> list[dict[str, Any]]:
    return [hero.get("state", {}) for hero in tomllib.loads(text)["heroes"]]


def test_a_party_is_written_as_it_leaves_a_battle_and_after_a_rest(battlewright: Command, bridge: str) -> None:
    ada, ben = states(battlewright.told("after", bridge))
    assert (ada["wounds"], ada["stress"], ben) == (2, 1, {"conditions": ["dead"]})
    told = battlewright.told("after", bridge, "--rest", "night", "-o", "party.toml")
    assert "battlewright play heroes --party party.toml" in told
    rested, dead = states(Path("party.toml").read_text(encoding="utf-8"))
    assert ("wounds" in rested, "stress" in rested, dead) == (False, False, ben)
    assert rested["health"] == ada["health"], "Diseased keeps Health from coming back"
    again = battlewright.data("after", "party.toml", "--rest", "breather")
    assert again["heroes"][1]["state"] == ben
    ran = battlewright("play", "the-barrow", "--party", "party.toml", "--auto", "--json", "--seed", "1")
    assert [each["name"] for each in json.loads(ran.out)["combatants"]][:2] == ["Ada", "Ben"]


def test_one_plays_on_after_a_battle_with_what_follows_or_what_is_named(battlewright: Command, bridge: str) -> None:
    following = battlewright.data("play", "--after", bridge, "--auto", "--bots", "greedy", "--seed", "1")
    assert (following["encounter"], len(following["combatants"])) == ("More rats", 4)
    named = battlewright("play", "heroes", "the-barrow", "--after", bridge, "--rest", "night", "--auto", "--json")
    assert json.loads(named.out)["encounter"] == "The barrow"
    assert json.loads(named.out)["combatants"][0]["name"] == "Ada"
    ran = battlewright(
        "play", "--after", bridge, "--auto", "--seed", "1", "--bots", "greedy", "--replay", "rats.replay"
    )
    assert "has rested" in battlewright.told("replay", "rats.replay")
    refused = battlewright("play", "--after", "rats.replay", "--auto")
    assert (ran.code, refused.code) == (0, 2)
    assert "nothing follows in the file of this battle; name the next one" in refused.err


def test_what_cannot_go_on_is_refused_with_a_sentence(battlewright: Command, bridge: str) -> None:
    battlewright("play", "formations", "--auto", "--seed", "1", "--rounds", "1", "--replay", "forces.replay")
    assert "each is played by itself" in battlewright.refusal("after", "forces.replay")
    assert "Unknown rest 'nap'" in battlewright.refusal("after", bridge, "--rest", "nap")
    Path("ada.json").write_text(json.dumps(sheet("Ada")), encoding="utf-8")
    assert "neither a replay nor a file of those who go on" in battlewright.refusal("after", "ada.json")
    ran = battlewright("after", "nothing.replay")
    assert (ran.code, "nothing.replay" in ran.err) == (2, True)
