// The lesson of Skirmish: a small fight, two a side, and a step for each new thing.

import {offers} from "/static/lessons.js";

/** @import {Lesson} from "/static/lessons.js" */
/** @import {SkirmishPage} from "./match.js" */

const WATCH = `name = "The Ferry Watch"
about = "Two people, one lamp, and a ferry that is late."

[[characters]]
name = "Brenna Holt"
melee = 5
ballistics = 3
toughness = 4
agility = 4
weapons = ["Spear", "Pistol"]

[[characters]]
name = "Tam Reed"
melee = 3
ballistics = 5
toughness = 3
agility = 4
weapons = ["Rifle", "Sword"]
`;

const RAIDERS = `name = "The Tollbreakers"
about = "They do not pay for ferries."

[[characters]]
name = "Skarn"
melee = 4
ballistics = 3
toughness = 3
agility = 4
weapons = ["Sword", "Pistol"]

[[characters]]
name = "Fenwick"
melee = 3
ballistics = 4
toughness = 3
agility = 3
weapons = ["Pistol", "Sword"]
`;

const LANDING = `name = "The Landing"
about = "A mound, a wall, some crates."
width = 16
depth = 16

[[pieces]]
name = "Mound"
corners = [[7.2, 9.4], [5.6, 11], [3.8, 11], [2.2, 9.4], [2.2, 7.6], [3.8, 6], [5.6, 6], [7.2, 7.6]]
top = 1.5

[[pieces]]
name = "Wall"
box = [9, 7.6, 4.5, 0.5]
top = 1.4

[[pieces]]
name = "Crates"
box = [7.4, 11.4, 1.4, 1]
top = 1.2

[[pieces]]
name = "Crates"
box = [12, 4.2, 1.2, 1.2]
top = 1.2
`;

/** @param {SkirmishPage} page */
const own = (page) => page.scene.models.filter((each) => each.side === page.side);

/** @type {Lesson<SkirmishPage>["steps"]} */
const STEPS = [
  {
    name: "place",
    when: offers("deploy"),
    heading: "Place your people",
    at: ".list",
    text:
      "Discs are yours, octagons are theirs. Each model is placed in your own zone, along your edge of the " +
      "table. Click a place on the table twice, or take one from the list, which also shows who they are.",
  },
  {
    name: "activate",
    when: offers("activate"),
    heading: "Who acts?",
    at: ".list",
    text:
      "The sides take turns, one model at a time (S2.A2). A model has 3 action points, AP, in each round " +
      "(S2.A1): the dots above its letters. What it does not use now it keeps for reactions.",
  },
  {
    name: "act",
    when: offers("stop"),
    heading: "Spend its points",
    at: ".stage",
    text:
      "A move is 1 AP: green is within reach (S2.M1), hatched amber needs a test or hurts. Click a place to see " +
      "the path and what you can do from there, and again to go. A shot or close combat is 2 AP. Below its name a " +
      "model has M for Melee, B for Ballistics, T for Toughness and A for Agility. A star marks the best choice.",
  },
  {
    name: "shoot",
    when: offers("shoot"),
    heading: "Take aim",
    at: ".list",
    text:
      "Look at a shot before you take it: one click opens it. Its difficulty is the distance in " +
      "inches (S2.F1), 1 more for each obstacle in the line (S2.F2), and easier or harder by the weapon " +
      "(S2.F3). You roll one die for each point of Ballistics, and their sum must reach it (S2.F6). The " +
      "bar below it is the chance to hit. Moving closer first often doubles it: an opened move names the shots from " +
      "there.",
  },
  {
    name: "melee",
    when: offers("close-combat"),
    heading: "Or go and fight",
    at: ".list",
    text:
      "Close combat is 2 AP: your model runs up to its Agility in inches, and attacks a model that its weapon " +
      "reaches (S2.K2). Both roll a die for each point of Melee; 4 and more is a success (S2.K6).",
  },
  {
    name: "react",
    when: offers("cover", "return-fire"),
    heading: "You are shot at",
    at: ".list",
    text:
      "A model has 3 action points, AP, in each round (S2.A1), for its own turn and for reactions. Cover makes " +
      "this shot harder, return fire shoots back once it is over (S2.F4); doing nothing saves the AP. The " +
      "bar below each choice is their chance to hit.",
  },
  {
    name: "strike",
    when: offers("strike", "parry", "spend"),
    heading: "Use your successes",
    at: ".list",
    text:
      "Attacker and defender use their successes in turn (S2.K7). A strike stresses the other; a parry takes " +
      "one of the other's successes away (S2.K8). A 6 is a critical success: it does what the weapon says, and " +
      "only another critical parries it (S2.K10).",
  },
  {
    name: "stress",
    when: (page) => own(page).some((each) => each.stress > 0),
    heading: "Stress",
    at: ".stage",
    text:
      "The arc around a model is its stress (S2.T1). If it reaches the model's Toughness when its next turn " +
      "begins, the model breaks down: it loses its AP, tests its Toughness, and shakes some stress off (S2.T3). " +
      "At Toughness 0 it is out (S2.T5).",
  },
  {
    name: "log",
    when: (page) => page.number > 12,
    heading: "Every line has its rule",
    at: ".log",
    text:
      "The log tells what happened and why. The small chips open the clause behind a line. Undo takes your last " +
      "step back, as long as the dice allow it.",
  },
];
/** @type {Lesson<SkirmishPage>["last"]} */
const LAST = {
  name: "over",
  heading: "That is the game",
  text:
    "A side without models has lost; after the last round, the side with more points left on the table wins " +
    "(S2.A4). The replay shows what was luck. A full battle has five or six models a side, and tables with " +
    "roofs, ladders and powder to shoot at.",
};

/** @type {Lesson<SkirmishPage>} */
export const lesson = {
  battle: {
    system: "skirmish",
    title: "Your first battle",
    names: ["watch.toml", "raiders.toml"],
    files: {"watch.toml": WATCH, "raiders.toml": RAIDERS, "landing.toml": LANDING},
    options: {table: "landing.toml", rounds: 4},
    players: {a: "person", b: "easy"},
    seed: 1,
  },
  steps: STEPS,
  last: LAST,
};
