// The entry point: routes an address to the start page, an invitation, a match, or another page.

import {get, Lost, ready} from "./api.js";
import {byId, el} from "./dom.js";
import {nav} from "./nav.js";
import {sentenceOf} from "./text.js";

/** @import {MatchInfo} from "interface" */

/** The pages other than matches, by the first part of their address.
 * @type {Record<string, () => Promise<{show(app: Element): Promise<unknown>}>>} */
const CHAPTERS = {
  build: () => import("./build.js"),
  cards: () => import("./cards.js"),
  mine: () => import("./mine.js"),
  odds: () => import("./odds.js"),
  rules: () => import("./rulebook.js"),
};
/** How many parts the address of a chapter may have, where it is more than one.
 * @type {Record<string, number>} */
const DEPTHS = {odds: 3, rules: 3};
const app = byId("app");

async function open() {
  const path = location.pathname,
    parts = path.split("/").slice(1);
  if (path === "/") return (await import("./start.js")).showStart(app);
  const chapter = CHAPTERS[parts[0]],
    most = DEPTHS[parts[0]] ?? 1;
  if (chapter && parts.length <= most) return (await chapter()).show(app);
  const found = path.match(/^\/match\/([\w-]{22})(\/replay)?$/);
  if (!found && parts[0] === "match")
    throw new Error("There is no match at this address; part of the link may be missing.");
  if (!found) throw new Error(`There is no page at ${decoded(path)}.`);
  const query = new URLSearchParams(location.search);
  if (location.hash.startsWith("#seat=")) await (await import("./seat.js")).sitDown(found[1]);
  const info = await ready(() => get(`/api/matches/${found[1]}`));
  if (found[2]) return (await import("./replay.js")).show(app, info, query);
  if (query.has("invitation")) await (await import("./join.js")).join(app, info, query);
  const joined = query.has("invitation") ? await get(`/api/matches/${found[1]}`) : info;
  /** @type {{show(app: Element, info: MatchInfo): unknown}} */
  const page = await import((!joined.brings && joined.pages?.match) || "./generic.js");
  return page.show(app, joined);
}

/** @param {string} path */
function decoded(path) {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

open().catch((error) => {
  const back = el("a", {href: "/", class: "button"}, "Start page");
  app.replaceChildren(
    nav(""),
    el(
      "main",
      {class: "notice"},
      el("h1", {}, "Something went wrong"),
      el("p", {}, sentenceOf(error)),
      el(
        "div",
        {class: "row"},
        error instanceof Lost &&
          el("button", {type: "button", class: "primary", onclick: () => location.reload()}, "Try again"),
        back,
      ),
    ),
  );
});
