"""A match as data: what a front end gets, and what it sends back."""

import json
from pathlib import Path

import battlewright as bw
from battlewright.answers.data import entry_data, node_data, step_text_data
from battlewright.answers.offers import offer_data
from battlewright.contract.guides import guide_of, observation_data
from battlewright.engine.record_text import read_record


def show(name: str, data: object, *, gap: str = "\n") -> None:
    print(f"{gap}# {name}")
    print(json.dumps(data, indent=2))


setup = bw.Replay.read(Path(__file__).parent / "forces" / "short.replay").setup
match = bw.Match(bw.load("formations"), setup, {"a": "person", "b": "person"}, bw.DiceSource(seed=7))
while match.session.node.kind == bw.NodeKind.CHANCE:
    match.roll()

side = match.to_act[0]
seen = match.observe(side, since=0)
show("a node", node_data(seen, match.to_act), gap="")
show("an offer", offer_data(seen, guide_of(seen).offers()[0]))

# A choice comes back as its line of text.
choice = read_record("activate", seen.system.rules.choice, seen.system.rules.choice_kinds)
match.choose(side, choice)
match.choose(side, match.observe(side).choices()[0])
match.roll()
told = match.step_texts("spectator")[-1]
match.choose(side, match.observe(side).choices()[0])

seen = match.observe("spectator", since=0)
show("an entry of the log", entry_data(seen, seen.news[2]))
show("a step in words", step_text_data(seen, told))

shortened = {"battle": {"node": "...", "groups": "..."}, "news": ["..."]}
show("an observation", {**observation_data(seen), **shortened})
show("a summary", match.summary("a"))
match.resign("a")
assert match.result is not None
show("a result", match.result.as_data())
show("odds", bw.sum_of("2d4").as_data())
