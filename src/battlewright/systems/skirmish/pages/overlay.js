// The overlay of the table: reach, threat ranges, paths, lines of fire, the cursor; and labels beside the models.

import {svg} from "/static/dom.js";
import {inches, percent} from "/static/text.js";
import {loop, octagon, outlines, points, units} from "./shapes.js";

/** @import {Child} from "/static/dom.js" */
/** @import {Area, Figure, FireLine, Offer, PathTo, Reach, ShotChances, Threat} from "interface" */
/** @import {Place} from "./shapes.js" */
/** @import {Layer, Table} from "./table.js" */
/** @import {Box, View} from "./view.js" */

/** A label at a place, and its class.
 * @typedef {{at: Place, text: string, kind: string}} Tag */

/** What is shown of a path.
 * `more`: what it leads to, in short.
 * @typedef {Pick<PathTo, "legs" | "cost" | "chance" | "stress" | "choice" | "refused" | "near"> &
 *   {more?: string}} Path */

/** A place on the table, in thousandths of an inch.
 * @typedef {{x: number, y: number}} Spot */

const SIZE = 13;

/** Draws over a table. Labels keep their size on the screen, and find a place beside the models. */
export class Overlay {
  /** @type {(Tag & {name: string})[]} */
  tags = [];
  /** @type {Record<string, SVGGElement>} */
  groups = {};
  /** Where the pointer is.
   * @type {Place} */
  hover = [0, 0];

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.drawn = svg("g", {class: "tags"});
  }

  /** Replace what is drawn under a name.
   * @param {string} name
   * @param {Layer} layer
   * @param {Child[]} nodes
   * @param {Tag[]} tags */
  set(name, layer, nodes = [], tags = []) {
    this.groups[name]?.remove();
    const group = svg("g", {class: name}, ...nodes);
    this.groups[name] = group;
    this.table.layers[layer].append(group);
    this.tags = [...this.tags.filter((each) => each.name !== name), ...tags.map((each) => ({...each, name}))];
    this.refresh();
  }

  /** @param {string[]} names */
  clear(...names) {
    for (const name of names) if (this.groups[name]) this.set(name, "over");
  }

  /** @param {Spot} place */
  at(place) {
    return this.table.plane.at(place.x, place.y);
  }

  /** Where a move may end: what is sure, what needs a test; a level above another has its own thin line.
   * @param {Reach} reach */
  reach(reach) {
    if (!reach.width) return this.clear("reaching");
    const {areas, width, rows, step} = reach;
    /** @type {(costs: number[][], column: number, row: number) => boolean} */
    const has = (costs, column, row) => (costs[row]?.[column] ?? -1) >= 0;
    /** @type {(area: Area, column: number, row: number) => boolean} */
    const within = (area, column, row) => has(area.sure, column, row) || has(area.risky, column, row);
    /** @type {(column: number, row: number) => boolean} */
    const sure = (column, row) => areas.some((area) => has(area.sure, column, row));
    /** @type {(column: number, row: number) => boolean} */
    const risky = (column, row) => areas.some((area) => within(area, column, row)) && !sure(column, row);
    /** @param {(column: number, row: number) => boolean} inside */
    const drawn = (inside) =>
      outlines(width, rows, inside)
        .map((each) =>
          loop(each.map(([column, row]) => this.table.plane.at(reach.x + column * step, reach.y + row * step))),
        )
        .join("");
    const above = areas.filter((area, each) =>
      areas
        .slice(0, each)
        .some((lower) =>
          area.sure.some((costs, row) =>
            costs.some((_, column) => within(area, column, row) && within(lower, column, row)),
          ),
        ),
    );
    return this.set("reaching", "reach", [
      svg("path", {class: "risk", d: drawn(risky), "fill-rule": "evenodd"}),
      svg("path", {class: "sure", d: drawn(sure), "fill-rule": "evenodd"}),
      above.map((area) =>
        svg("path", {
          class: "upper",
          "fill-rule": "evenodd",
          d: drawn((column, row) => within(area, column, row)),
        }),
      ),
    ]);
  }

  /** The threat range of a model.
   * @param {Threat} [threat] */
  threat(threat) {
    if (!threat?.radius) return this.clear("threat");
    const [cx, cy] = this.at(threat);
    return this.set("threat", "reach", [
      svg("circle", {class: `threatens ${threat.side}`, cx, cy, r: units(threat.radius)}),
    ]);
  }

  /** A line of fire with its obstacles, and what it takes.
   * @param {FireLine} fire
   * @param {Figure[]} models */
  fire(fire, models) {
    const [who, whom] = [fire.who, fire.whom].map((each) => models.find((model) => model.number === each));
    if (!fire.open || !who || !whom) return this.clear("firing");
    const [one, other] = [this.at(who), this.at(whom)];
    const marks = fire.obstacles.map((each) => {
      const [near, far] = [this.at(each.near_shooter), this.at(each.near_target)];
      return [
        svg("line", {class: "inside", x1: near[0], y1: near[1], x2: far[0], y2: far[1]}),
        svg("circle", {class: "block", cx: (near[0] + far[0]) / 2, cy: (near[1] + far[1]) / 2, r: 1.8}),
      ];
    });
    const text = fire.refused ? fire.refused.text : shotText(fire.open);
    return this.set(
      "firing",
      "lines",
      [
        svg("line", {class: fire.refused ? "fire no" : "fire", x1: one[0], y1: one[1], x2: other[0], y2: other[1]}),
        marks,
      ],
      [{at: other, text: clipped(text), kind: fire.refused ? "soft" : "fire"}],
    );
  }

  /** A path leg by leg, with the base where it ends.
   * @param {Path} path
   * @param {Figure} model */
  path(path, model, isChosen = false) {
    const last = path.legs.at(-1);
    if (!last) return path.refused ? this.refusal(path.refused.text, path.near) : this.clear("path");
    const legs = path.legs.map((leg) => {
      const [one, other] = [this.at(leg.start), this.at(leg.end)];
      if (leg.kind !== "jump") return svg("path", {class: `leg ${leg.kind}`, d: `M${one}L${other}`});
      const middle = [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2 - 6];
      return svg("path", {class: "leg jump", d: `M${one}Q${middle} ${other}`});
    });
    const stops = path.legs
      .slice(0, -1)
      .map((leg) => svg("circle", {class: "stop", cx: this.at(leg.end)[0], cy: this.at(leg.end)[1], r: 0.9}));
    const end = this.at(last.end);
    const isSure = !path.legs.some((leg) => leg.test && leg.test.chance?.value !== 1) && !path.stress;
    const words = [`${inches(path.cost)}"`];
    if (last.end.level) words.push(`level ${inches(last.end.level)}`);
    for (const leg of path.legs)
      if (leg.test) words.push(`${leg.kind} ${leg.test.chance ? percent(leg.test.chance.value) : "with a test"}`);
    if (path.stress) words.push(`falls, ${path.stress} stress`);
    if (path.more) words.push(path.more);
    if (path.refused) words.splice(0, words.length, clipped(path.refused.text));
    const kind = path.refused ? "soft" : isSure ? "sure" : "risk";
    return this.set(
      "path",
      "lines",
      [svg("g", {class: `${kind}${isChosen ? " chosen" : ""}`}, legs, stops, ghost(model, end))],
      [{at: end, text: words.join(" · "), kind}],
    );
  }

  /** Why no path leads to where the pointer is, and the nearest place that one leads to.
   * @param {string} text
   * @param {Spot | null} [near] */
  refusal(text, near) {
    const [cx, cy] = near ? this.at(near) : [];
    return this.set(
      "path",
      "lines",
      [near && svg("circle", {class: "near", cx, cy, r: 2})],
      [{at: this.hover, text: clipped(text), kind: "soft"}],
    );
  }

  /** A model where it would be placed.
   * @param {Figure} model
   * @param {Spot} place
   * @param {string} text */
  placed(model, place, text, kind = "sure") {
    const end = this.at(place);
    return this.set("path", "lines", [svg("g", {class: kind}, ghost(model, end))], [{at: end, text, kind}]);
  }

  /** A choice that was better than what came next: its path, the base where it ends, a line to whom it is aimed at.
   * @param {Offer | null} offer
   * @param {Figure} [model]
   * @param {Figure} [target] */
  better(offer, model, target) {
    if (!offer || !model) return this.clear("better");
    const path = [...(model.on_table ? [model] : []), ...offer.legs].map((each) => this.at(each)),
      end = path.at(-1) ?? this.at(model),
      aim = target && target !== model && target.on_table ? this.at(target) : null;
    return this.set(
      "better",
      "lines",
      [
        svg(
          "g",
          {class: "sure chosen"},
          path.length > 1 && svg("path", {class: "leg", d: `M${path.join("L")}`}),
          offer.legs.length ? ghost(model, end) : null,
        ),
        aim && svg("line", {class: "fire", x1: end[0], y1: end[1], x2: aim[0], y2: aim[1]}),
      ],
      [{at: aim ?? end, text: clipped(`Better: ${offer.heading.text.toLowerCase()}`), kind: "sure"}],
    );
  }

  /** The cursor of the keyboard.
   * @param {Spot} place */
  cursor(place) {
    const [x, y] = this.at(place);
    return this.set("cursor", "over", [
      svg("path", {d: "M-9 0H-6M6 0H9M0-9V-6M0 6V9M-.01 0H.01", transform: `translate(${x} ${y})`}),
    ]);
  }

  /** A ring around models that may be picked, and around the one that is looked at.
   * @param {Figure[]} may
   * @param {Figure | null} looked */
  rings(may, looked) {
    /** @type {(model: Figure, kind: string) => SVGElement} */
    const ring = (model, kind) => {
      const [cx, cy] = this.at(model);
      return svg("circle", {class: kind, cx, cy, r: units(model.radius) + 2.7});
    };
    this.set(
      "rings",
      "lines",
      [may.map((each) => ring(each, "may")), looked?.on_table && ring(looked, "looked")],
      looked?.on_table ? [{at: this.at(looked), text: looked.name, kind: `name ${looked.side}`}] : [],
    );
  }

  /** The name of what is under the pointer.
   * @param {string} text
   * @param {Spot} place */
  label(text, place) {
    this.set("label", "over", [], text ? [{at: this.at(place), text, kind: "soft"}] : []);
  }

  /** Place all labels anew: none over a model, none over another. */
  refresh() {
    const {scene, view, layers} = this.table;
    if (!scene) return;
    this.drawn.remove();
    this.drawn = layers.over.appendChild(svg("g", {class: "tags"}));
    const taken = scene.models
      .filter((model) => model.on_table)
      .map((model) => {
        const [x, y] = this.at(model);
        return {x: x - 6.5, y: y - 6.5, width: 13, height: 13};
      });
    for (const tag of [...this.tags].sort((one, other) => order(one) - order(other))) this.place(tag, view, taken);
  }

  /**
   * @param {Tag} tag
   * @param {View} view
   * @param {Box[]} taken to which its own is added
   */
  place(tag, {scale, box: seen}, taken) {
    const width = (tag.text.length * SIZE * 0.56 + 16) / scale,
      height = 24 / scale;
    /** @type {(value: number, least: number, most: number) => number} */
    const bound = (value, least, most) => Math.max(least, Math.min(value, most));
    const box = spots(tag.at, width, height)
      .map((each) => ({
        ...each,
        x: bound(each.x, seen.x + 1, seen.x + seen.width - width - 1),
        y: bound(each.y, seen.y + 1, seen.y + seen.height - height - 1),
      }))
      .map((each) => ({...each, hidden: taken.reduce((sum, other) => sum + shared(each, other), 0)}))
      .reduce((best, each) => (each.hidden < best.hidden - 0.01 ? each : best));
    taken.push(box);
    this.drawn.append(
      svg(
        "g",
        {class: `tag ${tag.kind}`, transform: `translate(${box.x} ${box.y}) scale(${1 / scale})`},
        svg("rect", {width: width * scale, height: 24, rx: 6}),
        svg("text", {x: (width * scale) / 2, y: 16.5}, tag.text),
      ),
    );
  }
}

