// Cards to print and cut, of the files of every rulebook that has cards for them.

import {ask, get, ready} from "./api.js";
import {el} from "./dom.js";
import {page} from "./nav.js";
import {loadPaper, onPaper} from "./paper.js";
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

/** A file whose cards are asked for: a shipped one, or one of one's own.
 * @typedef {{printed: Printed, key: "mine" | "shipped", id: string, name: string}} Chosen */

/** @param {Element} app */
export async function show(app) {
  const query = new URLSearchParams(location.search);
  const {systems} = await ready(() => get("/api/systems"));
  adopt(systems);
  const all = systems.flatMap((system) =>
    Object.entries(system.pages?.cards ?? {}).map(([kind, module]) => ({system, kind, module})),
  );
  const chosen = chosenIn(query, all);
  const main = await page(app, "/mine", "Cards", "/static/cards.css"),
    heading = el("h1"),
    count = el("p", {class: "soft", role: "status"}),
    tools = el("div", {class: "row tools"}),
    sheet = el("div", {class: "print-sheet"});
  await loadPaper();
  /** @type {(of: Chosen) => Promise<HTMLElement[]>} */
  const cardsOf = async (of) => {
    /** @type {[CardModule, {shown: Shown}]} */
    const [module, {shown}] = await Promise.all([import(of.printed.module), load(of)]);
    return module.cards(shown, query);
  };
  const draw = async () => {
    const made = (await Promise.all(chosen.map(cardsOf))).flat(),
      /** @type {CardModule} */ first = await import(chosen[0].printed.module),
      name = chosen.length > 1 ? `${chosen[0].name} and ${chosen.length - 1} more` : chosen[0].name;
    heading.textContent = `Cards: ${name}`;
    document.title = `Cards: ${name} · Battlewright`;
    sheet.replaceChildren(...made);
    onPaper(() => {
      for (const each of made) fold(each);
    });
    const sides = sheet.childElementCount;
    count.textContent =
      `${made.length === 1 ? "1 card" : `${made.length} cards`} of 95 by 65 mm, eight on a sheet of A4 or letter. ` +
      `Print at 100%, and cut along the dashes${sides > made.length ? "; fold along the dots" : ""}.`;
    tools.replaceChildren(
      el("button", {type: "button", class: "primary", onclick: () => window.print()}, "Print"),
      picker(all, chosen),
      first.tools?.(query) ?? "",
      chosen.length === 1 ? el("a", {class: "button", href: `/build?${addressOf(chosen)}`}, "Edit") : "",
    );
  };
  const more = chooser(all, chosen, async () => {
    const address = addressOf(chosen);
    for (const [key, value] of query) if (!KEYS.includes(key)) address.append(key, value);
    history.replaceState(null, "", `/cards?${address}`);
    await draw();
  });
  main.append(el("div", {class: "no-print"}, heading, count, tools, more), sheet);
  await draw();
}

/** What an address says of which files are chosen. */
const KEYS = ["system", "kind", "mine", "shipped"];

/** The files that an address names, or the one that is shown where it names none.
 * @param {URLSearchParams} query
 * @param {Printed[]} all
 * @returns {[Chosen, ...Chosen[]]} */
function chosenIn(query, all) {
  const own = query.getAll("mine").map((id) => {
    const mine = thing(id),
      printed = all.find(({system, kind}) => mine && system.name === mine.system && kind === mine.kind);
    if (!mine) throw new Error("This browser has no such thing of yours.");
    if (!printed) throw new Error(`There are no cards of ${mine.kind} here.`);
    return ownOne(printed, mine);
  });
  const [kind, of] = [query.get("kind"), query.get("system")];
  const printed = all.find(({system, ...each}) => (!kind || each.kind === kind) && (!of || system.name === of));
  const named = query.getAll("shipped");
  if (!printed && (named.length || !own.length)) throw new Error(`There are no cards of ${kind ?? "anything"} here.`);
  if (!named.length && !own.length && printed) {
    const {pages, shelves} = printed.system;
    named.push(pages?.names.find((each) => shelves[printed.kind].includes(each)) ?? shelves[printed.kind][0]);
  }
  const [first, ...rest] = [...own, ...named.flatMap((name) => (printed ? shippedOne(printed, name) : []))];
  return [first, ...rest];
}

/** @type {(printed: Printed, mine: Thing) => Chosen} */
const ownOne = (printed, {id, name}) => ({printed, key: "mine", id, name});
/** @type {(printed: Printed, name: string) => Chosen} */
const shippedOne = (printed, name) => ({printed, key: "shipped", id: name, name: title(name)});

/** The part of an address that names files.
 * @param {Chosen[]} chosen */
