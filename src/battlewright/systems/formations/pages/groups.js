// Groups of Formations as blocks: a square for each model, hollow where it has fallen; scores, actions, effects.

import {el, svg} from "/static/dom.js";

const RANKS = 5,
  SIZE = 20,
  GAP = 4;
/** @import {GroupCard} from "interface" */

const SCORES = [
  ["might", "MIGHT"],
  ["def", "DEF"],
  ["will", "WILL"],
  ["dex", "DEX"],
  ["atk", "ATK"],
];

/** The effects on a group, in a few words each.
 * @param {Pick<GroupCard, "rerolls" | "weakened" | "exposed" | "dazed">} group */
export const effectsOn = ({rerolls, weakened, exposed, dazed}) =>
  [
    rerolls && `${rerolls} ${rerolls === 1 ? "Reroll" : "Rerolls"}`,
    weakened && `weakened by ${weakened}`,
    exposed && `DEF ${exposed} lower`,
    dazed && "dazed",
  ].filter((each) => typeof each === "string");

/** A group. What a game master changes is heard by `edited`.
 * @param {GroupCard} group
 * @param {{picked(group: GroupCard): void, edited: ((words: string) => void) | null}} listener */
export function groupCard(group, {picked, edited}) {
  const effects = effectsOn(group);
  const state = group.state === "gone" ? "gone" : [group.is_formation ? "formation" : "single", group.state].join(", ");
  return el(
    "article",
    {
      class: `group-card ${group.side} ${group.state.replace(" ", "-")}`,
      "data-tag": group.tag,
      onclick: ({target}) => {
        if (!(target instanceof Element && target.closest("button"))) picked(group);
      },
    },
    el("div", {class: "banner"}, el("h3", {}, group.name), el("small", {}, `${group.tag} · ${group.kind} · ${state}`)),
    block(group),
    el(
      "ul",
      {class: "scores", "aria-label": `Scores of ${group.name}`},
      SCORES.map(([name, short]) =>
        el(
          "li",
          {},
          el("small", {}, short),
          el("b", {class: name === "def" && group.exposed ? "lower" : ""}, group.scores[name]),
        ),
      ),
    ),
    effects.length > 0 &&
      el(
        "ul",
        {class: "effects", "aria-label": `Effects on ${group.name}`},
        effects.map((each) => el("li", {}, each)),
      ),
    group.state !== "gone" &&
      el(
        "details",
        {class: "deeds"},
        el("summary", {}, `${group.actions.length} ${group.actions.length === 1 ? "action" : "actions"}`),
        el(
          "dl",
          {},
          group.actions.map((each) => [el("dt", {}, each.name), el("dd", {}, each.text)]),
        ),
      ),
    edited &&
      group.state !== "gone" &&
      el(
        "button",
        {
          type: "button",
          class: "edit",
          "aria-label": `Change ${group.name}`,
          onclick: () => edited(`${group.tag} wounds`),
        },
        "✎",
      ),
  );
}

/** The models in ranks, the front rank towards the other side. The model in front shows its Wounds.
 * @param {GroupCard} group */
function block({name, side, models, fallen, wounds, scores}) {
  const count = models + fallen,
    files = Math.ceil(count / RANKS),
    step = SIZE + GAP;
  const width = Math.max(files, 1) * step + GAP,
    height = Math.min(count, RANKS) * step + GAP;
  /** @param {number} place */
  const at = (place) => {
    const rank = Math.floor(place / RANKS),
      row = place % RANKS;
    const x = side === "a" ? width - step - rank * step : GAP + rank * step;
    return [x, GAP + row * step];
  };
  /** @param {number} place */
  const model = (place) => {
    const [x, y] = at(place),
      isFallen = place >= models;
    const lost = place === 0 && wounds ? (SIZE * wounds) / scores.might : 0;
    return svg(
      "g",
      {},
      svg("rect", {class: isFallen ? "fallen" : "stands", x, y, width: SIZE, height: SIZE, rx: side === "a" ? 5 : 1.5}),
      lost > 0 &&
        svg("rect", {
          class: "wound",
          x: x + 2,
          y: y + 2 + (SIZE - 4) * (1 - lost / SIZE),
          width: SIZE - 4,
          height: (SIZE - 4) * (lost / SIZE),
        }),
      isFallen &&
        svg("path", {
          class: "cross",
          d: `M${x + 4} ${y + 4}l${SIZE - 8} ${SIZE - 8}m0 ${8 - SIZE}l${8 - SIZE} ${SIZE - 8}`,
        }),
    );
  };
  const told = [
    `${models} ${models === 1 ? "model" : "models"}`,
    fallen && `${fallen} fallen`,
    wounds && `${wounds} of ${scores.might} Wounds on the first`,
  ]
    .filter(Boolean)
    .join(", ");
  return el(
    "div",
    {class: "block-of"},
    svg(
      "svg",
      {
        class: `models-of ${side}`,
        viewBox: `0 0 ${width} ${height}`,
        width,
        height,
        role: "img",
        "aria-label": `${name}: ${told}`,
      },
      [...Array(count).keys()].map(model),
    ),
    wounds > 0 && el("small", {class: "wounds-of"}, `${wounds}/${scores.might} Wounds`),
  );
}
