"""Bots at the seats of a match. They get observations, never the match itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from battlewright.bots.ask import ask
from battlewright.bots.named import Bot, PreparingBot, named
from battlewright.contract.system import as_system
from battlewright.engine.node import NodeKind
from battlewright.engine.observation import Observation
from battlewright.play.match import PERSON, Match


def seat_bots(match: Match, names: Mapping[str, str] | None = None) -> dict[str, Bot]:
    """Return the bots of a match by seat, ready to choose; with the given names, or those of the match."""
    bots: dict[str, Bot] = {}
    for place, (seat, player) in enumerate((names or match.players).items()):
        if player != PERSON:
            kind = named(player).for_system(as_system(match.system))
            bot = bots[seat] = kind.make(*match.dice.draws(f"{seat}, thinking", place))
            if isinstance(bot, PreparingBot):
                bot.prepare(match.observe(seat))
    return bots


def play_on(match: Match, bots: Mapping[str, Bot], rolls: bool = True, most: int | None = None) -> int:
    """Roll dice and let bots choose until a person must act, or for at most ``most`` steps; return the number of steps.

    Without ``rolls`` it stops where dice must be rolled.
    """
    steps = 0
    while not match.is_over and (most is None or steps < most):
        if match.session.node.kind == NodeKind.CHANCE:
            if not rolls:
                break
            match.roll()
        else:
            seat = next((name for name in match.to_act if name in bots), None)
            if seat is None:
                break
            match.choose(seat, bot_choice(match, seat, bots[seat]))
        steps += 1
    return steps


def bot_choice(match: Match, seat: str, bot: Bot) -> Any:
    """Return a bot's choice for a seat. An illegal choice raises ``BotError``."""
    seen, player, seed = match.observe(seat, with_draws=True), match.players[seat], match.dice.seed
    name = type(bot).__name__ if player == PERSON else player
    battle = "the match" if seed is None else f"the match of seed {seed}"
    return own_choice(seen, ask(bot, seen, match.session, f"{name} at seat {seat}", battle))


def own_choice(seen: Observation, choice: Any) -> Any:
    """Return a bot's choice, or the first one that its seat may make: a bot thinks for a whole side."""
    return choice if seen.may_choose(choice) else seen.choices()[0]
