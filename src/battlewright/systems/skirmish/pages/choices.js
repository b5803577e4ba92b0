// How the choices of Skirmish are shown: who is asked, what a choice is worth, and a shot as a sum.

import {el} from "/static/dom.js";
import {DEFAULT_PRESENTER, disc} from "/static/presenter.js";
import {chip} from "/static/rules.js";
import {capital, difficulty, fraction, inches, percent} from "/static/text.js";

/** @import {AdvisedOffer, Figure, FireLine, Term, Test} from "interface" */
/** @import {Asked, Presenter} from "/static/presenter.js" */
/** @import {Path} from "./overlay.js" */

/** What the hand finds out of a choice.
 * @typedef {{fire?: FireLine, path?: Path, told?: HTMLElement}} Known */

const WITH_BARS = new Set(["shoot", "close-combat", "fire", "nothing", "cover", "return-fire", "divide"]);
/** Reactions, and what successes are used for. */
const QUICK = new Set([
  ...["nothing", "cover", "return-fire", "fire", "waive", "stay", "keep-place", "take-place"],
  ...["strike", "parry", "spend", "cancel"],
]);
/** @type {Record<string, string>} */
const GAINS = {removed: "models", broken: "break-downs"};

/** @type {Presenter<Figure, Known>} */
export const SKIRMISH = {
  ...DEFAULT_PRESENTER,
  hint: "Click a choice or the table, or press a key, to see its cost and odds; once more makes it.",
  touchHint:
    "Tap a choice or the table to see its cost and odds; tap again to make it. Rest a finger on a model to look at " +
    "it; two fingers zoom.",
  who,
  hasBar: (offer) => WITH_BARS.has(offer.kind),
  presses: ({kind}) => (QUICK.has(kind) ? 1 : undefined),
  worth: (known, isTheirs) => (known.chances.hit ? DEFAULT_PRESENTER.worth(known, isTheirs) : ""),
  note: (known, offer) => (known.note && !WITH_BARS.has(offer.kind) ? untagged(shortly(known)) : ""),
  details: ({found, known, system}) => [
    found?.fire && sum(found.fire, system),
    found?.path && legs(found.path),
    found?.told,
    known && outlook(known),
  ],
};

/** A text without the tags behind names: "Brann" for "Brann (b1)".
 * @param {string} text */
const untagged = (text) => text.replace(/ \([ab]\d+\)/g, "");

/** What follows a choice, and what its chances do not say; of one that nothing follows, all that is known of it.
 * @param {AdvisedOffer} known */
const shortly = ({note, text, then}) => (then ? `then ${then.sentence}: ${note}` : text);

/** An ability by its letter; its name is shown on hover, and read out.
 * @param {string} name
 * @param {string | number} value */
const ability = (name, value) => [el("abbr", {title: name, "aria-label": name}, name[0]), ` ${value} · `];

/** The model that is asked, or the side.
 * @param {Asked<Figure>} asked */
function who(asked) {
  const {model, letters} = asked;
  if (!model) return DEFAULT_PRESENTER.who(asked);
  const {melee, ballistics, toughness, agility} = model.abilities;
  return [
    disc(model.side, letters),
    el(
      "div",
      {},
      el("p", {class: "name"}, model.name),
      el(
        "p",
        {class: "stats"},
        ability("Melee", melee),
        ability("Ballistics", ballistics),
        ability("Toughness", `${model.toughness}/${toughness}`),
        ability("Agility", agility),
        `stress ${model.stress}`,
      ),
    ),
    el(
      "span",
      {class: `ap ${model.side}`, role: "img", "aria-label": `${model.ap} AP`},
      [1, 2, 3].map((each) => el("i", {class: each <= model.ap ? "on" : ""})),
    ),
  ];
}

/** A length in inches, to the thousandth.
 * @param {number} length */
const thousandths = (length) => String(length / 1000);

/** The difficulty of a shot as a sum.
 * @param {FireLine} fire
 * @param {string} system */
function sum(fire, system) {
  const {open, cover} = fire;
  if (!open) return null;
  const total = difficulty(open.difficulty, open.need),
    figure = total === inches(open.difficulty) ? inches : thousandths; // so that the terms make up the sum
  /** @param {number} value */
  const signed = (value) => `${value > 0 ? "+" : value < 0 ? "−" : ""}${figure(Math.abs(value))}`;
  const names = {
    distance: "Distance, edge to edge",
    cover: "Cover",
    modifier: fire.gun,
    obstacles: fire.obstacles.length
      ? `In the line: ${fire.obstacles.map((each) => each.name).join(", ")}`
      : "A clear line",
  };
  /** @type {(term: Term, place: number) => HTMLElement} */
  const row = (term, place) =>
    el(
      "tr",
      {},
      el("td", {}, names[term.name], " ", chip(system, term.clause)),
      el("td", {}, place ? signed(term.value) : figure(term.value)),
    );
  return el(
    "div",
    {},
    el("table", {class: "terms"}, el("tbody", {}, open.terms.map(row))),
    el(
      "p",
      {class: "total"},
      el("span", {}, "Difficulty"),
      el("span", {}, `${total}, so ${open.need}+ on ${fire.dice}D6`),
    ),
    open.hit &&
      open.critical &&
      el(
        "p",
        {class: "soft"},
        `Hit ${percent(open.hit.value)}, critical ${percent(open.critical.value)}.`,
        fire.may_cover && cover?.hit ? ` If it takes cover (1 AP): ${cover.need}+ · ${percent(cover.hit.value)}.` : "",
      ),
  );
}

/** @param {Test} test */
const tested = ({needed, dice, chance}) =>
  `${needed} success${needed === 1 ? "" : "es"} on ${dice}D6${chance ? `: ${percent(chance.value)}` : ""}`;

/** A path leg by leg, in words.
 * @param {Path} path */
function legs(path) {
  if (!path.legs.length) return null;
  const words = path.legs.map((leg) => {
    const test = leg.test ? `, ${tested(leg.test)}` : "";
    const fall = leg.stress ? `, falls ${inches(leg.fall)}": ${leg.stress} stress` : "";
    return `${leg.kind} ${inches(leg.cost)}"${test}${fall}`;
  });
  return el("p", {}, `${inches(path.cost)}" in all: ${words.join("; ")}.`);
}

/** What is known to come of a choice, in sentences.
 * @param {AdvisedOffer} known */
function outlook(known) {
  const texts = outlooks(known);
  return texts.length ? el("p", {class: "soft"}, texts.join(" ")) : null;
}

/** What is known to come of a choice: what its chances do not say, what follows it, and what it costs each side.
 * @param {Pick<AdvisedOffer, "parts" | "note" | "then"> & Partial<Pick<AdvisedOffer, "win">>} known */
export function outlooks({parts, note, then, win}) {
  const gains = Object.entries(parts)
    .map(([name, value]) => ({name: GAINS[name] ?? name, value: fraction(value)}))
    .filter(({value}) => Math.abs(value) >= 0.005);
  /** @type {(sign: number) => string} */
  const costs = (sign) =>
    gains
      .filter(({value}) => value * sign > 0)
      .map(({name, value}) => `${Math.abs(value).toFixed(2)} ${name}`)
      .join(", ");
  const [theirs, ours] = [costs(1), costs(-1)];
  const costly = [theirs && `them ${theirs}`, ours && `you ${ours}`].filter(Boolean).join(", and ");
  const next = then && !win?.plan.length ? `then ${then.sentence}` : ""; // one plan, not two
  const texts = [note, next, costly && `on average it costs ${costly}`];
  return texts.filter(Boolean).map((text) => `${capital(untagged(text))}.`);
}
