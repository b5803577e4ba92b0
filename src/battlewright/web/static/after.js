// The end of a match: links to the replay, the report and a rematch.

import {begin} from "./api.js";
import {el, kept, remembered, say} from "./dom.js";
import {sentenceOf} from "./text.js";

/** @import {MatchInfo} from "interface" */
/** @import {PageNews} from "./match.js" */

/** What a player asks after a battle, which the report answers.
 * @param {MatchInfo} info
 * @param {PageNews} news */
function asked(info, news) {
  const side = info.seats.find((each) => each.name === news.seat)?.side,
    winner = news.result?.winner;
  if (!side || !winner || winner === "draw" || info.held.length > 1) return "Replay and report";
  return side === winner ? "Why did I win?" : "Why did I lose?";
}

/** The row of links and buttons at the end of a match; `refuse` shows a sentence.
 * @param {MatchInfo} info
 * @param {PageNews} news
 * @param {(sentence: string) => void} refuse */
export function after(info, news, refuse) {
  const again = news.rematch,
    isThere = again && remembered(again);
  /** @param {{currentTarget: HTMLButtonElement}} event */
  const play = async ({currentTarget: button}) => {
    button.disabled = true;
    try {
      const made = await begin({name: kept.get("name", "")}, `/api/matches/${info.match}/rematch`);
      location.assign(`/match/${made.match}`);
    } catch (error) {
      button.disabled = false;
      refuse(sentenceOf(error));
      say(sentenceOf(error));
    }
  };
  const isPlayer = news.seat !== "spectator";
  const rematch =
    isThere || (again && !isPlayer)
      ? el("a", {class: "button", href: `/match/${again}`}, isPlayer ? "Go to the rematch" : "Watch the rematch")
      : isPlayer &&
        el(
          "button",
          {type: "button", class: again ? "primary" : "", onclick: play},
          again ? "Join the rematch" : "Play again, sides swapped",
        );
  return el(
    "div",
    {class: "row after"},
    el("a", {class: `button${again ? "" : " primary"}`, href: `/match/${info.match}/replay?report`}, asked(info, news)),
    rematch,
    el("a", {class: "button", href: "/"}, "Start page"),
  );
}
