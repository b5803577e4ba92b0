// An estimate of who wins, beside what one builds: the server fights battles of it while one goes on.

import {ask, Refused, token} from "./api.js";
import {el, stylesheet, svg, update} from "./dom.js";
import {percent, sentenceOf, title} from "./text.js";

/** @import {Estimate, Estimated, EstimatedBattle, EstimatedLoss, EstimatedShare} from "interface" */

/** What is to be fought: the names, options and files of a set-up; with `against`, one for each opponent.
 * @typedef {Omit<Estimate, "key">} Wanted */

/** A word for how often the first side wins.
 * @typedef {((share: number) => string) | undefined} Grade */

/** The milliseconds without a change after which the server is asked. */
const QUIET = 250;
/** The milliseconds after which a server is asked again that is busy or not ready. */
const BUSY = 2000;
const SIDES = /** @type {const} */ (["a", "b"]);

/** How often a side wins, with its interval: 64% (58 to 70%).
 * @param {EstimatedShare} won */
export function shareWords({share, interval: [low, high]}) {
  const [from, to] = [Math.round(100 * low), Math.round(100 * high)];
  return `${percent(share)} (${from === to ? to : `${from} to ${to}`}%)`;
}

/** Who fought, and how many battles.
 * @param {Pick<Estimated, "bot" | "battles">} found */
export function battlesWords({bot, battles}) {
  const count = battles.reduce((sum, each) => sum + each.battles, 0);
  const who = bot === "random" ? "with both sides at random" : `by the ${bot} bot on both sides`;
  return `${count.toLocaleString("en")} battles ${who}`;
}

/** What is said first: how often each side wins; of several opponents, how often it wins on average.
 * @param {Pick<Estimated, "battles">} found */
export function winsWords({battles}) {
  const [{titles, wins}] = battles;
  if (battles.length > 1) {
    const mean = battles.reduce((sum, each) => sum + each.wins.a.share, 0) / battles.length;
    return `${titles.a} wins ${percent(mean)} on average`;
  }
  const draw = wins.draw.share ? `, draw ${percent(wins.draw.share)}` : "";
  return `${SIDES.map((side) => `${titles[side]} ${shareWords(wins[side])}`).join(", ")}${draw}`;
}

/** A part of a bar.
 * @param {string} name
 * @param {number} from
 * @param {number} to
 * @param {{y?: string, height?: string}} [more] */
const part = (name, from, to, more) =>
  svg("rect", {class: name, x: `${100 * from}%`, width: `${100 * Math.max(0, to - from)}%`, height: "100%", ...more});

/** A bar of the shares of both sides, the draws between them; the line in it is the interval of the first.
 * @param {EstimatedBattle} battle */
function sharesBar({wins: {a, b}}) {
  const [low, high] = a.interval;
  return svg(
    "svg",
    {class: "shares", "aria-hidden": "true"},
    part("draw", 0, 1),
    part("a", 0, a.share),
    part("b", 1 - b.share, 1),
    part("interval", low, high, {y: "38%", height: "24%"}),
  );
}

/** A row of a list: a name, what is said of it, and a bar below.
 * @param {string} name
 * @param {string} text
 * @param {SVGElement} bar */
const row = (name, text, bar) => el("li", {"data-tag": name}, el("span", {}, name), el("span", {}, text), bar);

/** @param {EstimatedLoss} loss */
const lossRow = ({side, name, share, text}) =>
  row(name, text, svg("svg", {class: "shares", "aria-hidden": "true"}, part("draw", 0, 1), part(side, 0, share)));

/** What one battle comes to: its bar, its rounds, and what each side loses.
 * @param {EstimatedBattle} battle */
const oneBattle = (battle) => [
  sharesBar(battle),
  el("p", {}, `${battle.rounds.toFixed(1)} rounds on average`),
  SIDES.map((side) => {
    const losses = battle.losses.filter((each) => each.side === side);
    if (!losses.length) return null;
    const heading = el("h3", {}, `Losses of ${battle.titles[side]}`);
    return el("div", {"data-tag": side}, heading, el("ul", {}, losses.map(lossRow)));
  }),
];

/** What is said before a share: its word, if there is one.
 * @param {EstimatedBattle} battle
 * @param {Grade} grade */
const graded = ({wins}, grade) => (grade ? `${grade(wins.a.share)}: ` : "");

/** What battles against several opponents come to, in a list.
 * @param {EstimatedBattle[]} battles
 * @param {Grade} grade */
const opponents = (battles, grade) =>
  el(
    "ul",
    {},
    battles.map((each) =>
      row(title(each.against), `${graded(each, grade)}${shareWords(each.wins.a)}`, sharesBar(each)),
    ),
  );

/** A panel with an estimate. `changed` is called after each change: when they pause, `wanted` says what is to be
 * fought (null: nothing can be). The last answer stays, pale, until the next one.
 * @param {{system: string, heading: string, wanted: () => Wanted | null | Promise<Wanted | null>, grade?: Grade}
 *   } given */
export function estimatePanel({system, heading, wanted, grade}) {
  const key = token();
  const words = el("p", {class: "words", "aria-live": "polite"}, "Battles are being fought …");
  const told = el("div", {class: "told"});
  const node = el("section", {class: "estimate pale", "aria-label": heading}, el("h2", {}, heading), words, told);
  let asking = new AbortController();
  let timer = 0;
  stylesheet("/static/estimate.css");

  /** @param {AbortSignal} signal */
  async function fight(signal) {
    try {
      const asked = await wanted();
      if (signal.aborted) return;
      if (!asked) {
        words.textContent = "There is no estimate while something is wrong.";
        return;
      }
      const found = await ask("POST", `/api/systems/${system}/estimate`, {...asked, key}, signal);
      if (signal.aborted) return;
      const [battle] = found.battles,
        isOne = found.battles.length === 1;
      words.replaceChildren(el("b", {}, isOne && graded(battle, grade), winsWords(found)), ` · ${battlesWords(found)}`);
      update(told, isOne ? oneBattle(battle) : opponents(found.battles, grade));
      node.classList.remove("pale");
    } catch (error) {
      if (signal.aborted) return;
      words.textContent = sentenceOf(error);
      if (error instanceof Refused && [429, 503].includes(error.status)) plan(BUSY);
    }
  }

  /** @param {number} milliseconds */
  function plan(milliseconds) {
    clearTimeout(timer);
    asking.abort();
    asking = new AbortController();
    const {signal} = asking;
    timer = window.setTimeout(() => fight(signal), milliseconds);
  }

  return {
    node,
    changed() {
      node.classList.add("pale");
      plan(QUIET);
    },
  };
}
