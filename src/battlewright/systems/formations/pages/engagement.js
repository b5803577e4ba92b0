// An engagement as blocks of models, one force facing the other, and what steps did to them.

import {el, update} from "/static/dom.js";
import {effectsOn, groupCard} from "./groups.js";

/** @import {EngagementCard, GroupCard, NumberedStep} from "interface" */
/** @import {DeckPage} from "/static/deck.js" */
/** @import {Deck} from "/static/deck_replay.js" */
/** @import {Deed, Told} from "/static/motion.js" */

/** @typedef {{models: GroupCard[], round: EngagementCard}} Drawn */

/** An event of a step, with the fields that its kind has.
 * @typedef {Record<string, number> & {kind: string}} Happened */

/** Events in which one group acts at another. */
const AIMS = new Set(["declared", "pool", "successes"]);

/** @template {Drawn} Scene
 * @implements {Deck<Scene>} */
export class EngagementDeck {
  constructor() {
    this.deck = el("div", {class: "cards"});
    this.parts = [this.deck];
    this.deedOf = deedOf;
  }

  /**
   * @param {Scene} scene
   * @param {DeckPage<Scene> | null} page of a running match
   */
  draw({models, round}, page) {
    const master = page?.master;
    /** @type {Parameters<typeof groupCard>[1]} */
    const listener = {
      picked: (group) => page?.pick(group),
      edited: master ? (words) => master.open(words) : null,
    };
    update(
      this.deck,
      Object.entries(round.forces).map(([side, force]) =>
        el(
          "section",
          {class: `force ${side}`, "aria-label": force.name},
          el("h2", {}, force.name, el("small", {}, ` strength ${force.strength}`)),
          models.filter((each) => each.side === side).map((each) => groupCard(each, listener)),
        ),
      ),
    );
  }

  /** @param {Scene} scene */
  sides({round}) {
    return Object.entries(round.forces).map(([side, {name, strength}]) => ({
      side,
      name,
      number: strength,
      title: `Strength ${strength}: MIGHT minus Wounds`,
    }));
  }
}

/** @typedef {Pick<GroupCard, "number" | "actions" | "rerolls" | "weakened" | "exposed" | "dazed">} Group */

/** What a step did: which group acts, at which, what the roll came to, Wounds, casualties, effects.
 * @param {Pick<NumberedStep, "events" | "roll">} step
 * @param {Group[]} before
 * @param {Group[]} after
 * @returns {Deed} */
export function deedOf({events, roll}, before, after) {
  const happened = /** @type {Happened[]} */ (/** @type {unknown} */ (events)),
    aim = happened.find((each) => AIMS.has(each.kind)),
    roller = roll?.dice[0]?.of?.number ?? null;
  /** @type {Told[]} */
  const told = [];
  if (aim?.kind === "declared") {
    const action = before.find((each) => each.number === aim.who)?.actions[aim.action];
    if (action) told.push({of: aim.who, text: action.name});
  }
  if (roll?.verdict && roller !== null)
    told.push({of: roller, text: roll.verdict, tone: roll.good === null ? "" : roll.good ? "hit" : "missed"});
  if (roll?.outcome === "missed" && aim) told.push({of: aim.whom, text: "no Wounds", tone: "missed"});
  for (const {kind, who, whom, wounds, removed, models} of happened) {
    if (kind === "wounded") told.push({of: who, text: `−${wounds} ${wounds === 1 ? "Wound" : "Wounds"}`, tone: "hurt"});
    if (kind === "removed") told.push({of: who, text: models ? `${removed} fall` : "gone", tone: "hurt"});
    if (kind === "broken") told.push({of: who, text: "formation broken", tone: "hurt"});
    if (kind === "lost-action") told.push({of: who, text: "action lost", tone: "missed"});
    if (kind === "no-effect" && roll?.outcome !== "missed") told.push({of: whom, text: "no effect", tone: "missed"});
  }
  for (const now of after) {
    const was = before.find((each) => each.number === now.number);
    if (!was) continue;
    const had = new Set(effectsOn(was));
    const grown = now.rerolls > was.rerolls || now.weakened > was.weakened || now.exposed > was.exposed || now.dazed;
    for (const text of grown ? effectsOn(now) : [])
      if (!had.has(text)) told.push({of: now.number, text, tone: now.rerolls > was.rerolls ? "healed" : "hurt"});
  }
  const who = aim?.who ?? happened.find((each) => each.kind === "lost-action")?.who ?? roller;
  return {who: who !== null && who >= 0 ? who : null, whom: aim && aim.whom >= 0 ? aim.whom : null, told};
}
