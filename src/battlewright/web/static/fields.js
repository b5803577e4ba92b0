// Fields for the arguments of a question: sliders for numbers, lists for words, groups for texts of several parts.

import {el} from "./dom.js";
import {capital, title} from "./text.js";

/** @import {FormField} from "interface" */
/** @import {Attributes} from "./dom.js" */

/** A field: what it looks like, what it says now (texts; none: left out), and the files that it names.
 * @typedef {object} Field
 * @property {HTMLElement} node
 * @property {() => string[]} get
 * @property {() => Record<string, string>} [files] */

/** @type {Record<string, string>} */
const NAMES = {ap: "AP"};
/** @param {string} name */
const named = (name) => NAMES[name] ?? capital(name.replaceAll("_", " "));
let ids = 0;
const newId = () => {
  ids += 1;
  return `field-${ids}`;
};

/** The field of an argument.
 * @param {FormField} argument
 * @param {unknown[] | undefined} start what it says at first; else the argument's default
 * @param {() => void} changed
 * @returns {Field} */
export function field(argument, start, changed) {
  const id = newId();
  const given = (
    start ?? (argument.default === null || argument.default === false ? [] : [argument.default].flat())
  ).map(String);
  if (argument.kind === "flag") return flag(argument, id, given, changed);
  if (argument.parts.length) return group(argument, given[0], changed);
  const made = argument.is_file
    ? file(id, changed)
    : argument.kind === "texts"
      ? several(argument, id, given, changed)
      : argument.kind === "text"
        ? text(argument, id, given[0], changed)
        : dial(argument, id, given[0], !argument.required && argument.default === null, changed);
  const node = el(
    "div",
    {class: "field"},
    el("label", {class: "label", for: id}, named(argument.name)),
    made.node,
    argument.help && el("small", {id: `${id}-help`}, argument.help),
  );
  return {...made, node};
}

/**
 * @param {FormField} argument
 * @param {string} id
 * @param {string[]} given
 * @param {() => void} changed
 * @returns {Field}
 */
function flag(argument, id, given, changed) {
  const box = el("input", {type: "checkbox", id, checked: given[0] === "true", onchange: changed});
  const node = el(
    "div",
    {class: "field"},
    el("label", {class: "check", for: id}, box, el("span", {}, named(argument.name))),
    argument.help && el("small", {}, argument.help),
  );
  return {node, get: () => (box.checked ? ["true"] : argument.default === true ? ["false"] : [])};
}

/** A number: a slider over what is usual, and a field for any other.
 * @param {FormField} argument
 * @param {string} id
 * @param {string | undefined} start
 * @param {boolean} optional
 * @param {() => void} changed
 * @returns {Field} */
function dial(argument, id, start, optional, changed) {
  const {least, most} = argument;
  const close = least !== null && most !== null && most - least <= 40;
  const usual = argument.usual ?? (close ? [least, most, argument.kind === "number" ? 0.5 : 1] : null);
  const value =
    start === undefined
      ? ""
      : argument.usual && !argument.required && Number(start) > argument.usual[1]
        ? String(argument.usual[1])
        : start;
  const number = el("input", {
    type: "number",
    id,
    value,
    min: least,
    max: most,
    step: argument.kind === "number" ? "any" : 1,
    placeholder: optional ? "–" : null,
  });
  const slider =
    usual &&
    el("input", {
      type: "range",
      min: usual[0],
      max: usual[1],
      step: usual[2],
      value: value === "" ? usual[0] : value,
      "aria-label": `${named(argument.name)}, slider`,
      tabindex: -1,
    });
  const none =
    optional &&
    el(
      "button",
      {
        type: "button",
        class: "none",
        "aria-label": `Leave ${named(argument.name)} out`,
        onclick: () => {
          number.value = "";
          tell();
        },
      },
      "×",
    );
  const node = el("div", {class: `dial${usual ? "" : " bare"}${optional ? " optional" : ""}`}, slider, number, none);
  const tell = () => {
    node.classList.toggle("unset", number.value === "");
    changed();
  };
  node.classList.toggle("unset", number.value === "");
  number.addEventListener("input", () => {
    if (slider && usual) slider.value = number.value === "" ? String(usual[0]) : number.value;
    tell();
  });
  slider?.addEventListener("input", () => {
    number.value = slider.value;
    tell();
  });
  return {node, get: () => (number.value === "" ? [] : [number.value])};
}

