// The lesson of Formations: a watch at a ford against marauders, and a step for each new thing.

import {happened, offers} from "/static/lessons.js";

/** @import {Page} from "/static/match.js" */
/** @import {Lesson} from "/static/lessons.js" */
/** @import {Scene} from "./match.js" */

const WATCH = `name = "The Ford Watch"
about = "Archers, spears, and a captain with a loud voice."

[[kinds]]
name = "Archer"
might = 2
dex = 4
will = 2
def = 4
atk = 2

[[kinds]]
name = "Spearman"
might = 2
dex = 3
will = 3
def = 5
atk = 2

[[kinds]]
name = "Captain"
might = 3
dex = 4
will = 5
def = 4
atk = 1

  [[kinds.actions]]
  name = "Loose again!"
  roll = "order"
  effect = "rerolls"
  amount = 4

[[groups]]
kind = "Archer"
name = "Archers"
models = 4

[[groups]]
kind = "Spearman"
name = "Spears"
models = 3

[[groups]]
kind = "Captain"
name = "The captain"
`;

const MARAUDERS = `name = "The Marauders"
about = "Many axes, and a drummer who frightens."

[[kinds]]
name = "Marauder"
might = 2
dex = 3
will = 2
def = 4
atk = 1

[[kinds]]
name = "Drummer"
might = 2
dex = 3
will = 4
def = 3
atk = 2

  [[kinds.actions]]
  name = "War drum"
  against = "will"
  effect = "weakened"
  amount = 2

[[groups]]
kind = "Marauder"
name = "First pack"
models = 4

[[groups]]
kind = "Marauder"
name = "Second pack"
models = 3

[[groups]]
kind = "Drummer"
name = "The drummer"
`;

/** @typedef {Page<Scene>} Shown */

/** The own group that gives orders.
 * @param {Shown} page */
const captain = (page) =>
  page.scene.models.find(
    (each) => each.side === page.side && each.state !== "gone" && each.actions.some(({roll}) => roll === "order"),
  );

/** @type {Lesson<Shown>} */
export const lesson = {
  battle: {
    system: "formations",
    title: "Your first engagement",
    names: ["watch.toml", "marauders.toml"],
    files: {"watch.toml": WATCH, "marauders.toml": MARAUDERS},
    options: {rounds: 3},
    players: {a: "person", b: "easy"},
    seed: 1,
  },
  steps: [
    {
      name: "groups",
      when: (page) => page.isMine,
      heading: "Groups",
      at: ".cards",
      text:
        "A block is a group: a square for each model, its front towards the enemy; round corners are yours. Three " +
        "models or more are a formation, and roll their dice together (F.G1).",
    },
    {
      name: "strength",
      when: (page) => page.isMine,
      heading: "Strength decides",
      at: ".bar-top",
      text:
        "The number beside a force is its strength: the MIGHT of all its models, minus their Wounds. A force that is " +
        "gone has lost; after the last round the greater strength wins (F.G4).",
    },
    {
      name: "activate",
      when: (page) => offers("activate")(page) && captain(page)?.state === "to act",
      heading: "Who acts next?",
      at: ".list",
      text:
        "The sides take turns, and each group acts once a round (F.G4). An order helps those who act later, so it " +
        "comes first.",
      task: "activate the captain.",
      done: (page) => captain(page)?.state !== "to act",
    },
    {
      name: "order",
      when: (page) => page.isMine && page.offers.some(({kind, chance_of: side}) => kind === "act" && !side),
      heading: "Shout an order",
      at: ".list",
      text:
        "An order is not rolled: it gives a group Rerolls. Each of them is one die that may be rolled a second time " +
        "(F.D10).",
      task: "give the order to the archers.",
      done: (page) => page.scene.models.some((each) => each.side === page.side && each.rerolls > 0),
    },
    {
      name: "attack",
      when: (page) => page.isMine && page.offers.some(({kind, chance_of: side}) => kind === "act" && side !== null),
      heading: "Many dice",
      at: ".list",
      text:
        "An attack rolls the ATK dice of all models: four archers with ATK 2 roll eight. A die that reaches the " +
        "target's Deflection, DEF, is a success, and each success a Wound (F.D3). An opened attack shows what " +
        "it gains in MIGHT on average.",
      task: "click an attack once to see what it gains, then again to make it.",
      done: (page) => page.panel.selected !== null,
    },
    {
      name: "reroll",
      when: offers("reroll"),
      heading: "Roll again",
      at: ".extra",
      text:
        "Filled dice are successes. Each Reroll rolls one die a second time, and the second result stands; no die is " +
        "rolled three times (F.D11).",
      task: "press the dice that failed, then the button below them.",
      done: () => document.querySelector(".reroll-die[aria-pressed=true]") !== null,
    },
    {
      name: "wounds",
      when: happened("wounded"),
      heading: "Wounds",
      at: ".cards",
      text:
        "A model falls when its Wounds reach its MIGHT; the next one takes the rest (F.G2). The fallen are crossed " +
        "out. A formation with fewer than three left is broken, and its models fight singly (F.G1).",
    },
    {
      name: "effect",
      when: (page) => page.scene.models.some((each) => each.weakened > 0 || each.exposed > 0 || each.dazed),
      heading: "Effects",
      at: ".cards",
      text:
        "Amber marks on a card are effects. A weakened group rolls fewer dice. The group that acts first in an " +
        "engagement has one die fewer, too (F.G6).",
    },
    {
      name: "round",
      when: (page) => page.scene.round.round > 1,
      heading: "A new round",
      at: ".bar-top",
      text: "All groups may act again. A roll-off decides in each round who begins (F.G4).",
    },
  ],
  last: {
    name: "over",
    heading: "That is the game",
    text:
      "The replay shows what was luck, and which choices cost most. The forces that ship with the game have more " +
      "groups, tests that a dazed group must pass, and effects that need a Double, a Triple or a Scale (F.D9).",
  },
};
