// Fields of builders: each puts what is typed into a part of the file, at the place that its fault would name.

import {el} from "./dom.js";
import {capital} from "./text.js";

/** What hears of changes.
 * @typedef {{changed(whole?: boolean): void}} Changing */

/** The number of a field; null where it is empty.
 * @param {HTMLInputElement} input */
export const numberOf = (input) => (input.value === "" ? null : Number(input.value));

/** Put a value into a part of the file; what is empty is left out.
 * @template {string} Field
 * @param {Partial<Record<Field, unknown>>} part
 * @param {Field} name
 * @param {unknown} value */
export function put(part, name, value) {
  if (value === null || value === "" || value === false || Number.isNaN(value)) delete part[name];
  else part[name] = value;
}

/** A number with a button on either side.
 * @param {string} label
 * @param {number | undefined} value
 * @param {number} least
 * @param {number} most
 * @param {string} data the place of the field in the file
 * @param {(value: number | null) => void} changed */
export function stepper(label, value, least, most, data, changed) {
  const number = el("input", {
    type: "number",
    value,
    min: least,
    max: most,
    step: 1,
    "data-field": data,
    "aria-label": label,
    inputmode: "numeric",
  });
  const tell = () => changed(numberOf(number));
  /** @param {number} step */
  const by = (step) => () => {
    number.value = String(Math.min(Math.max(Number(number.value) + step, least), most));
    tell();
  };
  number.addEventListener("input", tell);
  return el(
    "div",
    {class: "stepper"},
    el("button", {type: "button", tabindex: -1, "aria-label": `${label}: less`, onclick: by(-1)}, "−"),
    number,
    el("button", {type: "button", tabindex: -1, "aria-label": `${label}: more`, onclick: by(1)}, "+"),
  );
}

/** A part of the file whose fields are shown: where its changes are told, and its place in the file.
 * @typedef {{builder: Changing, part: Record<string, any>, place: string}} Bound */

/** The place of a field of a part.
 * @param {Bound} bound
 * @param {string} name */
const placeOf = ({place}, name) => (place ? `${place}.${name}` : name);

/** A labelled line of text.
 * @param {Bound} bound
 * @param {string} name
 * @param {string} label
 * @param {{maxlength?: number, placeholder?: string, class?: string}} [more] */
export const textField = (bound, name, label, more = {}) =>
  el(
    "label",
    {class: "field-of"},
    el("span", {}, label),
    el("input", {
      value: bound.part[name] ?? "",
      maxlength: 60,
      "data-field": placeOf(bound, name),
      ...more,
      oninput: ({currentTarget}) => {
        put(bound.part, name, currentTarget.value);
        bound.builder.changed();
      },
    }),
  );

/** A labelled number; the usual one is left out of the file.
 * @param {Bound} bound
 * @param {string} name
 * @param {string} label
 * @param {{least: number, most: number, usual?: number}} range */
export const numberField = (bound, name, label, {least, most, usual}) =>
  el(
    "div",
    {class: "field-of"},
    el("span", {"aria-hidden": "true"}, label),
    stepper(label, bound.part[name] ?? usual, least, most, placeOf(bound, name), (value) => {
      put(bound.part, name, value === usual ? null : value);
      bound.builder.changed();
    }),
  );

/** A labelled choice; the first option is what is left out of the file where its value is empty.
 * @param {Bound} bound
 * @param {string} name
 * @param {string} label
 * @param {(string | [value: string, text: string])[]} options
 * @param {boolean} [whole] whether other fields depend on it */
export const choiceField = (bound, name, label, options, whole = false) =>
  el(
    "label",
    {class: "field-of"},
    el("span", {}, label),
    el(
      "select",
      {
        "data-field": placeOf(bound, name),
        onchange: ({currentTarget}) => {
          put(bound.part, name, currentTarget.value);
          bound.builder.changed(whole);
        },
      },
      options.map((each) => {
        const [value, text] = typeof each === "string" ? [each, each] : each;
        return el("option", {value, selected: value === String(bound.part[name] ?? "")}, text);
      }),
    ),
  );

/** A box to tick; it is left out of the file while it is not.
 * @param {Bound} bound
 * @param {string} name
 * @param {string} label */
export const checkField = (bound, name, label) =>
  el(
    "label",
    {class: "check"},
    el("input", {
      type: "checkbox",
      checked: Boolean(bound.part[name]),
      "data-field": placeOf(bound, name),
      onchange: ({currentTarget}) => {
        put(bound.part, name, currentTarget.checked);
        bound.builder.changed();
      },
    }),
    el("span", {}, label),
  );

/** Words to choose several of, as buttons that stay pressed.
 * @param {Bound} bound
 * @param {string} name
 * @param {string} label
 * @param {string[]} words */
export const severalField = (bound, name, label, words) =>
  el(
    "div",
    {class: "arms", role: "group", "aria-label": label, "data-field": placeOf(bound, name)},
    words.map((word) =>
      el(
        "button",
        {
          type: "button",
          "aria-pressed": String((bound.part[name] ?? []).includes(word)),
          onclick: ({currentTarget}) => {
            /** @type {string[]} */
            const had = bound.part[name] ?? [];
            const has = had.includes(word) ? had.filter((each) => each !== word) : [...had, word];
            put(bound.part, name, has.length ? has : null);
            currentTarget.setAttribute("aria-pressed", String(has.includes(word)));
            bound.builder.changed();
          },
        },
        word,
      ),
    ),
  );

