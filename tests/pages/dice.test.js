import {equal} from "node:assert/strict";
import {test} from "node:test";
import {freest} from "/static/dice.js";

/** @type {(left: number, top: number, size?: number) => import("/static/dice.js").Box} */
const box = (left, top, size = 10) => ({left, top, right: left + size, bottom: top + size});

test("dice lie where they hide least, the first such place", () => {
  const corners = [box(0, 0), box(50, 0), box(0, 50)];
  equal(freest(corners, []), 0);
  equal(freest(corners, [{box: box(5, 5), weight: 2}]), 1);
  const two = [0, 50].map((left) => ({box: box(left + 5, 5), weight: 2}));
  equal(freest(corners, two), 2);
  equal(freest(corners, [...two, {box: box(5, 55), weight: 1}]), 2);
});

test("dice never lie on what can be chosen, however much else they hide", () => {
  const corners = [box(0, 0), box(50, 0)];
  const chosen = {box: box(9, 9), weight: Infinity},
    crowd = [1, 2, 3].map(() => ({box: box(52, 2, 2), weight: 4}));
  equal(freest(corners, [chosen, ...crowd]), 1);
  equal(freest(corners, [chosen, {box: box(59, 9), weight: Infinity}]), -1);
  equal(freest(corners, [{box: box(10, 10), weight: Infinity}]), 0); // they only touch
});
