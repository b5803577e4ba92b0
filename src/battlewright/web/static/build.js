// The builder of a rulebook that has one: of the one that the address names, or of the first.

import {get, ready} from "./api.js";

/** @import {SystemInfo} from "interface" */

/** The module of a system's builder.
 * @typedef {{show(app: Element, system: SystemInfo): Promise<unknown>}} Builder */

/** @param {Element} app */
export async function show(app) {
  const {systems} = await ready(() => get("/api/systems")),
    wanted = new URLSearchParams(location.search).get("system");
  const system = systems.find(({name, pages}) => pages?.build && (!wanted || name === wanted));
  if (!system?.pages) throw new Error(`There is no builder${wanted ? ` of ${wanted}` : ""} here.`);
  /** @type {Builder} */
  const builder = await import(system.pages.build);
  return builder.show(app, system);
}
