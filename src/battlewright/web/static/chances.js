// Charts of chances: columns for numbers, bars for words; with the same as a table for those who cannot see them.

import {el, svg} from "./dom.js";
import {percent} from "./text.js";

/** @import {ChancesBlock} from "interface" */

/** Chances by the names of the outcomes.
 * @typedef {ChancesBlock["chances"]} Chances */

const ROW = 34;
const HEIGHT = 230;

/** A chance in a table: 66.44%.
 * @param {number} chance */
const exact = (chance) => `${(100 * chance).toFixed(2)}%`;

/** A chart of chances by outcome.
 * @param {ChancesBlock} block
 * @param {Chances | undefined} kept those of an answer that is kept for comparison
 * @param {number} width */
export function chart(block, kept, width) {
  const {heading, chances, more, more_heading: moreHeading} = block;
  const names = Object.keys(chances);
  const all = [...new Set([...names, ...Object.keys(kept ?? {})])];
  const numeric = all.length > 3 && all.every((name) => Number.isInteger(Number(name)));
  if (numeric) all.sort((one, other) => Number(one) - Number(other));
  const likeliest = names.reduce((best, name) => (chances[name] > (chances[best] ?? -1) ? name : best), names[0]);
  const words = names.length
    ? `${heading || "Chances"}: ${names.length} outcomes; likeliest ${likeliest}, ${percent(chances[likeliest])}. ` +
      "The table has them all."
    : "No outcomes.";
  const drawing = numeric ? columns(all, chances, kept, more, width) : bars(all, chances, kept, width);
  const legend = [
    heading && heading !== "outcome" && el("span", {}, heading),
    (kept || more) && el("span", {class: "key"}, kept ? "now" : "this outcome"),
    kept && el("span", {class: "key then"}, "kept"),
    more && el("span", {class: "key line"}, `${moreHeading} this outcome`),
  ];
  drawing.setAttribute("role", "img");
  drawing.setAttribute("aria-label", words);
  return el(
    "figure",
    {class: "chart"},
    el("figcaption", {}, legend),
    drawing,
    el("details", {}, el("summary", {}, "As a table"), table(all, block, kept)),
  );
}

/**
 * @param {string[]} all
 * @param {ChancesBlock} block
 * @param {Chances} [kept]
 */
function table(all, {heading, chances, more, more_heading: moreHeading}, kept) {
  /** @type {(from: Chances, name: string) => HTMLElement} */
  const cell = (from, name) => el("td", {}, from[name] === undefined ? "–" : exact(from[name]));
  return el(
    "div",
    {class: "scroll", tabindex: 0, role: "group", "aria-label": "Table"},
    el(
      "table",
      {class: "numbers"},
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          el("th", {class: "left", scope: "col"}, heading || "outcome"),
          el("th", {scope: "col"}, "chance"),
          more && el("th", {scope: "col"}, moreHeading),
          kept && el("th", {scope: "col"}, "kept"),
        ),
      ),
      el(
        "tbody",
        {},
        all.map((name) =>
          el(
            "tr",
            {},
            el("th", {class: "left", scope: "row"}, name),
            cell(chances, name),
            more && cell(more, name),
            kept && cell(kept, name),
          ),
        ),
      ),
    ),
  );
}

/** Bars that lie: one below the other, for outcomes that are words.
 * @param {string[]} all
 * @param {Chances} chances
 * @param {Chances | undefined} kept
 * @param {number} width */
