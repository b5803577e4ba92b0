// The offers of a question as people read them: under their headings, with a key each.

/** @import {Cost, Offer} from "interface" */

/** The keys of choices, in the order of their rows; the letters that are left out do something else in a match. */
const KEYS = "123456789abcdghijknopqrstwyz";

/** A choice that ends the turn always has the same key.
 * @param {Pick<Offer, "ends_turn">[]} shown the offers whose rows are shown, from the first to the last
 * @returns {string[]} */
export function keysOf(shown) {
  let next = 0;
  const ends = shown.filter((offer) => offer.ends_turn).length;
  return shown.map((offer) => (offer.ends_turn && ends === 1 ? "0" : (KEYS[next++] ?? "")));
}

/** The offers by their keys, those in folded groups too: a key stays the same whatever is folded or opened.
 * @template {Offer} Offered
 * @param {Offered[][]} groups
 * @returns {Map<string, Offered>} */
export function keyed(groups) {
  const offers = groups.flat(),
    keys = keysOf(offers);
  return new Map(offers.flatMap((offer, place) => (keys[place] ? [[keys[place], offer]] : [])));
}

/** Choices that cannot succeed come last, before those that end the turn.
 * @param {Offer} offer */
const rank = (offer) => (offer.ends_turn ? 2 : offer.cannot_succeed ? 1 : 0);

/** The offers under their headings, in the order in which people read them.
 * @template {Offer} Offered
 * @param {Offered[]} offers */
export function grouped(offers) {
  const groups = Map.groupBy(
    offers.toSorted((one, other) => rank(one) - rank(other)),
    (offer) => offer.heading.key,
  );
  return [...groups.values()].sort(
    ([one], [other]) => rank(one) - rank(other) || one.heading.order - other.heading.order,
  );
}

/** @param {Cost | null} cost */
export const priced = (cost) => (cost ? `${cost.number} ${cost.unit}` : "");
/** @param {string[]} texts */
export const dotted = (...texts) => texts.filter(Boolean).join(" · ");

/** The cost that all offers of a group have, as text.
 * @param {Offer[]} group */
export function sharedCost(group) {
  const costs = new Set(group.map((offer) => priced(offer.cost)));
  return costs.size === 1 ? [...costs][0] : "";
}
