// The page of an encounter of Heroes: combatants as cards, the initiative, and a game master's changes.

import {DeckPage} from "/static/deck.js";
import {el, stylesheet, update} from "/static/dom.js";
import {chance, DEFAULT_PRESENTER, disc} from "/static/presenter.js";
import {capital, fraction, initials, percent} from "/static/text.js";
import {breakdown, combatant, dots, numberOf, openSheet} from "./combatants.js";

/** @import {Breakdown, MatchInfo, Round} from "interface" */
/** @import {PageNews} from "/static/match.js" */
/** @import {Presenter} from "/static/presenter.js" */
/** @import {Combatant, Listener} from "./combatants.js" */

/** @typedef {{models: Combatant[], round: Round}} Scene */

const BANDS = ["dodged", "parried", "armour", "hit", "critical"];

/**
 * @param {Element} app
 * @param {MatchInfo} info
 */
export async function show(app, info) {
  await stylesheet("/pages/heroes/match.css");
  return new HeroesPage(app, info);
}

/** @type {Presenter<Combatant>} */
const MANNER = {
  ...DEFAULT_PRESENTER,
  hint: "Click a choice or a card, or press a key, to see the odds; once more makes the choice.",
  who(asked) {
    const {model: card, letters, heading} = asked;
    if (!card) return DEFAULT_PRESENTER.who(asked);
    const ap = numberOf(card, "ap");
    return [
      disc(card.side, letters),
      el("div", {}, el("p", {class: "name"}, card.name), el("p", {class: "stats"}, heading)),
      ...(ap ? [dots(card, ap)] : []),
    ];
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
    const share = /** @param {string} name */ (name) => fraction(known.chances[name] ?? 0);
    const bands = BANDS.map((name) => ({
      name,
      share: name === "hit" ? (chance(known) ?? 0) - share("critical") : share(name),
    }));
    const isAttack = known.chances.critical !== undefined;
    return [isAttack && bars(bands), known.text && el("p", {class: "soft"}, `${capital(known.text)}.`)];
  },
};

/** @typedef {{name: string, share: number}} Band */

/** The bands of an attack roll, one beside the other.
 * @param {Band[]} bands */
function bars(bands) {
  /** @param {Band} band */
  const part = ({name, share}) => {
    const made = el("i", {class: name, title: `${name} ${percent(share)}`});
    made.style.flexGrow = String(share);
    return made;
  };
  const there = bands.filter(({share}) => share > 0);
  return el(
    "div",
    {class: "bands"},
    el("div", {class: "band-bar", "aria-hidden": "true"}, there.map(part)),
    el(
      "p",
      {},
      there.map(({name, share}) => el("span", {class: name}, `${name} `, el("b", {}, percent(share)))),
    ),
  );
}

/** @extends {DeckPage<Scene>} */
class HeroesPage extends DeckPage {
  /**
   * @param {Element} app
   * @param {MatchInfo} info
   */
  constructor(app, info) {
    super(app, info, MANNER, "encounter");
    /** By the numbers of their cards; asked once, since they stay.
     * @type {Map<number, Breakdown | null> | null} */
    this.sheets = null;
    /** The card whose defences are shown, and where.
     * @type {{card: Combatant, at: HTMLElement} | null} */
    this.told = null;
    this.order = el("ol", {class: "initiative", "aria-label": "Initiative", tabindex: 0});
    this.explained = el("div", {class: "breakdown", id: "breakdown", role: "tooltip", hidden: true});
    this.open(this.order, this.deck, this.explained);
  }

  /** @override
   * @param {PageNews} news */
  async look(news) {
    const query = {sheets: this.sheets ? 0 : 1};
    const [cards, round] = await Promise.all([this.remote.guide("cards", query), this.remote.guide("round")]);
    const sheets = this.sheets ?? new Map(cards.map((each) => [each.number, each.sheet]));
    this.sheets = sheets;
    const models = cards.map((each) => ({
      ...each,
      sheet: sheets.get(each.number) ?? null,
      acting: each.acting && news.state === "running",
      apOfTurn: round.ap,
    }));
    return {models, round};
  }

  /** @override
   * @param {Scene} scene */
  draw(scene) {
    super.draw(scene);
    const {models, round} = scene,
      {master} = this;
    /** @type {Listener} */
    const listener = {
      picked: (card) => this.pick(card) || openSheet(card, this.system),
      opened: (card) => openSheet(card, this.system),
      explained: (card, at) => this.explain(card, at),
      edited: master && ((words) => master.open(words)),
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
    const now = this.order.children[round.turns.findIndex(({number}) => models[number].acting)];
    if (now instanceof HTMLElement) this.order.scrollLeft = now.offsetLeft - 60;
  }

  /** Show what the defences of a card are made of, beside it.
   * @param {Combatant} card
   * @param {HTMLElement | null} at */
  explain(card, at) {
    this.told = at && {card, at};
    this.explained.hidden = !at || !card.sheet;
    if (!at || !card.sheet) return;
    this.explained.replaceChildren(...breakdown(card, card.sheet));
    const box = at.getBoundingClientRect(),
      stage = this.stage.getBoundingClientRect(),
      own = this.explained.getBoundingClientRect();
    const below = box.bottom + own.height + 8 < stage.bottom;
    this.explained.style.left = `${Math.max(6, Math.min(box.left - stage.left, stage.width - own.width - 6))}px`;
    const top = below ? box.bottom - stage.top + 6 : Math.max(4, box.top - stage.top - own.height - 6);
    this.explained.style.top = `${top}px`;
  }

  /** @override */
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
