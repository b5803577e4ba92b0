// The panel: who is asked and what, the choices in groups with a key each, and below them details of one.

import {el, fraction, inches, percent} from "./dom.js";
import {chip, rich} from "./rules.js";
import {reworded} from "./words.js";

const KEYS = "123456789qwrtyiopasdghjkzcbn";
const WITH_BARS = new Set(["shoot", "close-combat", "fire", "nothing", "cover", "return-fire", "divide"]);
const TERMS = {distance: "Distance, edge to edge", obstacles: "Obstacles in the line", modifier: "Weapon", cover: "Cover"};

/** Shows a question. The listener hears `looked(offer)` and `chosen(offer)`. */
export class Panel {
  constructor(system, listener) {
    Object.assign(this, {system, listener, rows: new Map(), advice: new Map(), selected: null});
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
    this.who.replaceChildren(...card(model, letters, side, heading));
    const lines = rich(text, models);
    if (this.question.textContent !== lines.map((each) => each.textContent ?? each).join("")) this.question.replaceChildren(...lines);
    const groups = new Map();
    let next = 0;
    for (const offer of offers) {
      const shown = reworded(offer, models);
      const key = offer.ends_turn ? "0" : KEYS[next++] ?? "";
      const row = this.row(offer, shown, key);
      groups.set(shown.group, [...(groups.get(shown.group) ?? []), row]);
      this.rows.set(offer.choice, {offer, shown, row});
      if (key) this.keys.set(key, offer);
    }
    this.list.replaceChildren(...[...groups].map(([name, rows]) => el("div", {class: "group", role: "group", "aria-label": name},
      el("h2", {class: "grp"}, name), rows)));
    this.dock.classList.toggle("low", ![...this.rows.keys()].some((each) => each.startsWith("shoot")));
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
    const bar = WITH_BARS.has(shown.fields?.kind) && el("span", {class: "bar", "aria-hidden": "true"}, el("i", {class: "hit"}), el("i", {class: "crit"}));
    const button = el("button", {type: "button", class: "opt", "data-choice": offer.choice, "aria-describedby": "dock"},
      el("kbd", {"aria-hidden": "true"}, key), el("span", {class: "what"}, el("b", {}, shown.title), " ", el("small", {}, shown.more)),
      el("span", {class: "n"}), bar);
    let touched = false;
    button.addEventListener("pointerdown", (event) => { touched = event.pointerType === "touch"; });
    button.addEventListener("pointerenter", (event) => { if (event.pointerType === "mouse") this.select(offer.choice); });
    button.addEventListener("focus", () => { if (!touched) this.select(offer.choice); });
    button.addEventListener("click", (event) => {
      if (event.detail > 1) return;  // the second half of a double click would answer the next question
      if (touched && this.selected !== offer.choice) this.select(offer.choice);
      else this.listener.chosen(offer);
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

  /** Show what is known of the choices. */
  advise(data) {
    this.advice = new Map(data.advice.map((each) => [each.choice, each]));
    for (const [choice, {row}] of this.rows) {
      const known = this.advice.get(choice);
      if (!known) continue;
      const hit = known.chances.hit && fraction(known.chances.hit), critical = known.chances.critical ? fraction(known.chances.critical) : 0;
      const bar = row.querySelector(".bar"), number = row.querySelector(".n");
      number.replaceChildren(...[known.marked && el("span", {class: "star"}, "★ best "), hit ? percent(hit) : ""].filter(Boolean));
      if (!bar && known.note) row.querySelector(".what").append(el("small", {class: "known"}, ` ${known.text}`));
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
      this.dock.replaceChildren(el("p", {class: "soft hint"}, "Look at a choice to see what it takes; click it to make it. The table answers too."));
      return;
    }
    const known = this.advice.get(choice), parts = [];
    if (found?.fire?.open) parts.push(sum(found.fire, this.system));
    if (found?.path?.legs.length) parts.push(legs(found.path));
    if (known) parts.push(outlook(known));
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

/** The model that is asked, or the side. */
function card(model, letters, side, heading) {
  if (!model) return [el("span", {class: `disc ${side ?? ""}`, "aria-hidden": "true"}, side ? side.toUpperCase() : "·"), el("div", {}, el("p", {class: "name"}, heading))];
  const {melee, ballistics, agility} = model.abilities;
  return [
    el("span", {class: `disc ${model.side}`, "aria-hidden": "true"}, letters),
    el("div", {}, el("p", {class: "name"}, model.name),
      el("p", {class: "stats"}, `M ${melee} · B ${ballistics} · T ${model.toughness}/${model.abilities.toughness} · A ${agility} · stress ${model.stress}`)),
    el("span", {class: `ap ${model.side}`, role: "img", "aria-label": `${model.ap} AP`}, [1, 2, 3].map((each) => el("i", {class: each <= model.ap ? "on" : ""}))),
  ];
}

/** The difficulty of a shot as a sum. */
export function sum(fire, system) {
  const signed = (value) => `${value > 0 ? "+" : value < 0 ? "−" : ""}${inches(Math.abs(value))}`;
  const names = {...TERMS, modifier: fire.gun, obstacles: fire.obstacles.length ? `In the line: ${fire.obstacles.map((each) => each.name).join(", ")}` : "A clear line"};
  const row = (term, each) => el("tr", {}, el("td", {}, names[term.name] ?? term.name, " ", chip(system, term.clause)),
    el("td", {}, each ? signed(term.value) : inches(term.value)));
  const {open, cover} = fire;
  return el("div", {},
    el("table", {class: "terms"}, el("tbody", {}, open.terms.map(row))),
    el("p", {class: "total"}, el("span", {}, "Difficulty"), el("span", {}, `${inches(open.difficulty)}, so ${open.need}+ on ${fire.dice}D6`)),
    el("p", {class: "soft"}, `Hit ${percent(open.hit.value)}, critical ${percent(open.critical.value)}.`,
      fire.may_cover && cover ? ` If it takes cover (1 AP): ${cover.need}+ · ${percent(cover.hit.value)}.` : ""));
}

function legs(path) {
  const words = path.legs.map((leg) => {
    const test = leg.test ? `, ${leg.test.needed} success${leg.test.needed === 1 ? "" : "es"} on ${leg.test.dice}D6: ${percent(leg.test.chance.value)}` : "";
    const fall = leg.stress ? `, falls ${inches(leg.fall)}": ${leg.stress} stress` : "";
    return `${leg.kind} ${inches(leg.cost)}"${test}${fall}`;
  });
  return el("p", {}, `${inches(path.cost)}" in all: ${words.join("; ")}.`);
}

const GAINS = {removed: "removals", broken: "break-downs", stress: "stress"};

function outlook(known) {
  const gains = Object.entries(known.parts).map(([name, value]) => [GAINS[name] ?? name, fraction(value)]).filter(([, value]) => Math.abs(value) >= 0.005)
    .map(([name, value]) => `${value > 0 ? "+" : "−"}${Math.abs(value).toFixed(2)} ${name}`);
  const texts = [known.note, known.then && `Then ${known.then}`, gains.length ? `On average, theirs minus ours: ${gains.join(", ")}` : ""].filter(Boolean);
  return texts.length ? el("p", {class: "soft"}, `${texts.map((each) => each.charAt(0).toUpperCase() + each.slice(1)).join(". ")}.`) : null;
}
