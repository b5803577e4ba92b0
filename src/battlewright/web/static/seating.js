// Who sits where in a match, where several people may share a side.

/** @import {MatchInfo, Reference} from "interface" */

/** What is asked of a match.
 * @typedef {Pick<MatchInfo, "seats" | "titles">} Seated */

/** A seat by its side, or by its own name where others play for that side too.
 * @param {Seated} info
 * @param {string} name */
export function seatTitle({seats, titles}, name) {
  const side = seats.find((each) => each.name === name)?.side ?? "",
    isShared = seats.filter((each) => each.side === side).length > 1;
  return (!isShared && titles[side]) || name;
}

/** The models that a seat leads, where others play for its side too.
 * @template {Pick<Reference, "number" | "side">} Model
 * @param {Pick<Seated, "seats">} info
 * @param {string} name
 * @param {Model[]} models */
export function ledBy({seats}, name, models) {
  const own = seats.find((each) => each.name === name),
    others = seats.filter((each) => each !== own && each.side === own?.side);
  if (!own?.side || !others.length) return [];
  const [led, taken] = [[own], others].map((list) => list.flatMap(({leads}) => leads.map(({number}) => number)));
  return models.filter(
    ({number, side}) => side === own.side && (led.length ? led.includes(number) : !taken.includes(number)),
  );
}

/** Who plays at a seat now, where it was handed on.
 * @param {string} player */
export const playerOf = (player) => (player === "master" ? "the game master" : "the computer");

/** Names in a sentence: Ann, Ben and Cara.
 * @param {string[]} names */
export const listed = (names) => names.join(", ").replace(/, ([^,]*)$/, " and $1");
