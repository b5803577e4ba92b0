// The levels of opponents, as a person picks one.

import {playedHere} from "./dom.js";
import {capital} from "./text.js";

/** @import {SystemInfo} from "interface" */

/** The opponent who sits at the same screen. */
export const HERE = "here";
/** The level of the first battle in a browser. */
const FIRST = "easy";

/** Each level with its sentence, to choose from.
 * @param {Pick<SystemInfo, "levels">} system */
export const levelChoices = ({levels}) =>
  levels.map(({name, about}) => ({value: name, text: `${capital(name)}: ${about}`}));

/** The level that a form begins with: the one that the address of the page names, or the usual one.
 * @param {Pick<SystemInfo, "levels" | "usual_level">} system */
export function namedLevel({levels, usual_level: usual}) {
  const asked = new URLSearchParams(location.search).get("level");
  return levels.find((each) => each.name === asked)?.name ?? usual;
}

/** The level of a battle that begins at one click, and whether that is because it is the first one here.
 * @param {Pick<SystemInfo, "levels" | "usual_level">} system */
export function quickLevel(system) {
  const named = namedLevel(system),
    isFirst = named === system.usual_level && !playedHere().length && system.levels.some((each) => each.name === FIRST);
  return {level: isFirst ? FIRST : named, isFirst};
}
