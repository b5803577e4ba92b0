// The start page: a battle in one click, a form for a custom one, and games to continue or to watch.

import {begin, get, ready} from "./api.js";
import {el, say, stylesheet} from "./dom.js";
import {takeDrops} from "./files.js";
import {showGames} from "./games.js";
import {offered} from "./lessons.js";
import {levelChoices, quickLevel} from "./levels.js";
import {nav} from "./nav.js";
import {preparingBar, whenReady} from "./preparing.js";
import {Setup} from "./setup.js";
import {sentenceOf} from "./text.js";
import {adopt, thing} from "./things.js";

/** @import {NewMatch, OpenedMatch} from "interface" */

/** What a system's module for the start may have: a picture.
 * @typedef {{art?: () => Element}} Welcome */

const BEGINS = "The battle begins by itself as soon as its rules are ready.";

/** @param {Element} app */
export async function showStart(app) {
  const [data] = await Promise.all([ready(() => get("/api/systems")), stylesheet("/static/start.css")]);
  const [first] = data.systems;
  adopt(data.systems);
  /** @type {Welcome} */
  const {art} = first.pages?.start ? await import(first.pages.start) : {};
  document.body.className = "start";
  const refusal = el("p", {class: "refusal", role: "alert", hidden: true});
  const waiting = el("p", {class: "soft"});
  /**
   * @param {HTMLButtonElement} from
   * @param {string} system
   * @param {() => Promise<OpenedMatch>} how
   */
  const start = async (from, system, how) => {
    from.disabled = true;
    waiting.textContent = "";
    from.parentElement?.append(waiting);
    try {
      const made = await whenReady(system, how, ({seconds}) => {
        if (!waiting.textContent) say(BEGINS);
        waiting.textContent = seconds ? `The battle begins by itself in about ${seconds} s.` : BEGINS;
      });
      location.assign(`/match/${made.match}`);
    } catch (error) {
      waiting.remove();
      from.after(refusal); // where one looks
      refusal.hidden = false;
      refusal.textContent = sentenceOf(error);
      from.disabled = false;
    }
  };
  /** @type {(wanted: NewMatch, from: HTMLButtonElement) => Promise<void>} */
  const go = (wanted, from) => start(from, wanted.system, () => begin(wanted));
  const {level, isFirst} = quickLevel(first);
  const opponent = el(
    "select",
    {},
    levelChoices(first).map(({value, text}) => el("option", {value, selected: value === level}, text)),
  );
  const now = el(
    "button",
    {
      type: "button",
      class: "primary large",
      onclick: ({currentTarget}) =>
        go(
          {system: first.name, options: first.pages?.options ?? {}, players: {a: "person", b: opponent.value}},
          currentTarget,
        ),
    },
    "Play now",
  );
  const form = new Setup(data, go);
  const lists = el("div", {class: "lists", "aria-live": "polite"});
  const upload = el("section", {class: "sheet", id: "upload", "aria-labelledby": "upload-title"});
  app.replaceChildren(
    nav("/"),
    el(
      "section",
      {class: "hero"},
      el(
        "div",
        {},
        el("h1", {class: "word huge"}, "Battlewright"),
        el(
          "p",
          {class: "lead"},
          "Tabletop battles by the book: exact odds, fair dice, and an opponent that is always ready.",
        ),
        el("div", {class: "row"}, now, el("a", {class: "button large", href: "#own"}, "Choose a battle")),
        preparingBar(() => showGames(lists)),
        el("label", {class: "level"}, el("span", {}, "Against"), opponent),
        el(
          "p",
          {class: "soft"},
          `${first.title}: ${first.pages?.battle || "the default battle"}.`,
          isFirst && ` Your first battle here is against the level ${level}; later ones are ${first.usual_level}.`,
        ),
        offered(data.systems, start),
        refusal,
      ),
      art?.(),
    ),
    el(
      "main",
      {class: "shelves"},
      el(
        "section",
        {id: "own", class: "sheet", "aria-labelledby": "own-title"},
        el("h2", {id: "own-title"}, "A battle of your own"),
        el(
          "p",
          {class: "soft"},
          "Drop files of yours anywhere on this page: rosters, tables, sheets, encounters, forces.",
        ),
        form.root,
      ),
      el(
        "section",
        {class: "sheet", id: "matches", "aria-labelledby": "matches-title"},
        el("h2", {id: "matches-title"}, "My games"),
        lists,
      ),
      upload,
    ),
  );
  showGames(lists);
  const wanted = new URLSearchParams(location.hash.slice(1)),
    own = thing(wanted.get("play") ?? ""),
    draft = wanted.get("draft");
  if (draft) history.replaceState(null, "", location.pathname + location.search); // it is taken once
  if (own) form.choose(own);
  if (draft) await form.fill(draft);
  if (own || draft) form.root.scrollIntoView();
  const {showUpload} = await import("./upload.js");
  const send = showUpload(upload);
  takeDrops(document.body, async (files) => {
    const replays = await Promise.all(files.map(isReplay));
    const replay = files.find((_, index) => replays[index]);
    if (replay) send(replay);
    else await form.read(files);
  });
}

/** Whether a file is a replay: it has a line before its moves.
 * @param {File} file */
const isReplay = async (file) =>
  /\.replay$/.test(file.name) || /^--- battle$/m.test(await file.slice(0, 300_000).text());
