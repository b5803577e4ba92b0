"""One import for a program that embeds Battlewright: systems, a battle and its replay, odds, and many battles."""

from pathlib import Path

import battlewright as bw

print("systems:", ", ".join(bw.system_names()))
print("title:", bw.load("formations").title)

# A replay holds the whole set-up. Repeat its battle ...
replay = bw.Replay.read(Path(__file__).parent / "forces" / "short.replay")
print("then:", replay.result, "Repeats:", replay.repeat().fingerprint == replay.position)

# ... or fight it anew, with other dice and other choices.
session = bw.Session(replay.system, replay.setup, seed=8)
while not session.is_over:
    if session.node.kind == bw.NodeKind.CHANCE:
        session.roll()
    else:
        session.choose(session.choices()[0])
print("now:", session.words.result(session.node))

# A session becomes a replay: .text here, or a file with .write(path).
again = bw.Replay.parse(bw.Replay.of(session).text).repeat()
print("written, read and repeated:", again.fingerprint == session.fingerprint)

# Every mistake of a caller is a BattlewrightError, with a sentence for a person.
try:
    bw.load("skirmsh")
except bw.BattlewrightError as error:
    print(error)

# Exact odds: of dice, and of how a battle ends when both sides choose as well as they can.
print("3d8+4 is at least 20:", bw.sum_of("3d8+4").at_least(20))
start = bw.Session(replay.system, replay.setup)
answer = bw.solve(
    start.system.rules,
    start.setting,
    start.battle,
    measure=lambda battle: battle.node.result,
    aim=lambda result: int(result == 1),
)
print("side a wins:", answer.value, "| a draw:", answer.odds.chance(0))

# Many battles between bots.
pairing = bw.Pairing(replay.system, (replay.setup, replay.setup), bw.pair_of("random"), swaps=False)
counts = bw.fight(pairing, battles=1000, seed=7).counts
print(f"{counts.battles} random battles: side a won {counts.side_a.share:.1%} of those that were not drawn")
