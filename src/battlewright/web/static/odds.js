// Odds: every question of every rulebook, with fields and a chart that follows. The address has the question.

import {get, Refused, ready, send} from "./api.js";
import {grid} from "./blocks.js";
import {chart} from "./chances.js";
import {el, say, update} from "./dom.js";
import {field} from "./fields.js";
import {page} from "./nav.js";
import {cited} from "./rules.js";
import {capital, percent, sentenceOf, title} from "./text.js";

/** @import {AskOdds, GridBlock, OddsAnswer, OddsBook, OddsQuestion} from "interface" */

const QUICK = 40,
  SLOW = 450;

/** @param {Element} app */
export async function show(app) {
  const {default: usual, systems} = await ready(() => get("/api/odds"));
  const [, , system, question] = location.pathname.split("/");
  const book = system
    ? named(systems, system, "rulebook")
    : (systems.find((each) => each.name === usual) ?? systems[0]);
  const asked = question
    ? named(book.questions, question, "question")
    : (book.questions.find((each) => each.name === "shot") ?? book.questions[0]);
  const main = await page(app, "/odds", `Odds: ${called(asked)}`);
  /** @param {OddsBook} each */
  const first = (each) => each.questions[0].name;
  main.append(
    el("h1", {}, "Odds"),
    el(
      "nav",
      {class: "tabs", "aria-label": "Rulebooks"},
      systems.map((each) =>
        el("a", {href: `/odds/${each.name}/${first(each)}`, "aria-current": each === book ? "page" : null}, each.title),
      ),
    ),
    el(
      "nav",
      {class: "tabs small", "aria-label": "Questions"},
      book.questions.map((each) =>
        el(
          "a",
          {href: `/odds/${book.name}/${each.name}`, "aria-current": each === asked ? "page" : null},
          called(each),
        ),
      ),
    ),
    el("p", {class: "lead-in"}, capital(asked.help)),
  );
  new Asking(main, book.name, asked, new URLSearchParams(location.search));
}

/** A question in plain words.
 * @param {OddsQuestion} question */
const called = (question) => question.title || title(question.name);

/** What the address names.
 * @template {{name: string}} One
 * @param {One[]} list
 * @param {string} name
 * @param {string} kind */
function named(list, name, kind) {
  const found = list.find((each) => each.name === name);
  if (!found)
    throw new Error(`There is no ${kind} “${name}” here. There are: ${list.map((each) => each.name).join(", ")}.`);
  return found;
}

/** One question with its fields and its answer. */
class Asking {
  /**
   * @param {Element} main
   * @param {string} system
   * @param {OddsQuestion} question
   * @param {URLSearchParams} query
   */
  constructor(main, system, question, query) {
    this.system = system;
    this.question = question;
    /** The answer that is kept for comparison.
     * @type {OddsAnswer | null} */
    this.kept = null;
    /** @type {OddsAnswer | null} */
    this.last = null;
    /** @type {AbortController | null} */
    this.flight = null;
    this.timer = 0;
    const linked = [...query.keys()].length > 0;
    /** @type {OddsQuestion["example"]} */
    const example = question.arguments.some((each) => each.is_file) ? {} : question.example;
    this.fields = question.arguments.map((argument) => {
      const start = linked
        ? query.has(argument.name)
          ? query.getAll(argument.name)
          : argument.required
            ? undefined
            : []
        : argument.name in example && !argument.is_file
          ? [example[argument.name]].flat()
          : undefined;
      const usual =
        linked && !query.has(argument.name) && argument.default !== null && argument.default !== false
          ? undefined
          : start;
      return {name: argument.name, ...field(argument, usual, () => this.later())};
    });
    this.answer = el("div", {class: "said-odds"});
    this.refusal = el("p", {class: "refusal", role: "alert", hidden: true});
    this.keep = el("button", {type: "button", onclick: () => this.compare()}, "Keep for comparison");
    this.link = el("button", {type: "button", onclick: () => this.copy()}, "Copy link");
    this.brief = el("a", {class: "brief", href: "#answer", hidden: true});
    this.box = el(
      "section",
      {class: "sheet answer", id: "answer", "aria-label": "Answer"},
      this.refusal,
      this.answer,
      el("div", {class: "row"}, this.keep, this.link),
    );
    main.append(
      el(
        "div",
        {class: "ask-odds"},
        el(
          "form",
          {
            class: "sheet fields",
            "aria-label": "The question",
            onsubmit: (event) => {
              event.preventDefault();
              this.ask();
            },
          },
          this.layout(query),
          question.more.map((each) => el("p", {class: "note-odds"}, cited(system, each))),
          this.brief,
        ),
        this.box,
      ),
    );
    this.isSlow = question.arguments.some((each) => each.name === "seconds" || each.is_file);
    let width = 0;
    new ResizeObserver(([{contentRect}]) => {
      if (Math.abs(contentRect.width - width) < 2) return;
      width = contentRect.width;
      if (this.last) this.draw();
    }).observe(this.answer);
    this.ask();
  }

  /** The fields: those that are needed, or that the link or the example has; the others behind a word.
   * @param {URLSearchParams} query */
  layout(query) {
    /** @param {{name: string}} field */
    const isMain = ({name}) =>
      query.has(name) ||
      name in this.question.example ||
      this.question.arguments.some((each) => each.name === name && (each.required || each.choices.length > 1));
    const others = this.fields.filter((each) => !isMain(each));
    if (others.length < 2) return this.fields.map((each) => each.node);
    return [
      this.fields.filter(isMain).map((each) => each.node),
      el(
        "details",
        {class: "fields"},
        el("summary", {}, "More options"),
        el(
          "div",
          {class: "fields"},
          others.map((each) => each.node),
        ),
      ),
    ];
  }

