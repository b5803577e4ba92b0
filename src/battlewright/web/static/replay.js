// The replay of a finished match: a slider over its steps, the table as it was, what happened, the report.

import {get, Refused} from "./api.js";
import {cast} from "./dice.js";
import {byId, el, fillTable, pause, say, stylesheet, svg} from "./dom.js";
import {copied, sideChip} from "./header.js";
import {line} from "./log.js";
import {firstView, keyMoments, namesOf, reportSheet} from "./report.js";
import {chip, rich} from "./rules.js";
import {percent, sentenceOf, title} from "./text.js";
import {Chart} from "./win_chance.js";

/** @import {CostlyChoice, MatchInfo, MatchReportData, MatchSeat, MatchMoment, NumberedStep, Offer} from "interface" */
/** @import {Side as Head} from "./header.js" */
/** @import {Model} from "./rules.js" */
/** @import {Side} from "./waterfall.js" */
/** @import {Mark} from "./win_chance.js" */

/** A moment, with what the stage has asked for besides.
 * @typedef {MatchMoment & {looked?: {models: Model[]}}} Moment */

/** The stage of a replay; a system may have its own. `look` asks for what it draws beside the table of a moment;
 * `sides` and `round` are for the head of the page; `suggest` shows a choice that was better than what comes next, or
 * none.
 * @typedef {object} Stage
 * @property {HTMLElement} root
 * @property {(at: number) => Promise<{models: Model[]}>} [look]
 * @property {(moment: Moment) => void} draw
 * @property {(moment: Moment, better: Offer | null) => void} [suggest]
 * @property {(moment: Moment) => Head[]} [sides]
 * @property {(moment: Moment) => {text: string}} [round]
 * @property {(step: NumberedStep, before: Moment, after: Moment) => Playback} [playback] */

/** A step as it is shown: how long it takes in milliseconds, of which `play` is given the share that it should take.
 * Where motion is not wanted, it does without.
 * @typedef {object} Playback
 * @property {number} length
 * @property {(share: number, isCurrent: () => boolean) => Promise<unknown>} play */

/** @typedef {"steps" | "report"} TabName */

/** @type {[number, string][]} */
const SPEEDS = [
  [0.5, "½×"],
  [1, "1×"],
  [2, "2×"],
  [4, "4×"],
];
const ICONS = {
  play: "M4 2 14 8 4 14Z",
  pause: "M3 2H6.5V14H3ZM9.5 2H13V14H9.5Z",
  back: "M11 3 4 8 11 13Z",
  on: "M5 3 12 8 5 13Z",
  first: "M2 3H4V13H2ZM14 3 5 8 14 13Z",
  last: "M14 3H12V13H14ZM2 3 11 8 2 13Z",
};
const MOST = 600;
const LEAST = 450;
const narrow = matchMedia("(max-width: 760px)");

/**
 * @param {Element} app
 * @param {MatchInfo} info
 * @param {URLSearchParams} query
 */
export async function show(app, info, query) {
  if (info.state !== "over") {
    const [back, text] = [
      el("a", {href: `/match/${info.match}`, class: "button primary"}, "Back to the match"),
      "The replay is available once the battle is over.",
    ];
    return app.replaceChildren(el("main", {class: "notice"}, el("h1", {}, info.title), el("p", {}, text), back));
  }
  let told = await get(`/api/matches/${info.match}/moments`);
  const story = told.story;
  while (told.more) {
    told = await get(`/api/matches/${info.match}/moments?since=${told.number}`);
    story.push(...told.story);
  }
  /** @type {{stage: (info: MatchInfo) => Stage | Promise<Stage>}} */
  const {stage} = info.pages?.replay ? await import(info.pages.replay) : {stage: plainStage};
  await stylesheet("/static/replay.css");
  const page = new Replay(app, info, story, await stage(info));
  const wanted = Number(query.get("at"));
  await page.go(query.has("at") && Number.isInteger(wanted) ? wanted : 0);
  if (!query.has("report")) return page.judge();
  page.showTab("report");
  await page.judge();
  if (page.tab === "report" && page.at === 0) page.showTab("report"); // now there is something to scroll to
  return undefined;
}

