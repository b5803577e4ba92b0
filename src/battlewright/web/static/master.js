// The forms of a game master's edits. The server lists the options and the limits of numbers.

import {el, stylesheet} from "./dom.js";
import {sentenceOf} from "./text.js";

/** @import {Blank, EditForm, Option, Reference} from "interface" */
/** @import {Page} from "./match.js" */

/** The forms of a game master's seat. */
export class Master {
  /**
   * @param {Pick<Page<{models: Reference[]}>, "number" | "remote">} page
   * @param {{id?: string, kind?: string, title?: string, asks?: string, done?: string, more?: Element[]}} [said]
   *   what the forms are called, and what follows the blanks
   */
  constructor(
    page,
    {
      id = "edit-form",
      kind = "master",
      title = "Game master",
      asks = "What to change",
      done = "Apply the change",
      more = [],
    } = {},
  ) {
    stylesheet("/static/master.css");
    this.page = page;
    /** @type {EditForm[]} */
    this.forms = [];
    /** The blanks of the form that is shown.
     * @type {{blank: Blank, field: HTMLElement & {value: string}, label: HTMLElement}[]} */
    this.fields = [];
    /** The position that the forms are of.
     * @type {number | null} */
    this.at = null;
    /** Whether what is filled in was sent, and nothing of it was changed since. */
    this.isSent = false;
    /** @type {Promise<void> | null} */
    this.loading = null;
    this.which = el("select", {id, onchange: () => this.showBlanks()});
    this.about = el("p", {class: "soft"});
    this.blanks = el("div", {class: "blanks"});
    this.refusal = el("p", {class: "refusal", role: "alert", hidden: true});
    this.done = el("button", {class: "primary"}, done);
    this.form = el(
      "form",
      {
        novalidate: true,
        onsubmit: (event) => {
          event.preventDefault();
          this.submit();
        },
      },
      el("label", {for: id}, el("span", {}, asks), this.which),
      this.about,
      this.blanks,
      more,
      this.refusal,
      this.done,
    );
    this.root = el("details", {class: `drawer ${kind}`}, el("summary", {}, title), this.form);
    this.form.addEventListener("input", () => {
      this.isSent = false;
    });
    this.root.addEventListener("toggle", () => this.root.open && this.refresh());
  }

  /** Ask what may be changed now, once for each position; what was filled in stays. */
  async refresh() {
    if (!this.root.open || this.at === this.page.number) return;
    this.loading ??= this.load().finally(() => {
      this.loading = null;
    });
    await this.loading;
  }

  /** What may be changed now.
   * @returns {Promise<EditForm[]>} */
  ask() {
    return this.page.remote.guide("master_forms").catch(() => []);
  }

  async load() {
    const {number} = this.page,
      forms = await this.ask();
    const was = this.which.value,
      {isSent} = this,
      before = JSON.stringify(this.chosen),
      filled = isSent ? [] : this.fields.map(({field: each}) => each.value),
      focused = this.fields.findIndex(({field: each}) => each === document.activeElement);
    this.forms = forms;
    this.at = number;
    this.isSent = false;
    this.which.replaceChildren(
      ...forms.map((each, index) => el("option", {value: index, selected: String(index) === was}, each.title)),
    );
    if (!isSent && this.fields.length && JSON.stringify(this.chosen) === before) return; // somebody fills it in
    this.showBlanks();
    filled.forEach((value, index) => {
      if (this.fields[index]) this.fields[index].field.value = value;
    });
    this.fields[focused]?.field.focus();
  }

  /** Open the form of a number, as it is called in a line: "a1 health".
   * @param {string} words */
  async open(words) {
    this.root.open = true;
    await this.refresh();
    this.which.value = "0";
    this.showBlanks(words);
    this.root.scrollIntoView({block: "nearest"});
    this.blanks.querySelector("input")?.focus();
  }

  /** Open the form of a verb, with a first option or text.
   * @param {string} verb
   * @param {string} preset */
  async openForm(verb, preset) {
    this.root.open = true;
    await this.refresh();
    this.which.value = String(this.forms.findIndex((each) => each.verb === verb));
    this.showBlanks(preset);
    this.root.scrollIntoView({block: "nearest"});
    this.fields.at(-1)?.field.focus();
  }

  get chosen() {
    return this.forms[Number(this.which.value)];
  }

