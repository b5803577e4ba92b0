// Small tools: elements, text for people, what this browser keeps.

export const calm = matchMedia("(prefers-reduced-motion: reduce)");
const SVG = "http://www.w3.org/2000/svg";

/** Elements to the listeners that they were made with. */
const listeners = new WeakMap();
const there = (each) => each !== null && each !== undefined && each !== false;

function fill(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (!there(value)) continue;
    if (name.startsWith("on")) {
      made[name] = value;
      listeners.set(made, {...listeners.get(made), [name]: value});
    } else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat(9).filter(there));
  return made;
}

/** An element of HTML; attributes that begin with "on" are listeners. */
export const el = (name, attributes, ...children) => fill(document.createElement(name), attributes, children);

/** An element of SVG. */
export const svg = (name, attributes, ...children) => fill(document.createElementNS(SVG, name), attributes, children);

/** Show nodes in a parent. What is there already is changed in place: focus, scrolling and what is open stay. Children
 * of one kind, or with the same `data-tag`, are taken for the same. */
export function update(parent, ...nodes) {
  const old = [...parent.childNodes],
    key = (node) => node.dataset?.tag ?? node.nodeName;
  const shown = nodes
    .flat(9)
    .filter(there)
    .map((made) => {
      const at = old.findIndex((each) => key(each) === key(made));
      return at < 0 ? made : changed(old.splice(at, 1)[0], made);
    });
  for (const each of old) each.remove();
  shown.forEach((each, at) => {
    if (parent.childNodes[at] !== each) parent.insertBefore(each, parent.childNodes[at] ?? null);
  });
}

/** A node that now is as another one was made. */
function changed(node, made) {
  if (node.nodeType === Node.TEXT_NODE) node.data = made.data;
  else {
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

/** Load a style sheet that only some pages need. */
export function stylesheet(path) {
  if (document.querySelector(`link[href="${path}"]`)) return Promise.resolve();
  return new Promise((done) =>
    document.head.append(el("link", {rel: "stylesheet", href: path, onload: done, onerror: done})),
  );
}

/** Fill a table with a row of headings and rows of texts. */
export function fillTable(table, {headings, rows}) {
  const row = (cell, texts) =>
    el(
      "tr",
      {},
      texts.map((text) => el(cell, cell === "th" ? {scope: "col"} : {}, text)),
    );
  table.replaceChildren(
    el("thead", {}, row("th", headings)),
    el(
      "tbody",
      {},
      rows.map((each) => row("td", each)),
    ),
  );
}

/** Open a dialog, until it is closed or one clicks beside it. */
export function openDialog(dialog) {
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
}

export const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Say something to those who hear the page. */
export function say(text) {
  document.getElementById("said").textContent = text;
}

/** A length in inches: 7.8. */
export const inches = (length) => String(Math.round(length / 100) / 10);

/** A chance as text: 98%. What is neither sure nor impossible is never shown as such. */
export function percent(chance) {
  const rounded = Math.round(100 * chance);
  if (rounded === 100 && chance < 1) return ">99%";
  if (rounded === 0 && chance > 0) return "<1%";
  return `${rounded}%`;
}

/** A fraction such as "7/8" as a number. */
export function fraction(text) {
  const [over, under] = String(text).split("/");
  return Number(over) / Number(under ?? 1);
}

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
/** One of what a shelf or a field has several of. */
export const singular = (name) => (name.endsWith("s") ? name.slice(0, -1) : name);
export const title = (name) => name.split("-").map(capital).join(" ");

/** Two letters for a model: HK, R1, AV. */
export function initials(name) {
  const words = name.replace(/^The /, "").split(/\s+/);
  const [last, before] = [words.at(-1), words.at(-2)];
  if (/^\d+$/.test(last) && before) return before[0].toUpperCase() + last;
  return before ? (before[0] + last[0]).toUpperCase() : last.slice(0, 2);
}

/** What this browser keeps between visits. */
export const kept = {
  get(name, otherwise) {
    try {
      return JSON.parse(localStorage.getItem(`battlewright.${name}`)) ?? otherwise;
    } catch {
      return otherwise;
    }
  },
  set(name, value) {
    try {
      localStorage.setItem(`battlewright.${name}`, JSON.stringify(value));
    } catch {
      /* a private window */
    }
  },
};

/** What this browser knows of a match. */
export const remembered = (id) => kept.get("matches", []).find((each) => each.id === id);

/** The matches that this browser has played, the last first. */
export function remember(id, more) {
  const others = kept.get("matches", []).filter((each) => each.id !== id);
  kept.set("matches", [{...remembered(id), id, ...more}, ...others].slice(0, 30));
}
