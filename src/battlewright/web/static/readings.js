// What a roll meant, in each rulebook: which dice count, what they had to reach, and what came of it.

import {KITE, plainReading} from "./dice.js";

const SUMS = new Set(["hit", "missed", "critical"]);
const TESTS = new Set(["struck-roll", "parried-roll", "stress-test", "climbed", "jumped", "fell", "fell-short"]);
const VERDICTS = {0: ["Dodged", "missed"], 1: ["Parried", "missed"], 2: ["Stopped by armour", "missed"], 3: ["Hit", "hit"], 4: ["Critical hit", "critical"]};

/** What a roll was for: dice with their kinds, and a few words about them. */
function skirmish(step) {
  const kinds = step.events.map((event) => event.kind);
  const shot = step.events.find((event) => SUMS.has(event.kind));
  const test = kinds.some((kind) => TESTS.has(kind));
  const marks = step.faces.map((face) => (shot ? (face === 6 ? "six" : "") : test ? (face === 6 ? "six" : face >= 4 ? "good" : "bad") : ""));
  const sum = step.faces.reduce((total, face) => total + face, 0);
  const words = shot ? `${sum}, needed ${shot.needed}` : test ? counted(step.faces) : "";
  const verdict = shot ? {hit: "Hit", missed: "Miss", critical: "Critical hit"}[shot.kind] : "";
  return {marks, words, verdict, kind: shot?.kind ?? ""};
}

function counted(faces) {
  const count = faces.filter((face) => face >= 4).length;
  return `${count || "no"} success${count === 1 ? "" : "es"} (4, 5, 6)`;
}

/** What a roll was for: the dice with their bonus, and what they meant. */
function heroes({faces, events}) {
  const of = (...kinds) => events.find((event) => kinds.includes(event.kind));
  const rolled = of("attack-roll", "check-roll", "damage-roll", "contest-die"), band = of("band"), damage = of("damage");
  const sum = rolled ? `${faces.length > 1 ? `${rolled.shown} ` : ""}${rolled.bonus ? `${rolled.bonus < 0 ? "−" : "+"} ${Math.abs(rolled.bonus)} ` : ""}= ${rolled.shown + rolled.bonus}` : "";
  const passed = of("resisted", "maintained", "withstood"), failed = of("not-resisted", "not-maintained", "not-withstood");
  const [verdict, kind] = band ? VERDICTS[band.band] : passed ? ["Resisted", "missed"] : failed ? ["Not resisted", "hit"] : damage ? [`${damage.damage} damage`, "hit"] : ["", ""];
  return {marks: [], words: sum, verdict, kind, shape: KITE};
}

/** What a roll meant: successes of an attack, or a test. */
function formations({faces, events}) {
  const told = events.find((event) => ["successes", "passed", "failed"].includes(event.kind));
  const counted = events.find((event) => event.kind === "successes");
  const test = told && told.kind !== "successes" ? (told.kind === "passed" ? "good" : "bad") : null;
  const marks = (faces ?? []).map((face) => test ?? (counted ? (face >= counted.score ? "good" : "bad") : ""));
  const words = counted ? `needed ${counted.score}+` : told ? `needed ${told.score} or less` : "";
  return {marks, words, verdict: told?.kind === "passed" ? "Passed" : told?.kind === "failed" ? "Failed" : "", kind: told?.kind === "passed" ? "hit" : ""};
}

/** How the dice of a system are read; of one without a page of its own, as they lie. */
export function readingOf(system) {
  return {skirmish, heroes, formations}[system] ?? plainReading;
}
