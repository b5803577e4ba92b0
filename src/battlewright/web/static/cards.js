// Cards to print and cut: characters of Skirmish, sheets of Heroes, groups of Formations.

import {ask, get, ready} from "./api.js";
import {capital, el, kept, title} from "./dom.js";
import {weaponWords} from "/pages/skirmish/build_fields.js";
import {page} from "./nav.js";

const KINDS = {roster: ["skirmish", "rosters"], sheet: ["heroes", "sheets"], force: ["formations", "forces"]};
const LETTERS = {second: "S2", first: "S1"};
const MAKERS = {rosters: skirmishCards, sheets: heroCards, forces: groupCards};

export async function show(app) {
  const query = new URLSearchParams(location.search);
  const {systems} = await ready(() => get("/api/systems"));
  const edition = query.get("edition") ?? kept.get("edition", "second");
  const {kind, found} = await load(query, edition);
  const main = await page(app, "/build", `Cards: ${found.shown.name}`, "/static/cards.css");
  const cards = MAKERS[kind](found, edition);
  main.append(el("div", {class: "no-print"}, el("h1", {}, `Cards: ${found.shown.name}`),
    el("p", {class: "soft"}, `${cards.length === 1 ? "1 card" : `${cards.length} cards`} of 95 by 65 mm, eight on a sheet of A4 or letter. Print at 100%, and cut along the dashes.`),
    el("div", {class: "row tools"}, el("button", {type: "button", class: "primary", onclick: () => window.print()}, "Print"),
      picker(systems, query), kind === "rosters" && editions(query, edition),
      kind === "rosters" && el("a", {class: "button", href: query.has("mine") ? "/build" : `/build?roster=${found.name}`}, "Change it"))),
  el("div", {class: "print-sheet"}, cards));
}

/** The file that the address names: a shipped one, or one of those that this browser keeps. */
async function load(query, edition) {
  const mine = query.get("mine");
  if (mine) {
    const file = kept.get("rosters", {})[mine];
    if (!file) throw new Error("This browser keeps no such roster.");
    return {kind: "rosters", found: await ask("POST", "/api/systems/skirmish/rosters", {file, edition: LETTERS[edition]})};
  }
  const word = Object.keys(KINDS).find((each) => query.has(each)) ?? "roster";
  const [system, kind] = KINDS[word];
  return {kind, found: await get(`/api/systems/${system}/${kind}/${encodeURIComponent(query.get(word) ?? "lantern-company")}`)};
}

function picker(systems, query) {
  const own = Object.entries(kept.get("rosters", {}));
  const go = (event) => location.assign(`/cards?${event.target.value}`);
  const option = (value, text) => el("option", {value, selected: [...new URLSearchParams(value)].every(([name, each]) => query.get(name) === each)}, text);
  return el("select", {"aria-label": "Cards of", onchange: go},
    own.length ? el("optgroup", {label: "Your rosters"}, own.map(([id, file]) => option(`mine=${id}`, file.name))) : null,
    Object.entries(KINDS).map(([word, [system, kind]]) => el("optgroup", {label: `${title(system)}: ${kind}`}, (systems.find((each) => each.name === system)?.shelves[kind] ?? []).map((name) => option(`${word}=${name}`, title(name))))));
}

function editions(query, edition) {
  return el("select", {"aria-label": "Edition", onchange: (event) => { query.set("edition", event.target.value); location.assign(`/cards?${query}`); }},
    ["second", "first"].map((each) => el("option", {value: each, selected: each === edition}, `${capital(each)} edition`)));
}

/** A card: its name, a word at its right, and its parts. */
function frame(head, tail, ...parts) {
  return el("article", {class: "card"}, el("header", {}, el("h2", {}, head), el("span", {}, tail)), parts);
}

