// The rulebooks, clause by clause: searched as one types, and opened at a clause by its address.

import {get, ready} from "./api.js";
import {byId, el, playedHere, say} from "./dom.js";
import {page} from "./nav.js";

/** @import {Clause, Rulebook} from "interface" */

/** A clause on the page: what is searched, and its parts that show what is found.
 * @typedef {{node: HTMLElement, text: string, parts: [HTMLElement, string][], marked: string | null}} Rule */

/** @type {Record<string, string>} */
const KINDS = {ruling: "Ruling", option: "Option", erratum: "Erratum"};
/** @type {Record<string, string>} */
const KIND_HELP = {
  ruling: "Settles an open question of the document",
  option: "Applies only when it is switched on",
  erratum: "Corrects the document",
};

/** @param {Element} app */
export async function show(app) {
  const [, , book, part] = location.pathname.split("/");
  if (part === "summary") return (await import("./summary.js")).show(app, book);
  if (part) throw new Error(`There is no page at ${location.pathname}.`);
  const {systems} = await ready(() => get("/api/rules"));
  const chosen = book ?? "";
  if (chosen && !systems.some((each) => each.name === chosen))
    throw new Error(
      `There is no rulebook “${chosen}” here. There are: ${systems.map((each) => each.name).join(", ")}.`,
    );
  const played = playedHere()[0]?.system;
  const inOrder = systems.toSorted((one, other) => Number(other.name === played) - Number(one.name === played));
  const books = await Promise.all(inOrder.map((each) => get(`/api/rules/${each.name}`)));
  const shown = books.filter((book) => !chosen || book.system === chosen);
  const main = await page(app, "/rules", "Rules");
  const search = el("input", {
    type: "search",
    id: "search",
    placeholder: "A word, or an id such as S2.K7",
    autocomplete: "off",
    "aria-keyshortcuts": "/",
  });
  const count = el("p", {class: "soft", role: "status"});
  const list = el("div", {class: "clauses"});
  const contents = el("nav", {class: "contents", "aria-label": "Chapters"});
  const tabs = el(
    "nav",
    {class: "tabs", "aria-label": "Rulebooks"},
    el("a", {href: "/rules", "aria-current": chosen ? null : "page"}, "All"),
    books.map((book) =>
      el("a", {href: `/rules/${book.system}`, "aria-current": book.system === chosen ? "page" : null}, book.title),
    ),
  );
  main.append(
    el("h1", {}, "Rules"),
    tabs,
    el(
      "div",
      {class: "row"},
      shown.map((book) =>
        el("a", {class: "button", href: `/rules/${book.system}/summary`}, `${book.title}: summary of one page`),
      ),
    ),
    el(
      "div",
      {class: "seek"},
      el("label", {for: "search"}, el("span", {class: "unseen"}, "Search the rules"), search),
      count,
    ),
    el("div", {class: "book"}, contents, list),
  );

  const sections = shown.flatMap((book) => chapters(book));
  list.append(...sections.map((each) => each.node));
  contents.append(...outline(shown));

  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let left = 0;
    for (const section of sections) {
      let some = 0;
      for (const rule of section.rules) {
        const hit = words.every((word) => rule.text.includes(word));
        rule.node.hidden = !hit;
        some += Number(hit);
        mark(rule, hit ? words : []);
      }
      section.node.hidden = !some;
      left += some;
    }
    const all = sections.reduce((sum, each) => sum + each.rules.length, 0);
    count.textContent = words.length ? `${left} of ${all} clauses` : `${all} clauses`;
  };
  search.addEventListener("input", filter);
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== search) {
      event.preventDefault();
      search.focus();
    }
    if (event.key === "Escape" && search.value) {
      search.value = "";
      filter();
    }
  });
  filter();
  const open = () => {
    const id = location.hash.slice(1);
    if (openClause(id, search, filter) === false)
      count.textContent = `There is no clause ${id} here. ${count.textContent}.`;
  };
  addEventListener("hashchange", open);
  open();
}

/** Show the clause of the address, whatever was searched for; return whether there is one, if one is named.
 * @param {string} id
 * @param {HTMLInputElement} search
 * @param {() => void} filter */
function openClause(id, search, filter) {
  const found = id && document.getElementById(id);
  for (const each of document.querySelectorAll(".ruled.here")) each.classList.remove("here");
  if (!found) return !id;
  search.value = "";
  filter();
  found.classList.add("here");
  found.scrollIntoView({block: "center"});
  found.focus({preventScroll: true});
  say(`Rule ${id}`);
  return true;
}

/** The chapters of a book, in its order: where each begins on the page, its edition, its name, its clauses.
 * @template {Pick<Clause, "edition" | "chapter">} One
 * @param {Pick<Rulebook, "editions" | "chapters"> & {clauses: One[]}} book */