class Replay {
  /**
   * @param {Element} app
   * @param {MatchInfo} info
   * @param {NumberedStep[]} story
   * @param {Stage} stage
   */
  constructor(app, info, story, stage) {
    this.info = info;
    /** @type {`/api/matches/${string}`} */
    this.path = `/api/matches/${info.match}`;
    this.story = story;
    this.stage = stage;
    this.last = story.length;
    this.at = -1;
    this.shown = -1;
    /** @type {Map<number, Promise<Moment>>} */
    this.moments = new Map();
    this.speed = 1;
    this.isPlaying = false;
    this.fetching = false;
    /** The step that is being played.
     * @type {object | null} */
    this.turn = null;
    /** @type {Model[]} */
    this.models = [];
    /** @type {Mark[]} */
    this.keyed = [];
    /** The choice whose better one is shown.
     * @type {CostlyChoice | null} */
    this.costly = null;
    this.names = {...info.titles};
    this.rounds = story.flatMap((step, index) =>
      step.events
        .filter((event) => event.kind === "round")
        .map((event) => ({at: index + 1, round: Number(event.round)})),
    );
    this.chart = new Chart(this.last, this.names, (at) => this.jump(at));
    this.sides = el("div", {class: "sides"});
    this.round = el("div", {class: "round"});
    this.slider = el("input", {
      type: "range",
      class: "slider",
      min: 0,
      max: this.last,
      step: 1,
      value: 0,
      "aria-label": "Step of the battle",
      oninput: (event) => this.jump(Number(event.currentTarget.value)),
    });
    this.toggle = button("Play", "play", () => this.play(!this.isPlaying));
    this.toggle.classList.add("primary", "toggle");
    this.position = el("span", {class: "position"});
    this.whatIf = el("button", {type: "button", onclick: () => this.askWhatIf()}, "What if from here …");
    this.now = el("div", {class: "now-step"});
    /** @type {HTMLElement[]} */
    this.items = [];
    this.lines = el("ol", {class: "steps log", tabindex: 0, "aria-label": "All steps"});
    this.steps = el(
      "div",
      {class: "story", role: "tabpanel", id: "tab-steps", "aria-labelledby": "show-steps"},
      this.now,
      this.lines,
    );
    this.report = el(
      "div",
      {
        class: "report",
        role: "tabpanel",
        id: "tab-report",
        "aria-labelledby": "show-report",
        tabindex: 0,
        hidden: true,
      },
      el("p", {class: "soft"}, "The battle is being played on from every step; this takes up to half a minute."),
      el("progress", {max: 1, "aria-label": "How far the report is"}),
    );
    /** @type {TabName} */
    this.tab = "steps";
    this.tabs = {steps: this.tabOf("steps", "Step by step"), report: this.tabOf("report", "Report")};
    document.body.className = "replay";
    document.title = `Replay: ${info.title} – Battlewright`;
    app.replaceChildren(this.header(), stage.root, this.strip(), this.panel());
    this.listen();
  }

  // The parts of the page

  header() {
    const {info} = this,
      link = `${location.origin}/match/${info.match}/replay`;
    const momentLink = el("div", {});
    const menu = el(
      "details",
      {class: "menu"},
      el("summary", {}, "Share"),
      el(
        "div",
        {class: "sheet"},
        copied("Copy the link", link),
        momentLink,
        el("a", {class: "button", href: `${this.path}/replay`}, "Download the replay"),
      ),
    );
    menu.addEventListener(
      "toggle",
      () => menu.open && momentLink.replaceChildren(copied(`Copy a link to step ${this.at}`, `${link}?at=${this.at}`)),
    );
    document.addEventListener("click", (event) => {
      if (!event.composedPath().includes(menu)) menu.open = false;
    });
    return el(
      "header",
      {class: "bar-top"},
      el("a", {class: "word", href: "/"}, "Battlewright"),
      this.sides,
      this.round,
      el(
        "nav",
        {"aria-label": "Replay"},
        el("a", {class: "button", href: `/match/${info.match}`}, el("span", {class: "long"}, "To the "), "match"),
        menu,
      ),
    );
  }

