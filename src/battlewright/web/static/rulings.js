// The options and rulings of a match: what is in force, and what of it is not as usual.

import {el} from "./dom.js";
import {chip, forgetRulings} from "./rules.js";

/** @import {ChangedRuling, Entry, Reference} from "interface" */
/** @import {Page} from "./match.js" */

/** A fold with the rulings; empty for a rulebook without any. */
export class Rulings {
  /** @param {Pick<Page<{models: Reference[]}>, "remote" | "system" | "master" | "isMaster">} page */
  constructor(page) {
    this.page = page;
    this.list = el("dl", {class: "rulings"});
    this.count = el("span", {class: "soft"});
    this.root = el(
      "details",
      {class: "drawer rulings-in-force"},
      el("summary", {}, "Rulings in force ", this.count),
      this.list,
    );
    this.root.addEventListener("toggle", () => this.root.open && this.load());
  }

  /** What was amended, or taken back, may be a ruling.
   * @param {Entry[]} entries */
  hear(entries) {
    if (!entries.some(({kind}) => ["amend", "undo"].includes(kind))) return;
    forgetRulings();
    if (this.root.open) this.load();
  }

  async load() {
    const all = await this.page.remote.guide("rulings_in_force").catch(() => []);
    const changed = all.filter(isChanged);
    this.count.textContent = all.length ? `${changed.length || "none"} changed` : "";
    const forms = this.page.isMaster && this.page.master ? await this.page.master.ask() : [];
    const mayChange = forms.some(({verb}) => verb === "ruling");
    this.list.replaceChildren(
      ...(all.length ? [] : [el("dt", {}, "This rulebook has no options.")]),
      ...[...changed, ...all.filter((each) => !isChanged(each))].map((each) => this.row(each, mayChange)),
    );
  }

  /** @param {ChangedRuling} ruling
   * @param {boolean} mayChange */
  row(ruling, mayChange) {
    const {name, now, usual, clauses} = ruling,
      differs = isChanged(ruling);
    return el(
      "div",
      {class: differs ? "changed" : null},
      el("dt", {}, name.replaceAll("_", " ")),
      el(
        "dd",
        {},
        el("b", {}, said(now)),
        differs && el("small", {}, typeof usual === "object" ? "changed" : `usually ${said(usual)}`),
        clauses.map((clause) => chip(this.page.system, clause)),
        mayChange &&
          typeof now === "number" &&
          el("button", {type: "button", onclick: () => this.page.master?.openForm("ruling", name)}, "Change …"),
      ),
    );
  }
}

/** @param {ChangedRuling} ruling */
const isChanged = ({now, usual}) => JSON.stringify(now) !== JSON.stringify(usual);

/** A value for people; a table by the rows that are changed.
 * @param {unknown} value */
const said = (value) =>
  typeof value === "boolean"
    ? value
      ? "on"
      : "off"
    : value && typeof value === "object"
      ? Object.keys(value).join(", ")
      : String(value);
