// The panel: who is asked and what, the choices in groups with a key each, and below them details of one.

import {el} from "./dom.js";
import {chip, rich} from "./rules.js";
import {capital, fraction, percent} from "./text.js";

/** @import {Advised, AdvisedOffer, Cost, Offer, Reference} from "interface" */
/** @import {Child} from "./dom.js" */
/** @import {Choice, NumberedOffer} from "./match.js" */

/** @typedef {NonNullable<AdvisedOffer["win"]>} Win */

/** Who is asked: a model, with the letters on its disc, or else a side.
 * @template {Reference} [One=Reference]
 * @typedef {{model: One | null, letters: string | null, side: string | null, heading: string}} Asked */

/** How the choices of a system are shown. `One` is a model of it, `Found` what its page finds out of a choice.
 * - `who` is asked;
 * - `hasBar`: whether the chance of a choice is shown as a bar;
 * - `isLow`: whether the details of one need little room;
 * - `worth`: what a choice is worth in a word; `isTheirs`: the chance is the other side's;
 * - `note`: the same in some more words;
 * - `details`: what comes of a choice, in full.
 * @template {Reference} [One=Reference]
 * @template [Found=unknown]
 * @typedef {{
 *   hint: string,
 *   who(asked: Asked<One>): Node[],
 *   hasBar(offer: Offer): boolean,
 *   isLow(offers: Offer[]): boolean,
 *   worth(known: AdvisedOffer, isTheirs?: boolean): string,
 *   note(known: AdvisedOffer, offer: Offer): string,
 *   details(told: {found: Found | null, known?: AdvisedOffer, system: string}): Child[],
 * }} Presenter */

const KEYS = "123456789qwrtyiopasdghjkzcbn";

/** How the choices of a system are shown, where it has no presenter of its own.
 * @satisfies {Presenter} */
export const DEFAULT_PRESENTER = {
  hint: "Point at a choice to see its odds; click it to make it.",
  who: ({side, heading}) => [
    disc(side, side === "draw" ? "=" : side ? side.toUpperCase() : "·"),
    el("div", {}, el("p", {class: "name"}, heading)),
  ],
  hasBar: () => true,
  isLow: () => true,
  /**
   * @param {Pick<AdvisedOffer, "chances"> & Partial<Pick<AdvisedOffer, "then">>} known
   * @param {boolean} [isTheirs]
   */
  worth(known, isTheirs) {
    const share = chance(known);
    return share === null ? "" : `${known.then ? "then " : isTheirs ? "they hit " : ""}${percent(share)}`;
  },
  note: () => "",
  details: ({known}) => [known?.text && el("p", {}, `${capital(known.text)}.`)],
};

/** The side's mark: a disc for a, an octagon for b.
 * @param {string | null | undefined} side
 * @param {string | null} letters */
export const disc = (side, letters) => el("span", {class: `disc ${side ?? ""}`, "aria-hidden": "true"}, letters);

/** The chance that a choice does what it is for; null where there is none.
 * @param {Pick<AdvisedOffer, "chances">} known */
export function chance({chances}) {
  const found = chances.hit ?? chances.success ?? chances.win;
  return found === undefined ? null : fraction(found);
}

/** @type {Record<Win["standing"], (win: Win) => Node | string>} */
const STANDINGS = {
  best: () => el("span", {class: "star"}, "★ best"),
  equal: () => el("span", {class: "equal"}, "about equal"),
  behind: ({points}) => `−${points}`,
  untried: () => el("span", {class: "untried"}, "hardly tried"),
};

/** How a choice stands beside the best one, in one figure.
 * @param {Win} win */
export const standing = (win) => STANDINGS[win.standing](win);

/** What follows a choice within the turn, as a sentence: "then shoot the Herald: 95%".
 * @param {Win["plan"]} plan */
export function textOfPlan(plan) {
  const steps = plan.map(({sentence, chance: hit}) => {
    const text = sentence.charAt(0).toLowerCase() + sentence.slice(1);
    return hit ? `${text}: ${percent(fraction(hit))}` : text;
  });
  return steps.length ? `Then ${steps.join(", then ")}.` : "";
}

/** The chance to win behind a choice, in words.
 * @param {Win} win */
export function winText({chance: wins, error, rollouts, exact, standing: stands, points}) {
  if (exact) return `Wins ${percent(wins)}, solved exactly.`;
  const behind = stands === "behind" ? `, ${points} points less than the best (±${Math.ceil(200 * error)})` : "";
  return `Wins about ${percent(wins)}${behind}, by ${rollouts} battles played out from here.`;
}

