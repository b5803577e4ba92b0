// The panel: who is asked and what, and the choices in groups with a key each. The choice that is selected opens in
// place; what was made up on the table stands above the others.

import {el, kept} from "./dom.js";
import {dotted, grouped, keyed, priced, sharedCost} from "./offers.js";
import {chance, DEFAULT_PRESENTER, prospects, standing} from "./presenter.js";
import {Presses} from "./presses.js";
import {chip, rich} from "./rules.js";
import {fraction} from "./text.js";

/** @import {Advised, AdvisedOffer, Reference} from "interface" */
/** @import {Child} from "./dom.js" */
/** @import {Choice, NumberedOffer} from "./match.js" */
/** @import {Asked, Presenter} from "./presenter.js" */
/** @import {Outcome} from "./presses.js" */

/** A group of choices: its rows, the button that folds it, and the star on that while the best choice is folded away.
 * @typedef {{name: string, rows: Row[], button: HTMLButtonElement, star: HTMLElement, root: HTMLElement,
 *   isFolded: boolean}} Group */

/** The row of an offer, with those of its elements that change.
 * @typedef {{offer: NumberedOffer, row: HTMLButtonElement, key: HTMLElement, bar: HTMLElement | false,
 *   hit: HTMLElement, critical: HTMLElement, number: HTMLElement, note: HTMLElement, sent: HTMLElement}} Row */

/** With more choices than this, groups in which nothing can succeed begin folded. */
const MANY = 12;

/** Shows a question. */
export class Panel {
  /** What is selected in the list, and what a press comes to. */
  presses = new Presses(kept.get("one-press", false));
  /** The rows of the offers, by what is chosen.
   * @type {Map<string, Row>} */
  rows = new Map();
  /** @type {Group[]} */
  groups = [];
  /** The headings of the groups that were folded by hand, and of those that were opened.
   * @type {Map<string, boolean>} */
  folded = new Map();
  /** @type {Map<string, AdvisedOffer>} */
  advice = new Map();
  /** @type {Map<string, NumberedOffer>} */
  keys = new Map();
  /** @type {Reference[]} */
  models = [];
  /** What the pointer is over, or what has the focus.
   * @type {string | null} */
  pointed = null;
  /** What was made up on the table.
   * @type {Choice | null} */
  made = null;
  /** What the page has found out of the choice that is looked at.
   * @type {unknown} */
  found = null;
  /** The side of this seat.
   * @type {string | null} */
  own = null;
  text = "";
  /** What is known of the listed choices alone, while one that was made up is compared with them.
   * @type {Parameters<Panel["advise"]> | null} */
  listed = null;
  isWaiting = false;
  isShortened = false;
  /** What the button in the dock makes.
   * @type {Choice | null} */
  offered = null;

  /**
   * @param {string} system
   * @param {{looked(offer: NumberedOffer | null): void, chosen(choice: Choice): void, dropped(): void}} listener
   * @param {Presenter} presenter
   */
  constructor(system, listener, presenter = DEFAULT_PRESENTER) {
    this.system = system;
    this.listener = listener;
    this.presenter = presenter;
    const isTouched = matchMedia("(hover: none)").matches;
    this.hint = el("p", {class: "hint soft", id: "hint"}, isTouched ? presenter.touchHint : presenter.hint);
    this.help = el(
      "button",
      {
        type: "button",
        class: "help",
        "aria-label": "How to choose",
        "aria-controls": "hint",
        onclick: () => this.explain(this.hint.hidden),
      },
      "?",
    );
    this.explain(kept.get("hint", !matchMedia("(max-height: 480px)").matches));
    this.who = el("div", {class: "who"});
    this.question = el("h1", {class: "q"});
    this.extra = el("div", {class: "extra"});
    this.list = el("div", {class: "list"});
    this.refusal = el("p", {class: "refusal", role: "alert", hidden: true});
    this.details = el("div", {class: "details"});
    /** What a choice that was made up on the table comes to. */
    this.verdict = el("div", {class: "verdict"});
    this.label = el("span", {}, "Confirm");
    this.button = el(
      "button",
      {type: "button", class: "primary do", onclick: () => this.confirm()},
      this.label,
      " ",
      el("kbd", {"aria-hidden": "true"}, "⏎"),
    );
    this.more = el("span", {class: "more"});
    this.dock = el("div", {class: "dock", id: "dock"}, el("div", {class: "row"}, this.button, this.more), this.details);
    this.root = el(
      "div",
      {class: "ask"},
      this.who,
      el("div", {role: "status", "aria-live": "polite"}, this.question),
      this.hint,
      this.refusal,
      this.extra,
      this.list,
    );
  }

