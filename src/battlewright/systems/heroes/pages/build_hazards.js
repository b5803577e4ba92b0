// The fields of a trap or a hazard, and of the rulings that an encounter changes.

import {
  checkField,
  choiceField,
  numberField,
  removeButton,
  severalField,
  stepper,
  textField,
} from "/static/builder_fields.js";
import {el} from "/static/dom.js";
import {chip} from "/static/rules.js";
import {capital} from "/static/text.js";

/** @import {EncounterBuilder} from "./build_encounter.js" */
/** @import {Hazard} from "./encounter_file.js" */

/** @param {EncounterBuilder} builder
 * @param {Hazard} hazard
 * @param {number} index */
export function hazardFields(builder, hazard, index) {
  const place = `hazards[${index}]`,
    bound = {builder, part: hazard, place},
    among = el("div"),
    {rulings, effects, defences, types} = builder.words;
  /** @type {(label: string, node: HTMLElement) => HTMLElement} */
  const chips = (label, node) => el("div", {class: "field-of wide"}, el("span", {}, label), node);
  const node = el(
    "fieldset",
    {class: "weapon hazard", "data-field": place},
    el("legend", {}, hazard.trap ? "Trap" : "Hazard"),
    textField(bound, "name", "Name"),
    choiceField(bound, "defence", "Resisted with", defences),
    numberField(bound, "power", "Power", {least: 0, most: 99, usual: rulings.get("default_power")?.usual}),
    textField(bound, "damage", "Damage", {placeholder: "None, or dice: 1d6"}),
    choiceField(bound, "effect", "Brings", [
      ["", "No condition"],
      ...new Set([...effects, hazard.effect ?? effects[0]]),
    ]),
    el("div", {}, checkField(bound, "trap", "A trap: goes off once")),
    el("div", {}, checkField(bound, "hidden", "Hidden: known to the game master alone until it is found")),
    chips("Types of its damage", severalField(bound, "types", "Types of its damage", types)),
    chips("Among", among),
    removeButton(builder, builder.file.hazards ?? [], index, hazard.name),
  );
  return {
    node,
    refresh() {
      const names = builder.combatants().map(({name}) => name);
      among.replaceChildren(severalField(bound, "among", "Among", [...new Set([...names, ...(hazard.among ?? [])])]));
    },
  };
}

/** What a name of a ruling reads like.
 * @param {string} name */
const readable = (name) => capital(name.replaceAll("_", " "));

/** The numbers of rulings that the file changes, each with what is usual; and a choice of more.
 * @param {EncounterBuilder} builder */
export function rulingFields(builder) {
  const changed = builder.file.rulings ?? {},
    {rulings} = builder.words,
    names = Object.keys(changed).filter((name) => rulings.has(name)),
    tables = Object.keys(changed).filter((name) => !rulings.has(name));
  /** @param {string} name */
  const row = (name) => {
    const {usual, least = 0, most = 0, clause} = rulings.get(name) ?? {};
    return el(
      "li",
      {},
      el("span", {class: "ruling"}, readable(name), " ", chip(builder.system.name, clause)),
      stepper(readable(name), changed[name], least, most, `rulings.${name}`, (value) => {
        changed[name] = value ?? usual;
        builder.changed();
      }),
      el("span", {class: "soft"}, `usually ${usual}`),
      el(
        "button",
        {
          type: "button",
          class: "danger",
          "aria-label": `As usual: ${readable(name)}`,
          onclick: () => {
            delete changed[name];
            builder.changed(true);
          },
        },
        "As usual",
      ),
    );
  };
  return [
    el("ul", {class: "rulings"}, names.map(row)),
    tables.length > 0 && el("p", {class: "soft"}, `The file also changes ${tables.map(readable).join(", ")}.`),
    el(
      "select",
      {
        class: "add",
        "aria-label": "Change a ruling",
        onchange: ({currentTarget: {value}}) => {
          builder.file.rulings = {...changed, [value]: rulings.get(value)?.usual};
          builder.changed(true);
          builder.focus(`rulings.${value}`);
        },
      },
      el("option", {value: ""}, "+ Change a ruling …"),
      [...rulings]
        .filter(([name]) => !(name in changed))
        .map(([name, {usual}]) => el("option", {value: name}, `${readable(name)} (usually ${usual})`)),
    ),
  ];
}