/** Shows a question. */
export class Panel {
  /**
   * @param {string} system
   * @param {{looked(offer: NumberedOffer | null): void, chosen(choice: Choice): void}} listener
   * @param {Presenter} presenter
   */
  constructor(system, listener, presenter = DEFAULT_PRESENTER) {
    this.system = system;
    this.listener = listener;
    this.presenter = presenter;
    /** The rows of the offers, by what is chosen.
     * @type {Map<string, ReturnType<Panel["row"]>>} */
    this.rows = new Map();
    /** @type {Map<string, AdvisedOffer>} */
    this.advice = new Map();
    /** @type {Map<string, NumberedOffer>} */
    this.keys = new Map();
    /** @type {Reference[]} */
    this.models = [];
    /** What is looked at.
     * @type {string | null} */
    this.selected = null;
    /** What was made up on the table.
     * @type {Choice | null} */
    this.made = null;
    /** What the page has found out of the choice that is looked at.
     * @type {unknown} */
    this.found = null;
    /** The side of this seat.
     * @type {string | null} */
    this.own = null;
    this.text = "";
    this.isWaiting = false;
    this.isShortened = false;
    this.who = el("div", {class: "who"});
    this.question = el("h1", {class: "q"});
    this.extra = el("div", {class: "extra"});
    this.list = el("div", {class: "list"});
    this.refusal = el("p", {class: "refusal", role: "alert", hidden: true});
    this.details = el("div", {class: "details"});
    /** What the button in the dock makes. @type {Choice | null} */
    this.offered = null;
    this.button = el(
      "button",
      {type: "button", class: "primary do", onclick: () => this.offered && this.listener.chosen(this.offered)},
      "Confirm ",
      el("kbd", {"aria-hidden": "true"}, "⏎"),
    );
    this.more = el("span", {class: "more"});
    this.actions = el("div", {class: "row"}, this.button, this.more);
    this.dock = el("div", {class: "dock", id: "dock", hidden: true});
    this.root = el(
      "div",
      {class: "ask"},
      this.who,
      el("div", {role: "status", "aria-live": "polite"}, this.question),
      this.refusal,
      this.extra,
      this.list,
      this.dock,
    );
  }

  /** Ask something: the model that is asked about (or none), the sentence, and the offers to a side.
   * @param {Asked & {own: string | null, text: string, offers: NumberedOffer[], leftOut: number, models: Reference[]}}
   *   asked */
  show(asked) {
    const {own, text, offers, leftOut, models} = asked;
    this.models = models;
    this.own = own;
    this.selected = this.made = null;
    this.rows = new Map();
    this.advice = new Map();
    this.keys = new Map();
    this.wait(false);
    this.refuse("");
    this.who.replaceChildren(...this.presenter.who(asked));
    if (this.text !== text) this.question.replaceChildren(...rich(text, models));
    this.text = text;
    let next = 0;
    this.list.replaceChildren(
      ...grouped(offers).map((group) => {
        const cost = sharedCost(group),
          {text: name} = group[0].heading;
        const rows = group.map((offer) => {
          const key = offer.ends_turn ? "0" : (KEYS[next++] ?? "");
          if (key) this.keys.set(key, offer);
          const made = this.row(offer, key, cost ? "" : priced(offer.cost));
          this.rows.set(offer.choice, made);
          return made.row;
        });
        return el(
          "div",
          {class: "group", role: "group", "aria-label": name},
          el("h2", {class: "grp"}, dotted(name, cost)),
          rows,
        );
      }),
    );
    if (leftOut)
      this.list.append(el("p", {class: "soft"}, `And ${leftOut.toLocaleString("en")} more, which can be typed.`));
    this.dock.classList.toggle("low", this.presenter.isLow(offers));
    this.list.scrollTop = 0;
    this.root.parentElement?.scrollTo(0, 0);
    this.detail(null, null);
  }

  /** While something is played, the old choices are out of reach.
   * @param {boolean} isWaiting */
  wait(isWaiting) {
    this.isWaiting = this.list.inert = isWaiting;
    this.list.classList.toggle("waiting", isWaiting);
  }

