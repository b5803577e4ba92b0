// Choices of Skirmish as people read them: their group, a short title, what is said about it, and a shot as a sum.

import {capital, el, fraction, inches, percent} from "/static/dom.js";
import {disc, fieldsOf, PLAIN} from "/static/panel.js";
import {chip} from "/static/rules.js";

const PLACES = /\((-?[\d.]+), (-?[\d.]+)\)( on level [\d.]+)?/;
const GROUPS = {
  deploy: "Place a model", activate: "Activate", shoot: "Shoot", "close-combat": "Close combat", move: "Move", aid: "Aid",
  "cover-move": "Move into cover", stay: "Or", stop: "End the turn", nothing: "React", cover: "React", "return-fire": "React",
  fire: "Return fire", waive: "Or", target: "Whom to attack", strike: "Use a success", parry: "Use a success", spend: "Use a success",
  divide: "Split the dice", "take-place": "Take the place", "keep-place": "Take the place", cancel: "Cancel",
};

/** The model that a choice is about, by number; null if there is none. */
export function about(fields) {
  if (["activate", "deploy"].includes(fields.kind)) return fields.who;
  return ["shoot", "target", "aid", "take-place"].includes(fields.kind) ? fields.whom : null;
}

/** How a choice is shown. */
function reworded(offer, models) {
  const fields = fieldsOf(offer.choice);
  const ap = offer.words.match(/ \((\d) AP\)$/)?.[1];
  const words = offer.words.replace(/ \(\d AP\)$/, "").replace(/ \([ab]\d+\)/g, "");
  const model = models.find((each) => each.number === about(fields));
  const place = words.match(PLACES);
  const shown = {fields, ap, model, group: GROUPS[fields.kind] ?? "Choices", title: words, more: ""};
  const [head, ...tail] = words.split(": ");
  if (fields.kind === "shoot" && model) {
    const weapon = head.match(/ with the (.+)$/)?.[1] ?? "";
    Object.assign(shown, {title: model.name, more: tail.join(": ").replace(" away", ""), group: `Shoot · ${weapon}`});
  } else if (["activate", "deploy", "aid", "target"].includes(fields.kind) && model) {
    Object.assign(shown, {title: model.name, more: place ? `at ${place[0]}` : tail.join(": ")});
  } else if (["move", "cover-move"].includes(fields.kind) && place) {
    const parts = tail.join(": ").split(", "), isLeg = (each) => /^(walk|climb|jump|drop)\b/.test(each);
    const [walk, why] = [parts.filter(isLeg).join(", "), parts.filter((each) => !isLeg(each))];
    Object.assign(shown, {title: why.length ? capital(why.join(", ")) : `To ${place[0]}`, more: `${why.length ? `${place[1]}, ${place[2]} · ` : ""}${walk}`});
  } else if (fields.kind === "close-combat") {
    const weapon = head.match(/with the ([^,]+)/)?.[1] ?? "";
    const [walk, whom] = tail.join(": ").split(/, at (?=[A-Z])/);
    Object.assign(shown, {title: whom ?? `With the ${weapon}`, more: whom ? `${weapon} · ${walk}` : [head.split(", ")[1], ...tail].filter(Boolean).join(" · ")});
  } else if (/^(.+?) \((.+)\)$/.test(words)) {
    const [, title, more] = words.match(/^(.+?) \((.+)\)$/);
    Object.assign(shown, {title, more});
  }
  if (ap && shown.group === "React") shown.more = [shown.more, `${ap} AP`].filter(Boolean).join(" · ");
  else if (ap) shown.group += ` · ${ap} AP`;
  return shown;
}


/** Choices of a model that is shot at: the chance to hit is the shooter's. */
const REACTIONS = /^(nothing|cover|return-fire)\b/;
const WITH_BARS = new Set(["shoot", "close-combat", "fire", "nothing", "cover", "return-fire", "divide"]);
const TERMS = {distance: "Distance, edge to edge", obstacles: "Obstacles in the line", modifier: "Weapon", cover: "Cover"};

