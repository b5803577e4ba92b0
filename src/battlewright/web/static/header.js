// The head of a match: both sides, the round, and what one may do at any time.

import {el, remembered, say} from "./dom.js";
import {invitations, linkField, onlyHere} from "./invite.js";

/** @import {MatchInfo, Reference, SimpleCommand} from "interface" */
/** @import {Page, PageNews} from "./match.js" */

/** A side as the head shows it: its name, a number, and what that means.
 * @typedef {{side: string, name: string, number?: number | string, title?: string}} Side */

/** The round: its words, its number and the last one.
 * @typedef {{text: string, round: number, most: number}} Round */

/** What the head asks of its page.
 * @typedef {Pick<Page<{models: Reference[]}>, "info" | "advised" | "isPlayer" | "remote" | "sides" | "round" |
 *   "called" | "send" | "setAdvice" | "makesForced" | "setMakesForced" | "isOnePress" | "setOnePress">} Headed */

const HELP =
  "Keys: digits and letters select a choice, again to make it, Enter confirms, Esc cancels, U undo, " +
  "V advice, / type.";

export class Header {
  /** @param {Headed} page */
  constructor(page, help = HELP) {
    this.page = page;
    this.help = help;
    /** @type {PageNews | null} */
    this.news = null;
    this.sides = el("div", {class: "sides"});
    this.round = el("div", {class: "round"});
    this.undo = el(
      "button",
      {type: "button", onclick: () => page.send({kind: "undo"}), title: "Take back (u)"},
      "↶ Undo",
    );
    this.advice = el(
      "button",
      {type: "button", role: "switch", "aria-checked": String(page.advised), onclick: () => this.toggleAdvice()},
      "Advice",
    );
    this.sheet = el("div", {class: "sheet"});
    this.menu = el("details", {class: "menu"}, el("summary", {}, "More"), this.sheet);
    this.menu.addEventListener("toggle", () => this.menu.open && this.fill());
    document.addEventListener("click", (event) => {
      if (!(event.target instanceof Node && this.menu.contains(event.target))) this.menu.open = false;
    });
    this.root = el(
      "header",
      {class: "bar-top"},
      el("a", {class: "word", href: "/"}, "Battlewright"),
      this.sides,
      this.round,
      el("nav", {"aria-label": "Match"}, this.undo, this.advice, this.menu),
    );
  }

  /** @param {PageNews} news */
  show(news) {
    this.news = news;
    this.undo.hidden = !this.page.isPlayer || news.state !== "running";
    this.advice.hidden = !this.page.isPlayer || news.state === "over" || this.page.info.advice === "none";
    const info = this.page.info;
    /**
     * @param {string} seat
     * @param {string} side
     */
    const of = (seat, side) => info.seats.some((each) => each.name === seat && each.side === side);
    const chips = this.page.sides().map((each) =>
      sideChip(
        each,
        news.to_act.some((seat) => of(seat, each.side)),
        of(news.seat, each.side),
      ),
    );
    this.sides.replaceChildren(...chips);
    const round = this.page.round();
    this.round.hidden = !round;
    if (!round) return;
    const {text, round: now, most} = round;
    this.round.replaceChildren(
      el("b", {}, text),
      ...(most <= 12 ? [...Array(most).keys()].map((each) => el("i", {class: each < now ? "on" : ""})) : []),
    );
    this.round.setAttribute("aria-label", now ? `${text} of ${most}` : text);
    this.round.setAttribute("role", "img");
  }

  toggleAdvice() {
    this.page.setAdvice(!this.page.advised);
    this.advice.setAttribute("aria-checked", String(this.page.advised));
  }

