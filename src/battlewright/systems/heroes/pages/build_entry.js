// The fields of a line of an encounter or a party: a sheet, how many of it, and how they enter.

import {choiceField, numberField, put, removeButton, severalField, stepper, textField} from "/static/builder_fields.js";
import {fileSelect} from "/static/chooser.js";
import {el} from "/static/dom.js";
import {disc} from "/static/presenter.js";
import {capital, initials, title} from "/static/text.js";
import {stateFields, stateWords} from "./build_state.js";
import {MOST, SIDES} from "./encounter_file.js";

/** @import {LinesBuilder} from "./build_lines.js" */
/** @import {Entry, List} from "./encounter_file.js" */

/** What the server works out of a line.
 * @typedef {object} Figures
 * @property {number} level
 * @property {number} health
 * @property {Record<string, number>} defences
 * @property {{name: string, roll: number | null, target: string | null, damage: string | null, types: string[]}} best
 * @property {string} around */

/** @type {Record<string, string>} */
const SHORT = {willpower: "Will", fortitude: "Fort", physical_defence: "Sum"};
const PLACES = ["1", "2", "3", "4", "5", "6", "7", "8"];

/** @param {number} number */
const signed = (number) => (number < 0 ? `−${-number}` : `+${number}`);

/** An attack in words: Longsword +8, 1d10+3 slashing.
 * @param {Figures["best"]} best */
export const attackWords = ({name, roll, target, damage, types}) =>
  [
    `${name}${roll === null ? "" : ` ${signed(roll)}`}`,
    damage && `${damage} ${types.join(" and ")}`.trim(),
    target && target !== "physical" && `against ${title(target)}`,
  ]
    .filter(Boolean)
    .join(", ");

/** How a line enters, in words.
 * @param {Entry} entry */
export const entersWords = ({hidden, situations = [], modifiers = [], ring = {}, state}) =>
  [
    stateWords({state}),
    hidden && `${hidden}% hidden`,
    ...situations,
    ...modifiers.map(({component, amount, name}) => name || `${component} ${signed(amount)}`),
    Object.keys(ring).length && `beside ${Object.values(ring).join(", ")}`,
  ]
    .filter(Boolean)
    .join(" · ");

/** The fields of a line, and how what was worked out is written beside them.
 * @param {LinesBuilder} builder
 * @param {List} list
 * @param {Entry} entry
 * @param {number} index */
export function entryFields(builder, list, entry, index) {
  const place = `${list}[${index}]`,
    side = SIDES[list],
    bound = {builder, part: entry, place},
    shipped = typeof entry.sheet === "string" && builder.shipped.has(entry.sheet) ? entry.sheet : "";
  const own = shipped ? null : entry.sheet;
  const sheet = fileSelect(builder.system, "sheets", {
    name: "sheet",
    first: own ? [{value: "", text: typeof own === "string" ? own : `${own.name} · own`}] : [],
    chosen: shipped,
    read: ([file]) => builder.bring(file, (brought) => builder.exchange(entry, brought)),
  });
  sheet.dataset.field = `${place}.sheet`;
  sheet.setAttribute("aria-label", "Sheet");
  sheet.addEventListener("change", () => sheet.value !== shipped && builder.choose(entry, sheet.value));

  const mark = el("span", {class: "face"}),
    figures = el("div", {class: "at-a-glance"}),
    best = el("p", {class: "soft best-attack"}),
    enters = el("span", {class: "soft"}),
    around = el("div", {
      class: "around",
      role: "group",
      "aria-label": "Who stands around",
      "data-field": `${place}.ring`,
    });

  const more = el(
    "details",
    {
      open: builder.unfolded.has(entry),
      ontoggle: ({currentTarget}) => builder.unfolded[currentTarget.open ? "add" : "delete"](entry),
    },
    el("summary", {}, el("b", {}, "How they enter"), " ", enters),
    el(
      "div",
      {class: "entering"},
      stateFields(builder, entry, place, () => tell()),
      hiddenField(builder, entry, place, () => tell()),
      el(
        "div",
        {class: "field-of"},
        el("span", {}, "Situations"),
        severalField(bound, "situations", "Situations", builder.situations(entry)),
      ),
      builder.lists.length > 1 && el("div", {class: "field-of"}, el("span", {}, "Who stands around"), around),
      el(
        "div",
        {class: "modifiers"},
        (entry.modifiers ?? []).map((_, at) => modifierFields(builder, entry, at, `${place}.modifiers[${at}]`)),
        el(
          "button",
          {
            type: "button",
            onclick: () => {
              entry.modifiers = [...(entry.modifiers ?? []), {component: "dodge", amount: 2}];
              builder.changed(true);
            },
          },
          "+ Modifier",
        ),
      ),
    ),
  );

  const name = el("input", {
    value: entry.name ?? "",
    maxlength: 60,
    "data-field": `${place}.name`,
    oninput: ({currentTarget}) => builder.alter(() => put(entry, "name", currentTarget.value)),
  });
  const remove = el(
    "button",
    {
      type: "button",
      class: "danger",
      onclick: () => builder.alter(() => builder.file[list]?.splice(index, 1), true),
    },
    "Remove",
  );
  const node = el(
    "article",
    {class: `sheet maker entry ${side}`, "data-field": place},
    el("div", {class: "top"}, mark, sheet, remove),
    el(
      "div",
      {class: "row-of"},
      el("label", {class: "field-of"}, el("span", {}, "Name"), name),
      field(
        "How many",
        stepper("How many", entry.count ?? 1, 1, MOST, `${place}.count`, (value) =>
          builder.alter(() => put(entry, "count", value === 1 ? null : value)),
        ),
      ),
      field(
        "Level",
        stepper("Level", builder.levelOf(entry), 1, 20, `${place}.sheet.level`, (value) => builder.level(entry, value)),
      ),
    ),
    figures,
    el("div", {class: "row spread"}, best, sheetLink(builder, entry)),
    more,
  );

  /** Write how they enter. */
  function tell() {
    const words = entersWords(entry),
      brought = builder.figuresOf.get(entry)?.around;
    enters.textContent = [words, brought && `so ${brought}`].filter(Boolean).join(", ");
  }

  return {
    node,
    refresh() {
      const called = builder.nameOf(entry);
      node.setAttribute("aria-label", called);
      remove.setAttribute("aria-label", `Remove ${called}`);
      name.placeholder = builder.sheetName(entry);
      mark.replaceChildren(disc(side, initials(called)));
      around.replaceChildren(...ring(builder, entry, place, side));
      tell();
    },
    fill() {
      const found = builder.figuresOf.get(entry);
      if (!found) return;
      figures.replaceChildren(
        ...[["health", found.health], ...Object.entries(found.defences)].map(([key, value]) =>
          el("span", {}, el("small", {}, SHORT[key] ?? capital(String(key))), el("b", {}, value)),
        ),
      );
      best.textContent = attackWords(found.best);
      tell();
    },
  };
}

