// Cards of a roster: one for each of its models.

import {boxes, figures, flow, frame, track} from "/static/cards.js";
import {el, kept} from "/static/dom.js";
import {capital} from "/static/text.js";
import {EDITIONS, weaponWords} from "./build_fields.js";

/** @import {ShownRoster} from "./build.js" */
/** @import {Edition} from "./build_fields.js" */

/** @type {(query: URLSearchParams) => Edition} */
const editionOf = (query) => EDITIONS.find((each) => each === query.get("edition")) ?? kept.get("edition", "second");

/** What the page of cards has beside its own tools.
 * @param {URLSearchParams} query */
export function tools(query) {
  return el(
    "select",
    {
      "aria-label": "Edition",
      onchange: (event) => {
        query.set("edition", event.currentTarget.value);
        location.assign(`/cards?${query}`);
      },
    },
    EDITIONS.map((each) =>
      el("option", {value: each, selected: each === editionOf(query)}, `${capital(each)} edition`),
    ),
  );
}

/** The cards of all models.
 * @param {ShownRoster} shown
 * @param {URLSearchParams} query */
export function cards(shown, query) {
  const edition = editionOf(query);
  return shown.characters.flatMap((card, place) =>
    Array.from({length: card.count}, (_, index) => {
      const name = card.count > 1 ? `${card.name} ${index + 1}` : card.name;
      const marks = card.stress_marks[edition];
      const most = Math.max(...Object.values(marks)) + 2;
      const numbers = Object.fromEntries(Object.values(marks).map((each) => [each, String(each)]));
      const words = Object.entries(marks)
        .map(([what, at]) => `${what} at ${at}`)
        .join(" · ");
      return frame(
        name,
        `${card.points} points`,
        el("p", {class: "rank-line"}, `${card.rank} · ${place === 0 && index === 0 ? "leads " : ""}${shown.name}`),
        figures([
          ["Melee", card.melee],
          ["Ballistics", card.ballistics],
          ["Toughness", card.toughness],
          ["Agility", card.agility],
        ]),
        flow(
          card.carried.map((each) => el("li", {}, el("b", {}, each.name), ` ${weaponWords(each, edition)}`)),
          card.carried.length ? null : el("li", {}, "No weapons"),
          (card.base !== 1 || card.height !== 1.5) && el("li", {}, `Base ${card.base}″ across, ${card.height}″ tall`),
        ),
        el(
          "div",
          {class: card.toughness > 5 ? "tallies many" : "tallies"},
          track("Stress", boxes(Math.min(most, 24), numbers), words),
          el("div", {class: "two"}, track("Toughness lost", boxes(card.toughness)), track("AP", boxes(card.ap))),
        ),
      );
    }),
  );
}
