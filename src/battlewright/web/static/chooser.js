// The choice among files of a kind: one's own things, shipped ones, or a file of this computer.

import {ask} from "./api.js";
import {el} from "./dom.js";
import {textOf} from "./files.js";
import {fileWord, title} from "./text.js";
import {keepThing, newId, thing, things} from "./things.js";

/** @import {FormField, SystemInfo} from "interface" */
/** @import {OwnFile, Thing} from "./things.js" */

/** Something to choose; a name alone is written as a title.
 * @typedef {string | {value: string | number, text: string}} Choice */

/** What the choice of a thing of one's own begins with. */
export const OWN = "own:";
/** The choice of a file of this computer. */
const FILE = "file:";

/** Options of a choice.
 * @param {Choice[]} options
 * @param {FormField["default"]} chosen */
export const optionsOf = (options, chosen) =>
  options.map((each) => {
    const {value, text} = typeof each === "string" ? {value: each, text: title(each)} : each;
    return el("option", {value, selected: value === chosen}, text);
  });

/** @param {Thing} own */
const ownOption = ({id, name}) => el("option", {value: OWN + id}, name || "(no name)");

/** A choice among files of a kind. "A file of yours" asks for a file of this computer, and chooses it; what is wrong
 * with one is told.
 * @param {SystemInfo} system
 * @param {string} kind
 * @param {{name: string, first?: Choice[], chosen?: FormField["default"],
 *   read: (files: File[], select: HTMLSelectElement) => unknown}} how */
export function fileSelect(system, kind, {name, first = [], chosen = "", read}) {
  const own = things({system: system.name, kind});
  let before = String(chosen ?? "");
  const select = el(
    "select",
    {
      name,
      "data-kind": kind,
      onfocus: () => {
        before = select.value;
      },
      onchange: (event) => {
        if (select.value !== FILE) {
          before = select.value;
          return;
        }
        event.stopPropagation();
        select.value = before;
        const input = el("input", {type: "file", accept: ".toml,.json,.txt", multiple: true, hidden: true});
        input.onchange = () => {
          read([...(input.files ?? [])], select);
          input.remove();
        };
        select.after(input);
        input.click();
      },
    },
    optionsOf(first, chosen),
    el("optgroup", {label: "My things", hidden: !own.length}, own.map(ownOption)),
    el("optgroup", {label: "Shipped"}, optionsOf(system.shelves[kind] ?? [], chosen)),
    el("option", {value: FILE}, "A file of yours …"),
  );
  return select;
}

/** Put a thing into a choice, in place of what it was before.
 * @param {HTMLSelectElement} select
 * @param {Thing} own */
export function addOwn(select, own) {
  const group = select.querySelector("optgroup");
  group?.querySelector(`[value="${OWN}${own.id}"]`)?.remove();
  group?.prepend(ownOption(own));
  if (group) group.hidden = false;
}

/** Read a file of this computer, and keep it among one's own things. What it is, the server finds in it.
 * @param {File} file
 * @returns {Promise<Thing>} */
export async function readOwn(file) {
  return keepText(file.name, await textOf(file));
}

/** Keep the text of a file; one's own thing that is the same already is kept once.
 * @param {string} name
 * @param {string} text
 * @returns {Promise<Thing>} */
export async function keepText(name, text) {
  const {system, kind, file} = await ask("POST", "/api/files", {name: name.slice(-100), text});
  const same = things({system, kind}).find((each) => JSON.stringify(each.file) === JSON.stringify(file));
  return same ?? keepThing({id: newId(), system, kind, file: /** @type {OwnFile} */ (file)});
}

/** The file of a thing of one's own.
 * @param {string} id */
const ownFile = (id) => thing(id)?.file;

/** Some names, those of one's own things as names of files that are sent along.
 * @param {string[]} names
 * @param {Record<string, string>} files the files to send
 * @param {(id: string) => OwnFile | undefined} [find] */
export function withOwn(names, files, find = ownFile) {
  return names.map((name) => {
    const file = name.startsWith(OWN) ? find(name.slice(OWN.length)) : undefined;
    if (!file) return name;
    const text = JSON.stringify(file),
      word = fileWord(file.name || "", "mine");
    let sent = `${word}.json`;
    for (let count = 2; sent in files && files[sent] !== text; count += 1) sent = `${word}-${count}.json`;
    files[sent] = text;
    return sent;
  });
}
