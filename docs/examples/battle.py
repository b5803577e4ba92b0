import battlewright as bw

formations = bw.load("formations")
battle = bw.Session(formations, formations.setup.read(("river-guard", "goblin-rabble")), seed=7)
while not battle.is_over:
    if battle.node.kind == bw.NodeKind.CHANCE:
        battle.roll()
    else:
        battle.choose(battle.choices()[0])  # both sides make the first legal choice
story = bw.step_texts(battle)
for step in (*story[:4], story[-1]):
    print(step.heading, *step.sentences, sep="\n  ")
print(battle.words.result(battle.node))
