// The chat of a match: lines that the people at its seats write to each other, and everybody who sees it reads.

import {ask, Refused} from "./api.js";
import {el, kept, say} from "./dom.js";
import {sentenceOf} from "./text.js";

/** @import {ChatLine, MatchInfo} from "interface" */
/** @import {Remote} from "./api.js" */

export const PHRASES = ["Good luck", "Well played", "One moment, please", "Nice shot", "Thanks for the game"];
const MOST = 200;
/** How long a new line is shown while the chat is closed, in milliseconds. */
const SHOWN = 7000;

/** Shows lines and sends them. A person can hide it in this browser. */
export class Chat {
  /**
   * @param {{info: MatchInfo, named(seat: string): string, holds(seat: string): boolean,
   *   remote: Pick<Remote, "at">}} page
   * @param {{isOpen(): boolean, open(): void, changed(): void}} place where it is shown
   */
  constructor(page, place) {
    this.page = page;
    this.place = place;
    this.isShown = kept.get("chat", true);
    this.unread = 0;
    /** The number of the next line; null before the first have come. @type {number | null} */
    this.next = null;
    this.lines = el("div", {class: "lines", role: "log", "aria-label": "Chat", tabindex: 0});
    this.input = el("input", {autocomplete: "off", maxlength: MOST, "aria-label": "Write to the others"});
    this.note = el("p", {class: "soft", role: "status"});
    const canWrite = page.info.you !== "spectator";
    this.form = el(
      "form",
      {
        class: "row",
        onsubmit: async (event) => {
          event.preventDefault();
          if (this.input.value.trim() && (await this.send(this.input.value))) this.input.value = "";
        },
      },
      this.input,
      el("button", {}, "Send"),
    );
    this.phrases = el(
      "div",
      {class: "row phrases", role: "group", "aria-label": "Quick phrases"},
      PHRASES.map((text) => el("button", {type: "button", onclick: () => this.send(text)}, text)),
    );
    this.body = el(
      "div",
      {class: "chat-body"},
      this.lines,
      canWrite ? [this.phrases, this.form] : el("p", {class: "soft"}, "Those who play write here."),
      this.note,
    );
    const box = el("input", {
      type: "checkbox",
      checked: !this.isShown,
      onchange: ({currentTarget}) => this.setShown(!currentTarget.checked),
    });
    this.root = el(
      "section",
      {class: "chat", "aria-label": "Chat"},
      this.body,
      el("label", {class: "switch"}, box, " Hide the chat in this browser"),
    );
    this.root.hidden = !page.info.chat;
    this.body.hidden = !this.isShown;
    this.toast = el("button", {type: "button", class: "toast", hidden: true, onclick: () => place.open()});
  }

  /** Show new lines. Those that were there before this page are no news.
   * @param {ChatLine[]} lines */
  hear(lines) {
    const isFirst = this.next === null,
      fresh = lines.filter((each) => each.number >= (this.next ?? 0));
    this.next = (fresh.at(-1)?.number ?? (this.next ?? 0) - 1) + 1;
    for (const each of fresh) this.lines.append(this.line(each));
    if (fresh.length) this.toEnd();
    const others = fresh.filter((each) => !this.page.holds(each.seat));
    if (isFirst || !others.length || !this.isShown || !this.page.info.chat || this.place.isOpen()) return;
    this.unread += others.length;
    const {seat, text} = others[others.length - 1];
    this.toast.replaceChildren(el("b", {}, `${this.page.named(seat)}: `), text);
    this.toast.hidden = false;
    say(`${this.page.named(seat)}: ${text}`);
    clearTimeout(this.hiding);
    this.hiding = setTimeout(() => {
      this.toast.hidden = true;
    }, SHOWN);
    this.place.changed();
  }

  /** @param {ChatLine} line */
  line({seat, text, at}) {
    const {info} = this.page,
      side = info.seats.find((each) => each.name === seat)?.side ?? "";
    const who = seat === info.you ? "You" : this.page.named(seat);
    return el("p", {class: side, title: new Date(at).toLocaleTimeString()}, el("b", {}, `${who}: `), text);
  }

  /** It was opened: everything is read. */
  opened() {
    this.unread = 0;
    this.toast.hidden = true;
    this.toEnd();
    this.place.changed();
  }

  toEnd() {
    this.lines.scrollTop = this.lines.scrollHeight;
  }

  /** Send a line; return whether it was taken.
   * @param {string} text */
  async send(text) {
    this.note.textContent = "";
    try {
      await ask("POST", this.page.remote.at("/chat"), {text}); // it comes back with the lines of the others
      return true;
    } catch (error) {
      this.note.textContent =
        error instanceof Refused && error.status === 429
          ? "Not so fast: wait a moment, then send it again."
          : sentenceOf(error);
      return false;
    }
  }

  /** @param {boolean} isShown */
  setShown(isShown) {
    this.isShown = isShown;
    kept.set("chat", isShown);
    this.body.hidden = !isShown;
    if (!isShown) this.toast.hidden = true;
    this.unread = 0;
    this.place.changed();
  }
}
