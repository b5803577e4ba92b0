"""The log of a finished match: whatever was changed in a replay is found, also what follows from the changed log."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from battlewright.contract.system import System
from battlewright.engine import replay
from battlewright.engine.chain import links
from battlewright.engine.errors import NotFair, NotInstalled, ReplayError
from battlewright.engine.node import Choice, Edit
from battlewright.engine.seats import MASTER
from battlewright.engine.signature import SigningKey, key_of
from battlewright.play.dice import DiceSource
from battlewright.play.log import head_of, proof_of, replay_of
from battlewright.play.match import Match
from battlewright.play.players import play_on, seat_bots
from battlewright.play.verify import verify
from battlewright.play.verify_log import VerifiedLog
from tests.play.test_log import at_random
from tests.toy.morra.system import MORRA, MorraSetup
from tests.toy.pig import PIG, Editable, Kind, PigSetup

pytestmark = pytest.mark.plain

BOTS = {"a": "random", "b": "random"}


@pytest.fixture
def key(tmp_path: Path) -> SigningKey:
    return key_of(tmp_path / "server.key")


def roll() -> Choice:
    choice = Choice()
    choice.kind = Kind.ROLL
    return choice


def eventful() -> Match:
    """A match with an undo past dice, typed dice, an edit, and a draw that was declined."""
    match = Match(PIG, PigSetup(goal=20), dice=DiceSource(b"s" * 32, ("a=one", "b=two")), with_master=True)
    match.choose("a", roll())
    match.roll()
    match.undo("a")
    match.agree("b")
    match.choose("a", roll())
    match.claim("a", [3])
    match.agree("b")
    edit = Edit()
    edit.what, edit.who, edit.value = Editable.SCORE, 0, 4
    match.edit(MASTER, edit)
    match.offer_draw("b")
    match.decline("a")
    while not match.is_over:
        play_on(match, seat_bots(match, BOTS))
    return match


def log_of(text: str, key: str = "", system: System = PIG) -> VerifiedLog:
    found = verify(replay.parse(text, "battle", lambda _: system), key=key).log
    assert found is not None
    return found


def signed(match: Match, key: SigningKey) -> str:
    proof = proof_of(match)
    assert proof is not None
    return replay_of(match, MASTER, signature=key.sign(proof.chain))


def chain_in(text: str) -> str:
    return text.partition('chain = "')[2][:64]


def with_log(text: str, change: Callable[[list[str]], object], is_chained: bool = True) -> str:
    """A replay with another log; its chain is computed anew, but its signature cannot be."""
    before, _, log = text.partition("--- log\n")
    lines = log.splitlines()
    change(lines)
    if is_chained:
        *_, last = links(lines)
        before = before.replace(chain_in(before), last)
    return f"{before}--- log\n" + "".join(f"{line}\n" for line in lines)


def test_undo_typed_dice_and_edits_are_in_the_log(key: SigningKey) -> None:
    match = eventful()
    text = signed(match, key)
    kinds = [json.loads(line)["kind"] for line in text.partition("--- log\n")[2].splitlines()[1:]]
    assert {"choice", "roll", "ask", "agree", "undo", "epoch", "claim", "typed", "edit", "offer", "decline"} <= {*kinds}
    found = log_of(text, key.public)
    assert (found.entries, found.undos, found.undone) == (match.number, 1, 2)
    assert (found.key, found.is_checked) == (key.public, True)
    said = " ".join(found.sentences())
    assert "with 2 steps taken back" in said
    assert f"It is signed with the key {key.public}" in said
    assert found.as_data()["signature"] is True


@pytest.mark.parametrize("number", range(20))
def test_whatever_happened_in_a_match_its_log_is_verified(number: int, key: SigningKey) -> None:
    chance = random.Random(number)
    system: System = chance.choice([PIG, MORRA])
    setup = PigSetup(goal=30) if system is PIG else MorraSetup(goals=(30, 40))
    match = Match(system, setup, dice=DiceSource(bytes([number]) * 32, ("a=x",)), with_master=True)
    at_random(match, chance, 40)
    while not match.is_over:
        play_on(match, seat_bots(match, BOTS))
    found = log_of(signed(match, key), key.public, system)
    assert (found.entries, found.is_checked) == (match.number, True)
    assert found.undone == sum(entry.step is not None and entry.kind != "claim" for entry in match.log) - len(
        match.standing
    )


def test_a_changed_character_of_any_line_breaks_the_chain(key: SigningKey) -> None:
    text = signed(eventful(), key)
    for number in range(text.partition("--- log\n")[2].count("\n")):

        def change(lines: list[str], number: int = number) -> None:
            lines[number] = lines[number].replace(":", ": ", 1)

        with pytest.raises(NotFair, match=r"^battle:\d+: the log was changed: its chain ends in"):
            log_of(with_log(text, change, is_chained=False))


def test_a_line_that_is_left_out_moved_or_added_breaks_the_chain(key: SigningKey) -> None:
    text = signed(eventful(), key)
    changes: list[Callable[[list[str]], object]] = [
        lambda lines: lines.pop(),
        lambda lines: lines.pop(5),
        lambda lines: lines.insert(5, lines.pop(6)),
        lambda lines: lines.append(lines[-1]),
        lambda lines: lines.clear(),
    ]
    for change in changes:
        with pytest.raises(NotFair, match="the log was changed"):
            log_of(with_log(text, change, is_chained=False))


def forged(match: Match) -> tuple[str, str]:
    """A replay in which side b gives up at once, whatever it did; the honest one."""
    other = Match(PIG, match.setup, match.players, match.dice, with_master=match.with_master)
    other.choose("a", roll())
    other.roll()
    other.resign("b")
    return replay_of(other, MASTER), replay_of(match, MASTER)


def test_a_forged_battle_with_its_own_chain_has_no_signature(key: SigningKey) -> None:
    """The secret is public at the end, so whoever has it can play another battle with the dice of this one."""
    match = eventful()
    text, _ = forged(match)
    found = log_of(text)
    assert (found.key, found.is_checked) == ("", False), "without a signature nothing speaks against it"
    assert "No server has signed it" in " ".join(found.sentences())
    with pytest.raises(NotFair, match=f"the log is signed by nobody, not with the key {key.public}"):
        log_of(text, key.public)
    proof = proof_of(match)
    assert proof is not None
    taken = key.sign(proof.chain)  # the signature of the true battle
    stolen = text.replace("[proof]\n", f'[proof]\nkey = "{taken.key}"\nsignature = "{taken.signature}"\n')
    for public in ("", key.public):
        with pytest.raises(NotFair, match=f"the signature is not one of the key {key.public} over this log"):
            log_of(stolen, public)


def test_a_forger_can_sign_with_another_key_alone(key: SigningKey, tmp_path: Path) -> None:
    own = key_of(tmp_path / "forger.key")
    text, _ = forged(eventful())
    made = own.sign(chain_in(text))
    text = text.replace("[proof]\n", f'[proof]\nkey = "{made.key}"\nsignature = "{made.signature}"\n')
    assert log_of(text).key == own.public != key.public
    with pytest.raises(NotFair, match=f"signed with the key {own.public}, not with the key {key.public}"):
        log_of(text, key.public)


def test_an_undo_cannot_be_hidden(key: SigningKey) -> None:
    """Without the entries of an undo, the dice would be those of another epoch."""
    text = signed(eventful(), key)

    def hide(lines: list[str]) -> None:
        place = next(place for place, line in enumerate(lines) if '"kind":"undo"' in line)
        del lines[1 : place + 2]
        for number, line in enumerate(lines[1:]):
            lines[number + 1] = json.dumps({**json.loads(line), "number": number}, separators=(",", ":"))

    with pytest.raises(NotFair, match=r"^battle"):
        log_of(with_log(text, hide))


def test_a_battle_that_is_not_the_one_of_the_log_is_found_with_its_line(key: SigningKey) -> None:
    """Both are played by the rules, each with the right dice."""
    forgery, honest = forged(eventful())
    before, _, _ = forgery.partition("--- log\n")
    _, _, log = honest.partition("--- log\n")
    before = before.replace(chain_in(before), chain_in(honest))
    text = f"{before}--- log\n{log}"
    with pytest.raises(NotFair, match=r"^battle:\d+: from here on, the log tells of another battle"):
        log_of(text)


def test_another_end_is_found() -> None:
    match = eventful()
    other = Match(PIG, match.setup, match.players, match.dice, with_master=True)
    other.choose("a", roll())
    other.roll()
    other.resign("b")
    text = replay_of(other, MASTER)
    assert "ended resign b\n" in text
    with pytest.raises(NotFair, match=r"the log tells of another end \(resign b\)"):
        log_of(text.replace("ended resign b\n", "ended resign a\n"))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"players":{"a":"person"', '"players":{"a":"greedy"'),
        ('"added":["a=one"', '"added":["a=two"'),
        ("resumed", "x"),
    ],
)
def test_a_log_of_another_match_is_found(old: str, new: str) -> None:
    text = replay_of(eventful(), MASTER)

    def change(lines: list[str]) -> None:
        assert old in lines[0]
        lines[0] = lines[0].replace(old, new)

    with pytest.raises(NotFair, match=r"the log is that of another match|the log cannot be read"):
        log_of(with_log(text, change))


@pytest.mark.parametrize("line", ["nothing", "[]", "{}", "7", '{"number":1,"kind":"song","seat":"a"}'])
@pytest.mark.parametrize("place", [0, 3])
def test_a_log_that_cannot_be_read_is_refused(line: str, place: int) -> None:
    def change(lines: list[str]) -> None:
        lines[place] = line

    with pytest.raises(NotFair, match=r"^battle"):
        log_of(with_log(replay_of(eventful(), MASTER), change))


def test_what_a_set_up_has_is_part_of_the_head() -> None:
    text = replay_of(eventful(), MASTER)
    with pytest.raises(NotFair, match=r"."):
        log_of(text.replace("goal = 20", "goal = 21"))


def test_a_battle_that_was_resumed_has_the_steps_of_before_in_its_log() -> None:
    first = Match(PIG, PigSetup(goal=60), BOTS, DiceSource(b"s" * 32))
    play_on(first, seat_bots(first), most=8)
    assert "proof" not in replay_of(first), "while it runs it has no log"
    assert "--- log" not in replay_of(first)
    saved = replay.parse(replay_of(first), "battle", lambda _: PIG)
    match = Match(PIG, saved.setup, BOTS, DiceSource(b"t" * 32), saved.repeat())
    play_on(match, seat_bots(match))
    assert log_of(replay_of(match)).entries == match.number


def test_bots_that_are_not_installed_here_do_not_matter() -> None:
    match = Match(PIG, PigSetup(goal=20), BOTS, DiceSource(b"s" * 32))
    play_on(match, seat_bots(match))
    match.players["b"] = "a-bot-of-my-own"
    assert log_of(replay_of(match)).entries == match.number


def test_a_head_that_was_stored_by_an_earlier_version_stays_as_it_was(key: SigningKey) -> None:
    """A set-up may have got a field since, with a default."""
    match = Match(PIG, PigSetup(), BOTS, DiceSource(b"s" * 32))
    play_on(match, seat_bots(match))
    head = {**head_of(match), "setup": {}}  # as if the goal had not been there
    proof = proof_of(match, head)
    assert proof is not None
    text = replay_of(match, head=head, signature=key.sign(proof.chain))
    assert "goal" not in text
    assert log_of(text, key.public).is_checked


def test_without_the_package_all_but_the_signature_is_checked(key: SigningKey, monkeypatch: pytest.MonkeyPatch) -> None:
    text = signed(eventful(), key)
    monkeypatch.setitem(sys.modules, "cryptography.exceptions", None)
    found = log_of(text)
    assert (found.key, found.is_checked, found.as_data()["signature"]) == (key.public, False, False)
    assert 'is not checked; that needs pip install "battlewright[server]".' in " ".join(found.sentences())
    with pytest.raises(NotInstalled):
        log_of(text, key.public)


def test_a_replay_without_a_log_is_not_signed(key: SigningKey) -> None:
    match = eventful()
    text = replay.write(
        match.session, fair=verify(replay.parse(replay_of(match, MASTER), "battle", lambda _: PIG)).fair
    )
    assert verify(replay.parse(text, "battle", lambda _: PIG)).log is None
    with pytest.raises(NotFair, match="it has no log that could be signed"):
        log_of(text, key.public)


def test_a_table_that_cannot_be_read_is_refused_with_its_line() -> None:
    text = replay_of(eventful(), MASTER)
    line = text[: text.index("[proof]")].count("\n") + 1
    with pytest.raises(ReplayError, match=f"battle:{line}: proof: has a chain"):
        log_of(text.replace("[proof]\n", "[proof]\nmore = 1\n"))
