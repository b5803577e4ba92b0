// What all builders share: a file that is open, its edits, which the server checks one by one, its faults at their
// fields, and what one can do with it. A builder of a kind says how its file is shown.

import {ask, get, Refused} from "./api.js";
import {el, kept, say} from "./dom.js";
import {download, takeDrops, textOf} from "./files.js";
import {state} from "./library.js";
import {page} from "./nav.js";
import {cited} from "./rules.js";
import {templateForm} from "./templates.js";
import {capital, fileWord, one, sentenceOf, singular, title} from "./text.js";
import {dropThing, keepThing, newId, thing, things, whenTaken} from "./things.js";

/** @import {Child} from "./dom.js" */
/** @import {OwnFile} from "./things.js" */
/** @import {CheckFile, FileWarning, ShownFile, SystemInfo} from "interface" */

/** A file with what the server has worked out.
 * @template {OwnFile} File
 * @template Shown
 * @typedef {Omit<ShownFile, "file" | "shown"> & {file: File, shown: Shown}} Found */

/** How long nothing is changed before the server is asked, in milliseconds. */
const QUIET = 60;
/** What the server works out from a file of a kind.
 * @param {string} system
 * @param {string} kind
 * @param {CheckFile} asked */
export const workOut = (system, kind, asked) => ask("POST", `/api/systems/${system}/${kind}`, asked);

/** The builder of a kind of files.
 * @template {OwnFile} [File=OwnFile]
 * @template [Shown=unknown] */
export class Builder {
  /** The id of the thing that is open; a file that is not kept has none. */
  id = "";
  /** @type {Found<File, Shown> | null} */
  found = null;
  /** Why what is open is not kept, if it is not. */
  unkept = "";
  /** What was deleted last.
   * @type {import("./things.js").Thing | null} */
  deleted = null;
  /** How often the server was asked. */
  number = 0;

  picker = el("select", {id: "picker", onchange: ({currentTarget}) => this.open(currentTarget.value)});
  aside = el("aside", {class: "sheet sum"});
  float = el("div", {class: "float", "aria-hidden": "true"});
  notes = el("ul", {class: "notes", "aria-live": "polite"});
  refusal = el("p", {class: "refusal", role: "alert", hidden: true});

  /**
   * @param {HTMLElement} main
   * @param {SystemInfo} system
   * @param {string} kind
   */
  constructor(main, system, kind) {
    this.main = main;
    this.system = system;
    this.kind = kind;
    this.word = singular(kind);
    /** @type {File} */
    this.file = this.empty();
    this.picker.setAttribute("aria-label", `${capital(this.word)} to open`);
    this.aside.setAttribute("aria-label", `The ${this.word} in all`);
    this.beginning = templateForm(this);
    this.float.onclick = () => this.aside.scrollIntoView();
    takeDrops(main, ([file]) => this.read(file));
    whenTaken((ids) => {
      if (ids.includes(this.id) && thing(this.id)) {
        this.open(this.id);
        say(`${this.file.name} was changed elsewhere.`);
      } else this.list();
    });
    main.ownerDocument.onpaste = (event) => {
      const text = event.clipboardData?.getData("text") ?? "";
      const isLine = event.target instanceof HTMLInputElement && !text.trim().includes("\n");
      if (!text || isLine || event.target instanceof HTMLTextAreaElement) return;
      event.preventDefault(); // a field takes one line: several are a file
      this.read(new globalThis.File([text], "pasted.txt"));
    };
  }

  // What a builder says of its kind

  /** A new file.
   * @returns {File} */
  empty() {
    throw new Error("A builder says what a new file is.");
  }

  /** The fields of the file.
   * @returns {Child} */
  parts() {
    return null;
  }

  /** What stands at the head of the panel: figures of the whole.
   * @returns {Child} */
  figures() {
    return null;
  }

  /** What one can do with the file, beside what all have.
   * @returns {Child} */
  actions() {
    return null;
  }

  /** Write what the server has worked out beside what was typed.
   * @param {Found<File, Shown>} _found */
  fill(_found) {}

  /** Whether what one can do with a file may be done: not while it has faults.
   * @param {boolean} _is */
  enable(_is) {}

  /** What is sent with the file when it is checked.
   * @returns {Partial<CheckFile>} */
  asked() {
    return {};
  }

