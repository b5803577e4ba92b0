// The fields of a character and of a weapon in the builder.

import {numberOf, put, stepper} from "/static/builder_fields.js";
import {el} from "/static/dom.js";
import {capital} from "/static/text.js";

/** @import {Abilities} from "interface" */
/** @import {RosterBuilder} from "./build.js" */

/** A weapon of a file: each kind has fields of its own.
 * @typedef {object} Weapon
 * @property {string} name
 * @property {"melee" | "shooting"} kind
 * @property {number | null} [threat]
 * @property {number | null} [oppression]
 * @property {boolean} [shove]
 * @property {number | null} [modifier]
 * @property {number | null} [damage]
 * @property {boolean} [no_return]
 * @property {number} [cover_shorter]
 * @property {number | "d3" | null} [critical]
 * @property {number} [points] */

/** A weapon with its modifier by edition.
 * @typedef {Weapon & {modifiers?: Partial<Record<Edition, number>> | null}} ShownWeapon */

/** A character of a file.
 * @typedef {Partial<Abilities> & {name: string, weapons?: string[], base?: number, height?: number, count?: number}
 *   } Character */

/** A file of a roster.
 * @typedef {{name: string, about?: string, weapons?: Weapon[], characters: Character[]}} Roster */

/** A character with what the server has worked out.
 * @typedef {Required<Character> & {sum: number, rank: string, points: number, ap: number, carried: ShownWeapon[],
 *   stress_marks: Record<Edition, Record<string, number>>}} ShownCharacter */

/** @typedef {"second" | "first"} Edition */

/** @type {Edition[]} */
export const EDITIONS = ["second", "first"];
const ABILITIES = /** @type {const} */ (["melee", "ballistics", "toughness", "agility"]);
/** @param {number} number */
const signed = (number) => (number > 0 ? `+${number}` : String(number).replace("-", "−"));

/** A weapon's numbers, as an edition counts them.
 * @param {Omit<ShownWeapon, "name">} weapon
 * @param {Edition} edition */
export function weaponWords(weapon, edition) {
  const critical = [
    weapon.critical === null || weapon.critical === undefined ? "" : String(weapon.critical).toUpperCase(),
    weapon.shove && "a shove",
    weapon.no_return && "no return fire",
    weapon.cover_shorter && `cover move ${weapon.cover_shorter}″ shorter`,
  ]
    .filter(Boolean)
    .join(", ");
  const first =
    weapon.kind === "melee"
      ? `reach ${weapon.threat}″`
      : `modifier ${signed(weapon.modifiers?.[edition] ?? weapon.modifier ?? 0)}`;
  return [
    first,
    `stress ${weapon.kind === "melee" ? weapon.oppression : weapon.damage}`,
    critical && `critical ${critical}`,
  ]
    .filter(Boolean)
    .join(" · ");
}

/** The fields of a character, and how what was worked out is written beside them.
 * @param {RosterBuilder} builder
 * @param {Character} card
 * @param {number} index */
