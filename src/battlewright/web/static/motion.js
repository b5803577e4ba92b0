// Shows what steps did: their pace, and marks over cards that say who acts, at whom, and what came of it.

import {stylesheet, svg} from "./dom.js";

/** @import {NumberedStep, Reference} from "interface" */

/** A text at a card: the number of its model, what it says, and in which tone: hit, missed, critical, hurt, healed.
 * @typedef {{of: number, text: string, tone?: string}} Told */

/** What a step did: who acts, at whom, and what is told of it.
 * @typedef {{who: number | null, whom: number | null, told: Told[]}} Deed */

/** A step that waits to be shown: how long it usually takes, in milliseconds, and how it is shown in a share of it.
 * @typedef {{length: number, show: (share: number) => Promise<unknown>}} Shown */

const MOST = 6000,
  HURRIED = 0.08,
  WITHIN = 0.8;

/** Shows steps one after the other: all that wait in at most some seconds, and faster once a key or the pointer is
 * pressed. Nothing waits for it that does not want to. */
export class Playback {
  constructor() {
    /** @type {(Shown & {share: number})[]} */
    this.waiting = [];
    /** @type {Promise<void> | null} */
    this.running = null;
  }

  get isRunning() {
    return this.running !== null;
  }

  /** Show some steps after those that wait; resolves once none is left.
   * @param {Shown[]} steps */
  add(steps) {
    this.waiting.push(...steps.map((each) => ({...each, share: 1})));
    const share = shareOf(this.waiting);
    for (const each of this.waiting) each.share = Math.min(each.share, share);
    this.running ??= this.run();
    return this.running;
  }

  async run() {
    const hurry = () => this.hurry();
    addEventListener("keydown", hurry);
    addEventListener("pointerdown", hurry);
    for (let next = this.waiting[0]; next; next = this.waiting[0]) {
      const shown = next.show(next.share);
      if (!document.hidden) await shown; // nobody sees the rest: a page in the background waits long
      this.waiting.shift();
    }
    removeEventListener("keydown", hurry);
    removeEventListener("pointerdown", hurry);
    this.running = null;
  }

  hurry() {
    for (const each of this.waiting) each.share = HURRIED;
  }

  /** Show no more than the step that is shown now. */
  stop() {
    this.waiting.splice(1);
  }
}

/** The share of their usual time that some steps may take.
 * @param {{length: number}[]} steps */
export const shareOf = (steps) => Math.min(1, MOST / steps.reduce((sum, each) => sum + each.length, 0));

/** How long a deed is shown, in milliseconds.
 * @param {Deed} deed
 * @param {boolean} isRoll */
export function timeOf({who, whom, told}, isRoll) {
  if (isRoll && (whom !== null || told.length)) return 1100;
  return told.length ? 900 : whom !== null && whom !== who ? 650 : 120;
}

/** The models after a step, by the cards that it changed; one that is new is as it is in the end.
 * @template {Reference} Model
 * @param {Model[]} before
 * @param {Pick<NumberedStep, "cards">} step
 * @param {Model[]} last */
export function changed(before, {cards = []}, last) {
  return last.map((each) => {
    const card = cards.find(({number}) => number === each.number);
    return {...(before.find(({number}) => number === each.number) ?? each), ...card};
  });
}

/** A box on the screen.
 * @typedef {Pick<DOMRect, "x" | "y" | "width" | "height">} Box */

/** A line between the middles of two boxes, from just within the one to just within the other.
 * @param {Box} one
 * @param {Box} other
 * @returns {[[number, number], [number, number]]} */
export function between(one, other) {
  const [from, to] = [one, other].map((each) => [each.x + each.width / 2, each.y + each.height / 2]);
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  /** @param {Box} box */
  const reach = (box) =>
    Math.min(box.width / 2 / Math.abs(dx || 1e-9), box.height / 2 / Math.abs(dy || 1e-9), 0.5) * WITHIN;
  const [out, into] = [reach(one), reach(other)];
  return [
    [from[0] + dx * out, from[1] + dy * out],
    [to[0] - dx * into, to[1] - dy * into],
  ];
}

/** Marks over the cards of a deck. They never take a click, and without motion they stand still. */
export class Marks {
  /** @param {HTMLElement} deck what has the cards, and scrolls */
  constructor(deck) {
    stylesheet("/static/motion.css");
    this.deck = deck;
    this.root = svg("svg", {class: "deed-marks", "aria-hidden": "true"});
    this.timer = 0;
    this.top = 0;
    deck.addEventListener("scroll", () => this.follow());
  }

