"""The scripts of the golden skirmishes: who stands where, what they choose, and what the dice show."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from battlewright import systems
from battlewright.engine.node import NodeKind
from battlewright.engine.session import Session
from battlewright.systems.skirmish.record import ChoiceKind, Editable, SkirmishChoice, SkirmishEdit, Step
from battlewright.systems.skirmish.setup.battle import BattleSetup
from tests.systems.skirmish.helpers import climb, drop, jump, thousandths, walk

CARD = {"melee": 3, "ballistics": 3, "toughness": 3, "agility": 3}
MIDDLE: dict[str, Any] = {"edges": "west-east", "depth": 12}
"""The first side in the western half of the table, the second in the eastern one."""

Card = dict[str, Any]
Leg = tuple[int, int, int, int]


def model(name: str, x: float, y: float, level: float = 0, weapons: Sequence[str] = ("Sword",), **card: Any) -> Card:
    """A character and where it is placed."""
    return CARD | {"name": name, "weapons": list(weapons), "at": (x, y, level)} | card


class Script:
    """A battle led by the hand, with names for models.

    ``opening`` is the roll-off for placing, ``first`` that of the first round, each with its ties."""

    def __init__(
        self,
        name: str,
        a: Sequence[Card],
        b: Sequence[Card],
        pieces: Sequence[dict[str, Any]] = (),
        opening: Sequence[tuple[int, int]] = ((6, 1),),
        first: Sequence[tuple[int, int]] = ((6, 1),),
        table: dict[str, Any] | None = None,
        edition: str = "second",
        **scenario: Any,
    ) -> None:
        cards = [[{key: value for key, value in card.items() if key != "at"} for card in side] for side in (a, b)]
        self.setup = BattleSetup.model_validate(
            {
                "edition": edition,
                "rosters": [{"name": "West", "characters": cards[0]}, {"name": "East", "characters": cards[1]}],
                "table": {"name": "Table", "pieces": list(pieces)} | (table or {}),
                "scenario": {"name": name, "round_limit": 1, "deployment": MIDDLE} | scenario,
            }
        )
        self.session = Session(systems.load("skirmish"), self.setup)
        self.names = [name for name, _ in self.setup.models]
        for faces in opening:
            self.roll(*faces)
        places = {card["name"]: card["at"] for card in (*a, *b)}
        while self.session.node.step == Step.DEPLOY:
            who = self.session.choices()[0].who
            x, y, level = places[self.names[who]]
            spot = (0, thousandths(x), thousandths(y), thousandths(level))
            spots = () if self.setup.scenario.companion else (spot,)
            self.choose(ChoiceKind.DEPLOY, *spots, who=self.names[who])
        for faces in first:
            self.roll(*faces)

    def roll(self, *faces: int) -> Script:
        """Dice that fall so."""
        self.session.roll_typed(faces)
        return self

    def _choice(self, kind: ChoiceKind, *legs: Leg, who: str = "", whom: str = "", **named: int) -> SkirmishChoice:
        made = SkirmishChoice()
        made.kind, made.count = kind, len(legs)
        made.who = self.names.index(who) if who else 0
        made.whom = self.names.index(whom) if whom else 0
        for number, (way, x, y, level) in enumerate(legs):
            each = made.legs[number]
            each.way, each.x, each.y, each.level = way, x, y, level
        for name, value in named.items():
            setattr(made, name, value)
        return made

    def choose(self, kind: ChoiceKind, *legs: Leg, who: str = "", whom: str = "", **named: int) -> Script:
        self.session.choose(self._choice(kind, *legs, who=who, whom=whom, **named))
        return self

    def refused(self, clause: str, kind: ChoiceKind, *legs: Leg, who: str = "", whom: str = "", **named: int) -> Script:
        """What may not be chosen here. A replay does not show it, but the script stands on it."""
        assert self.session.refusal(self._choice(kind, *legs, who=who, whom=whom, **named)) == clause
        return self

    def activate(self, who: str) -> Script:
        return self.choose(ChoiceKind.ACTIVATE, who=who)

    def move(self, *legs: Leg) -> Script:
        return self.choose(ChoiceKind.MOVE, *legs)

    def engage(self, *legs: Leg, weapon: int = 0) -> Script:
        return self.choose(ChoiceKind.CLOSE_COMBAT, *legs, weapon=weapon)

    def shoot(self, whom: str, weapon: int = 0) -> Script:
        return self.choose(ChoiceKind.SHOOT, whom=whom, weapon=weapon)

    def react(self, kind: ChoiceKind = ChoiceKind.NOTHING) -> Script:
        return self.choose(kind)

    def strike(self, critical: int = 0, weapon: int = 0) -> Script:
        return self.choose(ChoiceKind.STRIKE, critical=critical, weapon=weapon)

    def parry(self, critical: int = 0, against: int = 0) -> Script:
        return self.choose(ChoiceKind.PARRY, critical=critical, against=against)

    def divide(self, attack: int, weapon: int = 0) -> Script:
        return self.choose(ChoiceKind.DIVIDE, attack=attack, weapon=weapon)

    def measure(self, distance: float = 0, height: float = 0, number: int = 0) -> Script:
        """What is measured on a table of the players' own."""
        far, high = thousandths(distance), thousandths(height)
        return self.choose(ChoiceKind.MEASURE, distance=far, height=high, number=number)

    def aid(self, whom: str) -> Script:
        return self.choose(ChoiceKind.AID, whom=whom)

    def stop(self) -> Script:
        return self.choose(ChoiceKind.STOP)

    def edit(self, what: Editable, value: int, who: str = "", x: float = 0, y: float = 0, level: float = 0) -> Script:
        """The game master's hand."""
        change = SkirmishEdit()
        change.what, change.who, change.value = what, self.names.index(who) if who else 0, value
        change.x, change.y, change.level = thousandths(x), thousandths(y), thousandths(level)
        self.session.edit(change)
        return self

    def rest(self, *roll_off: int) -> Session:
        """Everybody else stops at once, to the end; ``roll_off`` is how the later rounds begin."""
        while not self.session.is_over:
            if self.session.node.kind == NodeKind.CHANCE:
                assert self.session.node.step == Step.ROLL_OFF
                self.roll(*(roll_off or (6, 1)))
            else:
                self.session.choose(self.session.choices()[0])
        return self.session