  strip() {
    const speed = el(
      "select",
      {
        "aria-label": "Speed",
        class: "speed",
        onchange: (event) => {
          this.speed = Number(event.currentTarget.value);
        },
      },
      SPEEDS.map(([value, text]) => el("option", {value, selected: value === 1}, text)),
    );
    return el(
      "section",
      {class: "strip", "aria-label": "Steps"},
      this.chart.root,
      this.slider,
      el(
        "div",
        {class: "controls"},
        el(
          "div",
          {class: "transport"},
          button("To the beginning", "first", () => this.jump(0)),
          button("One step back", "back", () => this.jump(this.at - 1)),
          this.toggle,
          button("One step on", "on", () => this.step()),
          button("To the end", "last", () => this.jump(this.last)),
          speed,
        ),
        this.position,
        this.chart.readout,
        this.whatIf,
      ),
    );
  }

  panel() {
    const list = el(
      "div",
      {
        class: "tabs",
        role: "tablist",
        "aria-label": "What to read",
        onkeydown: (event) => {
          if (!["ArrowLeft", "ArrowRight"].includes(event.key)) return;
          event.stopPropagation();
          this.pick(this.tab === "steps" ? "report" : "steps");
          this.tabs[this.tab].focus();
        },
      },
      this.tabs.steps,
      this.tabs.report,
    );
    return el(
      "aside",
      {class: "panel", "aria-label": "What happened"},
      el("p", {class: "result"}, el("b", {}, this.info.result?.sentence ?? "")),
      list,
      this.steps,
      this.report,
    );
  }

  /** The button that shows a part of the panel.
   * @param {TabName} name
   * @param {string} text */
  tabOf(name, text) {
    const isFirst = name === "steps";
    return el(
      "button",
      {
        type: "button",
        role: "tab",
        id: `show-${name}`,
        "aria-controls": `tab-${name}`,
        "aria-selected": String(isFirst),
        tabindex: isFirst ? 0 : -1,
        onclick: () => this.pick(name),
      },
      text,
    );
  }

  /** @param {TabName} name */
  pick(name) {
    this.tab = name;
    for (const [each, tab] of Object.entries(this.tabs)) {
      tab.setAttribute("aria-selected", String(each === name));
      tab.tabIndex = each === name ? 0 : -1;
    }
    this.steps.hidden = name !== "steps";
    this.report.hidden = name !== "report";
    if (name === "steps") this.follow();
  }

  /** Pick a part of the panel, and bring it into sight.
   * @param {TabName} name */
  showTab(name) {
    this.pick(name);
    this.tabs[name].scrollIntoView({block: "start"});
  }

  // Going to a moment

  /** The battle after a number of steps; what was fetched is kept while there is room.
   * @param {number} at
   * @returns {Promise<Moment>} */
  moment(at) {
    const known = this.moments.get(at);
    if (known) return known;
    const fetched = Promise.all([get(`${this.path}/moments/${at}`), this.stage.look?.(at)]).then(
      ([moment, looked]) => ({...moment, looked}),
    );
    this.moments.set(at, fetched);
    const [oldest] = this.moments.keys();
    if (this.moments.size > MOST) this.moments.delete(oldest);
    fetched.catch(() => this.moments.delete(at));
    return fetched;
  }

  /** @param {number} at */
  jump(at) {
    this.play(false);
    if (at !== this.costly?.number) this.costly = null;
    if (narrow.matches && this.tab === "report") scrollTo(0, 0);
    return this.go(at).catch((error) => this.failed(error));
  }

  /** Show what went wrong, until something goes well.
   * @param {unknown} error */
  failed(error) {
    const notice = byId("connection");
    notice.textContent = error instanceof Refused ? error.message : "The server does not answer; try again.";
    notice.hidden = false;
  }

