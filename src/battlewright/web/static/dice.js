// Dice as dice: their pips, what they had to reach, and what they meant. Physical dice are typed in here too.

import {el, isCalm, svg} from "./dom.js";
import {chip, rich} from "./rules.js";
import {listed} from "./seating.js";

/** @import {AwaitedDie, AwaitedRoll, Die, MatchSeat, NumberedStep, Roll} from "interface" */
/** @import {Model} from "./rules.js" */

/** What the stage shows, where it is on the screen, and how much it matters that it is seen: `Infinity` of what must
 * not be covered.
 * @typedef {{number: number, box: Box, weight: number}} Covered */

/** @typedef {MatchSeat["dice"]} DiceWord */

/** @typedef {Pick<DOMRect, "left" | "right" | "top" | "bottom">} Box */

const CORNERS = ["", "high", "left", "high left"];
/** Windows in which the table has no room for dice. */
const NARROW = "(max-width: 760px), (max-height: 480px)";
/** @type {Record<number, number[]>} */
const PIPS = {1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8]};

/** How a die looks by what it counted for. */
const MARKS = {critical: "six", success: "good", failure: "bad", nothing: ""};
/** The outline of a die with more sides than six. */
const KITE = "M12 .8 22.6 9.4 12 23.2 1.4 9.4Z";

/** A die that shows a face; kinds: six, good, bad. One of more sides than six has a shape of its own, and a number.
 * @param {number} face */
export function die(face, kind = "", size = 22, shape = "") {
  const pips = (shape ? [] : (PIPS[face] ?? [])).map((each) =>
    svg("circle", {cx: 7 + (each % 3) * 5, cy: 7 + Math.floor(each / 3) * 5, r: 1.8}),
  );
  const shown = pips.length ? pips : svg("text", {x: 12, y: shape ? 14.6 : 16, class: face > 9 ? "two" : ""}, face);
  return svg(
    "svg",
    {class: `die ${kind}`, viewBox: "0 0 24 24", width: size, height: size, role: "img", "aria-label": String(face)},
    shape
      ? svg("path", {class: "body", d: shape})
      : svg("rect", {class: "body", x: 1, y: 1, width: 22, height: 22, rx: 5.5}),
    shown,
  );
}

/** The dice of a roll; where they are of several, each with whose it is.
 * @param {Pick<Roll, "dice" | "sides">} roll
 * @param {number} [size]
 * @param {number} [most] */
export function dice({dice: rolled, sides}, size, most = 40) {
  /** @param {Die} die */
  const owner = ({of, side}) => of?.name ?? side ?? "";
  const isShared = new Set(rolled.map(owner)).size > 1;
  return rolled.slice(0, most).map((each) => {
    const made = die(each.face, MARKS[each.counted], size, sides > 6 ? KITE : "");
    return isShared
      ? el("span", {class: "die-of"}, made, el("small", {class: each.of?.side ?? each.side ?? ""}, owner(each)))
      : made;
  });
}

/** The dice of a roll with what they came to, and what that means.
 * @param {Roll} roll
 * @param {number} [size] */
export function cast(roll, size, more = "") {
  const tone = roll.outcome === "critical" ? "critical" : roll.good === null ? "" : roll.good ? "hit" : "missed";
  return el(
    "div",
    {class: `cast${more}`},
    dice(roll, size),
    roll.reading && el("span", {class: "sum-of"}, roll.reading),
    roll.verdict && el("strong", {class: `verdict ${tone}`}, roll.verdict),
  );
}

/** The last roll: large, over a free corner of the table, for some seconds; where there is none, or little room, small
 * in the panel, until the next roll or question. */
export class Tray {
  /** The models that the roll is about.
   * @type {Set<unknown>} */
  involved = new Set();

  /**
   * @param {string} system
   * @param {() => Covered[]} covered
   */
  constructor(system, covered) {
    this.system = system;
    this.covered = covered;
    this.timer = 0;
    this.root = el("div", {class: "tray", hidden: true});
    this.narrow = matchMedia(NARROW);
    this.narrow.addEventListener("change", () => this.settle());
  }

  hide() {
    this.root.hidden = true;
  }

  /** Take the corner that hides the fewest models, those of the roll least of all, and none that can be chosen. */
  settle() {
    if (this.root.hidden) return;
    const covered = this.narrow.matches ? [] : this.covered();
    const models = covered.map(({number, box, weight}) => ({
      box,
      weight: this.involved.has(number) ? Math.max(4, weight) : weight,
    }));
    document.querySelector(".stage")?.append(this.root);
    const boxes = CORNERS.map((corner) => {
      this.root.className = `tray ${corner}`;
      return this.root.getBoundingClientRect();
    });
    const place = this.narrow.matches ? -1 : freest(boxes, models);
    this.root.className = `tray ${CORNERS[place] ?? "beside"}`;
    if (place < 0) document.querySelector(this.narrow.matches ? ".panel > .ask" : ".panel > .log")?.before(this.root);
  }

