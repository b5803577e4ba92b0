// How a choice is shown: who is asked, what a choice is worth, the chance to win behind it.

import {el} from "./dom.js";
import {capital, fraction, percent} from "./text.js";

/** @import {Advised, AdvisedOffer, Offer, Reference} from "interface" */
/** @import {Child} from "./dom.js" */
/** @import {Count} from "./presses.js" */

/** @typedef {NonNullable<AdvisedOffer["win"]>} Win */

/** Who is asked: a model, with the letters on its disc, or else a side.
 * @template {Reference} [One=Reference]
 * @typedef {{model: One | null, letters: string | null, side: string | null, heading: string}} Asked */

/** How the choices of a system are shown. `One` is a model of it, `Found` what its page finds out of a choice.
 * - `hint`: how one chooses, with a pointer and keys; `touchHint`: with fingers alone;
 * - `who` is asked;
 * - `hasBar`: whether the chance of a choice is shown as a bar;
 * - `presses`: how many presses make it, where that is always the same: one for reactions;
 * - `worth`: what a choice is worth in a word; `isTheirs`: the chance is the other side's;
 * - `note`: the same in some more words;
 * - `details`: what comes of a choice, in full.
 * @template {Reference} [One=Reference]
 * @template [Found=unknown]
 * @typedef {{
 *   hint: string,
 *   touchHint: string,
 *   who(asked: Asked<One>): Node[],
 *   hasBar(offer: Offer): boolean,
 *   presses(offer: Offer): Count,
 *   worth(known: AdvisedOffer, isTheirs?: boolean): string,
 *   note(known: AdvisedOffer, offer: Offer): string,
 *   details(told: {found: Found | null, known?: AdvisedOffer, system: string}): Child[],
 * }} Presenter */

/** How the choices of a system are shown, where it has no presenter of its own.
 * @satisfies {Presenter} */
export const DEFAULT_PRESENTER = {
  hint: "Click a choice, or press its key, to see its odds; once more makes it.",
  touchHint: "Tap a choice to see its odds; tap it again to make it.",
  who: ({side, heading}) => [
    disc(side, side === "draw" ? "=" : side ? side.toUpperCase() : "·"),
    el("div", {}, el("p", {class: "name"}, heading)),
  ],
  hasBar: () => true,
  presses: () => undefined,
  /**
   * @param {Pick<AdvisedOffer, "chances"> & Partial<Pick<AdvisedOffer, "then">>} known
   * @param {boolean} [isTheirs]
   */
  worth(known, isTheirs) {
    const share = chance(known);
    return share === null ? "" : `${known.then ? "then " : isTheirs ? "they hit " : ""}${percent(share)}`;
  },
  note: () => "",
  details: ({known}) => [known?.text && el("p", {}, `${capital(known.text)}.`)],
};

/** The side's mark: a disc for a, an octagon for b.
 * @param {string | null | undefined} side
 * @param {string | null} letters */
export const disc = (side, letters) => el("span", {class: `disc ${side ?? ""}`, "aria-hidden": "true"}, letters);

/** The chance that a choice does what it is for; null where there is none.
 * @param {Pick<AdvisedOffer, "chances">} known */
export function chance({chances}) {
  const found = chances.hit ?? chances.success ?? chances.win;
  return found === undefined ? null : fraction(found);
}

/** @type {Record<Win["standing"], (win: Win) => Node | string>} */
const STANDINGS = {
  best: () => el("span", {class: "star"}, "★ best"),
  equal: () => el("span", {class: "equal"}, "about equal"),
  behind: ({points}) => `−${points}`,
  untried: () => el("span", {class: "untried"}, "hardly tried"),
};

/** How a choice stands beside the best one, in one figure.
 * @param {Win} win */
export const standing = (win) => STANDINGS[win.standing](win);

/** What follows a choice within the turn, as a sentence: "then shoot the Herald: 95%".
 * @param {Win["plan"]} plan */
export function textOfPlan(plan) {
  const steps = plan.map(({sentence, chance: hit}) => {
    const text = sentence.charAt(0).toLowerCase() + sentence.slice(1);
    return hit ? `${text}: ${percent(fraction(hit))}` : text;
  });
  return steps.length ? `Then ${steps.join(", then ")}.` : "";
}

/** The chance to win behind a choice, in words.
 * @param {Win} win */
export function winText({chance: wins, error, rollouts, exact, standing: stands, points}) {
  if (exact) return `Wins ${percent(wins)}, solved exactly.`;
  if (stands === "untried") return `Hardly tried: ${rollouts} battles played out from here.`;
  const behind = stands === "behind" ? `, ${points} points less than the best (±${Math.ceil(200 * error)})` : "";
  return `Wins about ${percent(wins)}${behind}, by ${rollouts} battles played out from here.`;
}

/** What is known of a choice in the end, in sentences: the chance to win, and what follows.
 * @param {AdvisedOffer | undefined} known
 * @param {Advised["shortened"]} isShortened */
export const prospects = (known, isShortened) =>
  known?.win
    ? [winText(known.win), textOfPlan(known.win.plan), isShortened ? "A short look: many ask at once." : ""].filter(
        Boolean,
      )
    : [];