  step() {
    this.play(false);
    // A second press skips the animation.
    if (this.turn || this.shown !== this.at) return this.jump(this.at + 1);
    return this.advance().catch((error) => this.failed(error));
  }

  /** Show a moment at once. While one is fetched, only the last that was asked for waits.
   * @param {number} wanted */
  async go(wanted) {
    this.at = Math.max(0, Math.min(this.last, wanted));
    if (this.turn) this.shown = -1; // the step that was played has changed the stage
    this.turn = null;
    this.mark();
    if (this.fetching) return;
    this.fetching = true;
    try {
      while (this.shown !== this.at) {
        const at = this.at,
          moment = await this.moment(at);
        if (at === this.at || !this.moments.has(this.at)) this.draw(moment);
      }
    } finally {
      this.fetching = false;
    }
    for (const next of [this.at + 1, this.at + 2]) if (next <= this.last) this.moment(next).catch(() => {});
  }

  /** Go one step on, visibly. */
  async advance() {
    if (this.at >= this.last || this.shown !== this.at) return;
    const turn = {},
      from = this.at;
    this.turn = turn;
    this.at += 1;
    this.mark();
    const isCurrent = () => this.turn === turn;
    const [before, after] = await Promise.all([this.moment(from), this.moment(from + 1)]).catch((error) => {
      if (isCurrent()) this.turn = null;
      throw error;
    });
    if (!isCurrent()) return;
    const step = this.story[from],
      playback = this.stage.playback?.(step, before, after);
    if (this.at + 1 <= this.last) this.moment(this.at + 1).catch(() => {});
    const began = performance.now(),
      long = Math.max(playback?.length ?? (step.faces ? 1000 : 0), LEAST);
    if (playback && !document.hidden) await playback.play(1 / this.speed, isCurrent);
    if (!isCurrent()) return;
    this.turn = null;
    this.draw(after);
    if (this.isPlaying) await pause(Math.max(0, long / this.speed - (performance.now() - began)));
  }

  /** Play on, or pause.
   * @param {boolean} isWanted
   * @returns {Promise<void>} */
  async play(isWanted) {
    if (isWanted === this.isPlaying) return;
    this.isPlaying = isWanted;
    this.toggle.replaceChildren(icon(isWanted ? "pause" : "play"));
    this.toggle.setAttribute("aria-label", isWanted ? "Pause" : "Play");
    this.toggle.title = isWanted ? "Pause" : "Play";
    if (!isWanted) return say(this.story[this.at - 1] ? this.sentence(this.at - 1) : "");
    try {
      if (this.at >= this.last) await this.go(0);
      while (this.isPlaying && this.at < this.last) {
        if (this.shown !== this.at) await this.go(this.at);
        await this.advance();
      }
    } catch (error) {
      this.failed(error);
    }
    return this.play(false);
  }

  /** @param {Moment} moment */
  draw(moment) {
    this.shown = moment.at;
    byId("connection").hidden = true;
    this.stage.draw(moment);
    this.stage.suggest?.(moment, this.costly?.number === moment.at ? this.costly.better : null);
    this.showHead(moment);
    if (!this.items.length) this.write((moment.looked ?? moment.scene)?.models ?? []);
    this.showStep();
  }

  /** @param {Moment} moment */
  showHead(moment) {
    this.sides.replaceChildren(...(this.stage.sides?.(moment) ?? []).map((each) => sideChip(each)));
    this.round.replaceChildren(el("b", {}, this.stage.round?.(moment).text ?? ""));
  }

  /** What follows the slider at once. */
  mark() {
    this.slider.value = String(this.at);
    this.slider.setAttribute(
      "aria-valuetext",
      `Step ${this.at} of ${this.last}${this.at ? `: ${this.sentence(this.at - 1)}` : ""}`,
    );
    this.position.textContent = `${this.at} / ${this.last}`;
    this.whatIf.disabled = this.at >= this.last;
    this.chart.show(this.at);
    this.showStep();
  }

