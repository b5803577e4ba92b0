// The fields of a character and of a weapon in the builder.

import {el} from "/static/dom.js";

const ABILITIES = ["melee", "ballistics", "toughness", "agility"];
const NAMES = {melee: "Melee", ballistics: "Ballistics", toughness: "Toughness", agility: "Agility"};
const signed = (number) => (number > 0 ? `+${number}` : String(number).replace("-", "−"));

/** A weapon's numbers, as an edition counts them. */
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
      : `modifier ${signed(weapon.modifiers?.[edition] ?? weapon.modifier)}`;
  return [
    first,
    `stress ${weapon.kind === "melee" ? weapon.oppression : weapon.damage}`,
    critical && `critical ${critical}`,
  ]
    .filter(Boolean)
    .join(" · ");
}

/** A number with a button on either side. */
function stepper(label, value, least, most, data, changed) {
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
  const tell = () => changed(number.value === "" ? null : Number(number.value));
  const by = (step) => () => {
    number.value = Math.min(Math.max(Number(number.value) + step, least), most);
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

/** Put a value into a part of the file; what is empty is left out. */
function put(part, name, value) {
  if (value === null || value === "" || Number.isNaN(value)) delete part[name];
  else part[name] = value;
}

/** The fields of a character, and how what was worked out is written beside them. */
export function cardFields(builder, card, index) {
  const place = `characters[${index}]`;
  const set = (name) => (value) => {
    put(card, name, value);
    builder.changed();
  };
  const rank = el("output", {class: "rank"}, "–");
  const points = el("output", {class: "worth"}, "–");
  const arms = el("div", {class: "arms", role: "group", "aria-label": "Weapons", "data-field": `${place}.weapons`});
  const toggle = (weapon) =>
    el(
      "button",
      {
        type: "button",
        "aria-pressed": String((card.weapons ?? []).includes(weapon.name)),
        title: weapon.unknown ? "There is no such weapon" : weaponWords(weapon, builder.edition),
        onclick: (event) => {
          const carried = card.weapons ?? [];
          card.weapons = carried.includes(weapon.name)
            ? carried.filter((each) => each !== weapon.name)
            : [...carried, weapon.name];
          event.currentTarget.setAttribute("aria-pressed", String(card.weapons.includes(weapon.name)));
          builder.changed();
        },
      },
      weapon.name || "(no name)",
    );
  const arm = () => {
    const known = [
      ...new Map([...builder.shipped, ...(builder.file.weapons ?? [])].map((each) => [each.name, each])).values(),
    ];
    const missing = (card.weapons ?? [])
      .filter((name) => !known.some((each) => each.name === name))
      .map((name) => ({name, unknown: true}));
    arms.replaceChildren(...[...known, ...missing].map(toggle));
  };
  arm();
  const list = builder.file.characters;
  const move = (to) => () => {
    list.splice(to, 0, ...list.splice(index, 1));
    builder.changed(true);
  };
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
        oninput: (event) => set(name)(event.target.value === "" ? null : Number(event.target.value)),
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
          card.name = event.target.value;
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
          el("span", {"aria-hidden": "true"}, NAMES[name]),
          stepper(NAMES[name], card[name] ?? "", 0, 10, `${place}.${name}`, set(name)),
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
  const fill = (shown) => {
    rank.textContent = `${shown.rank} (${shown.sum})`;
    points.textContent = shown.count > 1 ? `${shown.count} × ${shown.points} points` : `${shown.points} points`;
    carried.replaceChildren(
      ...shown.carried.map((each) => el("li", {}, el("b", {}, each.name), ` ${weaponWords(each, builder.edition)}`)),
    );
  };
  return {node, fill, arm};
}

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
const FLAGS = {melee: [["shove", "A critical shoves"]], shooting: [["no_return", "A critical forbids return fire"]]};

/** The fields of a weapon of one's own. */
export function weaponFields(builder, weapon, index) {
  const place = `weapons[${index}]`;
  const set = (name, value) => {
    put(weapon, name, value);
    builder.changed();
  };
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
        oninput: (event) => set(name, event.target.value === "" ? null : Number(event.target.value)),
      }),
    );
  const criticals = [
    ["", "no critical"],
    ...Array.from({length: 11}, (_, each) => [String(each), String(each)]),
    ...(weapon.kind === "shooting" ? [["d3", "D3"]] : []),
  ];
  const rename = (to) => {
    for (const card of builder.file.characters)
      card.weapons = card.weapons?.map((each) => (each === weapon.name ? to : each));
    weapon.name = to;
    for (const card of builder.cards) card.arm();
    builder.changed();
  };
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
        oninput: (event) => rename(event.target.value),
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
          onchange: (event) =>
            set(
              "critical",
              event.target.value === "" ? null : event.target.value === "d3" ? "d3" : Number(event.target.value),
            ),
        },
        criticals.map(([value, text]) =>
          el("option", {value, selected: String(weapon.critical ?? "") === value}, text),
        ),
      ),
    ),
    number(["points", "Points", 0, 50, 1]),
    FLAGS[weapon.kind].map(([name, label]) =>
      el(
        "label",
        {class: "check"},
        el("input", {
          type: "checkbox",
          checked: Boolean(weapon[name]),
          onchange: (event) => set(name, event.target.checked || null),
        }),
        el("span", {}, label),
      ),
    ),
    el(
      "button",
      {
        type: "button",
        class: "danger",
        "aria-label": `Remove ${weapon.name}`,
        onclick: () => {
          builder.file.weapons.splice(index, 1);
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
