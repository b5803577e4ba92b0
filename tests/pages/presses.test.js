import {deepEqual, equal} from "node:assert/strict";
import {test} from "node:test";
import {Presses} from "/static/presses.js";

test("the first press selects, the second one makes", () => {
  const presses = new Presses();
  deepEqual(
    ["shoot", "move", "move"].map((what) => presses.press(what)),
    ["select", "select", "make"],
  );
  presses.select(null);
  equal(presses.confirm(), "nothing");
  equal(presses.press("shoot"), "select");
  equal(presses.confirm(), "make");
});

test("one press makes what is quick, and everything where one press is enough", () => {
  const presses = new Presses();
  equal(presses.press("parry", {presses: 1}), "make");
  equal(presses.press("shoot"), "select");
  const expert = new Presses(true);
  equal(expert.press("shoot"), "make");
  equal(expert.press("place", {isReady: false}), "select");
  equal(expert.previewed("place"), "make");
  equal(expert.press("a model to place", {presses: 2}), "select");
});

test("a second press before the preview counts when it comes, if that is allowed", () => {
  const presses = new Presses();
  equal(presses.press("place", {isReady: false}), "select");
  equal(presses.press("place", {isReady: false}), "wait");
  equal(presses.previewed("elsewhere"), "nothing"); // nobody waits for it any more
  equal(presses.previewed("place"), "make");
  presses.press("wall", {isReady: false});
  presses.confirm();
  equal(presses.previewed("wall", false), "nothing");
  equal(presses.selected, null);
  equal(presses.press("wall", {isReady: false}), "select"); // it was refused, and begins anew
});

test("another press takes the place of one that is waiting", () => {
  const presses = new Presses();
  presses.press("here", {isReady: false});
  presses.confirm();
  equal(presses.press("there", {isReady: false}), "select");
  equal(presses.previewed("here"), "nothing");
  equal(presses.previewed("there"), "select"); // it was pressed once
});

test("a double click makes what its first half selects, and never answers the next question", () => {
  const presses = new Presses();
  equal(presses.press("shoot"), "select");
  equal(presses.press("what has come there meanwhile", {isDouble: true}), "make");
  presses.select(null);
  equal(presses.press("parry", {presses: 1}), "make");
  presses.select(null);
  equal(presses.press("the next question", {presses: 1, isDouble: true}), "nothing");
});
