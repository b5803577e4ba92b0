"""The chance to win by play-outs with common dice."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from battlewright import systems
from battlewright.bots.greedy import GreedyBot
from battlewright.bots.named import named
from battlewright.contract.counts import Winner
from battlewright.contract.system import system_of
from battlewright.engine.node import NodeKind
from battlewright.engine.observation import observe
from battlewright.engine.record import numbers, snapshot
from battlewright.engine.session import Session
from battlewright.engine.time_limit import Deadline
from battlewright.lab.pairing import Pairing
from battlewright.lab.simulation import fight
from battlewright.play.rollouts import Evaluator, Player, Start, Stretch, Sum, most_uncertain
from tests.toy.pig import PIG, PigSetup


@pytest.fixture(scope="module")
def begun() -> Session:
    """A battle of Skirmish in its first round, by greedy bots."""
    system = systems.load("skirmish")
    session: Session = Session(system, system.setup.read(("lantern-company", "hollow-king")).setup, 7)
    bots = [GreedyBot(1, seat) for seat in range(2)]
    while len(session.steps) < 40:
        if session.node.kind == NodeKind.CHANCE:
            session.roll()
        else:
            session.choose(bots[session.node.side].choose(observe(session, session.node.side)))
    return session


def test_after_the_references_own_choice_the_same_dice_lead_to_the_same_end(begun: Session) -> None:
    """Before and after a choice that the reference makes, play-outs with the same number are the same battle."""
    before, compared = snapshot(begun.battle), 0
    player = Player(system_of(begun), seed=1)
    for number, step in enumerate(begun.steps):
        if step.is_roll or number % 4:
            continue
        starts = [Start(begun.setting, snapshot(begun.position_at(at).battle)) for at in (number, number + 1)]
        one, other = (player.play(start, number, 3, 4).tolist() for start in starts)
        assert one == other
        compared += 1
    assert compared > 5
    assert snapshot(begun.battle) == before


def test_the_chance_at_the_beginning_is_that_of_a_study(begun: Session) -> None:
    """The study draws other dice; both have to agree within what their numbers of battles allow."""
    start: Session = Session(begun.system, begun.setup, None)
    played = Player(system_of(begun), seed=2).play(Start(start.setting, snapshot(start.battle)), 0, 0, 256)
    pairing = Pairing(system_of(begun), (begun.setup, begun.setup), (named("greedy"), named("greedy")), swaps=False)
    counts = fight(pairing, 400, seed=3).counts
    share = (counts.count(Winner.A) + counts.count(Winner.DRAW) / 2) / 400
    assert abs(share - float(played.mean())) < 4 * (0.25 / 256 + 0.25 / 400) ** 0.5


@pytest.mark.plain
def test_a_system_that_ranks_nothing_is_played_at_random() -> None:
    session: Session = Session(PIG, PigSetup(goal=10), None)
    played = Player(PIG, seed=0).play(Start(session.setting, snapshot(session.battle)), 0, 0, 200)
    assert 0.3 < played.mean() < 0.8
    assert set(played.tolist()) == {0.0, 1.0}


@pytest.mark.plain
def test_play_outs_do_not_depend_on_the_number_of_threads() -> None:
    session: Session = Session(PIG, PigSetup(goal=10), None)
    start = Start(session.setting, snapshot(session.battle))
    made = []
    for workers in (1, 2):
        stretches = [Stretch(number, [start], [np.ones(1)]) for number in range(3)]

        def pick(stretches: list[Stretch] = stretches) -> Stretch | None:
            return next((each for each in stretches if not each.is_busy and each.count < 64), None)

        Evaluator(PIG, workers, seed=5).run(pick)
        made.append([each.values[:, :64].tolist() for each in stretches])
    assert made[0] == made[1]


class Looks(Deadline):
    """A deadline that passes after a number of looks at it."""

    def __init__(self, looks: int) -> None:
        super().__init__(60)
        self.looks = looks

    @property
    def left(self) -> float:
        self.looks -= 1
        return float(self.looks >= 0)


@pytest.mark.plain
def test_the_deadline_ends_a_batch_between_two_slices_and_it_does_not_count() -> None:
    session: Session = Session(PIG, PigSetup(goal=10), None)
    start = Start(session.setting, snapshot(session.battle))
    counts = []
    for looks in range(7):
        stretch = Stretch(0, [start, start])
        Evaluator(PIG, 1, seed=5).run(partial(most_uncertain, [stretch], 1), Looks(looks))
        counts.append(stretch.count)
    # a look before each batch, and one before each position in it
    assert counts == [0, 0, 0, 1, 1, 1, 2]


@pytest.mark.plain
def test_a_slice_is_as_long_as_what_was_played_says() -> None:
    stretch = Stretch(0, [Start(numbers(1), b"")] * 2)
    assert stretch.slice == 1
    stretch.add(np.zeros((2, 10)), 1.0)  # 20 play-outs a second
    assert stretch.slice == 2


def with_values(*rows: list[float]) -> Stretch:
    made = Stretch(0, [Start(numbers(1), b"")] * len(rows), [np.eye(1, len(rows))[0]])
    made.add(np.array(rows), 1.0)
    return made


@pytest.mark.plain
def test_a_difference_has_the_error_of_its_pairs() -> None:
    """Two positions that win together differ by little, though each is uncertain."""
    values = [1.0, 0.0] * 200
    stretch = with_values(values, [*values[:-1], 1.0])
    difference = Sum().add(stretch, 0, -1.0).add(stretch, 1, 1.0).estimate
    assert difference.value == pytest.approx(1 / 400)
    assert difference.error < 0.005
    assert Sum().add(stretch, 0, 1.0).estimate.error == pytest.approx(0.025, rel=0.02)


@pytest.mark.plain
def test_what_is_subtracted_from_itself_is_nothing_for_sure() -> None:
    one = Sum(0.5).add(with_values([1.0, 0.0, 1.0]), 0, 2.0)
    assert one.minus(one).estimate.value == one.minus(one).estimate.error == 0


@pytest.mark.plain
def test_the_most_uncertain_is_played_next_once_all_have_a_few() -> None:
    sure, doubtful, fresh = with_values([1.0] * 40), with_values([1.0, 0.0] * 20), with_values([1.0] * 8)
    assert most_uncertain([sure, doubtful, fresh], least=32) is fresh
    assert most_uncertain([sure, doubtful], least=32) is doubtful
    doubtful.is_busy = True
    assert most_uncertain([sure, doubtful], least=32) is sure
