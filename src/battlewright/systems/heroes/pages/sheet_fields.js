// The fields of a weapon, of a spell or talent, and of an item in the builder of sheets.

import {
  amountsField,
  choiceField,
  diceField,
  numberField,
  partButtons,
  severalField,
  textField,
} from "/static/builder_fields.js";
import {el} from "/static/dom.js";
import {capital} from "/static/text.js";

/** @import {Bound, Changing} from "/static/builder_fields.js" */
/** @import {Child} from "/static/dom.js" */
/** @import {SheetWords} from "./sheet_words.js" */

/** @typedef {{name: string, bonuses?: Record<string, number>, resistances?: Record<string, number>}} Item */

/** A condition that an action brings.
 * @typedef {{condition?: string, defence?: string, power?: number}} Inflicted */

/** @typedef {{name: string, damage?: string, types?: string[], attribute?: string, bonus?: number, effect?: Inflicted,
 *   critical?: Inflicted, when?: string, against?: string, targets?: number | string, uses?: number, per?: string,
 *   bonuses?: Record<string, number>}} Weapon */

/** @typedef {Omit<Weapon, "bonuses"> & {talent?: boolean, target?: string, heals?: boolean, check?: string}} Spell */

/** The most dice of a damage roll. */
const MOST_DICE = 10;
/** The targets of an action that is used on a whole side. */
const SIDE = "side";
/** What a spell does that has no target defence. */
const HEALS = "heals";
/** @param {string[]} words
 * @returns {[value: string, text: string][]} */
const options = (words) => words.map((each) => [each, capital(each)]);

/** Fields whose part is a view of the file: what changes there is written back by `put`.
 * @template {{}} View
 * @param {View} part
 * @param {Changing} builder
 * @param {string} place
 * @param {() => void} put
 * @returns {Bound} */
const view = (part, builder, place, put) => ({
  part,
  place,
  builder: {
    changed: (whole) => {
      put();
      builder.changed(whole);
    },
  },
});

/** A condition that an action brings, and what resists it first.
 * @param {Bound} bound
 * @param {"effect" | "critical"} name
 * @param {string} label
 * @param {SheetWords} words
 * @param {boolean} isResisted whether a defence may resist it first */
function inflictedField({builder, part, place}, name, label, words, isResisted) {
  /** @type {Inflicted} */
  const given = part[name] ?? {};
  const within = view(given, builder, `${place}.${name}`, () => {
    if (!given.defence) delete given.power;
    if (given.condition) part[name] = given;
    else delete part[name];
  });
  return el(
    "div",
    {class: "fields-of", role: "group", "aria-label": label, "data-field": `${place}.${name}`},
    choiceField(within, "condition", label, [["", "Nothing more"], ...options(words.inflicted)], true),
    isResisted &&
      given.condition &&
      choiceField(within, "defence", "Resisted by", [["", "Nothing"], ...options(words.resisting)], true),
    isResisted && given.defence && numberField(within, "power", "Against power", words.power),
  );
}

/** When an action can be used.
 * @param {Bound} bound */
function usedField({builder, part, place}) {
  const chosen = {used: part.when ? "when" : part.against ? "against" : ""};
  const within = view(chosen, builder, place, () => {
    delete part.when;
    delete part.against;
    if (chosen.used) part[chosen.used] = "bloodied";
  });
  return choiceField(within, "used", "Used", [
    ["", "Always"],
    ["when", "While it is Bloodied"],
    ["against", "Against who is Bloodied"],
  ]);
}

/** How many targets an action may have at once.
 * @param {Bound} bound
 * @param {SheetWords} words */
function targetsField({builder, part, place}, {several}) {
  const chosen = {targets: String(part.targets ?? "")};
  const within = view(chosen, builder, place, () => {
    delete part.targets;
    if (chosen.targets) part.targets = chosen.targets === SIDE ? SIDE : Number(chosen.targets);
  });
  const counts = Array.from({length: several.most - several.least + 1}, (_, index) => String(several.least + index));
  return choiceField(within, "targets", "Targets", [
    ["", "One"],
    ...counts.map((each) => /** @type {[string, string]} */ ([each, `Up to ${each}`])),
    [SIDE, "A whole side"],
  ]);
}

/** How often an action can be used, and until when its uses are spent.
 * @param {Bound} bound
 * @param {SheetWords} words */
function usesField({builder, part, place}, {uses}) {
  const chosen = {uses: String(part.uses ?? ""), per: part.per ?? ""};
  const within = view(chosen, builder, place, () => {
    delete part.uses;
    delete part.per;
    if (!chosen.uses) return;
    part.uses = Number(chosen.uses);
    if (chosen.per) part.per = chosen.per;
  });
  const counts = Array.from({length: uses.most - uses.least + 1}, (_, index) => String(uses.least + index));
  return [
    choiceField(
      within,
      "uses",
      "Uses",
      [["", "Without limit"], ...counts.map((each) => /** @type {[string, string]} */ ([each, each]))],
      true,
    ),
    part.uses &&
      choiceField(within, "per", "Uses return", [
        ["", "In each encounter"],
        ["rest", "After a rest"],
      ]),
  ];
}

/** The types of damage.
 * @param {Bound} bound
 * @param {SheetWords} words */
