// Small tools: elements, and the browser's storage.

const SVG = "http://www.w3.org/2000/svg";

/** What may stand within an element: a node, a text, a list of such; what is missing is left out.
 * @typedef {Nested<Node | string | number | Missing>} Child */

/** @typedef {false | null | undefined} Missing */

/** One of something, or lists of it within lists. A type that names itself would say it, but not in a comment.
 * @template One
 * @typedef {One | (One | (One | One[])[])[]} Nested */

/** What an attribute may be: `true` is one without a text, and what is missing is left out.
 * @typedef {string | number | true | Missing} Value */

/** The attributes of HTML that the pages use.
 * @typedef {"accept" | "autocomplete" | "checked" | "class" | "disabled" | "download" | "for" | "hidden" | "href"
 *   | "id" | "inputmode" | "label" | "max" | "maxlength" | "method" | "min" | "multiple" | "name" | "novalidate"
 *   | "open" | "placeholder" | "readonly" | "rel" | "required" | "role" | "rows" | "scope" | "selected"
 *   | "spellcheck" | "step" | "tabindex" | "target" | "title" | "type" | "value" | `aria-${string}`
 *   | `data-${string}`} HtmlName */

/** The attributes of SVG that the pages use.
 * @typedef {"cx" | "cy" | "d" | "fill" | "fill-rule" | "height" | "offset" | "pathLength" | "patternTransform"
 *   | "patternUnits" | "points" | "r" | "rx" | "text-anchor" | "transform" | "viewBox" | "width" | "x" | "x1" | "x2"
 *   | "y" | "y1" | "y2"} SvgName */

/** What hears an event of an element that was made here.
 * @template {keyof GlobalEventHandlersEventMap} Name
 * @template Made
 * @typedef {(event: GlobalEventHandlersEventMap[Name] & {readonly currentTarget: Made}) => unknown} Listener */

/** Attributes of an element; those that begin with "on" are listeners.
 * @template Made
 * @typedef {{[Name in HtmlName | SvgName]?: Value}
 *   & {[Name in keyof GlobalEventHandlersEventMap as `on${Name}`]?: Listener<Name, Made> | Missing}} Attributes */

/** Elements to the listeners that they were made with.
 * @type {WeakMap<Node, Record<string, Function>>} */
const listeners = new WeakMap();

/** What is there, as nodes and texts.
 * @param {Child[]} children
 * @returns {(Node | string)[]} */
const flat = (children) =>
  children.flatMap((each) => {
    if (Array.isArray(each)) return flat(each);
    if (each === null || each === undefined || each === false) return [];
    return [each instanceof Node ? each : String(each)];
  });

/**
 * @template {HTMLElement | SVGElement} Made
 * @param {Made} made
 * @param {Attributes<Made>} attributes
 * @param {Child[]} children
 */
function fill(made, attributes, children) {
  /** @type {[string, Value | Function][]} */
  const given = Object.entries(attributes);
  for (const [name, value] of given) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") {
      Object.assign(made, {[name]: value});
      listeners.set(made, {...listeners.get(made), [name]: value});
    } else made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...flat(children));
  return made;
}

/** An element of HTML.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Attributes<HTMLElementTagNameMap[Name]>} [attributes]
 * @param {Child[]} children */
export const el = (name, attributes = {}, ...children) => fill(document.createElement(name), attributes, children);

/** An element of SVG.
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {Attributes<SVGElementTagNameMap[Name]>} [attributes]
 * @param {Child[]} children */
export const svg = (name, attributes = {}, ...children) =>
  fill(document.createElementNS(SVG, name), attributes, children);

