// The card of a sheet.

import {figures, frame} from "/static/cards.js";
import {el} from "/static/dom.js";

/** @import {Breakdown} from "interface" */

/** @param {Breakdown} shown */
export function cards(shown) {
  return [
    frame(
      shown.name,
      `Level ${shown.level}`,
      el("p", {class: "rank-line"}, `${shown.player ? "Player's" : "Game master's"} · ${shown.armour}`),
      figures(shown.attributes.map((each) => [el("abbr", {title: each.name}, each.name.slice(0, 3)), each.value])),
      el(
        "ul",
        {class: "arms-list dense"},
        [shown.physical, [...shown.arcane, ...shown.magic, shown.initiative]].map((line) =>
          el("li", {}, line.map((each) => `${each.name} ${each.value}`).join(" · ")),
        ),
        shown.actions.map((each) =>
          el(
            "li",
            {},
            el("b", {}, each.name),
            ` ${each.ap} AP`,
            each.roll && ` · ${each.roll.name} ${each.roll.value}`,
            each.damage && ` · ${each.damage}${each.types.length ? ` ${each.types.join(", ")}` : ""}`,
          ),
        ),
      ),
      el(
        "div",
        {class: "tallies pools"},
        shown.pools.map((each) =>
          el(
            "div",
            {class: "tally"},
            el("b", {}, each.name),
            el("span", {class: "blank"}),
            el("small", {}, `of ${each.value}`),
          ),
        ),
      ),
    ),
  ];
}
