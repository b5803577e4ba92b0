// Links that bring others to a match: an invitation works until its seat is taken.

import {el, remembered} from "./dom.js";
import {mark} from "./presence.js";
import {listed} from "./seating.js";
import {capital, title} from "./text.js";

/** @import {Brings, MatchInfo, MatchSeat} from "interface" */

/** What is asked of a match: which seats are open.
 * @typedef {{match: string, seats: Pick<MatchSeat, "name" | "open">[]}} Waiting */

/** The invitations to the open seats of a match that was begun in this browser, as links.
 * @param {Waiting} info */
export function invitations({match, seats}) {
  const secrets = remembered(match)?.invitations ?? {};
  return seats
    .filter(({name, open}) => open && secrets[name])
    .map(({name}) => ({
      seat: name,
      link: `${location.origin}/match/${match}?seat=${encodeURIComponent(name)}&invitation=${secrets[name]}`,
    }));
}

/** Whom a seat leads, as the end of a sentence.
 * @param {Pick<MatchInfo, "seats">} info
 * @param {string} seat */
export function leadsOf({seats}, seat) {
  const names = seats.find(({name}) => name === seat)?.leads.map(({name}) => name) ?? [];
  return names.length && names.join() !== seat ? `, who leads ${listed(names)}` : "";
}

/** Where more than two play: who has come, and who has not.
 * @param {Pick<MatchInfo, "seats">} info
 * @param {(seat: string) => string} called */
export function arrivals({seats}, called) {
  const people = seats.filter(({player}) => player === "person");
  if (people.length < 3) return [];
  const row = (/** @type {MatchSeat} */ {name, open}) =>
    el("li", {}, mark(open ? "open" : "here", ""), ` ${called(name)} ${open ? "has not come yet" : "has come"}`);
  return [el("ul", {class: "present", "aria-label": "Who has come"}, people.map(row))];
}

/** What is agreed of a match to which a guest brings something, in sentences.
 * @param {Brings} brings */
export const termsOf = ({word, options, points}) => [
  "Either side is shown to the other when both have chosen.",
  ...(points === null ? [] : [`The ${word} of whoever began the match costs ${points} points.`]),
  ...Object.entries(options).map(([name, value]) => `${capital(name.replaceAll("_", " "))}: ${told(value)}.`),
];

/** @param {unknown} value */
const told = (value) =>
  Array.isArray(value)
    ? value.join(", ")
    : typeof value === "string"
      ? title(value.replace(/\.json$/, ""))
      : String(value);

/** A link to read and to copy.
 * @param {string} link
 * @param {string} label */
export const linkField = (link, label) =>
  el("input", {
    readonly: true,
    value: link,
    "aria-label": label,
    onfocus: ({currentTarget}) => currentTarget.select(),
  });

/** What to do where no other device can reach this server; nothing where one can. */
export const onlyHere = () =>
  /^(localhost|127\.|\[::1\])/.test(location.hostname) &&
  el(
    "p",
    {class: "soft keys-help"},
    "Only this computer can reach this server. To let others join, start it with ",
    el("code", {}, "battlewright serve --host 0.0.0.0"),
    ".",
  );
