import {deepEqual, equal} from "node:assert/strict";
import {test} from "node:test";
import {firstView, keyMoments, namesOf} from "/static/report.js";
import {chaptersOf} from "/static/rulebook.js";
import {points, rowsOf} from "/static/waterfall.js";
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

test("points are told with their sign", () => {
  deepEqual([7.4, -3.1, 0.4, -0.4].map(points), ["+7", "−3", "±0", "±0"]);
});

const SIDES = {a: {name: "Lantern Company"}, b: {name: "Hollow King"}};

/** @type {import("interface").AccountPart[]} */
const ACCOUNT = [
  {part: "start", side: null, points: 56.2, error: 2, rounded: 56},
  {part: "dice", side: null, points: -70.7, error: 4, rounded: -71},
  {part: "choices", side: "a", points: -5.1, error: 3, rounded: -5},
  {part: "choices", side: "b", points: 19.6, error: 3, rounded: 20},
  {part: "result", side: null, points: 0, error: 0, rounded: 0},
];

test("the waterfall adds up from both views, own choices first", () => {
  const [mine, theirs] = [rowsOf(ACCOUNT, namesOf({sides: SIDES}), "a"), rowsOf(ACCOUNT, namesOf({sides: SIDES}), "b")];
  deepEqual(
    mine.map((each) => [each.key, each.points, each.from, each.to]),
    [
      ["start", 56, 0, 56],
      ["dice", -71, 56, -15],
      ["own", -5, -15, -20],
      ["theirs", 20, -20, 0],
      ["result", 0, 0, 0],
    ],
  );
  deepEqual(
    theirs.map((each) => [each.key, each.points]),
    [
      ["start", 44],
      ["dice", 71],
      ["own", -20],
      ["theirs", 5],
      ["result", 100],
    ],
  );
  for (const rows of [mine, theirs]) equal(rows.at(-2)?.to, rows.at(-1)?.points);
  equal(theirs[2].title, "Choices of Hollow King");
});

test("a report begins with the reader's own view, or the loser's", () => {
  const result = {winner: "a", sentence: "", why: "", clause: "", because: "", seat: null};
  equal(firstView({result}, "a"), "a");
  equal(firstView({result}, null), "b");
  equal(firstView({result: null}, undefined), "a");
});

test("a key moment is marked after its step", () => {
  /** @type {import("interface").KeyMoment} */
  const moment = {number: 1, kind: "roll", side: "b", before: 0.61, after: 0.21, error: 0.02, sentence: "A shot hits"};
  deepEqual(keyMoments({key_moments: [moment]}), [{at: 2, words: "A shot hits", side: "b", before: 0.61, after: 0.21}]);
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
