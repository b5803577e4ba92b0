// The builder of files that have no builder of their own: their text, checked while one types, and a picture of it.

import {ask} from "./api.js";
import {Builder, builderPage} from "./builder.js";
import {el, kept} from "./dom.js";
import {fileWord, plural, singular} from "./text.js";

/** @import {CheckFile, SystemInfo} from "interface" */
/** @import {OwnFile} from "./things.js" */
/** @import {Found} from "./builder.js" */
/** @import {Painter} from "./setup.js" */

/** Show the builder.
 * @param {Element} app
 * @param {SystemInfo} system
 * @param {string} kind */
export async function show(app, system, kind) {
  const main = await builderPage(app, singular(kind));
  await new TextBuilder(main, system, kind).begin(new URLSearchParams(location.search), system.shelves[kind][0]);
}

/** @extends {Builder<OwnFile, unknown>} */
class TextBuilder extends Builder {
  /** What is typed; it becomes the file once the server has read it, and is a draft until then. */
  text = el("textarea", {
    rows: 30,
    class: "code",
    spellcheck: "false",
    "aria-label": `The ${this.word} as TOML`,
    oninput: () => this.changed(),
  });
  picture = el("figure", {class: "preview"});
  /** Whether all that was typed is kept. */
  isKept = true;

  /** @override */
  empty() {
    return {name: `My ${this.word}`};
  }

  /** @override */
  open(which = "") {
    this.text.value = kept.get(`draft.${which}`, "");
    return super.open(which);
  }

  /** @override */
  parts() {
    return el("section", {class: "sheet"}, this.text);
  }

  /** @override */
  figures() {
    return this.picture;
  }

  /**
   * @param {CheckFile} asked
   * @override */
  async worked(asked) {
    const isTyped = asked.text === undefined && this.text.value !== "",
      found = await super.worked(isTyped ? {...asked, file: undefined, text: this.text.value} : asked);
    if (asked.text !== undefined) this.text.value = ""; // a file in place of what was typed
    return found;
  }

  /** @override */
  save() {
    this.isKept = false;
    kept.set(`draft.${this.id}`, this.text.value);
    this.list();
  }

  /**
   * @param {Found<OwnFile, unknown>} found
   * @override */
  take(found) {
    this.file = found.file;
    if (this.id && !this.isKept) super.save();
    this.isKept = true;
    kept.set(`draft.${this.id}`, null);
    super.take(found);
  }

  /**
   * @param {Found<OwnFile, unknown>} found
   * @override */
  fill({toml, file}) {
    if (!this.text.value) this.text.value = toml;
    this.draft(file);
  }

  /** Show a picture of the battle with this file, where the form of a new battle takes such a one.
   * @param {OwnFile} file */
  async draft(file) {
    const {name: system, options, pages} = this.system,
      field = options.find(({name}) => [name, plural(name)].includes(this.kind)),
      name = `${fileWord(file.name, this.word)}.json`;
    if (!field || field.kind === "texts" || !pages?.setup) return;
    const asked = {options: {[field.name]: name}, files: {[name]: JSON.stringify(file)}};
    try {
      const {scene, titles} = await ask("POST", `/api/systems/${system}/preview`, asked);
      /** @type {Painter} */
      const painter = await import(pages.setup);
      this.picture.replaceChildren(scene ? painter.picture(scene, titles) : "");
    } catch (error) {
      this.complain(error);
    }
  }
}
