// The keys of a match: digits choose, arrows move the cursor, Enter confirms, Escape lets go.

import {byId} from "./dom.js";

/** @type {Record<string, [number, number]>} */
const ARROWS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1]};

/** What keys ask of the page of a match.
 * @typedef {object} Keyed
 * @property {unknown} drawn nothing before the first news
 * @property {boolean} isPlayer
 * @property {{press(key: string): boolean}} panel
 * @property {{toggleAdvice(): void}} header
 * @property {() => void} escape
 * @property {() => void} enter
 * @property {(command: {kind: "undo"}) => unknown} send
 * @property {(x: number, y: number, isFar: boolean) => void} [arrow]
 * @property {() => Record<string, () => unknown>} commands */

/** @param {Keyed} page */
export function keys(page) {
  document.addEventListener("keydown", (event) => {
    const {target} = event;
    if (!(target instanceof HTMLElement || target instanceof SVGElement)) return;
    const isTyping = target.matches("input, select, textarea");
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") || !page.drawn) return;
    if (event.key === "Escape") {
      target.blur();
      page.escape();
      return;
    }
    if (isTyping || target.closest(".log, details[open]")) return;
    if (!done(page, event, target)) return;
    event.preventDefault();
    if (target.closest("button, a, summary")) target.blur(); // so that Enter confirms, and does not press it again
  });
  document.addEventListener("click", (event) => {
    if (!event.detail || !(event.target instanceof Element)) return;
    const button = event.target.closest("header button, .modes button, .zooms button");
    if (button instanceof HTMLElement) button.blur();
  });
}

/** Whether a key did something.
 * @param {Keyed} page
 * @param {KeyboardEvent} event
 * @param {Element} target */
function done(page, event, target) {
  const {panel} = page,
    {key} = event;
  if (key in ARROWS && page.arrow) {
    page.arrow(...ARROWS[key], event.shiftKey);
    return true;
  }
  if (key === "Enter" || key === " ") {
    const isOther = target.closest("button, a, summary") && !target.closest(".table");
    if (isOther) return false;
    page.enter();
    return true;
  }
  /** @type {Record<string, () => unknown>} */
  const commands = {
    u: () => page.isPlayer && page.send({kind: "undo"}),
    v: () => page.header.toggleAdvice(),
    "/": () => byId("typed").focus(),
    ...page.commands(),
  };
  if (panel.press(key.toLowerCase())) return true;
  if (!(key in commands)) return false;
  commands[key]();
  return true;
}
