// Small pictures of a table: that of a set-up, with both zones, and one for the start.

import {svg} from "/static/dom.js";
import {initials} from "/static/text.js";
import {loop, octagon, Plane, points} from "./shapes.js";
import {ground, markers, patterns, terrain, zones} from "./terrain.js";

/** @import {TableScene} from "interface" */
/** @import {Place} from "./shapes.js" */

/** A table before the battle; null where there is no map.
 * @param {TableScene} scene
 * @param {Record<string, string>} titles of the sides */
export function picture(scene, {a, b}) {
  if (!scene.width) return null; // the players keep the table
  const plane = new Plane(scene),
    whole = {...scene, deploying: ["a", "b"]};
  const size = `${scene.width / 1000} by ${scene.depth / 1000} inches`;
  return svg(
    "svg",
    {
      class: "table small",
      viewBox: `-9 -4 ${plane.width + 13} ${plane.height + 12}`,
      role: "img",
      "aria-label": `The table, ${size}, with ${scene.terrain.length} pieces; ${a} and ${b} are placed in the zones`,
    },
    ground(plane),
    zones(whole, plane),
    terrain(scene, plane),
    markers(scene, plane),
  );
}

/** A battle, for the start. */
export function art() {
  /** @type {(x: number, y: number, name: string, more?: string) => SVGGElement} */
  const disc = (x, y, name, more = "") =>
    svg(
      "g",
      {class: `model a ${more}`, transform: `translate(${x} ${y})`},
      more && svg("circle", {class: "ring", r: 8.6}),
      svg("circle", {class: "halo", r: 6.2}),
      svg("circle", {class: "base", r: 5.4}),
      svg("text", {y: 1.7}, initials(name)),
    );
  /** @type {(x: number, y: number, name: string) => SVGGElement} */
  const eight = (x, y, name) =>
    svg(
      "g",
      {class: "model b", transform: `translate(${x} ${y})`},
      svg("circle", {class: "halo", r: 6.2}),
      svg("polygon", {class: "base", points: points(octagon(5.4))}),
      svg("text", {y: 1.7}, initials(name)),
    );
  /** @type {(radius: number, kind: string) => SVGElement[]} */
  const hill = (radius, kind) => {
    /** @type {(far: number) => Place[]} */
    const ring = (far) => octagon(radius).map(([x, y]) => [x * 1.25 + 62 + far, y + 58 + far]);
    return [
      svg("path", {class: "shade", d: loop(ring(radius / 14))}),
      svg("polygon", {class: kind, points: points(ring(0))}),
    ];
  };
  return svg(
    "svg",
    {class: "table art", viewBox: "0 0 150 112", "aria-hidden": "true"},
    patterns(),
    svg("rect", {class: "felt", width: 150, height: 112, rx: 4}),
    svg("rect", {fill: "url(#light)", width: 150, height: 112, rx: 4}),
    svg("path", {class: "grid", d: "M30 0V112M60 0V112M90 0V112M120 0V112M0 28H150M0 56H150M0 84H150"}),
    hill(34, "h1"),
    hill(23, "h2"),
    hill(13, "h3"),
    svg("path", {class: "shade", d: "M96 89H137V94H96Z"}),
    svg("rect", {class: "h1 low", x: 95, y: 88, width: 41, height: 4.4}),
    svg("line", {class: "fire", x1: 67, y1: 52, x2: 123, y2: 27}),
    svg("circle", {class: "block", cx: 91, cy: 41.5, r: 2}),
    disc(62, 55, "Agnes Varro", "acting"),
    disc(24, 92, "Old Hob"),
    disc(92, 98, "Rifleman 1"),
    eight(124, 26, "The Hollow King"),
    eight(98, 16, "Herald"),
    eight(136, 62, "Bones 1"),
    svg(
      "g",
      {class: "tag fire", transform: "translate(104 5) scale(.42)"},
      svg("rect", {width: 84, height: 24, rx: 6}),
      svg("text", {x: 42, y: 16.5}, "9+ · 98%"),
    ),
  );
}
