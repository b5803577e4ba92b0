"""The commands that ask for odds."""

from __future__ import annotations

from typing import Annotated

import typer

Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]

odds_app = typer.Typer(no_args_is_help=True, help="Exact odds, before the dice fall.")
formations_odds = typer.Typer(no_args_is_help=True, help="Exact odds for Formations.")
skirmish_odds = typer.Typer(no_args_is_help=True, help="Exact odds for Skirmish: one exchange, or a whole position.")
odds_app.add_typer(formations_odds, name="formations")
odds_app.add_typer(skirmish_odds, name="skirmish")
heroes_odds = typer.Typer(no_args_is_help=True, help="Exact odds for Heroes: one exchange, or how soon somebody falls.")
odds_app.add_typer(heroes_odds, name="heroes")

PoolSize = Annotated[int, typer.Option(min=1, max=1000, help="How many dice.")]
Ability = Annotated[int, typer.Option(min=0, max=10, help="How many dice it rolls.")]
OfEdition = Annotated[str, typer.Option("--edition", help="Of the rules: first or second.")]
Rerolls = Annotated[int, typer.Option(min=0, max=1000, help="Rerolls at hand; they are used best.")]


@odds_app.command("roll")
def odds_roll(
    notation: Annotated[str, typer.Argument(help="Such as 3d8+4, 2d6-1, 2d6+d4.")],
    at_least: Annotated[int | None, typer.Option(help="Also the chance of this total or more.")] = None,
    json: Json = False,
) -> None:
    """The odds of the total of a roll.

    Example: `battlewright odds roll 3d8+4 --at-least 20`
    """
    from battlewright.cli.odds import show_roll_odds

    show_roll_odds(notation, at_least, json)


@formations_odds.command("attack")
def odds_attack(
    dice: PoolSize,
    deflection: Annotated[int, typer.Option("--def", min=1, max=10, help="The target's DEF (or WILL).")],
    rerolls: Rerolls = 0,
    heavy_sixes: Annotated[bool, typer.Option("--heavy-sixes", help="The option of F.G5.")] = False,
    json: Json = False,
) -> None:
    """The Wounds of an attack.

    Example: `battlewright odds formations attack --dice 8 --def 4 --rerolls 2`
    """
    from battlewright.cli.odds import show_attack_odds

    show_attack_odds(dice, deflection, rerolls, heavy_sixes, json)


@formations_odds.command("test")
def odds_test(
    score: Annotated[int, typer.Option(min=1, max=10, help="The characteristic's score.")],
    rerolls: Rerolls = 0,
    json: Json = False,
) -> None:
    """The chance to pass a test.

    Example: `battlewright odds formations test --score 4`
    """
    from battlewright.cli.odds import show_test_odds

    show_test_odds(score, rerolls, json)


@formations_odds.command("combination")
def odds_combination(
    dice: Annotated[int, typer.Option(min=1, max=20, help="How many dice.")],
    rerolls: Rerolls = 0,
    want: Annotated[str | None, typer.Option(help="double, triple or scale.")] = None,
    json: Json = False,
) -> None:
    """The chance of a Double, a Triple, a Scale.

    Example: `battlewright odds formations combination --dice 5 --rerolls 2 --want triple`
    """
    from battlewright.cli.odds import show_combination_odds

    show_combination_odds(dice, rerolls, want, json)


@formations_odds.command("engagement")
def odds_engagement(
    forces: Annotated[tuple[str, str], typer.Argument(help="Two forces, by name or file.")],
    rounds: Annotated[int, typer.Option(min=1, max=100, help="The round limit.")] = 5,
    seconds: Annotated[float, typer.Option(min=0, max=3600, help="How long to look for the exact answer.")] = 10,
    battles: Annotated[int, typer.Option(min=100, max=10_000_000, help="Battles by trial, where it is not.")] = 20_000,
    json: Json = False,
) -> None:
    """Who wins an engagement: exact for small forces, else by trial, and it says which.

    Example: `battlewright odds formations engagement river-guard marsh-coven`
    """
    from battlewright.cli.odds import show_engagement_odds

    show_engagement_odds(forces, rounds, seconds, battles, json)


