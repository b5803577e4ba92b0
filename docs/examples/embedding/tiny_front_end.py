"""A text front end for every system: you sit at side a, a bot sits at side b."""

from __future__ import annotations

import argparse
import sys

import battlewright as bw
from battlewright.answers.guide import Guide
from battlewright.answers.offers import Offer
from battlewright.bots.levels import usual_level
from battlewright.contract.guides import guide_of
from battlewright.engine.node import Choice
from battlewright.play.log import replay_of

ME, FILE = "a", "battle.replay"
HELP = "Type the number of a choice, u to take your last one back, or q to save the battle and leave."


def new_match(name: str, seed: int | None) -> bw.Match:
    """Return a match of the system's usual battle: a person against the usual level."""
    system = bw.load(name)
    players = {"a": "person", "b": usual_level(system)}
    dice = None if seed is None else bw.DiceSource(seed=seed)
    return bw.Match(system, system.setup.read().setup, players, dice)


def show_news(match: bw.Match, since: int) -> None:
    """Print the steps since a number of the log, in words."""
    for told in match.step_texts(ME, since):
        print(told.heading)
        for sentence in told.sentences:
            print(f"  {sentence}")


def show_offers(seen: bw.Observation, guide: Guide) -> list[Offer]:
    """Print the question and the choices: as they are offered."""
    offers = guide.offers()
    print(f"\n{seen.words.ask(seen.record)}")
    for number, offer in enumerate(offers, start=1):
        print(f"{number:3}  {offer.sentence}")
    return offers


def ask() -> str:
    """Return what the person types; the end of the input is a q."""
    try:
        return input("> ").strip()
    except EOFError:
        return "q"


def read_choice(typed: str, offers: list[Offer], guide: Guide) -> Choice:
    """Return the choice that was typed: a number of the list, or words that the guide knows (move 12 8)."""
    if typed.isdecimal() and 1 <= int(typed) <= len(offers):
        choice: Choice | None = offers[int(typed) - 1].choice
    else:
        choice = guide.parse(typed)
    if choice is None:
        raise bw.BattlewrightError(HELP)
    return choice


def take_turn(match: bw.Match) -> bool:
    """Let the person act once. Return False when they leave."""
    seen = match.observe(ME)
    guide = guide_of(seen)
    offers = show_offers(seen, guide)
    while (typed := ask()) != "q":
        try:
            if typed == "u":
                match.undo(ME)
            else:
                match.choose(ME, read_choice(typed, offers, guide))
            return True
        except bw.BattlewrightError as error:
            print(error)
    return False


def play(match: bw.Match) -> None:
    """Play until the match is over or the person leaves; then keep it as a replay."""
    bots, told, stays = bw.seat_bots(match), 0, True
    while stays:
        bw.play_on(match, bots)
        show_news(match, told)
        told = match.number
        stays = not match.is_over and take_turn(match)
    bw.Replay.parse(replay_of(match, ME)).write(FILE)
    print(match.result or "The battle is not over.", f"Its {len(match.session.steps)} steps are kept in {FILE}.")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("system", choices=bw.system_names())
    parser.add_argument("--seed", type=int, help="repeat the dice of this seed; without it nobody knows them")
    typed = parser.parse_args()
    try:
        play(new_match(typed.system, typed.seed))
    except bw.BattlewrightError as error:
        sys.exit(str(error))
