// A person's own things, which this browser keeps: rosters, sheets, tables and other files. Each has an entry of its own
// in the storage, so that two tabs do not overwrite each other's.

import {kept} from "./dom.js";

/** @import {SystemInfo} from "interface" */

/** A file as data.
 * @typedef {{name: string, [key: string]: unknown}} OwnFile */

/** A thing; `changed` is in milliseconds.
 * @typedef {{id: string, system: string, kind: string, name: string, file: OwnFile, changed: number}} Thing */

const KEY = "battlewright.thing.";

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
 * @param {Omit<Thing, "name" | "changed"> & {changed?: number}} given
 * @returns {Thing} */
export function keepThing({id, system, kind, file, changed = Date.now()}) {
  const made = {id, system, kind, name: String(file.name ?? ""), file, changed};
  try {
    localStorage.setItem(KEY + id, JSON.stringify(made));
  } catch {
    throw new Error("This browser has no more room for your things: download some, and delete them here.");
  }
  return made;
}

/** @param {string} id */
export function dropThing(id) {
  localStorage.removeItem(KEY + id);
}

/** Take over what earlier versions of the pages have kept by its kind alone.
 * @param {SystemInfo[]} systems */
export function adopt(systems) {
  for (const {name, shelves} of systems)
    for (const kind of Object.keys(shelves)) {
      /** @type {Record<string, OwnFile>} */
      const before = kept.get(kind, {});
      for (const [id, file] of Object.entries(before)) if (!thing(id)) keepThing({id, system: name, kind, file});
      localStorage.removeItem(`battlewright.${kind}`);
    }
}

function keys() {
  try {
    const all = Array.from({length: localStorage.length}, (_, index) => localStorage.key(index) ?? "");
    return all.filter((each) => each.startsWith(KEY)).map((each) => each.slice(KEY.length));
  } catch {
    return []; // a window without storage
  }
}
