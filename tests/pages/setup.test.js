import {deepEqual} from "node:assert/strict";
import {test} from "node:test";
import {withOwn} from "/static/chooser.js";

const OWN = {
  x1: {name: "The Ferry Watch", characters: []},
  x2: {name: "The Ferry Watch", characters: [{}]},
  x3: {name: ""},
};

/** @param {string} id */
const find = (id) => /** @type {Record<string, import("/static/things.js").OwnFile>} */ (OWN)[id];

test("rosters that were built here are sent along, each under a name of its own", () => {
  /** @type {Record<string, string>} */
  const files = {};
  deepEqual(withOwn(["own:x1", "red-hall"], files, find), ["the-ferry-watch.json", "red-hall"]);
  deepEqual(withOwn(["own:x1", "own:x2"], files, find), ["the-ferry-watch.json", "the-ferry-watch-2.json"]);
  deepEqual(withOwn(["own:x3", "own:gone"], files, find), ["mine.json", "own:gone"]);
  deepEqual(Object.keys(files), ["the-ferry-watch.json", "the-ferry-watch-2.json", "mine.json"]);
  deepEqual(JSON.parse(files["the-ferry-watch-2.json"]), OWN.x2);
});
