// The log of the battle in plain words, with the dice in it.

import {dice} from "./dice.js";
import {el} from "./dom.js";
import {chip, rich} from "./rules.js";

/** @import {News, NumberedStep} from "interface" */
/** @import {Model} from "./rules.js" */

/** Shows the steps of the battle, without undone ones. */
export class Log {
  /**
   * @param {string} system
   * @param {((step: NumberedStep) => void) | null} [change] what changes a roll, where somebody may */
  constructor(system, change = null) {
    this.system = system;
    this.change = change;
    /** @type {Map<number, HTMLElement>} */
    this.steps = new Map();
    this.root = el("section", {class: "log", "aria-label": "What has happened", tabindex: 0});
    this.isAtEnd = true;
    this.isWaiting = false;
    this.was = 0;
    this.root.addEventListener("scroll", () => {
      const {scrollTop, scrollHeight, clientHeight} = this.root;
      if (scrollHeight - scrollTop - clientHeight < 40) this.isAtEnd = true;
      else if (scrollTop < this.was) this.isAtEnd = false;
      this.was = scrollTop;
    });
    new ResizeObserver(() => this.toEnd()).observe(this.root);
  }

  /** Remove undone steps.
   * @param {Pick<News, "news">} news */
  takeBack({news}) {
    for (const {kind, to} of news) if (kind === "undo" && to !== undefined) this.drop(to);
  }

  /** Write down a step, with a note about it.
   * @param {NumberedStep} step
   * @param {Model[]} models
   * @param {string} [note] */
  add(step, models, note) {
    this.steps.get(step.number)?.remove();
    const node = line(step, models, this.system) ?? (note ? el("div", {class: `step ${step.side ?? ""}`}) : null);
    if (!node) return;
    if (note) node.prepend(el("p", {class: "soft"}, rich(note, models)));
    if (this.change && step.roll)
      node.append(
        el(
          "button",
          {type: "button", class: "change", "aria-label": "Change this roll", onclick: () => this.change?.(step)},
          "Change",
        ),
      );
    this.steps.set(step.number, node);
    this.put(step.number, node);
  }

  /** Write down what is no step: nothing takes it back.
   * @param {number} number
   * @param {string} text */
  remark(number, text) {
    this.put(number, el("div", {class: "step remark"}, el("p", {}, text)));
  }

  /** Put an entry at its place.
   * @param {number} number
   * @param {HTMLElement} node */
  put(number, node) {
    node.dataset.number = String(number);
    const after = [...this.root.children].findLast(
      (each) => each instanceof HTMLElement && Number(each.dataset.number) < number,
    );
    if (after) after.after(node);
    else this.root.prepend(node);
    this.toEnd();
  }

  /** Scroll to the end, unless the reader has scrolled up; once a frame, since it lays the page out. */
  toEnd() {
    if (this.isWaiting) return;
    this.isWaiting = true;
    requestAnimationFrame(() => {
      this.isWaiting = false;
      if (this.isAtEnd) this.root.scrollTop = this.root.scrollHeight;
    });
  }

  /** @param {number} from */
  drop(from) {
    for (const [number, node] of this.steps) {
      if (number < from) continue;
      node.remove();
      this.steps.delete(number);
    }
  }
}

/** A step of the log; null where there is nothing to say about it.
 * @param {Pick<NumberedStep, "events" | "roll" | "sentences" | "side">} step
 * @param {Model[]} models
 * @param {string} system */
export function line(step, models, system) {
  const rounds = step.events
    .filter((event) => event.kind === "round")
    .map((event) => el("h3", {}, `Round ${event.round}`));
  const sentences = step.sentences.filter((each) => each.kind !== "round"),
    {roll} = step;
  if (!sentences.length && !rounds.length && !roll) return null;
  const rolled =
    roll && el("span", {class: "rolled"}, dice(roll, 20), roll.reading && el("span", {class: "soft"}, roll.reading));
  const texts = sentences.map((each, index) =>
    el("p", {}, index === 0 && rolled, rich(each.text, models), " ", chip(system, each.clause)),
  );
  return el("div", {class: `step ${step.side ?? ""}`}, texts.length ? texts : rolled, rounds);
}