export const SKIRMISH = {
  hint: "Look at a choice to see what it takes; click it to make it. The table answers too.",
  reword: (offer, models) => reworded(offer, models),
  who,
  hasBar: (shown) => WITH_BARS.has(shown.fields.kind),
  isLow: (offers) => !offers.some((each) => each.choice.startsWith("shoot")),
  worth: (known) => {
    if (!known.chances.hit) return "";
    const hit = percent(fraction(known.chances.hit));
    return known.then ? `then ${hit}` : REACTIONS.test(known.choice) ? `they hit ${hit}` : hit;
  },
  note: (known, bar) => (!bar && known.note ? known.text : ""),
  details: (row, found, known, system) => [found?.fire?.open && sum(found.fire, system), found?.path?.legs.length && legs(found.path), known && outlook(known)].filter(Boolean),
};

/** The model that is asked, or the side. */
function who(model, letters, side, heading) {
  if (!model) return PLAIN.who(model, letters, side, heading);
  const {melee, ballistics, agility} = model.abilities;
  return [
    disc(model.side, letters),
    el("div", {}, el("p", {class: "name"}, model.name),
      el("p", {class: "stats"}, `M ${melee} · B ${ballistics} · T ${model.toughness}/${model.abilities.toughness} · A ${agility} · stress ${model.stress}`)),
    el("span", {class: `ap ${model.side}`, role: "img", "aria-label": `${model.ap} AP`}, [1, 2, 3].map((each) => el("i", {class: each <= model.ap ? "on" : ""}))),
  ];
}

/** The difficulty of a shot as a sum. */
function sum(fire, system) {
  const signed = (value) => `${value > 0 ? "+" : value < 0 ? "−" : ""}${inches(Math.abs(value))}`;
  const names = {...TERMS, modifier: fire.gun, obstacles: fire.obstacles.length ? `In the line: ${fire.obstacles.map((each) => each.name).join(", ")}` : "A clear line"};
  const row = (term, each) => el("tr", {}, el("td", {}, names[term.name] ?? term.name, " ", chip(system, term.clause)),
    el("td", {}, each ? signed(term.value) : inches(term.value)));
  const {open, cover} = fire;
  return el("div", {},
    el("table", {class: "terms"}, el("tbody", {}, open.terms.map(row))),
    el("p", {class: "total"}, el("span", {}, "Difficulty"), el("span", {}, `${inches(open.difficulty)}, so ${open.need}+ on ${fire.dice}D6`)),
    el("p", {class: "soft"}, `Hit ${percent(open.hit.value)}, critical ${percent(open.critical.value)}.`,
      fire.may_cover && cover ? ` If it takes cover (1 AP): ${cover.need}+ · ${percent(cover.hit.value)}.` : ""));
}

function legs(path) {
  const words = path.legs.map((leg) => {
    const test = leg.test ? `, ${leg.test.needed} success${leg.test.needed === 1 ? "" : "es"} on ${leg.test.dice}D6: ${percent(leg.test.chance.value)}` : "";
    const fall = leg.stress ? `, falls ${inches(leg.fall)}": ${leg.stress} stress` : "";
    return `${leg.kind} ${inches(leg.cost)}"${test}${fall}`;
  });
  return el("p", {}, `${inches(path.cost)}" in all: ${words.join("; ")}.`);
}

const GAINS = {removed: "removals", broken: "break-downs", stress: "stress"};

function outlook(known) {
  const gains = Object.entries(known.parts).map(([name, value]) => [GAINS[name] ?? name, fraction(value)]).filter(([, value]) => Math.abs(value) >= 0.005)
    .map(([name, value]) => `${value > 0 ? "+" : "−"}${Math.abs(value).toFixed(2)} ${name}`);
  const texts = [known.note, known.then && `Then ${known.then}`, gains.length ? `On average, theirs minus ours: ${gains.join(", ")}` : ""].filter(Boolean);
  return texts.length ? el("p", {class: "soft"}, `${texts.map((each) => capital(each)).join(". ")}.`) : null;
}