  /** What is selected in the list.
   * @returns {string | null} */
  get selected() {
    return this.presses.selected;
  }

  /** What is looked at: what is pointed at, or else selected. */
  get looked() {
    return this.pointed ?? this.selected;
  }

  /** Show how one chooses, or put it away.
   * @param {boolean} isWanted */
  explain(isWanted) {
    this.hint.hidden = !isWanted;
    this.help.setAttribute("aria-expanded", String(isWanted));
    kept.set("hint", isWanted);
  }

  /** Ask something: the model that is asked about (or none), the sentence, and the offers to a side.
   * @param {Asked & {own: string | null, text: string, offers: NumberedOffer[], leftOut: number, models: Reference[]}}
   *   asked */
  show(asked) {
    const {own, text, offers, leftOut, models} = asked;
    this.models = models;
    this.own = own;
    this.pointed = this.made = this.found = this.listed = null;
    this.presses.select(null);
    this.rows = new Map();
    this.advice = new Map();
    this.wait(false);
    this.sending(null);
    this.refuse("");
    this.who.replaceChildren(...this.presenter.who(asked), ...(offers.length ? [this.help] : []));
    if (this.text !== text) this.question.replaceChildren(...rich(text, models));
    this.text = text;
    this.groups = grouped(offers).map((group) => this.group(group, offers.length));
    this.list.replaceChildren(...this.groups.map((group) => group.root));
    if (leftOut)
      this.list.append(el("p", {class: "soft"}, `And ${leftOut.toLocaleString("en")} more, which can be typed.`));
    this.number();
    for (const group of this.groups) this.showFolded(group);
    this.list.scrollTop = 0;
    this.root.parentElement?.scrollTo(0, 0);
  }

  /** A group of offers under its heading, which folds it where there are others.
   * @param {NumberedOffer[]} offers
   * @param {number} count how many are offered in all
   * @returns {Group} */
  group(offers, count) {
    const cost = sharedCost(offers),
      {text: name, key} = offers[0].heading;
    const rows = offers.map((offer) => this.row(offer, cost ? "" : priced(offer.cost)));
    const isOnly = offers.length === count;
    const button = el(
      "button",
      {type: "button", class: "fold", onclick: () => this.fold(group, !group.isFolded, true)},
      dotted(name, cost),
      el("span", {class: "count"}, ` (${offers.length})`),
    );
    const star = el("span", {class: "star", hidden: true}, "★ best");
    button.append(star);
    const isEnd = offers.length === 1 && offers[0].ends_turn; // its row says as much as its heading
    const isVain = count > MANY && offers.every((offer) => offer.cannot_succeed);
    /** @type {Group} */
    const group = {
      name: key,
      rows,
      button,
      star,
      isFolded: !isOnly && (this.folded.get(key) ?? isVain),
      root: el(
        "div",
        {class: isEnd ? "group end" : "group", role: "group", "aria-label": name},
        el("h2", {class: isEnd ? "unseen" : "grp"}, isOnly || isEnd ? dotted(name, cost) : button),
        rows.map((each) => each.row),
      ),
    };
    for (const each of rows) this.rows.set(each.offer.choice, each);
    return group;
  }

