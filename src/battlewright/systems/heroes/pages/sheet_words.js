// The words and limits of a sheet's fields, from the schema of its file.

import {get} from "/static/api.js";
import {capital} from "/static/text.js";

/** @import {SystemInfo} from "interface" */

/** A field of a schema, as far as it is looked at here.
 * @typedef {object} Field
 * @property {string} [type]
 * @property {string[]} [enum]
 * @property {number} [minimum]
 * @property {number} [maximum]
 * @property {number} [maxItems]
 * @property {unknown} [default]
 * @property {string} [description]
 * @property {Field[]} [anyOf]
 * @property {Field} [items]
 * @property {Record<string, Field>} [properties] */

/** @typedef {Record<string, Field>} Fields */

/** What a row of one's own has beside what a response to being Bloodied may change: how an effect comes and goes. */
const OF_EFFECTS = ["damage", "type", "turns", "defence", "dominated"];

/** The words of a field, of its entries, or of one of the forms that it may have.
 * @param {Field} field
 * @returns {string[]} */
const wordsIn = (field) => field.enum ?? (field.items ? wordsIn(field.items) : (field.anyOf ?? []).flatMap(wordsIn));

/** The limits of a number, and what it is where it is left out.
 * @param {Field} field */
const limits = ({minimum = 0, maximum = 99, default: usual}) => ({
  least: minimum,
  most: maximum,
  ...(typeof usual === "number" ? {usual} : {}),
});

/** @param {Field} table */
const keysOf = ({properties = {}}) => Object.keys(properties).filter((key) => !key.includes("_"));

/** The words of a field as options; the usual one is left out of the file.
 * @param {Field} field
 * @returns {[value: string, text: string][]} */
const optionsOf = (field) => wordsIn(field).map((each) => [each === field.default ? "" : each, capital(each)]);

/** @typedef {Awaited<ReturnType<sheetWords>>} SheetWords */

/** The words and limits of the fields of sheets.
 * @param {SystemInfo} system
 * @param {string} kind */
export async function sheetWords(system, kind) {
  const path = /** @type {"/api/schemas/heroes/sheets"} */ (system.schemas[kind]);
  const schema = /** @type {{properties: Fields, $defs: Record<string, {properties: Fields}>}} */ (
    /** @type {unknown} */ (await get(path))
  );
  const {properties: sheet, $defs: parts} = schema,
    {properties: weapon} = parts.WeaponSetup,
    {properties: spell} = parts.SpellSetup,
    {properties: inflicted} = parts.InflictedSetup,
    amount = Object.values(parts.ItemSetup.properties.resistances.properties ?? {})[0];
  return {
    level: limits(sheet.level),
    score: limits(parts.AttributesSetup.properties.strength),
    bonus: limits(weapon.bonus),
    several: limits((weapon.targets.anyOf ?? [])[0]),
    uses: limits((weapon.uses.anyOf ?? [])[0]),
    power: limits((inflicted.power.anyOf ?? [])[0]),
    amount: {...limits(amount), least: 1},
    attributes: Object.keys(parts.AttributesSetup.properties),
    components: keysOf(parts.ItemSetup.properties.bonuses),
    types: wordsIn(weapon.types),
    inflicted: wordsIn(inflicted.condition),
    resisting: wordsIn(inflicted.defence),
    conditions: wordsIn(sheet.conditions),
    armours: optionsOf(sheet.armour),
    governing: optionsOf(weapon.attribute),
    targets: wordsIn(spell.target),
    checks: wordsIn(spell.check),
    responses: optionsOf(sheet.bloodied),
    actions: sheet.weapons.maxItems ?? 0,
    items: sheet.items.maxItems ?? 0,
    row: Object.entries(parts.ConditionSetup.properties)
      .filter(([name]) => !OF_EFFECTS.includes(name))
      .map(([name, field]) => ({name, ...field, ...limits(field), words: wordsIn(field)})),
  };
}
