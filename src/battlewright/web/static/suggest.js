// What players suggest to the game master: the form of a player, and what waits for an answer.

import {el, say, stylesheet} from "./dom.js";
import {Master} from "./master.js";
import {sentenceOf} from "./text.js";

/** @import {EditForm, Entry, Reference, SocketCommand, Suggested} from "interface" */
/** @import {Page} from "./match.js" */

/** What the forms ask of their page.
 * @typedef {Pick<Page<{models: Reference[]}>, "number" | "remote" | "led" | "named" | "isMaster" | "latest">} Asked */

/** What has no form: words, or a line as a game master types it.
 * @type {EditForm} */
const OTHERWISE = {
  verb: "",
  title: "Something else",
  about: "Say it in words; or as a line that a game master types, such as: set a1 cover 80.",
  blanks: [
    {
      name: "line",
      label: "As a line",
      options: [],
      is_number: false,
      least: null,
      most: null,
      before: "",
      optional: true,
      several: false,
    },
  ],
  end: "",
  is_suggested: true,
};

/** The longest words, in characters. */
const LONGEST = 200;

/** The form in which a player suggests something. */
export class Suggest extends Master {
  /** @param {Asked} page */
  constructor(page) {
    const words = el("input", {name: "words", autocomplete: "off", maxlength: LONGEST});
    super(page, {
      id: "suggest-form",
      kind: "suggest",
      title: "Suggest to the game master",
      asks: "What to suggest",
      done: "Suggest it",
      more: [el("label", {}, el("span", {}, "In your words (if any)"), words)],
    });
    this.asked = page;
    this.words = words;
  }

  /** @override
   * @returns {Promise<EditForm[]>} */
  async ask() {
    return [...(await this.page.remote.guide("suggestion_forms").catch(() => [])), OTHERWISE];
  }

  /** One's own come first.
   * @override */
  showBlanks(preset = "") {
    super.showBlanks(preset);
    const [first] = this.fields,
      own = this.asked.led[0] && first?.blank.options.find(({words}) => words === this.asked.led[0].tag);
    if (own && !preset) first.field.value = own.words;
  }

  /** @override
   * @param {string} line */
  async send(line) {
    await this.page.remote.command({kind: "suggest", text: this.words.value, line});
    this.words.value = "";
    this.root.open = false;
    say("The suggestion waits for the game master.");
  }
}

/** The suggestions that wait for an answer: the game master's to answer, and a player's own to withdraw. */
export class Suggestions {
  /** @param {Asked} page */
  constructor(page) {
    stylesheet("/static/master.css");
    this.page = page;
    /** The suggestions that are shown, by their numbers: what is being typed stays.
     * @type {Map<number, HTMLElement>} */
    this.shown = new Map();
    this.list = el("ul", {});
    this.refusal = el("p", {class: "refusal", role: "alert", hidden: true});
    this.heading = el("h2", {class: "grp", tabindex: -1}, "Suggestions");
    this.root = el(
      "section",
      {class: "suggested", "aria-label": "Suggestions", hidden: true},
      this.heading,
      this.refusal,
      this.list,
    );
  }

  /** @param {Suggested[]} suggested */
  show(suggested) {
    const {page} = this,
      mine = suggested.filter(({seat}) => page.isMaster || seat === page.latest?.seat);
    for (const [number, item] of this.shown)
      if (!mine.some((each) => each.number === number)) {
        if (item.contains(document.activeElement)) this.heading.focus();
        item.remove();
        this.shown.delete(number);
      }
    for (const each of mine)
      if (!this.shown.has(each.number)) {
        const item = this.item(each);
        this.shown.set(each.number, item);
        this.list.append(item);
      }
    this.root.hidden = !mine.length;
    if (!mine.length) this.refuse("");
  }

  /** @param {Suggested} suggested */
  item({number, seat, text, line, sentence}) {
    const {isMaster} = this.page;
    const what = el(
      "p",
      {},
      isMaster && el("b", {}, this.page.named(seat)),
      isMaster && ": ",
      text || sentence || line,
    );
    const also = text && (sentence || line),
      about = also ? el("p", {class: "soft"}, also) : null;
    if (!isMaster)
      return el(
        "li",
        {},
        what,
        about,
        el(
          "div",
          {class: "row"},
          el("span", {class: "soft"}, "Waiting for the game master"),
          button("Withdraw", () => this.send({kind: "decline", suggestion: number})),
        ),
      );
    const words = el("input", {name: "word", autocomplete: "off", maxlength: LONGEST});
    const changed = el("input", {name: "line", autocomplete: "off", maxlength: LONGEST, value: line});
    /**
     * @param {() => SocketCommand} command
     * @param {string} title
     * @param {Element} field
     */
    const answering = (command, title, field) =>
      el(
        "form",
        {
          hidden: true,
          onsubmit: (event) => {
            event.preventDefault();
            this.send(command());
          },
        },
        field,
        el("div", {class: "row"}, el("button", {class: "primary"}, title)),
      );
    const change = answering(
      () => ({kind: "accept", suggestion: number, line: changed.value}),
      "Accept with this change",
      el("label", {}, el("span", {}, "The change, as a line"), changed),
    );
    const decline = answering(
      () => ({kind: "decline", suggestion: number, text: words.value}),
      "Decline it",
      el("label", {}, el("span", {}, "A word about it (if any)"), words),
    );
    /** @param {HTMLFormElement} form */
    const open = (form) => {
      for (const each of [change, decline]) each.hidden = each !== form || !each.hidden;
      form.querySelector("input")?.focus();
    };
    return el(
      "li",
      {},
      what,
      about,
      el(
        "div",
        {class: "row"},
        button("Accept", () => this.send({kind: "accept", suggestion: number}), "primary"),
        button("Change …", () => open(change)),
        button("Decline …", () => open(decline)),
      ),
      change,
      decline,
    );
  }

  /** @param {SocketCommand} command */
  async send(command) {
    this.refuse("");
    try {
      await this.page.remote.command(command);
    } catch (error) {
      this.refuse(sentenceOf(error));
    }
  }

  /** @param {string} text */
  refuse(text) {
    this.refusal.hidden = !text;
    this.refusal.textContent = text;
  }
}

/** What a suggestion or its answer is, as a sentence for the log; empty for any other entry.
 * @param {Entry} entry
 * @param {Map<number, Entry>} suggestions those so far, by their numbers
 * @param {(seat: string) => string} named */
export function suggestionText(entry, suggestions, named) {
  const {kind, seat, text, line} = entry,
    who = named(seat ?? "");
  if (kind === "suggest") return `${who} suggests: ${wordsOf(entry)}`;
  if (kind !== "accept" && kind !== "reject") return "";
  const suggested = suggestions.get(entry.to ?? -1);
  const whose = suggested ? `${named(suggested.seat ?? "")}'s suggestion (${wordsOf(suggested)})` : "a suggestion";
  const told = text ? `: ${text}` : ".";
  if (kind === "reject") return `${who} ${suggested?.seat === seat ? "withdraws" : "declines"} ${whose}${told}`;
  return `${who} accepts ${whose}${line ? " with a change" : ""}${told}`;
}

/** The words of a suggestion, or else its line.
 * @param {Entry} entry */
const wordsOf = ({text, line}) => (text && line ? `${text} (${line})` : text || line || "");

/**
 * @param {string} text
 * @param {() => unknown} act
 */
function button(text, act, kind = "") {
  return el("button", {type: "button", class: kind, onclick: act}, text);
}
