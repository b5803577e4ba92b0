// Cards of a force: one for each of its groups.

import {boxes, figures, frame, track} from "/static/cards.js";
import {el} from "/static/dom.js";

/** A force as its file has it.
 * @typedef {object} Force
 * @property {string} name
 * @property {({name: string, actions: Action[]} & Record<"atk" | "def" | "might" | "dex" | "will", number>)[]} kinds
 * @property {{kind: string, name: string | null, models: number, rerolls: number}[]} groups */

/** @typedef {{name: string, roll: string, against: string | null, effect: string | null}} Action */

/** @param {Force} shown */
export function cards(shown) {
  const kinds = new Map(shown.kinds.map((each) => [each.name, each]));
  return shown.groups.flatMap((group) => {
    const kind = kinds.get(group.kind);
    if (!kind) return [];
    return frame(
      group.name ?? group.kind,
      group.models === 1 ? "1 model" : `${group.models} models`,
      el("p", {class: "rank-line"}, `${group.kind} · ${shown.name}`),
      figures([
        ["ATK", kind.atk],
        ["DEF", kind.def],
        ["MIGHT", kind.might],
        ["DEX", kind.dex],
        ["WILL", kind.will],
      ]),
      el(
        "ul",
        {class: "arms-list"},
        kind.actions.map((each) =>
          el(
            "li",
            {},
            el("b", {}, each.name),
            ` ${each.roll}`,
            each.against && ` against ${each.against.toUpperCase()}`,
            each.effect && ` · ${each.effect}`,
          ),
        ),
      ),
      el(
        "div",
        {class: "tallies"},
        track("Models", boxes(group.models)),
        track("Wounds", boxes(kind.might), `${kind.might} remove a model`),
        group.rerolls ? track("Rerolls", boxes(group.rerolls)) : null,
      ),
    );
  });
}
