// What comes after a match: the replay with its report, the same again with sides swapped.

import {begin} from "./api.js";
import {el, kept, remembered, say} from "./dom.js";

/** The row of links and buttons at the end of a match; `refuse` shows a sentence. */
export function after(info, news, refuse) {
  const again = news.rematch,
    isThere = again && remembered(again);
  const play = async (event) => {
    const {currentTarget: button} = event;
    button.disabled = true;
    try {
      const made = await begin({name: kept.get("name", "")}, `/api/matches/${info.match}/rematch`);
      location.assign(`/match/${made.match}`);
    } catch (error) {
      button.disabled = false;
      refuse(error.message);
      say(error.message);
    }
  };
  const isPlayer = news.seat !== "spectator";
  const rematch =
    isThere || (again && !isPlayer)
      ? el("a", {class: "button", href: `/match/${again}`}, isPlayer ? "To the rematch" : "Watch the rematch")
      : isPlayer &&
        el(
          "button",
          {type: "button", class: again ? "primary" : "", onclick: play},
          again ? "Join the rematch" : "Play again, sides swapped",
        );
  return el(
    "div",
    {class: "row after"},
    el("a", {class: `button${again ? "" : " primary"}`, href: `/match/${info.match}/replay`}, "Replay and report"),
    rematch,
    el("a", {class: "button", href: "/"}, "To the start"),
  );
}
