// The page of an encounter of Heroes: combatants as cards, the initiative, and a game master's changes.

import {DeckPage} from "/static/deck.js";
import {el, stylesheet, update} from "/static/dom.js";
import {chance, disc, PLAIN} from "/static/panel.js";
import {capital, fraction, initials, percent} from "/static/text.js";
import {breakdown, combatant, dots, numberOf, openSheet} from "./combatants.js";

const BANDS = ["dodged", "parried", "armour", "hit", "critical"];

export async function show(app, info) {
  await stylesheet("/pages/heroes/match.css");
  return new HeroesPage(app, info);
}

const MANNER = {
  ...PLAIN,
  hint: "Look at a choice to see its odds; click it to make it. The cards answer too.",
  who(asked) {
    const {model: card, letters, heading} = asked;
    if (!card) return PLAIN.who(asked);
    const ap = numberOf(card, "ap");
    return [
      disc(card.side, letters),
      el("div", {}, el("p", {class: "name"}, card.name), el("p", {class: "stats"}, heading)),
      ap && dots(card, ap),
    ].filter(Boolean);
  },
  hasBar: ({kind}) => ["use", "resist", "maintain"].includes(kind),
  note({parts, chances, note}) {
    const means = parts.damage
      ? `${fraction(parts.damage).toFixed(1)} damage`
      : parts.healed
        ? `${fraction(parts.healed).toFixed(1)} come back`
        : "";
    const told = [means, chances.fells && `fells ${percent(fraction(chances.fells))}`, note].filter(Boolean).join(", ");
    return told && `· ${told}`;
  },
  details({known}) {
    if (!known) return [];
    const bands = BANDS.map((name) => [
      name,
      name === "hit" ? chance(known) - fraction(known.chances.critical ?? 0) : fraction(known.chances[name] ?? 0),
    ]);
    const isAttack = known.chances.critical !== undefined;
    return [isAttack && bars(bands), known.text && el("p", {class: "soft"}, `${capital(known.text)}.`)].filter(Boolean);
  },
};

/** The bands of an attack roll, one beside the other. */
function bars(bands) {
  const part = ([name, share]) => {
    const made = el("i", {class: name, title: `${name} ${percent(share)}`});
    made.style.flexGrow = share;
    return made;
  };
  const there = bands.filter(([, share]) => share > 0);
  return el(
    "div",
    {class: "bands"},
    el("div", {class: "band-bar", "aria-hidden": "true"}, there.map(part)),
    el(
      "p",
      {},
      there.map(([name, share]) => el("span", {class: name}, `${name} `, el("b", {}, percent(share)))),
    ),
  );
}

class HeroesPage extends DeckPage {
  constructor(app, info) {
    super(app, info, MANNER, "encounter");
    this.order = el("ol", {class: "initiative", "aria-label": "Initiative", tabindex: 0});
    this.explained = el("div", {class: "breakdown", id: "breakdown", role: "tooltip", hidden: true});
    this.open(this.order, this.deck, this.explained);
  }

  async look(news) {
    const sheets = this.sheets ? 0 : 1;
    const [models, round] = await Promise.all([this.remote.guide("cards", {sheets}), this.remote.guide("round")]);
    if (sheets) this.sheets = new Map(models.map((each) => [each.number, each.sheet]));
    for (const each of models)
      Object.assign(each, {
        sheet: this.sheets.get(each.number),
        acting: each.acting && news.state === "running",
        apOfTurn: round.ap,
      });
    return {models, round};
  }

  draw(scene) {
    super.draw(scene);
    const {models, round} = scene,
      listener = {
        picked: (card) => this.pick(card) || openSheet(card, this.system),
        opened: (card) => openSheet(card, this.system),
        explained: (card, at) => this.explain(card, at),
        edited: this.master && ((words) => this.master.open(words)),
      };
    update(
      this.deck,
      Object.entries(round.titles).map(([side, name]) =>
        el(
          "section",
          {class: `side ${side}`, "aria-label": name},
          el("h2", {}, name),
          el(
            "div",
            {class: "deck"},
            models
              .filter((each) => each.side === side)
              .map((each) => combatant(each, initials(each.name), models, listener)),
          ),
        ),
      ),
    );
    update(
      this.order,
      round.turns.map(({number, initiative, over}) => {
        const card = models[number],
          state = card.acting ? "acts now" : card.out ? "out" : over ? "has acted" : "to act";
        return el(
          "li",
          {class: `${card.side}${card.acting ? " now" : ""}${over ? " over" : ""}${card.out ? " out" : ""}`},
          disc(card.side, initials(card.name)),
          el("span", {}, card.name, el("span", {class: "unseen"}, `, ${state}`)),
          el("b", {}, initiative ?? "?"),
        );
      }),
    );
    if (this.told) this.explain(models[this.told.card.number], this.told.at);
    this.order.hidden = !round.turns.length;
    const now = round.turns.findIndex(({number}) => models[number].acting);
    if (now >= 0) this.order.scrollLeft = this.order.children[now].offsetLeft - 60;
  }

  /** Show what the defences of a card are made of, beside it. */
  explain(card, at) {
    this.told = at && {card, at};
    this.explained.hidden = !at;
    if (!at) return;
    this.explained.replaceChildren(...breakdown(card));
    const box = at.getBoundingClientRect(),
      stage = this.stage.getBoundingClientRect(),
      own = this.explained.getBoundingClientRect();
    const below = box.bottom + own.height + 8 < stage.bottom;
    this.explained.style.left = `${Math.max(6, Math.min(box.left - stage.left, stage.width - own.width - 6))}px`;
    const top = below ? box.bottom - stage.top + 6 : Math.max(4, box.top - stage.top - own.height - 6);
    this.explained.style.top = `${top}px`;
  }

  sides() {
    return Object.entries(this.scene.round.titles).map(([side, name]) => {
      const all = this.scene.models.filter((each) => each.side === side),
        left = all.filter((each) => !each.out).length;
      return {
        side,
        name,
        number: `${left}/${all.length}`,
        title: `${left} of ${all.length} are still in the encounter`,
      };
    });
  }
}