/**
 * @param {string[]} options
 * @param {string | undefined} chosen
 * @param {string | null} blank the words for none of them
 * @param {Attributes<HTMLSelectElement>} more
 */
function choice(options, chosen, blank, more) {
  const known = !chosen || options.includes(chosen) ? options : [chosen, ...options];
  return el(
    "select",
    more,
    blank && el("option", {value: ""}, blank),
    known.map((each) =>
      el("option", {value: each, selected: each === chosen}, each.includes("_") ? each : title(each)),
    ),
  );
}

/**
 * @param {Pick<FormField, "choices" | "required" | "default">} argument
 * @param {string} id
 * @param {string | undefined} start
 * @param {() => void} changed
 * @returns {Field}
 */
function text(argument, id, start, changed) {
  const input = argument.choices.length
    ? choice(argument.choices, start, argument.required || argument.default ? null : "–", {id, onchange: changed})
    : el("input", {id, value: start ?? "", maxlength: 200, autocomplete: "off", oninput: changed});
  return {node: input, get: () => (input.value ? [input.value] : [])};
}

/**
 * @param {FormField} argument
 * @param {string} id
 * @param {string[]} given
 * @param {() => void} changed
 * @returns {Field}
 */
function several(argument, id, given, changed) {
  if (!argument.choices.length) {
    const area = el("textarea", {id, rows: Math.max(given.length, 1), oninput: changed, placeholder: "One per line"});
    area.value = given.join("\n");
    return {
      node: area,
      get: () =>
        area.value
          .split("\n")
          .map((each) => each.trim())
          .filter(Boolean),
    };
  }
  const picks = [0, 1].map((index) =>
    choice(argument.choices, given[index], "Default", {
      id: index ? null : id,
      "aria-label": index ? `${named(argument.name)}, the second` : null,
      onchange: changed,
    }),
  );
  return {node: el("div", {class: "row"}, picks), get: () => picks.map((each) => each.value).filter(Boolean)};
}

/**
 * @param {string} id
 * @param {() => void} changed
 * @returns {Field}
 */
function file(id, changed) {
  /** @type {Record<string, string>} */
  const files = {};
  const input = el("input", {
    type: "file",
    id,
    accept: ".replay,.toml,.json",
    onchange: async () => {
      for (const name of Object.keys(files)) delete files[name];
      const [chosen] = input.files ?? [];
      if (chosen) files[chosen.name.slice(0, 100)] = await chosen.text();
      changed();
    },
  });
  return {node: input, get: () => Object.keys(files), files: () => files};
}

/** The parts of a text such as melee=4,weapon=sword, by their names.
 * @param {string} text */
export function partsOf(text) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const each of text.split(",").filter(Boolean)) {
    const [name, value = ""] = each.split("=").map((part) => part.trim());
    found.set(name, value);
  }
  return found;
}

/** A text of parts, such as melee=4,weapon=sword: a field for each.
 * @param {FormField} argument
 * @param {string | undefined} start
 * @param {() => void} changed
 * @returns {Field} */
function group(argument, start, changed) {
  const given = partsOf(start ?? "");
  const parts = argument.parts.map((part) => {
    const id = newId();
    const made =
      part.kind === "text"
        ? text({...part, required: false, default: null}, id, given.get(part.name), changed)
        : dial(part, id, given.get(part.name), true, changed);
    return {
      name: part.name,
      get: made.get,
      node: el("div", {class: "part"}, el("label", {for: id}, named(part.name)), made.node),
    };
  });
  const node = el(
    "fieldset",
    {},
    el("legend", {}, named(argument.name)),
    !argument.required && el("small", {}, "Optional."),
    parts.map((each) => each.node),
  );
  return {
    node,
    get: () => {
      const said = parts.map((each) => [each.name, each.get()[0]]).filter(([, value]) => value !== undefined);
      return said.length ? [said.map((each) => each.join("=")).join(",")] : [];
    },
  };
}
