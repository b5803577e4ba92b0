// Terrain: tints by height, shadows as long as a piece is high, low walls as stone, ladders as rungs, effects as marks.

import {stylesheet, svg} from "/static/dom.js";
import {inches} from "/static/text.js";
import {area, hull, isInside, isNarrow, lit, loop, points, units} from "./shapes.js";

/** @import {Circle, TableScene, Terrain} from "interface" */
/** @import {Place, Plane} from "./shapes.js" */

await stylesheet("/pages/skirmish/table.css");

const LEVELS = [1000, 2000, 4000];
/** @type {Record<string, string>} */
const MARKS = {
  explosion: "M0-3.4 .9-1.2 3.1-2.1 1.7-.1 3.6 1.3 1.2 1.2 .7 3.5-.7 1.5-2.9 2.6-1.7 .5-3.7-.5-1.4-1Z",
  dust: "M-3 1.4a1.7 1.7 0 0 1 .7-3.2 2.3 2.3 0 0 1 4.2-.3 1.9 1.9 0 0 1 .8 3.6zM-1.6 2.8H1.8",
  fire: "M0-3.6C.6-2 2.6-1.2 2.6 1A2.6 2.6 0 0 1-2.6 1C-2.6-.2-1.8-.8-1.5-1.8-.7-1.4-.5-1-.4-.5.2-1.4.3-2.4 0-3.6Z",
};

/** The patterns that the table uses. */
export function patterns() {
  const hatch = svg(
    "pattern",
    {id: "hatch", width: 3, height: 3, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)"},
    svg("rect", {width: 1.1, height: 3, class: "hatching"}),
  );
  const stone = svg(
    "pattern",
    {id: "stone", width: 4, height: 2.4, patternUnits: "userSpaceOnUse"},
    svg("rect", {width: 4, height: 2.4, class: "stones"}),
    svg("path", {d: "M0 1.2H4M2 0V1.2M0 1.2V2.4", class: "joints"}),
  );
  const light = svg(
    "radialGradient",
    {id: "light", cx: "38%", cy: "30%", r: "85%"},
    svg("stop", {offset: 0, class: "light-in"}),
    svg("stop", {offset: 1, class: "light-out"}),
  );
  return svg("defs", {}, hatch, stone, light);
}

/** The ground with its grid and rulers.
 * @param {Plane} plane */
export function ground(plane) {
  const {width, height} = plane;
  let grid = "",
    fine = "";
  const rulers = [];
  for (let x = 10; x < width; x += 10) {
    if (x % 20) fine += `M${x} 0V${height}`;
    else grid += `M${x} 0V${height}`;
  }
  for (let y = height - 10; y > 0; y -= 10) {
    if ((height - y) % 20) fine += `M0 ${y}H${width}`;
    else grid += `M0 ${y}H${width}`;
  }
  for (let x = 0; x <= width; x += 40) rulers.push(svg("text", {class: "rule", x, y: height + 6}, x / 10));
  for (let y = 0; y <= height; y += 40)
    rulers.push(svg("text", {class: "rule side", x: -2.4, y: height - y + 1.2}, y / 10));
  return [
    svg("rect", {class: "felt", width, height, rx: 1.6}),
    svg("rect", {fill: "url(#light)", width, height, rx: 1.6}),
    svg("path", {class: "fine", d: fine}),
    svg("path", {class: "grid", d: grid}),
    rulers,
  ];
}

/** All pieces: what stands lower before what stands higher.
 * @param {TableScene} scene
 * @param {Plane} plane */
export function terrain(scene, plane) {
  const pieces = [...scene.terrain].sort(
    (one, other) => one.top - other.top || area(other.corners) - area(one.corners),
  );
  return pieces.map((piece) => drawn(piece, plane));
}

/**
 * @param {Terrain} piece
 * @param {Plane} plane
 */