  /** Fold a group, or open it.
   * @param {Group} group
   * @param {boolean} isFolded */
  fold(group, isFolded, isByHand = false) {
    if (isByHand) this.folded.set(group.name, isFolded);
    group.isFolded = isFolded;
    if (isFolded && group.rows.some(({offer}) => offer.choice === this.selected)) this.select(null);
    this.showFolded(group);
  }

  /** Show whether a group is folded, and then whether the choice with the star is in it.
   * @param {Group} group */
  showFolded({root, rows, button, star, isFolded}) {
    root.classList.toggle("folded", isFolded);
    button.setAttribute("aria-expanded", String(!isFolded));
    star.hidden = !isFolded || rows.every(({offer}) => offer.choice !== this.star);
  }

  /** Give each row its key, once. */
  number() {
    this.keys = keyed(this.groups.map((group) => group.rows.map(({offer}) => offer)));
    for (const [key, {choice}] of this.keys) {
      const row = this.rowOf(choice);
      if (row) row.key.textContent = key;
    }
  }

  /** While something is played, the old choices are out of reach.
   * @param {boolean} isWaiting */
  wait(isWaiting) {
    this.isWaiting = this.list.inert = isWaiting;
    this.list.classList.toggle("waiting", isWaiting);
  }

  /** Say that a choice is sent and not yet answered; or that none is.
   * @param {string | null} choice */
  sending(choice) {
    for (const [each, {number, sent}] of this.rows) {
      sent.hidden = each !== choice;
      number.hidden = each === choice;
    }
    this.label.textContent = choice !== null && choice === this.offered?.choice ? "Sending…" : "Confirm";
  }

  /** The row of an offer.
   * @param {NumberedOffer} offer
   * @param {string} cost
   * @returns {Row} */
  row(offer, cost) {
    const [key, hit, critical, number, note] = [
      el("kbd", {"aria-hidden": "true"}),
      el("i", {class: "hit"}),
      el("i", {class: "crit"}),
      el("span", {class: "n"}),
      el("small", {class: "known"}),
    ];
    const sent = el("span", {class: "sent", hidden: true}, "sending…");
    const bar = this.presenter.hasBar(offer) && el("span", {class: "bar", "aria-hidden": "true"}, hit, critical);
    /** @type {HTMLButtonElement} */
    const row = el(
      "button",
      {
        type: "button",
        class: this.presenter.presses(offer) === 1 ? "opt quick" : "opt",
        "data-choice": offer.choice,
        "aria-expanded": "false",
        onclick: ({detail}) => this.chosen(offer, detail > 1),
        onpointerenter: ({pointerType}) => pointerType === "mouse" && this.point(offer.choice),
        onpointerleave: ({pointerType}) => pointerType === "mouse" && this.point(null),
        onfocus: () => row.matches(":focus-visible") && this.point(offer.choice),
        onblur: () => this.pointed === offer.choice && this.point(null),
      },
      key,
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
      sent,
      bar,
    );
    return {offer, row, key, bar, hit, critical, number, note, sent};
  }

  /** @param {string | null} choice */
  rowOf(choice) {
    return choice === null ? undefined : this.rows.get(choice);
  }

  /** A choice is pointed at: it is shown on the table, and nothing in the list moves.
   * @param {string | null} choice */
  point(choice) {
    if (this.pointed === choice || this.made) return;
    const before = this.looked;
    this.pointed = choice;
    if (this.looked !== before) this.look();
  }

  look() {
    this.listener.looked(this.rowOf(this.looked)?.offer ?? null);
  }

  /** Select a choice: it opens in place.
   * @param {string | null} choice */
  select(choice) {
    if (this.selected === choice) return;
    this.presses.select(choice);
    this.open();
  }

  /** Open what is selected, and show it on the table. */
  open() {
    const {selected} = this,
      now = this.rowOf(selected),
      group = this.groups.find(({rows}) => rows.some((each) => each === now));
    if (group?.isFolded) this.fold(group, false);
    for (const [choice, {row}] of this.rows) {
      row.classList.toggle("sel", choice === selected);
      row.setAttribute("aria-expanded", String(choice === selected));
    }
    const before = now?.row.getBoundingClientRect().top ?? 0;
    this.detail(selected, null);
    if (now) this.list.scrollTop += now.row.getBoundingClientRect().top - before; // it stays under the pointer
    this.look();
    this.reveal();
  }