export function cardFields(builder, card, index) {
  const place = `characters[${index}]`;
  /** @type {(name: keyof Character) => (value: number | null) => void} */
  const set = (name) => (value) => {
    put(card, name, value);
    builder.changed();
  };
  const rank = el("output", {class: "rank"}, "–");
  const points = el("output", {class: "worth"}, "–");
  const arms = el("div", {class: "arms", role: "group", "aria-label": "Weapons", "data-field": `${place}.weapons`});
  /** @type {(name: string, about: string) => HTMLButtonElement} */
  const toggle = (name, about) =>
    el(
      "button",
      {
        type: "button",
        "aria-pressed": String((card.weapons ?? []).includes(name)),
        title: about,
        onclick: (event) => {
          const carried = card.weapons ?? [];
          card.weapons = carried.includes(name) ? carried.filter((each) => each !== name) : [...carried, name];
          event.currentTarget.setAttribute("aria-pressed", String(card.weapons.includes(name)));
          builder.changed();
        },
      },
      name || "(no name)",
    );
  const arm = () => {
    /** @type {Map<string, ShownWeapon>} */
    const known = new Map([...builder.shipped, ...(builder.file.weapons ?? [])].map((each) => [each.name, each]));
    const missing = (card.weapons ?? []).filter((name) => !known.has(name));
    arms.replaceChildren(
      ...[...known.values()].map((each) => toggle(each.name, weaponWords(each, builder.edition))),
      ...missing.map((name) => toggle(name, "There is no such weapon")),
    );
  };
  arm();
  const list = builder.file.characters;
  /** @param {number} to */
  const move = (to) => () => {
    list.splice(to, 0, ...list.splice(index, 1));
    builder.changed(true);
  };
  /** @type {(name: "base" | "height", label: string, usual: number) => HTMLLabelElement} */
  const size = (name, label, usual) =>
    el(
      "label",
      {},
      el("span", {}, label),
      el("input", {
        type: "number",
        step: 0.1,
        min: 0.5,
        value: card[name] ?? usual,
        "data-field": `${place}.${name}`,
        oninput: (event) => set(name)(numberOf(event.currentTarget)),
      }),
    );
  const carried = el("ul", {class: "carried"});
  const node = el(
    "article",
    {class: "sheet maker", "aria-label": card.name || `Character ${index + 1}`, "data-field": place},
    el(
      "div",
      {class: "top"},
      el("input", {
        value: card.name,
        maxlength: 60,
        class: "big",
        "aria-label": "Name of the character",
        "data-field": `${place}.name`,
        oninput: (event) => {
          card.name = event.currentTarget.value;
          builder.changed();
        },
      }),
      index === 0 ? el("span", {class: "kind option", title: "The first model leads the side"}, "Leads") : null,
    ),
    el(
      "div",
      {class: "abilities"},
      ABILITIES.map((name) =>
        el(
          "div",
          {class: "ability"},
          el("span", {"aria-hidden": "true"}, capital(name)),
          stepper(capital(name), card[name], 0, 10, `${place}.${name}`, set(name)),
        ),
      ),
    ),
    arms,
    carried,
    el(
      "div",
      {class: "foot"},
      rank,
      points,
      el(
        "label",
        {class: "count"},
        el("span", {}, "Models"),
        stepper("Models", card.count ?? 1, 1, 12, `${place}.count`, (value) => {
          put(card, "count", value === 1 ? null : value);
          builder.changed();
        }),
      ),
    ),
    el(
      "details",
      {},
      el("summary", {}, "Size and order"),
      el(
        "div",
        {class: "row sizes"},
        size("base", "Base, inches", 1),
        size("height", "Height, inches", 1.5),
        index > 0 && el("button", {type: "button", onclick: move(index - 1)}, "Earlier"),
        index < list.length - 1 && el("button", {type: "button", onclick: move(index + 1)}, "Later"),
        el(
          "button",
          {
            type: "button",
            onclick: () => {
              list.splice(index + 1, 0, {...structuredClone(card), name: `${card.name} again`});
              builder.changed(true);
            },
          },
          "Copy",
        ),
      ),
    ),
    list.length > 1 &&
      el(
        "button",
        {
          type: "button",
          class: "danger away",
          "aria-label": `Remove ${card.name}`,
          onclick: () => {
            list.splice(index, 1);
            builder.changed(true);
          },
        },
        "Remove",
      ),
  );
  /** @param {ShownCharacter} shown */
  const fill = (shown) => {
    rank.textContent = `${shown.rank} (${shown.sum})`;
    points.textContent = shown.count > 1 ? `${shown.count} × ${shown.points} points` : `${shown.points} points`;
    carried.replaceChildren(
      ...shown.carried.map((each) => el("li", {}, el("b", {}, each.name), ` ${weaponWords(each, builder.edition)}`)),
    );
  };
  return {node, fill, arm};
}

