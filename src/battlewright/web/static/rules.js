// Clauses as chips that open the rule; sentences with the names of models in their side's colour.

import {get} from "./api.js";
import {el, openDialog} from "./dom.js";
import {capital, sentenceOf} from "./text.js";

/** @import {ChangedRuling, Clause, Reference} from "interface" */

/** Clauses by their ids.
 * @type {Map<string, Rule>} */
const known = new Map();
/** @type {Promise<ChangedRuling[]> | null} */
let rulings = null;

/** Ask anew what is changed when it is next wanted. */
export const forgetRulings = () => {
  rulings = null;
};

/** A clause, as its card shows it.
 * @typedef {Pick<Clause, "id" | "summary"> & Partial<Clause>} Rule */

/** What sentences name with its tag.
 * @typedef {Pick<Reference, "name" | "tag" | "side">} Model */

/** A small button that opens a clause.
 * @param {string} system
 * @param {string | null} [clause] */
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

/** What the rulings of the match on this page change about a clause, as parts of sentences.
 * @param {string} clause */
async function changesOf(clause) {
  const [, match] = location.pathname.match(/^\/match\/([\w-]{22})/) ?? [];
  if (!match) return [];
  rulings ??= get(`/api/matches/${match}/guide/rulings`).then((answer) => answer.rulings);
  const all = await rulings.catch(() => {
    rulings = null;
    return [];
  });
  return all.filter((each) => each.clauses.includes(clause)).map((each) => each.text);
}

/** The clause; where the server does not tell it, why. Only what is told is kept.
 * @param {string} system
 * @param {string} clause
 * @returns {Promise<Rule>} */
async function ruleOf(system, clause) {
  try {
    const rule = known.get(clause) ?? (await get(`/api/rules/${system}/${clause}`));
    known.set(clause, rule);
    return rule;
  } catch (error) {
    return {id: clause, summary: sentenceOf(error)};
  }
}

/**
 * @param {string} system
 * @param {string} clause
 */
async function open(system, clause) {
  const rule = await ruleOf(system, clause),
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

/** A sentence as nodes: each clause in it is a chip.
 * @param {string} system
 * @param {string} text */
export function cited(system, text) {
  return text
    .replace(/\(([A-Z]\d?\.[A-Z]\d+)\)/g, "$1")
    .split(/\b([A-Z]\d?\.[A-Z]\d+)\b/)
    .flatMap((part, index) => (index % 2 ? (chip(system, part) ?? []) : part));
}

/** A sentence as nodes: each "Name (a1)" is the name alone, in its side's colour.
 * @param {string} text
 * @param {Model[]} models */
export function rich(text, models) {
  const found = models.map((model) => ({model, words: `${model.name} (${model.tag})`}));
  /** @type {(Node | string)[]} */
  const nodes = [];
  let rest = text;
  while (rest) {
    const hits = found
      .map(({model, words}) => ({model, words, at: rest.indexOf(words)}))
      .filter((each) => each.at >= 0);
    const first = hits.sort((one, other) => one.at - other.at || other.words.length - one.words.length)[0];
    if (!first) break;
    nodes.push(rest.slice(0, first.at), el("b", {class: first.model.side, title: first.model.tag}, first.model.name));
    rest = rest.slice(first.at + first.words.length);
  }
  return [...nodes, rest];
}
