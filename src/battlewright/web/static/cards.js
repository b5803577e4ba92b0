// Cards to print and cut, of the files of every rulebook that has cards for them.

import {ask, get, ready} from "./api.js";
import {el, ownFiles} from "./dom.js";
import {page} from "./nav.js";
import {singular, title} from "./text.js";

/** @import {SystemInfo, SystemPages} from "interface" */
/** @import {Child} from "./dom.js" */

/** A system that has cards of the files of one of its shelves.
 * @typedef {SystemInfo & {pages: SystemPages, kind: string, word: string}} Printed */

/** The module of a system's cards; `tools` are for what its cards can be changed by.
 * @typedef {object} CardModule
 * @property {(shown: Shown, query: URLSearchParams) => HTMLElement[]} cards
 * @property {(query: URLSearchParams) => HTMLElement} [tools] */

/** A file as its system shows it.
 * @typedef {{name: string}} Shown */

/** @param {Element} app */
export async function show(app) {
  const query = new URLSearchParams(location.search),
    mine = query.get("mine");
  const {systems} = await ready(() => get("/api/systems"));
  const all = systems.flatMap(({pages, ...each}) =>
    pages?.cards ? {...each, pages, kind: pages.shelf, word: singular(pages.shelf)} : [],
  );
  const system = all.find(({kind, word}) => (mine ? mine in ownFiles(kind) : query.has(word))) ?? all[0];
  if (!system) throw new Error("No rulebook here has cards.");
  /** @type {[CardModule, Awaited<ReturnType<typeof load>>]} */
  const [{cards, tools}, found] = await Promise.all([import(system.pages.cards), load(system, query)]);
  const shown = /** @type {Shown} */ (found.shown);
  const main = await page(app, "/build", `Cards: ${shown.name}`, "/static/cards.css"),
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
        system.pages.build &&
          el(
            "a",
            {class: "button", href: `/build?system=${system.name}${mine ? "" : `&${system.word}=${found.name}`}`},
            "Edit",
          ),
      ),
    ),
    el("div", {class: "print-sheet"}, made),
  );
}

/** The file that the address names: a shipped one, or one of those that this browser keeps.
 * @param {Printed} system
 * @param {URLSearchParams} query */
async function load({name, kind, word, pages, shelves}, query) {
  const mine = query.get("mine"),
    file = mine ? ownFiles(kind)[mine] : undefined,
    path = /** @type {const} */ (`/api/systems/${name}/${kind}`);
  if (mine && !file) throw new Error(`There is no such ${word} in this browser.`);
  return file
    ? ask("POST", path, {file})
    : get(`${path}/${encodeURIComponent(query.get(word) ?? pages.names[0] ?? shelves[kind][0])}`);
}

/**
 * @param {Printed[]} all
 * @param {URLSearchParams} query
 */
function picker(all, query) {
  /** @type {(name: string, value: string, text: string) => HTMLElement} */
  const option = (name, value, text) =>
    el("option", {value: `${name}=${value}`, selected: query.get(name) === value}, text);
  /** @type {(label: string, options: HTMLElement[]) => HTMLElement | false} */
  const group = (label, options) => options.length > 0 && el("optgroup", {label}, options);
  return el(
    "select",
    {"aria-label": "Cards of", onchange: (event) => location.assign(`/cards?${event.currentTarget.value}`)},
    all.map(({kind}) =>
      group(
        `Your ${kind}`,
        Object.entries(ownFiles(kind)).map(([id, file]) => option("mine", id, file.name)),
      ),
    ),
    all.map(({title: book, kind, word, shelves}) =>
      group(
        `${book}: ${kind}`,
        shelves[kind].map((name) => option(word, name, title(name))),
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