  /** Bring what is open into view, above all its row. */
  reveal() {
    if (this.made || this.selected === null) return;
    this.dock.scrollIntoView({block: "nearest"});
    this.rowOf(this.selected)?.row.scrollIntoView({block: "nearest"});
  }

  /** A choice was pressed.
   * @param {NumberedOffer} offer
   * @returns {Outcome} */
  chosen(offer, isDouble = false) {
    const outcome = this.presses.press(offer.choice, {presses: this.presenter.presses(offer), isDouble});
    if (outcome === "select") this.open();
    else if (outcome === "make") this.make(this.rowOf(this.selected)?.offer ?? this.offered);
    return outcome;
  }

  /** A key was pressed: the first time it selects its choice, the second time it makes it.
   * @param {string} key */
  press(key) {
    const offer = this.keys.get(key);
    if (!offer || this.isWaiting) return false;
    this.chosen(offer);
    return true;
  }

  /** Make what is selected; return whether something is. */
  confirm() {
    const outcome = this.isWaiting ? "nothing" : this.presses.confirm();
    if (outcome === "make") this.make(this.offered);
    return outcome !== "nothing";
  }

  /** @param {Choice | null} choice */
  make(choice) {
    if (!choice) return;
    if (!this.hint.hidden) this.explain(false); // it has been understood
    this.listener.chosen(choice);
  }

  /** A choice that was made up on the table: it stands above the others until it is made or let go.
   * @param {Choice | null} offer
   * @param {string} [title]
   * @param {string} [more]
   * @param {Child} [levels] */
  preview(offer, title, more, levels) {
    const was = this.made;
    this.made = offer;
    if (offer) {
      this.verdict = el("div", {class: "verdict"});
      const parts = [el("p", {class: "made"}, el("b", {}, title), " ", el("small", {}, more)), this.verdict];
      this.fill(parts, offer, levels);
      this.list.prepend(this.dock);
    } else {
      if (!this.rowOf(this.selected)) this.presses.select(null);
      if (!was) return;
      if (this.listed) this.advise(...this.listed);
      this.detail(this.selected, null);
      this.listener.dropped();
    }
  }

  /** The best of the choices that a test holds for.
   * @param {(offer: NumberedOffer) => boolean} test */
  best(test) {
    const offers = [...this.rows.values()].map(({offer}) => offer).filter(test);
    return offers.find(({choice}) => this.advice.get(choice)?.marked) ?? offers[0];
  }

  /** Something was pressed that choices are about: the best of them is selected, or else made; where one of them is
   * selected, that one. Return what it has come to.
   * @param {(offer: NumberedOffer) => boolean} test
   * @returns {Outcome} */
  pick(test) {
    const selected = this.rowOf(this.selected)?.offer,
      offer = selected && test(selected) ? selected : this.best(test);
    return offer && !this.isWaiting ? this.chosen(offer) : "nothing";
  }

  /** The choice that has the star. */
  get star() {
    return [...this.advice.values()].find((each) => each.win?.standing === "best")?.choice ?? null;
  }

