// QR codes (ISO/IEC 18004): a text as a square of dark and light modules, which survives the loss of a seventh of them.

/** The check bytes of a block, and the number of blocks, by version, at error correction level M. */
const CHECKS = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10];

/** Which modules a mask turns over.
 * @type {((x: number, y: number) => boolean)[]} */
const MASKS = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Rows of modules; true is dark.
 * @typedef {boolean[][]} Modules */

/** The modules of a text, by the mask that reads best, or by one that is named.
 * @param {string} text
 * @param {number} [mask]
 * @returns {Modules} */
export function qrCode(text, mask) {
  const bytes = [...new TextEncoder().encode(text)];
  const version = BLOCKS.findIndex((_, index) => bytes.length <= capacity(index + 1)) + 1;
  if (!version) throw new Error("The text is too long for a QR code.");
  const bits = withChecks(padded(bytes, version), version).flatMap((byte) => bitsOf(byte, 8));
  const masks = mask === undefined ? MASKS.keys() : [mask];
  const drawn = [...masks].map((each) => draw(version, bits, each));
  return drawn.reduce((best, each) => (penalty(each) < penalty(best) ? each : best));
}

/** The code as the path of an SVG, with the light margin that readers need, and the width of it all.
 * @param {string} text */
export function qrPath(text) {
  const modules = qrCode(text),
    margin = 4;
  const path = modules
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + margin} ${y + margin}h1v1h-1z` : "")))
    .join("");
  return {path, size: modules.length + 2 * margin};
}

/** @param {number} value
 * @param {number} count */
const bitsOf = (value, count) => Array.from({length: count}, (_, index) => (value >> (count - 1 - index)) & 1);

/** How many bytes a version has, checks and all.
 * @param {number} version */
function allBytes(version) {
  const marks = Math.floor(version / 7) + 2,
    modules = (16 * version + 128) * version + 64;
  if (version === 1) return modules >> 3;
  return (modules - ((25 * marks - 10) * marks - 55) - (version < 7 ? 0 : 36)) >> 3;
}

/** @param {number} version */
const dataBytes = (version) => allBytes(version) - CHECKS[version - 1] * BLOCKS[version - 1];
/** @param {number} version */
const lengthBits = (version) => (version < 10 ? 8 : 16);
/** How many bytes of text fit into a version.
 * @param {number} version */
const capacity = (version) => dataBytes(version) - Math.ceil((4 + lengthBits(version)) / 8);

/** The data of a code: how it is written, its length, the text, and what fills it up.
 * @param {number[]} bytes
 * @param {number} version */
function padded(bytes, version) {
  const bits = [
    ...bitsOf(4, 4),
    ...bitsOf(bytes.length, lengthBits(version)),
    ...bytes.flatMap((each) => bitsOf(each, 8)),
  ];
  const full = 8 * dataBytes(version);
  bits.push(...Array(Math.min(4, full - bits.length)).fill(0));
  bits.push(...Array(-bits.length & 7).fill(0));
  const data = Array.from({length: bits.length / 8}, (_, at) =>
    Number.parseInt(bits.slice(8 * at, 8 * at + 8).join(""), 2),
  );
  return [...data, ...Array.from({length: dataBytes(version) - data.length}, (_, at) => (at % 2 ? 0x11 : 0xec))];
}

/** The product of two elements of the field of 256 that the checks are made in.
 * @param {number} one
 * @param {number} other */
function times(one, other) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1)
    product = (product << 1) ^ (product & 128 ? 0x11d : 0) ^ ((one >> bit) & 1 ? other : 0);
  return product;
}

/** The check bytes of a block: what is left when it is divided by the polynomial of so many powers of two.
 * @param {number[]} block
 * @param {number} count */
function checks(block, count) {
  let divisor = [1],
    root = 1;
  for (let degree = 0; degree < count; degree += 1) {
    divisor = [...divisor, 0].map((each, at) => each ^ times(divisor[at - 1] ?? 0, root));
    root = times(root, 2);
  }
  const rest = [...block, ...Array(count).fill(0)];
  for (let at = 0; at < block.length; at += 1) {
    const factor = rest[at];
    divisor.forEach((each, index) => {
      rest[at + index] ^= times(each, factor);
    });
  }
  return rest.slice(block.length);
}

/** Data in blocks, each with its checks, byte by byte in turns.
 * @param {number[]} data
 * @param {number} version */
function withChecks(data, version) {
  const [count, each] = [BLOCKS[version - 1], CHECKS[version - 1]],
    short = Math.floor(data.length / count),
    long = data.length % count;
  const blocks = Array.from({length: count}, (_, at) => {
    const begin = at * short + Math.max(0, at - (count - long));
    return data.slice(begin, begin + short + (at < count - long ? 0 : 1));
  });
  /** @param {number[][]} lists */
  const inTurns = (lists) =>
    Array.from({length: short + each}, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat();
  return [...inTurns(blocks), ...inTurns(blocks.map((block) => checks(block, each)))];
}

/** Some bits and the rest of their division by a polynomial.
 * @param {number} value
 * @param {number} polynomial
 * @param {number} count */
function withRest(value, polynomial, count) {
  let rest = value;
  for (let step = 0; step < count; step += 1) rest = (rest << 1) ^ ((rest >> (count - 1)) & 1 ? polynomial : 0);
  return (value << count) | rest;
}

/** Draw a code: the fixed patterns, what tells its kind, and the bits under a mask.
 * @param {number} version
 * @param {number[]} bits
 * @param {number} mask */
function draw(version, bits, mask) {
  const size = 4 * version + 17;
  /** @type {(boolean | undefined)[][]} */
  const modules = Array.from({length: size}, () => Array(size).fill(undefined));
  /** @type {(x: number, y: number, isDark: boolean) => void} */
  const set = (x, y, isDark) => {
    if (x >= 0 && y >= 0 && x < size && y < size) modules[y][x] = isDark;
  };
  /** A square with rings around it.
   * @type {(x: number, y: number, reach: number, light: number[]) => void} */
  const target = (x, y, reach, light) => {
    for (let dy = -reach; dy <= reach; dy += 1)
      for (let dx = -reach; dx <= reach; dx += 1)
        set(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
  };
  for (let at = 0; at < size; at += 1) {
    set(at, 6, at % 2 === 0);
    set(6, at, at % 2 === 0);
  }
  const places = marksOf(version);
  places.forEach((y, row) => {
    places.forEach((x, column) => {
      const corners = [row, column].filter((each) => each === places.length - 1).length;
      if (!(row === 0 && column === 0) && !(corners === 1 && Math.min(row, column) === 0)) target(x, y, 2, [1]);
    });
  });
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ])
    target(x, y, 4, [2, 4]);
  drawFormat(mask, size, set);
  if (version > 6)
    for (let at = 0, told = withRest(version, 0x1f25, 12); at < 18; at += 1) {
      const [x, y] = [size - 11 + (at % 3), Math.floor(at / 3)];
      set(x, y, Boolean((told >> at) & 1));
      set(y, x, Boolean((told >> at) & 1));
    }
  let next = 0;
  for (const {x, y} of zigzag(size))
    if (modules[y][x] === undefined) modules[y][x] = Boolean(bits[next++]) !== MASKS[mask](x, y);
  return /** @type {Modules} */ (modules);
}

/** Where the small marks are, along an edge.
 * @param {number} version */
function marksOf(version) {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2,
    step = 2 * Math.ceil((4 * version + 4) / (2 * count - 2));
  return [6, ...Array.from({length: count - 1}, (_, at) => 4 * version + 10 - step * (count - 2 - at))];
}

/** The error correction level (M is 0) and the mask, twice.
 * @param {number} mask
 * @param {number} size
 * @param {(x: number, y: number, isDark: boolean) => void} set */
function drawFormat(mask, size, set) {
  const told = withRest(mask, 0x537, 10) ^ 0x5412;
  for (let at = 0; at < 15; at += 1) {
    const isDark = Boolean((told >> at) & 1);
    if (at < 8) set(8, at < 6 ? at : at + 1, isDark);
    else set(at === 8 ? 7 : 14 - at, 8, isDark);
    if (at < 8) set(size - 1 - at, 8, isDark);
    else set(8, size - 15 + at, isDark);
  }
  set(8, size - 8, true);
}

/** The places of the bits: up and down in columns two wide, from the right.
 * @param {number} size */
function* zigzag(size) {
  let isUp = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5; // beside the dotted line
    for (let step = 0; step < size; step += 1)
      for (const x of [right, right - 1]) yield {x, y: isUp ? size - 1 - step : step};
    isUp = !isUp;
  }
}

/** How hard a code is to read: long runs, blocks, what looks like a corner, and more of one colour.
 * @param {Modules} modules */
function penalty(modules) {
  const turned = modules.map((_, x) => modules.map((row) => row[x]));
  const lines = [...modules, ...turned].map((line) => line.map(Number).join(""));
  let sum = 0;
  for (const line of lines) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
    sum += 40 * [...line.matchAll(/(?=10111010000|00001011101)/g)].length;
  }
  const at = (/** @type {number} */ y, /** @type {number} */ x) => modules[y][x];
  for (let y = 1; y < modules.length; y += 1)
    for (let x = 1; x < modules.length; x += 1)
      if (at(y, x) === at(y, x - 1) && at(y, x) === at(y - 1, x) && at(y, x) === at(y - 1, x - 1)) sum += 3;
  const share = modules.flat().filter(Boolean).length / modules.length ** 2;
  return sum + 10 * Math.floor(Math.abs(share - 0.5) / 0.05);
}