def box(name: str, x: float, y: float, width: float, depth: float, top: float, **more: Any) -> dict[str, Any]:
    return {"name": name, "box": [x, y, width, depth], "top": top, **more}


COVER, RETURN_FIRE, STAY, FIRE, WAIVE = (
    ChoiceKind.COVER,
    ChoiceKind.RETURN_FIRE,
    ChoiceKind.STAY,
    ChoiceKind.FIRE,
    ChoiceKind.WAIVE,
)


def over_the_rooftops() -> Session:
    """Walking, climbing with and without a test, a ladder, jumps, a drop, a failed climb, a failed jump; and a tie."""
    pieces = [
        box("Shed", 2, 2, 3, 3, 3),
        box("Barn", 7, 2, 3, 3, 3),
        box("Tower", 2, 8, 3, 3, 7, ladders=["west"]),
        box("Loft", 7, 8, 3, 3, 5),
        box("Low wall", 12, 1, 0.4, 5, 0.8),
    ]
    a = [
        model("Ash", 1, 3.5, agility=4),
        model("Birch", 1.5, 9.5, agility=4),
        model("Cedar", 6.5, 9.5),
        model("Dell", 1, 22),
    ]
    script = Script("Over the rooftops", a, [model("Oak", 20, 20)], pieces, opening=((3, 3), (6, 1)))
    script.activate("Ash").move(walk(1.5, 3.5), climb(2.1, 3.5, 3), walk(5, 3.5, 3))
    script.move(jump(7, 3.5, 3), walk(9.9, 3.5, 3), drop(10.5, 3.5)).move(walk(14, 3.5))
    script.activate("Oak").stop()
    script.activate("Birch").move(climb(2.1, 9.5, 7)).move(walk(3, 8, 7), jump(3, 5, 3)).roll(4, 5, 6, 1)
    script.move(climb(3, 5.5), walk(4, 6.5))
    script.activate("Cedar").move(climb(7.1, 9.5, 5)).roll(4, 4, 1)  # too few for 5": it falls
    script.move(climb(7.1, 9.5, 5)).roll(4, 5, 6)
    script.move(walk(8, 8, 5), jump(8, 5, 3)).roll(5, 1, 2)  # 1" of 3"
    return script.rest()


