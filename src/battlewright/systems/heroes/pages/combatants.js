// Combatants of Heroes as cards: pools as bars, defences with their breakdown, conditions, neighbours; and the sheet.

import {el, openDialog, svg} from "/static/dom.js";
import {disc} from "/static/presenter.js";
import {chip} from "/static/rules.js";
import {capital, title} from "/static/text.js";

/** @import {Bonus, Breakdown, CombatantCard, Deed, Has, KeyedLine, Limit} from "interface" */
/** @import {Child} from "/static/dom.js" */

/** A card as the page shows it, with the AP that a turn has.
 * @typedef {CombatantCard & {apOfTurn: number}} Combatant */

/** What hears of a card: `explained` where its defences are shown, or no more; `edited` of what a game master changes.
 * @typedef {object} Listener
 * @property {(card: Combatant) => void} picked
 * @property {(card: Combatant) => void} opened
 * @property {(card: Combatant, at: HTMLElement | null) => void} explained
 * @property {((words: string) => void) | null} edited */

/** @type {Record<string, string>} */
const SHORT = {dodge: "Dodge", parry: "Parry", armor: "Armor", willpower: "Will", fortitude: "Fort", reflex: "Reflex"};
/** What the names of the numbers begin with that are uses of actions. */
const USES = "uses ";
const POOLS = ["health", "wounds", "morale", "stress"];
/** @type {[string, "pools" | "physical" | "arcane" | "magic" | "resistances" | "vulnerabilities"][]} */
const SECTIONS = [
  ["Pools", "pools"],
  ["Physical Defence", "physical"],
  ["Arcane defences", "arcane"],
  ["Magic", "magic"],
  ["Resistances", "resistances"],
  ["Vulnerabilities", "vulnerabilities"],
];

/**
 * @param {Combatant} card
 * @param {string} name
 */
export const numberOf = (card, name) => card.numbers.find((each) => each.name === name);

/** A combatant.
 * @param {Combatant} card
 * @param {string} letters
 * @param {Combatant[]} cards
 * @param {Listener} listener */
export function combatant(card, letters, cards, listener) {
  const isKnown = card.sheet !== null,
    ap = numberOf(card, "ap"),
    cover = numberOf(card, "cover");
  const name = el(
    "button",
    {
      type: "button",
      class: "who-is",
      "aria-label": `${card.name} (${card.tag}): ${isKnown ? "its sheet" : "its sheet is secret"}`,
      onclick: () => listener.opened(card),
    },
    disc(card.side, letters),
    el("span", {}, el("b", {}, card.name), el("small", {}, state(card))),
  );
  return el(
    "article",
    {
      class: `combatant ${card.side}${card.acting ? " acting" : ""}${card.out ? " out" : ""}`,
      "data-tag": card.tag,
      onclick: ({target}) => {
        if (!(target instanceof Element && target.closest("button"))) listener.picked(card);
      },
    },
    el("header", {}, name, ap && dots(card, ap)),
    el(
      "div",
      {class: "pools"},
      POOLS.map((each) => pool(each, numberOf(card, each), card, listener.edited)),
    ),
    isKnown ? defences(card, listener) : el("p", {class: "secret"}, "Defences ?"),
    el("div", {class: "marks"}, marks(card, cover), ring(card, cards)),
  );
}

/** The AP of the combatant that acts: a dot for each that a turn has by the rulings of the match, and for those
 * beyond it.
 * @param {Combatant} card
 * @param {Limit} ap */
export function dots(card, ap) {
  const count = Math.max(card.apOfTurn, ap.now);
  return el(
    "span",
    {class: `ap ${card.side}`, role: "img", "aria-label": `${ap.now} AP`},
    Array.from({length: count}, (_, place) => el("i", {class: place < ap.now ? "on" : ""})),
  );
}

/** @param {Combatant} card */
function state(card) {
  if (card.out) return "out";
  return [card.acting ? "acts" : card.tag, card.seems].filter(Boolean).join(" · ");
}

/** A pool: its number, and a bar that is full where nothing is lost (or, of Wounds and Stress, where all is).
 * @param {string} name
 * @param {Limit | undefined} number
 * @param {Combatant} card
 * @param {Listener["edited"]} edited */
