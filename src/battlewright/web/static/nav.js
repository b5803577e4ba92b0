// The head of every page but a match: the way to the others.

import {el} from "./dom.js";

const PAGES = [["/", "Play"], ["/build", "Build"], ["/odds", "Odds"], ["/rules", "Rules"]];

/** The head, with the page that one is on marked. */
export function nav(current) {
  const link = ([href, text]) => el("a", {href, "aria-current": href === current ? "page" : null}, text);
  return el("header", {class: "bar-top site"}, el("a", {class: "word", href: "/"}, "Battlewright"),
    el("nav", {"aria-label": "Pages"}, PAGES.map(link)));
}

/** Load a style sheet of this server, once. */
export function style(name) {
  const href = `/static/${name}`;
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  return new Promise((done) => {
    document.head.append(el("link", {rel: "stylesheet", href, onload: done, onerror: done}));
  });
}

/** Begin a page beside the table: its style, its name, its head. Returns its main part. */
export async function page(app, current, name, ...sheets) {
  await Promise.all(["shelf.css", ...sheets].map(style));
  document.title = `${name} · Battlewright`;
  document.body.className = "shelf";
  const main = el("main", {class: "page"});
  app.replaceChildren(nav(current), main);
  return main;
}
