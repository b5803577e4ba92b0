// What a move leads to: what can be done from where it ends, and who could do what to the model there.

import {el} from "/static/dom.js";
import {rich} from "/static/rules.js";
import {percent} from "/static/text.js";

/** @import {Figure, Prospects} from "interface" */

/** What a move leads to, in words.
 * @param {Prospects} prospects
 * @param {Figure[]} models */
export const foretold = ({sentences}, models) =>
  el(
    "div",
    {class: "foretold"},
    sentences.map((text) => el("p", {}, rich(text, models))),
  );

/** A chance in a word, where there is any: "shoot 84%".
 * @param {string} word
 * @param {number | undefined} chance */
const told = (word, chance) => (chance ? `${word} ${percent(chance)}` : "");

/** What a move leads to, in short: the best shot or close combat from there, and the greatest danger in this round.
 * @param {Pick<Prospects, "shots" | "fights" | "shot_by" | "fought_by">} prospects */
export function brief({shots, fights, shot_by, fought_by}) {
  const shoot = shots[0]?.hit.value ?? 0,
    fight = fights[0]?.harm.value ?? 0;
  const dangers = [
    ...shot_by.filter(({later}) => !later).map(({hit}) => hit.value),
    ...fought_by.filter(({later}) => !later).map(({harm}) => harm.value),
  ];
  return [shoot >= fight ? told("shoot", shoot) : told("fight", fight), told("danger", Math.max(0, ...dangers))]
    .filter(Boolean)
    .join(" · ");
}
