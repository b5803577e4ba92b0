import {deepEqual, equal} from "node:assert/strict";
import {test} from "node:test";
import {ledBy, listed, seatTitle} from "/static/seating.js";
import {askedOf, cleaned, oneEach, settled} from "/static/several.js";

/** @import {Row} from "/static/several.js" */

const COMBATANTS = [
  {tag: "a1", name: "Silarn", side: "a"},
  {tag: "a2", name: "Brannoc (old)", side: "a"},
  {tag: "a3", name: "Silarn", side: "a"},
  {tag: "b1", name: "Ruffian 1", side: "b"},
];
const TITLES = {a: "Heroes", b: "Foes"};
const leads = (/** @type {Row[]} */ rows) => rows.map((each) => each.leads.join(" "));
const row = (/** @type {Partial<Row>} */ more) =>
  /** @type {Row} */ ({name: "Ann", place: "a", player: "person", leads: [], ...more});

test("each of the first side has a seat, and a game master leads the others", () => {
  const rows = oneEach(COMBATANTS, TITLES, {hasMaster: true, level: "medium"});
  deepEqual(
    rows.map(({name, place, player}) => [name, place, player]),
    [
      ["Silarn", "a", "person"],
      ["Brannoc old", "a", "person"],
      ["Silarn 2", "a", "person"],
      ["Game master", "master", "you"],
    ],
  );
  deepEqual(leads(rows), ["a1", "a2", "a3", "b1"]);
});

test("without a game master the first seat is yours, and the computer leads the other side", () => {
  const rows = oneEach(COMBATANTS, TITLES, {hasMaster: false, level: "medium"});
  deepEqual(
    rows.map(({player}) => player),
    ["you", "person", "person", "medium"],
  );
  equal(rows[3].name, "Foes");
});

test("a table has sixteen seats at most: the first seat leads who is left over", () => {
  const many = [...Array(20).keys()].map((each) => ({tag: `a${each + 1}`, name: `Ed ${each}`, side: "a"}));
  const rows = oneEach(many, TITLES, {hasMaster: true, level: "easy"});
  equal(rows.length, 16);
  equal(rows[0].leads.join(" "), "a1 a16 a17 a18 a19 a20");
});

test("every combatant is led by one seat of its side", () => {
  const ann = row({leads: ["a1", "a2"]}),
    ben = row({name: "Ben", leads: ["a2", "b1", "gone"]});
  deepEqual(leads(settled([ann, ben], COMBATANTS)), ["a1 a2 a3", ""]);
  deepEqual(leads(settled([row({}), {...ben, place: "b"}, row({place: "apart"})], COMBATANTS)), ["a1 a2 a3", "b1", ""]);
});

test("a match is asked for with its seats, and the computer at a side that has none", () => {
  const rows = [
    row({leads: ["a1"], player: "you"}),
    row({name: "Ben", leads: ["a2", "a3"], player: "here", dice: "either"}),
    row({name: "Mia", place: "apart", dice: ""}),
  ];
  deepEqual(askedOf(rows, "medium"), {
    seats: [
      {name: "Ann", side: "a", leads: ["a1"], master: false},
      {name: "Ben", side: "a", leads: ["a2", "a3"], master: false},
      {name: "Mia", side: null, leads: [], master: true},
    ],
    players: {b: "medium", Ann: "person", Ben: "person", Mia: "person"},
    dice_of: {Ben: "either"},
    beside: {Ben: ""},
    seat: "Ann",
  });
  equal(askedOf([row({})], "easy").watch, true);
});

test("names are made such as seats may have", () => {
  deepEqual(["  Élise!", "-x", "(!)", "The 2nd. O'Hara-Low"].map(cleaned), ["Élise", "x", "", "The 2nd. O'Hara-Low"]);
  equal(listed(["Ann", "Ben", "Cara"]), "Ann, Ben and Cara");
});

test("a seat has its own name where others play for its side, and leads those that no other leads", () => {
  const one = {number: 1, name: "Silarn", tag: "a1", side: "a"};
  const info = /** @type {any} */ ({
    titles: TITLES,
    seats: [
      {name: "Ann", side: "a", leads: [one]},
      {name: "Ben", side: "a", leads: []},
      {name: "Mia", side: "b", leads: []},
      {name: "Max", side: null, leads: []},
    ],
  });
  deepEqual(
    ["Ann", "Ben", "Mia", "Max"].map((each) => seatTitle(info, each)),
    ["Ann", "Ben", "Foes", "Max"],
  );
  const models = [one, {number: 2, side: "a"}, {number: 3, side: "b"}];
  const numbers = (/** @type {string} */ name) => ledBy(info, name, models).map(({number}) => number);
  deepEqual([numbers("Ann"), numbers("Ben"), numbers("Mia"), numbers("Max")], [[1], [2], [], []]);
});
