"""Is the spear worth as much as the sword? Both cost 4 points."""

from battlewright.systems.skirmish.odds import solved as skirmish
from battlewright.systems.skirmish.odds.situations import Figure
from battlewright.systems.skirmish.setup.files import shipped_weapons

weapons = {weapon.name: weapon for weapon in shipped_weapons()}
guard = Figure(melee=3, toughness=3, blade=weapons["Sword"])

for name in ("Sword", "Spear"):
    attacker = Figure(melee=3, toughness=3, blade=weapons[name])
    clash = skirmish.clash(attacker, guard)
    print(f"{name}: value {float(clash.value):+.3f}, net stress {float(clash.net_stress):+.3f}")

print("removed by 5 stress on Toughness 4:", skirmish.stress_check(4, 5).chance(skirmish.REMOVED))