  /** Show what is known of the choices. Where the chance to win is still to come, nothing else is shown in its place.
   * With one that was made up on the table, that is compared too: one star for all.
   * @param {Pick<Advised, "advice" | "look" | "shortened">} known
   * @param {boolean} [full] whether the chance to win comes too */
  advise(known, full) {
    const {advice, look, shortened} = known,
      hadStar = this.star !== null;
    if (!this.made) this.listed = [known, full];
    this.advice = new Map(advice.map((each) => [each.choice, this.made ? this.besideMade(each) : each]));
    this.isShortened = shortened;
    for (const group of this.groups) this.showFolded(group);
    if (!hadStar && this.selected === null) this.revealStar();
    for (const [choice, {offer, bar, hit, critical, number, note}] of this.rows) {
      const known = this.advice.get(choice);
      if (!known) continue;
      const all = chance(known) ?? 0,
        best = fraction(known.chances.critical ?? 0);
      const isTheirs = Boolean(offer.chance_of) && offer.chance_of !== this.own;
      const isToCome = full && look === "odds",
        worth = isToCome ? "" : this.presenter.worth(known, isTheirs);
      const star = known.share && known.marked ? el("span", {class: "star"}, "★ ") : "";
      number.replaceChildren(...(known.win ? [standing(known.win)] : [star, worth]));
      note.textContent = isToCome || known.win ? "" : this.presenter.note(known, offer); // one figure a row
      if (!bar) continue;
      hit.style.width = `${100 * (all - best)}%`;
      critical.style.width = `${100 * best}%`;
      bar.classList.toggle("on", all > 0);
    }
    if (this.made) this.judgeMade();
    else this.detail(this.selected, this.found);
  }

  /** What is shown of a listed choice beside one that was made up, which is a shorter look at all: as before, but for
   * the star.
   * @param {AdvisedOffer} known */
  besideMade(known) {
    const before = this.listed?.[0].advice.find((each) => each.choice === known.choice);
    return [before?.win, known.win].every((win) => win && win.standing !== "best") && before ? before : known;
  }

  /** Bring the choice with the star into view, or the heading that it is folded under; not while a pointer is over the
   * list, or may be: a finger. */
  revealStar() {
    if (this.list.matches(":hover") || matchMedia("(pointer: coarse)").matches) return;
    const group = this.groups.find(({star}) => !star.hidden),
      shown = group?.button ?? this.rowOf(this.star)?.row;
    shown?.scrollIntoView({block: "nearest"});
  }

  unadvise() {
    for (const {bar, number, note} of this.rows.values()) {
      number.textContent = note.textContent = "";
      if (bar) bar.classList.remove("on");
    }
    this.advice = new Map();
    this.listed = null;
    for (const group of this.groups) this.showFolded(group);
  }

  /** Open a choice: what it takes, what comes of it, and the button that makes it.
   * @param {string | null} choice
   * @param {unknown} found what the page has found out of it */
  detail(choice, found) {
    if (choice !== this.selected) return; // it is only pointed at
    const row = this.rowOf(choice);
    this.found = found;
    if (!row) {
      this.offered = null;
      return void this.dock.remove();
    }
    const known = this.advice.get(row.offer.choice);
    const parts = [...this.presenter.details({found, known, system: this.system}), ...this.prospects(known)];
    if (!parts.some(Boolean)) parts.push(el("p", {}, rich(row.offer.sentence, this.models)));
    const grew = this.fill(parts, row.offer);
    if (this.dock.previousSibling !== row.row) row.row.after(this.dock);
    if (grew) this.reveal();
  }

  /** Say what the choice that was made up on the table comes to. */
  judgeMade() {
    const known = this.advice.get(this.made?.choice ?? "");
    if (!known?.win) return;
    this.verdict.replaceChildren(
      el("p", {class: "made-win"}, el("b", {}, standing(known.win))),
      ...this.prospects(known),
    );
  }

  /** What is known of a choice in the end, in sentences.
   * @param {AdvisedOffer | undefined} known */
  prospects(known) {
    return prospects(known, this.isShortened).map((text) => el("p", {class: "soft"}, rich(text, this.models)));
  }

  /** Fill the dock; return whether there is more in it now. Its button stays the same, so that a press is not lost when
   * more becomes known meanwhile.
   * @param {Child[]} parts
   * @param {Choice} offer
   * @param {Child} [more]
   */
  fill(parts, offer, more) {
    const height = this.dock.offsetHeight,
      details = el("div", {class: "details"}, ...parts),
      beside = el("span", {class: "more"}, more);
    this.offered = offer;
    this.details.replaceWith(details);
    this.more.replaceWith(beside);
    [this.details, this.more] = [details, beside];
    return this.dock.offsetHeight > height;
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
