// The account of a battle as a waterfall: from the chance at the beginning to the result, each part with its steps.

import {el, svg} from "./dom.js";

/** @import {AccountPart, MatchReportData, StepChange} from "interface" */

/** @typedef {"a" | "b"} Side */
/** A button that leads to a moment, with the number of its step.
 * @typedef {(at: number, step?: number) => HTMLElement} To */
/** A part as a side sees it: what it is called, its whole points and their error, and where its bar begins and ends.
 * @typedef {{key: string, title: string, points: number, error: number, from: number, to: number}} Row */

const TITLES = {
  start: "Before the first choice",
  dice: "The dice",
  choices: "",
  edits: "The game master",
  end: "The early end",
  result: "Result",
};
const ORDER = ["start", "dice", "own", "theirs", "edits", "end", "result"];
const MOST = 8;

/** Points with their sign: +7, −3, ±0.
 * @param {number} value */
export const points = (value) => {
  const rounded = Math.round(value);
  return `${rounded > 0 ? "+" : rounded < 0 ? "−" : "±"}${Math.abs(rounded)}`;
};

/** The key of a part from the view of a side.
 * @param {Pick<StepChange, "part" | "side">} part
 * @param {Side} side */
const keyOf = (part, side) => (part.part !== "choices" ? part.part : part.side === side ? "own" : "theirs");

/** The rows of the waterfall from the view of a side; they add up.
 * @param {AccountPart[]} account
 * @param {Record<string, string>} names
 * @param {Side} side
 * @returns {Row[]} */
export function rowsOf(account, names, side) {
  const seen = account
    .map((part) => {
      const isLevel = part.part === "start" || part.part === "result";
      const own = side === "a" ? part.rounded : isLevel ? 100 - part.rounded : -part.rounded;
      return {part, isLevel, key: keyOf(part, side), points: own || 0};
    })
    .sort((one, other) => ORDER.indexOf(one.key) - ORDER.indexOf(other.key));
  let level = 0;
  return seen.map(({part, isLevel, key, points: value}) => {
    const from = isLevel ? 0 : level;
    level = from + value;
    const title = part.side ? `Choices of ${names[part.side]}` : TITLES[part.part];
    return {key, title, points: value, error: part.error, from, to: level};
  });
}

/** The waterfall: a part opens to its steps, which lead to the table.
 * @param {Pick<MatchReportData, "account" | "changes" | "first_choice" | "steps" | "unknown">} report
 * @param {Record<string, string>} names
 * @param {Side} side
 * @param {To} to a button that leads to a step */
export function waterfall(report, names, side, to) {
  const rows = rowsOf(report.account, names, side);
  const low = Math.min(0, ...rows.map((each) => each.to)),
    high = Math.max(100, ...rows.map((each) => each.to));
  return el(
    "ul",
    {class: "waterfall"},
    rows.map((row, index) => {
      const isLevel = row.key === "start" || row.key === "result";
      const value = isLevel ? String(row.points) : points(row.points);
      const give = row.error >= 0.5 ? ` give or take ${Math.round(row.error)}` : "";
      const spoken = `${row.title}: ${value} points${give}`;
      return el(
        "li",
        {},
        el(
          "details",
          {class: isLevel || !row.points ? "level" : row.points < 0 ? "loss" : "gain"},
          el(
            "summary",
            {"aria-label": spoken},
            el("span", {}, row.title),
            bar(row, rows[index + 1], low, high, isLevel ? side : ""),
            el("b", {}, value),
          ),
          el("div", {class: "part"}, explained(row, report, names, side, to)),
        ),
      );
    }),
  );
}

/** The bar of a row, the line on to the next one, and its standard error.
 * @param {Row} row
 * @param {Row | undefined} next
 * @param {number} low
 * @param {number} high
 * @param {string} side */
function bar(row, next, low, high, side) {
  const [left, right] = [Math.min(row.from, row.to), Math.max(row.from, row.to)];
  return svg(
    "svg",
    {viewBox: `${low - 2} 0 ${high - low + 4} 20`, "aria-hidden": "true", class: side},
    svg("line", {class: "even", x1: 50, x2: 50, y1: 0, y2: 20}),
    svg("rect", {x: left, y: 4, width: Math.max(right - left, 0.8), height: 12, rx: 1.2}),
    row.error >= 0.5 && svg("line", {class: "error", x1: row.to - row.error, x2: row.to + row.error, y1: 10, y2: 10}),
    next && svg("line", {class: "on", x1: row.to, x2: row.to, y1: 16, y2: 24}),
  );
}

/** What a part says when it is opened: in words, and its steps, the surest first: the largest, less their error.
 * @param {Row} row
 * @param {Pick<MatchReportData, "changes" | "first_choice" | "steps" | "unknown">} report
 * @param {Record<string, string>} names
 * @param {Side} side
 * @param {To} to */
function explained(row, report, names, side, to) {
  const {key} = row,
    sign = side === "a" ? 1 : -1;
  if (key === "start")
    return [
      el("p", {}, `The chance of ${names[side]} at this moment: rosters, table and who began. `),
      to(report.first_choice, report.first_choice + 1),
    ];
  if (key === "result") return [el("p", {}, "How it ended. "), to(report.steps)];
  if (key === "end") return [el("p", {}, "What the chance still was when the battle was given up or agreed on.")];
  const changed = report.changes
    .filter((each) => keyOf(each, side) === key)
    .map((each) => ({...each, points: sign * each.points}))
    .filter((each) => Math.abs(each.points) >= 0.5)
    .sort((one, other) => Math.abs(other.points) - other.error - Math.abs(one.points) + one.error);
  /** @param {typeof changed[number]} each */
  const item = (each) =>
    el(
      "li",
      {class: `step ${each.side ?? ""}`},
      to(key === "dice" ? each.number + 1 : each.number, each.number + 1),
      el("p", {}, each.sentence),
      el(
        "b",
        {class: each.points < 0 ? "loss" : "gain"},
        points(each.points),
        el("small", {}, ` ± ${Math.round(each.error)}`),
      ),
    );
  const rest = changed.slice(MOST);
  return [
    changed.length
      ? el("ol", {class: "changes"}, changed.slice(0, MOST).map(item))
      : el("p", {}, "No single step is known to have changed much."),
    rest.length
      ? el("details", {}, el("summary", {}, `${rest.length} more`), el("ol", {class: "changes"}, rest.map(item)))
      : null,
    key === "dice" && Math.abs(report.unknown) >= 0.5
      ? el("p", {}, `What nobody could know, as choices were secret: ${points(sign * report.unknown)}.`)
      : null,
  ];
}
