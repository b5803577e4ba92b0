// Clauses as chips that open the rule; sentences with the names of models in their side's colour.

import {get} from "./api.js";
import {capital, el, openDialog} from "./dom.js";

const known = new Map();
const [, match] = location.pathname.match(/^\/match\/([\w-]{22})/) ?? [];
let rulings = null;

/** A small button that opens a clause. */
export function chip(system, clause) {
  if (!clause) return null;
  return el(
    "button",
    {
      type: "button",
      class: "clause",
      "aria-label": `Rule ${clause}`,
      onclick: (event) => {
        event.stopPropagation();
        open(system, clause);
      },
    },
    clause,
  );
}

/** What the rulings of the match on this page change about a clause, as parts of sentences. */
async function changesOf(clause) {
  if (!match) return [];
  rulings ??= get(`/api/matches/${match}/guide/rulings`).then((answer) => answer.rulings);
  const all = await rulings.catch(() => {
    rulings = null;
    return [];
  });
  return all.filter((each) => each.clauses.includes(clause)).map((each) => each.text);
}

async function open(system, clause) {
  if (!known.has(clause))
    known.set(
      clause,
      await get(`/api/rules/${system}/${clause}`).catch((error) => ({id: clause, summary: error.message})),
    );
  const rule = known.get(clause),
    changes = await changesOf(clause);
  openDialog(
    el(
      "dialog",
      {class: "rule-card", "aria-labelledby": "rule-id"},
      el("h2", {id: "rule-id"}, rule.id, rule.title && ` · ${rule.title}`),
      el("p", {}, rule.summary),
      changes.length > 0 && el("p", {class: "changed"}, el("b", {}, `In this match ${changes.join(", ")}.`)),
      rule.source &&
        el(
          "p",
          {class: "soft"},
          `${rule.kind && rule.kind !== "text" ? `${capital(rule.kind)} · ` : ""}${rule.source}`,
        ),
      el(
        "form",
        {method: "dialog", class: "row"},
        el("button", {class: "primary"}, "Close"),
        rule.system && el("a", {class: "button", href: `/rules/${system}#${rule.id}`}, "In the rulebook"),
      ),
    ),
  );
}

/** A sentence as nodes: each clause in it is a chip. */
export function cited(system, text) {
  return text.split(/\(?\b([A-Z]\d?\.[A-Z]\d+)\b\)?/).map((part, index) => (index % 2 ? chip(system, part) : part));
}

/** A sentence as nodes: each "Name (a1)" is the name alone, in its side's colour. */
export function rich(text, models) {
  const found = models.map((model) => [model, `${model.name} (${model.tag})`]);
  const nodes = [];
  let rest = text;
  while (rest) {
    const hits = found
      .map(([model, words]) => ({model, words, at: rest.indexOf(words)}))
      .filter((each) => each.at >= 0);
    const first = hits.sort((one, other) => one.at - other.at || other.words.length - one.words.length)[0];
    if (!first) break;
    nodes.push(rest.slice(0, first.at), el("b", {class: first.model.side, title: first.model.tag}, first.model.name));
    rest = rest.slice(first.at + first.words.length);
  }
  return [...nodes, rest];
}
