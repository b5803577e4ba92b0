// The panel: who is asked and what, the choices in groups with a key each, and below them details of one.

import {capital, el, fraction, percent} from "./dom.js";
import {chip, rich} from "./rules.js";

const KEYS = "123456789qwrtyiopasdghjkzcbn";

/** How the choices of a system are shown, where it has no manner of its own. */
export const PLAIN = {
  hint: "Look at a choice to see what is known of it; click it to make it.",
  reword: (offer) => ({group: "Choices", title: offer.words, more: ""}),
  who: (model, letters, side, heading) => [disc(side, side === "draw" ? "=" : side ? side.toUpperCase() : "·"), el("div", {}, el("p", {class: "name"}, heading))],
  hasBar: () => true,
  isLow: () => true,
  /** What a choice is worth in a word, and in some more. */
  worth: (known) => (chance(known) === null ? "" : percent(chance(known))),
  note: () => "",
  details: (row, found, known) => [known?.text && el("p", {}, `${capital(known.text)}.`)],
};

/** The side's mark: a disc for a, an octagon for b. */
export const disc = (side, letters) => el("span", {class: `disc ${side ?? ""}`, "aria-hidden": "true"}, letters);

/** The chance that a choice does what it is for; null where there is none. */
export function chance({chances}) {
  const found = chances.hit ?? chances.success ?? chances.win;
  return found === undefined ? null : fraction(found);
}

/** The fields of a choice's line; a number that is not written is 0. */
export function fieldsOf(choice) {
  const [kind, ...rest] = choice.split(" ");
  const fields = {kind, who: 0, whom: 0, weapon: 0};
  for (const each of rest) {
    const [name, value] = each.split("=");
    fields[name] = name === "legs" ? value.split(",").map(leg) : value.includes(",") ? value.split(",").map(Number) : Number(value);
  }
  return fields;
}

function leg(text) {
  const [way, x, y, level] = text.split("/").map(Number);
  return {way, x, y, level};
}

/** Shows a question. The listener hears `looked(offer)` and `chosen(offer)`. */
export class Panel {
  constructor(system, listener, manner = PLAIN) {
    Object.assign(this, {system, listener, manner, rows: new Map(), advice: new Map(), selected: null});
    this.who = el("div", {class: "who"});
    this.question = el("h1", {class: "q"});
    this.extra = el("div", {class: "extra"});
    this.list = el("div", {class: "list"});
    this.refusal = el("p", {class: "refusal", role: "alert", hidden: true});
    this.dock = el("div", {class: "dock", id: "dock", hidden: true});
    this.root = el("div", {class: "ask"}, this.who, el("div", {role: "status", "aria-live": "polite"}, this.question), this.refusal, this.extra, this.list, this.dock);
  }

  /** Ask something: the model that is asked about (or none), the sentence, and the offers. */
  show({model, letters, side, heading, text, offers, models}) {
    Object.assign(this, {models, selected: null, made: null, rows: new Map(), advice: new Map(), keys: new Map()});
    this.wait(false);
    this.refuse("");
    this.who.replaceChildren(...this.manner.who(model, letters, side, heading));
    const lines = rich(text, models);
    if (this.question.textContent !== lines.map((each) => each.textContent ?? each).join("")) this.question.replaceChildren(...lines);
    const groups = new Map();
    let next = 0;
    const rank = (offer) => (offer.ends_turn ? 2 : offer.vain ? 1 : 0);  // what cannot come to anything stands below the rest
    for (const offer of offers.toSorted((one, other) => rank(one) - rank(other))) {
      const shown = this.manner.reword(offer, models);
      const key = offer.ends_turn ? "0" : KEYS[next++] ?? "";
      const row = this.row(offer, shown, key);
      groups.set(shown.group, [...(groups.get(shown.group) ?? []), row]);
      this.rows.set(offer.choice, {offer, shown, row});
      if (key) this.keys.set(key, offer);
    }
    this.list.replaceChildren(...[...groups].map(([name, rows]) => el("div", {class: "group", role: "group", "aria-label": name},
      el("h2", {class: "grp"}, name), rows)));
    this.dock.classList.toggle("low", this.manner.isLow(offers));
    this.list.scrollTop = 0;
    this.root.parentElement?.scrollTo(0, 0);
    this.detail(null, null);
  }

  /** While something is played, the old choices are out of reach. */
  wait(isWaiting) {
    this.list.inert = isWaiting;
    this.list.classList.toggle("waiting", isWaiting);
  }

