// What the table answers: reach, threat ranges, paths, lines of fire, the cursor; and labels that cover no model.

import {svg} from "/static/dom.js";
import {inches, percent} from "/static/text.js";
import {loop, octagon, outlines, points, units} from "./shapes.js";

const SIZE = 13;

/** Draws over a table. Labels keep their size on the screen, and find a place beside the models. */
export class Overlay {
  constructor(table) {
    this.table = table;
    this.tags = [];
    this.groups = {};
  }

  /** Replace what is drawn under a name. */
  set(name, layer, nodes = [], tags = []) {
    this.groups[name]?.remove();
    const group = svg("g", {class: name}, nodes);
    this.groups[name] = group;
    this.table.layers[layer].append(group);
    this.tags = [...this.tags.filter((each) => each.name !== name), ...tags.map((each) => ({...each, name}))];
    this.refresh();
  }

  clear(...names) {
    for (const name of names) if (this.groups[name]) this.set(name, "over");
  }

  at(place) {
    return this.table.plane.at(place.x, place.y);
  }

  /** Where a move may end: what is sure, what needs a test; a level above another has its own thin line. */
  reach(reach) {
    if (!reach?.width) return this.clear("reaching");
    const {areas, width, rows, step} = reach;
    const is = (area, which, column, row) => (area[which][row]?.[column] ?? -1) >= 0;
    const sure = (column, row) => areas.some((area) => is(area, "sure", column, row));
    const any = (column, row) => areas.some((area) => is(area, "sure", column, row) || is(area, "risky", column, row));
    const risky = (column, row) => any(column, row) && !sure(column, row);
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
          area.sure.some((row, r) =>
            row.some(
              (_, c) =>
                (is(area, "sure", c, r) || is(area, "risky", c, r)) &&
                (is(lower, "sure", c, r) || is(lower, "risky", c, r)),
            ),
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
          d: drawn((column, row) => is(area, "sure", column, row) || is(area, "risky", column, row)),
        }),
      ),
    ]);
  }

  /** The threat range of a model. */
  threat(threat) {
    if (!threat?.radius) return this.clear("threat");
    const [cx, cy] = this.at(threat);
    return this.set("threat", "reach", [
      svg("circle", {class: `threatens ${threat.side}`, cx, cy, r: units(threat.radius)}),
    ]);
  }

  /** A line of fire with its obstacles, and what it takes. */
  fire(fire, models) {
    if (!fire) return this.clear("firing");
    const [one, other] = [fire.who, fire.whom].map((each) => this.at(models.find((model) => model.number === each)));
    const marks = fire.obstacles.map((each) => {
      const [near, far] = [this.at(each.near_shooter), this.at(each.near_target)];
      return [
        svg("line", {class: "inside", x1: near[0], y1: near[1], x2: far[0], y2: far[1]}),
        svg("circle", {class: "block", cx: (near[0] + far[0]) / 2, cy: (near[1] + far[1]) / 2, r: 1.8}),
      ];
    });
    const text = fire.refused ? fire.refused.text : `${fire.open.need}+ · ${percent(fire.open.hit.value)}`;
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

  /** A path leg by leg, with the base where it ends. */
  path(path, model, isChosen = false) {
    if (!path) return this.clear("path");
    if (!path.legs.length) return path.refused ? this.refusal(path) : this.clear("path");
    const legs = path.legs.map((leg) => {
      const [one, other] = [this.at(leg.start), this.at(leg.end)];
      if (leg.kind !== "jump") return svg("path", {class: `leg ${leg.kind}`, d: `M${one}L${other}`});
      const middle = [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2 - 6];
      return svg("path", {class: "leg jump", d: `M${one}Q${middle} ${other}`});
    });
    const stops = path.legs
      .slice(0, -1)
      .map((leg) => svg("circle", {class: "stop", cx: this.at(leg.end)[0], cy: this.at(leg.end)[1], r: 0.9}));
    const end = this.at(path.legs.at(-1).end);
    const isSure = path.chance.value === 1 && !path.stress;
    const words = [`${inches(path.cost)}"`];
    if (path.legs.at(-1).end.level) words.push(`level ${inches(path.legs.at(-1).end.level)}`);
    for (const leg of path.legs) if (leg.test) words.push(`${leg.kind} ${percent(leg.test.chance.value)}`);
    if (path.stress) words.push(`falls, ${path.stress} stress`);
    if (path.refused) words.splice(0, words.length, clipped(path.refused.text));
    const kind = path.refused ? "soft" : isSure ? "sure" : "risk";
    return this.set(
      "path",
      "lines",
      [svg("g", {class: `${kind}${isChosen ? " chosen" : ""}`}, legs, stops, ghost(model, end))],
      [{at: end, text: words.join(" · "), kind}],
    );
  }

  refusal(path) {
    const tag = this.groups.place ? [] : [{at: this.hover ?? [0, 0], text: clipped(path.refused.text), kind: "soft"}];
    return this.set(
      "path",
      "lines",
      path.near ? [svg("circle", {class: "near", cx: this.at(path.near)[0], cy: this.at(path.near)[1], r: 2})] : [],
      tag,
    );
  }

  /** A model where it would be placed. */
  placed(model, place, text, kind = "sure") {
    if (!model) return this.clear("path");
    const end = this.at(place);
    return this.set("path", "lines", [svg("g", {class: kind}, ghost(model, end))], [{at: end, text, kind}]);
  }

  /** The cursor of the keyboard. */
  cursor(place) {
    if (!place) return this.clear("cursor");
    const [x, y] = this.at(place);
    return this.set("cursor", "over", [
      svg("path", {d: "M-9 0H-6M6 0H9M0-9V-6M0 6V9M-.01 0H.01", transform: `translate(${x} ${y})`}),
    ]);
  }

  /** A ring around models that may be picked, and around the one that is looked at. */
  rings(may, looked) {
    const ring = (kind) => (model) => {
      const [cx, cy] = this.at(model);
      return svg("circle", {class: kind, cx, cy, r: units(model.radius) + 2.7});
    };
    this.set(
      "rings",
      "lines",
      [may.map(ring("may")), looked?.on_table ? [looked].map(ring("looked")) : []],
      looked?.on_table ? [{at: this.at(looked), text: looked.name, kind: `name ${looked.side}`}] : [],
    );
  }

  /** The name of what is under the pointer. */
  label(text, place) {
    this.set("label", "over", [], text ? [{at: this.at(place), text, kind: "soft"}] : []);
  }

  /** Place all labels anew: none over a model, none over another. */
  refresh() {
    if (!this.table.plane) return;
    const scale = this.table.view.scale,
      layer = this.table.layers.over;
    this.drawn?.remove();
    this.drawn = layer.appendChild(svg("g", {class: "tags"}));
    const taken = this.table.scene.models
      .filter((model) => model.on_table)
      .map((model) => {
        const [x, y] = this.at(model);
        return {x: x - 6.5, y: y - 6.5, width: 13, height: 17};
      });
    for (const tag of [...this.tags].sort((one, other) => order(one) - order(other))) this.place(tag, scale, taken);
  }

  place(tag, scale, taken) {
    const width = (tag.text.length * SIZE * 0.56 + 16) / scale,
      height = 24 / scale;
    const {view} = this.table,
      bound = (value, least, most) => Math.max(least, Math.min(value, most));
    const {box: seen} = view;
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

const order = (tag) => (tag.kind === "soft" ? 1 : tag.kind.startsWith("name") ? 2 : 0);
const clipped = (text) => (text.length > 40 ? `${text.slice(0, 38)}…` : text);

/** Places for a label around a point: above, below, beside, then further away. */
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

/** The area that two boxes share. */
export function shared(one, other) {
  const wide = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const high = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return wide > 0 && high > 0 ? wide * high : 0;
}

function ghost(model, [x, y]) {
  const radius = units(model.radius);
  const base =
    model.side === "a"
      ? svg("circle", {class: "ghost a", r: radius})
      : svg("polygon", {class: "ghost b", points: points(octagon(radius))});
  return svg("g", {transform: `translate(${x} ${y})`}, base);
}