def sword_and_spear() -> Session:
    """Clashes with sword and spear, strikes and parries, shoves, a fall, a success that is wasted."""
    a = [model("Ada", 8, 6, melee=4), model("Bea", 11.5, 16, 4, weapons=["Spear"]), model("Gus", 11, 20)]
    b = [
        model("Cole", 12.5, 6),
        model("Dirk", 14.5, 16, 4, weapons=["Spear"]),
        model("Finn", 12.6, 4.5, weapons=["Sword", "Spear"]),
        model("Hal", 12.5, 20, weapons=["Spear"]),
    ]
    script = Script("Sword and spear", a, b, [box("Platform", 10, 14, 5, 4, 4)])
    script.activate("Bea").engage().roll(6, 4, 4).roll(5, 1, 2).strike(critical=1)
    script.parry().stop()  # pushed off the platform, Dirk's spear does not reach; nor does Bea's, now
    script.activate("Cole").engage(walk(9.5, 6)).roll(6, 5, 4).roll(6, 4, 5, 1)
    script.strike().parry(critical=1, against=1).strike().stop()
    script.activate("Ada").engage(walk(10.8, 5.2)).choose(ChoiceKind.TARGET, whom="Finn")  # through Cole
    script.roll(1, 1, 4, 2).roll(6, 5, 1).parry().strike(critical=1, weapon=1).stop()
    script.activate("Finn").stop()
    script.activate("Gus").engage().roll(4, 4, 6).roll(6, 2, 1).strike().strike(critical=1)
    script.choose(ChoiceKind.SPEND).stop()  # pushed out of reach, its other two come to nothing
    return script.rest()


def over_the_gap() -> Session:
    """Engage moves with a jump: one that comes down where nobody is, one beside an opponent, and one that succeeds."""
    roofs = [box("West roof", 6, 6, 4, 5, 4), box("East roof", 13, 6, 4, 5, 4)]
    a = [
        model("Gil", 10, 10.5, 4, agility=4),
        model("Hob", 10, 6.5, 4, agility=4),
        model("Ida", 10, 8.5, 4, agility=4),
    ]
    b = [model("Jon", 14.5, 8.5, 4), model("Kay", 12.5, 6.5)]
    script = Script("Over the gap", a, b, roofs)
    script.activate("Gil").engage(jump(13, 9.5, 4)).roll(4, 1, 1, 1).stop()
    script.activate("Jon").stop()
    script.activate("Hob").engage(jump(13, 7.5, 4)).roll(1, 4, 3, 2).roll(4, 2, 1).roll(1, 1, 1).stop()
    script.activate("Kay").stop()
    script.activate("Ida").engage(jump(13, 8.5, 4)).roll(4, 5, 6, 1).roll(6, 1, 1).roll(4, 1, 1).strike(critical=1)
    return script.rest()


def fire_and_cover() -> Session:
    """Shots with every gun: a hit, a miss, criticals; nothing done, cover with a move, cover without one."""
    a = [model("Lio", 6, 12, weapons=["Rifle"]), model("Max", 6, 5, weapons=["Rifle"])]
    b = [model("Nan", 14, 12, weapons=["Pistol"]), model("Ole", 13, 5, weapons=["Sniper"])]
    script = Script("Fire and cover", a, b, [box("Wall", 12.5, 12.7, 0.5, 2, 2)])
    script.activate("Lio").shoot("Nan").react(COVER).roll(5, 5, 1)
    script.choose(ChoiceKind.COVER_MOVE, walk(14, 13.4)).stop()
    script.activate("Nan").shoot("Lio").react().roll(6, 3, 2)
    script.activate("Max").shoot("Ole").react().roll(6, 4, 1).roll(3).stop()
    script.activate("Ole").shoot("Max").react(COVER).roll(1, 2, 1).choose(STAY).stop()
    return script.rest()


