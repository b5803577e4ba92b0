// The table: an SVG in layers, made from the scene that the server gives; it tells what the pointer is over.

import {el, isCalm, svg} from "/static/dom.js";
import {figure, lettersOf} from "./figures.js";
import {Overlay} from "./overlay.js";
import {Plane, units} from "./shapes.js";
import {ground, markers, patterns, terrain, zones} from "./terrain.js";
import {View} from "./view.js";

/** @import {Figure, MatchInfo, TableScene} from "interface" */
/** @import {Place} from "./shapes.js" */

/** What is under the pointer: a place to half an inch (on a level, if one is wanted), the place itself, and the model
 * if there is one.
 * @typedef {{x: number, y: number, level?: number, exact: {x: number, y: number}, model?: Figure | null}} Found */

/** @typedef {(found: Found) => void} Hears */

/** What hears of the pointer; a finger `rested` where it stays for a while.
 * @typedef {{hovered: Hears, picked: Hears, rested: Hears, left(): void}} Listener */

/** A model that is drawn: from which text, where, and whether it has glided away from there.
 * @typedef {{text: string, group: SVGGElement, isThere: boolean, at: Place, moved?: boolean}} Shown */

/** @typedef {typeof LAYERS[number]} Layer */
const LAYERS = /** @type {const} */ (["ground", "zones", "terrain", "markers", "reach", "lines", "models", "over"]);
/** @type {Pick<TableScene, "width" | "depth" | "models">} */
const EMPTY = {width: 0, depth: 0, models: []};

/** Shows a scene. */
export class Table {
  /** @type {TableScene | null} */
  scene = null;
  plane = new Plane(EMPTY);
  /** @type {Map<number, string>} */
  letters = new Map();
  /** @type {Map<number, Shown>} */
  figures = new Map();
  /** What the layers were drawn from.
   * @type {Partial<Record<Layer, string>>} */
  drawn = {};

  /** The numbers of the models that the reader leads, where others play for their side too.
   * @type {ReadonlySet<number>} */
  led = new Set();

