// The navigation bar of every page but a match.

import {el, stylesheet} from "./dom.js";

const PAGES = [
  ["/", "Play"],
  ["/mine", "My things"],
  ["/odds", "Odds"],
  ["/rules", "Rules"],
];

/** The head, with the page that one is on marked.
 * @param {string} current */
export function nav(current) {
  return el(
    "header",
    {class: "bar-top site"},
    el("a", {class: "word", href: "/"}, "Battlewright"),
    el(
      "nav",
      {"aria-label": "Pages"},
      PAGES.map(([href, text]) => el("a", {href, "aria-current": href === current && "page"}, text)),
    ),
  );
}

/** Set up a page other than a match: its style, its title, its navigation. Returns its main element.
 * @param {Element} app
 * @param {string} current the address of the page among those of the head
 * @param {string} name
 * @param {string[]} sheets */
export async function page(app, current, name, ...sheets) {
  await Promise.all(["/static/shelf.css", ...sheets].map(stylesheet));
  document.title = `${name} · Battlewright`;
  document.body.className = "shelf";
  const main = el("main", {class: "page"});
  app.replaceChildren(nav(current), main);
  return main;
}