function pool(name, number, card, edited) {
  const words = number ? `${number.now}/${number.most}` : "?";
  const bar = el("i", {class: `fill ${name}`});
  if (number) bar.style.width = `${(100 * number.now) / Math.max(number.most, 1)}%`;
  const inside = [
    el("span", {class: "label"}, capital(name)),
    el("b", {}, words),
    el("span", {class: `track-of${number ? "" : " unknown"}`, "aria-hidden": "true"}, number && bar),
  ];
  if (!edited || !number) return el("div", {class: "pool"}, inside);
  return el(
    "button",
    {
      type: "button",
      class: "pool",
      title: `Change ${capital(name)}`,
      "aria-label": `${capital(name)} of ${card.name}: ${words}. Change it`,
      onclick: () => edited(`${card.tag} ${name}`),
    },
    inside,
  );
}

/** The six defences; what they are made of is shown while they are looked at.
 * @param {Combatant} card
 * @param {Listener} listener */
function defences(card, listener) {
  /** @param {string} name */
  const cell = (name) => el("span", {class: "defence"}, el("small", {}, SHORT[name]), el("b", {}, card.defences[name]));
  /** @param {(PointerEvent | FocusEvent) & {currentTarget: HTMLElement}} event */
  const show = (event) => {
    const isTouch = event instanceof PointerEvent && event.pointerType === "touch";
    if (!isTouch && event.currentTarget.matches(":hover, :focus-visible"))
      listener.explained(card, event.currentTarget);
  };
  const hide = () => listener.explained(card, null);
  return el(
    "button",
    {
      type: "button",
      class: "defences",
      "aria-describedby": "breakdown",
      "aria-label": `Defences of ${card.name}: ${Object.entries(card.defences)
        .map(([name, value]) => `${title(name)} ${value}`)
        .join(", ")}`,
      onpointerenter: show,
      onpointerleave: hide,
      onfocus: show,
      onblur: hide,
      onclick: () => listener.opened(card),
    },
    Object.keys(card.defences).map(cell),
  );
}

/** Where the defences come from: what they are now, and the sheet's sum with its clause.
 * @param {Combatant} card
 * @param {Breakdown} sheet */
export function breakdown(card, sheet) {
  /** @param {{key: string}} line */
  const now = (line) => card.defences[line.key];
  const lines = [...sheet.physical, ...sheet.arcane].filter((line) => now(line) !== undefined);
  const isAsOnSheet = sheet.physical.every((line) => now(line) === undefined || now(line) === line.value);
  return [
    el("b", {}, card.name),
    el(
      "table",
      {},
      el(
        "tbody",
        {},
        lines.map((line) =>
          el(
            "tr",
            {},
            el("th", {scope: "row"}, line.name),
            el("td", {class: "sum"}, now(line)),
            el(
              "td",
              {},
              `${now(line) !== line.value ? `now; ${line.value} = ` : "= "}${line.formula}`,
              el("small", {}, ` ${line.clauses.join(", ")}`),
            ),
          ),
        ),
      ),
    ),
    isAsOnSheet ? el("p", {class: "soft"}, sheet.bands.map((each) => each.text).join(" · ")) : "",
  ];
}

/**
 * @param {Combatant} card
 * @param {Limit | undefined} cover
 */
function marks(card, cover) {
  /** @param {Pick<Has, "turns">} each */
  const turns = (each) => (each.turns ? ` ${each.turns} ${each.turns === 1 ? "turn" : "turns"}` : "");
  /** @param {number} amount */
  const signed = (amount) => (amount < 0 ? `−${-amount}` : `+${amount}`);
  const found = [
    ...card.conditions.map((each) =>
      el("li", {class: "condition"}, el("b", {}, each.name), turns(each), each.by && ` by ${each.by}`),
    ),
    ...card.modifiers.map((each) =>
      el("li", {}, `${each.name || "by hand"}: ${each.component} ${signed(each.amount)}${turns(each)}`),
    ),
    ...card.hazards.map((each) => el("li", {class: "condition"}, each)),
  ];
  if (cover?.now) found.push(el("li", {}, `${cover.now}% hidden`));
  for (const {name, now, most} of card.numbers)
    if (name.startsWith(USES)) found.push(el("li", {}, `${capital(name.slice(USES.length))}: ${now} of ${most} uses`));
  return el(
    "ul",
    {"aria-label": `Conditions of ${card.name}`},
    found.length ? found : el("li", {class: "none"}, "no conditions"),
  );
}

