// Lets Node find the modules of the pages by the addresses that the server sends them from.

import {registerHooks} from "node:module";

const SOURCE = new URL("../../src/battlewright/", import.meta.url);

registerHooks({
  resolve(specifier, context, next) {
    const [, shared] = specifier.match(/^\/static\/(.+)/) ?? [];
    if (shared) return next(new URL(`web/static/${shared}`, SOURCE).href, context);
    const [, system, own] = specifier.match(/^\/pages\/(\w+)\/(.+)/) ?? [];
    if (system) return next(new URL(`systems/${system}/pages/${own}`, SOURCE).href, context);
    return next(specifier, context);
  },
});