def return_fire() -> Session:
    """Return fire and the reaction to it, return fire that is waived; and what a Sniper's critical takes away: the
    return shot, an inch of a cover move, all of it."""
    pieces = [box("Rock", 5.2, 13, 1, 1.5, 2), box("Fence", 12.5, 20.5, 0.5, 2, 1.5)]
    sniper: Card = {"weapons": ["Sniper"], "ballistics": 5}
    a = [
        model("Pia", 4, 12, weapons=["Rifle"], agility=4),
        model("Quy", 8, 4, weapons=["Rifle"]),
        model("Ann", 6, 17, **sniper),
        model("Bob", 6, 20, **sniper),
        model("Cat", 6, 8, **sniper),
    ]
    b = [
        model("Sam", 13, 12, weapons=["Rifle", "Pistol"]),
        model("Tia", 14, 4, weapons=["Pistol"]),
        model("Dan", 14, 17, weapons=["Rifle"]),
        model("Eve", 14, 20, agility=4),
        model("Fay", 14, 8, agility=2),
    ]
    script = Script("Return fire", a, b, pieces)
    script.activate("Pia").shoot("Sam").react(RETURN_FIRE).roll(4, 4, 1)
    script.choose(FIRE, weapon=1).react(COVER).roll(4, 5, 2).choose(ChoiceKind.COVER_MOVE, walk(4, 13.5))
    script.activate("Sam").stop()
    script.activate("Quy").shoot("Tia").react(RETURN_FIRE).roll(5, 1, 1).choose(WAIVE).stop()
    script.activate("Tia").stop()
    script.activate("Ann").shoot("Dan").react(RETURN_FIRE).roll(6, 1, 1, 1, 1).stop()
    script.activate("Dan").stop()
    script.activate("Bob").shoot("Eve").react(COVER).roll(6, 6, 1, 1, 1)
    script.refused("S2.M3", ChoiceKind.COVER_MOVE, walk(14, 21.1))
    script.choose(ChoiceKind.COVER_MOVE, walk(14, 21)).stop()
    script.activate("Eve").stop()
    script.activate("Cat").shoot("Fay").react(COVER).roll(6, 6, 1, 1, 1).stop()  # Fay is not even asked
    return script.rest()


def stray_shots() -> Session:
    """What a missed shot hits instead: a powder keg, a dusty wall, and, past wall and dust, a friend."""
    pieces = [
        box("Powder keg", 10, 11.6, 0.8, 0.8, 1.3, effect="explosion", radius=2),
        box("Dusty wall", 11.5, 3, 0.5, 3, 3, effect="dust"),
    ]
    gun: Card = {"weapons": ["Rifle"], "ballistics": 2}
    a = [model("Gus", 4, 12, **gun), model("Han", 5, 4.5, **gun), model("Ivy", 6, 4.5, **gun), model("Jed", 10, 13.5)]
    b = [model("Kim", 18, 12), model("Leo", 14, 12), model("Mia", 17, 4.5), model("Nora", 20, 20)]
    script = Script("Stray shots", a, b, pieces)
    script.activate("Gus").shoot("Kim").react().roll(1, 2).roll(3).roll(5).stop()  # past Leo, into the keg
    script.activate("Kim").stop()
    script.activate("Ivy").shoot("Mia").react().roll(2, 3).roll(4).stop()
    script.activate("Leo").stop()
    script.activate("Han").shoot("Mia").react().roll(1, 1).roll(2).roll(1).roll(5).stop()  # past dust and wall
    return script.rest()


def fire_and_dust() -> Session:
    """An explosion that happens once and leaves a fire, in which somebody ends a Move; dust; and how both are gone when
    the third round begins."""
    pieces = [
        box("Lamp oil", 10, 11.6, 0.8, 0.8, 1.3, effect="explosion", radius=2, leaves="fire"),
        box("Dusty wall", 11.5, 3, 0.5, 3, 3, effect="dust"),
    ]
    gun: Card = {"weapons": ["Rifle"], "ballistics": 2}
    a = [model("Gus", 4, 12, **gun), model("Han", 5, 4.5, **gun), model("Jed", 10, 15)]
    script = Script("Fire and dust", a, [model("Kim", 18, 12), model("Mia", 17, 4.5)], pieces, round_limit=3)
    script.activate("Gus").shoot("Kim").react().roll(1, 2).roll(5).stop()
    script.activate("Kim").stop()
    script.activate("Jed").move(walk(10, 13.2)).stop()
    script.activate("Mia").stop()
    script.activate("Han").shoot("Mia").react().roll(1, 1).roll(4).stop()
    script.roll(6, 1)
    script.activate("Gus").shoot("Kim").react().roll(1, 2).roll(4).stop()  # the oil has burnt
    return script.rest(6, 1)