  /** Show the roll of a step.
   * @param {Pick<NumberedStep, "roll" | "sentences" | "events">} step
   * @param {Model[]} models */
  show(step, models) {
    if (!step.roll) return;
    this.involved = new Set(step.events.flatMap((event) => [event.who, event.whom]));
    this.root.replaceChildren(
      cast(step.roll, 34, isCalm() ? "" : " tumbling"),
      el(
        "div",
        {class: "means"},
        step.sentences
          .slice(0, 4)
          .map((each) => el("p", {}, rich(each.text, models), " ", chip(this.system, each.clause))),
      ),
    );
    this.root.hidden = false;
    this.settle();
    clearTimeout(this.timer);
    if (!this.narrow.matches)
      this.timer = setTimeout(() => {
        this.root.hidden = true;
      }, 5000);
  }
}

/** The index of the box that hides least of some models; -1 where each hides one that must not be covered.
 * @param {Box[]} boxes
 * @param {Pick<Covered, "box" | "weight">[]} models */
export function freest(boxes, models) {
  const hides = boxes.map((own) => models.reduce((sum, {box, weight}) => sum + (overlaps(own, box) ? weight : 0), 0));
  const least = Math.min(...hides);
  return least < Infinity ? hides.indexOf(least) : -1;
}

/** Whether two boxes of the screen overlap.
 * @param {Box} one
 * @param {Box} other */
const overlaps = (one, other) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** Who rolls the dice of a seat, as people say it.
 * @type {[DiceWord, string][]} */
export const ROLLERS = [
  ["server", "The server rolls"],
  ["physical", "I roll, and type the faces"],
  ["either", "As I like, each time"],
];

/** A choice of who rolls.
 * @param {string} label
 * @param {DiceWord} now
 * @param {(term: DiceWord) => void} choose
 * @param {[DiceWord, string][]} [rollers] */
export const rollerChoice = (label, now, choose, rollers = ROLLERS) =>
  el(
    "label",
    {class: "roller"},
    el("span", {}, label),
    el(
      "select",
      {onchange: ({currentTarget}) => choose(/** @type {DiceWord} */ (currentTarget.value))},
      rollers.map(([value, text]) => el("option", {value, selected: value === now}, text)),
    ),
  );

/** Whose some dice are, in a phrase.
 * @param {AwaitedDie[]} dice */
const ownersOf = (dice) => listed([...new Set(dice.flatMap(({of}) => (of ? [of.name] : [])))]);

/** What is there already of a roll of several, and whom the rest waits for; nothing of a roll of one.
 * @param {AwaitedRoll} roll
 * @param {(seat: string) => string} called */
export function gathered({dice: awaited}, called) {
  if (new Set(awaited.map(({seats}) => seats.join())).size < 2) return null;
  return el(
    "ul",
    {class: "gathered", "aria-label": "The dice of this roll"},
    awaited.map(({of, side, seats, face}) => {
      const state = face
        ? String(face)
        : face === 0 || !seats.length
          ? "the server rolls"
          : `waiting for ${seats.map(called).join(" or ")}`;
      return el(
        "li",
        {class: side ?? ""},
        el("b", {}, of?.name ?? (side ? `Side ${side.toUpperCase()}` : "A die")),
        `: ${state}`,
      );
    }),
  );
}

/** A form for the faces of physical dice; with `roll` the server may roll them instead.
 * @param {{dice: number, sides: number, of?: AwaitedDie[]}} node
 * @param {(faces: number[]) => void} send
 * @param {(() => void) | null} [roll] */
export function typedDice(node, send, roll = null) {
  const whose = ownersOf(node.of ?? []),
    what = `${node.dice} ${node.dice === 1 ? "die" : "dice"} of ${node.sides} sides${whose && ` for ${whose}`}`;
  /** @type {number[]} */
  const faces = [];
  const shown = el("div", {class: "cast", "aria-live": "polite"});
  const done = el(
    "button",
    {type: "button", class: "primary", disabled: true, onclick: () => send(faces)},
    "Use these dice",
  );
  const refresh = () => {
    shown.replaceChildren(
      ...faces.map((face) => die(face, "", 30, node.sides > 6 ? KITE : "")),
      ...Array(node.dice - faces.length)
        .fill(0)
        .map(() => el("i", {class: "slot"})),
    );
    done.toggleAttribute("disabled", faces.length !== node.dice);
  };
  const keys = [...Array(Math.min(node.sides, 20)).keys()].map((each) =>
    el(
      "button",
      {
        type: "button",
        class: "face",
        "aria-label": `A ${each + 1}`,
        onclick: () => {
          if (faces.length < node.dice) faces.push(each + 1);
          refresh();
        },
      },
      node.sides <= 6 ? die(each + 1, "", 28) : each + 1,
    ),
  );
  refresh();
  return el(
    "div",
    {class: "own-dice"},
    el(
      "p",
      {},
      `Roll ${what}, and tap what ${node.dice === 1 ? "it shows" : "they show"}`,
      roll ? ", or let the server roll." : ".",
    ),
    shown,
    el("div", {class: "faces"}, keys),
    el(
      "div",
      {class: "row"},
      el(
        "button",
        {
          type: "button",
          onclick: () => {
            faces.pop();
            refresh();
          },
        },
        "Remove the last",
      ),
      roll && el("button", {type: "button", onclick: roll}, "Roll for me"),
      done,
    ),
  );
}
