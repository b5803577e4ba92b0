// Animates the latest steps on the table: moves, shots, dice, stress.

import {isCalm, pause} from "/static/dom.js";
import {Playback} from "/static/motion.js";

/** @import {Tray} from "/static/dice.js" */
/** @import {Event, Figure, NumberedStep} from "interface" */
/** @import {Table} from "./table.js" */

/** What happened, with those fields that its kind has.
 * @typedef {Event & {who: number, whom: number, x: number, y: number, stress_added: number}} Happened */

/** @typedef {Omit<NumberedStep, "events"> & {events: Happened[]}} Step */

const playback = new Playback();
const CARRIED = 450;
const MOVES = new Set(["moved", "climbed", "jumped", "dropped", "deployed"]);
/** @type {Record<string, string>} */
const VERDICTS = {hit: "hit", missed: "miss", critical: "critical"};

/** Play some steps, or show them at once where motion is not wanted.
 * @param {Step[]} steps
 * @param {Table} table
 * @param {Tray} tray
 * @param {Figure[]} models
 * @param {(step: Step) => void} write */
export async function play(steps, table, tray, models, write) {
  if (isCalm() || document.hidden || !steps.length) {
    steps.forEach(write);
    const last = steps.findLast((step) => step.roll);
    if (last) tray.show(last, models);
    return;
  }
  const shown = steps.map((step) => ({
    length: length(step),
    /** @param {number} share */
    show: (share) => {
      tray.show(step, models);
      write(step);
      return playStep(step, table, share);
    },
  }));
  await playback.add(shown);
}

/** Play one step: who moves goes along the path, then whoever is shoved, falls or takes a place glides there, unless
 * something else is shown by then.
 * @param {Step} step
 * @param {Table} table
 * @param {number} share of the time that it usually takes */
export async function playStep(step, table, share, isCurrent = () => true) {
  for (const event of step.events) show(event, table);
  const [moved, others] = [step.events.filter((event) => MOVES.has(event.kind)), carried(step, table)];
  if (moved.length)
    await table.glide(
      moved[0].who,
      moved.filter((each) => each.who === moved[0].who).map((each) => table.plane.at(each.x, each.y)),
      share * walking(moved),
    );
  else await pause(share * (length(step) - (others.length && CARRIED)));
  if (!isCurrent()) return;
  const fell = new Set(step.events.filter((event) => event.kind === "fell").map((event) => event.who));
  await Promise.all(carried(step, table).map(({who, at}) => table.glide(who, [at], share * CARRIED, fell.has(who))));
}

/** The models of a step that stand elsewhere afterwards than where they are shown.
 * @param {Step} step
 * @param {Table} table */
function carried(step, table) {
  return (step.places ?? [])
    .map(({who, x, y}) => ({who, at: table.plane.at(x, y)}))
    .filter(({who, at}) => {
      const shown = table.figures.get(who);
      return shown?.isThere && Math.hypot(at[0] - shown.at[0], at[1] - shown.at[1]) > 0.05;
    });
}

/** @param {unknown[]} moved */
const walking = (moved) => 250 + 250 * moved.length;

/** How long a step is shown, in milliseconds.
 * @param {{events: {kind: string, who: number}[], faces?: number[], places?: {who: number}[]}} step */
export function length(step) {
  const moved = step.events.filter((event) => MOVES.has(event.kind));
  const walkers = new Set(moved.map((event) => event.who));
  const others =
    step.places?.some((each) => !walkers.has(each.who)) || step.events.some((event) => event.kind === "fell")
      ? CARRIED
      : 0;
  if (moved.length) return walking(moved) + others;
  if (step.faces) return 1000 + others;
  return (step.events.some((event) => event.kind === "shot") ? 500 : 150) + others;
}

/**
 * @param {Happened} event
 * @param {Table} table
 */
function show(event, table) {
  if (event.kind === "shot") table.shot(event.who, event.whom);
  else if (event.kind in VERDICTS) table.flash(event.whom, VERDICTS[event.kind], event.kind);
  else if (event.kind === "stress" && event.stress_added)
    table.flash(event.who, `+${event.stress_added} stress`, "stressed");
  else if (event.kind === "struck") table.flash(event.whom, `+${event.stress_added} stress`, "stressed");
  else if (event.kind === "fell") table.flash(event.who, "falls", "stressed");
  else if (event.kind === "broke-down") table.flash(event.who, "breaks down", "stressed");
  else if (event.kind === "removed") table.flash(event.who, "removed", "stressed");
}
