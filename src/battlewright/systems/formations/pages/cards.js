// Cards of a force: one for each of its groups.

import {boxes, figures, flow, frame, track} from "/static/cards.js";
import {el} from "/static/dom.js";

/** A force as its file has it, and its kinds' actions with what they do, in sentences.
 * @typedef {object} Force
 * @property {string} name
 * @property {string} about
 * @property {({name: string} & Record<"atk" | "def" | "might" | "dex" | "will", number>)[]} kinds
 * @property {{kind: string, name: string | null, models: number, rerolls: number}[]} groups
 * @property {Record<string, [string, string][]>} said */

/** The fewest boxes for Rerolls: others may be granted in an engagement. */
const SPARE = 4;

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
      flow(
        shown.said[kind.name].map(([name, text]) => el("li", {}, el("b", {}, `${name}: `), text)),
        el("li", {}, track("Rerolls", boxes(Math.max(group.rerolls, SPARE)), `${group.rerolls} at the start`)),
        Array.from({length: group.models}, (_, index) =>
          el("li", {class: "model"}, track(group.models === 1 ? "Wounds" : `${index + 1}`, boxes(kind.might))),
        ),
      ),
    );
  });
}