/** What a shot must reach, and the chance that it does, where that may be told.
 * @param {ShotChances} shot */
export const shotText = ({need, hit}) => `${need}+${hit ? ` · ${percent(hit.value)}` : ""}`;
/** @param {Tag} tag */
const order = (tag) => (tag.kind === "soft" ? 1 : tag.kind.startsWith("name") ? 2 : 0);
/** @param {string} text */
const clipped = (text) => (text.length > 40 ? `${text.slice(0, 38)}…` : text);

/** Places for a label around a point: above, below, beside, then further away.
 * @param {Place} place
 * @param {number} width
 * @param {number} height
 * @returns {Box[]} */
export function spots([x, y], width, height) {
  const found = [];
  for (const far of [8, 11.5, 16, 22, 30]) {
    found.push(
      {x: x - width / 2, y: y - far - height},
      {x: x - width / 2, y: y + far + 3},
      {x: x + far, y: y - height / 2},
      {x: x - far - width, y: y - height / 2},
      {x: x + far * 0.7, y: y - far * 0.7 - height},
      {x: x - far * 0.7 - width, y: y - far * 0.7 - height},
    );
  }
  return found.map((each) => ({...each, width, height}));
}

/** The area that two boxes share.
 * @param {Box} one
 * @param {Box} other */
export function shared(one, other) {
  const wide = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const high = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return wide > 0 && high > 0 ? wide * high : 0;
}

/** The base of a model where it is not yet.
 * @param {Figure} model
 * @param {Place} place */
function ghost(model, [x, y]) {
  const radius = units(model.radius);
  const base =
    model.side === "a"
      ? svg("circle", {class: "ghost a", r: radius})
      : svg("polygon", {class: "ghost b", points: points(octagon(radius))});
  return svg("g", {transform: `translate(${x} ${y})`}, base);
}
