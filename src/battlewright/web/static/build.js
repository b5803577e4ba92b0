// The builder of a rulebook that has one: of the one that the address names, or of the first.

import {get, ready} from "./api.js";

export async function show(app) {
  const {systems} = await ready(() => get("/api/systems")),
    wanted = new URLSearchParams(location.search).get("system");
  const system = systems.find(({name, pages}) => pages?.build && (!wanted || name === wanted));
  if (!system) throw new Error(`There is no builder${wanted ? ` of ${wanted}` : ""} here.`);
  return (await import(system.pages.build)).show(app, system);
}
