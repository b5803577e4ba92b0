import {deepEqual, equal} from "node:assert/strict";
import {test} from "node:test";
import {partsOf} from "/static/fields.js";
import {grouped, keyed, keysOf, sharedCost} from "/static/offers.js";
import {chance, DEFAULT_PRESENTER} from "/static/presenter.js";

/** @type {(choice: string, key: string, order: number, more?: object) => any} */
const offer = (choice, key, order, more) => ({choice, heading: {key, order, text: key}, cost: null, ...more});

test("choices stand under their headings, in the order of these", () => {
  const groups = grouped([offer("b1", "b", 2), offer("a1", "a", 1), offer("b2", "b", 2)]);
  deepEqual(
    groups.map((group) => group.map((each) => each.choice)),
    [["a1"], ["b1", "b2"]],
  );
});

test("what cannot succeed stands below the rest, and what ends the turn below all", () => {
  const vain = {cannot_succeed: true};
  const groups = grouped([
    offer("stop", "z", 0, {ends_turn: true}),
    offer("vain", "a", 1, vain),
    offer("good", "a", 1),
    offer("hopeless", "b", 0, vain),
  ]);
  deepEqual(
    groups.map((group) => group.map((each) => each.choice)),
    [["good", "vain"], ["hopeless"], ["stop"]],
  );
});

test("a cost that all choices of a group have is told once", () => {
  const cost = {number: 1, unit: "AP"};
  equal(sharedCost([offer("a", "a", 1, {cost}), offer("b", "a", 1, {cost: {...cost}})]), "1 AP");
  equal(sharedCost([offer("a", "a", 1, {cost}), offer("b", "a", 1, {cost: {...cost, number: 2}})]), "");
  equal(sharedCost([offer("a", "a", 1), offer("b", "a", 1)]), "");
});

test("keys run in the order of the rows; the end of the turn has its own", () => {
  const rows = Array.from({length: 12}, () => ({ends_turn: false}));
  equal(keysOf([...rows, {ends_turn: true}]).join(""), "123456789abc0");
  equal(keysOf([{ends_turn: true}, {ends_turn: true}]).join(""), "12");
  equal(keysOf(Array(30).fill(rows[0])).filter(Boolean).length, 28);
});

test("every choice has its key, whatever is folded; those that are one too many have none", () => {
  const groups = grouped([
    ...Array.from({length: 20}, (_, place) => offer(`a${place}`, "a", 1)),
    ...Array.from({length: 20}, (_, place) => offer(`b${place}`, "b", 2, {cannot_succeed: true})),
    offer("stop", "z", 0, {ends_turn: true}),
  ]);
  const keys = keyed(groups);
  equal(keys.get("1")?.choice, "a0");
  equal(keys.get("9")?.choice, "a8");
  equal(keys.get("0")?.choice, "stop");
  deepEqual(
    [...keys.values()].map(({choice}) => choice),
    [...groups[0], ...groups[1].slice(0, 8), ...groups[2]].map(({choice}) => choice),
  );
});

test("the chance of a choice is that to hit, else to succeed, else to win", () => {
  equal(chance({chances: {win: "1/2", hit: "1/4"}}), 0.25);
  equal(chance({chances: {success: "3/4"}}), 0.75);
  equal(chance({chances: {}}), null);
  equal(DEFAULT_PRESENTER.worth({chances: {hit: "2/3"}}, true), "they hit 67%");
  equal(DEFAULT_PRESENTER.worth(JSON.parse('{"chances": {"hit": "2/3"}, "then": {}}'), false), "then 67%");
  equal(DEFAULT_PRESENTER.worth({chances: {}}, false), "");
});

test("a text of parts is read part by part", () => {
  deepEqual(
    [...partsOf("melee=4, weapon = sword")],
    [
      ["melee", "4"],
      ["weapon", "sword"],
    ],
  );
  deepEqual([...partsOf("")], []);
  deepEqual([...partsOf("melee,")], [["melee", ""]]);
});
