// Lessons: a battle that teaches its rulebook while it is played. A step is shown when its moment has come, whatever
// was done before; what it asks for is ticked off when it is done, in any way. The steps are the system's own.

import {begin} from "./api.js";
import {el, remember, remembered, stylesheet} from "./dom.js";
import {cited} from "./rules.js";

/** @import {MatchInfo, NewMatch, OpenedMatch, Reference, SystemInfo} from "interface" */
/** @import {Page} from "./match.js" */

/** What a step says: `text` may name clauses in brackets, `task` is what to do now, `at` the part of the page it is
 * about.
 * @typedef {{name: string, heading: string, text: string, task?: string, at?: string}} Text */

/** Something of a page, and the kinds of what has happened in the match.
 * @template Shown
 * @typedef {(page: Shown, events: Set<string>) => boolean} Test */

/** A step: `when` its moment has come; whether its task is `done`.
 * @template Shown
 * @typedef {Text & {when: Test<Shown>, done?: Test<Shown>}} Step */

/** A lesson: the battle, its steps, and what is said at the end.
 * @template Shown
 * @typedef {{battle: NewMatch, steps: Step<Shown>[], last: Text}} Lesson */

/** What this browser keeps of a lesson: the steps that were left behind, and whether it was stopped.
 * @typedef {{left: string[], isStopped?: boolean}} Kept */

/** What a step asks of a page.
 * @typedef {Pick<Page<{models: Reference[]}>, "isMine" | "offers">} Asking */

/** A text for fingers, where there is no pointer: they tap.
 * @param {string} text */
const spoken = (text) =>
  matchMedia("(hover: none)").matches ? text.replaceAll("Click", "Tap").replaceAll("click", "tap") : text;

/** Whether choices of some kinds are offered to this seat.
 * @type {(...kinds: string[]) => (page: Asking) => boolean} */
export const offers =
  (...kinds) =>
  (page) =>
    page.isMine && page.offers.some((each) => kinds.includes(each.kind));

/** Whether something has happened.
 * @type {(kind: string) => (page: unknown, events: Set<string>) => boolean} */
export const happened = (kind) => (_, events) => events.has(kind);

/** Where somebody is in a lesson.
 * @template {Pick<Page<{models: Reference[]}>, "latest">} Shown */
export class Progress {
  /** @type {Text | Step<Shown> | null} */
  now = null;
  /** Whether the task of the step has been done. */
  isDone = false;
  /** The kinds of what has happened. @type {Set<string>} */
  events = new Set();

  /**
   * @param {Pick<Lesson<Shown>, "steps" | "last">} lesson
   * @param {string[]} left the names of the steps that were left behind
   */
  constructor({steps, last}, left = []) {
    this.steps = steps;
    this.last = last;
    this.left = left;
  }

  /** Note what has happened.
   * @param {Shown} page */
  note({latest}) {
    for (const step of latest?.story ?? []) for (const {kind} of step.events) this.events.add(kind);
  }

  /** Go on to the first step whose moment has come; return whether there is one.
   * @param {Shown} page */
  advance(page) {
    const {now, left, steps, last} = this;
    const next =
      page.latest?.state === "over"
        ? last
        : steps.find((each) => each !== now && !left.includes(each.name) && each.when(page, this.events));
    if (!next || next === now) return false;
    if (now) left.push(now.name);
    this.now = next;
    this.isDone = false;
    return true;
  }

  /** Tick the task off if it is done; return whether it was ticked off now.
   * @param {Shown} page */
  tick(page) {
    if (this.isDone || !this.now || !("done" in this.now) || !this.now.done?.(page, this.events)) return false;
    this.isDone = true;
    return true;
  }

  /** How many steps have been shown. */
  get count() {
    return this.steps.filter((each) => each === this.now || this.left.includes(each.name)).length;
  }
}

/** Begin the battle of a system's lesson.
 * @param {string} module
 * @returns {Promise<OpenedMatch>} */
export async function beginLesson(module) {
  const {lesson} = await import(module);
  const made = await begin(lesson.battle);
  remember(made.match, {lesson: {left: []}});
  return made;
}

/** The lessons of all systems that have one, for the start page.
 * @param {SystemInfo[]} systems
 * @param {(from: HTMLButtonElement, system: string, how: () => Promise<OpenedMatch>) => unknown} start */
export function offered(systems, start) {
  const taught = systems.flatMap(({name, title, pages}) => (pages?.lesson ? [{name, title, ...pages}] : []));
  if (!taught.length) return null;
  return el(
    "section",
    {class: "offer", "aria-labelledby": "learn"},
    el("h2", {id: "learn"}, "Learn by playing"),
    el(
      "ul",
      {},
      taught.map(({name, title, lesson, teaches}) =>
        el(
          "li",
          {},
          el(
            "button",
            {type: "button", onclick: ({currentTarget}) => start(currentTarget, name, () => beginLesson(lesson))},
            title,
          ),
          el("span", {}, teaches),
        ),
      ),
    ),
  );
}