function drawn(piece, plane) {
  const corners = piece.corners.map(([x, y]) => plane.at(x, y));
  const tint = `h${LEVELS.filter((level) => piece.top > level).length + 1}`;
  const under = piece.bottom > 0 ? " under" : "";
  const low = piece.top - piece.bottom <= 1000 && isNarrow(corners) ? " low" : "";
  const length = Math.min(units(piece.top) * 0.16, 9);
  /** @type {(far: number) => Place[]} */
  const shifted = (far) => corners.map(([x, y]) => [x + far, y + far]);
  const shadow = hull([...shifted(piece.bottom > 0 ? length * 0.5 : 0), ...shifted(length)]);
  const middle = [0, 1].map((axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length);
  const {effect} = piece;
  return svg(
    "g",
    {class: "piece", "data-piece": piece.index},
    svg("path", {class: "shade", d: loop(shadow)}),
    svg("polygon", {class: `${tint}${under}${low}${piece.solid ? " solid" : ""}`, points: points(corners)}),
    svg("polyline", {class: "lit", points: points(lit(corners))}),
    piece.ladders.map((each) => ladder(plane.at(...each[0]), plane.at(...each[1]))),
    effect &&
      svg("path", {
        class: `mark ${effect.name}${effect.spent ? " spent" : ""}`,
        d: MARKS[effect.name in MARKS ? effect.name : effect.leaves || "explosion"],
        transform: `translate(${middle})`,
      }),
  );
}

/**
 * @param {Place} one
 * @param {Place} other
 */
function ladder(one, other) {
  const [dx, dy] = [other[0] - one[0], other[1] - one[1]];
  const length = Math.hypot(dx, dy);
  const [ux, uy] = [dx / length, dy / length];
  const [nx, ny] = [-uy * 1.6, ux * 1.6];
  let rungs = "";
  for (let at = 1; at < length; at += 1.5) {
    const [x, y] = [one[0] + ux * at, one[1] + uy * at];
    rungs += `M${x - nx} ${y - ny}L${x + nx} ${y + ny}`;
  }
  const rails = [1, -1].map(
    (side) => `M${one[0] + nx * side} ${one[1] + ny * side}L${other[0] + nx * side} ${other[1] + ny * side}`,
  );
  return svg("path", {class: "ladder", d: rungs + rails.join("")});
}

/** What a piece is, in a few words.
 * @param {Terrain} piece */
export function described(piece) {
  const height = piece.bottom ? `${inches(piece.bottom)}–${inches(piece.top)}"` : `${inches(piece.top)}"`;
  const effect = piece.effect && !piece.effect.spent ? ` · ${piece.effect.name}` : "";
  return `${piece.name} ${height}${piece.solid ? " · solid" : ""}${effect}`;
}

/** The piece under a point, the highest first.
 * @param {TableScene} scene
 * @param {number} x
 * @param {number} y
 * @returns {Terrain | undefined} */
export function pieceAt(scene, x, y) {
  const inside = scene.terrain.filter((piece) => isInside(piece.corners, x, y));
  return inside.sort((one, other) => other.top - one.top)[0];
}

/** Clouds and fires, and the circle to hold.
 * @param {TableScene} scene
 * @param {Plane} plane */
export function markers(scene, plane) {
  /** @param {Circle} circle */
  const held = ({x, y, radius}) => {
    const [cx, cy] = plane.at(x, y);
    return svg("circle", {class: "hold", cx, cy, r: units(radius)});
  };
  const drawn = scene.markers.map((each) => {
    const [x, y] = plane.at(each.x, each.y);
    return svg(
      "g",
      {class: `marker ${each.kind}`, transform: `translate(${x} ${y})`},
      svg("circle", {r: units(each.radius)}),
      svg("path", {class: "mark", d: MARKS[each.kind] ?? ""}),
    );
  });
  return scene.hold ? [held(scene.hold), ...drawn] : drawn;
}

/** Where models may be placed now.
 * @param {TableScene} scene
 * @param {Plane} plane */
export function zones(scene, plane) {
  return scene.deploying.map((side) => {
    const {left, right, near, far} = scene.zones[side];
    const [x, y] = plane.at(left, far);
    return svg("rect", {class: `zone ${side}`, x, y, width: units(right - left), height: units(far - near)});
  });
}
