// The stage of a replay of Pig.

import {el} from "/static/dom.js";

/** @import {MatchInfo, Status} from "interface" */
/** @import {Stage} from "/static/replay.js" */

/** @param {MatchInfo} info
 * @returns {Stage} */
export function stage(info) {
  const root = el("main", {class: "stage"});
  /** @param {Status} status */
  const scores = (status) => status.rows.find(([name]) => name === "scores")?.slice(1) ?? [];
  return {
    root,
    draw({at, status}) {
      root.replaceChildren(el("h1", {}, `After ${at} steps`), el("p", {class: "scores"}, scores(status).join(" to ")));
    },
    sides: ({status}) => scores(status).map((number, at) => ({side: "ab"[at], name: info.titles["ab"[at]], number})),
  };
}
