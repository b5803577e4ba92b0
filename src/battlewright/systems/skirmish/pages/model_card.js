// A model as a card, for a battle without a map; and what steps did to models, in a few words.

import {el} from "/static/dom.js";
import {disc} from "/static/presenter.js";
import {initials} from "/static/text.js";

/** @import {Figure, NumberedStep} from "interface" */
/** @import {Deed, Told} from "/static/motion.js" */

/** An event of a step, with the fields that its kind has.
 * @typedef {Record<string, number> & {kind: string}} Happened */

const AIMS = new Set(["shot", "targeted", "measured", "aided", "took-place"]);
/** @type {Record<string, [string, Told["tone"]]>} */
const VERDICTS = {hit: ["hit", "hit"], missed: ["miss", "missed"], critical: ["critical", "critical"]};
/** @type {Record<string, string>} */
const STATES = {"broke-down": "breaks down", removed: "removed", fallen: "taken out", "taken-back": "taken back"};

/** The states that a card shows by its look.
 * @type {Record<string, string>} */
const CLASSES = {acting: "acting", done: "done", "broken down": "done", removed: "removed"};

/** A model: its state, stress against Toughness, AP, abilities and weapons.
 * @param {Figure} model
 * @param {(model: Figure) => unknown} picked */
export function modelCard(model, picked) {
  const {name, tag, side, state, stress, toughness, ap, abilities, weapons} = model;
  const isGone = state === "removed",
    marks = Math.max(stress, toughness);
  return el(
    "article",
    {class: `model-card ${side} ${CLASSES[state] ?? ""}`, "data-tag": tag, onclick: () => picked(model)},
    disc(side, initials(name)),
    el("div", {class: "called"}, el("h3", {}, name), el("small", {}, `${tag} · ${state}`)),
    !isGone &&
      el(
        "span",
        {class: `ap ${side}`, role: "img", "aria-label": `${ap} AP`},
        [1, 2, 3].map((each) => el("i", {class: each <= ap ? "on" : ""})),
      ),
    !isGone &&
      el(
        "p",
        {class: `bears ${stress >= toughness ? "over" : ""}`, "aria-label": `Stress ${stress}, Toughness ${toughness}`},
        Array.from({length: marks}, (_, place) =>
          el("i", {class: [place < stress && "full", place < toughness && "borne"].filter(Boolean).join(" ")}),
        ),
        el("span", {}, `stress ${stress} / ${toughness}`),
      ),
    !isGone &&
      el(
        "p",
        {class: "stats"},
        `M ${abilities.melee} · B ${abilities.ballistics} · T ${toughness}/${abilities.toughness}`,
        ` · A ${abilities.agility}`,
        weapons.length > 0 && ` · ${weapons.map((each) => each.name).join(", ")}`,
      ),
  );
}

/** What a step did: who acts, at whom, and what came of it.
 * @param {Pick<NumberedStep, "events" | "roll">} step
 * @returns {Deed} */
export function deedOf({events, roll}) {
  const happened = /** @type {Happened[]} */ (/** @type {unknown} */ (events)),
    aim = happened.find(({kind}) => AIMS.has(kind)),
    roller = roll?.dice[0]?.of?.number ?? null;
  /** @type {Told[]} */
  const told = [];
  for (const {kind, who, whom, stress_added: added} of happened) {
    if (kind in VERDICTS) told.push({of: whom, text: VERDICTS[kind][0], tone: VERDICTS[kind][1]});
    if (kind === "stress" && added) told.push({of: who, text: `+${added} stress`, tone: "hurt"});
    if (kind === "struck") told.push({of: whom, text: `+${added} stress`, tone: "hurt"});
    if (kind in STATES) told.push({of: who, text: STATES[kind], tone: kind === "taken-back" ? "missed" : "hurt"});
    if (kind === "aided") told.push({of: whom, text: "aided", tone: "healed"});
  }
  const who = aim?.who ?? roller ?? happened.find((each) => each.who >= 0)?.who ?? null;
  return {who, whom: aim && aim.whom >= 0 ? aim.whom : null, told};
}