const boxes = (count, marks = {}) => Array.from({length: count}, (_, index) => el("i", {class: marks[index + 1] ? "box marked" : "box"}, marks[index + 1] ?? ""));
const track = (label, nodes, note) => el("div", {class: "tally"}, el("b", {}, label), el("span", {class: "boxes"}, nodes), note && el("small", {}, note));
const figures = (rows) => el("dl", {class: "figures"}, rows.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, String(value)))));

/** A card for each model of a roster. */
function skirmishCards({shown}, edition) {
  return shown.characters.flatMap((card, place) => Array.from({length: card.count}, (_, index) => {
    const name = card.count > 1 ? `${card.name} ${index + 1}` : card.name;
    const marks = card.stress_marks[edition];
    const most = Math.max(...Object.values(marks)) + 2;
    const numbers = Object.fromEntries(Object.values(marks).map((each) => [each, String(each)]));
    const words = Object.entries(marks).map(([what, at]) => `${what} at ${at}`).join(" · ");
    return frame(name, `${card.points} points`,
      el("p", {class: "rank-line"}, `${card.rank} · ${place === 0 && index === 0 ? "leads " : ""}${shown.name}`),
      figures([["Melee", card.melee], ["Ballistics", card.ballistics], ["Toughness", card.toughness], ["Agility", card.agility]]),
      el("ul", {class: "arms-list"}, card.carried.map((each) => el("li", {}, el("b", {}, each.name), ` ${weaponWords(each, edition)}`)), card.carried.length ? null : el("li", {}, "No weapons")),
      el("div", {class: card.toughness > 5 ? "tallies many" : "tallies"}, track("Stress", boxes(Math.min(most, 24), numbers), words), el("div", {class: "two"}, track("Toughness lost", boxes(card.toughness)), track("AP", boxes(card.ap)))));
  }));
}

/** A card for a sheet of Heroes. */
function heroCards({shown}) {
  return [frame(shown.name, `Level ${shown.level}`,
    el("p", {class: "rank-line"}, `${shown.player ? "Player's" : "Game master's"} · ${shown.armour}`),
    figures(shown.attributes.map((each) => [el("abbr", {title: each.name}, each.name.slice(0, 3)), each.value])),
    el("ul", {class: "arms-list dense"}, [shown.physical, [...shown.arcane, ...shown.magic, shown.initiative]].map((line) => el("li", {}, line.map((each) => `${each.name} ${each.value}`).join(" · "))),
      shown.actions.map((each) => el("li", {}, el("b", {}, each.name), ` ${each.ap} AP${each.roll ? ` · ${each.roll.name} ${each.roll.value}` : ""}${each.damage ? ` · ${each.damage}${each.types.length ? ` ${each.types.join(", ")}` : ""}` : ""}`))),
    el("div", {class: "tallies pools"}, shown.pools.map((each) => el("div", {class: "tally"}, el("b", {}, each.name), el("span", {class: "blank"}), el("small", {}, `of ${each.value}`)))))];
}

/** A card for each group of a force. */
function groupCards({shown}) {
  return shown.groups.map((group) => {
    const kind = shown.kinds.find((each) => each.name === group.kind);
    return frame(group.name, group.models === 1 ? "1 model" : `${group.models} models`,
      el("p", {class: "rank-line"}, `${group.kind} · ${shown.name}`),
      figures([["ATK", kind.atk], ["DEF", kind.def], ["MIGHT", kind.might], ["DEX", kind.dex], ["WILL", kind.will]]),
      el("ul", {class: "arms-list"}, kind.actions.map((each) => el("li", {}, el("b", {}, each.name), ` ${each.roll}${each.against ? ` against ${each.against.toUpperCase()}` : ""}${each.effect ? ` · ${each.effect}` : ""}`))),
      el("div", {class: "tallies"}, track("Models", boxes(group.models)), track("Wounds", boxes(kind.might), `${kind.might} remove a model`), group.rerolls ? track("Rerolls", boxes(group.rerolls)) : null));
  });
}
