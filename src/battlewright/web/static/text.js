// Text for people: numbers, chances and names in words.

/** @import {MatchInfo} from "interface" */

/** A length in inches: 7.8.
 * @param {number} length in thousandths of an inch */
export const inches = (length) => String(Math.round(length / 100) / 10);

/** A difficulty in inches, to the thousandth where a tenth would not say what is needed: "15.004, so 16+".
 * @param {number} length in thousandths of an inch
 * @param {number} need the least sum that reaches it */
export const difficulty = (length, need) =>
  Math.max(Math.ceil(Number(inches(length))), 1) === Math.max(need, 1) ? inches(length) : String(length / 1000);

/** The time that is left: 0:24, or 1:03:20.
 * @param {number} milliseconds */
export function countdown(milliseconds) {
  const all = Math.max(0, Math.ceil(milliseconds / 1000));
  const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  const [first, ...rest] = hours ? [hours, minutes, seconds] : [minutes, seconds];
  return [first, ...rest.map((each) => String(each).padStart(2, "0"))].join(":");
}

/** A moment, as near as one asks for it: today, 14:05; yesterday, 9:30; 12 Nov; 12 Nov 2025.
 * @param {number} moment in milliseconds
 * @param {number} [now] */
export function when(moment, now = Date.now()) {
  const [then, today] = [new Date(moment), new Date(now)];
  const yesterday = new Date(now);
  yesterday.setDate(today.getDate() - 1);
  const day = [today, yesterday].findIndex((each) => each.toDateString() === then.toDateString());
  if (day >= 0)
    return `${["today", "yesterday"][day]}, ${then.getHours()}:${String(then.getMinutes()).padStart(2, "0")}`;
  /** @type {"numeric" | undefined} */
  const year = then.getFullYear() === today.getFullYear() ? undefined : "numeric";
  return then.toLocaleDateString("en-GB", {day: "numeric", month: "short", year});
}

/** A chance as text: 98%. What is neither sure nor impossible is never shown as such.
 * @param {number} chance */
export function percent(chance) {
  const rounded = Math.round(100 * chance);
  if (rounded === 100 && chance < 1) return ">99%";
  if (rounded === 0 && chance > 0) return "<1%";
  return `${rounded}%`;
}

/** A fraction such as "7/8" as a number.
 * @param {string | number} text */
export function fraction(text) {
  const [over, under] = String(text).split("/");
  return Number(over) / Number(under ?? 1);
}

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** One of what a shelf or a field has several of.
 * @param {string} name */
export const singular = (name) => name.replace(/ies$/, "ys").replace(/s$/, "");

/** The shelf with what a field takes one of.
 * @param {string} name */
export const plural = (name) => `${name.replace(/y$/, "ie")}s`;

/** One of a kind, with its article: a roster, an encounter.
 * @param {string} kind */
export const one = (kind) => `${"aeiou".includes(kind[0]) ? "an" : "a"} ${singular(kind)}`;

/** @param {string} name */
export const title = (name) => name.split("-").map(capital).join(" ");

/** The name of a file for something that a person has named.
 * @param {string} name
 * @param {string} usual for a name without letters */
export const fileWord = (name, usual) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "") || usual;

/** Two letters for a model: HK, R1, AV.
 * @param {string} name */
export function initials(name) {
  const words = name.trim().replace(/^The /, "").split(/\s+/);
  const [last = "", before] = [words.at(-1), words.at(-2)];
  if (!before) return [...last].slice(0, 2).join("");
  return ([...before][0] + (/^\d+$/.test(last) ? last : [...last][0])).toUpperCase();
}

/** Who else plays, by their names; where several play at this screen, they are among them.
 * @param {Pick<MatchInfo, "seats" | "you" | "held">} info */
export const othersOf = ({seats, you, held}) =>
  seats
    .filter((each) => each.name !== you || held.length > 1)
    .map((each) => each.called || (each.player === "person" ? "" : each.player))
    .filter(Boolean)
    .join(", ");

/** The sentence of what was thrown.
 * @param {unknown} error */
export const sentenceOf = (error) => (error instanceof Error ? error.message : String(error));
