// The end of a match: links to the replay, the report, a rematch and the next battle of those who go on.

import {begin} from "./api.js";
import {el, kept, remembered, say} from "./dom.js";
import {sentenceOf, singular} from "./text.js";

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

/** What a match that follows this one is called: how it is joined, gone to, watched.
 * @typedef {{how: "rematch" | "next", id: string | null, word: string, begin: false | HTMLButtonElement}} Follower */

/** The row of links and buttons at the end of a match; `refuse` shows a sentence.
 * @param {MatchInfo} info
 * @param {PageNews} news
 * @param {(sentence: string) => void} refuse */
export function after(info, news, refuse) {
  const isPlayer = news.seat !== "spectator";
  /** Do something that a button was pressed for.
   * @param {(button: HTMLButtonElement) => Promise<unknown>} work */
  const pressed =
    (work) =>
    /** @param {{currentTarget: HTMLButtonElement}} event */
    async ({currentTarget: button}) => {
      button.disabled = true;
      try {
        await work(button);
      } catch (error) {
        refuse(sentenceOf(error));
        say(sentenceOf(error));
      }
      button.disabled = false;
    };
  /** @param {Follower["how"]} how */
  const play = (how) =>
    pressed(async () => {
      const made = await begin({name: kept.get("name", "")}, `/api/matches/${info.match}/${how}`);
      location.assign(`/match/${made.match}`);
    });
  /** @param {Follower} follower */
  const follower = ({how, id, word, begin: button}) => {
    if (!id) return isPlayer && button;
    if (!isPlayer || remembered(id))
      return el("a", {class: "button", href: `/match/${id}`}, `${isPlayer ? "Go to" : "Watch"} the ${word}`);
    return el("button", {type: "button", class: "primary", onclick: play(how)}, `Join the ${word}`);
  };
  const chooses = info.seats.find(({master, player}) => master && player === "person")?.name ?? news.seat,
    mayChoose = [news.seat, ...info.held].includes(chooses);
  const choose = async () => (await import("./next.js")).chooseNext(info);
  const next =
    info.goes_on &&
    follower({
      how: "next",
      id: news.next,
      word: "next battle",
      begin:
        mayChoose &&
        el("button", {type: "button", onclick: pressed(choose)}, `Next battle with this ${singular(info.goes_on)} …`),
    });
  const rematch = follower({
    how: "rematch",
    id: news.rematch,
    word: "rematch",
    begin: el("button", {type: "button", onclick: play("rematch")}, "Play again, sides swapped"),
  });
  const isFollowed = news.rematch || news.next;
  return el(
    "div",
    {class: "row after"},
    el(
      "a",
      {class: `button${isFollowed ? "" : " primary"}`, href: `/match/${info.match}/replay?report`},
      asked(info, news),
    ),
    next,
    rematch,
    el("a", {class: "button", href: "/"}, "Start page"),
  );
}
