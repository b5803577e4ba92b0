// Models: a disc for side a, an octagon for side b; initials, Toughness as pips, stress as an arc, and the state.

import {svg} from "/static/dom.js";
import {initials} from "/static/text.js";
import {arc, octagon, points, units} from "./shapes.js";

/** @import {Figure} from "interface" */
/** @import {Place} from "./shapes.js" */

/** The letters of all models, without two alike on a side.
 * @param {Pick<Figure, "number" | "name" | "tag" | "side">[]} models
 * @returns {Map<number, string>} */
export function lettersOf(models) {
  const found = new Map();
  for (const model of models) {
    const taken = new Set(models.filter((each) => each.side === model.side).map((each) => found.get(each.number)));
    const free = [initials(model.name), model.tag.toUpperCase()].find((each) => !taken.has(each));
    found.set(model.number, free ?? model.tag);
  }
  return found;
}

/** A model as it stands; its group is moved by `transform`. One that the reader leads, where others play for its side
 * too, has a wedge above it.
 * @param {Figure} model
 * @param {string} letters */
export function figure(model, letters, isLed = false) {
  const radius = units(model.radius);
  const state = model.state.replace(" ", "-");
  const share = model.toughness ? model.stress / model.toughness : 1;
  return svg(
    "g",
    {
      class: `model ${model.side} ${state}${isLed ? " mine" : ""}`,
      "data-model": model.number,
      role: "img",
      "aria-label": `${told(model)}${isLed ? ", you lead it" : ""}`,
    },
    model.level > 0 &&
      svg("circle", {class: "lifted", r: radius, cx: units(model.level) * 0.08, cy: units(model.level) * 0.08}),
    model.state === "acting" && svg("circle", {class: "ring", r: radius + 3.2}),
    svg("circle", {class: "halo", r: radius + 1}),
    model.side === "a"
      ? svg("circle", {class: "base", r: radius})
      : svg("polygon", {class: "base", points: points(octagon(radius))}),
    share > 0 && svg("circle", {class: "track", r: radius + 1.5}),
    share > 0 && svg("path", {class: "stress", d: arc(radius + 1.5, Math.min(share, 1))}),
    isLed && svg("path", {class: "led", d: `M-3.4 ${-radius - 6.4}H3.4L0 ${-radius - 1.4}Z`}),
    svg("text", {y: 1.9}, letters),
    actions(model, radius),
    pips(model, radius),
    model.state === "broken down" &&
      svg("path", {class: "badge", d: "M3 -7.6 1.6 -4.8H4L2.2 -1.6", transform: `translate(${radius - 1} 0)`}),
    model.state === "aiding" &&
      svg("path", {class: "badge aid", d: "M0-1.8V1.8M-1.8 0H1.8", transform: `translate(${radius} ${-radius})`}),
  );
}

/** Action points: a dot above the letters for each that is left.
 * @param {Figure} model
 * @param {number} radius */
function actions({ap}, radius) {
  return [...Array(ap).keys()].map((each) =>
    svg("circle", {class: "ap-dot", r: 0.62, cx: (each - (ap - 1) / 2) * 2, cy: -radius * 0.66}),
  );
}

/** Toughness, on the southern rim of the base, so that none lies on the letters of a neighbour: what is left, and what
 * is lost.
 * @param {Figure} model
 * @param {number} radius */
function pips(model, radius) {
  const count = Math.max(model.abilities.toughness, model.toughness);
  return rim(count, radius).map(({at: [cx, cy], size: r}, each) =>
    svg("circle", {class: each < model.toughness ? "pip" : "pip lost", r, cx, cy}),
  );
}

/** The most of the rim that pips take, to either side of its southern end, as an angle. */
const MOST = 0.75;

/** Places for some pips on the southern rim of a base, from west to east, and their size.
 * @param {number} count
 * @param {number} radius
 * @returns {{at: Place, size: number}[]} */
export function rim(count, radius) {
  const step = Math.min(2.3 / radius, (2 * MOST) / Math.max(count - 1, 1));
  const size = Math.min(0.9, 0.42 * step * radius);
  return [...Array(count).keys()].map((each) => {
    const angle = ((count - 1) / 2 - each) * step,
      far = 0.95 * radius;
    return {at: [-far * Math.sin(angle), far * Math.cos(angle)], size};
  });
}

/** A model in words, for screen readers.
 * @param {Pick<Figure, "name" | "tag" | "state" | "toughness" | "stress" | "ap" | "on_table" | "x" | "y">} model */
export function told(model) {
  const place = model.on_table ? `at ${model.x / 1000}, ${model.y / 1000}` : "not on the table";
  const {name, tag, state, toughness, stress, ap} = model;
  return `${name} (${tag}), ${state}, Toughness ${toughness}, stress ${stress}, ${ap} AP, ${place}`;
}