/**
 * @param {string} label
 * @param {HTMLElement} stepped
 */
const field = (label, stepped) => el("div", {class: "field-of"}, el("span", {"aria-hidden": "true"}, label), stepped);

/** A way to the sheet: a shipped one is shown, one of the file becomes a thing of one's own.
 * @param {LinesBuilder} builder
 * @param {Entry} entry */
function sheetLink(builder, entry) {
  const {sheet} = entry;
  if (typeof sheet !== "string")
    return el(
      "button",
      {
        type: "button",
        class: "quiet",
        title: "It is kept in My things. When it is changed, choose it here again.",
        onclick: () => builder.openSheet(sheet),
      },
      "Change this sheet",
    );
  if (!builder.shipped.has(sheet)) return null;
  return el("a", {href: `${builder.sheetsAddress}&shipped=${sheet}`}, "Open the sheet");
}

/** How much of a combatant is behind cover.
 * @param {LinesBuilder} builder
 * @param {Entry} entry
 * @param {string} place
 * @param {() => void} told */
function hiddenField(builder, entry, place, told) {
  const share = el("output", {}, `${entry.hidden ?? 0}%`);
  return el(
    "label",
    {class: "field-of"},
    el("span", {}, "Hidden by cover: ", share),
    el("input", {
      type: "range",
      min: 0,
      max: 100,
      step: 5,
      value: entry.hidden ?? 0,
      "data-field": `${place}.hidden`,
      oninput: ({currentTarget: {value}}) => {
        share.textContent = `${value}%`;
        put(entry, "hidden", Number(value) || null);
        told();
        builder.changed();
      },
    }),
  );
}

/**
 * @param {LinesBuilder} builder
 * @param {Entry} entry
 * @param {number} index
 * @param {string} place
 */
function modifierFields(builder, entry, index, place) {
  const list = entry.modifiers ?? [],
    part = list[index],
    bound = {builder, part, place};
  return el(
    "fieldset",
    {class: "weapon", "data-field": place},
    el("legend", {}, "Modifier"),
    choiceField(bound, "component", "Of what", builder.words.components),
    numberField(bound, "amount", "How much", {least: -99, most: 99}),
    textField(bound, "name", "Why", {placeholder: "Optional"}),
    numberField(bound, "turns", "Turns", {least: 1, most: 99}),
    removeButton(builder, list, index, `the modifier of ${part.component}`),
  );
}

/** The eight places around a combatant, each with a choice of who stands there.
 * @param {LinesBuilder} builder
 * @param {Entry} entry
 * @param {string} place
 * @param {string} side */
function ring(builder, entry, place, side) {
  const others = builder.combatants().filter((each) => each.side !== side);
  const places = PLACES.map((each) => {
    const who = entry.ring?.[each] ?? "",
      other = others.find(({name}) => name === who);
    return el(
      "label",
      {class: `place at-${each}${who ? ` ${side === "a" ? "b" : "a"}` : ""}`},
      el("span", {"aria-hidden": "true"}, other?.tag ?? (who && "?")),
      el(
        "select",
        {
          "aria-label": `Place ${each}`,
          title: who || `Place ${each}: nobody`,
          "data-field": `${place}.ring.${each}`,
          onchange: ({currentTarget: {value}}) =>
            builder.alter(() => {
              const now = {...entry.ring, [each]: value};
              for (const [at, name] of Object.entries(now))
                if (!name || (name === value && at !== each)) delete now[at];
              put(entry, "ring", Object.keys(now).length ? now : null);
            }),
        },
        el("option", {value: ""}, "Nobody"),
        who && !other && el("option", {value: who, selected: true}, who),
        others.map(({name, tag}) => el("option", {value: name, selected: name === who}, `${name} (${tag})`)),
      ),
    );
  });
  return [el("span", {class: `self ${side}`, "aria-hidden": "true"}), ...places];
}
