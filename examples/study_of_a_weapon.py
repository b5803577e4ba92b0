"""Is a weapon worth its points? One roster, with one weapon exchanged for others, in many battles.

    python examples/study_of_a_weapon.py
    python examples/study_of_a_weapon.py --roster powder-guild --replace Rifle --weapons Rifle Pistol Sniper
    python examples/study_of_a_weapon.py --battles 10000 --table bridge

Every model of the roster that carries the weapon gets each of the others in its place, and the roster fights the same
opponents, both sides with the greedy bot. It prints a table: the weapon, its points, the points of the roster, and the
share of battles that the roster won against each opponent, with 95% intervals; then how far apart the weapons are.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from math import sqrt

import battlewright as bw
from battlewright.contract.counts import Share, Winner
from battlewright.engine import source
from battlewright.odds.distribution import Z_95
from battlewright.systems.skirmish.setup.battle import BattleSetup, read_scenario
from battlewright.systems.skirmish.setup.files import RosterSetup, read_roster, read_table
from battlewright.systems.skirmish.setup.read import put_together


@dataclass(frozen=True)
class Tried:
    """A weapon that was tried: the roster that had it, and its wins against each opponent."""

    weapon: str
    roster: RosterSetup
    wins: tuple[Share, ...]

    @property
    def all(self) -> Share:
        """The wins against all opponents together."""
        return Share(sum(won.count for won in self.wins), sum(won.total for won in self.wins))


def rearmed(roster: RosterSetup, old: str, new: str) -> RosterSetup:
    """Return a roster in which everybody who carried the old weapon carries the new one."""
    data = roster.model_dump()
    for character in data["characters"]:
        names = [new if name == old else name for name in character["weapons"]]
        character["weapons"] = list(dict.fromkeys(names))
    return source.check(source.Source(roster.name, "", data, {}), RosterSetup)


def wins(setup: BattleSetup, battles: int, seed: int) -> Share:
    """Return how often the first roster wins; it has either seat in half of the battles."""
    system = bw.load("skirmish")
    assert system.setup.swap is not None
    pairing = bw.Pairing(system, (setup, system.setup.swap(setup)), bw.pair_of("greedy"))
    return bw.fight(pairing, battles, seed, workers=2).counts.won(Winner.A)


def points_of(roster: RosterSetup, weapon: str) -> int:
    """Return what a weapon costs; refuse one that nobody in the roster carries."""
    found = {each.name: each.points for character in roster.characters for each in roster.carried(character)}
    if weapon not in found:
        raise bw.UnknownError("weapon", weapon, found)
    return found[weapon]


def interval(share: Share) -> str:
    """Return a share with its interval, as text."""
    low, high = share.interval
    return f"{share.share:5.1%} ({low:.1%} to {high:.1%})"


def show_table(tried: list[Tried], opponents: list[RosterSetup]) -> None:
    """Print a row for each weapon."""
    headings = ["weapon", "points", "roster", *(f"against {each.name}" for each in opponents), "all"]
    rows = []
    for each in tried:
        points = str(points_of(each.roster, each.weapon)), str(each.roster.points)
        rows.append([each.weapon, *points, *map(interval, each.wins), interval(each.all)])
    widths = [max(map(len, column)) for column in zip(headings, *rows, strict=True)]
    for row in (headings, *rows):
        print("  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip())


def show_difference(one: Tried, other: Tried) -> None:
    """Print how much more often a roster wins with one weapon than with another."""
    gained = one.all.share - other.all.share
    variance = sum(each.all.share * (1 - each.all.share) / each.all.total for each in (one, other))
    half = Z_95 * sqrt(variance)
    verdict = "which may be chance" if abs(gained) <= half else "more than chance explains"
    print(f"{one.weapon} instead of {other.weapon}: {gained:+.1%} (±{half:.1%}) of all battles, {verdict}.")


def main() -> None:
    """Read the arguments, fight the battles, print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--roster", default="harrow-hedge", help="a roster, by name or file")
    parser.add_argument("--replace", default="Spear", metavar="WEAPON", help="the weapon that is exchanged")
    parser.add_argument("--weapons", nargs="+", default=["Spear", "Sword"], metavar="WEAPON", help="for these")
    parser.add_argument("--against", nargs="+", default=["red-hall", "gable-foxes"], metavar="ROSTER")
    parser.add_argument("--table", default="ruins")
    parser.add_argument("--battles", type=int, default=400, help="battles with each weapon, against each opponent")
    parser.add_argument("--seed", type=int, default=7)
    typed = parser.parse_args()
    if typed.battles < 1:
        parser.error("--battles must be 1 or more.")
    roster, table, scenario = read_roster(typed.roster), read_table(typed.table), read_scenario("last-stand")
    points_of(roster, typed.replace)
    opponents, tried = [read_roster(name) for name in typed.against], []
    for weapon in typed.weapons:
        armed = rearmed(roster, typed.replace, weapon)
        setups = [put_together((armed, each), table, scenario, None) for each in opponents]
        tried.append(Tried(weapon, armed, tuple(wins(setup, typed.battles, typed.seed) for setup in setups)))
    print(f"{roster.name} on {table.name}, {typed.battles:,} battles in each cell: won, and the 95% interval")
    show_table(tried, opponents)
    for other in tried[1:]:
        show_difference(tried[0], other)


if __name__ == "__main__":
    try:
        main()
    except bw.BattlewrightError as error:
        sys.exit(str(error))
