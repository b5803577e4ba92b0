// The win chance over a battle: a line with its band, the rounds, the key moments; it leads to any step.

import {el, svg} from "./dom.js";
import {percent} from "./text.js";

/** @import {RolledOut} from "interface" */

/** The chance of the first side after some steps, with its band.
 * @typedef {Omit<RolledOut, "battles">} Point */

/** A key moment: after which step, and the chance before and after it.
 * @typedef {{at: number, words: string, before: number, after: number}} Mark */

/** @typedef {{at: number, round: number}} Round */
/** @typedef {"a" | "b"} Side */

const [EDGE, TOP, NARROW] = [8, 6, 560];
const SHAPES = {a: "●", b: "⬢"};

/** The chance at any step: on the line between the points beside it.
 * @param {Point[]} points
 * @param {number} at
 * @returns {Omit<Point, "at"> | null} */
export function chanceAt(points, at) {
  const after = points.findIndex((each) => each.at >= at);
  if (after < 0) return points.at(-1) ?? null;
  const [one, other] = [points[Math.max(after - 1, 0)], points[after]];
  const share = other.at === one.at ? 0 : (at - one.at) / (other.at - one.at);
  /** @param {"chance" | "low" | "high"} name */
  const between = (name) => one[name] + (other[name] - one[name]) * share;
  return {chance: between("chance"), low: between("low"), high: between("high")};
}

export class Chart {
  /** @type {Point[]} */
  points = [];
  /** @type {Mark[]} */
  marks = [];
  /** @type {Round[]} */
  rounds = [];
  at = 0;
  wide = 0;
  high = 0;
  waiting = "The win chance is being computed";
  dot = svg("circle", {r: 4.5});
  cursor = svg("g", {class: "now"});
  /** @type {SVGRectElement | null} */
  scrub = null;

  /**
   * @param {number} steps
   * @param {Record<string, string>} names those of both sides
   * @param {(at: number) => unknown} go called with the number of steps that somebody wants to see
   */
  constructor(steps, names, go) {
    this.steps = steps;
    this.names = names;
    this.go = go;
    this.root = el("div", {class: "chart"});
    this.readout = el("p", {class: "readout soft"});
    new ResizeObserver(([entry]) => this.draw(Math.round(entry.contentRect.width))).observe(this.root);
  }

  /**
   * @param {Point[]} points
   * @param {Mark[]} marks
   * @param {Round[]} rounds
   */
  set(points, marks, rounds) {
    this.points = points;
    this.marks = marks;
    this.rounds = rounds;
    this.draw(this.wide);
  }

  /** There will be no line: the sentence says why.
   * @param {string} sentence */
  fail(sentence) {
    this.waiting = sentence;
    this.draw(this.wide);
  }

  /** @param {number} at */
  x(at) {
    return EDGE + (at / Math.max(this.steps, 1)) * (this.wide - 2 * EDGE);
  }

  /** @param {number} chance */
  y(chance) {
    return TOP + (1 - chance) * (this.high - 2 * TOP);
  }

  /** The chance at a step, in words.
   * @param {number} at */
  told(at) {
    const value = chanceAt(this.points, at);
    if (!value) return "";
    const {chance, low, high} = value,
      band = high - low > 0.005 ? ` (${percent(low)}–${percent(high)})` : "";
    return `${this.names.a} ${percent(chance)}${band}`;
  }