  /** A place in the file in words: "Herald, melee".
   * @param {string} field */
  place(field) {
    const found = field.match(/^(\w+)\[(\d+)\]\.?(.*)/);
    if (!found) return `${capital(field.replaceAll("_", " ").replaceAll(".", ", "))}:`;
    const [, list, index, what] = found;
    const part = /** @type {Record<string, {name?: string}[]>} */ (this.file)[list]?.[Number(index)];
    const name = part?.name || `${singular(list)} ${Number(index) + 1}`;
    return `${name}${what ? `, ${what.replace(/[._[\]']+/g, " ").trim()}` : ""}:`;
  }

  // What is open

  /** Open what the address names, or what was open last.
   * @param {URLSearchParams} query
   * @param {string} usual the shipped file to begin with */
  async begin(query, usual) {
    const last = kept.get(`open.${this.kind}`, "");
    const [mine, shipped] = [query.get("mine"), query.get("shipped")];
    if (query.has("new")) {
      query.delete("new"); // the page loaded again has what was made meanwhile
      history.replaceState(null, "", `${location.pathname}?${query}`);
      return this.open("");
    }
    if (mine ? thing(mine) : !shipped && thing(last)) return this.open(mine ?? last);
    await this.open(`shipped:${shipped ?? usual}`);
    if (mine) this.complain(new Error(`This browser has no such ${this.word} of yours.`));
  }

  /** Open a thing by its id, a shipped file, or a new one.
   * @param {string} which */
  async open(which) {
    const mine = thing(which);
    this.found = null;
    this.unkept = "";
    if (mine) [this.id, this.file] = [which, /** @type {File} */ (mine.file)];
    else if (which.startsWith("shipped:")) {
      try {
        const path = /** @type {const} */ (`/api/systems/${this.system.name}/${this.kind}`);
        const found = await get(`${path}/${encodeURIComponent(which.slice(8))}`);
        [this.id, this.file] = ["", /** @type {File} */ (/** @type {unknown} */ (found.file))];
      } catch (error) {
        this.draw();
        return this.complain(error);
      }
    } else [this.id, this.file] = [newId(), this.empty()];
    kept.set(`open.${this.kind}`, this.id);
    this.nameInAddress(mine ? {mine: which} : which ? {shipped: which.slice(8)} : {new: ""});
    this.draw();
    return this.check();
  }

  /** Name what is open in the address, so that it is open when the page is loaded again.
   * @param {Record<string, string>} which */
  nameInAddress(which) {
    const query = new URLSearchParams({system: this.system.name, kind: this.kind, ...which});
    history.replaceState(history.state, "", `/build?${query}`);
  }

  /** Read a file of the computer; the server says what is wrong with it.
   * @param {globalThis.File} [chosen] */
  async read(chosen) {
    if (!chosen) return;
    const name = chosen.name.slice(-100);
    try {
      const text = await textOf(chosen);
      try {
        this.begun(await this.worked({name, text, ...this.asked()}));
      } catch (error) {
        const found = await ask("POST", "/api/files", {name, text}).catch(() => null);
        if (!found || found.kind === this.kind) throw error;
        throw new Error(`${name} is ${one(found.kind)}; this needs ${one(this.kind)}.`);
      }
    } catch (error) {
      this.turnAway(error);
    }
  }

  /** Say why a file is not opened. What is open stays as it is.
   * @param {unknown} error */
  turnAway(error) {
    this.tell(`${sentenceOf(error)}\n${this.file.name} stays open.`);
  }

  /** @param {string} sentence none: nothing is refused */
  tell(sentence) {
    this.refusal.hidden = !sentence;
    this.refusal.textContent = sentence;
  }

  /** Begin a thing with a file that the server has checked.
   * @param {Found<File, Shown>} found */
  begun(found) {
    [this.id, this.file] = [newId(), found.file];
    this.save();
    this.draw();
    this.take(found);
    say(`${this.file.name} is open.`);
  }

  /** Something was changed; "whole": parts were added or removed. */
  changed(whole = false) {
    if (!this.id) this.id = newId();
    this.save();
    if (whole) this.draw();
    this.number += 1; // what the server still works out is of before
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), QUIET);
  }

  save() {
    this.unkept = "";
    try {
      keepThing({id: this.id, system: this.system.name, kind: this.kind, file: this.file});
      kept.set(`open.${this.kind}`, this.id);
      this.nameInAddress({mine: this.id});
    } catch (error) {
      this.unkept = sentenceOf(error);
    }
    this.list();
  }

  /** @param {CheckFile} asked */
  async worked(asked) {
    return /** @type {Found<File, Shown>} */ (await workOut(this.system.name, this.kind, asked));
  }

  async check() {
    clearTimeout(this.timer);
    this.number += 1;
    const {number} = this;
    try {
      const found = await this.worked({name: `${this.word}.toml`, file: this.file, ...this.asked()});
      if (number === this.number) this.take(found);
    } catch (error) {
      if (number === this.number) this.complain(error);
    }
  }

  // What the page shows

  draw() {
    const focused = focusedField(this.main);
    this.list();
    const upload = el("input", {
      type: "file",
      accept: ".toml,.json,.txt",
      class: "unseen",
      id: "upload",
      tabindex: -1,
      "aria-label": `A ${this.word} of yours`,
      onchange: ({currentTarget}) => this.read(currentTarget.files?.[0]),
    });
    this.main.replaceChildren(
      el("h1", {}, `Build ${one(this.kind)}`),
      el(
        "div",
        {class: "row tools"},
        this.picker,
        el("button", {type: "button", onclick: () => this.open("")}, "New"),
        el("button", {type: "button", onclick: () => upload.click()}, "Open a file…"),
        upload,
        thing(this.id) &&
          el(
            "button",
            // one press, one thing
            {type: "button", class: "danger", onclick: ({detail}) => detail < 2 && this.remove()},
            "Delete",
          ),
        this.deleted &&
          el("button", {type: "button", onclick: () => this.takeBack()}, `Take back ${this.deleted.name}`),
        el(
          "span",
          {class: "soft"},
          "or drop or paste one here. It is kept in ",
          el("a", {href: "/mine"}, "My things"),
          ".",
        ),
      ),
      this.beginning ?? "",
      el("div", {class: "bench"}, el("div", {class: "making"}, this.parts()), this.aside),
      this.float,
    );
    this.sum();
    if (this.found) this.fill(this.found);
    focused?.();
  }

  /** The fields that every file has: its name, and a sentence about it. */
  head() {
    /** @type {(name: "name" | "about", label: string, most: number, more: {}) => HTMLElement} */
    const input = (name, label, most, more) =>
      el(
        "label",
        {},
        el("span", {}, label),
        el("input", {
          value: String(this.file[name] ?? ""),
          maxlength: most,
          "data-field": name,
          ...more,
          oninput: ({currentTarget}) => {
            Object.assign(this.file, {[name]: currentTarget.value});
            this.changed();
          },
        }),
      );
    return el(
      "section",
      {class: "sheet head", "aria-label": `The ${this.word}`},
      input("name", "Name", 60, {class: "big"}),
      input("about", "About", 400, {placeholder: "A sentence (optional)"}),
    );
  }

  list() {
    /** @type {(value: string, text: string) => HTMLOptionElement} */
    const option = (value, text) => el("option", {value, selected: value === this.id}, text);
    const own = things({system: this.system.name, kind: this.kind});
    const shipped = this.system.shelves[this.kind] ?? [];
    this.picker.replaceChildren(
      own.some(({id}) => id === this.id)
        ? ""
        : el("option", {value: "", selected: true, disabled: true}, this.file.name),
      own.length > 0
        ? el(
            "optgroup",
            {label: "Yours"},
            own.map(({id, name}) => option(id, name || "(no name)")),
          )
        : "",
      el(
        "optgroup",
        {label: "Shipped"},
        shipped.map((name) => option(`shipped:${name}`, title(name))),
      ),
    );
  }

  /** The panel with what the file comes to, and what one can do with it. */
  sum() {
    this.tell(this.unkept);
    this.aside.replaceChildren();
    this.aside.append(
      ...el(
        "div",
        {},
        this.figures(),
        this.notes,
        this.refusal,
        el(
          "div",
          {class: "row"},
          el("button", {type: "button", onclick: () => this.download("toml")}, "Download .toml"),
          el("button", {type: "button", onclick: () => this.download("json")}, ".json"),
          this.kind in (this.system.pages?.cards ?? {}) &&
            el("button", {type: "button", onclick: () => this.print()}, "Print cards"),
          state.isOffered && el("button", {type: "button", onclick: () => this.share()}, "Link for a friend"),
        ),
        this.actions(),
      ).childNodes,
    );
  }

  /** @param {Found<File, Shown>} found */
  take(found) {
    this.found = found;
    this.tell(this.unkept);
    this.aside.classList.remove("stale");
    this.mark([]);
    this.fill(found);
    const {warnings} = found;
    this.notes.replaceChildren(
      ...(warnings.length
        ? warnings.map((each) => this.note("warning", each))
        : [el("li", {class: "clear"}, "No warnings.")]),
    );
    this.enable(true);
  }

  /** Show a refusal: each fault at its field, and all in the panel. The last numbers stay, pale.
   * @param {unknown} error */
  complain(error) {
    this.aside.classList.add("stale");
    const {faults, moreFaults} = error instanceof Refused ? error : {faults: [], moreFaults: 0};
    this.mark(faults);
    const more = moreFaults ? [el("li", {class: "fault"}, `and ${moreFaults.toLocaleString("en")} more`)] : [];
    this.notes.replaceChildren(...faults.map((each) => this.note("fault", each)), ...more);
    this.tell(faults.length ? this.unkept : sentenceOf(error));
    this.enable(!faults.length);
  }

  /**
   * @param {"warning" | "fault"} kind
   * @param {FileWarning & {line?: number}} about
   */
  note(kind, {field, line, message}) {
    const place = field ? this.place(field) : line ? `Line ${line}:` : "";
    return el("li", {class: kind}, el("b", {}, place), " ", cited(this.system.name, message));
  }

  /** Mark the fields that are wrong, and no others.
   * @param {{field: string}[]} faults */
  mark(faults) {
    for (const each of this.main.querySelectorAll("[aria-invalid]")) each.removeAttribute("aria-invalid");
    for (const {field} of faults) {
      for (let name = field; name; name = name.replace(/(\[[^[\]]*\]?|\.?[^.[\]]+|.)$/, "")) {
        const found = this.main.querySelector(`[data-field="${CSS.escape(name)}"]`);
        if (found) {
          found.setAttribute("aria-invalid", "true");
          break;
        }
      }
    }
  }

  // What one does

  remove() {
    this.deleted = thing(this.id);
    dropThing(this.id);
    say(`${this.file.name} is deleted.`);
    const [next] = things({system: this.system.name, kind: this.kind});
    this.open(next?.id ?? `shipped:${this.system.shelves[this.kind][0]}`);
  }

  /** Keep what was deleted last again. */
  takeBack() {
    if (!this.deleted) return;
    const {id} = keepThing(this.deleted);
    this.deleted = null;
    this.open(id);
  }

  get fileName() {
    return fileWord(this.file.name, this.word);
  }

  /** Download the file with all that was typed.
   * @param {"toml" | "json"} kind */
  async download(kind) {
    await this.check();
    if (!this.found) return;
    const text = kind === "toml" ? this.found.toml : `${JSON.stringify(this.found.file, null, 2)}\n`;
    download(`${this.fileName}.${kind}`, text);
  }

  /** The address of the cards to print. */
  get cardsAddress() {
    return `/cards?system=${this.system.name}&kind=${this.kind}&mine=${this.id}`;
  }

  /** Show a link by which a friend copies what is open. */
  async share() {
    if (!this.id) this.changed();
    const {friendButton} = await import("./library_panel.js");
    friendButton(
      {draw: () => {}, complain: (error) => this.complain(error)},
      {
        id: this.id,
        name: this.file.name,
      },
    ).click();
  }

  print() {
    if (!this.id) this.changed();
    location.assign(this.cardsAddress);
  }
}

/** Whatever has the focus in a part of the page, as a function that focuses what takes its place there.
 * @param {Element} part */
function focusedField(part) {
  const {activeElement: focused} = document;
  if (!(focused instanceof HTMLElement) || !part.contains(focused)) return null;
  const [name, value] = focused.dataset.field
    ? ["data-field", focused.dataset.field]
    : ["aria-label", focused.getAttribute("aria-label")];
  return () => {
    const found = part.querySelector(`[${name}="${CSS.escape(value ?? "")}"]`);
    if (found instanceof HTMLElement) found.focus({preventScroll: true});
  };
}

/** Set up the page of a builder.
 * @param {Element} app
 * @param {string} word
 * @param {string[]} sheets the builder's own styles */
export const builderPage = (app, word, ...sheets) =>
  page(app, "/mine", `Build: ${word}`, "/static/builder.css", ...sheets);