  /** The row of an offer, with those of its elements that change.
   * @param {NumberedOffer} offer
   * @param {string} key
   * @param {string} cost */
  row(offer, key, cost) {
    const [hit, critical, number, note] = [
      el("i", {class: "hit"}),
      el("i", {class: "crit"}),
      el("span", {class: "n"}),
      el("small", {class: "known"}),
    ];
    const bar = this.presenter.hasBar(offer) && el("span", {class: "bar", "aria-hidden": "true"}, hit, critical);
    const button = el(
      "button",
      {type: "button", class: "opt", "data-choice": offer.choice, "aria-describedby": "dock"},
      el("kbd", {"aria-hidden": "true"}, key),
      el(
        "span",
        {class: "what"},
        el("b", {}, offer.title),
        " ",
        el("small", {}, dotted(offer.detail, cost)),
        " ",
        note,
      ),
      number,
      bar,
    );
    let touched = false;
    button.addEventListener("pointerdown", (event) => {
      touched = event.pointerType === "touch";
    });
    button.addEventListener("pointerenter", (event) => {
      if (event.pointerType === "mouse") this.select(offer.choice);
    });
    button.addEventListener("focus", () => {
      if (!touched) this.select(offer.choice);
    });
    button.addEventListener("click", (event) => {
      // The second half of a double click would answer the next question; a second tap is meant.
      if (event.detail > 1 && !touched) return;
      if (touched && this.selected !== offer.choice) {
        this.select(offer.choice);
        button.scrollIntoView({block: "nearest"}); // the dock may have come over it
      } else this.listener.chosen(offer);
      touched = false;
    });
    return {offer, row: button, bar, hit, critical, number, note};
  }

  /** @param {string | null} choice */
  rowOf(choice) {
    return choice === null ? undefined : this.rows.get(choice);
  }

  /** Look at a choice: its details are in the dock, so that no choice moves away under the pointer.
   * @param {string | null} choice */
  select(choice) {
    if (this.selected === choice) return;
    this.rowOf(this.selected)?.row.classList.remove("sel");
    this.selected = choice;
    const now = this.rowOf(choice);
    this.detail(choice, null);
    if (!now) return void this.listener.looked(null);
    now.row.classList.add("sel");
    this.listener.looked(now.offer);
  }

  /** A key was pressed: the first time it shows its choice, the second time it makes it.
   * @param {string} key */
  press(key) {
    const offer = this.keys.get(key);
    if (!offer || this.isWaiting) return false;
    if (this.selected === offer.choice) this.listener.chosen(offer);
    else {
      this.select(offer.choice);
      this.rowOf(offer.choice)?.row.scrollIntoView({block: "nearest"});
    }
    return true;
  }

  confirm() {
    const row = this.isWaiting ? null : this.rowOf(this.selected);
    if (row) this.listener.chosen(row.offer);
    return Boolean(row);
  }

  /** A choice that was made up on the table: it stands in the dock until it is made or let go.
   * @param {Choice | null} offer
   * @param {string} [title]
   * @param {string} [more]
   * @param {Child} [levels] */
  preview(offer, title, more, levels) {
    const was = this.made;
    this.made = offer;
    if (offer) {
      this.select(null);
      this.fill([el("p", {class: "made"}, el("b", {}, title), " ", el("small", {}, more))], offer, levels);
    } else if (was) {
      this.detail(this.selected, null);
    }
  }

  /** Look at the best of the choices that a test holds for; returns whether there is one.
   * @param {(row: ReturnType<Panel["row"]>) => boolean} test */
  pick(test) {
    const rows = [...this.rows.values()].filter(test),
      best = rows.find(({offer}) => this.advice.get(offer.choice)?.marked) ?? rows[0];
    if (best) this.select(best.offer.choice);
    best?.row.scrollIntoView({block: "nearest"});
    return Boolean(best);
  }

  /** The choice that has the star. */
  get star() {
    return [...this.advice.values()].find((each) => each.win?.standing === "best")?.choice ?? null;
  }

  /** Show what is known of the choices. Where the chance to win is still to come, nothing else is shown in its place.
   * @param {Pick<Advised, "advice" | "look" | "shortened">} known
   * @param {boolean} [full] whether the chance to win comes too */
  advise({advice, look, shortened}, full) {
    const hadStar = this.star !== null;
    this.advice = new Map(advice.map((each) => [each.choice, each]));
    this.isShortened = shortened;
    const isPointedAt = this.selected || this.list.matches(":hover") || matchMedia("(pointer: coarse)").matches;
    if (!hadStar && !isPointedAt) this.rowOf(this.star)?.row.scrollIntoView({block: "nearest"}); // not under a finger
    for (const [choice, {offer, bar, hit, critical, number, note}] of this.rows) {
      const known = this.advice.get(choice);
      if (!known) continue;
      const all = chance(known) ?? 0,
        best = fraction(known.chances.critical ?? 0);
      const isTheirs = Boolean(offer.chance_of) && offer.chance_of !== this.own;
      const worth = full && look === "odds" ? "" : this.presenter.worth(known, isTheirs);
      const star = known.share && known.marked ? el("span", {class: "star"}, "★ ") : "";
      number.replaceChildren(...(known.win ? [standing(known.win)] : [star, worth]));
      note.textContent = this.presenter.note(known, offer);
      if (!bar) continue;
      hit.style.width = `${100 * (all - best)}%`;
      critical.style.width = `${100 * best}%`;
      bar.classList.toggle("on", all > 0);
    }
    if (!this.made) this.detail(this.selected, this.found);
  }

