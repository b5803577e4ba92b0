// The fields of the present state of a line: what is left of its pools, and the conditions that last.

import {put, severalField} from "/static/builder_fields.js";
import {el} from "/static/dom.js";
import {capital} from "/static/text.js";

/** @import {LinesBuilder} from "./build_lines.js" */
/** @import {Entry, Kept, State} from "./encounter_file.js" */

/** The pools, with what stands there where nothing else is said. */
const POOLS = /** @type {const} */ ({health: "all", wounds: "0", morale: "all", stress: "0"});

/** @param {Kept} kept */
const nameOf = (kept) => (typeof kept === "string" ? kept : kept.condition);

/** The present state of a line, in words.
 * @param {{state?: State}} entry */
export function stateWords({state = {}}) {
  const pools = /** @type {(keyof typeof POOLS)[]} */ (Object.keys(POOLS)).flatMap((pool) =>
    state[pool] === undefined ? [] : [`${capital(pool)} ${state[pool]}`],
  );
  return [...pools, ...(state.conditions ?? []).map(nameOf)].join(", ");
}

/** The fields of the present state of a line.
 * @param {LinesBuilder} builder
 * @param {Entry} entry
 * @param {string} place
 * @param {() => void} told */
export function stateFields(builder, entry, place, told) {
  /** What the fields change; conditions are words here.
   * @type {Record<string, any>} */
  const part = {...entry.state};
  if (entry.state?.conditions) part.conditions = entry.state.conditions.map(nameOf);
  const changed = () => {
    const had = entry.state?.conditions ?? [],
      names = /** @type {string[] | undefined} */ (part.conditions),
      conditions = names?.map((name) => had.find((kept) => nameOf(kept) === name) ?? name);
    const now = {...part, ...(conditions ? {conditions} : {})};
    put(entry, "state", Object.keys(now).length ? now : null);
    told();
    builder.changed();
  };
  const bound = {builder: Object.assign(Object.create(builder), {changed}), part, place: `${place}.state`};
  return el(
    "fieldset",
    {class: "weapon", "data-field": `${place}.state`},
    el("legend", {}, "Present state"),
    Object.entries(POOLS).map(([pool, usual]) =>
      el(
        "label",
        {class: "field-of"},
        el("span", {}, capital(pool)),
        el("input", {
          type: "number",
          min: 0,
          value: part[pool] ?? "",
          placeholder: usual,
          "data-field": `${place}.state.${pool}`,
          oninput: ({currentTarget: {value}}) => {
            put(part, pool, value === "" ? null : Number(value));
            changed();
          },
        }),
      ),
    ),
    el(
      "div",
      {class: "field-of"},
      el("span", {}, "Conditions that last, in place of the sheet's"),
      severalField(bound, "conditions", "Conditions that last", builder.words.lasting),
    ),
  );
}
