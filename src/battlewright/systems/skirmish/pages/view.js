// The part of the table that is seen: pan and zoom by wheel, by fingers and by keys.

const MARGIN = {left: 10, right: 4, top: 4, bottom: 9};
const MOST = 8;

/** Keeps the viewBox of a table's SVG. What is clicked without being dragged goes to `picked`, moves to `hovered`. */
export class View {
  constructor(root, listener) {
    Object.assign(this, {root, listener, pointers: new Map(), dragged: false, zoom: 1});
    root.addEventListener("wheel", (event) => this.wheel(event), {passive: false});
    root.addEventListener("pointerdown", (event) => this.down(event));
    root.addEventListener("pointermove", (event) => this.move(event));
    root.addEventListener("pointerup", (event) => this.up(event));
    root.addEventListener("pointercancel", (event) => this.pointers.delete(event.pointerId));
    root.addEventListener("pointerleave", (event) => {
      if (event.pointerType !== "touch") listener.left();
    });
    new ResizeObserver(() => this.listener.resized?.()).observe(root);
  }

  /** Show the whole table. */
  fit(plane = this.plane) {
    this.plane = plane;
    const {left, right, top, bottom} = MARGIN;
    this.whole = {x: -left, y: -top, width: plane.width + left + right, height: plane.height + top + bottom};
    this.zoom = 1;
    this.set(this.whole.x, this.whole.y);
  }

  set(x, y) {
    const width = this.whole.width / this.zoom,
      height = this.whole.height / this.zoom;
    const bound = (value, least, most) => Math.max(least, Math.min(most, value));
    this.x = bound(x, this.whole.x, this.whole.x + this.whole.width - width);
    this.y = bound(y, this.whole.y, this.whole.y + this.whole.height - height);
    this.root.setAttribute("viewBox", `${this.x} ${this.y} ${width} ${height}`);
    this.root.classList.toggle("zoomed", this.zoom > 1.01);
    this.listener.resized?.();
  }

  /** Pixels of the screen for a unit of the table. */
  get scale() {
    return this.root.getScreenCTM()?.a || 1;
  }

  /** The place of the table under a point of the screen, in units. */
  under(event) {
    const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.root.getScreenCTM().inverse());
    return [place.x, place.y];
  }

  /** Zoom so that a place stays where it is. */
  zoomAt([x, y], factor) {
    const zoom = Math.max(1, Math.min(MOST, this.zoom * factor));
    const share = this.zoom / zoom;
    this.zoom = zoom;
    this.set(x - (x - this.x) * share, y - (y - this.y) * share);
  }

  /** Zoom around the middle of what is seen. */
  step(factor) {
    this.zoomAt([this.x + this.whole.width / this.zoom / 2, this.y + this.whole.height / this.zoom / 2], factor);
  }

  /** Move the view so that a place is seen. */
  reveal([x, y]) {
    const width = this.whole.width / this.zoom,
      height = this.whole.height / this.zoom;
    if (x < this.x + 8 || x > this.x + width - 8 || y < this.y + 8 || y > this.y + height - 8)
      this.set(x - width / 2, y - height / 2);
  }

  wheel(event) {
    event.preventDefault();
    this.zoomAt(this.under(event), Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)));
  }

  down(event) {
    this.pointers.set(event.pointerId, [event.clientX, event.clientY]);
    if (this.pointers.size === 1) Object.assign(this, {dragged: false, start: [event.clientX, event.clientY]});
    else this.dragged = true;
  }

  move(event) {
    const was = this.pointers.get(event.pointerId);
    if (!was) return this.listener.hovered(this.under(event), event);
    const now = [event.clientX, event.clientY];
    if (this.pointers.size === 2) return this.pinch(event.pointerId, was, now);
    if (!this.dragged && Math.hypot(now[0] - this.start[0], now[1] - this.start[1]) < 6) return undefined;
    if (!this.dragged) this.root.setPointerCapture(event.pointerId);
    this.dragged = true;
    this.pointers.set(event.pointerId, now);
    return this.set(this.x - (now[0] - was[0]) / this.scale, this.y - (now[1] - was[1]) / this.scale);
  }

  pinch(id, was, now) {
    const other = [...this.pointers].find(([each]) => each !== id)[1];
    const distance = (place) => Math.hypot(place[0] - other[0], place[1] - other[1]) || 1;
    const middle = this.under({clientX: (now[0] + other[0]) / 2, clientY: (now[1] + other[1]) / 2});
    this.zoomAt(middle, distance(now) / distance(was));
    this.pointers.set(id, now);
    this.set(this.x - (now[0] - was[0]) / this.scale / 2, this.y - (now[1] - was[1]) / this.scale / 2);
  }

  up(event) {
    const isClick = this.pointers.size === 1 && !this.dragged && event.button === 0;
    this.pointers.delete(event.pointerId);
    if (isClick) this.listener.picked(this.under(event), event);
  }
}