/** @typedef {"threat" | "oppression" | "modifier" | "damage" | "cover_shorter" | "points"} NumberName */
/** @typedef {[name: NumberName, label: string, least: number, most: number, step: number]} NumberField */

/** @type {Record<Weapon["kind"], NumberField[]>} */
const FIELDS = {
  melee: [
    ["threat", "Reach, inches", 0, 6, 0.5],
    ["oppression", "Stress", 0, 10, 1],
  ],
  shooting: [
    ["modifier", "Modifier (second edition)", -10, 10, 0.5],
    ["damage", "Stress", 0, 10, 1],
    ["cover_shorter", "Critical: cover move shorter by", 0, 5, 0.5],
  ],
};
/** @type {Record<Weapon["kind"], [name: "shove" | "no_return", label: string]>} */
const FLAGS = {melee: ["shove", "A critical shoves"], shooting: ["no_return", "A critical forbids return fire"]};

/** The fields of a weapon of one's own.
 * @param {RosterBuilder} builder
 * @param {Weapon} weapon
 * @param {number} index */
export function weaponFields(builder, weapon, index) {
  const place = `weapons[${index}]`;
  /** @type {(name: keyof Weapon, value: number | string | true | null) => void} */
  const set = (name, value) => {
    put(weapon, name, value);
    builder.changed();
  };
  /** @param {NumberField} field */
  const number = ([name, label, min, max, step]) =>
    el(
      "label",
      {},
      el("span", {}, label),
      el("input", {
        type: "number",
        min,
        max,
        step,
        value: weapon[name] ?? "",
        "data-field": `${place}.${name}`,
        oninput: (event) => set(name, numberOf(event.currentTarget)),
      }),
    );
  const criticals = [
    ["", "no critical"],
    ...Array.from({length: 11}, (_, each) => [String(each), String(each)]),
    ...(weapon.kind === "shooting" ? [["d3", "D3"]] : []),
  ];
  /** @param {string} to */
  const rename = (to) => {
    for (const card of builder.file.characters)
      card.weapons = card.weapons?.map((each) => (each === weapon.name ? to : each));
    weapon.name = to;
    for (const card of builder.cards) card.arm();
    builder.changed();
  };
  const [flag, label] = FLAGS[weapon.kind];
  const node = el(
    "fieldset",
    {class: "weapon", "data-field": place},
    el("legend", {}, weapon.kind === "melee" ? "Melee weapon" : "Shooting weapon"),
    el(
      "label",
      {},
      el("span", {}, "Name"),
      el("input", {
        value: weapon.name,
        maxlength: 60,
        "data-field": `${place}.name`,
        oninput: (event) => rename(event.currentTarget.value),
      }),
    ),
    FIELDS[weapon.kind].map(number),
    el(
      "label",
      {},
      el("span", {}, "Stress of a critical"),
      el(
        "select",
        {
          "data-field": `${place}.critical`,
          onchange: ({currentTarget: {value}}) =>
            set("critical", value === "" || value === "d3" ? value : Number(value)),
        },
        criticals.map(([value, text]) =>
          el("option", {value, selected: String(weapon.critical ?? "") === value}, text),
        ),
      ),
    ),
    number(["points", "Points", 0, 50, 1]),
    el(
      "label",
      {class: "check"},
      el("input", {
        type: "checkbox",
        checked: Boolean(weapon[flag]),
        onchange: (event) => set(flag, event.currentTarget.checked || null),
      }),
      el("span", {}, label),
    ),
    el(
      "button",
      {
        type: "button",
        class: "danger",
        "aria-label": `Remove ${weapon.name}`,
        onclick: () => {
          builder.file.weapons?.splice(index, 1);
          for (const card of builder.file.characters)
            card.weapons = card.weapons?.filter(
              (each) => each !== weapon.name || builder.shipped.some((known) => known.name === each),
            );
          builder.changed(true);
        },
      },
      "Remove",
    ),
  );
  return {node};
}