def where_there_is_room() -> Session:
    """Models on a rampart from the beginning; a failed jump over an alley in which nobody fits, so that the roof it
    came from is the nearest spot; an engage move that climbs from where an opponent stands."""
    pieces = [
        box("West house", 2, 2, 4, 4, 3),
        box("East house", 6.8, 2, 4, 4, 3),
        box("Crate", 15, 11, 3, 3, 1.5),
    ]
    a = [model("Fox", 4.4, 4, 3, agility=2), model("Gil", 11.4, 12, agility=5)]
    b = [model("Ivo", 20, 4), model("Kit", 14, 12), model("Lou", 16.6, 12.5, 1.5)]
    script = Script("Where there is room", a, b, pieces)
    script.activate("Fox").move(walk(5.4, 4, 3), jump(7.2, 4, 3)).roll(4, 1).stop()
    script.activate("Ivo").stop()
    script.activate("Gil").engage(walk(14.4, 12), climb(15.1, 12, 1.5)).choose(ChoiceKind.TARGET, whom="Lou")
    script.roll(5, 4, 1).roll(2, 2, 3).stop()
    return script.rest()


def a_helping_hand() -> Session:
    """Break-down, Aid, the friend's place taken in a shot and in a clash and once not, free return fire."""
    a = [model("Tove", 11, 12), model("Ulf", 10, 12, weapons=["Sword", "Rifle"]), model("Vera", 2, 2)]
    b = [
        model("Wolf", 18, 12, weapons=["Rifle"]),
        model("Zed", 12.5, 14, agility=5),
        model("Yri", 18, 10, weapons=["Rifle"]),
        model("Xan", 14, 12, agility=4),
        model("Quill", 18, 13.5, weapons=["Pistol"]),
    ]
    script = Script("A helping hand", a, b, first=((1, 6),))
    script.activate("Wolf").shoot("Tove").react().roll(6, 2, 1).roll(6).stop()
    script.activate("Tove").roll(4, 4, 1)
    script.activate("Zed").engage(walk(10.5, 13.6)).choose(ChoiceKind.TARGET, whom="Ulf")
    script.roll(1, 2, 3).roll(4, 1, 1).stop()
    script.activate("Ulf").aid("Tove").stop()
    script.activate("Yri").shoot("Tove").choose(ChoiceKind.TAKE_PLACE, who="Ulf")
    script.refused("S2.F5", COVER).react(RETURN_FIRE).roll(5, 2, 1).choose(FIRE).react(COVER).roll(1, 1, 2)
    script.choose(STAY)
    script.activate("Vera").stop()
    script.activate("Xan").engage(walk(11, 10.9)).choose(ChoiceKind.TARGET, whom="Tove")
    script.choose(ChoiceKind.TAKE_PLACE, who="Ulf")
    script.roll(4, 1, 1).roll(5, 1, 1).strike().stop()
    script.activate("Quill").shoot("Tove").choose(ChoiceKind.KEEP_PLACE).roll(1, 1, 1)
    return script.rest()


def to_the_last() -> Session:
    """Strained, broken down, tested, removed: stress does it all, and a side is gone."""
    a = [model("Alf", 11.5, 12), model("Bram", 11.5, 14, toughness=1)]
    b = [model("Cid", 13, 13, melee=5)]
    script = Script("To the last", a, b, first=((1, 6),), round_limit=3)
    script.activate("Cid").engage().choose(ChoiceKind.TARGET, whom="Bram").roll(6, 1, 1, 1, 1).roll(1, 1, 1).stop()
    script.activate("Bram")
    script.activate("Alf").stop().roll(1, 6)
    script.activate("Cid").engage().roll(6, 4, 1, 1, 1).roll(1, 1, 1).strike(critical=1).stop()
    script.activate("Alf").roll(1, 6, 4).roll(1, 6)
    script.activate("Cid").engage().roll(6, 6, 1, 1, 1).roll(1, 1, 1).stop()
    script.activate("Alf").roll(2)
    return script.rest()