/** Who stands around: eight places in a ring, the first at the top.
 * @param {Combatant} card
 * @param {Combatant[]} cards */
function ring(card, cards) {
  if (!card.ring.some(Boolean)) return null;
  const found = card.ring.map((tag, place) => ({tag, place, other: cards.find((each) => each.tag === tag)}));
  const told = found.flatMap(({place, other}) => (other ? [`${other.name} at ${place + 1}`] : [])).join(", ");
  /** @param {number} place */
  const at = (place) => [Math.sin((place * Math.PI) / 4) * 21, -Math.cos((place * Math.PI) / 4) * 21];
  /** @param {typeof found[number]} neighbour */
  const shape = ({tag, place, other}) => {
    const [x, y] = at(place);
    if (!other) return svg("circle", {class: "place", cx: x, cy: y, r: 2});
    return svg(
      "g",
      {class: `near-by ${other.side}`, transform: `translate(${x} ${y})`},
      svg("circle", {r: 7.5}),
      svg("text", {y: 2.8}, tag),
    );
  };
  return svg(
    "svg",
    {class: "ring-of", viewBox: "-30 -30 60 60", role: "img", "aria-label": `Around ${card.name}: ${told}`},
    svg("circle", {class: "orbit", r: 21}),
    svg("circle", {class: `self ${card.side}`, r: 6}),
    found.map(shape),
  );
}

/** The sheet of a combatant: every value with its parts, each clause a chip.
 * @param {Combatant} card
 * @param {string} system */
export function openSheet(card, system) {
  const {sheet} = card;
  /** @param {{clauses: string[]}} cited */
  const clauses = ({clauses: all}) => all.flatMap((each) => [" ", chip(system, each)]);
  /** @param {Bonus | KeyedLine} each */
  const line = (each) =>
    el(
      "p",
      {},
      el("b", {}, `${each.name} ${each.value}`),
      ` = ${each.formula}`,
      clauses(each),
      each.notes.map((note) => [`, ${note.text}`, clauses(note)]),
    );
  /** @param {Deed} each */
  const deed = (each) =>
    el(
      "p",
      {},
      el("b", {}, each.name),
      ` · ${each.kind}, ${each.ap} AP`,
      each.target && ` · against ${title(each.target)}`,
      each.damage && ` · ${each.damage} ${each.types.join(" and ")}`,
      each.roll && [` · attack +${each.roll.value}`, clauses(each.roll)],
      each.notes.map((note) => [` · ${note.text}`, clauses(note)]),
    );
  /**
   * @param {string} heading
   * @param {HTMLElement[]} rows
   */
  const section = (heading, rows) => rows.length > 0 && [el("h3", {}, heading), ...rows];
  const inside = sheet
    ? [
        el("p", {class: "soft"}, sheet.about),
        section("Actions", sheet.actions.map(deed)),
        section("Attributes", [
          el(
            "p",
            {class: "attributes"},
            sheet.attributes.map((each) =>
              el("span", {title: each.affects.join(", ")}, el("small", {}, each.name), el("b", {}, each.value)),
            ),
          ),
        ]),
        SECTIONS.map(([heading, name]) => section(heading, sheet[name].map(line))),
        section("Initiative", [line(sheet.initiative)]),
        section(
          "Items",
          sheet.items.map((each) => el("p", {}, each.text, clauses(each))),
        ),
        section("Bloodied", [el("p", {}, capital(sheet.bloodied.text), clauses(sheet.bloodied))]),
      ]
    : [el("p", {}, "This sheet is secret: you know only what is visible at the table.")];
  openDialog(
    el(
      "dialog",
      {class: "rule-card sheet-card", "aria-labelledby": "sheet-name"},
      el("h2", {id: "sheet-name"}, card.name),
      inside,
      el("form", {method: "dialog"}, el("button", {class: "primary"}, "Close")),
    ),
  );
}
