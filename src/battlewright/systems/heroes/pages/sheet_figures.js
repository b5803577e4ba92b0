// A sheet as it lies on the table: every value with its parts and clause, beside the fields of its builder.

import {el, svg} from "/static/dom.js";
import {chip, cited} from "/static/rules.js";
import {capital} from "/static/text.js";

/** @import {Bonus, Breakdown, Deed, KeyedLine, Note, Oddity} from "interface" */

/** @typedef {Breakdown & {weaknesses: Oddity[]}} ShownSheet */

/** The values that are parts of a bar, in which each has its colour. */
const IN_BARS = ["Health", "Wounds", "Morale", "Stress", "Dodge", "Parry", "Armor"];
/** @param {number} number */
const signed = (number) => (number < 0 ? `−${-number}` : `+${number}`);

/** The chips of the clauses that a value follows.
 * @param {string} system
 * @param {{clauses: string[]}} of */
const clauses = (system, of) => of.clauses.flatMap((each) => [" ", chip(system, each)]);

/** Remarks, each with its clause.
 * @param {string} system
 * @param {Note[]} notes */
const remarks = (system, notes) => notes.map((each) => el("li", {}, capital(each.text), clauses(system, each)));

/** A value: its name, how it comes about, and the number.
 * @param {string} system
 * @param {Bonus | KeyedLine} line */
const value = (system, line) =>
  el(
    "li",
    {"data-tag": line.name, class: IN_BARS.includes(line.name) && line.name.toLowerCase()},
    el("b", {}, line.name),
    el("output", {}, line.value),
    el(
      "small",
      {},
      cited(system, line.formula),
      clauses(system, line),
      line.notes.map((each) => [`, ${each.text}`, clauses(system, each)]),
    ),
  );

/** A bar of parts that add up.
 * @param {{key: string, value: number}[]} parts */
function bar(parts) {
  const whole = Math.max(
    parts.reduce((sum, each) => sum + each.value, 0),
    1,
  );
  let from = 0;
  return svg(
    "svg",
    {class: "bar-of", "aria-hidden": "true"},
    parts.map(({key, value: width}) => {
      const x = from;
      from += width;
      return svg("rect", {
        class: key,
        x: `${(100 * x) / whole}%`,
        width: `${(100 * width) / whole}%`,
        height: "100%",
      });
    }),
  );
}

/** What an action comes to.
 * @param {string} system
 * @param {Deed} deed */
export const deedLines = (system, deed) => [
  el(
    "p",
    {},
    deed.roll && [
      el("b", {}, `${signed(deed.roll.value)} to hit`),
      " · ",
      cited(system, deed.roll.formula),
      clauses(system, deed.roll),
    ],
    deed.roll && deed.damage && " · ",
    deed.damage && [
      el("b", {}, deed.damage),
      ` ${deed.types.join(", ") || "Health"}`,
      deed.potency > 0 && [`, Spell Potency ${deed.potency} in it`, " ", chip(system, "H.R8")],
    ],
  ),
  el("ul", {class: "remarks"}, remarks(system, deed.notes)),
];

/** The sheet.
 * @param {string} system
 * @param {ShownSheet} shown */
export function sheetFigures(system, shown) {
  /** @param {(Bonus | KeyedLine)[]} lines */
  const values = (lines) =>
    el(
      "ul",
      {class: "values"},
      lines.map((each) => value(system, each)),
    );
  /** @type {(name: string, ...parts: (ChildNode | false)[]) => HTMLElement} */
  const block = (name, ...parts) => el("section", {"data-tag": name}, el("h3", {}, name), parts);
  const kind = shown.player ? "Player's character" : "Game master's";
  const [health, wounds, morale, stress] = shown.pools;
  /** @type {(name: string, lines: KeyedLine[]) => HTMLElement} */
  const natures = (name, lines) =>
    el(
      "p",
      {"data-tag": name},
      el("b", {}, `${name}: `),
      lines.length
        ? lines.map((each, index) => [index > 0 && ", ", `${each.name} ${each.value}`, clauses(system, each)])
        : "none",
    );
  return [
    el(
      "header",
      {},
      el("h2", {}, shown.name),
      el("p", {class: "soft"}, `${kind} · level ${shown.level} · ${shown.physical[2].parts[0].name}`),
    ),
    el(
      "dl",
      {class: "scores-of"},
      shown.attributes.map((each) =>
        el(
          "div",
          {title: `${each.name}: ${each.affects.join(", ")}`},
          el("dt", {}, el("abbr", {title: each.name}, each.name.slice(0, 3))),
          el("dd", {}, each.value),
        ),
      ),
    ),
    block("Pools", bar([health, wounds]), values([health, wounds]), bar([morale, stress]), values([morale, stress])),
    block(
      "Physical Defence",
      bar(shown.physical.slice(0, 3)),
      values(shown.physical),
      el(
        "p",
        {class: "soft"},
        `An attack roll: ${shown.bands.map((each) => each.text).join(", ")}`,
        clauses(system, shown.bands[0]),
      ),
    ),
    block("Arcane Defence", values(shown.arcane)),
    block("Spells and initiative", values([...shown.magic, shown.initiative])),
    block(
      "Actions",
      el(
        "ul",
        {class: "actions-of"},
        shown.actions.map((each) =>
          el(
            "li",
            {},
            el("b", {}, each.name),
            el("span", {class: "soft"}, ` ${capital(each.kind)} · ${each.ap} AP`),
            deedLines(system, each),
          ),
        ),
      ),
    ),
    block(
      "Nature",
      natures("Resists", shown.resistances),
      natures("Vulnerable to", shown.vulnerabilities),
      shown.conditions.length > 0 && el("p", {}, el("b", {}, "Enters: "), shown.conditions.join(", ")),
      el("p", {}, el("b", {}, "Bloodied: "), shown.bloodied.text, clauses(system, shown.bloodied)),
    ),
    shown.weaknesses.length > 0 &&
      block(
        "Weaknesses",
        el(
          "ul",
          {class: "weak"},
          shown.weaknesses.map((each) => el("li", {}, cited(system, capital(each.text)))),
        ),
      ),
  ];
}
