import {deepEqual, equal} from "node:assert/strict";
import {test} from "node:test";

/** @type {Map<string, string>} */
const memory = new Map();
globalThis.localStorage = /** @type {any} */ ({
  getItem: (/** @type {string} */ key) => memory.get(key) ?? null,
  setItem: (/** @type {string} */ key, /** @type {string} */ value) => memory.set(key, value),
});
globalThis.location = /** @type {any} */ ({origin: "https://table.example", search: ""});

const {gamesOf, textsOf, withTurn} = await import("/static/games.js");
const {forget, playedHere, remember} = await import("/static/dom.js");
const {when} = await import("/static/text.js");

const NOW = new Date(2026, 10, 19, 14, 30).getTime();
const [HOUR, DAY] = [3_600_000, 24 * 3_600_000];

/** @param {Partial<import("interface").ListedMatch>} more */
const listed = (more) => ({
  id: "one",
  system: "skirmish",
  status: /** @type {const} */ ("running"),
  title: "Ash against Birch",
  number: 9,
  result: null,
  created: NOW - 3 * DAY,
  changed: NOW - HOUR,
  ...more,
});

/** @param {object} more */
const info = (more) =>
  /** @type {any} */ ({
    match: "one",
    you: "a",
    held: ["a"],
    to_act: ["b"],
    titles: {a: "Ash", b: "Birch"},
    seats: [
      {name: "a", side: "a", player: "person", called: "Ann", open: false},
      {name: "b", side: "b", player: "person", called: "Ben", open: false},
    ],
    ...more,
  });

test("a day is told as near as one asks for it", () => {
  equal(when(NOW - HOUR, NOW), "today, 13:30");
  equal(when(NOW - DAY, NOW), "yesterday, 14:30");
  equal(when(NOW - 3 * DAY, NOW), "16 Nov");
  equal(when(new Date(2025, 1, 3).getTime(), NOW), "3 Feb 2025");
});

test("a game of this browser is dated, has its result, and says where the server has it no longer", () => {
  const played = [
    {id: "one", seat: "a", side: "a", others: "Ben", at: NOW - 3 * DAY},
    {id: "two", seat: "a", at: NOW - DAY, title: "Old against New"},
    {id: "watched", seat: "spectator"},
  ];
  const result = {winner: "a", sentence: "Ash wins by 12 points."};
  const [one, two, ...more] = gamesOf(played, [listed({status: "over", result})]);
  deepEqual(more, []);
  deepEqual(textsOf(one, NOW), ["Won: Ash wins by 12 points.", "Against Ben · begun 16 Nov · ended today, 13:30"]);
  equal(two.state, "gone");
  deepEqual(textsOf(two, NOW), ["No longer on this server", "Begun yesterday, 14:30"]);
  // A server that does not answer has not lost it.
  equal(gamesOf(played, null)[1].state, "unknown");
  deepEqual(textsOf({...one, side: "b"}, NOW)[0], "Lost: Ash wins by 12 points.");
  deepEqual(textsOf({...one, result: {winner: "draw", sentence: "A draw."}}, NOW)[0], "A draw.");
});

test("a running game says whose turn it is, and who plays", () => {
  const [game] = gamesOf([{id: "one", seat: "a", at: NOW}], [listed({})]);
  deepEqual(textsOf(withTurn(game, info({})), NOW), [
    "Waiting for Ben",
    "With Ben · begun 16 Nov · last move today, 13:30",
  ]);
  const mine = withTurn(game, info({to_act: ["a"]}));
  equal(mine.isMyTurn, true);
  equal(textsOf(mine, NOW)[0], "Your turn");
  const shared = withTurn(game, info({held: ["a", "b"]}));
  equal(shared.isMyTurn, true);
  deepEqual(textsOf(shared, NOW), ["Now Ben", "With Ann, Ben · begun 16 Nov · last move today, 13:30"]);
});

test("an invitation is there until somebody has taken the seat", () => {
  remember("one", {seat: "a", at: NOW, invitations: {b: "secret"}});
  const [game] = gamesOf(playedHere(), [listed({status: "waiting"})]);
  const seats = info({}).seats.map((/** @type {object & {name: string}} */ each) => ({
    ...each,
    called: "",
    open: each.name === "b",
  }));
  const waits = withTurn(game, info({seats, to_act: []}));
  equal(textsOf(waits, NOW)[0], "Waiting for somebody to play Birch");
  deepEqual(waits.links, [{seat: "b", link: "https://table.example/match/one?seat=b&invitation=secret"}]);
  deepEqual(withTurn(game, info({})).links, []);
});

test("a game can be removed from the list", () => {
  remember("two", {at: NOW});
  forget("one");
  deepEqual(
    playedHere().map(({id}) => id),
    ["two"],
  );
});
