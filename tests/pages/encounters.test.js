import {deepEqual, equal} from "node:assert/strict";
import {test} from "node:test";
import {combatants, follow, seating} from "/pages/heroes/encounter_file.js";

/** @import {EncounterFile, Entry} from "/pages/heroes/encounter_file.js" */

/** @type {(entry: Entry) => string} */
const nameOf = ({name, sheet}) => name ?? (typeof sheet === "string" ? sheet : sheet.name);
/** @type {(file: EncounterFile) => string[]} */
const named = (file) => combatants(file, nameOf).map(({tag, name}) => `${tag} ${name}`);
/** @returns {EncounterFile & {foes: Entry[]}} */
const alley = () => ({
  name: "Alley",
  heroes: [{sheet: {name: "Ada"}, ring: {1: "Ruffian 1", 5: "b3"}}, {sheet: "Silarn"}],
  foes: [{sheet: "Ruffian", count: 2}, {sheet: "Priest"}],
  hazards: [{name: "Mud", defence: "reflex", effect: "prone", among: ["Silarn", "Ruffian 2", "Nobody"]}],
  seats: [{name: "Ann", side: "b", leads: ["b2", "b3"]}],
});

/** Change a file, and let what names combatants follow them.
 * @param {EncounterFile} file
 * @param {() => unknown} act */
function change(file, act) {
  const before = combatants(file, nameOf);
  act();
  follow(file, before, combatants(file, nameOf));
  return file;
}

test("who share a name are numbered, across lines and sides", () => {
  deepEqual(named(alley()), ["a1 Ada", "a2 Silarn", "b1 Ruffian 1", "b2 Ruffian 2", "b3 Priest"]);
  const twins = {name: "Twins", heroes: [{sheet: "Ada"}], foes: [{sheet: "Rat", name: "Ada", count: 2}]};
  deepEqual(named(twins), ["a1 Ada 1", "b1 Ada 2", "b2 Ada 3"]);
});

test("short names become names, and a name that nobody has stays, so that the server says it", () => {
  const file = change(alley(), () => {});
  deepEqual(file.heroes[0].ring, {1: "Ruffian 1", 5: "Priest"});
  deepEqual(file.hazards?.[0].among, ["Silarn", "Ruffian 2", "Nobody"]);
});

test("rings, hazards and seats follow those whom they name", () => {
  const file = alley();
  change(file, () => {
    file.foes[0].name = "Brute";
    file.foes.unshift({sheet: "Wolf"});
  });
  deepEqual(file.heroes[0].ring, {1: "Brute 1", 5: "Priest"});
  deepEqual(file.hazards?.[0].among, ["Silarn", "Brute 2", "Nobody"]);
  deepEqual(file.seats?.[0].leads, ["b3", "b4"]);
});

test("who is gone stands nowhere any more", () => {
  const file = alley();
  change(file, () => delete file.foes[0].count);
  deepEqual(file.heroes[0].ring, {1: "Ruffian", 5: "Priest"});
  deepEqual(file.hazards?.[0].among, ["Silarn", "Nobody"]);
  change(file, () => file.foes.splice(0, 2));
  equal("ring" in file.heroes[0], false);
});

test("one takes a side, or the foes as game master", () => {
  const file = {name: "", heroes: []};
  deepEqual(seating(file, "b", "easy"), {seat: "b", players: {b: "person", a: "easy"}});
  deepEqual(seating(file, "master", "easy"), {
    seat: "Game master",
    master: "b",
    players: {"Game master": "person", a: "easy"},
  });
});

test("of the seats of a file one takes one, and a game master without a side is nobody's opponent", () => {
  const file = {...alley(), seats: [...(alley().seats ?? []), {name: "Teller", master: true}]};
  deepEqual(seating(file, "Ann", "hard"), {seat: "Ann", players: {Ann: "person", a: "hard"}});
  deepEqual(seating(file, "Teller", "hard"), {seat: "Teller", players: {Teller: "person", Ann: "hard", a: "hard"}});
});
