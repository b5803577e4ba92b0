// The report of a match: luck against play, key moments, and by what they were judged.

import {el, svg} from "./dom.js";
import {fraction, percent} from "./text.js";

/** @import {JudgedChoice, KeyMoment, SideReport, Swing, WholeReport} from "interface" */
/** @import {Child} from "./dom.js" */
/** @import {Mark, Point} from "./win_chance.js" */

/** Both sides to what they are called.
 * @typedef {Record<string, string>} Names */

/** What the chart shows of a report.
 * @typedef {object} Charted
 * @property {{moments: Point[], swings: Swing[]} | null} rollouts
 * @property {number[]} win_chances
 * @property {Omit<KeyMoment, "kind" | "averaged">[]} key_moments */

/** A button that leads to a step.
 * @typedef {(at: number) => HTMLElement} To */

/** A share of a win in percentage points: +7, −3, ±0.
 * @param {number} share */
export const points = (share) => {
  const rounded = Math.round(100 * share);
  return `${rounded > 0 ? "+" : rounded < 0 ? "−" : "±"}${Math.abs(rounded)}`;
};

/** What both sides are called.
 * @param {{sides: Record<string, {name: string}>}} report
 * @returns {Names} */
export const namesOf = (report) =>
  Object.fromEntries(Object.entries(report.sides).map(([side, each]) => [side, each.name]));

/** The points of the chart, and how they were found.
 * @param {Charted} report
 * @returns {Point[]} */
export function chances(report) {
  const rolled = report.rollouts?.moments;
  if (rolled) return rolled;
  return report.win_chances.map((chance, at) => ({at, chance, low: chance, high: chance}));
}

/** Key moments for the chart: after which step, and the chance before and after it.
 * @param {Charted} report
 * @returns {(Mark & {side: string | null, luck: number | null})[]} */
export function keyMoments(report) {
  const found = new Map(chances(report).map((each) => [each.at, each.chance]));
  if (!report.key_moments.length) {
    return (report.rollouts?.swings ?? []).map((each) => ({
      at: each.to,
      words: each.to - each.from > 1 ? `Steps ${each.from + 1} to ${each.to}` : `Step ${each.to}`,
      side: null,
      luck: null,
      before: each.before,
      after: each.after,
    }));
  }
  return report.key_moments.map((each) => ({
    at: each.number + 1,
    words: each.sentence,
    side: each.side,
    luck: each.luck,
    before: found.get(each.number) ?? each.before,
    after: found.get(each.number + 1) ?? each.after,
  }));
}

/** The whole report; `go(at)` shows a moment.
 * @param {WholeReport} report
 * @param {(at: number) => unknown} go */
export function reportSheet(report, go) {
  const names = namesOf(report);
  /** @type {To} */
  const to = (at) =>
    el("button", {type: "button", class: "to", "aria-label": `Show step ${at}`, onclick: () => go(at)}, at);
  return [luck(report, names), play(report, names, to), moments(report, names, to), method(report, names)].filter(
    (each) => each !== null,
  );
}

/**
 * @param {string} heading
 * @param {Child[]} inside
 */
function section(heading, ...inside) {
  return el("section", {}, el("h2", {}, heading), ...inside);
}

/**
 * @param {WholeReport} report
 * @param {Names} names
 */
function luck(report, names) {
  const said = Object.entries(report.sides).flatMap(([side, {win_points: won}]) =>
    won === null
      ? []
      : el(
          "div",
          {class: "score"},
          el("b", {class: side}, names[side]),
          el("strong", {}, points(won)),
          el("small", {}, "percentage points by the dice"),
        ),
  );
  const rows = report.rolls.map((each) => {
    const dice = Object.entries(each.dice)
      .map(([sides, count]) => `${count}d${sides}`)
      .join(" + ");
    const average = fraction(each.expected);
    return el(
      "tr",
      {class: each.side ?? ""},
      el("th", {scope: "row"}, el("b", {class: each.side ?? ""}, names[each.side ?? ""] ?? "All"), " ", each.name),
      el(
        "td",
        {},
        el("span", {}, `${each.total}`),
        el("small", {}, `${dice}: ${average.toFixed(1)} ± ${each.deviation.toFixed(1)}`),
      ),
      el("td", {}, gauge(each.sigma)),
    );
  });
  return section(
    "Luck",
    said.length ? el("div", {class: "scores"}, said) : null,
    rows.length
      ? el(
          "table",
          {class: "rolls"},
          el("caption", {class: "unseen"}, "Dice by side and kind of roll"),
          el(
            "thead",
            {},
            el(
              "tr",
              {},
              el("th", {scope: "col"}, "Rolls"),
              el("th", {scope: "col"}, "Sum · average"),
              el("th", {scope: "col"}, "Luck"),
            ),
          ),
          el("tbody", {}, rows),
        )
      : el("p", {class: "soft"}, "No dice were rolled."),
  );
}

