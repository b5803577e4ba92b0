// A person's own things, which this browser keeps: rosters, sheets, tables and other files. Each has an entry of its
// own in the storage, so that two tabs do not overwrite each other's.

import {kept} from "./dom.js";

/** @import {SystemInfo} from "interface" */

/** A file as data.
 * @typedef {{name: string, [key: string]: unknown}} OwnFile */

/** A thing; `changed` is in milliseconds.
 * @typedef {{id: string, system: string, kind: string, name: string, file: OwnFile, changed: number}} Thing */

const KEY = "battlewright.thing.";
/** How long nothing is changed before it is sent to a library, in milliseconds. */
const QUIET = 1500;
/** Whoever hears of things that have come from another device, by their ids.
 * @type {Set<(ids: string[]) => unknown>} */
const listeners = new Set();
/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;

/** An id for a new thing. */
export const newId = () => `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;

/** The things of this browser, the last changed first; perhaps only those of a system, or of a kind.
 * @param {{system?: string, kind?: string}} [wanted]
 * @returns {Thing[]} */
export function things({system, kind} = {}) {
  const found = keys().flatMap((id) => thing(id) ?? []);
  return found
    .filter((each) => (!system || each.system === system) && (!kind || each.kind === kind))
    .sort((one, other) => other.changed - one.changed);
}

/** @param {string} id
 * @returns {Thing | null} */
export function thing(id) {
  try {
    return JSON.parse(localStorage.getItem(KEY + id) ?? "null");
  } catch {
    return null;
  }
}

/** Keep a thing, in place of what it was before. Raises an error where the browser keeps nothing more.
 * @param {Omit<Thing, "name" | "changed">} given
 * @returns {Thing} */
export function keepThing({id, system, kind, file}) {
  const changed = Math.max(Date.now(), (thing(id)?.changed ?? 0) + 1); // later than on any device
  const made = {id, system, kind, name: String(file.name ?? ""), file, changed};
  put(made);
  share(QUIET);
  return made;
}

/** @param {string} id */
export function dropThing(id) {
  put(null, id);
  share(QUIET);
}

/** Write a thing as it is, or remove it.
 * @param {Thing | null} made */
export function put(made, id = made?.id) {
  try {
    if (made) localStorage.setItem(KEY + id, JSON.stringify(made));
    else localStorage.removeItem(KEY + id);
  } catch {
    throw new Error("This browser has no more room for your things: download some, and delete them here.");
  }
}

/** Let the library of this browser have what has changed, and fetch what other devices have changed, after a while.
 * @param {number} [after] in milliseconds */
export function share(after = 0) {
  clearTimeout(waiting);
  if (kept.get("library", null)) waiting = setTimeout(async () => (await import("./library.js")).sync(), after);
}

/** Hear of things that another device has changed.
 * @param {(ids: string[]) => unknown} hear */
export const whenTaken = (hear) => listeners.add(hear);

/** Tell of things that another device, or another tab, has changed.
 * @param {string[]} ids */
export function tellTaken(ids) {
  for (const hear of listeners) hear(ids);
}
globalThis.addEventListener?.("storage", ({key}) => {
  if (key?.startsWith(KEY)) tellTaken([key.slice(KEY.length)]);
});

/** Take over what earlier versions of the pages have kept by its kind alone.
 * @param {SystemInfo[]} systems */
export function adopt(systems) {
  for (const {name, shelves} of systems)
    for (const kind of Object.keys(shelves)) {
      /** @type {Record<string, OwnFile>} */
      const before = kept.get(kind, {});
      for (const [id, file] of Object.entries(before)) if (!thing(id)) keepThing({id, system: name, kind, file});
      kept.drop(kind);
    }
  share();
}

function keys() {
  try {
    const all = Array.from({length: localStorage.length}, (_, index) => localStorage.key(index) ?? "");
    return all.filter((each) => each.startsWith(KEY)).map((each) => each.slice(KEY.length));
  } catch {
    return []; // a window without storage
  }
}