export function chaptersOf(book) {
  return [...Map.groupBy(book.clauses, ({edition, chapter}) => `${edition}.${chapter}`)].map(([key, clauses]) => {
    const [{edition, chapter}] = clauses;
    return {key, clauses, edition: book.editions[edition] ?? "", name: book.chapters[chapter] ?? key};
  });
}

/** @param {Rulebook} book */
function chapters(book) {
  return chaptersOf(book).map(({key, clauses, edition, name}) => {
    const rules = clauses.map((clause) => rule(book, clause));
    const node = el(
      "section",
      {class: "chapter", id: `chapter-${key}`, "aria-label": `${book.title}, ${edition ? `${edition}, ` : ""}${name}`},
      el("h2", {}, name, " ", el("small", {}, [book.title, edition].filter(Boolean).join(" · "))),
      rules.map((each) => each.node),
    );
    return {node, rules};
  });
}

/** @param {Rulebook[]} books */
function outline(books) {
  return books.flatMap((book) =>
    [...Map.groupBy(chaptersOf(book), (each) => each.edition)].map(([edition, found]) =>
      el(
        "div",
        {},
        el("h2", {}, [book.title, edition].filter(Boolean).join(" · ")),
        el(
          "ul",
          {},
          found.map(({key, name}) =>
            el(
              "li",
              {},
              el(
                "a",
                {
                  href: `#chapter-${key}`,
                  onclick: (event) => {
                    event.preventDefault();
                    byId(`chapter-${key}`).scrollIntoView({block: "start"});
                  },
                },
                name,
              ),
            ),
          ),
        ),
      ),
    ),
  );
}

/**
 * @param {Rulebook} book
 * @param {Clause} clause
 * @returns {Rule}
 */
function rule(book, clause) {
  /** @param {string} id */
  const link = (id) => el("a", {href: `/rules/${book.system}#${id}`}, id);
  const stands = clause.stands_for.length
    ? el(
        "p",
        {class: "soft"},
        "In place of ",
        clause.stands_for.flatMap((id, index) => [index ? ", " : "", link(id)]),
        ".",
      )
    : null;
  const summary = el("p", {class: "says"});
  const title = el("span", {class: "says"});
  const node = el(
    "article",
    {class: "ruled", id: clause.id, tabindex: -1, "aria-labelledby": `title-${clause.id}`},
    el(
      "h3",
      {id: `title-${clause.id}`},
      el("a", {class: "clause", href: `/rules/${book.system}#${clause.id}`, title: "A link to this clause"}, clause.id),
      title,
      KINDS[clause.kind] &&
        el("span", {class: `kind ${clause.kind}`, title: KIND_HELP[clause.kind]}, KINDS[clause.kind]),
    ),
    summary,
    switches(clause.switches),
    stands,
  );
  const text = [clause.id, clause.title, clause.kind, clause.summary, ...Object.keys(clause.switches)]
    .join(" ")
    .toLowerCase();
  return {
    node,
    text,
    parts: [
      [title, clause.title],
      [summary, clause.summary],
    ],
    marked: null,
  };
}

/** The options and numbers by which a clause can be changed, as they are when nobody does.
 * @param {Clause["switches"]} named */
function switches(named) {
  const rows = Object.entries(named);
  if (!rows.length) return null;
  /** @type {(each: unknown) => string} */
  const value = (each) =>
    each === false
      ? "off"
      : each === true
        ? "on"
        : each === null
          ? "–"
          : typeof each === "object"
            ? Object.entries(each)
                .map(([name, inner]) => `${name} ${value(inner)}`)
                .join(", ")
            : String(each);
  const nested = rows.filter(([, each]) => each && typeof each === "object");
  return [
    el(
      "dl",
      {class: "switches", "aria-label": "Can be changed"},
      rows
        .filter((each) => !nested.includes(each))
        .map(([name, each]) => el("div", {}, el("dt", {}, el("code", {}, name)), el("dd", {}, value(each)))),
    ),
    nested.map(([name, table]) =>
      el(
        "details",
        {},
        el("summary", {}, el("code", {}, name)),
        el(
          "dl",
          {class: "switches wide"},
          Object.entries(table ?? {}).map(([key, each]) => el("div", {}, el("dt", {}, key), el("dd", {}, value(each)))),
        ),
      ),
    ),
  ];
}

/** Write the words of a clause, with those that are searched for marked, and rulings within it in italics.
 * @param {Rule} rule
 * @param {string[]} words */
function mark(rule, words) {
  const key = words.join(" ");
  if (rule.marked === key) return;
  rule.marked = key;
  const sought = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const split = sought.length ? new RegExp(`(${sought.join("|")})`, "i") : null;
  for (const [node, text] of rule.parts) {
    const parts = text
      .split(/(\(ruling\))/)
      .flatMap((part) =>
        part === "(ruling)"
          ? [el("em", {class: "kind ruling"}, "ruling")]
          : split
            ? part.split(split).map((each, index) => (index % 2 ? el("mark", {}, each) : each))
            : [part],
      );
    node.replaceChildren(...parts);
  }
}