  /** Show a deed for some time.
   * @param {Deed} deed
   * @param {{number: number, tag: string}[]} models
   * @param {number} milliseconds */
  show({who, whom, told}, models, milliseconds) {
    clearTimeout(this.timer);
    this.top = this.deck.scrollTop;
    const origin = this.root.getBoundingClientRect(),
      above = this.deck.getBoundingClientRect().y - origin.y; // what stands over the deck stays free
    this.root.style.clipPath = `inset(${above}px 0 0)`;
    /** @param {number | null} number */
    const boxOf = (number) => {
      const card = this.cardOf(models, number);
      if (!card) return null;
      const {x, y, width, height} = card.getBoundingClientRect();
      return {x: x - origin.x, y: y - origin.y, width, height};
    };
    const [actor, target] = [boxOf(who), whom === who ? null : boxOf(whom)];
    /** @type {Map<number, number>} */
    const rows = new Map();
    const texts = told.flatMap(({of, text, tone}) => {
      const box = boxOf(of),
        row = rows.get(of) ?? 0;
      rows.set(of, row + 1);
      if (!box) return [];
      const y = Math.max(above + 26, Math.min(box.y + 0.42 * box.height, origin.height - 12)) + 28 * row;
      return {x: box.x + box.width / 2, y, words: svg("text", {class: `told ${tone ?? ""}`}, text)};
    });
    const placed = texts.map(({words}) => svg("g", {}, words));
    this.root.replaceChildren(
      svg(
        "g",
        {},
        actor && frame(actor, "acts"),
        target && frame(target, "aimed-at"),
        actor && target && arrow(...between(actor, target)),
        placed,
      ),
    );
    texts.forEach(({x, y, words}, index) => {
      const half = words.getComputedTextLength() / 2 + 6;
      const within = Math.max(half, Math.min(x, origin.width - half));
      placed[index].setAttribute("transform", `translate(${within} ${y})`);
    });
    this.timer = setTimeout(() => this.clear(), milliseconds);
  }

  /** Scroll the deck until those whom a deed is about are in view, the target above all.
   * @param {Deed} deed
   * @param {{number: number, tag: string}[]} models */
  reveal({who, whom, told}, models) {
    for (const number of [who, whom ?? told[0]?.of]) {
      const card = this.cardOf(models, number);
      if (!card) continue;
      const [box, view] = [card, this.deck].map((each) => each.getBoundingClientRect());
      const over = Math.max(0, box.bottom + 8 - view.bottom),
        under = Math.min(0, box.top - 8 - view.top);
      this.deck.scrollBy({top: under || Math.min(over, box.top - 8 - view.top)});
    }
  }

  /** The card of a model.
   * @param {{number: number, tag: string}[]} models
   * @param {number | null | undefined} number */
  cardOf(models, number) {
    const tag = models.find((each) => each.number === number)?.tag;
    return tag ? this.deck.querySelector(`[data-tag="${CSS.escape(tag)}"]`) : null;
  }

  /** Stay at the cards while the deck is scrolled. */
  follow() {
    this.root.firstElementChild?.setAttribute("transform", `translate(0 ${this.top - this.deck.scrollTop})`);
  }

  clear() {
    clearTimeout(this.timer);
    this.root.replaceChildren();
  }
}

/**
 * @param {Box} box
 * @param {string} kind
 */
const frame = ({x, y, width, height}, kind) =>
  svg("rect", {class: kind, x: x - 2, y: y - 2, width: width + 4, height: height + 4, rx: 13});

/**
 * @param {[number, number]} from
 * @param {[number, number]} to
 */
function arrow(from, to) {
  const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
  /** @param {number} turn */
  const wing = (turn) => [to[0] - 13 * Math.cos(angle + turn), to[1] - 13 * Math.sin(angle + turn)].map(Math.round);
  return svg(
    "g",
    {class: "aim"},
    svg("path", {class: "under", d: `M${from}L${to}`}),
    svg("path", {class: "shaft", d: `M${from}L${to}`, pathLength: 1}),
    svg("path", {class: "head", d: `M${to}L${wing(0.45)}L${wing(-0.45)}Z`}),
  );
}
