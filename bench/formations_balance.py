"""The balance of Formations: bots, forces and orders against each other, and who acts first.

python bench/formations_balance.py [--battles 5000] [--seed 7]

Every force against itself, the greedy bot against the random one, sides exchanged in every other battle; then the
greedy bot on both sides: every two forces, each with the share of the one that acts first; and every force against
itself without one of its orders. The rows are those of docs/strength.md.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from battlewright import systems
from battlewright.bots.named import pair_of
from battlewright.contract.totals import Totals, Winner
from battlewright.lab.arena import Pairing
from battlewright.lab.batch import fight
from battlewright.odds.distribution import wilson
from battlewright.systems.formations.setup.engagement import (
    FORCES,
    EngagementSetup,
    ForceSetup,
    read_force,
    read_setup,
    swap,
)


def fought(one: str, other: str, bots: str, battles: int, seed: int) -> Totals:
    """Fight engagements of two shipped forces."""
    return fought_by(read_setup((one, other)).setup, bots, battles, seed)


def fought_by(setup: EngagementSetup, bots: str, battles: int, seed: int) -> Totals:
    """Fight engagements, sides exchanged in every other one."""
    pairing = Pairing(systems.load("formations"), (setup, swap(setup)), pair_of(bots))
    return fight(pairing, battles, seed).totals


def orders() -> Iterator[tuple[str, str, EngagementSetup]]:
    """Yield each order of a shipped force, and the force with it against the force without it."""
    for name in FORCES.names:
        force = read_force(name)
        for order in (action.name for kind in force.kinds for action in kind.actions if action.roll == "order"):
            setup = read_setup((name, name)).setup
            yield name, order, setup.model_copy(update={"forces": (force, without(force, order))})


def without(force: ForceSetup, order: str) -> ForceSetup:
    """Return a force that does not know an order."""
    kinds = [
        kind.model_copy(update={"actions": tuple(action for action in kind.actions if action.name != order)})
        for kind in force.kinds
    ]
    return force.model_copy(update={"kinds": tuple(kinds)})


def share(totals: Totals) -> tuple[float, float, float]:
    """Return the share of the first force, a draw as half a win, and its 95% interval."""
    score = totals.count(Winner.A) + totals.count(Winner.DRAW) / 2
    return score / totals.battles, *wilson(round(score), totals.battles)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--battles", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    if options.battles < 1:
        parser.error(f"--battles must be at least 1, not {options.battles}")
    for name in FORCES.names:
        won, low, high = share(fought(name, name, "greedy,random", options.battles, options.seed))
        first = fought(name, name, "greedy", 2 * options.battles, options.seed).first_player
        between = "{:.1%} to {:.1%}".format(*first.interval)
        print(f"| {name} | {won:.1%} | {low:.1%} to {high:.1%} | {first.share:.1%} ({between}) |")
    for place, one in enumerate(FORCES.names[:-1]):
        cells = [""] * place
        for other in FORCES.names[place + 1 :]:
            totals = fought(one, other, "greedy", options.battles, options.seed)
            won, low, high = share(totals)
            cells.append(f"{won:.1%} ({low:.1%} to {high:.1%}); {totals.first_player.share:.1%}")
        print(f"| {one} | {' | '.join(cells)} |")
    for name, order, setup in orders():
        won, low, high = share(fought_by(setup, "greedy", options.battles, options.seed))
        print(f"| {name} | {order} | {won:.1%} ({low:.1%} to {high:.1%}) |")


if __name__ == "__main__":
    main()