/** Whether the user prefers reduced motion. */
export const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The element of the page that has an id.
 * @param {string} id */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no part “${id}”.`);
  return found;
}

/** Show nodes in a parent. What is there already is changed in place: focus, scrolling and what is open stay. Children
 * of one kind, or with the same `data-tag`, are taken for the same.
 * @param {Node} parent
 * @param {Nested<ChildNode | Missing>[]} nodes */
export function update(parent, ...nodes) {
  const old = [...parent.childNodes];
  const shown = kids(nodes).map((made) => {
    const at = old.findIndex((each) => keyOf(each) === keyOf(made));
    return at < 0 ? made : changed(old.splice(at, 1)[0], made);
  });
  for (const each of old) each.remove();
  shown.forEach((each, at) => {
    if (parent.childNodes[at] !== each) parent.insertBefore(each, parent.childNodes[at] ?? null);
  });
}

/** @param {Nested<ChildNode | Missing>[]} nodes
 * @returns {ChildNode[]} */
const kids = (nodes) => nodes.flatMap((each) => (Array.isArray(each) ? kids(each) : each || []));

/** @param {Node} node */
const keyOf = (node) => (isStyled(node) ? node.dataset.tag : undefined) ?? node.nodeName;

/** @param {Node} node
 * @returns {node is HTMLElement | SVGElement} */
const isStyled = (node) => node instanceof HTMLElement || node instanceof SVGElement;

/** A node that now is as another one was made.
 * @param {ChildNode} node
 * @param {ChildNode} made */
function changed(node, made) {
  if (node instanceof Text && made instanceof Text) node.data = made.data;
  else if (isStyled(node) && isStyled(made)) {
    for (const {name} of [...node.attributes])
      if (name !== "open" && !made.hasAttribute(name)) node.removeAttribute(name);
    for (const {name, value} of made.attributes)
      if (name !== "style" && node.getAttribute(name) !== value) node.setAttribute(name, value);
    node.style.cssText = made.style.cssText;
    Object.assign(node, listeners.get(made));
    update(node, ...made.childNodes);
  }
  return node;
}

/** Load a style sheet that only some pages need.
 * @param {string} path */
export function stylesheet(path) {
  if (document.querySelector(`link[href="${path}"]`)) return Promise.resolve();
  return new Promise((done) =>
    document.head.append(el("link", {rel: "stylesheet", href: path, onload: done, onerror: done})),
  );
}

/** Fill a table with a row of headings and rows of texts.
 * @param {HTMLTableElement} table
 * @param {{headings: string[], rows: string[][]}} texts */
export function fillTable(table, {headings, rows}) {
  const head = headings.map((text) => el("th", {scope: "col"}, text));
  const body = rows.map((each) =>
    el(
      "tr",
      {},
      each.map((text) => el("td", {}, text)),
    ),
  );
  table.replaceChildren(el("thead", {}, el("tr", {}, head)), el("tbody", {}, body));
}

/** Open a dialog; a click beside it closes it.
 * @param {HTMLDialogElement} dialog */
export function openDialog(dialog) {
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {number} milliseconds */
export const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Announce a text to screen readers.
 * @param {string} text */
export function say(text) {
  byId("said").textContent = text;
}

/** Values in the browser's local storage. */
export const kept = {
  /**
   * @template Kept
   * @param {string} name
   * @param {Kept} otherwise
   * @returns {Kept}
   */
  get(name, otherwise) {
    try {
      return JSON.parse(localStorage.getItem(`battlewright.${name}`) ?? "null") ?? otherwise;
    } catch {
      return otherwise;
    }
  },
  /**
   * @param {string} name
   * @param {unknown} value
   */
  set(name, value) {
    try {
      localStorage.setItem(`battlewright.${name}`, JSON.stringify(value));
    } catch {
      /* a private window */
    }
  },
  /** @param {string} name */
  drop(name) {
    try {
      localStorage.removeItem(`battlewright.${name}`);
    } catch {
      /* a private window */
    }
  },
};

/** What this browser knows of a match.
 * @typedef {object} Remembered
 * @property {string} id
 * @property {string} [title]
 * @property {string} [system]
 * @property {string | null} [seat]
 * @property {string} [value] what this browser has added to the dice
 * @property {string} [commitment] the server's commitment to them
 * @property {Record<string, string>} [invitations] by the name of the seat
 * @property {number} [at] when it was begun or joined here, in milliseconds
 * @property {number} [created] when it was begun
 * @property {number} [changed] when it last changed
 * @property {string | null} [side] the side of this browser's seat
 * @property {string} [others] who else plays
 * @property {{left: string[], isStopped?: boolean}} [lesson] where it teaches: the steps that were left behind
 * @property {{winner: string | null, sentence: string} | null} [result] */

/** How many matches a browser remembers. */
const MOST_REMEMBERED = 60;

/** The matches that this browser has played, the last first.
 * @returns {Remembered[]} */
export const playedHere = () => kept.get("matches", []);

/** What this browser knows of a match.
 * @param {string} id */
export const remembered = (id) => playedHere().find((each) => each.id === id);

/** Keep what is known of a match.
 * @param {string} id
 * @param {Omit<Remembered, "id">} more */
export function remember(id, more) {
  const others = playedHere().filter((each) => each.id !== id);
  kept.set("matches", [{...remembered(id), id, ...more}, ...others].slice(0, MOST_REMEMBERED));
}

/** Remember a match no longer.
 * @param {string} id */
export const forget = (id) =>
  kept.set(
    "matches",
    playedHere().filter((each) => each.id !== id),
  );