function bars(all, chances, kept, width) {
  const label = Math.min(Math.max(...all.map((name) => name.length), 4) * 7.6 + 8, width * 0.45);
  const most = all.length > 6 ? Math.max(...Object.values(chances), ...Object.values(kept ?? {})) : 1;
  const room = Math.max(width - label - 66, 40) / most;
  const drawn = svg("svg", {viewBox: `0 0 ${width} ${all.length * ROW}`});
  all.forEach((name, index) => {
    const y = index * ROW + 5;
    const chance = chances[name];
    const cut = name.length * 7.6 > label ? `${name.slice(0, Math.max(Math.floor(label / 7.6) - 1, 3))}…` : name;
    drawn.append(
      svg("text", {x: 0, y: y + 17}, cut, cut !== name && svg("title", {}, name)),
      svg("rect", {
        class: "now",
        x: label,
        y,
        width: Math.max((chance ?? 0) * room, chance ? 2 : 0),
        height: ROW - 12,
        rx: 3,
      }),
    );
    if (kept?.[name] !== undefined)
      drawn.append(
        svg("rect", {class: "then", x: label, y: y - 2, width: Math.max(kept[name] * room, 2), height: ROW - 8, rx: 3}),
      );
    const end = label + Math.max(chance ?? 0, kept?.[name] ?? 0) * room + 8;
    drawn.append(svg("text", {class: "value", x: end, y: y + 17}, chance === undefined ? "–" : percent(chance)));
  });
  return drawn;
}

/** Columns that stand, for outcomes that are numbers; at least a chance of 1 in 20,000 has one.
 * @param {string[]} all
 * @param {Chances} chances
 * @param {Chances | undefined} kept
 * @param {Chances | undefined} more
 * @param {number} width */
function columns(all, chances, kept, more, width) {
  const shown = all.filter((name) => Math.max(chances[name] ?? 0, kept?.[name] ?? 0) >= 0.00005);
  const first = Number(shown[0]),
    count = Number(shown.at(-1)) - first + 1;
  const most = Math.max(...shown.map((name) => Math.max(chances[name] ?? 0, kept?.[name] ?? 0)));
  const [left, top, bottom] = [4, 22, 24];
  const step = (width - 2 * left) / count,
    thick = Math.max(Math.min(step * 0.72, 64), 1);
  /** @param {number} chance */
  const tall = (chance) => (chance / most) * (HEIGHT - top - bottom);
  /** @param {string} name */
  const middle = (name) => left + (Number(name) - first + 0.5) * step;
  const drawn = svg("svg", {viewBox: `0 0 ${width} ${HEIGHT}`});
  const each = Math.ceil(30 / step);
  for (const name of shown) {
    const x = middle(name) - thick / 2,
      height = tall(chances[name] ?? 0);
    drawn.append(
      svg(
        "rect",
        {class: "now", x, y: HEIGHT - bottom - height, width: thick, height, rx: Math.min(3, thick / 3)},
        svg("title", {}, `${name}: ${exact(chances[name] ?? 0)}`),
      ),
    );
    if (kept?.[name] !== undefined)
      drawn.append(
        svg("rect", {
          class: "then",
          x: x - 2,
          y: HEIGHT - bottom - tall(kept[name]),
          width: thick + 4,
          height: tall(kept[name]),
        }),
      );
    if (step >= 34 && chances[name] !== undefined)
      drawn.append(
        svg(
          "text",
          {
            class: "value",
            x: middle(name),
            y: HEIGHT - bottom - Math.max(height, tall(kept?.[name] ?? 0)) - 6,
            "text-anchor": "middle",
          },
          percent(chances[name]),
        ),
      );
    if ((Number(name) - first) % each === 0)
      drawn.append(svg("text", {class: "axis", x: middle(name), y: HEIGHT - 7, "text-anchor": "middle"}, name));
  }
  drawn.append(svg("line", {class: "ground", x1: 0, x2: width, y1: HEIGHT - bottom + 0.5, y2: HEIGHT - bottom + 0.5}));
  if (more) {
    const along = shown
      .filter((name) => more[name] !== undefined)
      .map((name) => ({
        cx: middle(name),
        cy: HEIGHT - bottom - more[name] * (HEIGHT - top - bottom),
        words: `at least ${name}: ${exact(more[name])}`,
      }));
    drawn.append(
      svg("polyline", {class: "line", points: along.map(({cx, cy}) => `${cx},${cy}`).join(" ")}),
      ...along.map(({cx, cy, words}) =>
        svg("circle", {class: "dot", cx, cy, r: step > 12 ? 3.5 : 1.5}, svg("title", {}, words)),
      ),
    );
  }
  return drawn;
}