  /** @param {number} index */
  sentence(index) {
    const step = this.story[index];
    return [step.faces ? `Dice: ${step.faces.join(" ")}.` : step.sentence, ...step.sentences.map((each) => each.text)]
      .filter(Boolean)
      .slice(0, 3)
      .join(" ");
  }

  /** @param {Model[]} models */
  write(models) {
    this.models = models;
    this.items = this.story.map((step, index) =>
      el(
        "li",
        {"data-at": index + 1, onclick: () => this.jump(index + 1)},
        el("button", {type: "button", class: "to", "aria-label": `Show step ${index + 1}`}, index + 1),
        line(step, models, this.info.system) ??
          el("div", {class: `step ${step.side ?? ""}`}, el("p", {}, rich(step.sentence, models))),
      ),
    );
    this.lines.replaceChildren(...this.items);
  }

  /** The step that has led here: who, what, the dice, what they meant. */
  showStep() {
    const {models} = this,
      step = this.story[this.at - 1];
    if (!step)
      return this.now.replaceChildren(
        el("p", {class: "soft"}, "The battle begins. Space plays it; the arrow keys move step by step."),
      );
    const isMasters = ["edit", "choice"].includes(step.kind),
      who = this.names[step.side ?? ""] ?? (isMasters ? "The game master" : "Everybody");
    this.now.replaceChildren(
      el("p", {class: "by"}, el("b", {class: step.side ?? ""}, who), el("span", {class: "soft"}, `step ${this.at}`)),
      step.sentence ? el("p", {class: "chosen"}, rich(step.sentence, models)) : "",
      step.roll ? cast(step.roll, 30) : "",
      ...step.sentences.map((each) => el("p", {}, rich(each.text, models), " ", chip(this.info.system, each.clause))),
    );
    return this.follow();
  }

  /** Keep the current step in sight in the list. */
  follow() {
    const now = this.items[this.at - 1];
    this.marked?.removeAttribute("aria-current");
    this.marked = now;
    if (!now) return this.lines.scrollTo(0, 0);
    now.setAttribute("aria-current", "step");
    const [top, bottom] = [now.offsetTop, now.offsetTop + now.offsetHeight];
    if (top < this.lines.scrollTop + 30 || bottom > this.lines.scrollTop + this.lines.clientHeight - 30)
      this.lines.scrollTo(0, top - this.lines.clientHeight / 3);
    return undefined;
  }

  // What is done with it

  /** Ask for the report; once more if the server is gone for a while. */
  async judge(tries = 0) {
    const watching = setInterval(() => this.watch(), 1000);
    try {
      const report = await get(`${this.path}/report`);
      Object.assign(this.names, namesOf(report));
      this.keyed = keyMoments(report);
      this.chart.set(report.chances, this.keyed, this.rounds);
      if (!report.chances.length) this.chart.fail("This battle has no chart.");
      this.showReport(report, firstView(report, this.info.seats.find((each) => each.name === this.info.you)?.side));
    } catch (error) {
      const isLost = !(error instanceof Refused) || error.status >= 500;
      if (isLost && tries < 20) return void setTimeout(() => this.judge(tries + 1), 1000 + 500 * tries);
      this.report.replaceChildren(el("p", {class: "refusal"}, sentenceOf(error)));
      this.chart.fail("There is no chart; the report says why.");
    } finally {
      clearInterval(watching);
    }
  }

  /** Show how far the report is. */
  async watch() {
    const {share} = await get(`${this.path}/report/progress`).catch(() => ({share: 0})),
      bar = this.report.querySelector("progress");
    if (bar && share) bar.value = share;
    if (share && !this.chart.points.length) this.chart.fail(`The win chance is being computed: ${percent(share)}`);
  }

