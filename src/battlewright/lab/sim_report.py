"""The report of a batch of battles, for systems without one of their own."""

from __future__ import annotations

from battlewright.answers.report import Report
from battlewright.contract.totals import Simulation
from battlewright.engine.sides import SIDE_LETTERS
from battlewright.lab.arena import Pairing
from battlewright.lab.batch import Batch


def report_of(done: Batch, pairing: Pairing) -> Report:
    """Return the system's own report, or a general one: how often each side won, and what was left."""
    system, bots = pairing.system, [bot.name for bot in pairing.bots]
    if system.lab.sim_report is not None:
        return system.lab.sim_report(Simulation(pairing.setups[0], (bots[0], bots[1]), done.totals, done.speed))
    totals, words = done.totals, system.sentences(pairing.setups[0])
    names = [words.side(side) for side in range(2)]
    sides = {SIDE_LETTERS[side]: {"name": names[side], "bot": bots[side]} for side in range(2)}
    made = Report({**totals.as_data(), **done.speed, "sides": sides})
    made.say(f"{system.title}: {names[0]} ({bots[0]}) against {names[1]} ({bots[1]}).")
    results = {f"{names[0]} wins": "a", "a draw": "draw", f"{names[1]} wins": "b"}
    made.shares(f"{totals.battles:,} battles", {name: totals.results[who] for name, who in results.items()})
    if system.lab.tally_names:
        rows = [["rounds", *totals.mean_rounds.texts]]
        for side in range(2):
            rows += [[f"{what} of {names[side]}", *mean.texts] for what, mean in totals.left(side).items()]
        made.table(("at the end", "mean", "95% interval"), rows)
    made.shares("won, draws left out", {"from side a": totals.side_a, "by the side that began": totals.first_player})
    return made
