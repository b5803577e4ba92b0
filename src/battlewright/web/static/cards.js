// Cards to print and cut, of the files of every rulebook that has cards for them.

import {ask, get, ready} from "./api.js";
import {el} from "./dom.js";
import {page} from "./nav.js";
import {title} from "./text.js";
import {adopt, thing, things} from "./things.js";

/** @import {SystemInfo} from "interface" */
/** @import {Child} from "./dom.js" */
/** @import {Thing} from "./things.js" */

/** A kind of files that a system has cards of, and the module that makes them.
 * @typedef {{system: SystemInfo, kind: string, module: string}} Printed */

/** The module of a system's cards; `tools` are for what its cards can be changed by.
 * @typedef {object} CardModule
 * @property {(shown: Shown, query: URLSearchParams) => HTMLElement[]} cards
 * @property {(query: URLSearchParams) => HTMLElement} [tools] */

/** A file as its system shows it.
 * @typedef {{name: string}} Shown */

/** @param {Element} app */
export async function show(app) {
  const query = new URLSearchParams(location.search);
  const {systems} = await ready(() => get("/api/systems"));
  adopt(systems);
  const all = systems.flatMap((system) =>
    Object.entries(system.pages?.cards ?? {}).map(([kind, module]) => ({system, kind, module})),
  );
  const mine = thing(query.get("mine") ?? ""),
    [wanted, of] = mine ? [mine.kind, mine.system] : [query.get("kind"), query.get("system")];
  if (query.has("mine") && !mine) throw new Error("This browser has no such thing of yours.");
  const printed = all.find(({system, kind}) => (!wanted || kind === wanted) && (!of || system.name === of));
  if (!printed) throw new Error(`There are no cards of ${wanted ?? "anything"} here.`);
  /** @type {[CardModule, Awaited<ReturnType<typeof load>>]} */
  const [{cards, tools}, found] = await Promise.all([import(printed.module), load(printed, mine, query)]);
  const shown = /** @type {Shown} */ (found.shown);
  const main = await page(app, "/mine", `Cards: ${shown.name}`, "/static/cards.css"),
    made = cards(shown, query);
  main.append(
    el(
      "div",
      {class: "no-print"},
      el("h1", {}, `Cards: ${shown.name}`),
      el(
        "p",
        {class: "soft"},
        `${made.length === 1 ? "1 card" : `${made.length} cards`} of 95 by 65 mm, eight on a sheet of A4 or letter. `,
        "Print at 100%, and cut along the dashes.",
      ),
      el(
        "div",
        {class: "row tools"},
        el("button", {type: "button", class: "primary", onclick: () => window.print()}, "Print"),
        picker(all, query),
        tools?.(query),
        el(
          "a",
          {class: "button", href: `/build?${addressOf(printed, mine ? {mine: mine.id} : {shipped: found.name})}`},
          "Edit",
        ),
      ),
    ),
    el("div", {class: "print-sheet"}, made),
  );
}

/** The part of an address that names a file.
 * @param {Printed} printed
 * @param {{mine: string} | {shipped: string}} which */
const addressOf = ({system, kind}, which) => new URLSearchParams({system: system.name, kind, ...which}).toString();

/** The file that the address names: a shipped one, or one of those that this browser keeps.
 * @param {Printed} printed
 * @param {Thing | null} mine
 * @param {URLSearchParams} query */
function load({system: {name, pages, shelves}, kind}, mine, query) {
  const path = /** @type {const} */ (`/api/systems/${name}/${kind}`),
    usual = pages?.names.find((each) => shelves[kind].includes(each)) ?? shelves[kind][0];
  return mine
    ? ask("POST", path, {file: mine.file})
    : get(`${path}/${encodeURIComponent(query.get("shipped") ?? usual)}`);
}

/**
 * @param {Printed[]} all
 * @param {URLSearchParams} query
 */
function picker(all, query) {
  /** @type {(printed: Printed, which: {mine: string} | {shipped: string}, text: string) => HTMLElement} */
  const option = (printed, which, text) => {
    const [[key, id]] = Object.entries(which);
    return el("option", {value: addressOf(printed, which), selected: query.get(key) === id}, text);
  };
  /** @type {(label: string, options: HTMLElement[]) => HTMLElement | false} */
  const group = (label, options) => options.length > 0 && el("optgroup", {label}, options);
  return el(
    "select",
    {"aria-label": "Cards of", onchange: (event) => location.assign(`/cards?${event.currentTarget.value}`)},
    all.map((each) =>
      group(
        `Your ${each.kind}`,
        things({system: each.system.name, kind: each.kind}).map(({id, name}) => option(each, {mine: id}, name)),
      ),
    ),
    all.map((each) =>
      group(
        `${each.system.title}: ${each.kind}`,
        each.system.shelves[each.kind].map((name) => option(each, {shipped: name}, title(name))),
      ),
    ),
  );
}

/** A card: its name, a word at its right, and its parts.
 * @param {string} head
 * @param {string} tail
 * @param {Child[]} parts */
export function frame(head, tail, ...parts) {
  return el("article", {class: "card"}, el("header", {}, el("h2", {}, head), el("span", {}, tail)), ...parts);
}

/** Boxes to tick, some with a mark by their number.
 * @param {number} count
 * @param {Record<number, string>} marks */
export const boxes = (count, marks = {}) =>
  Array.from({length: count}, (_, index) =>
    el("i", {class: marks[index + 1] ? "box marked" : "box"}, marks[index + 1] ?? ""),
  );
/** A row of boxes with what they count.
 * @param {string} label
 * @param {HTMLElement[]} nodes
 * @param {string} [note] */
export const track = (label, nodes, note) =>
  el("div", {class: "tally"}, el("b", {}, label), el("span", {class: "boxes"}, nodes), note && el("small", {}, note));
/** Numbers with their names.
 * @param {[Child, string | number][]} rows */
export const figures = (rows) =>
  el(
    "dl",
    {class: "figures"},
    rows.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, String(value)))),
  );
