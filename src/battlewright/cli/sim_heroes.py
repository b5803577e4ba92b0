"""The command that tells how deadly an encounter is: many of them between bots, and what becomes of everybody."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from battlewright import systems
from battlewright.bots.named import pair_of
from battlewright.cli.chances import say
from battlewright.cli.encounter import DEFAULT_ENCOUNTER, read_with_warnings
from battlewright.cli.sim import SimOptions, fight, mean_of, rate, shares_of
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.system import SEATS
from battlewright.lab.arena import Pairing
from battlewright.lab.study import Study
from battlewright.lab.totals import Mean, Share, Totals, Who
from battlewright.systems.heroes.setup.encounter import EncounterSetup, card_of
from battlewright.systems.heroes.words.names import Names


@dataclass(frozen=True)
class Fate:
    """What becomes of one combatant: how often it falls (is out at the end) and dies, and what is left of it."""

    id: str
    name: str
    seat: int
    falls: Share
    dies: Share
    health: Mean
    wounds: Mean
    most_health: int
    most_wounds: int


def simulate_encounter(options: SimOptions) -> None:
    """Fight an encounter many times and tell how deadly it is; Ctrl-C tells of the times that are done."""
    _, *names = options.rosters
    if len(names) > 1:
        raise BattlewrightError(f"'sim heroes' takes one encounter, not {len(names)}.")
    if options.table is not None or options.scenario is not None:
        raise BattlewrightError(
            "An encounter of Heroes has no table and no scenario; leave out --table and --scenario."
        )
    if options.with_options:
        raise BattlewrightError("An encounter of Heroes has none of Skirmish's options; leave out --option.")
    bots = pair_of(options.bots)
    setup = read_with_warnings(names[0] if names else DEFAULT_ENCOUNTER)
    if options.rounds is not None:
        rulings = setup.rulings.model_copy(update={"round_limit": options.rounds})
        setup = setup.model_copy(update={"rulings": rulings})
    fight(Pairing(systems.load("heroes"), (setup, setup), bots, swaps=False), options, as_data, show)


def fates(totals: Totals, setup: EncounterSetup) -> list[Fate]:
    """What becomes of everybody."""
    names = Names(setup)
    found: list[Fate] = []
    for seat, side in enumerate(setup.sides):
        left, battles = totals.left(seat), totals.battles
        for place, each in enumerate(side, 1):
            card = card_of(each.sheet, setup.rulings)
            found.append(
                Fate(
                    f"{SEATS[seat]}{place}",
                    names.name(len(found)),
                    seat,
                    Share(battles - left[f"standing {place}"].total, battles),
                    Share(left[f"dead {place}"].total, battles),
                    left[f"health {place}"],
                    left[f"wounds {place}"],
                    card.health,
                    card.wounds,
                )
            )
    return found


def as_data(done: Study, pairing: Pairing) -> dict[str, Any]:
    """A study of an encounter as data."""
    setup: EncounterSetup = pairing.setups[0]
    totals = done.totals
    data = totals.as_data()
    rounds = totals.mean_rounds
    return {
        "encounter": setup.name,
        **{key: data[key] for key in ("battles", "wins", "interval")},
        "chance": {who: totals.won(result).share for who, result in (("a", Who.A), ("b", Who.B), ("draw", Who.DRAW))},
        "seconds": round(done.seconds, 3),
        "battles_per_second": round(rate(done), 1),
        "rounds": _mean(rounds, setup.rulings.round_limit) | {"battles": {str(n): c for n, c in totals.rounds.items()}},
        "sides": {SEATS[seat]: {"title": setup.titles[seat], "bot": pairing.bots[seat].name} for seat in range(2)},
        "standing": {
            SEATS[seat]: _mean(totals.left(seat)["standing"], len(side)) for seat, side in enumerate(setup.sides)
        },
        "all_standing": {SEATS[seat]: _share(_times(totals, seat, "all standing")) for seat in range(2)},
        "somebody_dead": {SEATS[seat]: _share(_times(totals, seat, "somebody dead")) for seat in range(2)},
        "combatants": [
            {
                "id": fate.id,
                "name": setup.combatants[place].name,
                "side": SEATS[fate.seat],
                "falls": _share(fate.falls),
                "dies": _share(fate.dies),
                "health": _mean(fate.health, fate.most_health),
                "wounds": _mean(fate.wounds, fate.most_wounds),
            }
            for place, fate in enumerate(fates(totals, setup))
        ],
        "nodes": data["nodes"],
    }


def _times(totals: Totals, seat: int, what: str) -> Share:
    """In how many battles something was so for a side."""
    return Share(totals.left(seat)[what].total, totals.battles)


def _share(share: Share) -> dict[str, Any]:
    return {"battles": share.count, "chance": share.share, "interval": list(share.interval)}


def _mean(mean: Mean, most: int) -> dict[str, Any]:
    return {"mean": mean.mean, "interval": list(mean.interval), "of": most}


def show(done: Study, pairing: Pairing, seed: int, workers: int) -> None:
    """A study of an encounter for people."""
    setup: EncounterSetup = pairing.setups[0]
    totals, console = done.totals, Console(highlight=False)
    names, bots = setup.titles, [bot.name for bot in pairing.bots]
    say(f"{setup.name}: {names[0]} ({bots[0]}) against {names[1]} ({bots[1]}). Seed {seed}.")
    results = {f"{names[0]} win": Who.A, "a draw": Who.DRAW, f"{names[1]} win": Who.B}
    shares = {name: totals.won(who) for name, who in results.items()}
    shares[f"{names[0]}: nobody falls"] = _times(totals, 0, "all standing")
    shares[f"{names[0]}: somebody dies"] = _times(totals, 0, "somebody dead")
    console.print(shares_of(f"{totals.battles:,} battles", shares))
    table = Table(box=box.SIMPLE, pad_edge=False)
    for heading in ("at the end", "falls", "95% interval", "dies", "Health left", "of", "Wounds", "of"):
        table.add_column(heading, justify="left" if heading == "at the end" else "right")
    for fate in fates(totals, setup):
        low, high = fate.falls.interval
        falls = (f"{fate.falls.share:.1%}", f"{low:.1%} to {high:.1%}", f"{fate.dies.share:.1%}")
        pools = (f"{fate.health.mean:.2f}", fate.most_health, f"{fate.wounds.mean:.2f}", fate.most_wounds)
        table.add_row(escape(fate.name), *falls, *map(str, pools))
    console.print(table)
    mean, interval = mean_of(totals.mean_rounds)
    say(f"Rounds: {mean} on average (95% interval {interval}), of {setup.rulings.round_limit} at most.")
    say("Falls: Unconscious, Dead or broken when the encounter is over (H.N1, H.P3).")
    say(f"{totals.battles:,} battles in {done.seconds:.1f} s, {rate(done):,.0f} a second ({workers} workers).")
