import {deepEqual, equal, ok} from "node:assert/strict";
import {test} from "node:test";
import {deedOf as deedOfGroups} from "/pages/formations/engagement.js";
import {deedOf} from "/pages/heroes/encounter.js";
import {between, changed, Playback, shareOf, timeOf} from "/static/motion.js";

/** @typedef {Parameters<typeof deedOf>[1][number]} Card */
/** @typedef {Parameters<typeof deedOfGroups>[1][number]} Group */
/** @typedef {import("interface").Roll} Roll */

/** @type {(number: number, ...conditions: string[]) => Card} */
const card = (number, ...conditions) => ({
  number,
  conditions: conditions.map((name) => ({name, turns: null, by: ""})),
  out: false,
  sheet: null,
});

/** @type {(kind: string, fields: Record<string, number>) => import("interface").Event} */
const event = (kind, fields) => ({kind, clause: "", ...fields});

/** @type {(of: number, more: Partial<Roll>) => Roll} */
const roll = (of, more) => ({
  dice: [{face: 3, of: {number: of, name: "", tag: "", side: "a"}, side: "a", counted: "nothing"}],
  total: null,
  bonus: 0,
  needed: null,
  or_less: false,
  outcome: "",
  good: null,
  reading: "",
  verdict: "",
  kind: "",
  sides: 6,
  ...more,
});

test("an attack tells its outcome at the target, and its damage with what comes of it", () => {
  const rolled = [event("attack-roll", {who: 0, whom: 2}), event("band", {who: 0, whom: 2, band: 3})];
  deepEqual(deedOf({events: rolled, roll: roll(0, {verdict: "Hit", outcome: "hit", good: true})}, [], []), {
    who: 0,
    whom: 2,
    told: [{of: 2, text: "Hit", tone: "hit"}],
  });
  const hurt = [event("damage-roll", {who: 0, whom: 2}), event("damage", {who: 2, by: 0, damage: 8})];
  const [before, after] = [[card(2, "Prone")], [{...card(2, "Afraid"), out: true}]];
  const found = deedOf({events: hurt, roll: roll(0, {verdict: "8 damage", outcome: "damage"})}, before, after);
  deepEqual(
    found.told.map((each) => each.text),
    ["−8", "Afraid", "out of the encounter"],
  );
});

test("a check is told at the one who rolls, and initiative marks nobody", () => {
  const passed = roll(1, {verdict: "Resisted", outcome: "resisted", good: true, kind: "resistance"});
  const found = deedOf({events: [event("resisted", {who: 1})], roll: passed}, [card(1, "Stunned")], [card(1)]);
  deepEqual([found.who, found.whom], [1, null]);
  deepEqual(
    found.told.map((each) => [each.of, each.text]),
    [
      [1, "Resisted"],
      [1, "no longer Stunned"],
    ],
  );
  const first = {events: [event("initiative", {who: 0})], roll: roll(0, {kind: "initiative"})};
  deepEqual(deedOf(first, [], []), {who: null, whom: null, told: []});
});

test("groups lose models and gain effects", () => {
  /** @type {(number: number, more?: Partial<Group>) => Group} */
  const group = (number, more) => ({number, actions: [], rerolls: 0, weakened: 0, exposed: 0, dazed: false, ...more});
  const events = [
    event("successes", {who: 1, whom: 25, successes: 3}),
    event("wounded", {who: 25, wounds: 3}),
    event("removed", {who: 25, removed: 2, models: 4}),
    event("broken", {who: 25, models: 2}),
  ];
  const hit = roll(1, {verdict: "3 successes", outcome: "hit", good: true});
  const found = deedOfGroups({events, roll: hit}, [group(25)], [group(25, {exposed: 2})]);
  deepEqual([found.who, found.whom], [1, 25]);
  deepEqual(
    found.told.map((each) => each.text),
    ["3 successes", "−3 Wounds", "2 fall", "formation broken", "DEF 2 lower"],
  );
  deepEqual(deedOfGroups({events: []}, [group(1, {rerolls: 2})], [group(1, {rerolls: 1})]).told, []);
});

test("cards follow the steps, and keep what steps do not tell", () => {
  const model = {number: 0, name: "Silarn", tag: "a1", side: /** @type {const} */ ("a"), health: 19, sheet: "known"};
  const [after] = changed([model], {cards: [{number: 0, health: 11}]}, [{...model, health: 3}]);
  deepEqual([after.health, after.sheet], [11, "known"]);
  equal(changed([model], {}, [{...model, health: 3}])[0].health, 19);
});

test("an arrow leads from one card into the other", () => {
  const [from, to] = between({x: 0, y: 0, width: 100, height: 50}, {x: 0, y: 200, width: 100, height: 50});
  deepEqual([from[0], to[0]], [50, 50]);
  ok(from[1] > 25 && from[1] < 50 && to[1] > 200 && to[1] < 225);
});

test("all that waits is shown within some seconds, and hurried on", async () => {
  equal(shareOf([{length: 500}]), 1);
  equal(shareOf(Array(10).fill({length: 1200})), 0.5);
  ok(timeOf({who: 1, whom: 2, told: []}, false) > timeOf({who: null, whom: null, told: []}, false));
  const document = {hidden: false};
  Object.assign(globalThis, {document, addEventListener: () => {}, removeEventListener: () => {}});
  const playback = new Playback();
  /** @type {number[]} */
  const shares = [];
  const step = {
    length: 1000,
    show: async (/** @type {number} */ share) => {
      if (shares.push(share) === 2) playback.hurry();
      if (shares.length === 3) playback.stop();
    },
  };
  await playback.add(Array(5).fill(step));
  deepEqual([shares.length, shares[0], shares[2] < 0.1, playback.isRunning], [3, 1, true, false]);
  document.hidden = true;
  const unseen = {length: 1000, show: () => new Promise(() => shares.push(0))};
  await playback.add([unseen, unseen]); // though neither is ever done
  equal(shares.length, 5);
});
