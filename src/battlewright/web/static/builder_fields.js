// Fields of builders: each puts what is typed into a part of the file, at the place that its fault would name.

import {el} from "./dom.js";

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
