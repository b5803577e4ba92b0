"""What a system can, asked of its parts."""

from __future__ import annotations

from battlewright.contract.system import System


def capabilities(system: System) -> dict[str, bool]:
    """Return what a system can by name, in the order of its parts. What is false has a default."""
    rules, setup, words, lab = system.rules, system.setup, system.words, system.lab
    return {
        "several editions": rules.edition is not None,
        "free positions": bool(rules.free_kinds),
        "edits by a game master": rules.edit is not None,
        "secrets": bool(rules.hide or rules.secret_steps or setup.hide),
        "files that ship": bool(setup.shelves),
        "rulings to switch": setup.switches is not None,
        "seats that share a side": setup.decider is not None,
        "own sentences": words.sentences is not None,
        "own guide": system.guide.load is not None,
        "questions about odds": system.odds.load is not None,
        "greedy bot": system.bots.rank is not None,
        "win chance by tables": system.bots.win_chance is not None,
        "features for learners": system.learning.features is not None,
        "tally of what is left": lab.tally is not None,
        "counts of events": bool(lab.counts),
        "prices": lab.pricing is not None,
        "own pages": system.pages is not None,
    }
