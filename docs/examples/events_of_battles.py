"""Which weapon hits more? The events of forty battles, as a table."""

from __future__ import annotations

import polars

import battlewright as bw

rosters = ["powder-guild", "lantern-company"]
result = bw.study(system="skirmish", setup={"rosters": rosters}, bots="greedy", precision=0.2, show_progress=False)
events = result.events(battles=40)

shots = events.filter(polars.col.kind.is_in(["hit", "critical", "missed"]))
hits = shots.group_by("weapon").agg((polars.col.kind != "missed").mean()).sort("weapon")
for weapon, share in hits.rows():
    print(f"{weapon}: {share:.0%} of its shots hit")

hurt = events.filter(kind="stress").group_by("weapon").agg(polars.col.amount.sum()).sort("amount", descending=True)
print(f"Most stress is caused by the {hurt['weapon'].drop_nulls()[0]}.")
