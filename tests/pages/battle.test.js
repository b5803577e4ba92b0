import {deepEqual, equal} from "node:assert/strict";
import {test} from "node:test";
import {chances, keyMoments, namesOf, points} from "/static/report.js";
import {chaptersOf} from "/static/rulebook.js";
import {chanceAt} from "/static/win_chance.js";

const LINE = [
  {at: 0, chance: 0.5, low: 0.4, high: 0.6},
  {at: 4, chance: 0.7, low: 0.6, high: 0.8},
  {at: 8, chance: 1, low: 1, high: 1},
];

test("between two points the chance is on the line", () => {
  equal(chanceAt(LINE, 2)?.chance, 0.6);
  equal(chanceAt(LINE, 4)?.chance, 0.7);
  equal(chanceAt(LINE, 5)?.low, 0.7);
  equal(chanceAt(LINE, 0)?.high, 0.6);
});

test("beyond the last point the chance stays, and without points there is none", () => {
  equal(chanceAt(LINE, 12)?.chance, 1);
  equal(chanceAt(LINE.slice(1), 1)?.chance, 0.7);
  equal(chanceAt([], 3), null);
});

test("luck is told in percentage points with its sign", () => {
  deepEqual([0.074, -0.031, 0.004, -0.004].map(points), ["+7", "−3", "±0", "±0"]);
});

const SIDES = {a: {name: "Lantern Company"}, b: {name: "Hollow King"}};
const QUICK = {
  sides: SIDES,
  rollouts: null,
  win_chances: [0.5, 0.6, 0.2],
  key_moments: [{number: 1, sentence: "A shot hits", side: "b", luck: -0.3, before: 0.61, after: 0.21}],
};

test("without rollouts the chart has a point for each step, without a band", () => {
  deepEqual(namesOf(QUICK), {a: "Lantern Company", b: "Hollow King"});
  deepEqual(chances(QUICK)[1], {at: 1, chance: 0.6, low: 0.6, high: 0.6});
  deepEqual(keyMoments(QUICK), [{at: 2, words: "A shot hits", side: "b", luck: -0.3, before: 0.6, after: 0.2}]);
});

test("key moments are told by the chances of rollouts where there are some, and else by their own", () => {
  const rollouts = {moments: [{at: 2, chance: 0.3, low: 0.2, high: 0.4}], swings: []};
  const [moment] = keyMoments({...QUICK, rollouts});
  deepEqual([moment.before, moment.after], [0.61, 0.3]);
});

test("where no moment was key, the largest swings of the rollouts are", () => {
  const swings = [
    {from: 3, to: 4, before: 0.5, after: 0.6},
    {from: 4, to: 7, before: 0.6, after: 0.3},
  ];
  const found = keyMoments({...QUICK, key_moments: [], rollouts: {moments: [], swings}});
  deepEqual(
    found.map((each) => [each.at, each.words]),
    [
      [4, "Step 4"],
      [7, "Steps 5 to 7"],
    ],
  );
});

test("a book has its chapters in the order of its clauses, apart by edition", () => {
  const clause = (/** @type {string} */ edition, /** @type {string} */ chapter) => ({edition, chapter});
  const book = {
    clauses: [clause("S1", "A"), clause("S1", "A"), clause("S1", "F"), clause("S2", "A")],
    editions: {S1: "First edition"},
    chapters: {A: "Activation"},
  };
  deepEqual(
    chaptersOf(book).map((each) => [each.key, each.edition, each.name, each.clauses.length]),
    [
      ["S1.A", "First edition", "Activation", 2],
      ["S1.F", "First edition", "S1.F", 1],
      ["S2.A", "", "Activation", 1],
    ],
  );
});