  row(offer, shown, key) {
    const bar = this.manner.hasBar(shown) && el("span", {class: "bar", "aria-hidden": "true"}, el("i", {class: "hit"}), el("i", {class: "crit"}));
    const button = el("button", {type: "button", class: "opt", "data-choice": offer.choice, "aria-describedby": "dock"},
      el("kbd", {"aria-hidden": "true"}, key), el("span", {class: "what"}, el("b", {}, shown.title), " ", el("small", {}, shown.more)),
      el("span", {class: "n"}), bar);
    let touched = false;
    button.addEventListener("pointerdown", (event) => { touched = event.pointerType === "touch"; });
    button.addEventListener("pointerenter", (event) => { if (event.pointerType === "mouse") this.select(offer.choice); });
    button.addEventListener("focus", () => { if (!touched) this.select(offer.choice); });
    button.addEventListener("click", (event) => {
      if (event.detail > 1 && !touched) return;  // the second half of a double click would answer the next question; a second tap is meant
      if (touched && this.selected !== offer.choice) {
        this.select(offer.choice);
        button.scrollIntoView({block: "nearest"});  // the dock may have come over it
      } else this.listener.chosen(offer);
      touched = false;
    });
    return button;
  }

  /** Look at a choice: its details are in the dock, so that no choice moves away under the pointer. */
  select(choice) {
    if (this.selected === choice) return;
    this.rows.get(this.selected)?.row.classList.remove("sel");
    this.selected = choice;
    const now = this.rows.get(choice);
    this.detail(choice, null);
    if (!now) return void this.listener.looked(null);
    now.row.classList.add("sel");
    this.listener.looked(now.offer, now.shown);
  }

  /** A key was pressed: the first time it shows its choice, the second time it makes it. */
  press(key) {
    const offer = this.keys?.get(key);
    if (!offer || this.list.inert) return false;
    if (this.selected === offer.choice) this.listener.chosen(offer);
    else {
      this.select(offer.choice);
      this.rows.get(offer.choice).row.scrollIntoView({block: "nearest"});
    }
    return true;
  }

  confirm() {
    const row = this.list.inert ? null : this.rows.get(this.selected);
    if (row) this.listener.chosen(row.offer);
    return Boolean(row);
  }

  /** A choice that was made up on the table: it stands in the dock until it is made or let go. */
  preview(offer, title, more, levels = []) {
    const was = this.made;
    this.made = offer;
    if (offer) {
      this.select(null);
      this.fill([el("p", {class: "made"}, el("b", {}, title), " ", el("small", {}, more))], offer, levels);
    } else if (was) {
      this.detail(this.selected, null);
    }
  }

  /** Look at the best of the choices that a test holds for; returns whether there is one. */
  pick(test) {
    const rows = [...this.rows.values()].filter(test), best = rows.find(({offer}) => this.advice.get(offer.choice)?.marked) ?? rows[0];
    if (best) this.select(best.offer.choice);
    best?.row.scrollIntoView({block: "nearest"});
    return Boolean(best);
  }

  /** Show what is known of the choices. */
  advise(data) {
    this.advice = new Map(data.advice.map((each) => [each.choice, each]));
    for (const [choice, {row}] of this.rows) {
      const known = this.advice.get(choice);
      if (!known) continue;
      const hit = chance(known), critical = known.chances.critical ? fraction(known.chances.critical) : 0;
      const bar = row.querySelector(".bar"), number = row.querySelector(".n"), note = this.manner.note(known, bar);
      number.replaceChildren(...[known.marked && known.chances.hit !== "0" && el("span", {class: "star"}, "★ best "), this.manner.worth(known)].filter(Boolean));
      if (note) row.querySelector(".what").append(el("small", {class: "known"}, ` ${note}`));
      if (!bar || !hit) continue;
      bar.children[0].style.width = `${100 * (hit - critical)}%`;
      bar.children[1].style.width = `${100 * critical}%`;
      bar.classList.add("on");
    }
    if (!this.made) this.detail(this.selected, this.found);
  }

  unadvise() {
    for (const {row} of this.rows.values()) {
      row.querySelectorAll(".star, .known").forEach((each) => each.remove());
      row.querySelector(".bar")?.classList.remove("on");
      row.querySelector(".n").textContent = "";
    }
    this.advice = new Map();
  }

  /** The dock: what the choice takes, what comes of it, and the button that makes it. */
  detail(choice, found) {
    const row = this.rows.get(choice);
    this.found = found;
    if (!row) {
      this.dock.hidden = !this.rows.size;
      this.dock.replaceChildren(el("p", {class: "soft hint"}, this.manner.hint));
      return;
    }
    const parts = this.manner.details(row, found, this.advice.get(choice), this.system);
    if (!parts.some(Boolean)) parts.push(el("p", {}, rich(row.offer.words, this.models)));
    this.fill(parts, row.offer);
  }

  fill(parts, offer, more = []) {
    this.dock.hidden = false;
    this.dock.replaceChildren(el("div", {class: "details"}, parts), el("div", {class: "row"},
      el("button", {type: "button", class: "primary do", onclick: () => this.listener.chosen(offer)}, "Do it ", el("kbd", {"aria-hidden": "true"}, "⏎")), more));
  }

  refuse(text, clause, instead) {
    this.refusal.hidden = !text;
    this.refusal.replaceChildren(text, " ", chip(this.system, clause) ?? "", instead ?? "");
  }
}
