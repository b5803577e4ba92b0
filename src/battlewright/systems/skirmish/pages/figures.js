// Models: a disc for side a, an octagon for side b; initials, Toughness as pips, stress as an arc, and the state.

import {svg} from "/static/dom.js";
import {initials} from "/static/text.js";
import {arc, octagon, points, units} from "./shapes.js";

/** @import {Figure} from "interface" */

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

/** A model as it stands; its group is moved by `transform`.
 * @param {Figure} model
 * @param {string} letters */
export function figure(model, letters) {
  const radius = units(model.radius);
  const state = model.state.replace(" ", "-");
  const share = model.toughness ? model.stress / model.toughness : 1;
  return svg(
    "g",
    {class: `model ${model.side} ${state}`, "data-model": model.number, role: "img", "aria-label": told(model)},
    model.level > 0 &&
      svg("circle", {class: "lifted", r: radius, cx: units(model.level) * 0.08, cy: units(model.level) * 0.08}),
    model.state === "acting" && svg("circle", {class: "ring", r: radius + 3.2}),
    svg("circle", {class: "halo", r: radius + 1}),
    model.side === "a"
      ? svg("circle", {class: "base", r: radius})
      : svg("polygon", {class: "base", points: points(octagon(radius))}),
    share > 0 && svg("circle", {class: "track", r: radius + 1.5}),
    share > 0 && svg("path", {class: "stress", d: arc(radius + 1.5, Math.min(share, 1))}),
    svg("text", {y: 1.9}, letters),
    actions(model, radius),
    pips(model, radius + (share > 0 ? 4 : 3.2)),
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

/** Toughness: what is left, and what is lost.
 * @param {Figure} model
 * @param {number} below */
function pips(model, below) {
  const count = Math.max(model.abilities.toughness, model.toughness);
  const step = Math.min(2.6, 13 / count);
  return [...Array(count).keys()].map((each) =>
    svg("circle", {
      class: each < model.toughness ? "pip" : "pip lost",
      r: 0.9,
      cx: (each - (count - 1) / 2) * step,
      cy: below,
    }),
  );
}

/** A model in words, for screen readers.
 * @param {Pick<Figure, "name" | "tag" | "state" | "toughness" | "stress" | "ap" | "on_table" | "x" | "y">} model */
export function told(model) {
  const place = model.on_table ? `at ${model.x / 1000}, ${model.y / 1000}` : "not on the table";
  const {name, tag, state, toughness, stress, ap} = model;
  return `${name} (${tag}), ${state}, Toughness ${toughness}, stress ${stress}, ${ap} AP, ${place}`;
}
