import {deepEqual, equal, ok} from "node:assert/strict";
import {test} from "node:test";
import {weaponWords} from "/pages/skirmish/build_fields.js";
import {outlooks} from "/pages/skirmish/choices.js";
import {lettersOf, rim, told} from "/pages/skirmish/figures.js";
import {shared, spots} from "/pages/skirmish/overlay.js";
import {length} from "/pages/skirmish/playback.js";
import {brief} from "/pages/skirmish/prospects.js";

/** @type {(number: number, name: string, side: string) => {number: number, name: string, side: string, tag: string}} */
const model = (number, name, side) => ({number, name, side, tag: `${side}${number}`});

test("no two models of a side have the same letters", () => {
  const letters = lettersOf([
    model(0, "Hollow King", "a"),
    model(1, "Hidden Knight", "a"),
    model(2, "High Keeper", "b"),
    model(3, "Raider 1", "b"),
  ]);
  deepEqual([...letters.values()], ["HK", "A1", "HK", "R1"]);
  const alike = ["Archer 2", "Hollow King", "Hidden Knight"].map((name, number) => model(number, name, "a"));
  deepEqual([...lettersOf(alike).values()], ["A2", "HK", "a2"]);
});

test("Toughness lies on the rim of its base, and on no letters of a model that touches it from any side", () => {
  const radius = 5,
    letters = {wide: 3.8, above: 1.5, below: 1.9}, // as far as two letters reach from the middle of a base
    edge = 0.225; // half the line around a pip
  for (const count of [1, 3, 5, 8, 14]) {
    const pips = rim(count, radius);
    equal(pips.length, count);
    for (const pip of pips) {
      const [x, y] = pip.at,
        size = pip.size + edge;
      ok(Math.abs(Math.hypot(x, y) - radius) < size);
      ok(y - size > letters.below || Math.abs(x) - size > letters.wide);
      for (const angle of [...Array(72).keys()].map((each) => (each * Math.PI) / 36)) {
        const [dx, dy] = [x - 2 * radius * Math.cos(angle), y - 2 * radius * Math.sin(angle)];
        const isClear = Math.abs(dx) - size > letters.wide || -dy - size > letters.above || dy - size > letters.below;
        ok(isClear);
      }
    }
    for (const [place, {at, size}] of pips.slice(1).entries())
      ok(Math.hypot(at[0] - pips[place].at[0], at[1] - pips[place].at[1]) > 1.9 * size); // they can be counted
    ok(count === 1 || pips[0].at[0] < pips[count - 1].at[0]);
  }
});

test("a model is told in words, on the table or not", () => {
  const state = /** @type {const} */ ("to act");
  const known = {...model(4, "Ava", "a"), state, toughness: 4, stress: 1, ap: 3, x: 7500, y: 12000};
  equal(told({...known, on_table: true}), "Ava (a4), to act, Toughness 4, stress 1, 3 AP, at 7.5, 12");
  ok(told({...known, on_table: false}).endsWith("not on the table"));
});

test("a weapon's numbers are those of an edition", () => {
  /** @type {Parameters<weaponWords>[0]} */
  const bow = {kind: "shooting", modifier: -1, modifiers: {first: 2}, damage: 1, critical: "d3", no_return: true};
  equal(weaponWords(bow, "second"), "modifier −1 · stress 1 · critical D3, no return fire");
  equal(weaponWords(bow, "first"), "modifier +2 · stress 1 · critical D3, no return fire");
  /** @type {Parameters<weaponWords>[0]} */
  const axe = {kind: "melee", threat: 1, oppression: 2, critical: null};
  equal(weaponWords(axe, "second"), "reach 1″ · stress 2");
});

test("a step is shown for as long as it has something to show", () => {
  /** @type {(kind: string, who: number) => {kind: string, who: number}} */
  const event = (kind, who) => ({kind, who});
  const moves = [event("moved", 1), event("climbed", 1)];
  equal(length({events: []}), 150);
  equal(length({events: [event("shot", 1)]}), 500);
  equal(length({events: [event("shot", 1)], faces: [6]}), 1000);
  equal(length({events: moves}), 750);
  equal(length({events: moves, places: [{who: 1}]}), 750);
  equal(length({events: moves, places: [{who: 2}]}), 1200);
  equal(length({events: [event("fell", 1)]}), 600);
});

test("a label stands around its point, the nearest places first, and covers it nowhere", () => {
  const found = spots([50, 50], 20, 6);
  ok(found.length >= 24);
  for (const each of found) equal(shared(each, {x: 48, y: 48, width: 4, height: 4}), 0);
  const far = found.map((each) => Math.hypot(each.x + each.width / 2 - 50, each.y + each.height / 2 - 50));
  ok(Math.max(...far.slice(0, 6)) < Math.min(...far.slice(-6)));
});

test("two boxes share an area, or none where they only touch", () => {
  const box = {x: 0, y: 0, width: 10, height: 4};
  equal(shared(box, {x: 8, y: 1, width: 10, height: 10}), 6);
  equal(shared(box, {x: 10, y: 0, width: 10, height: 4}), 0);
  equal(shared(box, box), 40);
});

test("what comes of a choice is said in sentences, with names alone", () => {
  const next = {choice: "", kind: "shoot", about: null, sentence: "shoot Bones 2 (b4)", chance: null};
  /** @type {(then: typeof next | null, note: string, parts: Record<string, string>, win?: any) => string[]} */
  const told = (then, note, parts, win = null) => outlooks({then, note, parts, win});
  deepEqual(told(next, "a miss may harm Bones 1 (b3)", {removed: "0", broken: "13/25", stress: "-1/4"}), [
    "A miss may harm Bones 1.",
    "Then shoot Bones 2.",
    "On average it costs them 0.52 break-downs, and you 0.25 stress.",
  ]);
  deepEqual(told(null, "", {stress: "1/1000"}), []);
  deepEqual(told(next, "", {}, {plan: [next]}), []); // the plan of the search is told instead, once
  deepEqual(told(next, "", {}, {plan: []}), ["Then shoot Bones 2."]);
});

test("what a move leads to is told in short: the best that can be done there, and the greatest danger", () => {
  /** @param {number} value */
  const exact = (value) => ({exact: String(value), value});
  /** @type {(hit: number, later?: boolean) => any} */
  const shot = (hit, later = false) => ({hit: exact(hit), later});
  /** @type {(harm: number, later?: boolean) => any} */
  const fight = (harm, later = false) => ({harm: exact(harm), later});
  const none = {shots: [], fights: [], shot_by: [], fought_by: []};
  equal(brief(none), "");
  equal(brief({...none, shots: [shot(0.84), shot(0.2)], fights: [fight(0.5)]}), "shoot 84%");
  equal(brief({...none, shots: [shot(0.4)], fights: [fight(0.5)], shot_by: [shot(0.3)]}), "fight 50% · danger 30%");
  equal(brief({...none, shot_by: [shot(0.3), shot(0.9, true)], fought_by: [fight(0.61)]}), "danger 61%");
  equal(brief({...none, fought_by: [fight(0.61, true)]}), "");
});
