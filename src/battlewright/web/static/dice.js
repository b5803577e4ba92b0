// Dice as dice: their pips, what they had to reach, and what they meant. Physical dice are typed in here too.

import {calm, el, svg} from "./dom.js";
import {chip, rich} from "./rules.js";

const CORNERS = ["", "high", "left", "high left"];
const narrow = matchMedia("(max-width: 760px)");
const PIPS = {1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8]};

/** The outline of a die with more sides than six. */
export const KITE = "M12 .8 22.6 9.4 12 23.2 1.4 9.4Z";

/** Dice that are read as they lie. */
export const plainReading = () => ({marks: [], words: "", verdict: "", kind: ""});

/** A die that shows a face; kinds: six, good, bad. One of more sides than six has a shape of its own, and a number. */
export function die(face, kind = "", size = 22, shape = "") {
  const pips = (shape ? [] : PIPS[face] ?? []).map((each) => svg("circle", {cx: 7 + (each % 3) * 5, cy: 7 + Math.floor(each / 3) * 5, r: 1.8}));
  const shown = pips.length ? pips : svg("text", {x: 12, y: shape ? 14.6 : 16, class: face > 9 ? "two" : ""}, face);
  return svg("svg", {class: `die ${kind}`, viewBox: "0 0 24 24", width: size, height: size, role: "img", "aria-label": String(face)},
    shape ? svg("path", {class: "body", d: shape}) : svg("rect", {class: "body", x: 1, y: 1, width: 22, height: 22, rx: 5.5}), shown);
}

/** The last roll, large, over a corner of the table for some seconds. */
export class Tray {
  constructor(system, reading = plainReading) {
    Object.assign(this, {system, reading});
    this.root = el("div", {class: "tray", hidden: true});
    narrow.addEventListener("change", () => this.move());
  }

  move() {
    if (narrow.matches) document.querySelector(".panel")?.prepend(this.root);
    else document.querySelector(".stage")?.append(this.root);
  }

  hide() {
    this.root.hidden = true;
  }

  /** Take the corner that hides the fewest models, and those of the roll least of all. */
  settle(involved) {
    const models = [...document.querySelectorAll(".stage .model")].map((each) => ({box: each.getBoundingClientRect(), weight: involved.has(Number(each.dataset.model)) || each.matches(".acting") ? 4 : each.matches(".done") ? 1 : 2}));
    const hides = CORNERS.map((corner) => {
      this.root.className = `tray ${corner}`;
      const own = this.root.getBoundingClientRect();
      return models.reduce((sum, {box, weight}) => sum + (overlaps(own, box) ? weight : 0), 0);
    });
    this.root.className = `tray ${CORNERS[hides.indexOf(Math.min(...hides))]}`;
  }

  /** Where there is little room, it stands in the panel until the next question; else over the corner that is free. */
  show(step, models) {
    const {marks, words, verdict, kind, shape} = this.reading(step);
    const dice = step.faces.slice(0, 24).map((face, each) => die(face, marks[each], 34, shape));
    this.root.replaceChildren(
      el("div", {class: `cast${calm.matches ? "" : " tumbling"}`}, dice, words && el("span", {class: "sum-of"}, words),
        verdict && el("strong", {class: `verdict ${kind}`}, verdict)),
      ...step.told.slice(0, 4).map((each) => el("p", {}, rich(each.text, models), " ", chip(this.system, each.clause))));
    this.root.hidden = false;
    if (!narrow.matches) this.settle(new Set(step.events.flatMap((event) => [event.who, event.whom])));
    clearTimeout(this.timer);
    if (!narrow.matches) this.timer = setTimeout(() => { this.root.hidden = true; }, 5000);
  }
}

/** Whether two boxes of the screen overlap. */
const overlaps = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** A form for the faces of physical dice. */
export function typedDice(node, send) {
  const faces = [];
  const shown = el("div", {class: "cast", "aria-live": "polite"});
  const done = el("button", {type: "button", class: "primary", disabled: true, onclick: () => send(faces)}, "These are my dice");
  const refresh = () => {
    shown.replaceChildren(...faces.map((face) => die(face, "", 30, node.sides > 6 ? KITE : "")), ...Array(node.dice - faces.length).fill(0).map(() => el("i", {class: "slot"})));
    done.toggleAttribute("disabled", faces.length !== node.dice);
  };
  const keys = [...Array(Math.min(node.sides, 20)).keys()].map((each) => el("button", {type: "button", class: "face", "aria-label": `A ${each + 1}`,
    onclick: () => { if (faces.length < node.dice) faces.push(each + 1); refresh(); }}, node.sides <= 6 ? die(each + 1, "", 28) : each + 1));
  refresh();
  return el("div", {class: "own-dice"},
    el("p", {}, `Roll ${node.dice} ${node.dice === 1 ? "die" : "dice"} of ${node.sides} sides, and tap what they show.`), shown,
    el("div", {class: "faces"}, keys), el("div", {class: "row"},
      el("button", {type: "button", onclick: () => { faces.pop(); refresh(); }}, "Remove the last"), done));
}
