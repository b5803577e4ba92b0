// The guided first battle: a small fight that teaches the game. A lesson is shown when it applies.

import {begin} from "/static/api.js";
import {el, kept, say, stylesheet} from "/static/dom.js";
import {chip} from "/static/rules.js";

/** @import {SkirmishPage} from "./match.js" */

/** A lesson: its text has clauses in square brackets, and it may point at a part of the page.
 * @typedef {{name: string, heading: string, at?: string, text: string}} Lesson */

/** What this browser keeps of the guided battle.
 * @typedef {{match: string, seen: string[], stopped?: boolean}} Guided */

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

export const FIRST_BATTLE = {
  system: "skirmish",
  title: "Your first battle",
  names: ["watch.toml", "raiders.toml"],
  files: {"watch.toml": WATCH, "raiders.toml": RAIDERS, "landing.toml": LANDING},
  options: {table: "landing.toml", rounds: 4},
  players: {a: "person", b: "easy"},
};

/** Begin the guided battle; return the match. */
export async function beginGuided() {
  const made = await begin(FIRST_BATTLE);
  kept.set("guided", {match: made.match, seen: []});
  return made;
}

/** Whether choices of some kinds are offered.
 * @type {(...kinds: string[]) => (page: SkirmishPage) => boolean} */
const offers =
  (...kinds) =>
  (page) =>
    page.isMine && page.offers.some((each) => kinds.includes(each.kind));
/** @param {SkirmishPage} page */
const own = (page) => page.scene.models.filter((each) => each.side === page.side);

/** The lessons, each with when its moment has come.
 * @type {(Lesson & {when(page: SkirmishPage): boolean})[]} */
