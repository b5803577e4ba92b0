// The stage of a replay of Pig.

import {el} from "/static/dom.js";

/** @import {MatchInfo} from "interface" */
/** @import {Stage} from "/static/replay.js" */

/** @param {MatchInfo} info
 * @returns {Stage} */
export function stage(info) {
  const root = el("main", {class: "stage"});
  return {
    root,
    draw({at, status}) {
      root.replaceChildren(
        el("h1", {}, `After ${at} steps`),
        el("p", {class: "scores"}, status.rows.map(([, score]) => score).join(" to ")),
      );
    },
    sides: ({status}) => status.rows.map(([side, score]) => ({side, name: info.titles[side], number: score})),
  };
}
