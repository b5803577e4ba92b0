import {deepEqual, equal, ok} from "node:assert/strict";
import {test} from "node:test";
import {
  arc,
  area,
  hull,
  isInside,
  isNarrow,
  lit,
  loop,
  octagon,
  outlines,
  Plane,
  points,
  units,
} from "/pages/skirmish/shapes.js";

/** @import {Place} from "/pages/skirmish/shapes.js" */

/** @type {Place[]} */
const SQUARE = [
  [0, 0],
  [4, 0],
  [4, 4],
  [0, 4],
];
/** An L: the square without its upper right quarter.
 * @type {Place[]} */
const BENT = [
  [0, 0],
  [4, 0],
  [4, 2],
  [2, 2],
  [2, 4],
  [0, 4],
];

test("a place is drawn with north up, and found again", () => {
  const plane = new Plane({width: 22_000, depth: 30_000});
  deepEqual([plane.width, plane.height], [220, 300]);
  deepEqual(plane.at(0, 0), [0, 300]);
  deepEqual(plane.at(11_000, 30_000), [110, 0]);
  deepEqual(plane.back(...plane.at(7_531, 12_345)), {x: 7_531, y: 12_345});
  equal(units(1_500), 15);
});

test("places become paths, to a hundredth", () => {
  equal(
    points([
      [1 / 3, 2],
      [4, 5.005],
    ]),
    "0.33,2 4,5.01",
  );
  equal(loop(SQUARE), "M0 0L4 0L4 4L0 4Z");
});

test("an octagon has flat sides, and is a little wider than its radius", () => {
  const places = octagon(10);
  equal(places.length, 8);
  for (const [x, y] of places) ok(Math.abs(Math.hypot(x, y) - 10.4) < 1e-9);
  const right = places.filter(([x]) => x > 9);
  equal(right.length, 2);
  ok(Math.abs(right[0][0] - right[1][0]) < 1e-9);
});

test("an arc begins at the top and goes clockwise", () => {
  equal(arc(10, 0.25), "M0 -10A10 10 0 0 1 10 0");
  equal(arc(10, 0.5), "M0 -10A10 10 0 0 1 0 10");
  equal(arc(10, 0.75), "M0 -10A10 10 0 1 1 -10 0");
  equal(arc(10, 1), arc(10, 1.5));
  ok(arc(10, 1).endsWith("Z"));
});

test("a hull leaves out what lies within it, or on its edges", () => {
  /** @type {Place[]} */
  const more = [...SQUARE, [2, 2], [2, 0], [4, 1]];
  deepEqual(
    hull(more).toSorted((one, other) => one[0] - other[0] || one[1] - other[1]),
    [
      [0, 0],
      [0, 4],
      [4, 0],
      [4, 4],
    ],
  );
  equal(hull(BENT).length, 5);
});

test("an area is the same whichever way round the corners are named", () => {
  equal(area(SQUARE), 16);
  equal(area(SQUARE.toReversed()), 16);
  equal(area(BENT), 12);
});

test("a place is within corners, or not", () => {
  ok(isInside(SQUARE, 1, 3));
  ok(!isInside(SQUARE, 5, 3));
  ok(!isInside(SQUARE, -1, 0));
  ok(isInside(BENT, 1, 3));
  ok(!isInside(BENT, 3, 3));
});

test("a wall is thin, and three times as long", () => {
  /** @type {(width: number, height: number) => Place[]} */
  const box = (width, height) => [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ];
  ok(isNarrow(box(20, 5)));
  ok(isNarrow(box(5, 20)));
  ok(!isNarrow(box(20, 7)));
  ok(!isNarrow(box(14, 5)));
  ok(!isNarrow(BENT));
});

test("light falls on the corner to the upper left, and on the edges beside it", () => {
  deepEqual(lit(SQUARE), [
    [0, 4],
    [0, 0],
    [4, 0],
  ]);
  deepEqual(lit([...SQUARE.slice(2), ...SQUARE.slice(0, 2)]), lit(SQUARE));
});

test("cells that touch have one outline, and a hole has its own", () => {
  const cells = ["####", "#..#", "####", "....", ".#.."];
  const found = outlines(4, 5, (column, row) => cells[row]?.[column] === "#");
  equal(found.length, 3);
  const [outer, hole, single] = found.toSorted((one, other) => area(other) - area(one));
  ok(area(outer) > area(hole) && area(hole) > area(single));
  const middle = single.reduce((sum, [x, y]) => [sum[0] + x / single.length, sum[1] + y / single.length], [0, 0]);
  ok(Math.abs(middle[0] - 1) < 1e-9 && Math.abs(middle[1] - 4) < 1e-9);
});

test("no cell, no outline; cells that touch at a corner are all drawn", () => {
  deepEqual(
    outlines(3, 3, () => false),
    [],
  );
  const found = outlines(2, 2, (column, row) => column === row && column >= 0 && column < 2);
  const corners = found.flat().map(([x, y]) => Math.hypot(x, y));
  ok(Math.min(...corners) < 0.6 && Math.max(...corners) > 1.4);
  equal(
    found.reduce((sum, each) => sum + each.length, 0),
    16,
  );
});