const LESSONS = [
  {
    name: "place",
    when: offers("deploy"),
    heading: "Place your people",
    at: ".list",
    text:
      "Discs are yours, octagons are theirs. Each model is placed in your own zone, along your edge of the " +
      "table. Click a place on the table twice, or take one from the list.",
  },
  {
    name: "activate",
    when: offers("activate"),
    heading: "Who acts?",
    at: ".list",
    text:
      "The sides take turns, one model at a time [S2.A2]. A model has 3 action points, AP, in each round " +
      "[S2.A1]: the dots above its letters. What it does not use now it keeps for reactions.",
  },
  {
    name: "act",
    when: offers("stop"),
    heading: "Spend its points",
    at: ".stage",
    text:
      "A move is 1 AP: green is within reach [S2.M1], hatched amber needs a test or hurts. Click a place to see " +
      "the path, and again to go. A shot or close combat is 2 AP. Advice marks the best choice; " +
      "the switch above hides it.",
  },
  {
    name: "shoot",
    when: offers("shoot"),
    heading: "Take aim",
    at: ".list",
    text:
      "Look at a shot before you take it: point at it, or press its key once. Its difficulty is the distance in " +
      "inches [S2.F1], 1 more for each obstacle in the line [S2.F2], and easier or harder by the weapon " +
      "[S2.F3]. You roll one die for each point of Ballistics, and their sum must reach it [S2.F6]. Moving " +
      "closer first often doubles the chance: “then 97%” behind a move is the shot after it.",
  },
  {
    name: "melee",
    when: offers("close-combat"),
    heading: "Or go and fight",
    at: ".list",
    text:
      "Close combat is 2 AP: your model runs up to its Agility in inches, and attacks a model that its weapon " +
      "reaches [S2.K2]. Both roll a die for each point of Melee; 4 and more is a success [S2.K6].",
  },
  {
    name: "react",
    when: offers("cover", "return-fire"),
    heading: "You are shot at",
    at: ".list",
    text:
      "A model has 3 action points, AP, in each round [S2.A1], for its own turn and for reactions. Cover makes " +
      "this shot harder, return fire shoots back once it is over [S2.F4]; doing nothing saves the AP. The " +
      "percentages are their chance to hit.",
  },
  {
    name: "strike",
    when: offers("strike", "parry", "spend"),
    heading: "Use your successes",
    at: ".list",
    text:
      "Attacker and defender use their successes in turn [S2.K7]. A strike stresses the other; a parry takes " +
      "one of the other's successes away [S2.K8]. A 6 is a critical success: it does what the weapon says, and " +
      "only another critical parries it [S2.K10].",
  },
  {
    name: "stress",
    when: (page) => own(page).some((each) => each.stress > 0),
    heading: "Stress",
    at: ".stage",
    text:
      "The arc around a model is its stress [S2.T1]. If it reaches the model's Toughness when its next turn " +
      "begins, the model breaks down: it loses its AP, tests its Toughness, and shakes some stress off [S2.T3]. " +
      "At Toughness 0 it is out [S2.T5].",
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
/** @type {Lesson} */
const LAST = {
  name: "over",
  heading: "That is the game",
  text:
    "A side without models has lost; after the last round, the side with more points left on the table wins " +
    "[S2.A4]. The replay shows what was luck. A full battle has five or six models a side, and tables with " +
    "roofs, ladders and powder to shoot at.",
};

/** The lessons of a match; null where it is not the guided one.
 * @param {string} match */
export function lessonsOf(match) {
  const guided = kept.get("guided", /** @type {Guided | null} */ (null));
  return guided?.match === match ? new Lessons(guided) : null;
}

class Lessons {
  /** @type {Lesson | null} */
  shown = null;

  /** @param {Guided} guided */
  constructor(guided) {
    this.guided = guided;
    stylesheet("/pages/skirmish/lessons.css");
    this.root = el("section", {class: "lesson", "aria-label": "A lesson", hidden: true});
  }

  /** Show the lesson whose moment has come; one stays until the next comes, or until it is put away.
   * @param {SkirmishPage} page */
  show(page) {
    if (this.guided.stopped) return;
    const next =
      page.latest?.state === "over"
        ? LAST
        : LESSONS.find((each) => !this.guided.seen.includes(each.name) && each.when(page));
    if (!next || next === this.shown || this.guided.seen.includes(next.name)) return;
    this.shown = next;
    this.note(next.name);
    const parts = next.text.split(/\[(S2\.\w+)\]/);
    const count = this.guided.seen.filter((name) => LESSONS.some((each) => each.name === name)).length;
    this.root.replaceChildren(
      el("h2", {}, next.heading),
      el(
        "p",
        {},
        parts.map((each, place) => (place % 2 ? chip("skirmish", each) : each)),
      ),
      el(
        "div",
        {class: "row"},
        el(
          "button",
          {type: "button", class: "primary", onclick: () => this.next(page)},
          next === LAST ? "Done" : "Got it",
        ),
        next !== LAST && el("button", {type: "button", class: "quiet", onclick: () => this.stop()}, "No more lessons"),
        el(
          "span",
          {class: "dots", role: "img", "aria-label": `${count} of ${LESSONS.length} lessons`},
          LESSONS.map((_, place) => el("i", {class: place < count ? "on" : ""})),
        ),
      ),
    );
    this.root.hidden = false;
    this.point(next.at);
    say(`${next.heading}. ${parts.filter((_, place) => place % 2 === 0).join("")}`);
  }

  /** @param {string} name */
  note(name) {
    this.guided.seen.push(name);
    kept.set("guided", this.guided);
  }

  /** Point at a part of the page, or at none.
   * @param {string} [at] */
  point(at) {
    for (const each of document.querySelectorAll(".pointed")) each.classList.remove("pointed");
    if (at) document.querySelector(at)?.classList.add("pointed");
  }

  putAway() {
    this.root.hidden = true;
    this.point();
  }

  /** Put a lesson away; another one whose moment has come follows.
   * @param {SkirmishPage} page */
  next(page) {
    this.putAway();
    this.show(page);
  }

  stop() {
    this.guided.stopped = true;
    kept.set("guided", this.guided);
    this.putAway();
  }
}