  unadvise() {
    for (const {bar, number, note} of this.rows.values()) {
      number.textContent = note.textContent = "";
      if (bar) bar.classList.remove("on");
    }
    this.advice = new Map();
  }

  /** The dock: what the choice takes, what comes of it, and the button that makes it.
   * @param {string | null} choice
   * @param {unknown} found what the page has found out of it */
  detail(choice, found) {
    const row = this.rowOf(choice);
    this.found = found;
    if (!row) {
      this.dock.hidden = !this.rows.size;
      this.dock.replaceChildren(el("p", {class: "soft hint"}, this.presenter.hint));
      return;
    }
    const known = this.advice.get(row.offer.choice);
    const parts = [...this.presenter.details({found, known, system: this.system}), ...this.prospects(known)];
    if (!parts.some(Boolean)) parts.push(el("p", {}, rich(row.offer.sentence, this.models)));
    this.fill(parts, row.offer);
  }

  /** What is known of a choice in the end: what follows, and the chance to win.
   * @param {AdvisedOffer} [known] */
  prospects(known) {
    if (!known?.win) return [];
    const {win} = known;
    const texts = [winText(win), textOfPlan(win.plan), this.isShortened ? "A short look: many ask at once." : ""];
    return texts.filter(Boolean).map((text) => el("p", {class: "soft"}, rich(text, this.models)));
  }

  /** Say what a choice that was made up on the table comes to.
   * @param {AdvisedOffer} known */
  adviseMade(known) {
    if (this.made?.choice !== known.choice || !known.win) return;
    const figure = el("p", {class: "made-win"}, el("b", {}, standing(known.win)));
    this.details.append(figure, ...this.prospects(known));
  }

  /** Fill the dock. Its button stays the same, so that a press is not lost when more becomes known meanwhile.
   * @param {Child[]} parts
   * @param {Choice} offer
   * @param {Child} [more]
   */
  fill(parts, offer, more) {
    this.offered = offer;
    const details = el("div", {class: "details"}, ...parts),
      beside = el("span", {class: "more"}, more);
    this.details.replaceWith(details);
    this.more.replaceWith(beside);
    [this.details, this.more] = [details, beside];
    if (this.actions.parentNode !== this.dock) this.dock.replaceChildren(this.details, this.actions);
    this.dock.hidden = false;
  }

  /** Say why something was refused.
   * @param {string} text nothing to say no more
   * @param {string} [clause]
   * @param {Node | null} [instead] what could be done instead */
  refuse(text, clause, instead) {
    this.refusal.hidden = !text;
    this.refusal.replaceChildren(text, " ", chip(this.system, clause) ?? "", instead ?? "");
  }
}

/** Choices that cannot succeed come last, before those that end the turn.
 * @param {Offer} offer */
const rank = (offer) => (offer.ends_turn ? 2 : offer.cannot_succeed ? 1 : 0);

/** The offers under their headings, in the order in which people read them.
 * @param {NumberedOffer[]} offers */
export function grouped(offers) {
  const groups = Map.groupBy(
    offers.toSorted((one, other) => rank(one) - rank(other)),
    (offer) => offer.heading.key,
  );
  return [...groups.values()].sort(
    ([one], [other]) => rank(one) - rank(other) || one.heading.order - other.heading.order,
  );
}

/** @param {Cost | null} cost */
const priced = (cost) => (cost ? `${cost.number} ${cost.unit}` : "");
/** @param {string[]} texts */
const dotted = (...texts) => texts.filter(Boolean).join(" · ");

/** The cost that all offers of a group have, as text.
 * @param {Offer[]} group */
export function sharedCost(group) {
  const costs = new Set(group.map((offer) => priced(offer.cost)));
  return costs.size === 1 ? [...costs][0] : "";
}
