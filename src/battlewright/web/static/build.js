// The builder of a kind of files: of the one that the address names, or of the first that there is.

import {get, ready} from "./api.js";
import {state} from "./library.js";
import {adopt} from "./things.js";

/** @import {SystemInfo} from "interface" */

/** The module of a builder.
 * @typedef {{show(app: Element, system: SystemInfo, kind: string): Promise<unknown>}} Builder */

/** @param {Element} app */
export async function show(app) {
  const {systems, library} = await ready(() => get("/api/systems")),
    query = new URLSearchParams(location.search),
    [wanted, kind] = [query.get("system"), query.get("kind")];
  adopt(systems);
  state.isOffered = library;
  const fitting = systems.filter(({name, shelves}) => (!wanted || name === wanted) && (!kind || kind in shelves));
  const system = fitting.find((each) => kind || Object.keys(each.pages?.builders ?? {}).length);
  if (!system) throw new Error(`There is nothing to build as ${[wanted, kind].filter(Boolean).join(" ")} here.`);
  const builders = system.pages?.builders ?? {},
    built = kind ?? Object.keys(builders)[0];
  /** @type {Builder} */
  const builder = await import(builders[built] ?? "./text_builder.js");
  return builder.show(app, system, built);
}
