import {equal} from "node:assert/strict";
import {test} from "node:test";

const {battlesWords, shareWords, winsWords} = await import("/static/estimate.js");

/** @type {(share: number, low: number, high: number) => {share: number, interval: number[]}} */
const won = (share, low, high) => ({share, interval: [low, high]});
/** @type {(draw: number, a?: number) => import("interface").EstimatedBattle} */
const battle = (draw, a = 0.64) => ({
  against: "",
  titles: {a: "Heroes", b: "Foes"},
  battles: 1120,
  wins: {a: won(a, 0.58, 0.7), b: won(1 - a - draw, 0.3, 0.42), draw: won(draw, 0, 0.02)},
  rounds: 4.21,
  losses: [],
});

test("a share has its interval, and one number where both ends are the same", () => {
  equal(shareWords(won(0.64, 0.58, 0.7)), "64% (58 to 70%)");
  equal(shareWords(won(0.9996, 0.998, 1)), ">99% (100%)");
});

test("of one battle both sides are told, and draws where there are any", () => {
  equal(winsWords({battles: [battle(0)]}), "Heroes 64% (58 to 70%), Foes 36% (30 to 42%)");
  equal(winsWords({battles: [battle(0.06)]}), "Heroes 64% (58 to 70%), Foes 30% (30 to 42%), draw 6%");
});

test("of several opponents the mean is told", () => {
  equal(winsWords({battles: [battle(0, 0.6), battle(0, 0.2)]}), "Heroes wins 40% on average");
});

test("it is said who fought, and how often", () => {
  equal(
    battlesWords({bot: "greedy", battles: [battle(0), battle(0)]}),
    "2,240 battles by the greedy bot on both sides",
  );
  equal(battlesWords({bot: "random", battles: [battle(0)]}), "1,120 battles with both sides at random");
});
