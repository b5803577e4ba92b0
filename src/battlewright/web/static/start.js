// The start: a battle in one click, a form for another one, and matches to go on with or to watch.

import {begin, get, ready} from "./api.js";
import {el, initials, kept, svg, title} from "./dom.js";
import {beginGuided} from "/pages/skirmish/lessons.js";
import {nav} from "./nav.js";
import {loop, octagon, points} from "/pages/skirmish/shapes.js";
import {setupForm} from "./setup.js";
import {patterns} from "/pages/skirmish/terrain.js";

export async function showStart(app) {
  const data = await ready(() => get("/api/systems"));
  document.body.className = "start";
  const refusal = el("p", {class: "refusal", role: "alert", hidden: true});
  const start = async (from, how) => {
    from.disabled = true;
    try {
      const made = await how();
      location.assign(`/match/${made.match}`);
    } catch (error) {
      from.after(refusal);  // where one looks
      refusal.hidden = false;
      refusal.textContent = error.message;
      from.disabled = false;
    }
  };
  const go = (wanted, from) => start(from, () => begin(wanted));
  const guided = el("div", {class: "offer", hidden: kept.get("guided", null) !== null || kept.get("matches", []).length > 0},
    el("p", {}, el("b", {}, "New here?"), " A short battle that teaches the game as you play it: two people a side, ten minutes."),
    el("button", {type: "button", onclick: (event) => start(event.currentTarget, beginGuided)}, "Learn by playing"));
  const now = el("button", {type: "button", class: "primary large", onclick: (event) => go({system: "skirmish", players: {a: "person", b: "greedy"}}, event.currentTarget)}, "Play now");
  app.replaceChildren(nav("/"),
    el("section", {class: "hero"},
      el("div", {}, el("h1", {class: "word huge"}, "Battlewright"),
        el("p", {class: "lead"}, "Tabletop battles by the book: exact odds, fair dice, and an opponent that is always ready."),
        el("div", {class: "row"}, now, el("a", {class: "button large", href: "#own"}, "Choose a battle")), el("p", {class: "soft"}, "Skirmish: Lantern Company against the Hollow King, on an open field, against the computer."), guided, refusal),
      art()),
    el("main", {class: "shelves"},
      el("section", {id: "own", class: "sheet", "aria-labelledby": "own-title"}, el("h2", {id: "own-title"}, "A battle of your own"), setupForm(data, go)),
      el("section", {class: "sheet", id: "matches", "aria-labelledby": "matches-title"}, el("h2", {id: "matches-title"}, "Matches"), el("div", {class: "lists"})),
      el("section", {class: "sheet", id: "upload", "aria-labelledby": "upload-title"})));
  showMatches(app.querySelector(".lists"));
  import("./upload.js").then(({showUpload}) => showUpload(app.querySelector("#upload")));
}

async function showMatches(box) {
  const own = await Promise.all(kept.get("matches", []).slice(0, 8).map((each) => get(`/api/matches/${each.id}`).catch(() => null)));
  const mine = own.filter(Boolean);
  const [running, over] = await Promise.all(["running", "over"].map((state) => get(`/api/matches?state=${state}`).then((found) => found.matches, () => [])));
  const known = new Set(mine.map((each) => each.match));
  const listed = (found) => found.filter((each) => !known.has(each.id)).slice(0, 6).map((each) => ({...each, match: each.id}));
  const lists = [
    list("Go on", mine.filter((each) => each.state !== "over")), list("Your finished battles", mine.filter((each) => each.state === "over")),
    list("Watch now", listed(running)), list("Finished, to look at", listed(over)),
  ].filter(Boolean);
  box.replaceChildren(...(lists.length ? lists : [el("p", {class: "soft"}, "None yet. The battles that you play, and public ones, are listed here.")]));
}

function list(heading, matches) {
  if (!matches.length) return null;
  return el("div", {}, el("h3", {}, heading), el("ul", {}, matches.map((each) => el("li", {},
    el("a", {href: `/match/${each.match}${(each.state ?? each.status) === "over" ? "/replay" : ""}`}, el("b", {}, each.title || title(each.system)), el("small", {}, each.result || (each.state === "waiting" ? "waits for a player" : "")))))));
}

/** A small picture of a table. */
function art() {
  const disc = (x, y, name, more = "") => svg("g", {class: `model a ${more}`, transform: `translate(${x} ${y})`}, more && svg("circle", {class: "ring", r: 8.6}), svg("circle", {class: "halo", r: 6.2}), svg("circle", {class: "base", r: 5.4}), svg("text", {y: 1.7}, initials(name)));
  const eight = (x, y, name) => svg("g", {class: "model b", transform: `translate(${x} ${y})`}, svg("circle", {class: "halo", r: 6.2}), svg("polygon", {class: "base", points: points(octagon(5.4))}), svg("text", {y: 1.7}, initials(name)));
  const hill = (radius, kind) => {
    const ring = octagon(radius).map(([x, y]) => [x * 1.25 + 62, y + 58]);
    return [svg("path", {class: "shade", d: loop(ring.map(([x, y]) => [x + radius / 14, y + radius / 14]))}), svg("polygon", {class: kind, points: points(ring)})];
  };
  return svg("svg", {class: "table art", viewBox: "0 0 150 112", "aria-hidden": "true"}, patterns(),
    svg("rect", {class: "felt", width: 150, height: 112, rx: 4}), svg("rect", {fill: "url(#light)", width: 150, height: 112, rx: 4}),
    svg("path", {class: "grid", d: "M30 0V112M60 0V112M90 0V112M120 0V112M0 28H150M0 56H150M0 84H150"}),
    hill(34, "h1"), hill(23, "h2"), hill(13, "h3"),
    svg("path", {class: "shade", d: "M96 89H137V94H96Z"}), svg("rect", {class: "h1 low", x: 95, y: 88, width: 41, height: 4.4}),
    svg("line", {class: "fire", x1: 67, y1: 52, x2: 123, y2: 27}), svg("circle", {class: "block", cx: 91, cy: 41.5, r: 2}),
    disc(62, 55, "Agnes Varro", "acting"), disc(24, 92, "Old Hob"), disc(92, 98, "Rifleman 1"), eight(124, 26, "The Hollow King"), eight(98, 16, "Herald"), eight(136, 62, "Bones 1"),
    svg("g", {class: "tag fire", transform: "translate(104 5) scale(.42)"}, svg("rect", {width: 84, height: 24, rx: 6}), svg("text", {x: 42, y: 16.5}, "9+ · 98%")));
}