  /** @param {number} wide */
  draw(wide) {
    this.wide = wide;
    this.high = wide < NARROW ? 76 : 104;
    if (!wide) return;
    const HIGH = this.high;
    /** @param {"chance" | "low" | "high"} name */
    const path = (name) => this.points.map((each) => `${this.x(each.at).toFixed(1)} ${this.y(each[name]).toFixed(1)}`);
    const line = path("chance"),
      [left, right] = [EDGE, wide - EDGE];
    /** @type {(points: string[], edge: number) => string} */
    const closed = (points, edge) => `M${left} ${edge}L${points.join("L")}L${right} ${edge}Z`;
    const middle = this.y(0.5);
    this.cursor.replaceChildren(svg("line", {y1: TOP, y2: HIGH - TOP}), this.dot);
    this.scrub = svg("rect", {
      class: "scrub",
      x: 0,
      y: 0,
      width: wide,
      height: HIGH,
      tabindex: 0,
      role: "slider",
      "aria-label": "Win chance over the battle",
      "aria-valuemin": 0,
      "aria-valuemax": this.steps,
      onpointerdown: (event) => this.press(event),
      onpointermove: (event) => this.hover(event),
      onpointerleave: () => this.show(this.at),
    });
    /** @type {(side: Side, y: number) => Node} */
    const name = (side, y) =>
      svg(
        "text",
        {class: `side ${side}`, x: left + 8, y},
        this.wide < NARROW ? SHAPES[side] : `${SHAPES[side]} ${this.names[side]}`,
      );
    const drawn = !line.length
      ? [
          svg("rect", {class: "empty", x: left, y: TOP, width: right - left, height: HIGH - 2 * TOP, rx: 6}),
          svg("text", {class: "axis wait", x: wide / 2, y: middle + 4}, this.waiting),
        ]
      : [
          svg("path", {class: "share b", d: closed(line, TOP)}),
          svg("path", {class: "share a", d: closed(line, HIGH - TOP)}),
          svg("path", {class: "band", d: `M${path("high").join("L")}L${path("low").reverse().join("L")}Z`}),
          svg("line", {class: "even", x1: left, x2: right, y1: middle, y2: middle}),
          svg("text", {class: "axis", x: right - 6, y: middle - 4}, "even"),
          this.rounds.map((each, index) => this.tick(each, this.rounds[index + 1]?.at ?? this.steps)),
          svg("path", {class: "line", d: `M${line.join("L")}`}),
          name("b", TOP + 15),
          name("a", HIGH - TOP - (this.rounds.length ? 19 : 8)),
        ];
    this.root.replaceChildren(
      svg(
        "svg",
        {
          class: "chances",
          width: wide,
          height: HIGH,
          viewBox: `0 0 ${wide} ${HIGH}`,
          role: "group",
          "aria-label": "A chart of the win chance",
        },
        drawn,
        this.cursor,
        this.scrub,
        this.marks.map((mark, index) => this.mark(mark, index + 1)),
      ),
    );
    this.show(this.at);
  }

  /** Where a round begins.
   * @param {Round} round
   * @param {number} next where it ends */
  tick({at, round}, next) {
    const [x, room] = [this.x(at), this.x(next) - this.x(at)],
      bottom = this.high - TOP;
    const text = room > 56 ? `round ${round}` : room > 14 ? round : "";
    return [
      svg("line", {class: "tick", x1: x, x2: x, y1: TOP, y2: bottom}),
      text && svg("text", {class: "axis round-at", x: x + 4, y: bottom - 5}, text),
    ];
  }

  /**
   * @param {Mark} mark
   * @param {number} number
   */
  mark(mark, number) {
    const change = `${this.names.a} ${percent(mark.before)} to ${percent(mark.after)}`;
    const words = `Key moment ${number}, step ${mark.at}: ${mark.words}. ${change}.`;
    const go = () => this.go(mark.at);
    return svg(
      "g",
      {
        class: "key",
        transform: `translate(${this.x(mark.at)} ${this.y(chanceAt(this.points, mark.at)?.chance ?? 0.5)})`,
        role: "button",
        tabindex: 0,
        "aria-label": words,
        onclick: go,
        onkeydown: (event) => {
          if (event.key === "Enter" || event.key === " ") {
            event.preventDefault();
            event.stopPropagation();
            go();
          }
        },
        onpointerenter: () => {
          this.readout.textContent = words;
        },
        onfocus: () => {
          this.readout.textContent = words;
        },
      },
      svg("title", {}, words),
      svg("circle", {class: "target", r: 15}),
      svg("path", {d: "M0-9 9 0 0 9-9 0Z"}),
      svg("text", {y: 4}, number),
    );
  }

  /** The step under a pointer.
   * @param {PointerEvent} event */
  under(event) {
    const box = this.root.getBoundingClientRect();
    return Math.max(
      0,
      Math.min(this.steps, Math.round(((event.clientX - box.left - EDGE) / (this.wide - 2 * EDGE)) * this.steps)),
    );
  }

  /** @param {PointerEvent & {readonly currentTarget: Element}} event */
  press(event) {
    event.currentTarget.setPointerCapture(event.pointerId);
    this.go(this.under(event));
  }

  /** @param {PointerEvent} event */
  hover(event) {
    const at = this.under(event);
    if (event.buttons & 1) this.go(at);
    else this.place(at, `Step ${at}: ${this.told(at)}`);
  }

  /** Show where the replay is.
   * @param {number} at */
  show(at) {
    this.at = at;
    if (!this.scrub) return;
    this.scrub.setAttribute("aria-valuenow", String(at));
    this.scrub.setAttribute("aria-valuetext", `Step ${at}. ${this.told(at)}`);
    this.place(at, this.told(at));
  }

  /**
   * @param {number} at
   * @param {string} words
   */
  place(at, words) {
    const value = chanceAt(this.points, at);
    this.cursor.setAttribute("transform", `translate(${this.x(at)} 0)`);
    this.dot.setAttribute("r", value ? "4.5" : "0");
    this.dot.setAttribute("cy", String(value ? this.y(value.chance) : 0));
    this.readout.textContent = words;
  }
}
