// The page of an engagement of Formations: groups as blocks of models, and Rerolls by pressing dice.

import {die} from "/static/dice.js";
import {el, fraction, say, stylesheet} from "/static/dom.js";
import {groupCard} from "./groups.js";
import {Page} from "/static/match.js";
import {disc, fieldsOf, PLAIN} from "/static/panel.js";

const GROUPS = {activate: "Activate", reroll: "Dice to roll again"};

export async function show(app, info) {
  await stylesheet("/pages/formations/match.css");
  return new FormationsPage(app, info);
}

const MANNER = {
  ...PLAIN,
  hint: "Look at a choice to see what it gains; click it to make it. The blocks answer too.",
  reword(offer, groups) {
    const fields = {group: 0, action: 0, target: 0, ...fieldsOf(offer.choice)}, words = offer.words.replace(/ \([ab]\d+(?:\/2)?\)/g, "");
    if (fields.kind === "activate") {
      const target = groups.find((each) => each.slot === fields.group);
      return {fields, target, group: GROUPS.activate, title: words, more: `${target.models} × ${target.kind}`};
    }
    if (fields.kind === "act") {
      const target = groups.find((each) => each.slot === fields.target);
      const [action] = words.split(": ").slice(0, -1).join(": ").split(" ("), does = words.match(/ \((.+)\): /)?.[1];
      return {fields, target, group: does ? `${action} · ${does}` : action, title: target.title, more: `${target.models} × DEF ${target.scores.def}`};
    }
    return {fields, group: GROUPS.reroll, title: words, more: ""};
  },
  who(group, letters, side, heading) {
    if (!group) return PLAIN.who(group, letters, side, heading);
    return [disc(group.side, String(group.models)), el("div", {}, el("p", {class: "name"}, group.title), el("p", {class: "stats"}, heading))];
  },
  hasBar: (shown) => shown.fields.kind === "act",
  worth: (known) => (known.parts.now === undefined ? PLAIN.worth(known) : signed(fraction(known.value))),
  note: (known) => (known.chances.hit ? `· hit ${PLAIN.worth(known)}` : ""),
  details(row, found, known) {
    if (!known) return [];
    const hits = known.chances.hit && el("p", {}, "Hits at all: ", el("b", {}, PLAIN.worth(known)));
    const later = known.parts.later ? fraction(known.parts.later) : 0;
    const gain = known.parts.now !== undefined && el("p", {}, "Expected gain in MIGHT: ", el("b", {}, signed(fraction(known.parts.now))), " now", Math.abs(later) >= 0.005 && [", ", el("b", {}, signed(later)), " later"]);
    return [hits, gain, known.note && el("p", {class: "soft"}, known.note)].filter(Boolean);
  },
};

const signed = (value) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;

class FormationsPage extends Page {
  constructor(app, info) {
    super(app, info, {manner: MANNER});
    this.field = el("div", {class: "field"});
    this.addMaster();
    this.stage.classList.add("engagement");
    this.open(this.field);
  }

  async look(news) {
    const mine = news.to_act.includes(news.seat) && news.offers.some((each) => each.choice.startsWith("reroll"));
    const [groups, engagement, reroll] = await Promise.all([this.remote.guide("groups"), this.remote.guide("engagement"), mine ? this.remote.guide("reroll") : null]);
    for (const step of news.told) if (step.faces) this.faces = step.faces;
    const models = groups.map((each) => ({...each, tag: each.name.match(/\(([^()]+)\)$/)[1], title: each.name.replace(/ \([^()]+\)$/, "")}));
    for (const each of models) each.name = each.title;  // sentences have the name with its tag
    return {models, engagement, reroll};
  }

  draw(scene) {
    super.draw(scene);
    const listener = {picked: (group) => this.pick(group), edited: (words) => this.master.open(words)};
    const open = new Set([...this.field.querySelectorAll("details[open]")].map((each) => each.closest("[data-tag]").dataset.tag));
    this.field.replaceChildren(...Object.entries(scene.engagement.forces).map(([side, force]) => el("section", {class: `force ${side}`, "aria-label": force.name},
      el("h2", {}, force.name, el("small", {}, ` strength ${force.strength}`)), scene.models.filter((each) => each.side === side).map((each) => groupCard(each, listener, this.isMaster)))));
    for (const tag of open) this.card(tag)?.querySelector("details")?.setAttribute("open", "");
  }