function addressOf(chosen) {
  const {system, kind} = (chosen.find(({key}) => key === "shipped") ?? chosen[0]).printed;
  return new URLSearchParams([["system", system.name], ["kind", kind], ...chosen.map(({key, id}) => [key, id])]);
}

/** A file with its derived values.
 * @param {Chosen} chosen
 * @returns {Promise<{shown: any}>} */
function load({printed: {system, kind}, key, id}) {
  const path = /** @type {const} */ (`/api/systems/${system.name}/${kind}`),
    mine = key === "mine" && thing(id);
  return mine ? ask("POST", path, {file: mine.file}) : get(`${path}/${encodeURIComponent(id)}`);
}

/** All files of a kind, one's own first.
 * @param {Printed} printed */
const ownOf = (printed) =>
  things({system: printed.system.name, kind: printed.kind}).map((each) => ownOne(printed, each));
/** @param {Printed} printed */
const shippedOf = (printed) => printed.system.shelves[printed.kind].map((name) => shippedOne(printed, name));
/** @type {(one: Chosen, other: Chosen) => boolean} */
const isSame = (one, other) => one.id === other.id && one.printed === other.printed;

/** The choice of another file.
 * @param {Printed[]} all
 * @param {Chosen[]} chosen */
function picker(all, chosen) {
  /** @type {(label: string, options: Chosen[]) => HTMLElement | false} */
  const group = (label, options) =>
    options.length > 0 &&
    el(
      "optgroup",
      {label},
      options.map((each) =>
        el("option", {value: String(addressOf([each])), selected: isSame(each, chosen[0])}, each.name || "(no name)"),
      ),
    );
  return el(
    "select",
    {"aria-label": "Cards of", onchange: (event) => location.assign(`/cards?${event.currentTarget.value}`)},
    all.map((each) => group(`Your ${each.kind}`, ownOf(each))),
    all.map((each) => group(`${each.system.title}: ${each.kind}`, shippedOf(each))),
  );
}

/** The choice of more files, whose cards are printed together: shipped ones of the kind, and one's own of the system.
 * @param {Printed[]} all
 * @param {Chosen[]} chosen
 * @param {() => unknown} changed */
function chooser(all, chosen, changed) {
  const {printed} = chosen.find(({key}) => key === "shipped") ?? chosen[0];
  const known = [...all.filter(({system}) => system === printed.system).flatMap(ownOf), ...shippedOf(printed)];
  return el(
    "details",
    {class: "more-cards"},
    el("summary", {}, "Add more cards to this sheet"),
    el(
      "div",
      {class: "row"},
      known.map((each) =>
        el(
          "label",
          {class: "check"},
          el("input", {
            type: "checkbox",
            checked: chosen.some((other) => isSame(each, other)),
            onchange: ({currentTarget}) => {
              const at = chosen.findIndex((other) => isSame(each, other));
              if (currentTarget.checked) chosen.push(each);
              else if (chosen.length > 1) chosen.splice(at, 1);
              else currentTarget.checked = true;
              changed();
            },
          }),
          each.name || "(no name)",
        ),
      ),
    ),
  );
}

/** A card: its name, a word at its right, and its parts.
 * @param {string} head
 * @param {string} tail
 * @param {Child[]} parts */
export function frame(head, tail, ...parts) {
  const isLong = head.length > LONG_NAME;
  return el(
    "article",
    {class: isLong ? "card long" : "card"},
    el("header", {}, el("h2", {}, head), el("span", {}, tail)),
    ...parts,
  );
}
const LONG_NAME = 26;

/** The part of a card that stands closer where there is little room, and goes on behind it, item by item.
 * @param {Child[]} items */
export const flow = (...items) => el("ul", {class: "flow"}, ...items);

/** Let what has no room on a card go on behind it, so that nothing is cut off. Each second side is a back; a side whose
 * one item is too long for it grows.
 * @param {HTMLElement} card
 * @param {number} [side] */
function fold(card, side = 0) {
  const list = card.querySelector(".flow"),
    head = card.querySelector("header");
  if (!list || !head) return;
  const isFull = () => [list, card].some((each) => each.scrollHeight > each.clientHeight);
  if (isFull()) list.classList.add("dense");
  const next = el("article", {class: "card on"}, head.cloneNode(true), el("ul", {class: "flow dense"})),
    least = side ? 1 : 0;
  while (isFull() && list.children.length > least)
    next.lastElementChild?.prepend(list.children[list.children.length - 1]);
  if (isFull()) card.classList.add("tall");
  if (!next.querySelector("li")) return;
  next.classList.toggle("long", card.classList.contains("long"));
  if (side % 2) next.classList.add("opens");
  else {
    card.classList.add("opens", "folds");
    next.classList.add("back");
  }
  card.after(next);
  fold(next, side + 1);
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