def by_the_options() -> Session:
    """All three options: threat ranges stop Moves, modifiers make shots harder, solid terrain forbids them."""
    tower = box("Tower", 11, 11, 2, 2, 4, solid=True)
    a = [model("Una", 6, 12, weapons=["Sniper"], ballistics=4), model("Vic", 9, 5), model("Wim", 9, 20)]
    b = [
        model("Xia", 16, 12, weapons=["Rifle"]),
        model("Yan", 13, 5, weapons=["Spear"]),
        model("Zoe", 12.5, 20, weapons=["Pistol"]),
    ]
    options: dict[str, Any] = {"threat_stops_moves": True, "modifier_added": True, "solid_blocks": True}
    script = Script("By the options", a, b, [tower], **options)
    script.activate("Una").refused("S2.F12", ChoiceKind.SHOOT, whom="Xia").move(walk(6, 16))
    script.shoot("Xia").react(RETURN_FIRE).roll(5, 5, 1, 1).choose(FIRE).roll(1, 2, 3)
    script.activate("Xia").stop()
    script.activate("Vic").refused("S2.M13", ChoiceKind.MOVE, walk(10, 5)).move(walk(9.9, 5)).engage(walk(12, 5))
    script.roll(4, 1, 1).roll(1, 1, 1)
    script.activate("Yan").refused("S2.M13", ChoiceKind.MOVE, walk(13, 7.5), walk(12.6, 5.8))
    script.move(walk(13, 8)).stop()
    script.activate("Wim").stop()
    script.activate("Zoe").shoot("Wim").react().roll(1, 1, 1).stop()
    return script.rest()


def a_place_to_hold() -> Session:
    """Two rounds about a circle in the middle: only who reaches into it counts."""
    a = [model("Abe", 10, 12), model("Bess", 4, 4, melee=5, weapons=["Sword", "Spear"])]
    b = [model("Carl", 14, 16, agility=2), model("Dora", 14, 9)]
    script = Script("A place to hold", a, b, round_limit=2, victory="hold", hold=[12, 12, 2])
    script.activate("Abe").stop().activate("Carl").move(walk(14, 15)).stop()
    script.activate("Bess").move(walk(8, 8)).stop().activate("Dora").move(walk(13, 10.5)).stop()
    script.roll(2, 5).activate("Dora").move(walk(16, 8)).stop()
    return script.rest()


def for_one_head() -> Session:
    """A leader falls, and the battle is over at once, whatever else stands."""
    a = [model("Chief", 11.5, 12, toughness=1), model("Guard", 4, 12), model("Scout", 4, 8)]
    b = [model("Hunter", 13, 12), model("Beater", 20, 12)]
    script = Script("For one head", a, b, first=((2, 4),), round_limit=4, victory="leaders")
    script.activate("Hunter").engage().roll(4, 1, 1).roll(2, 2, 1).stop()
    script.activate("Chief").roll(3)
    return script.rest()


def no_room() -> Session:
    """A narrow zone, badly used: one model finds no room. Four fight two, and the greater number goes on alone."""
    a = [model(name, 0.5, y) for name, y in (("Ed", 1.4), ("Flo", 2.9), ("Gert", 4.4), ("Hank", 5.5), ("Isa", 0.5))]
    b = [model("Jill", 5.5, 1), model("Karl", 5.5, 5)]
    table = {"width": 6, "depth": 6}
    script = Script("No room", a, b, table=table, first=((4, 4), (1, 1), (3, 2)), deployment=MIDDLE | {"depth": 1})
    return script.rest()


def by_the_masters_hand() -> Session:
    """What a game master may change: stress, Toughness, action points, the round, a place."""
    a = [model("Lena", 6, 12), model("Moe", 6, 14)]
    b = [model("Nils", 18, 12, weapons=["Rifle"]), model("Olga", 18, 14)]
    script = Script("By the master's hand", a, b, [box("Crate", 9, 9, 2, 2, 2)], round_limit=4)
    script.edit(Editable.STRESS, 3, "Lena").edit(Editable.AP, 1, "Moe").edit(Editable.PLACE, 0, "Nils", 10, 10, 2)
    script.activate("Lena").roll(6, 5, 4)
    script.edit(Editable.TOUGHNESS, 0, "Olga").edit(Editable.ROUND, 4)
    script.activate("Nils").shoot("Moe").react(COVER).roll(2, 2, 2).choose(STAY).stop()
    return script.rest()


