// Where a page begins: the start, an invitation, or a match with the page of its system.

import {get, ready} from "./api.js";
import {el} from "./dom.js";

const PAGES = {
  skirmish: () => import("./skirmish.js"), heroes: () => import("./heroes.js"), formations: () => import("./formations.js"), other: () => import("./generic.js"),
};
const app = document.getElementById("app");

async function open() {
  const found = location.pathname.match(/^\/match\/([\w-]{22})$/);
  if (!found) return (await import("./start.js")).showStart(app);
  const query = new URLSearchParams(location.search);
  const info = await ready(() => get(`/api/matches/${found[1]}`));
  if (query.has("invitation")) await (await import("./join.js")).join(app, info, query);
  const page = await (PAGES[info.system] ?? PAGES.other)();
  return page.show(app, query.has("invitation") ? await get(`/api/matches/${found[1]}`) : info);
}

open().catch((error) => {
  const back = el("a", {href: "/", class: "button"}, "To the start");
  app.replaceChildren(el("main", {class: "notice"}, el("h1", {}, "That did not work"), el("p", {}, error.message), back));
});
