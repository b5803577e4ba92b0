// The builder of files that have no builder of their own: their text, checked while one types.

import {Builder, builderPage} from "./builder.js";
import {el} from "./dom.js";
import {singular} from "./text.js";

/** @import {CheckFile, SystemInfo} from "interface" */
/** @import {OwnFile} from "./things.js" */
/** @import {Found} from "./builder.js" */

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
  /** What is typed; it is kept once the server has read it. */
  text = el("textarea", {
    rows: 30,
    class: "code",
    "aria-label": `The ${this.word} as TOML`,
    oninput: () => this.changed(),
  });

  /** @override */
  empty() {
    return {name: `My ${this.word}`};
  }

  /**
   * @param {string} which
   * @override */
  open(which) {
    this.text.value = "";
    return super.open(which);
  }

  /** @override */
  parts() {
    return el("section", {class: "sheet"}, this.text);
  }

  /**
   * @param {CheckFile} asked
   * @override */
  worked(asked) {
    if (asked.text === undefined && this.text.value)
      return super.worked({...asked, file: undefined, text: this.text.value});
    this.text.value = "";
    return super.worked(asked);
  }

  /** @override */
  save() {
    this.list();
  }

  /**
   * @param {Found<OwnFile, unknown>} found
   * @override */
  take(found) {
    this.file = found.file;
    if (this.id) super.save();
    super.take(found);
  }

  /**
   * @param {Found<OwnFile, unknown>} found
   * @override */
  fill({toml}) {
    if (!this.text.value) this.text.value = toml;
  }
}