def at_a_table_of_their_own() -> Session:
    """Measures of the players' own table: lines, reach, a fall, a shove, strays, an explosion, fires, a circle; and
    what is taken back."""
    gun: Card = {"weapons": ["Rifle"], "toughness": 6}
    spear: Card = {"weapons": ["Spear"], "toughness": 6}
    sides = (
        [model("Ann", 0, 0, **gun), model("Bea", 0, 0, **spear)],
        [model("Cal", 0, 0, **gun), model("Dov", 0, 0, **spear)],
    )
    script = Script("At a table of their own", *sides, companion=True, solid_blocks=True, victory="hold", round_limit=2)
    script.activate("Ann").shoot("Cal").choose(ChoiceKind.TAKE_BACK).shoot("Cal").choose(ChoiceKind.NO_LINE).move()
    script.shoot("Cal").measure(20, number=3).react().roll(1, 1, 1).roll(2).roll(5)
    script.choose(ChoiceKind.EXPLODES, number=1).choose(ChoiceKind.WITHIN, whom="Dov").choose(
        ChoiceKind.NOBODY_ELSE
    ).choose(ChoiceKind.LEAVES_FIRE, number=1)
    script.activate("Cal").shoot("Ann").measure(10, number=1).roll(1, 1, 1).roll(4).choose(
        ChoiceKind.HITS_MODEL, whom="Bea"
    )
    script.move().choose(ChoiceKind.CLEAR)
    script.activate("Bea").choose(ChoiceKind.CLOSE_COMBAT, whom="Dov").measure(3)
    script.move(jump(3, 0, -4)).roll(4, 1, 1).measure(height=4).choose(ChoiceKind.BURNS)
    script.choose(ChoiceKind.CLOSE_COMBAT, jump(2, 0), whom="Dov").measure().roll(4, 1, 1).measure().choose(
        ChoiceKind.CLEAR
    )
    script.choose(ChoiceKind.TARGET, whom="Dov").measure(3).choose(ChoiceKind.NO_TARGET)
    script.activate("Dov").choose(ChoiceKind.CLOSE_COMBAT, whom="Bea").measure(1, 0.5).choose(ChoiceKind.CLEAR)
    script.roll(6, 1, 1).roll(1, 1, 1).measure(1).choose(ChoiceKind.CLEAR).stop()
    script.roll(6, 1).activate("Ann").shoot("Cal").measure(20, number=1).react().roll(1, 1, 1).roll(4)
    script.choose(ChoiceKind.LEAVES_DUST).stop()
    script.activate("Cal").shoot("Bea").measure(20, number=1).react().roll(1, 1, 1).roll(4).choose(
        ChoiceKind.NO_EFFECT
    ).stop()
    return script.rest()


SCRIPTS: dict[str, Callable[[], Session]] = {
    "skirmish-over-the-rooftops": over_the_rooftops,
    "skirmish-sword-and-spear": sword_and_spear,
    "skirmish-over-the-gap": over_the_gap,
    "skirmish-fire-and-cover": fire_and_cover,
    "skirmish-return-fire": return_fire,
    "skirmish-stray-shots": stray_shots,
    "skirmish-fire-and-dust": fire_and_dust,
    "skirmish-where-there-is-room": where_there_is_room,
    "skirmish-a-helping-hand": a_helping_hand,
    "skirmish-to-the-last": to_the_last,
    "skirmish-by-the-options": by_the_options,
    "skirmish-a-place-to-hold": a_place_to_hold,
    "skirmish-for-one-head": for_one_head,
    "skirmish-no-room": no_room,
    "skirmish-by-the-masters-hand": by_the_masters_hand,
    "skirmish-at-a-table-of-their-own": at_a_table_of_their_own,
}
"""The golden skirmishes that are led by the hand, by the names of their files."""