/** The lesson of a match; null where it is not one.
 * @param {MatchInfo} info */
export function lessonOf(info) {
  const kept = remembered(info.match)?.lesson,
    module = info.pages?.lesson;
  return kept && module ? new Guide(info, kept, import(module)) : null;
}

/** The box with the step of a lesson, above the question. Once it is read it folds to its task. */
export class Guide {
  /** @type {Progress<Page<any>> | null} */
  progress = null;
  isFolded = false;
  /** @type {Page<any> | null} */
  page = null;
  /** The position that the step was shown at. */
  number = -1;

  /**
   * @param {MatchInfo} info
   * @param {Kept} kept
   * @param {Promise<{lesson: Lesson<Page<any>>}>} module
   */
  constructor(info, kept, module) {
    this.info = info;
    this.kept = kept;
    this.loaded = Promise.all([module, stylesheet("/static/lessons.css")]).then(([{lesson}]) => {
      this.progress = new Progress(lesson, kept.left);
    });
    // What a step asks for may be done in any way, and anywhere on the page.
    for (const kind of ["pointerover", "focusin", "click", "keyup"])
      document.addEventListener(kind, () => requestAnimationFrame(() => this.page && this.check(this.page)));
    this.words = el("div", {class: "words", "aria-live": "polite"});
    this.row = el("div", {class: "row"});
    this.root = el("section", {class: "lesson", "aria-label": "Lesson", hidden: true}, this.words, this.row);
  }

  /** A question is asked: show the step whose moment has come.
   * @param {Page<any>} page */
  async show(page) {
    await this.loaded;
    this.page = page;
    if (!this.progress || this.kept.isStopped) return;
    const isNew = this.number !== page.number;
    this.number = page.number;
    this.progress.note(page);
    if (this.check(page)) return;
    if (isNew && this.progress.advance(page)) this.open(page);
    else this.draw(page);
  }

  /** Something was looked at or done: tick the task off, and go on where it was all that is left of a step; return
   * whether another one is shown.
   * @param {Page<any>} page
   * @returns {boolean} */
  check(page) {
    if (!this.progress?.tick(page)) return false;
    const goesOn = this.isFolded && this.progress.advance(page);
    if (goesOn) this.open(page);
    else this.draw(page);
    return goesOn;
  }

  /** @param {Page<any>} page */
  open(page) {
    this.isFolded = false;
    remember(this.info.match, {lesson: this.kept});
    this.draw(page);
    this.check(page);
  }

  /** A step was read: its task stays until it is done; without one, another step follows whose moment has come.
   * @param {Page<any>} page */
  read(page) {
    const {progress} = this;
    if ((progress?.isDone || !progress?.now?.task) && progress?.advance(page)) return this.open(page);
    this.isFolded = true;
    return this.draw(page);
  }

  stop() {
    this.kept.isStopped = true;
    remember(this.info.match, {lesson: this.kept});
    this.root.hidden = true;
    this.point();
  }

  /** @param {Page<any>} page */
  draw(page) {
    const {progress, isFolded} = this,
      step = progress?.now;
    if (!progress || !step) return;
    const isLast = step === progress.last;
    this.root.hidden = isLast && isFolded;
    this.root.classList.toggle("folded", isFolded);
    const task =
      step.task &&
      el(
        "p",
        {class: progress.isDone ? "task done" : "task"},
        el("b", {}, progress.isDone ? "✓ Done: " : "Now: "),
        spoken(step.task),
      );
    this.words.replaceChildren(
      ...(isFolded ? [] : [el("h2", {}, step.heading), el("p", {}, cited(page.system, spoken(step.text)))]),
      task || (isFolded ? el("p", {class: "task"}, step.heading) : ""),
    );
    this.row.replaceChildren(...(isFolded ? this.folded(page) : this.buttons(page, isLast)));
    this.point(isFolded ? undefined : step.at);
  }

  /** @param {Page<any>} page */
  folded(page) {
    const open = () => {
      this.isFolded = false;
      this.draw(page);
    };
    return [el("button", {type: "button", class: "quiet", onclick: open}, "Read again")];
  }

  /**
   * @param {Page<any>} page
   * @param {boolean} isLast
   */
  buttons(page, isLast) {
    const {count = 0, steps = []} = this.progress ?? {};
    return [
      el("button", {type: "button", class: "primary", onclick: () => this.read(page)}, isLast ? "Done" : "Got it"),
      !isLast && el("button", {type: "button", class: "quiet", onclick: () => this.stop()}, "No more lessons"),
      el(
        "span",
        {class: "dots", role: "img", "aria-label": `${count} of ${steps.length} steps`},
        steps.map((_, place) => el("i", {class: place < count ? "on" : ""})),
      ),
    ].filter((each) => each !== false);
  }

  /** Point at a part of the page, or at none.
   * @param {string} [at] */
  point(at) {
    for (const each of document.querySelectorAll(".pointed")) each.classList.remove("pointed");
    if (at) document.querySelector(at)?.classList.add("pointed");
  }
}
