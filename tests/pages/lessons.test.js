import {deepEqual, equal} from "node:assert/strict";
import {test} from "node:test";
import {happened, offers, Progress} from "/static/lessons.js";

/** A page with choices of some kinds, after some events.
 * @param {string[]} kinds
 * @param {string[]} [events]
 * @param {string} [state]
 * @returns {any} */
const page = (kinds, events = [], state = "running") => ({
  isMine: true,
  offers: kinds.map((kind) => ({kind})),
  latest: {state, story: [{events: events.map((kind) => ({kind}))}]},
});

const said = {heading: "", text: ""};
const STEPS = [
  {...said, name: "place", when: offers("deploy")},
  {...said, name: "move", when: offers("move"), done: happened("moved")},
  {...said, name: "shoot", when: offers("shoot")},
  {...said, name: "hit", when: happened("hit")},
];
/** @type {import("/static/lessons.js").Lesson<any>} */
const LESSON = {battle: {system: "toy"}, steps: STEPS, last: {...said, name: "over"}};

test("steps come in their order, one at a time, as their moments come", () => {
  const progress = new Progress(LESSON);
  equal(progress.advance(page(["stop"])), false);
  equal(progress.advance(page(["move", "shoot"])), true);
  equal(progress.now?.name, "move");
  equal(progress.advance(page(["move", "shoot"])), true);
  equal(progress.now?.name, "shoot");
  equal(progress.advance(page(["move", "shoot"])), false);
  deepEqual(progress.left, ["move"]);
  equal(progress.count, 2);
});

test("who does something else meets the step whose moment that is, and the others later", () => {
  const progress = new Progress(LESSON);
  progress.advance(page(["shoot"]));
  equal(progress.now?.name, "shoot");
  progress.advance(page(["deploy", "shoot"]));
  equal(progress.now?.name, "place");
});

test("what has happened counts later, too", () => {
  const progress = new Progress(LESSON);
  progress.note(page([], ["hit"]));
  progress.advance(page(["deploy"]));
  equal(progress.now?.name, "place");
  progress.note(page(["deploy"]));
  progress.advance(page(["deploy"]));
  equal(progress.now?.name, "hit");
});

test("a task is ticked off once, when it is done", () => {
  const progress = new Progress(LESSON);
  progress.advance(page(["deploy"]));
  equal(progress.tick(page(["deploy"])), false);
  progress.advance(page(["move"]));
  equal(progress.tick(page(["move"])), false);
  progress.note(page(["move"], ["moved"]));
  equal(progress.tick(page(["move"])), true);
  equal(progress.isDone, true);
  equal(progress.tick(page(["move"])), false);
});

test("at the end nothing but the last step comes, once", () => {
  const progress = new Progress(LESSON);
  progress.advance(page(["move"]));
  equal(progress.advance(page(["shoot"], ["hit"], "over")), true);
  equal(progress.now?.name, "over");
  equal(progress.advance(page([], [], "over")), false);
});

test("a page that is loaded anew shows the step that was not left behind", () => {
  const progress = new Progress(LESSON, ["place", "move"]);
  progress.advance(page(["move", "shoot"]));
  equal(progress.now?.name, "shoot");
  equal(progress.count, 3);
});
