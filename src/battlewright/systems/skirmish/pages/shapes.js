// Shapes on the table: one inch is ten units, and north is up. Outlines of cells, shadows, paths of SVG.

const UNIT = 100;

/** The plane of a table: from thousandths of an inch to units, and back. */
export class Plane {
  constructor(scene) {
    Object.assign(this, {width: scene.width / UNIT, height: scene.depth / UNIT, depth: scene.depth});
  }

  at(x, y) {
    return [x / UNIT, (this.depth - y) / UNIT];
  }

  back(x, y) {
    return {x: Math.round(x * UNIT), y: Math.round(this.depth - y * UNIT)};
  }
}

export const units = (length) => length / UNIT;
const number = (value) => Math.round(value * 100) / 100;
export const points = (places) => places.map(([x, y]) => `${number(x)},${number(y)}`).join(" ");
export const loop = (places) => `M${places.map(([x, y]) => `${number(x)} ${number(y)}`).join("L")}Z`;

/** A regular octagon with flat sides around the origin. */
export function octagon(radius) {
  return [...Array(8).keys()].map((each) => {
    const angle = Math.PI / 8 + (each * Math.PI) / 4;
    return [radius * 1.04 * Math.cos(angle), radius * 1.04 * Math.sin(angle)];
  });
}

/** An arc around the origin from the top, clockwise; a share of 1 closes it. */
export function arc(radius, share) {
  if (share >= 1) return `M0 ${-radius}A${radius} ${radius} 0 1 1 -.01 ${-radius}Z`;
  const angle = 2 * Math.PI * share;
  const end = `${number(radius * Math.sin(angle))} ${number(-radius * Math.cos(angle))}`;
  return `M0 ${-radius}A${radius} ${radius} 0 ${share > 0.5 ? 1 : 0} 1 ${end}`;
}

/** The convex hull of some points. */
export function hull(places) {
  const sorted = [...places].sort((one, other) => one[0] - other[0] || one[1] - other[1]);
  const half = (each) => {
    const found = [];
    for (const place of each) {
      while (found.length > 1 && turn(found.at(-2), found.at(-1), place) <= 0) found.pop();
      found.push(place);
    }
    return found.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

const turn = (a, b, c) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/** The outlines of the cells for which `inside(column, row)` holds, smoothed, as loops of (column, row) of cells. */
export function outlines(columns, rows, inside) {
  const from = new Map();
  const edge = (x0, y0, x1, y1) => {
    const key = `${x0},${y0}`;
    from.set(key, [...(from.get(key) ?? []), [x1, y1]]);
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
    const [start] = from.keys();
    const corners = [];
    for (let key = start; from.has(key); ) {
      const next = from.get(key);
      const [x, y] = next.shift();
      if (!next.length) from.delete(key);
      corners.push(key.split(",").map(Number));
      key = `${x},${y}`;
    }
    found.push(smooth(corners));
  }
  return found;
}

/** Round a loop of unit edges: the middles of its edges, then each corner cut once. */
function smooth(corners) {
  const middles = corners.map((place, each) => between(place, corners[(each + 1) % corners.length], 0.5));
  return middles
    .flatMap((place, each) => {
      const next = middles[(each + 1) % middles.length];
      return [between(place, next, 0.25), between(place, next, 0.75)];
    })
    .map(([x, y]) => [x - 0.5, y - 0.5]);
}

const between = (one, other, share) => [one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share];
