// The report of a match: the account as a waterfall, the costliest choices, key moments, dice, and how it was computed.

import {el, svg} from "./dom.js";
import {percent} from "./text.js";
import {waterfall} from "./waterfall.js";

/** @import {CostlyChoice, MatchReportData} from "interface" */
/** @import {Child} from "./dom.js" */
/** @import {Side, To} from "./waterfall.js" */
/** @import {Mark} from "./win_chance.js" */

/** An account is rough where a part has a larger standard error. */
const ROUGH = 10;

/** Both sides to what they are called.
 * @typedef {Record<string, string>} Names */

/** What a report leads to: a step, a better choice shown on the table, a match in which it is tried.
 * @typedef {object} Ways
 * @property {(at: number) => unknown} go
 * @property {(choice: CostlyChoice) => unknown} show
 * @property {(choice: CostlyChoice) => unknown} tryIt */

/** What both sides are called.
 * @param {{sides: Record<string, {name: string}>}} report
 * @returns {Names} */
export const namesOf = (report) =>
  Object.fromEntries(Object.entries(report.sides).map(([side, each]) => [side, each.name]));

/** Key moments for the chart: after which step, and the chance before and after it.
 * @param {Pick<MatchReportData, "key_moments">} report
 * @returns {(Mark & {side: string | null})[]} */
export const keyMoments = (report) =>
  report.key_moments.map(({number, sentence, side, before, after}) => ({
    at: number + 1,
    words: sentence,
    side,
    before,
    after,
  }));

/** Whose view is shown first: the reader's own, or the loser's.
 * @param {Pick<MatchReportData, "result">} report
 * @param {string | null | undefined} own
 * @returns {Side} */
export const firstView = (report, own) =>
  own === "a" || own === "b" ? own : report.result?.winner === "a" ? "b" : "a";

/** The whole report, from the view of a side; the other is one button away.
 * @param {MatchReportData} report
 * @param {Side} side
 * @param {Ways} ways */
export function reportSheet(report, side, ways) {
  const names = namesOf(report);
  /** @type {To} */
  const to = (at, step = at) =>
    el("button", {type: "button", class: "to", "aria-label": `Show step ${step}`, onclick: () => ways.go(at)}, step);
  if (!report.account.length) return [section("Why?", el("p", {class: "soft"}, noAccount(report))), dice(report)];
  return [why(report, names, side, to), costliest(report, side, ways, to), moments(report, names, side, to)]
    .filter((each) => each !== null)
    .concat(dice(report), method(report));
}

/**
 * @param {string} heading
 * @param {Child[]} inside
 */
function section(heading, ...inside) {
  return el("section", {}, el("h2", {}, heading), ...inside);
}

/**
 * @param {MatchReportData} report
 * @param {Names} names
 * @param {Side} side
 * @param {To} to
 */
function why(report, names, side, to) {
  const winner = report.result?.winner,
    did = winner === side ? "win" : winner === "draw" || !winner ? "get there" : "lose";
  return section(
    `Why did ${names[side]} ${did}?`,
    el("p", {class: "soft"}, "In points of 100; open a part to see its steps."),
    waterfall(report, names, side, to),
    report.sides[side].sentences.map((each) => el("p", {}, each)),
    report.account.some((each) => each.error > ROUGH) &&
      el("p", {class: "soft"}, "These figures are rough; with more time they become more precise (see below)."),
  );
}

/** @param {Pick<MatchReportData, "sides">} report */
const noAccount = (report) =>
  Object.keys(report.sides).length === 2
    ? "The time was too short to play on from every step of so long a battle often enough. Download the replay: " +
      "“battlewright report --seconds 120” takes more."
    : "Only a battle of two sides has an account.";

/** The choices that cost most, with what was better.
 * @param {MatchReportData} report
 * @param {Side} side
 * @param {Ways} ways
 * @param {To} to
 */
function costliest(report, side, ways, to) {
  const own = report.costliest.filter((each) => each.side === side);
  if (!own.length) return null;
  return section(
    "Costliest choices",
    el(
      "ol",
      {class: "costly"},
      own.map((each) =>
        el(
          "li",
          {class: `step ${each.side}`},
          to(each.number, each.number + 1),
          el(
            "div",
            {},
            el("p", {}, each.sentence),
            el("p", {}, el("b", {}, "Better: "), each.better.sentence),
            el("p", {class: "soft"}, `${Math.round(each.lost)} points lost, give or take ${Math.ceil(each.error)}`),
            el(
              "div",
              {class: "row"},
              el("button", {type: "button", onclick: () => ways.show(each)}, "Show it"),
              el("button", {type: "button", onclick: () => ways.tryIt(each)}, "Try it …"),
            ),
          ),
        ),
      ),
    ),
  );
}

/**
 * @param {MatchReportData} report
 * @param {Names} names
 * @param {Side} side
 * @param {To} to
 */
function moments(report, names, side, to) {
  const found = keyMoments(report);
  /** @param {number} chance */
  const seen = (chance) => percent(side === "a" ? chance : 1 - chance);
  if (!found.length) return null;
  return section(
    "Key moments",
    el(
      "ol",
      {class: "costly keys"},
      found.map((each, index) =>
        el(
          "li",
          {class: `step ${each.side ?? ""}`},
          to(each.at),
          el(
            "div",
            {},
            el("p", {}, el("span", {class: "numbered", "aria-hidden": "true"}, index + 1), each.words),
            el("p", {class: "soft"}, `${names[side]}: ${seen(each.before)} → ${seen(each.after)}`),
          ),
        ),
      ),
    ),
  );
}

/** The dice in words, with how far they were from the average.
 * @param {MatchReportData} report */
function dice(report) {
  return section(
    "Dice",
    report.rolls.length
      ? el(
          "ul",
          {class: "rolls"},
          report.rolls.map((each) =>
            el("li", {class: each.side ?? ""}, el("span", {}, each.sentence), gauge(each.sigma)),
          ),
        )
      : el("p", {class: "soft"}, "No dice were rolled."),
  );
}

/** How far a sum is from the average: a bar to the right is above it.
 * @param {number} sigma */
function gauge(sigma) {
  const far = Math.max(-3, Math.min(3, sigma)) * 10;
  return svg(
    "svg",
    {class: "gauge", viewBox: "-32 0 64 12", width: 64, height: 12, "aria-hidden": "true"},
    svg("line", {x1: 0, x2: 0, y1: 0, y2: 12}),
    svg("rect", {x: Math.min(far, 0), y: 2.5, width: Math.max(Math.abs(far), 0.5), height: 7, rx: 2}),
  );
}

/** @param {MatchReportData} report */
function method(report) {
  const texts = [
    `From every step the battle was played to its end many times, ${report.battles} times in all, by the ` +
      `${report.reference} bot for both sides. That bot's share of wins is the chance of chart, account and moments; ` +
      "the band of the chart holds it with 95% confidence.",
    "A choice counts as the difference to what that bot would have chosen, with the same dice. The dice are what is " +
      "left, so that everything adds up. “Give or take” is one standard error.",
    "The costliest choices were found by search and measured again on fresh dice; what was not confirmed is left out.",
    report.secrets && "What a side could not know is not held against it; it counts among the dice.",
    "“battlewright report --seconds 120” takes more time over the downloaded replay.",
  ];
  return section(
    "How this was computed",
    texts.filter(Boolean).map((each) => el("p", {class: "soft"}, each)),
  );
}
