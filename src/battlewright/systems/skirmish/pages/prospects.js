// What a move leads to: what can be done from where it ends, and who could do what to the model there.

import {el} from "/static/dom.js";
import {rich} from "/static/rules.js";

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