  /** The sheet of the menu. */
  fill() {
    const {page} = this;
    /**
     * @param {string} text
     * @param {SimpleCommand["kind"]} kind
     * @param {string[]} questions
     */
    const act = (text, kind, ...questions) =>
      el(
        "button",
        {
          type: "button",
          onclick: ({currentTarget}) => {
            const question = questions.shift();
            if (question) {
              currentTarget.textContent = question;
              return;
            }
            this.menu.open = false;
            page.send({kind});
          },
        },
        text,
      );
    const isRunning = this.news?.state === "running",
      hasSide = page.info.seats.some((each) => each.name === this.news?.seat && each.side);
    const isPlayer = page.isPlayer && isRunning && hasSide;
    const others = page.info.seats.some((each) => each.player === "person" && each.name !== this.news?.seat);
    this.sheet.replaceChildren(
      copied("Copy a link to watch", `${location.origin}/match/${page.info.match}`),
      ...(isPlayer && others ? [act("Offer a draw", "offer-draw")] : []),
      ...(isPlayer ? [act("Give up", "resign", "Give up? Click again")] : []),
      el("a", {class: "button", href: `/rules/${page.info.system}`, target: "_blank"}, "Rules"),
      el("a", {class: "button", href: `${page.remote.path}/replay`}, "Download the replay"),
      ...(page.isPlayer
        ? [
            toggle("Make the only choice for me", page.makesForced, (isOn) => page.setMakesForced(isOn)),
            toggle("One press makes a choice", page.isOnePress, (isOn) => page.setOnePress(isOn)),
          ]
        : []),
      fair(page.info),
      el("p", {class: "soft keys-help"}, this.help),
    );
  }

  /** The links for those who are still to come.
   * @param {HTMLElement} box */
  invitations(box) {
    const {page} = this,
      open = invitations(page.info);
    box.append(
      ...open.map(({seat, link}) =>
        el(
          "div",
          {},
          el("p", {}, `Send this link to your friend. It works once, for the seat of ${page.called(seat)}.`),
          el("div", {class: "row"}, linkField(link, `Invitation to seat ${seat}`), copied("Copy the link", link)),
        ),
      ),
    );
    const note = open.length > 0 && onlyHere();
    if (note) box.append(note);
    return box;
  }
}

/** A side in the head: its shape, its name, and a number.
 * @param {Side} shown */
export function sideChip({side, name, number, title}, isAsked = false, isOwn = false) {
  return el(
    "span",
    {class: `chip ${side}${isAsked ? " on" : ""}`, title},
    el("span", {class: "shape", "aria-hidden": "true"}, side === "a" ? "●" : "⬢"),
    el("span", {class: "roster"}, name),
    number !== undefined && el("b", {}, number),
    isOwn && el("small", {}, "you"),
  );
}

/** A switch of this browser.
 * @param {string} text
 * @param {boolean} isOn
 * @param {(isOn: boolean) => void} set */
function toggle(text, isOn, set) {
  const box = el("input", {type: "checkbox", checked: isOn, onchange: ({currentTarget}) => set(currentTarget.checked)});
  return el("label", {class: "switch"}, box, ` ${text}`);
}

/** The commitment and the value of this browser, to compare once the match is over.
 * @param {MatchInfo} info */
function fair(info) {
  if (info.dice.chosen)
    return el(
      "details",
      {class: "fair"},
      el("summary", {}, "Chosen dice"),
      el(
        "p",
        {class: "soft keys-help"},
        `The creator of this match chose the seed of its dice (${info.dice.seed}), `,
        "and can predict every roll.",
      ),
    );
  const own = remembered(info.match);
  const promised = own?.commitment ?? info.dice.commitment;
  if (!promised || info.dice.rolled_by !== "server") return "";
  return el(
    "details",
    {class: "fair"},
    el("summary", {}, "Fair dice"),
    el(
      "p",
      {class: "soft keys-help"},
      "The server committed to its secret before it knew your value. Compare both with the replay once the " +
        "battle is over.",
    ),
    el("code", {}, `commitment ${promised}`),
    own?.value ? el("code", {}, `your value ${own.value}`) : "",
  );
}

/** A button that copies a link.
 * @param {string} text
 * @param {string} link */
export function copied(text, link) {
  return el(
    "button",
    {
      type: "button",
      onclick: async ({currentTarget: button}) => {
        try {
          await navigator.clipboard.writeText(link);
          button.textContent = "Copied";
          say("Copied");
        } catch {
          button.replaceWith(el("input", {readonly: true, value: link, "aria-label": text}));
        }
      },
    },
    text,
  );
}