@skirmish_odds.command("test")
def odds_skirmish_test(
    ability: Ability,
    critical: Annotated[bool, typer.Option("--critical", help="Also its critical successes and failures.")] = False,
    edition: OfEdition = "second",
    json: Json = False,
) -> None:
    """The successes of an ability test; they are the same in both editions.

    Example: `battlewright odds skirmish test --ability 5 --critical`
    """
    from battlewright.cli.skirmish_odds import show_ability_test

    show_ability_test(ability, critical, json, edition)


@skirmish_odds.command("stress")
def odds_skirmish_stress(
    toughness: Annotated[int, typer.Option(min=1, max=10)],
    stress: Annotated[int, typer.Option(min=0, max=99)],
    until_removed: Annotated[bool, typer.Option("--until-removed", help="Also when the model is removed.")] = False,
    gain: Annotated[
        int | None,
        typer.Option(min=0, max=99, help="The stress gained between two activations (0 if it is left out)."),
    ] = None,
    activations: Annotated[int, typer.Option(min=1, max=200, help="How many of them to look at.")] = 20,
    damage: Annotated[
        int | None, typer.Option(min=1, max=99, help="First edition: damage on top of the stress.")
    ] = None,
    edition: OfEdition = "second",
    json: Json = False,
) -> None:
    """What a model's stress does at the start of its activation: break-down, stress test, recovery.

    Example: `battlewright odds skirmish stress --toughness 4 --stress 5 --until-removed`

    In the first edition: the test on damage. The stress is that with the damage just suffered; or --damage is on top of
    it. With --until-removed come damaging events in place of activations, each further one with --gain damage (or 1).

    Example: `battlewright odds skirmish stress --toughness 4 --stress 3 --damage 2 --edition first`
    """
    from battlewright.cli.skirmish_odds import show_stress

    show_stress(toughness, stress, (gain, activations) if until_removed else None, json, edition, damage)


@skirmish_odds.command("climb")
def odds_skirmish_climb(
    agility: Ability,
    height: Annotated[float, typer.Option(help="In inches.")],
    ladder: Annotated[bool, typer.Option("--ladder", help="There is a ladder.")] = False,
    edition: OfEdition = "second",
    json: Json = False,
) -> None:
    """Whether a climb succeeds, and what a fall costs.

    Example: `battlewright odds skirmish climb --agility 3 --height 5`

    In the first edition 3" need no test, every success adds 2", and beyond the range a climb fails with certainty.
    """
    from battlewright.cli.skirmish_odds import show_climb

    show_climb(agility, height, ladder, json, edition)


@skirmish_odds.command("jump")
def odds_skirmish_jump(
    agility: Ability,
    distance: Annotated[float, typer.Option(help="In inches.")],
    drop: Annotated[float, typer.Option(help="How deep one falls, in inches.")] = 0,
    edition: OfEdition = "second",
    json: Json = False,
) -> None:
    """Whether a jump succeeds, and what a fall costs.

    Example: `battlewright odds skirmish jump --agility 3 --distance 2.5 --drop 6`

    Whoever fails comes down 1" farther for each success; without one it stays where it is. In the first edition a jump
    beyond the range may be tried too, and fails.
    """
    from battlewright.cli.skirmish_odds import show_jump

    show_jump(agility, distance, drop, json, edition)


