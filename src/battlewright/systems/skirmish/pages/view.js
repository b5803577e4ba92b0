// The part of the table that is seen: pan and zoom by wheel, by fingers and by keys.

/** @import {Place, Plane} from "./shapes.js" */

/** @typedef {{x: number, y: number, width: number, height: number}} Box */

/** What hears of pointers over a table, by their places.
 * @typedef {object} Listener
 * @property {(place: Place, event: PointerEvent) => void} hovered
 * @property {(place: Place, event: PointerEvent) => void} picked what was clicked without being dragged
 * @property {(place: Place, event: PointerEvent) => void} rested what a finger rests on
 * @property {() => void} left
 * @property {() => void} [resized] */

const MARGIN = {left: 10, right: 4, top: 4, bottom: 9};
const MOST = 8;
/** After how long a finger that stays where it is looks at something, in milliseconds. */
const RESTS = 450;

/** The part of a whole that is seen at a zoom, from a corner on, and not beyond the whole.
 * @param {Box} whole
 * @param {number} zoom
 * @param {number} x
 * @param {number} y
 * @returns {Box} */
export function seen(whole, zoom, x, y) {
  const width = whole.width / zoom,
    height = whole.height / zoom;
  /** @type {(value: number, least: number, most: number) => number} */
  const bound = (value, least, most) => Math.max(least, Math.min(most, value));
  return {
    x: bound(x, whole.x, whole.x + whole.width - width),
    y: bound(y, whole.y, whole.y + whole.height - height),
    width,
    height,
  };
}

/** Keeps the viewBox of a table's SVG. */
export class View {
  /** The whole table with its margin, and the part of it that is seen. */
  whole = {x: 0, y: 0, width: 1, height: 1};
  box = this.whole;
  zoom = 1;

  /** Pointers that are down, by their ids, where they are on the screen.
   * @type {Map<number, Place>} */
  pointers = new Map();
  dragged = false;
  /** Whether a finger rests on the table, to look at what is below it. */
  isResting = false;
  resting = 0;
  /** @type {Place} */
  start = [0, 0];

  /**
   * @param {SVGSVGElement} root
   * @param {Listener} listener
   */
  constructor(root, listener) {
    this.root = root;
    this.listener = listener;
    root.addEventListener("wheel", (event) => this.wheel(event), {passive: false});
    root.addEventListener("pointerdown", (event) => this.down(event));
    root.addEventListener("pointermove", (event) => this.move(event));
    root.addEventListener("pointerup", (event) => this.up(event));
    root.addEventListener("pointercancel", (event) => this.drop(event));
    root.addEventListener("contextmenu", (event) => this.pointers.size && event.preventDefault()); // a finger rests
    root.addEventListener("pointerleave", (event) => {
      if (event.pointerType !== "touch") listener.left();
    });
    new ResizeObserver(() => this.listener.resized?.()).observe(root);
  }

  /** Show the whole table.
   * @param {Plane} [plane] */
  fit(plane) {
    const {left, right, top, bottom} = MARGIN;
    if (plane) this.whole = {x: -left, y: -top, width: plane.width + left + right, height: plane.height + top + bottom};
    this.zoom = 1;
    this.set(this.whole.x, this.whole.y);
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  set(x, y) {
    this.box = seen(this.whole, this.zoom, x, y);
    this.root.setAttribute("viewBox", `${this.box.x} ${this.box.y} ${this.box.width} ${this.box.height}`);
    this.root.classList.toggle("zoomed", this.zoom > 1.01);
    this.listener.resized?.();
  }

  /** Pixels of the screen for a unit of the table. */
  get scale() {
    return this.root.getScreenCTM()?.a || 1;
  }

  /** The place of the table under a point of the screen, in units.
   * @param {{clientX: number, clientY: number}} event
   * @returns {Place} */
  under(event) {
    const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.root.getScreenCTM()?.inverse());
    return [place.x, place.y];
  }

  /** Zoom so that a place stays where it is.
   * @param {Place} place
   * @param {number} factor */
  zoomAt([x, y], factor) {
    const zoom = Math.max(1, Math.min(MOST, this.zoom * factor));
    const share = this.zoom / zoom;
    this.zoom = zoom;
    this.set(x - (x - this.box.x) * share, y - (y - this.box.y) * share);
  }

  /** Zoom around the middle of what is seen.
   * @param {number} factor */
  step(factor) {
    this.zoomAt([this.box.x + this.box.width / 2, this.box.y + this.box.height / 2], factor);
  }

  /** Move the view so that a place is seen.
   * @param {Place} place */
  reveal([x, y]) {
    const {width, height, ...box} = this.box;
    if (x < box.x + 8 || x > box.x + width - 8 || y < box.y + 8 || y > box.y + height - 8)
      this.set(x - width / 2, y - height / 2);
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    event.preventDefault();
    this.zoomAt(this.under(event), Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)));
  }

  /** @param {PointerEvent} event */
  down(event) {
    const {pointerId, pointerType, clientX, clientY} = event;
    this.pointers.set(pointerId, [clientX, clientY]);
    this.dragged = this.pointers.size > 1;
    this.isResting = false;
    clearTimeout(this.resting);
    if (this.dragged) return;
    this.start = [clientX, clientY];
    if (pointerType !== "mouse") this.resting = setTimeout(() => this.rest(event), RESTS);
  }

  /** A finger rests: that is for looking, and no click.
   * @param {PointerEvent} event */
  rest(event) {
    if (this.dragged || !this.pointers.has(event.pointerId)) return;
    this.isResting = true;
    this.listener.rested(this.under(event), event);
  }

  /** A pointer is gone.
   * @param {PointerEvent} event */
  drop({pointerId}) {
    clearTimeout(this.resting);
    this.pointers.delete(pointerId);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const was = this.pointers.get(event.pointerId);
    if (!was || this.isResting) return this.listener.hovered(this.under(event), event);
    /** @type {Place} */
    const now = [event.clientX, event.clientY];
    if (this.pointers.size === 2) return this.pinch(event.pointerId, was, now);
    if (!this.dragged && Math.hypot(now[0] - this.start[0], now[1] - this.start[1]) < 6) return undefined;
    if (!this.dragged) this.root.setPointerCapture(event.pointerId);
    this.dragged = true;
    this.pointers.set(event.pointerId, now);
    return this.set(this.box.x - (now[0] - was[0]) / this.scale, this.box.y - (now[1] - was[1]) / this.scale);
  }

  /** Two fingers: what is between them stays there.
   * @param {number} id
   * @param {Place} was
   * @param {Place} now */
  pinch(id, was, now) {
    const other = [...this.pointers].find(([each]) => each !== id)?.[1] ?? now;
    /** @param {Place} place */
    const distance = (place) => Math.hypot(place[0] - other[0], place[1] - other[1]) || 1;
    const middle = this.under({clientX: (now[0] + other[0]) / 2, clientY: (now[1] + other[1]) / 2});
    this.zoomAt(middle, distance(now) / distance(was));
    this.pointers.set(id, now);
    this.set(this.box.x - (now[0] - was[0]) / this.scale / 2, this.box.y - (now[1] - was[1]) / this.scale / 2);
  }

  /** @param {PointerEvent} event */
  up(event) {
    const isClick = this.pointers.size === 1 && !this.dragged && !this.isResting && event.button === 0;
    this.drop(event);
    if (isClick) this.listener.picked(this.under(event), event);
  }
}