const typesField = (bound, {types}) =>
  el(
    "div",
    {class: "field-of"},
    el("span", {"aria-hidden": "true"}, "Types of damage"),
    severalField(bound, "types", "Types of damage", types),
  );

/** A part of a list: its name, its buttons and its fields.
 * @param {Bound} bound
 * @param {{name: string}[]} list
 * @param {number} index
 * @param {string} word
 * @param {Child[]} fields */
const partOf = (bound, list, index, word, ...fields) =>
  el(
    "article",
    {class: "deed", "aria-label": list[index].name || word, "data-field": bound.place},
    el(
      "div",
      {class: "deed-head"},
      textField(bound, "name", `Name of the ${word}`, {class: "big"}),
      partButtons(bound.builder, list, index),
    ),
    ...fields,
  );

/** The fields of a weapon, and what it comes to.
 * @param {Changing} builder
 * @param {Weapon[]} list
 * @param {number} index
 * @param {SheetWords} words
 * @param {HTMLElement} comesTo */
export function weaponFields(builder, list, index, words, comesTo) {
  const bound = {builder, part: list[index], place: `weapons[${index}]`};
  return partOf(
    bound,
    list,
    index,
    "weapon",
    el(
      "div",
      {class: "fields-of"},
      choiceField(bound, "attribute", "Attribute", words.governing),
      numberField(bound, "bonus", "Bonus to the attack", words.bonus),
      usedField(bound),
      targetsField(bound, words),
      usesField(bound, words),
      diceField(bound, "damage", "Damage", {most: MOST_DICE}),
    ),
    typesField(bound, words),
    inflictedField(bound, "effect", "A hit brings", words, true),
    inflictedField(bound, "critical", "A critical hit brings", words, true),
    amountsField(bound, "bonuses", "Bonuses while it is held", words.components, words.amount),
    comesTo,
  );
}

/** The fields of a spell or a talent, and what it comes to.
 * @param {Changing} builder
 * @param {Spell[]} list
 * @param {number} index
 * @param {SheetWords} words
 * @param {HTMLElement} comesTo */
export function spellFields(builder, list, index, words, comesTo) {
  const part = list[index],
    place = `spells[${index}]`,
    isPhysical = part.target === "physical",
    bound = {builder, part, place};
  const chosen = {
    talent: part.talent ? "talent" : "",
    target: part.heals ? HEALS : (part.target ?? ""),
    types: (part.types ?? []).join(),
  };
  const fitted = view(chosen, builder, place, () => {
    part.talent = chosen.talent !== "";
    part.heals = chosen.target === HEALS;
    part.target = chosen.target;
    if (part.heals) part.types = chosen.types ? [chosen.types] : [];
    fit(part);
  });
  return partOf(
    bound,
    list,
    index,
    part.talent ? "talent" : "spell",
    el(
      "div",
      {class: "fields-of"},
      choiceField(
        fitted,
        "talent",
        "Kind",
        [
          ["", "Spell"],
          ["talent", "Talent"],
        ],
        true,
      ),
      choiceField(fitted, "target", "Against", [...options(words.targets), [HEALS, "Nobody: it heals"]], true),
      part.heals &&
        choiceField(fitted, "types", "Of", [
          ["", "Health"],
          ["psychic", "Morale"],
        ]),
      isPhysical && part.talent && choiceField(bound, "attribute", "Attribute", words.governing),
      isPhysical && numberField(bound, "bonus", "Bonus to the attack", words.bonus),
      !part.heals && choiceField(bound, "check", "Ended by", [["", "The usual check"], ...options(words.checks)]),
      diceField(bound, "damage", part.heals ? "Gives back" : "Damage", {most: MOST_DICE, optional: !part.heals}),
      usedField(bound),
      targetsField(bound, words),
      usesField(bound, words),
    ),
    !part.heals && typesField(bound, words),
    !part.heals && inflictedField(bound, "effect", isPhysical ? "A hit brings" : "Brings", words, isPhysical),
    isPhysical && inflictedField(bound, "critical", "A critical hit brings", words, true),
    comesTo,
  );
}

/** Leave out what a spell or talent of its kind does not have.
 * @param {Spell} spell */
function fit(spell) {
  const isPhysical = spell.target === "physical";
  if (!spell.talent) delete spell.talent;
  if (spell.heals) {
    for (const name of /** @type {const} */ (["target", "effect", "critical", "check"])) delete spell[name];
    spell.damage ??= "1d6";
  } else delete spell.heals;
  if (!spell.types?.length) delete spell.types;
  if (!(isPhysical && spell.talent)) delete spell.attribute;
  if (isPhysical) return;
  delete spell.bonus;
  delete spell.critical;
  if (spell.effect) spell.effect = {condition: spell.effect.condition};
}

/** The fields of an item.
 * @param {Changing} builder
 * @param {Item[]} list
 * @param {number} index
 * @param {SheetWords} words */
export function itemFields(builder, list, index, words) {
  const bound = {builder, part: list[index], place: `items[${index}]`};
  return partOf(
    bound,
    list,
    index,
    "item",
    el(
      "div",
      {class: "fields-of wide"},
      amountsField(bound, "bonuses", "Bonuses", words.components, words.amount),
      amountsField(bound, "resistances", "Resistances", words.types, words.amount),
    ),
  );
}