@skirmish_odds.command("shot")
def odds_skirmish_shot(
    ballistics: Annotated[int, typer.Option(min=1, max=10)],
    difficulty: Annotated[float, typer.Option(help="In all, with obstacles and the weapon's modifier.")],
    damage: Annotated[int | None, typer.Option(min=0, max=10, help="The stress of a hit; without it 1.")] = None,
    critical: Annotated[str | None, typer.Option(help="The stress of a critical, or d3; without it 2.")] = None,
    weapon: Annotated[str | None, typer.Option(help="A weapon in place of both, such as rifle.")] = None,
    obstacles: Annotated[int, typer.Option(min=0, max=11, help="How many a miss may hit instead.")] = 0,
    target: Annotated[str | None, typer.Option(help="Who may react; see the example.")] = None,
    shooter: Annotated[str | None, typer.Option(help="Such as toughness=3,stress=0; also agility=, ap=.")] = None,
    edition: OfEdition = "second",
    json: Json = False,
) -> None:
    """Whether a shot hits, and what it does; if there is a target, by its reactions.

    Example: `battlewright odds skirmish shot --ballistics 4 --difficulty 12.5 --weapon rifle
    --target ballistics=3,toughness=3,agility=4,stress=1,ap=3,weapon=pistol`

    In the first edition modifiers are added to the difficulty, return fire is chosen after the shot (even by a target
    that is taken out), and stress is tested at once.
    """
    from battlewright.cli.shot_odds import ShotOptions, show_shot

    gun = (damage, critical, weapon)
    show_shot(ShotOptions(ballistics, difficulty, *gun, obstacles, target, shooter, edition), json)


@skirmish_odds.command("clash")
def odds_skirmish_clash(
    attacker: Annotated[str, typer.Option(help="Such as melee=4,toughness=3,stress=0,weapon=sword.")],
    defender: Annotated[str, typer.Option(help="The same.")],
    struck: Annotated[str | None, typer.Option(help="The attacker's dice, such as 4,6,5,1.")] = None,
    parried: Annotated[str | None, typer.Option(help="The defender's dice.")] = None,
    edition: Annotated[str, typer.Option(help="The second; for the first ask with split.")] = "second",
    json: Json = False,
) -> None:
    """What a clash comes to by the best play of both; once the dice have fallen, what every choice is worth.

    Example: `battlewright odds skirmish clash --attacker melee=4,weapon=sword --defender melee=3,weapon=spear`
    """
    from battlewright.cli.skirmish_odds import show_clash

    show_clash(attacker, defender, struck, parried, json, edition)


@skirmish_odds.command("split")
def odds_skirmish_split(
    attacker: Annotated[str, typer.Option(help="Such as melee=3,weapon=sword.")],
    defender: Annotated[str, typer.Option(help="The same; weapon=none is out of reach as well.")],
    out_of_reach: Annotated[
        bool, typer.Option("--out-of-reach", help="The defender's weapon does not reach the attacker.")
    ] = False,
    edition: Annotated[str, typer.Option(help="Dice are divided in the first one only.")] = "first",
    json: Json = False,
) -> None:
    """How both divide their dice in secret in a clash of the first edition, and what that comes to.

    Neither sees how the other divides, so the answer is a mixture for each side that nothing the other does can better;
    its value is the damage caused less that suffered, by the weapons' figures.

    Example: `battlewright odds skirmish split --attacker melee=3,weapon=sword --defender melee=5,weapon=spear`

    Example: `battlewright odds skirmish split --attacker melee=3,weapon=spear --defender melee=4,weapon=sword
    --out-of-reach --json`
    """
    from battlewright.cli.split import show_split

    show_split(attacker, defender, out_of_reach, edition, json)


@skirmish_odds.command("position")
def odds_skirmish_position(
    replay: Annotated[str, typer.Argument(help="A replay file.")],
    at: Annotated[int | None, typer.Option(min=0, help="After so many moves; without it, the last.")] = None,
    plan: Annotated[list[str] | None, typer.Option(help="An action of a plan; once for each.")] = None,
    json: Json = False,
) -> None:
    """What every choice is worth where a battle stands, or what a plan for an activation comes to.

    Example: `battlewright odds skirmish position b.replay --at 40 --plan "move 12 8" --plan "shoot b2 rifle"`
    """
    from battlewright.cli.position import show_position

    show_position(replay, at, tuple(plan or ()), json)


Part = Annotated[int, typer.Option(min=0, max=99)]


@heroes_odds.command("attack")
def odds_heroes_attack(
    bonus: Annotated[int, typer.Option(min=-99, max=99, help="All that is added to the roll.")],
    dodge: Part,
    parry: Part,
    armor: Part,
    json: Json = False,
) -> None:
    """What an attack roll comes to: dodged, parried, stopped by armour, a hit, a critical hit.

    Example: `battlewright odds heroes attack --bonus 5 --dodge 9 --parry 5 --armor 4`
    """
    from battlewright.cli.heroes_odds import show_attack

    show_attack(bonus, dodge, parry, armor, json)


