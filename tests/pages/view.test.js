import {deepEqual} from "node:assert/strict";
import {test} from "node:test";
import {seen} from "/pages/skirmish/view.js";

const WHOLE = {x: -10, y: -4, width: 240, height: 320};

test("the whole is seen from its corner, whatever is asked for", () => {
  deepEqual(seen(WHOLE, 1, 50, 50), WHOLE);
});

test("a part is seen where it is asked for, and not beyond the whole", () => {
  deepEqual(seen(WHOLE, 2, 20, 30), {x: 20, y: 30, width: 120, height: 160});
  deepEqual(seen(WHOLE, 2, -99, -99), {x: -10, y: -4, width: 120, height: 160});
  deepEqual(seen(WHOLE, 2, 999, 999), {x: 110, y: 156, width: 120, height: 160});
});
