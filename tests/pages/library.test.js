import {deepEqual} from "node:assert/strict";
import {test} from "node:test";

globalThis.localStorage = /** @type {any} */ ({length: 0, getItem: () => null, setItem: () => {}});
globalThis.document = /** @type {any} */ ({addEventListener: () => {}});
globalThis.addEventListener = () => {};

const {plan} = await import("/static/library.js");

/** @param {string} id
 * @param {number} changed */
const made = (id, changed, name = id) => ({id, system: "heroes", kind: "sheets", name, file: {name}, changed});

/** What is done with a thing that was changed at some times, here, on the server, and as they last agreed.
 * @param {number | null} here
 * @param {number | null} there
 * @param {number} [agreed] */
const steps = (here, there, agreed) =>
  plan(here ? [made("x", here)] : [], there ? [made("x", there)] : [], agreed ? {x: agreed} : {}).map(
    ({act, aside}) => act + (aside ? ` ${aside.changed}` : ""),
  );

test("what is new goes to the other side", () => {
  deepEqual(steps(5, null), ["send"]);
  deepEqual(steps(null, 5), ["take"]);
});

test("what is the same on both sides stays", () => {
  deepEqual(steps(5, 5, 5), []);
  deepEqual(steps(5, 5), ["agree"]);
  deepEqual(steps(5, 5, 3), ["agree"]);
});

test("what one side has changed goes to the other", () => {
  deepEqual(steps(7, 5, 5), ["send"]);
  deepEqual(steps(5, 7, 5), ["take"]);
});

test("what one side has removed goes from the other, unless that has changed it", () => {
  deepEqual(steps(null, 5, 5), ["remove"]);
  deepEqual(steps(5, null, 5), ["drop"]);
  deepEqual(steps(null, 7, 5), ["take"]);
  deepEqual(steps(7, null, 5), ["send"]);
  deepEqual(steps(null, null, 5), ["forget"]);
});

test("of two versions the newer one stays, and the older one is kept aside", () => {
  deepEqual(steps(9, 7, 5), ["send 7"]);
  deepEqual(steps(7, 9, 5), ["take 7"]);
  deepEqual(steps(7, 9), ["take 7"]);
});

test("each thing is seen to by itself", () => {
  const found = plan([made("a", 1), made("b", 4)], [made("b", 3), made("c", 2)], {b: 3, c: 2, d: 1});
  deepEqual(
    found.map(({id, act}) => `${act} ${id}`),
    ["send a", "send b", "remove c", "forget d"],
  );
});
