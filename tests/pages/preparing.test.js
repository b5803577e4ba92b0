import {equal} from "node:assert/strict";
import {test} from "node:test";
import {current, preparingText} from "/static/preparing.js";

/** @import {SystemPreparation} from "interface" */

/** @param {string} system
 * @param {SystemPreparation["state"]} state
 * @param {Partial<SystemPreparation>} [more]
 * @returns {SystemPreparation} */
const on = (system, state, more) => ({system, state, done: 0, rules: 0, seconds: null, error: "", ...more});

test("the bar tells of what is being compiled, then of what waits, and of nothing that nobody asked for", () => {
  const skirmish = on("skirmish", "waiting", {done: 40, rules: 620});
  equal(current([skirmish, on("heroes", "unasked"), on("pig", "compiling")])?.system, "pig");
  equal(current([skirmish, on("heroes", "unasked")])?.system, "skirmish");
  equal(current([on("skirmish", "ready"), on("heroes", "unasked"), on("pig", "failed")]), undefined);
});

test("how far it is, how long it takes, and why it cannot be played", () => {
  equal(preparingText(on("pig", "compiling")), "Preparing Pig …");
  equal(
    preparingText(on("pig", "compiling", {done: 3, rules: 12, seconds: 9})),
    "Preparing Pig: 3 of 12 rules, about 9 s",
  );
  equal(preparingText(on("pig", "failed", {error: "No."})), "Pig cannot be played here: No.");
});
