// The table: an SVG in layers, made from the scene that the server gives; it tells what the pointer is over.

import {el, isCalm, svg} from "/static/dom.js";
import {figure, lettersOf} from "./figures.js";
import {Overlay} from "./overlay.js";
import {Plane, units} from "./shapes.js";
import {ground, markers, patterns, terrain, zones} from "./terrain.js";
import {View} from "./view.js";

const LAYERS = ["ground", "zones", "terrain", "markers", "reach", "lines", "models", "over"];

/** Shows a scene. The listener hears `hovered({x, y, model})`, `picked({x, y, model}, event)` and `left()`. */
export class Table {
  constructor(listener) {
    this.listener = listener;
    this.root = svg(
      "svg",
      {
        class: "table",
        tabindex: 0,
        role: "application",
        "aria-roledescription": "table top",
        "aria-label": "The table. Arrow keys move a cursor by half an inch, Enter picks, plus and minus zoom.",
      },
      patterns(),
    );
    this.layers = Object.fromEntries(
      LAYERS.map((name) => [name, this.root.appendChild(svg("g", {class: `layer ${name}`}))]),
    );
    this.figures = new Map();
    this.view = new View(this.root, {
      hovered: (place, event) => this.listener.hovered(this.found(place, event)),
      picked: (place, event) => this.listener.picked(this.found(place, event), event),
      left: () => this.listener.left(),
      resized: () => this.overlay?.refresh(),
    });
    this.overlay = new Overlay(this);
  }

  /** Draw a scene. The terrain is drawn once, the models where they changed. */
  draw(scene) {
    const isNew = !this.scene;
    this.scene = scene;
    if (isNew) {
      this.plane = new Plane(scene);
      this.layers.ground.replaceChildren(...ground(this.plane).flat());
      this.letters = lettersOf(scene.models);
      this.view.fit(this.plane);
    }
    this.redraw("zones", scene.deploying, () => zones(scene, this.plane));
    this.redraw("terrain", scene.terrain, () => terrain(scene, this.plane));
    this.redraw("markers", [scene.markers, scene.hold], () => markers(scene, this.plane));
    for (const model of scene.models) this.put(model);
  }

  redraw(layer, data, make) {
    const text = JSON.stringify(data);
    if (this.layers[layer].drawn === text) return;
    this.layers[layer].drawn = text;
    this.layers[layer].replaceChildren(...make());
  }

  put(model) {
    const text = JSON.stringify(model),
      was = this.figures.get(model.number);
    if (was?.text === text && was.isThere === model.on_table && !was.moved) return;
    was?.group.remove();
    const group = figure(model, this.letters.get(model.number));
    const [x, y] = this.plane.at(model.x, model.y);
    group.setAttribute("transform", `translate(${x} ${y})`);
    if (model.on_table) this.layers.models.append(group);
    this.figures.set(model.number, {text, group, isThere: model.on_table, at: [x, y]});
  }

  /** What is under a place: the model, if there is one, and the place itself, to half an inch (exactly with Shift). */
  found([x, y], event = {}) {
    const reach = event.pointerType === "touch" ? Math.max(6, 18 / this.view.scale) : 5.6;
    let model = null,
      nearest = reach;
    for (const each of this.scene?.models ?? []) {
      if (!each.on_table) continue;
      const [mx, my] = this.plane.at(each.x, each.y);
      const far = Math.hypot(mx - x, my - y) - (units(each.radius) - 5);
      if (far < nearest) [model, nearest] = [each, far];
    }
    const place = this.plane.back(x, y);
    const round = event.shiftKey ? 100 : 500;
    const bound = (value, most) => Math.max(0, Math.min(most, Math.round(value / round) * round));
    return {x: bound(place.x, this.scene.width), y: bound(place.y, this.scene.depth), exact: place, model};
  }

  /** Where the models are on the screen; who acts weighs most, and who is done least. */
  boxes() {
    const there = (this.scene?.models ?? []).filter((each) => this.figures.get(each.number)?.isThere);
    return there.map(({number, state}) => ({
      number,
      box: this.figures.get(number).group.getBoundingClientRect(),
      weight: {acting: 4, done: 1}[state] ?? 2,
    }));
  }

  /** Let a model glide along some places, or fall to the last; resolves when it is there. */
  glide(number, places, milliseconds, isFall = false) {
    const shown = this.figures.get(number);
    if (!shown?.isThere || isCalm() || document.hidden) return Promise.resolve();
    const stops = [shown.at, ...places];
    shown.moved = true;
    shown.at = stops.at(-1);
    return new Promise((done) => {
      const began = performance.now();
      const frame = (now) => {
        const share = Math.min(1, (now - began) / milliseconds);
        const eased = share < 0.5 || isFall ? (isFall ? 1 : 2) * share * share : 1 - 2 * (1 - share) * (1 - share);
        const along = eased * (stops.length - 1),
          leg = Math.min(Math.floor(along), stops.length - 2);
        const [from, to] = [stops[leg], stops[leg + 1]];
        const [x, y] = [0, 1].map((axis) => from[axis] + (to[axis] - from[axis]) * (along - leg));
        shown.group.setAttribute("transform", `translate(${x} ${y})${isFall ? ` scale(${1.35 - 0.35 * eased})` : ""}`);
        if (share < 1) requestAnimationFrame(frame);
        else done();
      };
      requestAnimationFrame(frame);
    });
  }

  /** Let something flash at a model for a moment: text that rises, in a class of its own. */
  flash(number, text, kind) {
    const shown = this.figures.get(number);
    if (!shown?.isThere || isCalm() || document.hidden) return;
    const [x, y] = shown.at;
    const group = svg("g", {transform: `translate(${x} ${y})`}, svg("text", {class: `flash ${kind}`, y: -8}, text));
    this.layers.over.append(group);
    setTimeout(() => group.remove(), 1100);
  }

  /** Draw a shot for a moment. */
  shot(who, whom) {
    const [one, other] = [who, whom].map((each) => this.figures.get(each));
    if (!one?.isThere || !other?.isThere || isCalm() || document.hidden) return;
    const line = svg("line", {
      class: "shot",
      x1: one.at[0],
      y1: one.at[1],
      x2: other.at[0],
      y2: other.at[1],
      pathLength: 1,
    });
    this.layers.over.append(line);
    setTimeout(() => line.remove(), 700);
  }
}

/** The buttons that zoom. */
export function zooms({view}) {
  const zoom = (label, text, act) =>
    el("button", {type: "button", "aria-label": label, title: label, onclick: act}, text);
  return el(
    "div",
    {class: "zooms"},
    zoom("Zoom in", "+", () => view.step(1.4)),
    zoom("Zoom out", "−", () => view.step(1 / 1.4)),
    zoom("Show the whole table", "⤢", () => view.fit()),
  );
}

/** The sides as the head shows them: their points that are left. */
export function sidesOf(info, scene) {
  return Object.entries(info.sides ?? {}).map(([side, {roster}]) => {
    const models = scene.models.filter((each) => each.side === side && each.state !== "removed");
    const points = models.reduce((sum, each) => sum + each.points, 0);
    return {side, name: roster, number: points, title: `${models.length} models, ${points} points`};
  });
}

export const roundOf = ({round, round_limit: most}) => ({text: round ? `Round ${round}` : "Deployment", round, most});
