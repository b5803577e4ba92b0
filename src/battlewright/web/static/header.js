// The head of a match: both sides, the round, and what one may do at any time.

import {Chat} from "./chat.js";
import {rollerChoice} from "./dice.js";
import {el, remembered, say, svg} from "./dom.js";
import {endsOf, Hosting} from "./hosting.js";
import {arrivals, invitations, leadsOf, linkField, onlyHere} from "./invite.js";
import {Caller} from "./notify.js";
import {mark, Presence} from "./presence.js";

/** @import {End, Leave, MatchInfo, PeopleMessage, Reference, SimpleCommand} from "interface" */
/** @import {Page, PageNews} from "./match.js" */

/** A side as the head shows it: its name, a number, and what that means.
 * @typedef {{side: string, name: string, number?: number | string, title?: string}} Side */

/** The round: its words, its number and the last one.
 * @typedef {{text: string, round: number, most: number}} Round */

/** What the head asks of its page.
 * @typedef {Pick<Page<{models: Reference[]}>, "info" | "advised" | "isPlayer" | "remote" | "sides" | "round" |
 *   "side" | "called" | "named" | "holds" | "isShared" | "showPresence" | "send" | "setAdvice" | "makesForced" |
 *   "setMakesForced" | "isOnePress" | "setOnePress">} Headed */

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
    this.caller = new Caller(page.info);
    this.presence = new Presence(page, () => {
      this.showSides();
      page.showPresence();
    });
    this.badge = el("b", {class: "badge", hidden: true});
    this.summary = el("summary", {}, bubble(), "People", this.badge);
    this.people = el("details", {class: "menu people", hidden: true}, this.summary);
    this.chat = new Chat(page, {
      isOpen: () => this.people.open,
      open: () => {
        this.people.open = true;
        this.summary.focus();
      },
      changed: () => this.showUnread(),
    });
    this.hosting = new Hosting(page);
    this.people.append(el("div", {class: "sheet"}, this.presence.root, this.hosting.root, this.chat.root));
    this.people.addEventListener("toggle", () => this.people.open && this.chat.opened());
    this.people.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      this.people.open = false;
      this.summary.focus();
    });
    this.watching = el("span", {class: "chip watching", hidden: true}, "You are watching");
    this.sheet = el("div", {class: "sheet"});
    this.menu = el("details", {class: "menu"}, el("summary", {}, "More"), this.sheet);
    this.menu.addEventListener("toggle", () => this.menu.open && this.fill());
    document.addEventListener("click", (event) => {
      const {target} = event;
      if (!(target instanceof Node)) return;
      if (!this.menu.contains(target)) this.menu.open = false;
      const isOver = matchMedia("(max-width: 1000px)").matches; // the people stand over the match, not beside it
      if (isOver && ![this.people, this.chat.toast].some((each) => each.contains(target))) this.people.open = false;
    });
    this.root = el(
      "header",
      {class: "bar-top"},
      el("a", {class: "word", href: "/"}, "Battlewright"),
      this.sides,
      this.round,
      this.watching,
      el("nav", {"aria-label": "Match"}, this.undo, this.advice, this.caller.button, this.people, this.menu),
      this.chat.toast,
    );
  }

  /** @param {PageNews} news */
  show(news) {
    const was = this.news;
    this.news = news;
    if (this.menu.open && (was?.state !== news.state || was.seat !== news.seat)) this.fill();
    this.undo.hidden = !this.page.isPlayer || news.state !== "running";
    this.watching.hidden = this.page.isPlayer;
    this.caller.button.hidden = !this.page.isPlayer || this.isAlone;
    this.people.hidden =
      !this.isMaster && !this.page.info.seats.some((each) => each.player === "person" && !this.page.holds(each.name));
    this.hosting.show(this.isMaster && news.state === "running" && this.page.info.seats.some(({side}) => side));
    this.advice.hidden = !this.page.isPlayer || news.state === "over" || this.page.info.advice === "none";
    this.showSides();
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

  /** Whether the seat of this page is a game master's. */
  get isMaster() {
    return this.page.info.seats.some(({name, master}) => master && name === this.news?.seat);
  }

  /** Whether all who play are at this screen, so that nobody is waited for. */
  get isAlone() {
    return this.page.info.seats.every((each) => this.page.holds(each.name));
  }

  /** The sides, with a dot for those of other people: whether they are here. */
  showSides() {
    const {news} = this,
      {info} = this.page;
    if (!news) return;
    /**
     * @param {string} seat
     * @param {string} side
     */
    const of = (seat, side) => info.seats.some((each) => each.name === seat && each.side === side);
    const chips = this.page.sides().map((each) => {
      const others = info.seats.filter(
        ({name, side}) => side === each.side && !this.page.holds(name) && this.presence.of(name),
      );
      const seat = others.find(({name}) => this.presence.of(name) !== "here") ?? others[0];
      const where = seat && !of(news.seat, each.side) && this.presence.of(seat.name);
      const chip = sideChip(
        each,
        news.to_act.some((name) => of(name, each.side)),
        !this.page.isShared && of(news.seat, each.side),
      );
      if (where) chip.append(mark(where, this.page.named(seat.name)));
      return chip;
    });
    this.sides.replaceChildren(...chips);
  }

  /** Who is there has changed, or somebody has written.
   * @param {PeopleMessage} message */
  hear(message) {
    this.presence.hear(message);
    this.chat.hear(message.chat);
  }

  showUnread() {
    const {unread} = this.chat;
    this.badge.textContent = String(unread);
    this.badge.hidden = !unread;
    if (unread) this.summary.setAttribute("aria-label", `People, ${unread} new ${unread === 1 ? "line" : "lines"}`);
    else this.summary.removeAttribute("aria-label");
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
     * @param {SimpleCommand["kind"] | Leave | End} what
     * @param {string[]} questions
     */
    const act = (text, what, ...questions) =>
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
            page.send(typeof what === "string" ? {kind: what} : what);
          },
        },
        text,
      );
    const isRunning = this.news?.state === "running",
      hasSide = page.info.seats.some((each) => each.name === this.news?.seat && each.side);
    const isPlayer = page.isPlayer && isRunning && hasSide,
      who = page.isShared && this.news ? ` as ${page.named(this.news.seat)}` : "";
    const hasCompany = page.info.seats.some(
      ({name, side, player}) => name !== this.news?.seat && side === page.side && player === "person",
    );
    const own = page.info.seats.find(({name}) => name === this.news?.seat),
      {isMaster} = this,
      {hosted} = page.info,
      leaves = hosted ? !isMaster : hasCompany,
      gives = `${leaves ? "Leave, and let the computer play on" : "Give up"}${who}`,
      goes = `Leave, and let the game master play on${who}`,
      hasMaster = page.info.seats.some(({name, master, player}) => master && player === "person" && !page.holds(name));
    const people = page.info.seats.filter((each) => each.player === "person" && each.name !== this.news?.seat),
      others = people.some((each) => !page.holds(each.name));
    this.sheet.replaceChildren(
      copied("Copy a link to watch", `${location.origin}/match/${page.info.match}`),
      page.isPlayer
        ? el("button", {type: "button", onclick: () => this.showSeatLink()}, "Play on at another device")
        : "",
      ...(isPlayer && others && !hosted ? [act("Offer a draw", "offer-draw")] : []),
      ...(isPlayer && people.length && !others && !hosted
        ? [act("Agree on a draw", "offer-draw", "End the battle as a draw? Click again")]
        : []),
      ...(isPlayer && !(hosted && isMaster) ? [act(gives, "resign", `${gives}? Click again`)] : []),
      ...(isPlayer && leaves && hasMaster ? [act(goes, {kind: "leave", to: "master"}, `${goes}? Click again`)] : []),
      isMaster && isRunning
        ? el(
            "details",
            {},
            el("summary", {}, "End the battle"),
            el(
              "div",
              {class: "row"},
              endsOf(page.info).map(([text, winner]) =>
                act(text, {kind: "end", winner}, `End it: ${text.toLowerCase()}? Click again`),
              ),
            ),
          )
        : "",
      el("a", {class: "button", href: `/rules/${page.info.system}`, target: "_blank"}, "Rules"),
      el(
        "a",
        {class: "button", href: `/rules/${page.info.system}/summary?match=${page.info.match}`, target: "_blank"},
        "Rules summary",
      ),
      el("a", {class: "button", href: page.remote.at("/replay")}, "Download the replay"),
      own && page.info.dice.own && isRunning
        ? rollerChoice("My dice", own.dice, (term) => page.send({kind: "dice", term}))
        : "",
      ...(page.isPlayer
        ? [
            toggle("Make the only choice for me", page.makesForced, (isOn) => page.setMakesForced(isOn)),
            toggle("One press makes a choice", page.isOnePress, (isOn) => page.setOnePress(isOn)),
            this.isAlone ? "" : this.caller.switches(),
          ]
        : []),
      fair(page.info),
      el("p", {class: "soft keys-help"}, this.help),
    );
  }

  async showSeatLink() {
    this.menu.open = false;
    const {showSeatLink} = await import("./seat.js");
    await showSeatLink(this.page.remote, this.page.info.match);
  }

  /** The links for those who are still to come.
   * @param {HTMLElement} box */
  invitations(box) {
    const {page} = this,
      open = invitations(page.info),
      whom = open.length > 1 ? "Send this link to one of the players." : "Send this link to your friend.";
    box.append(
      ...arrivals(page.info, (seat) => page.called(seat)),
      ...open.map(({seat, link}) =>
        el(
          "div",
          {},
          el("p", {}, `${whom} It works once, for the seat of ${page.called(seat)}${leadsOf(page.info, seat)}.`),
          el("div", {class: "row"}, linkField(link, `Invitation to seat ${seat}`), copied("Copy the link", link)),
        ),
      ),
    );
    const note = open.length > 0 && onlyHere();
    if (note) box.append(note);
    return box;
  }
}

/** A speech bubble. */
const bubble = () =>
  svg(
    "svg",
    {class: "bubble", viewBox: "0 0 20 20", width: 18, height: 18, "aria-hidden": "true"},
    svg("path", {d: "M3 3h14v10H9l-4 4v-4H3z"}),
  );

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
