// Several people at one screen: a curtain before what only one of them may see.

import {byId, el} from "./dom.js";

/** @import {MatchInfo} from "interface" */
/** @import {PageNews} from "./match.js" */

/** Where a page that loads itself anew finds for whom the curtain was opened. */
const OPENED = "battlewright.opened";

/** Closes before a secret, until the person whose it is opens it. */
export class Curtain {
  /** @param {{info: MatchInfo, latest: PageNews | null, named(seat: string): string, letGo(): void}} page */
  constructor(page) {
    this.page = page;
    /** The seat for which it is open while something is hidden.
     * @type {string | null} */
    this.openFor = null;
    const opened = JSON.parse(sessionStorage.getItem(OPENED) ?? "{}");
    sessionStorage.removeItem(OPENED);
    if (opened.match === page.info.match) this.openFor = opened.seat;
  }

  /** Let a seat see what is hidden from others at this screen, once its person says so. Nothing of the table stays in
   * the page where another seat saw it: the page is then loaded anew.
   * @param {Pick<PageNews, "hidden" | "seat">} news */
  async before({hidden, seat}) {
    const {info, latest} = this.page;
    if (hidden === "nothing") this.openFor = null;
    if (hidden === "nothing" || info.held.length < 2 || this.openFor === seat) return;
    const wasOther = hidden === "table" && latest !== null && latest.seat !== seat;
    if (wasOther) {
      byId("app").replaceChildren();
      for (const dialog of document.querySelectorAll("dialog")) dialog.remove();
    }
    this.page.letGo();
    await this.close(seat, hidden);
    this.openFor = seat;
    if (!wasOther) return;
    sessionStorage.setItem(OPENED, JSON.stringify({match: info.match, seat}));
    location.reload();
    await new Promise(() => {}); // until then
  }

  /** Cover everything; resolves once the button is pressed.
   * @param {string} seat
   * @param {PageNews["hidden"]} hidden
   * @returns {Promise<void>} */
  close(seat, hidden) {
    const name = this.page.named(seat);
    return new Promise((done) => {
      let isOpened = false;
      /** @type {HTMLDialogElement} */
      const dialog = el(
        "dialog",
        {
          class: "curtain",
          "aria-labelledby": "curtain",
          "aria-describedby": "curtain-why",
          onclose: () => isOpened || dialog.showModal(), // no key opens it but that of the button
        },
        el("h2", {id: "curtain"}, `Hand over to ${name}`),
        el(
          "p",
          {id: "curtain-why"},
          `Only ${name} may look: ${hidden === "choice" ? "the next choice is secret" : "what comes now is secret"}.`,
        ),
        el(
          "button",
          {
            type: "button",
            class: "primary large",
            onkeydown: (event) => event.repeat && event.preventDefault(), // the key that made the last choice
            onclick: () => {
              isOpened = true;
              dialog.close();
              dialog.remove();
              done();
            },
          },
          `Go on as ${name}`,
        ),
      );
      document.body.append(dialog);
      dialog.showModal();
    });
  }
}
