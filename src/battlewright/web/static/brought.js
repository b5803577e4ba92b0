// What a guest brings to a match: chosen among one's own things, shipped ones and files, and looked at before.

import {ask, get} from "./api.js";
import {addOwn, fileSelect, OWN, readOwn, withOwn} from "./chooser.js";
import {el} from "./dom.js";
import {capital, one, sentenceOf} from "./text.js";
import {thing} from "./things.js";

/** @import {Brings, ShownFile, SystemInfo} from "interface" */

export class Brought {
  /** The look that was begun last. */
  number = 0;

  /**
   * @param {SystemInfo} system
   * @param {Brings} brings
   */
  constructor(system, {kind, word}) {
    this.system = system;
    this.kind = kind;
    /** @type {(files: File[]) => unknown} */
    const read = (files) => this.read(files);
    const chosen = system.pages?.names[0] ?? "";
    this.select = fileSelect(system, kind, {name: "brought", chosen, read});
    this.select.addEventListener("change", () => this.look());
    this.about = el("div", {"aria-live": "polite"});
    this.root = el("div", {}, el("label", {}, el("span", {}, `Your ${word}`), this.select), this.about);
    this.look();
  }

  /** The name to send, with the file of a thing of one's own. */
  chosen() {
    /** @type {Record<string, string>} */
    const files = {};
    return {names: withOwn([this.select.value], files), files};
  }

  /** @param {File[]} files */
  async read([file]) {
    const number = ++this.number; // what is still asked about another choice counts no more
    this.about.replaceChildren();
    try {
      const own = await readOwn(file);
      if (own.system !== this.system.name || own.kind !== this.kind)
        throw new Error(`${own.name} is ${one(own.kind)} of ${capital(own.system)}; this needs ${one(this.kind)}.`);
      addOwn(this.select, own);
      this.select.value = OWN + own.id;
      await this.look();
    } catch (error) {
      if (number !== this.number) return;
      this.refuse(error);
      this.about.append(el("p", {}, `${this.select.selectedOptions[0].text} stays chosen.`));
    }
  }

  /** Show what it costs, and what is odd or wrong about it. */
  async look() {
    const number = ++this.number;
    try {
      const found = await this.found(this.select.value);
      if (number !== this.number) return;
      const {points} = /** @type {{points?: number}} */ (found.shown);
      this.about.replaceChildren(
        ...(points === undefined ? [] : [el("p", {class: "soft"}, `${points} points.`)]),
        ...found.warnings.map(({message}) => el("p", {class: "warning"}, message)),
      );
    } catch (error) {
      if (number === this.number) this.refuse(error);
    }
  }

  /** What the server finds in a file.
   * @param {string} value
   * @returns {Promise<ShownFile>} */
  found(value) {
    /** @type {`/api/systems/${string}/${string}`} */
    const path = `/api/systems/${this.system.name}/${this.kind}`,
      own = value.startsWith(OWN) ? thing(value.slice(OWN.length)) : null;
    return own
      ? ask("POST", path, {name: `${own.name || "yours"}.toml`.slice(-100), file: own.file})
      : get(`${path}/${value}`);
  }

  /** @param {unknown} error */
  refuse(error) {
    this.about.replaceChildren(el("p", {class: "refusal", role: "alert"}, sentenceOf(error)));
  }
}
