// The panel: who is asked and what, the choices in groups with a key each, and details of the one that is looked at.

import {el, fraction, inches, percent} from "./dom.js";
import {chip, rich} from "./rules.js";
import {reworded} from "./words.js";

const KEYS = "123456789qwrtyiopasdghjklzcbm";
const TERMS = {distance: "Distance, edge to edge", obstacles: "Obstacles in the line", modifier: "Weapon", cover: "Cover"};

/** Shows a question. The listener hears `looked(offer)` and `chosen(offer)`. */
export class Panel {
  constructor(system, listener) {
    Object.assign(this, {system, listener, rows: new Map(), advice: new Map(), selected: null});
    this.who = el("div", {class: "who"});
    this.question = el("h1", {class: "q", role: "status", "aria-live": "polite"});
    this.extra = el("div", {class: "extra"});
    this.list = el("div", {class: "list"});
    this.refusal = el("p", {class: "refusal", role: "alert", hidden: true});
    this.root = el("div", {class: "ask"}, this.who, this.question, this.refusal, this.extra, this.list);
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
    this.list.scrollTop = 0;
  }

  /** While something is played, the old choices are out of reach. */
  wait(isWaiting) {
    this.list.inert = isWaiting;
    this.list.classList.toggle("waiting", isWaiting);
    if (isWaiting) this.keys = new Map();
  }

  row(offer, shown, key) {
    const button = el("button", {type: "button", class: "opt", "data-choice": offer.choice, "aria-expanded": "false"},
      el("kbd", {"aria-hidden": "true"}, key), el("span", {class: "what"}, el("b", {}, shown.title), " ", el("small", {}, shown.more)),
      el("span", {class: "n"}));
    let touched = false;
    button.addEventListener("pointerdown", (event) => { touched = event.pointerType === "touch"; });
    button.addEventListener("pointerenter", (event) => { if (event.pointerType === "mouse") this.select(offer.choice); });
    button.addEventListener("focus", () => { if (!touched) this.select(offer.choice); });
    button.addEventListener("click", () => {
      if (touched && this.selected !== offer.choice) this.select(offer.choice);
      else this.listener.chosen(offer);
      touched = false;
    });
    return el("div", {class: "choice"}, button, el("div", {class: "open"}));
  }

  /** Open a choice; the others close. */
  select(choice) {
    if (this.selected === choice) return;
    const was = this.rows.get(this.selected), now = this.rows.get(choice);
    was?.row.classList.remove("sel");
    was?.row.firstChild.setAttribute("aria-expanded", "false");
    was?.row.lastChild.replaceChildren();
    this.selected = choice;
    if (!now) return this.listener.looked(null);
    now.row.classList.add("sel");
    now.row.firstChild.setAttribute("aria-expanded", "true");
    this.detail(choice);
    now.row.scrollIntoView({block: "nearest"});
    return this.listener.looked(now.offer, now.shown);
  }

  /** A key was pressed: the first time it opens its choice, the second time it makes it. */
  press(key) {
    const offer = this.keys?.get(key);
    if (!offer) return false;
    if (this.selected === offer.choice) this.listener.chosen(offer);
    else this.select(offer.choice);
    return true;
  }

  confirm() {
    const row = this.rows.get(this.selected);
    if (row) this.listener.chosen(row.offer);
    return Boolean(row);
  }

  /** A choice that was made up on the table, above the others. */
  preview(offer, title, more) {
    this.rows.get("preview")?.row.remove();
    if (this.selected === this.made) this.selected = null;
    if (this.made) this.rows.delete(this.made);
    this.made = offer?.choice ?? null;
    if (!offer) return this.rows.delete("preview");
    this.select(null);
    const row = this.row(offer, {title, more}, "⏎");
    row.classList.add("made");
    this.list.prepend(row);
    this.list.scrollTop = 0;
    this.rows.set("preview", {offer, row, shown: {}});
    row.lastChild.append(this.doIt(offer));
    row.classList.add("sel");
    row.scrollIntoView({block: "nearest"});
    return true;
  }

  /** Show what is known of the choices. */
  advise(data) {
    this.advice = new Map(data.advice.map((each) => [each.choice, each]));
    for (const [choice, {row}] of this.rows) {
      const known = this.advice.get(choice);
      if (!known) continue;
      const hit = known.chances.hit && fraction(known.chances.hit), critical = known.chances.critical ? fraction(known.chances.critical) : 0;
      const button = row.firstChild;
      button.querySelector(".n").textContent = hit ? percent(hit) : "";
      if (known.marked) button.querySelector(".what").append(el("span", {class: "star"}, " ★ best"));
      if (!hit && known.text) button.querySelector(".what").append(el("small", {class: "known"}, ` ${known.text}`));
      if (hit) {
        const bar = el("span", {class: "bar", "aria-hidden": "true"}, el("i", {class: "hit"}), el("i", {class: "crit"}));
        bar.children[0].style.width = `${100 * (hit - critical)}%`;
        bar.children[1].style.width = `${100 * critical}%`;
        button.append(bar);
      }
      if (this.selected === choice) this.detail(choice);
    }
  }

  unadvise() {
    for (const {row} of this.rows.values()) {
      row.querySelectorAll(".star, .known, .bar").forEach((each) => each.remove());
      row.querySelector(".n").textContent = "";
    }
    this.advice = new Map();
  }

  /** The opened part of a choice: what it takes, what comes of it, and the button that makes it. */
  detail(choice, found = this.found) {
    const row = this.rows.get(choice);
    if (!row || row.row.classList.contains("made")) return;
    this.found = found;
    const known = this.advice.get(choice), parts = [];
    if (found?.choice === choice && found.fire?.open) parts.push(sum(found.fire, this.system));
    if (found?.choice === choice && found.path?.legs.length) parts.push(legs(found.path));
    if (known) parts.push(outlook(known));
    row.row.lastChild.replaceChildren(el("div", {class: "sum"}, parts, this.doIt(row.offer)));
    row.row.scrollIntoView({block: "nearest"});
  }

  doIt(offer) {
    return el("button", {type: "button", class: "primary do", onclick: () => this.listener.chosen(offer)}, "Do it ", el("kbd", {"aria-hidden": "true"}, "⏎"));
  }

  refuse(text, clause) {
    this.refusal.hidden = !text;
    this.refusal.replaceChildren(text, " ", chip(this.system, clause) ?? "");
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
