// Shapes on the table: one inch is ten units, and north is up. Outlines of cells, shadows, paths of SVG.

/** A place: in units of the drawing, or on the table in thousandths of an inch.
 * @typedef {[x: number, y: number]} Place */

const UNIT = 100;

/** The plane of a table: from thousandths of an inch to units, and back. */
export class Plane {
  /** @param {{width: number, depth: number}} scene */
  constructor({width, depth}) {
    this.width = width / UNIT;
    this.height = depth / UNIT;
    this.depth = depth;
  }

  /**
   * @param {number} x
   * @param {number} y
   * @returns {Place}
   */
  at(x, y) {
    return [x / UNIT, (this.depth - y) / UNIT];
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  back(x, y) {
    return {x: Math.round(x * UNIT), y: Math.round(this.depth - y * UNIT)};
  }
}

/** @param {number} length */
export const units = (length) => length / UNIT;
/** @param {number} value */
const number = (value) => Math.round(value * 100) / 100;
/** Places as the points of a polygon.
 * @param {Place[]} places */
export const points = (places) => places.map(([x, y]) => `${number(x)},${number(y)}`).join(" ");
/** Places as a closed path.
 * @param {Place[]} places */
export const loop = (places) => `M${places.map(([x, y]) => `${number(x)} ${number(y)}`).join("L")}Z`;

/** A regular octagon with flat sides around the origin.
 * @param {number} radius
 * @returns {Place[]} */
export function octagon(radius) {
  return [...Array(8).keys()].map((each) => {
    const angle = Math.PI / 8 + (each * Math.PI) / 4;
    return [radius * 1.04 * Math.cos(angle), radius * 1.04 * Math.sin(angle)];
  });
}

/** An arc around the origin from the top, clockwise; a share of 1 closes it.
 * @param {number} radius
 * @param {number} share */
export function arc(radius, share) {
  if (share >= 1) return `M0 ${-radius}A${radius} ${radius} 0 1 1 -.01 ${-radius}Z`;
  const angle = 2 * Math.PI * share;
  const end = `${number(radius * Math.sin(angle))} ${number(-radius * Math.cos(angle))}`;
  return `M0 ${-radius}A${radius} ${radius} 0 ${share > 0.5 ? 1 : 0} 1 ${end}`;
}

/** The convex hull of some points.
 * @param {Place[]} places */
export function hull(places) {
  const sorted = [...places].sort((one, other) => one[0] - other[0] || one[1] - other[1]);
  /** @param {Place[]} each */
  const half = (each) => {
    /** @type {Place[]} */
    const found = [];
    for (const place of each) {
      while (found.length > 1 && turn(found[found.length - 2], found[found.length - 1], place) <= 0) found.pop();
      found.push(place);
    }
    return found.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

/** Which way one turns who goes from a over b to c.
 * @param {Place} a
 * @param {Place} b
 * @param {Place} c */
const turn = (a, b, c) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/** The outlines of the cells for which `inside(column, row)` holds, smoothed, as loops of (column, row) of cells.
 * @param {number} columns
 * @param {number} rows
 * @param {(column: number, row: number) => boolean} inside */
export function outlines(columns, rows, inside) {
  /** Corners, each with those that an edge leads to.
   * @type {Map<string, {at: Place, to: Place[]}>} */
  const from = new Map();
  /** @type {(x0: number, y0: number, x1: number, y1: number) => void} */
  const edge = (x0, y0, x1, y1) => {
    const key = `${x0},${y0}`;
    from.set(key, {at: [x0, y0], to: [...(from.get(key)?.to ?? []), [x1, y1]]});
  };
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      if (!inside(column, row)) continue;
      if (!inside(column, row - 1)) edge(column, row, column + 1, row);
      if (!inside(column + 1, row)) edge(column + 1, row, column + 1, row + 1);
      if (!inside(column, row + 1)) edge(column + 1, row + 1, column, row + 1);
      if (!inside(column - 1, row)) edge(column, row + 1, column, row);
    }
  }
  const found = [];
  while (from.size) {
    const corners = [];
    let corner = from.values().next().value;
    while (corner) {
      const {at, to} = corner;
      const [next] = to.splice(0, 1);
      if (!to.length) from.delete(`${at}`);
      corners.push(at);
      corner = from.get(`${next}`);
    }
    found.push(smooth(corners));
  }
  return found;
}

/** Round a loop of unit edges: the middles of its edges, then each corner cut once.
 * @param {Place[]} corners
 * @returns {Place[]} */
function smooth(corners) {
  const middles = corners.map((place, each) => between(place, corners[(each + 1) % corners.length], 0.5));
  return middles
    .flatMap((place, each) => {
      const next = middles[(each + 1) % middles.length];
      return [between(place, next, 0.25), between(place, next, 0.75)];
    })
    .map(([x, y]) => [x - 0.5, y - 0.5]);
}

/** The place at a share of the way from one to another.
 * @param {Place} one
 * @param {Place} other
 * @param {number} share
 * @returns {Place} */
const between = (one, other, share) => [one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share];

/** The edges that face the light, which comes from the north-west.
 * @param {Place[]} corners
 * @returns {Place[]} */
export function lit(corners) {
  const start = corners.reduce(
    (best, place, each) => (place[0] - place[1] < corners[best][0] - corners[best][1] ? each : best),
    0,
  );
  /** @param {Place} place */
  const score = (place) => -place[0] - place[1];
  const best = corners.reduce((one, place, each) => (score(place) > score(corners[one]) ? each : one), start);
  const count = corners.length;
  return [corners[(best + count - 1) % count], corners[best], corners[(best + 1) % count]];
}

/** Whether these are the corners of a wall: much longer than it is wide.
 * @param {Place[]} corners in units */
export function isNarrow(corners) {
  if (corners.length !== 4) return false;
  const sides = [0, 1].map((each) =>
    Math.hypot(corners[each][0] - corners[each + 1][0], corners[each][1] - corners[each + 1][1]),
  );
  return Math.min(...sides) <= 6 && Math.max(...sides) >= 3 * Math.min(...sides);
}

/** @param {Place[]} corners */
export function area(corners) {
  const twice = corners.reduce((sum, [x, y], each) => {
    const [nx, ny] = corners[(each + 1) % corners.length];
    return sum + x * ny - nx * y;
  }, 0);
  return Math.abs(twice) / 2;
}

/** Whether a place lies within some corners.
 * @param {Place[]} corners
 * @param {number} x
 * @param {number} y */
export function isInside(corners, x, y) {
  let found = false;
  corners.forEach(([ax, ay], each) => {
    const [bx, by] = corners[(each + 1) % corners.length];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) found = !found;
  });
  return found;
}
