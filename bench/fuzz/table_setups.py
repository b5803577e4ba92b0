"""Tables of people for the fuzz: encounters of Heroes with seats, terms and options at random."""

from __future__ import annotations

import random
from typing import Any

from battlewright.engine.replay import complete_setup
from battlewright.play.dice import DiceSource
from battlewright.play.match import PERSON, Match
from battlewright.play.terms import DiceTerm, Terms
from battlewright.systems.heroes.setup.encounters import ENCOUNTERS, read_encounter
from battlewright.systems.heroes.system import SYSTEM


def setup_of(chance: random.Random) -> Any:
    """Return a shipped encounter with seats and options at random."""
    setup = read_encounter(chance.choice([*ENCOUNTERS.names]))
    data = complete_setup(SYSTEM, setup)
    heroes, foes = (
        [f"{letter}{1 + at}" for at in range(len(side))] for letter, side in zip("ab", setup.sides, strict=True)
    )
    count = chance.randint(1, 4)
    led: list[list[str]] = [[] for _ in range(count)]
    for hero in heroes:
        chance.choice(led).append(hero)
    seats: list[dict[str, Any]] = [{"name": f"P{at}", "side": "a", "leads": own} for at, own in enumerate(led)]
    if chance.random() < 0.5:
        seats.append({"name": "Mia", "side": "b", "master": True})
    else:
        seats.append({"name": "Mia", "master": True})
        if chance.random() < 0.5:
            seats.append({"name": "F0", "side": "b", "leads": foes[:1]})
            seats.append({"name": "F1", "side": "b"})
    data["seats"] = seats
    data["foes_seen"] = chance.choice(("numbers", "words", "nothing"))
    data["secret_sheets"] = chance.random() < 0.3
    data.setdefault("rulings", {}).update(
        end_asks=chance.choice(("seated", "always", "never")),
        masters_check=chance.choice(("resistance", "maintenance", "ask")),
        scaled_armour_strength=chance.random() < 0.5,
        round_limit=chance.choice((2, 5, 30)),
    )
    if chance.random() < 0.3:
        hidden = chance.random() < 0.5
        trap = {"name": "Pit", "trap": True, "defence": "reflex", "power": 9, "damage": "2d6", "types": ["bludgeoning"]}
        data["hazards"] = [*data.get("hazards", []), trap | {"among": [heroes[0], foes[0]], "hidden": hidden}][:4]
    if chance.random() < 0.3:
        for side in data["sides"]:
            side[0]["state"] = {"health": chance.randint(1, 6), "wounds": chance.randint(0, 1)}
        data["rest"] = chance.choice(("", "breather", "night"))
    return SYSTEM.setup.model.model_validate(data)


def match_of(chance: random.Random) -> Match:
    """Return a match with people, terms and dice at random."""
    setup = setup_of(chance)
    names = [seat.name for seat in setup.seats]
    sides = {seat.side for seat in setup.seats}
    players = {name: PERSON if name == "Mia" or chance.random() < 0.9 else "random" for name in names}
    players |= {side: chance.choice((PERSON, "random")) for side in "ab" if side not in sides}
    terms = Terms(
        is_hosted=chance.random() < 0.7,
        own_dice=chance.random() < 0.7,
        consent=chance.random() < 0.3,
        dice={name: str(chance.choice([*DiceTerm])) for name in names},
    )
    return Match(SYSTEM, setup, players, DiceSource(chance.randbytes(32)), terms=terms)