/** How far a sum is from the average: a bar to the right is luck above it.
 * @param {number} sigma */
function gauge(sigma) {
  const far = Math.max(-3, Math.min(3, sigma)) * 10,
    text = `${sigma < 0 ? "−" : "+"}${Math.abs(sigma).toFixed(1)}σ`;
  return el(
    "span",
    {class: "gauge"},
    svg(
      "svg",
      {viewBox: "-32 0 64 12", width: 64, height: 12, "aria-hidden": "true"},
      svg("line", {x1: 0, x2: 0, y1: 0, y2: 12}),
      svg("rect", {
        class: far < 0 ? "bad" : "good",
        x: Math.min(far, 0),
        y: 2.5,
        width: Math.max(Math.abs(far), 0.5),
        height: 7,
        rx: 2,
      }),
    ),
    text,
  );
}

/** What was given away, in words.
 * @param {SideReport["gave_away"]} parts */
const gave = (parts) =>
  Object.entries(parts)
    .map(([name, part]) => ({name, part: fraction(part)}))
    .filter(({part}) => Math.abs(part) >= 0.005)
    .map(({name, part}) => `${part.toFixed(2)} ${name}`)
    .join(", ");

/**
 * @param {WholeReport} report
 * @param {Names} names
 * @param {To} to
 */
function play(report, names, to) {
  const sides = Object.entries(report.sides).map(([side, each]) => {
    const [share, away] = [each.judged ? each.best / each.judged : 0, gave(each.gave_away)];
    const out = [
      [each.forced, "without an alternative"],
      [each.unknown, "about which the advice says nothing"],
      [each.late, "because time ran out"],
    ]
      .filter(([count]) => count)
      .map(([count, why]) => `${count} ${why}`);
    return el(
      "div",
      {class: "played"},
      el("b", {class: side}, names[side]),
      el(
        "p",
        {},
        each.judged
          ? `${each.best} of ${each.judged} choices were the best (${percent(share)}); ` +
              `together they gave away ${away || "nothing"}.`
          : "No choice was judged.",
        each.exact ? "" : " Not all of it is exact.",
      ),
      out.length ? el("p", {class: "soft"}, `Not judged: ${out.join(", ")}.`) : null,
    );
  });
  const costly = report.choices.filter((each) => each.state === "judged" && !each.best && gave(each.parts));
  /** @param {JudgedChoice} each */
  const worth = (each) => Object.values(each.parts).map(fraction);
  const bySize = [...costly].sort((one, other) => {
    const [a, b] = [worth(one), worth(other)];
    const at = a.findIndex((part, index) => part !== b[index]);
    return at < 0 ? 0 : b[at] - a[at];
  });
  /** @param {JudgedChoice} each */
  const item = (each) =>
    el(
      "li",
      {class: `step ${each.side}`},
      to(each.number),
      el(
        "div",
        {},
        el("p", {}, each.sentence),
        el("p", {class: "soft"}, `gave away ${gave(each.parts)} · better: ${each.better}`),
      ),
    );
  const first = bySize.slice(0, 5),
    rest = costly.filter((each) => !first.includes(each));
  return section(
    "Play",
    sides,
    first.length ? [el("h3", {}, "Costliest choices"), el("ol", {class: "costly"}, first.map(item))] : null,
    rest.length
      ? el(
          "details",
          {},
          el("summary", {}, `All ${costly.length} choices that gave something away`),
          el("ol", {class: "costly"}, costly.map(item)),
        )
      : null,
  );
}

/**
 * @param {WholeReport} report
 * @param {Names} names
 * @param {To} to
 */
function moments(report, names, to) {
  const found = keyMoments(report);
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
            el(
              "p",
              {class: "soft"},
              `${names.a}: ${percent(each.before)} → ${percent(each.after)}`,
              each.luck !== null && `; luck ${points(each.luck)}`,
            ),
          ),
        ),
      ),
    ),
  );
}

/**
 * @param {WholeReport} report
 * @param {Names} names
 */
function method(report, names) {
  const rolled = report.rollouts,
    battles = rolled ? Math.max(...rolled.moments.map((each) => each.battles)) : 0;
  const how = rolled
    ? `The win chance of ${names.a}: from ${rolled.moments.length} moments the battle was played to its end ` +
      `${battles} times, by the ${rolled.bot} bot for both sides. The band holds the true share of that bot's wins ` +
      "with 95% confidence; between the moments the line is interpolated."
    : "";
  const which = report.win_chances.length
    ? " Which moments were key, and the luck in points, come from the tables that the bots use: a quick estimate."
    : "";
  return section(
    "How this was computed",
    el("p", {class: "soft"}, `${how}${which} Choices are judged by the advice that the side could have had.`),
    el("p", {class: "soft"}, "“battlewright report” judges the downloaded replay with any time limit."),
  );
}