/** The place of an entry of a table.
 * @param {string} place
 * @param {string} key */
const placeOfKey = (place, key) => (/^[\w-]+$/.test(key) ? `${place}.${key}` : `${place}['${key}']`);

/** A table of words with a number each; a word is added from a list.
 * @param {Bound} bound
 * @param {string} name
 * @param {string} label
 * @param {string[]} words
 * @param {{least: number, most: number}} range */
export function amountsField(bound, name, label, words, {least, most}) {
  const {builder, part} = bound,
    place = placeOf(bound, name);
  /** @type {Record<string, number>} */
  const amounts = part[name] ?? {};
  /** @type {(word: string, value: number | null, whole: boolean) => void} */
  const set = (word, value, whole) => {
    put(amounts, word, value);
    put(part, name, Object.keys(amounts).length ? amounts : null);
    builder.changed(whole);
  };
  return el(
    "div",
    {class: "field-of amounts", role: "group", "aria-label": label, "data-field": place},
    el("span", {"aria-hidden": "true"}, label),
    Object.entries(amounts).map(([word, amount]) =>
      el(
        "div",
        {class: "amount"},
        el("span", {"aria-hidden": "true"}, capital(word)),
        stepper(`${label}: ${word}`, amount, least, most, placeOfKey(place, word), (value) => set(word, value, false)),
        el(
          "button",
          {
            type: "button",
            class: "danger",
            "aria-label": `${label}: remove ${word}`,
            onclick: () => set(word, null, true),
          },
          "×",
        ),
      ),
    ),
    el(
      "select",
      {"aria-label": `${label}: add`, onchange: ({currentTarget}) => set(currentTarget.value, 1, true)},
      el("option", {value: ""}, "Add …"),
      words.filter((word) => !(word in amounts)).map((word) => el("option", {value: word}, capital(word))),
    ),
  );
}

/** Dice with a bonus, such as 2d6+1; none of them, where they may be left out.
 * @param {Bound} bound
 * @param {string} name
 * @param {string} label
 * @param {{most: number, optional?: boolean}} range */
export function diceField(bound, name, label, {most, optional = false}) {
  const [, count = optional ? "0" : "1", sides = "6", plus = "0"] =
    String(bound.part[name] ?? "").match(/^(\d+)d(\d+)([+-]\d+)?$/) ?? [];
  const dice = {count: Number(count), sides, plus: Number(plus)};
  const set = (/** @type {Partial<typeof dice>} */ changes) => {
    Object.assign(dice, changes);
    const added = dice.plus ? `${dice.plus > 0 ? "+" : ""}${dice.plus}` : "";
    put(bound.part, name, dice.count ? `${dice.count}d${dice.sides}${added}` : null);
    bound.builder.changed();
  };
  const usual = ["4", "6", "8", "10", "12", "20"],
    place = placeOf(bound, name);
  return el(
    "div",
    {class: "field-of", role: "group", "aria-label": label, "data-field": place},
    el("span", {"aria-hidden": "true"}, label),
    el(
      "div",
      {class: "dice-of"},
      stepper(`${label}: dice`, dice.count, optional ? 0 : 1, most, `${place}#dice`, (value) =>
        set({count: value ?? 0}),
      ),
      el(
        "select",
        {
          "aria-label": `${label}: sides`,
          "data-field": `${place}#sides`,
          onchange: ({currentTarget}) => set({sides: currentTarget.value}),
        },
        (usual.includes(sides) ? usual : [sides, ...usual]).map((each) =>
          el("option", {value: each, selected: each === sides}, `d${each}`),
        ),
      ),
      stepper(`${label}: bonus`, dice.plus, -99, 99, `${place}#bonus`, (value) => set({plus: value ?? 0})),
    ),
  );
}

/** Buttons that move a part of a list, copy it, or take it out.
 * @param {Changing} builder
 * @param {{name: string}[]} list
 * @param {number} index */
export function partButtons(builder, list, index) {
  const {name} = list[index];
  /** @type {(text: string, is: boolean, act: () => void) => HTMLElement} */
  const button = (text, is, act) =>
    el(
      "button",
      {
        type: "button",
        disabled: !is,
        "aria-label": `${text}: ${name}`,
        onclick: () => {
          act();
          builder.changed(true);
        },
      },
      text,
    );
  /** @param {number} to */
  const move = (to) => () => list.splice(to, 0, ...list.splice(index, 1));
  return el(
    "div",
    {class: "row part-buttons"},
    button("Earlier", index > 0, move(index - 1)),
    button("Later", index < list.length - 1, move(index + 1)),
    button("Copy", true, () => list.splice(index + 1, 0, {...structuredClone(list[index]), name: `${name} again`})),
    removeButton(builder, list, index, name),
  );
}

/** A button that takes a part out of a list.
 * @param {Changing} builder
 * @param {unknown[]} list
 * @param {number} index
 * @param {string} name */
export const removeButton = (builder, list, index, name) =>
  el(
    "button",
    {
      type: "button",
      class: "danger",
      "aria-label": `Remove ${name}`,
      onclick: () => {
        list.splice(index, 1);
        builder.changed(true);
      },
    },
    "Remove",
  );
