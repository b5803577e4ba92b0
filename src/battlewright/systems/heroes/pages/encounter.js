// An encounter as cards: the turns of the round above, the combatants of both sides, and what steps did to them.

import {el, update} from "/static/dom.js";
import {disc} from "/static/presenter.js";
import {initials} from "/static/text.js";
import {breakdown, combatant, openSheet} from "./combatants.js";

/** @import {Breakdown, CombatantCard, NumberedStep, Round} from "interface" */
/** @import {DeckPage} from "/static/deck.js" */
/** @import {Deck} from "/static/deck_replay.js" */
/** @import {Deed, Told} from "/static/motion.js" */
/** @import {Combatant, Listener} from "./combatants.js" */

/** @typedef {{models: Combatant[], round: Round}} Scene */

/** An event of a step, with the fields that its kind has.
 * @typedef {Record<string, number> & {kind: string}} Happened */

/** Events in which one acts at another. */
const AIMS = new Set([
  "uses",
  "several",
  "confused",
  "attack-roll",
  "contest-die",
  "damage-roll",
  "maintained",
  "not-maintained",
]);
/** Events in which an action is used. */
const USES = new Set(["uses", "several"]);
/** Rolls that are told by the numbers that they come to. */
const NUMBERS = new Set(["damage", "healed"]);
/** @type {Record<string, string>} */
const TONES = {dodged: "missed", parried: "missed", armour: "missed", hit: "hit", critical: "critical"};

/** @implements {Deck<Scene>} */
export class Encounter {
  /** @param {string} system */
  constructor(system) {
    this.system = system;
    /** By the numbers of their cards; asked once, since they stay until a game master amends something.
     * @type {Map<number, Breakdown | null> | null} */
    this.sheets = null;
    /** The card whose defences are shown, and where.
     * @type {{card: Combatant, at: HTMLElement} | null} */
    this.told = null;
    this.order = el("ol", {class: "initiative", "aria-label": "Initiative", tabindex: 0});
    this.deck = el("div", {class: "cards"});
    this.explained = el("div", {class: "breakdown", id: "breakdown", role: "tooltip", hidden: true});
    this.parts = [this.order, this.deck, this.explained];
    this.deedOf = deedOf;
  }

  /** What is drawn, from what the guide answers.
   * @param {CombatantCard[]} cards
   * @param {Round} round
   * @param {boolean} isRunning
   * @returns {Scene} */
  scene(cards, round, isRunning) {
    const sheets = this.sheets ?? new Map(cards.map((each) => [each.number, each.sheet]));
    this.sheets = sheets;
    const models = cards.map((each) => ({
      ...each,
      sheet: sheets.get(each.number) ?? null,
      acting: each.acting && isRunning,
      apOfTurn: round.ap,
    }));
    return {models, round};
  }

  /**
   * @param {Scene} scene
   * @param {DeckPage<Scene> | null} page of a running match
   */
  draw({models, round}, page) {
    const master = page?.master;
    /** @type {Listener} */
    const listener = {
      picked: (card) => page?.pick(card) || openSheet(card, this.system),
      opened: (card) => openSheet(card, this.system),
      explained: (card, at) => this.explain(card, at),
      edited: master ? (words) => master.open(words) : null,
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
    const stage = this.explained.offsetParent;
    if (!at || !card.sheet || !stage) return;
    this.explained.replaceChildren(...breakdown(card, card.sheet));
    const box = at.getBoundingClientRect(),
      around = stage.getBoundingClientRect(),
      own = this.explained.getBoundingClientRect();
    const below = box.bottom + own.height + 8 < around.bottom;
    this.explained.style.left = `${Math.max(6, Math.min(box.left - around.left, around.width - own.width - 6))}px`;
    const top = below ? box.bottom - around.top + 6 : Math.max(4, box.top - around.top - own.height - 6);
    this.explained.style.top = `${top}px`;
  }

  /** @param {Scene} scene */
  sides({models, round}) {
    return Object.entries(round.titles).map(([side, name]) => {
      const all = models.filter((each) => each.side === side),
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

/** What a step did: who acts, at whom, what the roll came to, damage and healing, conditions that begin or end, and who
 * is out.
 * @param {Pick<NumberedStep, "events" | "roll">} step
 * @param {Pick<Combatant, "number" | "conditions" | "out" | "sheet">[]} before
 * @param {Pick<Combatant, "number" | "conditions" | "out" | "sheet">[]} after
 * @returns {Deed} */
export function deedOf({events, roll}, before, after) {
  const happened = /** @type {Happened[]} */ (/** @type {unknown} */ (events)),
    aim = happened.find((each) => AIMS.has(each.kind)),
    roller = roll?.dice[0]?.of?.number ?? null;
  /** @type {Told[]} */
  const told = [];
  const action =
    aim && USES.has(aim.kind) && before.find((each) => each.number === aim.who)?.sheet?.actions[aim.action];
  if (aim && action) told.push({of: aim.who, text: action.name});
  if (roll?.verdict && !NUMBERS.has(roll.outcome)) {
    const at = happened.find((each) => each.kind === "band")?.whom ?? of(happened, ["no-damage", "sealed"]) ?? roller;
    const tone = TONES[roll.outcome] ?? (roll.good === null ? "" : roll.good ? "hit" : "missed");
    if (at !== null) told.push({of: at, text: roll.verdict, tone});
  }
  for (const {kind, who, damage, healed} of happened) {
    if (kind === "damage") told.push({of: who, text: damage === null ? "hurt" : `−${damage}`, tone: "hurt"});
    if (kind === "healed") told.push({of: who, text: healed === null ? "healed" : `+${healed}`, tone: "healed"});
  }
  for (const now of after) {
    const was = before.find((each) => each.number === now.number);
    if (!was) continue;
    const [had, has] = [was, now].map((each) => new Set(each.conditions.map(({name}) => name)));
    for (const name of has) if (!had.has(name)) told.push({of: now.number, text: name, tone: "hurt"});
    if (now.out && !was.out) told.push({of: now.number, text: "out of the encounter", tone: "hurt"});
    else for (const name of had) if (!has.has(name)) told.push({of: now.number, text: `no longer ${name}`});
  }
  const who = aim?.who ?? of(happened, ["other", "ended", "lapsed"]) ?? (roll?.kind === "initiative" ? null : roller);
  return {who: who !== null && who >= 0 ? who : null, whom: aim && aim.whom >= 0 ? aim.whom : null, told};
}

/** Whom the first event of some kinds is about.
 * @param {Happened[]} events
 * @param {string[]} kinds */
const of = (events, kinds) => events.find((each) => kinds.includes(each.kind))?.who ?? null;
