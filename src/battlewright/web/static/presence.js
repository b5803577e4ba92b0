// Who is at the table: the people at the seats, whether they are here or away, and how many watch.

import {el} from "./dom.js";

/** @import {MatchInfo, PeopleMessage} from "interface" */

/** A seat for people: whether somebody is here, away, or has not come yet.
 * @typedef {"here" | "away" | "open"} Whereabouts */

/** How long somebody may be gone before it is told: a page that is loaded again comes back sooner. */
const GRACE = 2500;

/** @type {Record<Whereabouts, string>} */
const WORDS = {here: "is here", away: "is away", open: "has not come yet"};

/** Knows who is there, and shows it. */
export class Presence {
  /**
   * @param {{info: MatchInfo, named(seat: string): string}} page
   * @param {() => void} changed called when somebody has come or gone
   */
  constructor(page, changed) {
    this.page = page;
    this.changed = changed;
    /** The seats from which somebody is connected, or was a moment ago; null before that is known.
     * @type {Set<string> | null} */
    this.there = null;
    /** When somebody who has gone counts as away.
     * @type {Map<string, number>} */
    this.leaving = new Map();
    this.watching = 0;
    this.root = el("ul", {class: "present", "aria-label": "Who is at the table"});
  }

  /** @param {PeopleMessage} message */
  hear({there, watching}) {
    this.watching = watching;
    const before = this.there ?? new Set(there);
    for (const seat of before) {
      if (there.includes(seat) || this.leaving.has(seat)) continue;
      this.leaving.set(
        seat,
        setTimeout(() => this.leave(seat), GRACE),
      );
    }
    for (const seat of there) {
      clearTimeout(this.leaving.get(seat));
      this.leaving.delete(seat);
    }
    this.there = new Set([...before, ...there]);
    this.show();
    this.changed();
  }

  /** @param {string} seat */
  leave(seat) {
    this.leaving.delete(seat);
    this.there?.delete(seat);
    this.show();
    this.changed();
  }

  /** Where the person of a seat is; null where a bot plays it, and before it is known.
   * @param {string} name
   * @returns {Whereabouts | null} */
  of(name) {
    const seat = this.page.info.seats.find((each) => each.name === name);
    if (seat?.player !== "person") return null;
    if (seat.open) return "open";
    return this.there && (this.there.has(name) ? "here" : "away");
  }

  /** A sentence about somebody who is not here; empty for all others.
   * @param {string} name */
  absence(name) {
    const where = this.of(name);
    return where === "away" || where === "open" ? `${this.page.named(name)} ${WORDS[where]}.` : "";
  }

  show() {
    const {info, named} = this.page;
    const rows = info.seats.flatMap((seat) => {
      const where = this.of(seat.name);
      if (!where) return [];
      const who =
        seat.name === info.you ? `${named.call(this.page, seat.name)} (you)` : named.call(this.page, seat.name);
      return [el("li", {class: seat.side ?? ""}, mark(where, ""), ` ${who} ${WORDS[where]}`)];
    });
    const watch = this.watching && `${this.watching} ${this.watching === 1 ? "person watches" : "people watch"}`;
    this.root.replaceChildren(...rows, ...(watch ? [el("li", {class: "soft"}, watch)] : []));
  }
}

/** A dot: filled where somebody is here, hollow where not.
 * @param {Whereabouts} where
 * @param {string} who for screen readers; empty where the words stand beside it */
export const mark = (where, who) =>
  el("i", {
    class: `dot ${where}`,
    ...(who ? {role: "img", "aria-label": `${who} ${WORDS[where]}`, title: `${who} ${WORDS[where]}`} : {}),
  });