@heroes_odds.command("contest")
def odds_heroes_contest(
    attack: Annotated[int, typer.Option(min=-99, max=99, help="The attacker's Spell Power.")],
    defence: Annotated[int, typer.Option(min=-99, max=99, help="The defender's Willpower, Fortitude or Reflex.")],
    json: Json = False,
) -> None:
    """Who wins a contest, and how many rounds count before it is won; ties repeat a round.

    Example: `battlewright odds heroes contest --attack 4 --defence 3`
    """
    from battlewright.cli.heroes_odds import show_contest

    show_contest(attack, defence, json)


@heroes_odds.command("check")
def odds_heroes_check(
    bonus: Annotated[int, typer.Option(min=-99, max=99, help="What is added to the dice.")],
    against: Annotated[int, typer.Option(min=-99, max=198, help="The number to reach, such as 12 and Spell Power.")],
    ties: Annotated[
        str,
        typer.Option(
            help="Who wins a tie: 'roller' in a resistance check, which the defender rolls (H.R9); "
            "'defender', so that it fails, in a maintenance check (H.R10)."
        ),
    ] = "defender",
    json: Json = False,
) -> None:
    """Whether a check succeeds: the dice and a bonus against a number.

    Examples: `battlewright odds heroes check --bonus 6 --against 17 --ties roller` (resistance),
    `battlewright odds heroes check --bonus 6 --against 17 --ties defender` (maintenance)
    """
    from battlewright.cli.heroes_odds import show_check

    show_check(bonus, against, ties, json)


@heroes_odds.command("damage")
def odds_heroes_damage(
    dice: Annotated[str, typer.Option(help="The damage dice and what is added, such as 2d6+3.")],
    types: Annotated[str, typer.Option(help="One type or several, such as fire,slashing.")],
    resist: Annotated[list[str] | None, typer.Option(help="Resistances, such as fire=2,frost=1.")] = None,
    vulnerable: Annotated[list[str] | None, typer.Option(help="Vulnerabilities, such as slashing=1.")] = None,
    critical: Annotated[bool, typer.Option("--critical", help="A critical hit: the dice are rolled twice.")] = False,
    health: Annotated[
        int | None,
        typer.Option("--health", "--morale", min=0, max=100_000, help="What is left of it; psychic alone: of Morale."),
    ] = None,
    wounds: Annotated[
        int | None,
        typer.Option("--wounds", "--stress", min=1, max=100_000, help="The room for them; without it half of that."),
    ] = None,
    json: Json = False,
) -> None:
    """The damage after resistances and vulnerabilities, and what it does to the pools.

    Examples: `battlewright odds heroes damage --dice 2d6+3 --types fire,slashing --resist fire=2`,
    `battlewright odds heroes damage --dice 1d8+2 --types piercing --critical --health 14 --wounds 7`
    """
    from battlewright.cli.heroes_odds import DamageOptions, show_damage

    show_damage(DamageOptions(dice, types, resist or (), vulnerable or (), critical, health, wounds), json)


@heroes_odds.command("fall")
def odds_heroes_fall(
    attacker: Annotated[str, typer.Argument(help="A sheet, by name or by .toml/.json file.")],
    defender: Annotated[str, typer.Argument(help="Another.")],
    rounds: Annotated[int, typer.Option(min=1, max=30, help="How many rounds to look at.")] = 5,
    action: Annotated[
        str | None, typer.Option(help="What the attacker uses; without it the first on its sheet that harms.")
    ] = None,
    json: Json = False,
) -> None:
    """The chance that the defender has fallen within 1, 2, 3 ... rounds of the attacker's doing the same each turn.

    Examples: `battlewright odds heroes fall silarn ruffian --rounds 4`,
    `battlewright odds heroes fall mirelle frost-giant --action "chain of sparks" --rounds 10 --json`
    """
    from battlewright.cli.heroes_odds import show_fall

    show_fall(attacker, defender, rounds, action, json)
