// The page of an encounter of Heroes: how its choices are shown, and what the server is asked for its cards.

import {DeckPage} from "/static/deck.js";
import {el, stylesheet} from "/static/dom.js";
import {chance, DEFAULT_PRESENTER, disc} from "/static/presenter.js";
import {capital, fraction, percent} from "/static/text.js";
import {dots, numberOf} from "./combatants.js";
import {Encounter} from "./encounter.js";

/** @import {MatchInfo} from "interface" */
/** @import {PageNews} from "/static/match.js" */
/** @import {Presenter} from "/static/presenter.js" */
/** @import {Combatant} from "./combatants.js" */
/** @import {Scene} from "./encounter.js" */

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
  touchHint: "Tap a choice or a card to see the odds; tap it again to make the choice.",
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
  hasBar: ({kind}) => ["use", "also", "resist", "maintain"].includes(kind),
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
    const encounter = new Encounter(info.system);
    super(app, info, MANNER, "encounter", encounter);
    this.encounter = encounter;
  }

  /** @override
   * @param {PageNews} news */
  async look(news) {
    if (news.news.some(({kind}) => kind === "amend" || kind === "undo")) this.encounter.sheets = null;
    const query = {sheets: this.encounter.sheets ? 0 : 1};
    const [cards, round] = await Promise.all([this.remote.guide("cards", query), this.remote.guide("round")]);
    return this.encounter.scene(cards, round, news.state === "running");
  }
}
