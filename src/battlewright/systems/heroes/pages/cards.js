// Cards of sheets: of one, or of all that an encounter or a party has, with its traps and hazards.

import {figures, flow, frame} from "/static/cards.js";
import {el} from "/static/dom.js";
import {capital} from "/static/text.js";

/** @import {Bonus, Breakdown, Deed, KeyedLine} from "interface" */

/** A sheet, and those who have it.
 * @typedef {{names: string[], enters: string[], sheet: Breakdown}} Entrant */
/** A trap or a hazard.
 * @typedef {{name: string, kind: string, among: string[], notes: {text: string}[]}} Threat */
/** What is shown of an encounter or a party.
 * @typedef {{name: string, entrants: Entrant[], threats?: Threat[]}} Gathering */

/** The most of what one enters with that stands in one paragraph. */
const FEW = 6;

/** @param {Breakdown | Gathering} shown */
export function cards(shown) {
  if (!("entrants" in shown)) return [sheetCard(shown)];
  const {name, entrants, threats = []} = shown;
  return [
    ...entrants.map(({sheet, names, enters}) => sheetCard(sheet, names, enters, name)),
    ...threats.map((each) => threatCard(each, name)),
  ];
}

/** The card of a sheet, and of those who have it.
 * @param {Breakdown} sheet
 * @param {string[]} names
 * @param {string[]} enters
 * @param {string} [of] where they are */
function sheetCard(sheet, names = [sheet.name], enters = [], of = "") {
  const {physical, bands, arcane, magic, initiative, resistances, vulnerabilities, conditions, bloodied} = sheet;
  const several = names.length > 1,
    [only] = names;
  return frame(
    several || only === sheet.name ? sheet.name : `${only} (${sheet.name})`,
    `${several ? `${names.length} · ` : ""}Level ${sheet.level}`,
    el(
      "p",
      {class: "rank-line"},
      [sheet.player ? "Player's character" : "Game master's", armourOf(sheet), of].filter(Boolean).join(" · "),
    ),
    figures(sheet.attributes.map((each) => [each.name, each.value])),
    el(
      "div",
      {class: "values"},
      [physical.map(value), arcane.map(value), [...magic.map(value), bonus(initiative)]].map((row) => el("p", {}, row)),
    ),
    flow(
      several ? poolTable(sheet, names) : pools(sheet),
      said("Attacked", bands.map((each) => each.text).join(", ")),
      (enters.length > FEW ? enters : [enters.join("; ")]).map((text) => said("Enters", text)),
      said("Conditions at the start", conditions.join(", ")),
      said("When Bloodied", bloodied.text),
      el("li", {}, [part("Resists", resistances), " ", part("Vulnerable to", vulnerabilities)]),
      sheet.actions.map(action),
      sheet.items.map(({text}) => el("li", {}, text)),
      sheet.about && el("li", {class: "about"}, sheet.about),
    ),
  );
}

/** @param {Breakdown} sheet */
const armourOf = ({armour}) => (armour === "unarmored" ? armour : `${armour} armour`);
/** @param {KeyedLine} line */
const value = ({name, value}) => el("span", {}, `${name} `, el("b", {}, value));
/** @param {Bonus} line */
const bonus = ({name, value, dice}) => el("span", {}, `${name} `, el("b", {}, `${dice}${signed(value)}`));
/** @param {KeyedLine} line */
const amount = ({name, value}) => `${name} ${value}`;
/** @type {(name: string, lines: KeyedLine[]) => (HTMLElement | string)[]} */
const part = (name, lines) => [el("b", {}, `${name}: `), `${lines.map(amount).join(", ") || "nothing"}.`];
/** @param {number} number */
const signed = (number) => (number < 0 ? `−${-number}` : number ? `+${number}` : "");

/** @param {string} name
 * @param {string} text */
const said = (name, text) => text && el("li", {}, el("b", {}, `${name}: `), text);

/** Room to write what is left of each pool.
 * @param {Breakdown} sheet */
const pools = ({pools}) =>
  el(
    "li",
    {class: "pools"},
    pools.map((each) => el("span", {}, el("b", {}, `${each.name} `), el("span", {class: "blank"}), `/${each.value}`)),
  );

/** The same for each of several.
 * @param {Breakdown} sheet
 * @param {string[]} names */
const poolTable = ({pools}, names) => [
  el(
    "li",
    {class: "pool-row"},
    el("span"),
    pools.map((each) => el("span", {}, el("b", {}, each.name), ` ${each.value}`)),
  ),
  names.map((name) =>
    el(
      "li",
      {class: "pool-row"},
      el("b", {}, name),
      pools.map(() => el("span", {class: "blank"})),
    ),
  ),
];

/** A weapon, a spell or a talent, with all that it does.
 * @param {Deed} deed */
function action(deed) {
  const target = deed.target === "physical" ? "Physical Defence" : capital(deed.target ?? ""),
    roll = deed.roll && `${deed.roll.dice}${signed(deed.roll.value)}`;
  const first = [
    `${deed.kind}, ${deed.ap} AP`,
    roll && `${roll} against ${target}`,
    deed.damage && `${deed.target ? "" : "heals "}${deed.damage} ${deed.types.join(" and ")}`.trim(),
  ];
  const notes = [...(deed.roll?.notes ?? []), ...deed.notes].map(({text}) => capital(text));
  return said(deed.name, `${[first.filter(Boolean).join(" · "), ...notes].join(". ")}.`);
}

/** The card of a trap or a hazard, for the game master.
 * @param {Threat} threat
 * @param {string} of where it is */
const threatCard = ({name, kind, among, notes}, of) =>
  frame(
    name,
    capital(kind),
    el("p", {class: "rank-line"}, `Game master's · ${of}`),
    flow(
      notes.map(({text}) => el("li", {}, `${capital(text)}.`)),
      said("Threatens", among.join(", ") || "nobody at first"),
    ),
  );
