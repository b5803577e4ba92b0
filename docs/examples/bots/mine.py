"""A bot for Skirmish: it attacks where it can, and otherwise goes for the nearest opponent."""

from math import dist
from typing import Any

from battlewright.systems.skirmish.guide.guide import SkirmishGuide
from battlewright.systems.skirmish.record import ChoiceKind

LIKES = {"CLOSE_COMBAT": 70, "MOVE": 50, "RETURN_FIRE": 40, "FIRE": 40, "STRIKE": 40, "COVER": 30, "PARRY": 30}


class MyBot:
    def choose(self, seen: Any) -> Any:
        guide = SkirmishGuide(seen)
        choices = [offer.choice for offer in guide.offers()]
        return max(choices, key=lambda choice: self.value(seen, guide, choice))

    def value(self, seen: Any, guide: SkirmishGuide, choice: Any) -> float:
        kind, actor = ChoiceKind(choice.kind).name, seen.record.frames[seen.record.depth - 1].actor
        if kind == "SHOOT":  # the chance to hit, in percent
            shot = guide.fire(actor, choice.whom, choice.weapon).open
            return 100 * float(shot.hit) if shot else 0
        if kind == "MOVE":  # the nearer it ends to an opponent, the better; 1000 is an inch
            end = choice.legs[choice.count - 1]
            foes = [(each.x, each.y) for each in guide.threats() if each.side != seen.side]
            return LIKES[kind] - min(dist((end.x, end.y), foe) for foe in foes) / 1000
        return LIKES.get(kind, 0) + float(choice.critical)
