import {deepEqual, equal} from "node:assert/strict";
import {test} from "node:test";

/** @type {Map<string, string>} */
const memory = new Map();
globalThis.localStorage = /** @type {any} */ ({
  getItem: (/** @type {string} */ key) => memory.get(key) ?? null,
  setItem: (/** @type {string} */ key, /** @type {string} */ value) => memory.set(key, value),
});
globalThis.location = /** @type {any} */ ({search: ""});

const {levelChoices, namedLevel, quickLevel} = await import("/static/levels.js");
const {remember} = await import("/static/dom.js");

const system = {
  levels: ["beginner", "easy", "medium"].map((name) => ({name, about: `It is ${name}.`})),
  usual_level: "medium",
};

test("each level is offered with its sentence", () => {
  deepEqual(levelChoices(system)[1], {value: "easy", text: "Easy: It is easy."});
});

test("a form begins with the level of the address, or the usual one", () => {
  equal(namedLevel(system), "medium");
  location.search = "?level=beginner";
  equal(namedLevel(system), "beginner");
  location.search = "?level=nobody";
  equal(namedLevel(system), "medium");
  location.search = "";
});

test("the first battle in a browser is easy, the next ones are as usual, and a named level is taken", () => {
  deepEqual(quickLevel(system), {level: "easy", isFirst: true});
  location.search = "?level=beginner";
  deepEqual(quickLevel(system), {level: "beginner", isFirst: false});
  location.search = "";
  remember("one", {});
  deepEqual(quickLevel(system), {level: "medium", isFirst: false});
});

test("where there is no easy level the first battle is as usual", () => {
  memory.clear();
  const [beginner] = system.levels;
  deepEqual(quickLevel({levels: [beginner], usual_level: "beginner"}), {level: "beginner", isFirst: false});
});