  later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), this.isSlow ? SLOW : QUICK);
  }

  /** Ask, unless something is missing that only a person has, such as a file. An answer that is no longer asked for is
   * dropped. */
  async ask() {
    this.flight?.abort();
    const flight = new AbortController();
    this.flight = flight;
    const said = this.fields.map((each) => ({name: each.name, values: each.get()}));
    const missing = this.question.arguments.find(
      (each) => each.required && !said.some(({name, values}) => name === each.name && values.length),
    );
    if (missing)
      return this.refuse(
        missing.is_file ? "Choose a file to begin with." : `This question needs ${missing.name.replaceAll("_", " ")}.`,
        missing.is_file,
      );
    const query = new URLSearchParams(said.flatMap(({name, values}) => values.map((value) => [name, value])));
    const path = `/odds/${this.system}/${this.question.name}`;
    /** @type {Record<string, string>} */
    const files = Object.assign({}, ...this.fields.map((each) => each.files?.() ?? {}));
    const hasFiles = Object.keys(files).length > 0;
    if (!hasFiles) this.address(`${path}?${query}`);
    const busy = setTimeout(() => {
      if (!this.last) this.answer.replaceChildren(el("p", {class: "soft"}, "Computing…"));
      this.box.classList.add("busy");
      this.box.setAttribute("aria-busy", "true");
    }, 150);
    try {
      const given = said.filter(({values}) => values.length).map(({name, values}) => [name, values]);
      /** @type {AskOdds} */
      const asked = {arguments: Object.fromEntries(given), files};
      const body = hasFiles
        ? {method: "POST", headers: {"content-type": "application/json"}, body: JSON.stringify(asked)}
        : {};
      const sent = await send(`/api${path}${hasFiles ? "" : `?${query}`}`, {...body, signal: flight.signal});
      if (!sent.ok) throw new Refused(await sent.json(), sent.status);
      /** @type {OddsAnswer} */
      const data = await sent.json();
      if (flight !== this.flight) return undefined;
      this.last = data;
      this.refusal.hidden = true;
      this.keep.disabled = this.link.disabled = false;
      this.draw();
      this.tell();
    } catch (error) {
      if (flight === this.flight) this.refuse(sentenceOf(error));
    } finally {
      clearTimeout(busy);
      if (flight === this.flight) {
        this.box.classList.remove("busy");
        this.box.removeAttribute("aria-busy");
      }
    }
    return undefined;
  }

  /**
   * @param {string} sentence
   * @param {boolean} quietly
   */
  refuse(sentence, quietly = false) {
    if (!this.last) this.answer.replaceChildren();
    this.refusal.hidden = false;
    this.refusal.classList.toggle("soft", quietly);
    const text = sentence.replaceAll("--", ""); // fields are named as they are typed in a terminal
    this.refusal.replaceChildren(...cited(this.system, text));
    this.answer.classList.add("stale");
    this.brief.hidden = quietly;
    this.brief.textContent = text;
    this.keep.disabled = this.link.disabled = !this.last;
  }

  /** Put the question into the address, once the person has stopped: browsers allow this only so often.
   * @param {string} path */
  address(path) {
    this.path = path;
    clearTimeout(this.linking);
    this.linking = setTimeout(() => history.replaceState(null, "", path), 200);
  }

  /** Say the first sentence of an answer, once the person has stopped. */
  tell() {
    clearTimeout(this.telling);
    const line = this.line();
    this.telling = setTimeout(() => say(line), 600);
  }

  /** The first sentence of the answer. */
  line() {
    return this.last?.blocks.find((each) => each.block === "line")?.text ?? "";
  }

  /** The answer in a line, for those who see the fields alone. */
  summary() {
    const first = this.last?.blocks.find((each) => each.block === "chances")?.chances ?? {},
      names = Object.keys(first);
    return names.length && names.length < 4
      ? names.map((name) => `${capital(name)} ${percent(first[name])}`).join(" · ")
      : this.line();
  }

  draw() {
    const {last} = this;
    if (!last) return;
    this.answer.classList.remove("stale");
    this.brief.hidden = false;
    this.brief.textContent = this.summary();
    const width = Math.max(Math.floor(this.answer.clientWidth), 240);
    const old = this.kept?.blocks.filter((each) => each.block === "chances") ?? [];
    let charts = 0;
    const nodes = last.blocks.flatMap((block) => {
      if (block.block === "chances") return [chart(block, old[charts++]?.chances, Math.min(width, 760))];
      if (block.block === "grid") return [grid(this.system, block)];
      return block.text
        .split("\n")
        .filter(Boolean)
        .map((text) => el(block.heading ? "h3" : "p", {}, cited(this.system, text)));
    });
    const notes = [...last.remarks, ...last.warnings].map((text) =>
      el("p", {class: "note-odds"}, cited(this.system, text)),
    );
    update(this.answer, nodes, notes);
  }

  compare() {
    this.kept = this.kept ? null : this.last;
    this.keep.textContent = this.kept ? "Stop comparing" : "Keep for comparison";
    this.draw();
    say(this.kept ? "Kept. Change a number to compare." : "Comparison stopped.");
  }

  async copy() {
    const link = new URL(this.path ?? location.pathname, location.origin).href;
    await navigator.clipboard.writeText(link).catch(() => prompt("The link", link));
    this.link.textContent = "Copied";
    setTimeout(() => {
      this.link.textContent = "Copy link";
    }, 1500);
  }
}