  showBlanks(preset = "") {
    const form = this.chosen;
    this.refuse("");
    if (!form) return;
    this.about.textContent = form.about;
    this.fields = form.blanks.map((blank) => ({
      blank,
      field: field(blank),
      label: el("span", {}, `${blank.label}${blank.optional ? " (if any)" : ""}`),
    }));
    if (preset) this.fields[0].field.value = preset;
    this.blanks.replaceChildren(
      ...this.fields.map(({blank, field: input, label}) =>
        blank.several
          ? el("fieldset", {class: "several"}, el("legend", {}, label), input)
          : el("label", {class: blank.options.length ? "" : "short"}, label, input),
      ),
    );
    this.fields[0].field.addEventListener("change", () => this.limit());
    this.limit();
  }

  /** A number without limits has those of the option that is picked before it. */
  limit() {
    const [{blank, field: first}, second] = this.fields;
    const option = blank.options.find((each) => each.words === first.value);
    if (!second || option?.most === undefined || option.most === null || second.blank.most !== null) return;
    const {now, least, most} = option;
    Object.assign(second.field, {min: least, max: most, value: now});
    second.label.textContent = `${second.blank.label}: ${least} to ${most}, now ${now}`;
  }

  /** @param {string} text */
  refuse(text) {
    this.refusal.hidden = !text;
    this.refusal.textContent = text;
  }

  /** Send a line that is filled in.
   * @param {string} text */
  async send(text) {
    await this.page.remote.command({kind: "say", text, number: this.page.number});
  }

  async submit() {
    const form = this.chosen,
      nobody = this.fields.find(({blank, field: each}) => blank.several && !blank.optional && !each.value);
    if (nobody) return this.refuse(`${nobody.blank.label}: choose one or several.`);
    const words = this.fields
      .filter(({field: each}) => each.value.trim())
      .map(({blank, field: each}) => `${blank.before} ${signed(blank, each.value)}`);
    this.done.disabled = true;
    this.refuse("");
    this.isSent = true; // the news of it may come before the answer
    try {
      await this.send([form.verb, ...words, form.end].join(" ").split(/\s+/).filter(Boolean).join(" "));
    } catch (error) {
      this.isSent = false;
      this.refuse(sentenceOf(error));
    } finally {
      this.done.disabled = false;
    }
  }
}

/**
 * @param {Blank} blank
 * @param {string} value
 */
const signed = ({least}, value) =>
  least && least < 0 && Number(value) > 0 && !value.startsWith("+") ? `+${value}` : value;

/** What stands between several that are picked. */
const AND = " and ";

/** Several options to pick from, a box for each: what is picked stands in the line with "and" between.
 * @param {Blank} blank
 * @returns {HTMLElement & {value: string}} */
function boxes({name, options}) {
  const inputs = options.map(({words}) => el("input", {type: "checkbox", name, value: words}));
  const labels = options.map(({label}, index) => el("label", {}, inputs[index], label));
  const root = /** @type {HTMLElement & {value: string}} */ (
    /** @type {unknown} */ (el("div", {class: "boxes"}, labels))
  );
  return Object.defineProperty(root, "value", {
    get: () =>
      inputs
        .filter((each) => each.checked)
        .map((each) => each.value)
        .join(AND),
    set: (/** @type {string} */ value) => {
      const line = `${AND}${value}${AND}`;
      for (const each of inputs) each.checked = line.includes(`${AND}${each.value}${AND}`);
    },
  });
}

/** What a blank is filled in with.
 * @param {Blank} blank
 * @returns {HTMLElement & {value: string}} */
function field(blank) {
  const {name, options, is_number: isNumber, least, most, optional} = blank;
  if (blank.several) return boxes(blank);
  if (!options.length)
    return el("input", {
      name,
      type: isNumber ? "number" : "text",
      min: least ?? undefined,
      max: most ?? undefined,
      required: !optional,
      autocomplete: "off",
      maxlength: 40,
    });
  /** @param {Option} each */
  const option = (each) =>
    el("option", {value: each.words}, each.heading ? `${each.heading}: ${each.label}` : each.label);
  const headings = [...new Set(options.map((each) => each.heading))];
  const inside = headings.map((heading) => {
    const under = options.filter((each) => each.heading === heading).map(option);
    return heading ? el("optgroup", {label: heading}, under) : under;
  });
  return el("select", {name}, optional && el("option", {value: ""}, "–"), inside);
}