  card(tag) { return this.field.querySelector(`[data-tag="${tag}"]`); }

  reset() {
    this.mark("may", [...this.panel.rows.values()].map(({shown}) => shown.target?.tag));
    this.master?.refresh();
    if (!this.scene.reroll || !this.isMine) return;
    this.panel.extra.append(this.rerolls(this.scene.reroll));
    this.tray.hide();  // the same dice
  }

  /** A group that is clicked: look at the best choice that is about it. */
  pick(group) {
    this.panel.pick(({shown}) => shown.target?.slot === group.slot);
  }

  looked(offer, shown) {
    this.mark("aimed", [shown?.target?.tag]);
    if (shown?.fields.kind === "reroll") this.press?.(shown.fields.dice ?? []);
  }

  /** The dice that lie there. Those that are pressed are rolled again, as many as there are Rerolls. */
  rerolls({stands, succeeds, shown, rerolls}) {
    const faces = this.faces?.length === shown.reduce((sum, count) => sum + count, 0) ? [...this.faces] : shown.flatMap((count, face) => Array(count).fill(face + 1));
    const dice = faces.sort((one, other) => one - other).map((face) => ({face, stand: stands[face - 1], button: el("button", {type: "button", class: "reroll-die", "aria-pressed": "false",
      "aria-label": `A ${face}, ${succeeds[face - 1] ? "a success" : "no success"}: roll it again`}, die(face, succeeds[face - 1] ? "good" : "", faces.length > 16 ? 28 : 38))}));
    const pressed = () => dice.filter((each) => each.button.getAttribute("aria-pressed") === "true");
    const go = el("button", {type: "button", class: "primary", onclick: () => this.choose(this.panel.rows.get(line()).offer)});
    const line = () => {
      const counts = [1, 2, 3, 4, 5, 6].map((face) => pressed().filter((each) => each.stand === face).length);
      return counts.some(Boolean) ? `reroll dice=${counts.join(",")}` : "reroll";
    };
    const refresh = () => {
      const count = pressed().length;
      go.textContent = count ? `Roll ${count} ${count === 1 ? "die" : "dice"} again` : "Keep them all";
      for (const each of dice) each.button.disabled = count >= rerolls && each.button.getAttribute("aria-pressed") !== "true";
    };
    for (const each of dice) {
      each.button.addEventListener("click", () => {
        each.button.setAttribute("aria-pressed", String(each.button.getAttribute("aria-pressed") !== "true"));
        refresh();
        say(go.textContent);
        const choice = line();
        this.panel.select(choice);
        const {list} = this.panel;
        if (list.scrollHeight > list.clientHeight) this.panel.rows.get(choice).row.scrollIntoView({block: "nearest"});
      });
    }
    /** Press the dice of a choice that is looked at in the list. */
    this.press = (counts) => {
      if (line() === this.panel.selected) return;
      const left = [...counts];
      for (const each of dice) {
        const isOn = left[each.stand - 1] > 0;
        if (isOn) left[each.stand - 1] -= 1;
        each.button.setAttribute("aria-pressed", String(isOn));
      }
      refresh();
    };
    refresh();
    return el("div", {class: "own-dice rerolls"}, el("p", {}, `Press the dice to roll again: ${rerolls === 1 ? "one" : `up to ${Math.min(rerolls, dice.length)}`}.`),
      el("div", {class: "cast", role: "group", "aria-label": "Dice"}, dice.map((each) => each.button)), go);
  }

  sides() {
    return Object.entries(this.scene.engagement.forces).map(([side, {name, strength}]) => ({side, name, number: strength, title: `Strength ${strength}: MIGHT minus Wounds`}));
  }

  round() {
    const {round, round_limit: most} = this.scene.engagement;
    return {text: `Round ${round}`, round, most};
  }
}