  /** @param {Listener} listener */
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
    const layers = LAYERS.map((name) => [name, this.root.appendChild(svg("g", {class: `layer ${name}`}))]);
    this.layers = /** @type {Record<Layer, SVGGElement>} */ (Object.fromEntries(layers));
    this.view = new View(this.root, {
      hovered: (place, event) => this.listener.hovered(this.found(place, event)),
      picked: (place, event) => this.listener.picked(this.found(place, event)),
      rested: (place, event) => this.listener.rested(this.found(place, event)),
      left: () => this.listener.left(),
      resized: () => this.overlay?.refresh(),
    });
    this.overlay = new Overlay(this);
  }

  /** Draw a scene. The terrain is drawn once, the models where they changed.
   * @param {TableScene} scene */
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

  /**
   * @param {Layer} layer
   * @param {unknown} data
   * @param {() => Node[]} make
   */
  redraw(layer, data, make) {
    const text = JSON.stringify(data);
    if (this.drawn[layer] === text) return;
    this.drawn[layer] = text;
    this.layers[layer].replaceChildren(...make());
  }

  /** @param {Figure} model */
  put(model) {
    const isLed = this.led.has(model.number),
      text = JSON.stringify([model, isLed]),
      was = this.figures.get(model.number);
    if (was?.text === text && was.isThere === model.on_table && !was.moved) return;
    was?.group.remove();
    const group = figure(model, this.letters.get(model.number) ?? "", isLed);
    const at = this.plane.at(model.x, model.y);
    group.setAttribute("transform", `translate(${at})`);
    const {models} = this.layers;
    if (model.on_table && model.state === "acting")
      models.prepend(group); // its ring lies below its neighbours
    else if (model.on_table) models.append(group);
    this.figures.set(model.number, {text, group, isThere: model.on_table, at});
  }

  /** What is under a place: the model, if there is one, and the place itself, to half an inch (exactly with Shift).
   * @param {Place} place
   * @param {{pointerType?: string, shiftKey?: boolean}} event
   * @returns {Found} */
  found([x, y], event = {}) {
    const {models, width, depth} = this.scene ?? EMPTY;
    const reach = event.pointerType === "touch" ? Math.max(6, 18 / this.view.scale) : 5.6;
    /** @type {Figure | null} */
    let model = null;
    let nearest = reach;
    for (const each of models) {
      if (!each.on_table) continue;
      const [mx, my] = this.plane.at(each.x, each.y);
      const far = Math.hypot(mx - x, my - y) - (units(each.radius) - 5);
      if (far < nearest) [model, nearest] = [each, far];
    }
    const place = this.plane.back(x, y);
    const round = event.shiftKey ? 100 : 500;
    /** @type {(value: number, most: number) => number} */
    const bound = (value, most) => Math.max(0, Math.min(most, Math.round(value / round) * round));
    return {x: bound(place.x, width), y: bound(place.y, depth), exact: place, model};
  }

  /** Where the models are on the screen; who can be chosen must be seen, who acts weighs much, and who is done least.
   * @param {(number: number) => boolean} isOffered */
  boxes(isOffered) {
    return (this.scene?.models ?? []).flatMap(({number, state}) => {
      const shown = this.figures.get(number);
      const weight = isOffered(number) ? Infinity : state === "acting" ? 4 : state === "done" ? 1 : 2;
      return shown?.isThere ? [{number, box: shown.group.getBoundingClientRect(), weight}] : [];
    });
  }

  /** Let a model glide along some places, or fall to the last; resolves when it is there.
   * @param {number} number
   * @param {Place[]} places at least one
   * @param {number} milliseconds
   * @returns {Promise<void>} */
  glide(number, places, milliseconds, isFall = false) {
    const shown = this.figures.get(number);
    if (!shown?.isThere || isCalm() || document.hidden) return Promise.resolve();
    const stops = [shown.at, ...places];
    shown.moved = true;
    shown.at = stops[stops.length - 1];
    return new Promise((done) => {
      const began = performance.now();
      /** It ends at once where nobody sees it any more: no frames are drawn then. */
      const hide = () => document.hidden && frame(began + milliseconds);
      document.addEventListener("visibilitychange", hide);
      /** @param {number} now */
      const frame = (now) => {
        const share = Math.min(1, (now - began) / milliseconds);
        const eased = share < 0.5 || isFall ? (isFall ? 1 : 2) * share * share : 1 - 2 * (1 - share) * (1 - share);
        const along = eased * (stops.length - 1),
          leg = Math.min(Math.floor(along), stops.length - 2);
        const [from, to] = [stops[leg], stops[leg + 1]];
        const [x, y] = [0, 1].map((axis) => from[axis] + (to[axis] - from[axis]) * (along - leg));
        shown.group.setAttribute("transform", `translate(${x} ${y})${isFall ? ` scale(${1.35 - 0.35 * eased})` : ""}`);
        if (share < 1) return void requestAnimationFrame(frame);
        document.removeEventListener("visibilitychange", hide);
        done();
      };
      requestAnimationFrame(frame);
    });
  }

  /** Let something flash at a model for a moment: text that rises, in a class of its own.
   * @param {number} number
   * @param {string} text
   * @param {string} kind */
  flash(number, text, kind) {
    const shown = this.figures.get(number);
    if (!shown?.isThere || isCalm() || document.hidden) return;
    const [x, y] = shown.at;
    const group = svg("g", {transform: `translate(${x} ${y})`}, svg("text", {class: `flash ${kind}`, y: -8}, text));
    this.layers.over.append(group);
    setTimeout(() => group.remove(), 1100);
  }

  /** Draw a shot for a moment.
   * @param {number} who
   * @param {number} whom */
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

/** The buttons that zoom.
 * @param {Table} table */
export function zooms({view}) {
  /** @type {(label: string, text: string, act: () => void) => HTMLButtonElement} */
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

/** The sides as the head shows them: their points that are left.
 * @param {MatchInfo} info
 * @param {Pick<TableScene, "models">} scene */
export function sidesOf(info, scene) {
  return Object.entries(info.sides ?? {}).map(([side, {roster}]) => {
    const models = scene.models.filter((each) => each.side === side && each.state !== "removed");
    const points = models.reduce((sum, each) => sum + each.points, 0);
    return {side, name: roster, number: points, title: `${models.length} models, ${points} points`};
  });
}

/** Whether a battle has a map: not where the players keep the table.
 * @param {MatchInfo} info */
export const hasMap = ({options}) => !options?.some((each) => each === "companion");

/** @param {TableScene} scene */
export const roundOf = ({round, round_limit: most}) => ({text: round ? `Round ${round}` : "Deployment", round, most});
