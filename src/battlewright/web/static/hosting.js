// What a game master decides of the table: who plays at each seat, and how the battle ends.

import {ask} from "./api.js";
import {el} from "./dom.js";
import {copied} from "./header.js";
import {linkField} from "./invite.js";
import {playerOf, seatTitle} from "./seating.js";
import {sentenceOf} from "./text.js";

/** @import {MatchInfo, MatchSeat, Reference} from "interface" */
/** @import {Page} from "./match.js" */

/** The seats that a game master may hand on. */
export class Hosting {
  /** @param {Pick<Page<{models: Reference[]}>, "info" | "called" | "send">} page */
  constructor(page) {
    this.page = page;
    /** The links of this window to seats that are free again.
     * @type {Map<string, string>} */
    this.links = new Map();
    this.list = el("ul", {class: "hosted"});
    this.refusal = el("p", {class: "refusal", role: "alert", hidden: true});
    this.root = el(
      "section",
      {class: "hosting", "aria-label": "Who plays at each seat"},
      el("h3", {}, "Seats"),
      this.list,
      this.refusal,
    );
  }

  /** Show who plays where. A running match alone hands seats on.
   * @param {boolean} isShown */
  show(isShown) {
    this.root.hidden = !isShown;
    if (!isShown) return;
    const {info} = this.page,
      focused = document.activeElement?.getAttribute("data-at");
    this.list.replaceChildren(...info.seats.filter(({master}) => !master).map((seat) => this.row(seat)));
    const again =
      focused && [...this.list.querySelectorAll("[data-at]")].find((each) => each.getAttribute("data-at") === focused);
    if (again instanceof HTMLElement) again.focus();
  }

  /** @param {MatchSeat} seat */
  row({name, player, called, open}) {
    const title = seatTitle(this.page.info, name),
      link = this.links.get(name);
    const who = player === "person" ? called || "a person" : playerOf(player);
    /** @type {(text: string, at: string, act: () => unknown) => HTMLElement} */
    const act = (text, at, what) =>
      el(
        "button",
        {type: "button", "data-at": `${at} ${name}`, "aria-label": `${title}: ${text}`, onclick: what},
        text,
      );
    const hand = (/** @type {"computer" | "master"} */ to) => this.page.send({kind: "hand", seat: name, to});
    return el(
      "li",
      {},
      el("b", {}, title),
      who === title ? "" : `: ${who}`,
      el(
        "div",
        {class: "row"},
        player !== "master" && act("I play it", "master", () => hand("master")),
        (player === "person" || player === "master") &&
          act("The computer plays it", "computer", () => hand("computer")),
        player !== "person" && act("Invite a person", "person", () => this.invite(name)),
      ),
      link && open
        ? el("div", {class: "row"}, linkField(link, `Invitation to seat ${name}`), copied("Copy the link", link))
        : "",
    );
  }

  /** @param {string} seat */
  async invite(seat) {
    const {match} = this.page.info,
      at = /** @type {const} */ (`/api/matches/${match}/seats/${encodeURIComponent(seat)}/invitation`);
    try {
      const {invitation} = await ask("POST", at);
      const query = `seat=${encodeURIComponent(seat)}&invitation=${invitation}`;
      this.links.set(seat, `${location.origin}/match/${match}?${query}`);
      this.refusal.hidden = true;
      this.page.info.seats = this.page.info.seats.map((each) => (each.name === seat ? {...each, open: true} : each));
    } catch (error) {
      this.refusal.hidden = false;
      this.refusal.textContent = sentenceOf(error);
    }
    this.show(true);
  }
}

/** The ends that a game master may choose: whom the button says has won, and what is sent.
 * @param {Pick<MatchInfo, "titles">} info
 * @returns {[string, "a" | "b" | "draw"][]} */
export const endsOf = ({titles}) => [
  [`${titles.a} won`, "a"],
  [`${titles.b} won`, "b"],
  ["Nobody won", "draw"],
];