  /** Show the report from the view of a side.
   * @param {MatchReportData} report
   * @param {Side} side */
  showReport(report, side) {
    const other = side === "a" ? "b" : "a";
    const ways = {
      go: (/** @type {number} */ at) => this.jump(at),
      show: (/** @type {CostlyChoice} */ choice) => this.showBetter(choice),
      tryIt: (/** @type {CostlyChoice} */ choice) => this.showBetter(choice).then(() => this.askWhatIf(choice)),
    };
    const turn = el(
      "button",
      {
        type: "button",
        class: "turn",
        onclick: () => {
          this.showReport(report, other);
          this.report.querySelector("button")?.focus();
        },
      },
      `As seen by ${this.names[other]}`,
    );
    this.report.replaceChildren(...(report.account.length ? [turn] : []), ...reportSheet(report, side, ways));
  }

  /** Show the moment of a choice, and what was better.
   * @param {CostlyChoice} choice */
  async showBetter(choice) {
    this.costly = choice;
    this.shown = -1;
    await this.jump(choice.number);
    say(`Better: ${choice.better.sentence}`);
  }

  /** Ask for a new match from here.
   * @param {CostlyChoice} [costly] whose better choice is made first */
  async askWhatIf(costly) {
    this.play(false);
    const {askWhatIf} = await import("./whatif.js");
    /** @param {MatchSeat} seat */
    const called = (seat) =>
      `${this.names[seat.side ?? ""] ?? title(seat.name)}${seat.name.length > 1 ? ` · ${title(seat.name)}` : ""}`;
    await askWhatIf(this.info, this.at, called, costly).catch((error) => this.failed(error));
  }

  listen() {
    document.addEventListener("keydown", (event) => {
      const {target, key} = event;
      if (
        !(target instanceof Element) ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        document.querySelector("dialog[open]") ||
        target.matches("select, textarea, input:not([type=range])")
      )
        return;
      if (key === " " && target.closest("button, a, summary, [role=button]")) return;
      if (["ArrowUp", "ArrowDown", "Home", "End"].includes(key) && target.closest(".steps, .report, .words")) return;
      const far = event.shiftKey ? 10 : 1;
      /** @param {1 | -1} side */
      const keyMoment = (side) =>
        this.keyed.filter((each) => side * (each.at - this.at) > 0).at(side > 0 ? 0 : -1)?.at ?? this.at;
      /** @type {Record<string, () => unknown>} */
      const keys = {
        " ": () => this.play(!this.isPlaying),
        ArrowLeft: () => this.jump(this.at - far),
        ArrowDown: () => this.jump(this.at - far),
        ArrowUp: () => this.jump(this.at + far),
        ArrowRight: () => (far > 1 ? this.jump(this.at + far) : this.step()),
        Home: () => this.jump(0),
        End: () => this.jump(this.last),
        "[": () => this.jump(keyMoment(-1)),
        "]": () => this.jump(keyMoment(1)),
      };
      if (!keys[key]) return;
      event.preventDefault();
      keys[key]();
    });
  }
}

/** @param {keyof typeof ICONS} name */
const icon = (name) =>
  svg(
    "svg",
    {class: "icon", viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true"},
    svg("path", {d: ICONS[name]}),
  );

/**
 * @param {string} label
 * @param {keyof typeof ICONS} name
 * @param {() => unknown} act
 */
const button = (label, name, act) =>
  el("button", {type: "button", "aria-label": label, title: label, onclick: act}, icon(name));

/** The stage of a system that brings none: the state as a table.
 * @param {MatchInfo} info
 * @returns {Stage} */
function plainStage(info) {
  const status = el("table", {class: "status"}),
    question = el("p", {class: "q"}),
    better = el("p", {class: "better", hidden: true});
  return {
    root: el(
      "main",
      {class: "stage words", tabindex: 0, "aria-label": "The state of the battle"},
      el("h1", {}, info.title),
      question,
      better,
      status,
    ),
    suggest(_, offer) {
      better.hidden = !offer;
      better.textContent = offer ? `Better: ${offer.sentence}` : "";
    },
    draw(moment) {
      fillTable(status, moment.status);
      question.textContent = moment.node.question.sentence;
    },
  };
}
