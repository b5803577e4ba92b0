// Cards of a force: one for each of its groups.

import {boxes, figures, frame, track} from "/static/cards.js";
import {el} from "/static/dom.js";

export function cards(shown) {
  return shown.groups.map((group) => {
    const kind = shown.kinds.find((each) => each.name === group.kind);
    return frame(
      group.name,
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
