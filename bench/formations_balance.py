"""The balance of Formations: the greedy bot against the random one, forces against each other, and who acts first.

python bench/formations_balance.py [--battles 5000] [--seed 7]

Every force against itself, seats exchanged in every other battle; then every two forces with the greedy bot on both
sides. The rows are those of docs/bots.md.
"""

from __future__ import annotations

import argparse

from battlewright import systems
from battlewright.bots.named import pair_of
from battlewright.lab.arena import Pairing
from battlewright.lab.batch import fight
from battlewright.lab.totals import Totals, Who
from battlewright.odds.distribution import wilson
from battlewright.systems.formations.setup.engagement import FORCES, read_setup, swap


def fought(one: str, other: str, bots: str, battles: int, seed: int) -> Totals:
    """Fight engagements of two shipped forces."""
    setup = read_setup((one, other)).setup
    pairing = Pairing(systems.load("formations"), (setup, swap(setup)), pair_of(bots))
    return fight(pairing, battles, seed).totals


def share(totals: Totals) -> tuple[float, float, float]:
    """Return the share of the first force, a draw as half a win, and its 95% interval."""
    score = totals.count(Who.A) + totals.count(Who.DRAW) / 2
    return score / totals.battles, *wilson(round(score), totals.battles)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--battles", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    for name in FORCES.names:
        won, low, high = share(fought(name, name, "greedy,random", options.battles, options.seed))
        first = fought(name, name, "greedy", 2 * options.battles, options.seed).first_player
        between = "{:.1%} to {:.1%}".format(*first.interval)
        print(f"| {name} | {won:.1%} | {low:.1%} to {high:.1%} | {first.share:.1%} ({between}) |")
    for place, one in enumerate(FORCES.names[:-1]):
        cells = [""] * place
        for other in FORCES.names[place + 1 :]:
            won, low, high = share(fought(one, other, "greedy", options.battles, options.seed))
            cells.append(f"{won:.1%} ({low:.1%} to {high:.1%})")
        print(f"| {one} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
