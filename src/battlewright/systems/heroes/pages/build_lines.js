// The builder of files with lines of sheets: what encounters and parties share.

import {get} from "/static/api.js";
import {Builder} from "/static/builder.js";
import {put} from "/static/builder_fields.js";
import {fileSelect, OWN, readOwn} from "/static/chooser.js";
import {el} from "/static/dom.js";
import {estimatePanel} from "/static/estimate.js";
import {playForm} from "/static/play_form.js";
import {one} from "/static/text.js";
import {keepThing, newId, thing, things} from "/static/things.js";
import {entryFields} from "./build_entry.js";
import {combatants, follow, seating} from "./encounter_file.js";

/** @import {SystemInfo} from "interface" */
/** @import {Found} from "/static/builder.js" */
/** @import {Wanted} from "/static/estimate.js" */
/** @import {Asked, FileChoice} from "/static/play_form.js" */
/** @import {Thing} from "/static/things.js" */
/** @import {Figures} from "./build_entry.js" */
/** @import {EncounterFile, Entry, List, Sheet} from "./encounter_file.js" */

/** What is worked out from a file: the figures of each line.
 * @typedef {{lines: Record<string, Figures[]>}} ShownLines */

/** A shipped sheet, as it is listed.
 * @typedef {{sheet: string, name: string, level: number}} ShippedSheet */

/** The words of fields, and the numbers of rulings: with what is usual, their limits and their clauses.
 * @typedef {Record<"components" | "situations" | "defences" | "types" | "effects" | "lasting", string[]> &
 *   {rulings: Map<string, {usual: number, least: number, most: number, clause: string}>}} Words */

/** What the sides are usually called. */
export const TITLES = ["Heroes", "Foes"];
/** One of a list. */
const WORDS = {heroes: "hero", foes: "foe"};
/** The least share of battles that heroes win in an encounter that is called so. */
const GRADES = /** @type {const} */ ([
  [0.675, "Easy"],
  [0.5, "Fair"],
  [0, "Deadly"],
]);

/** @extends {Builder<EncounterFile, ShownLines>} */
export class LinesBuilder extends Builder {
  /** @type {List[]} */
  lists = ["heroes"];
  /** The figures of each line.
   * @type {WeakMap<Entry, Figures>} */
  figuresOf = new WeakMap();
  /** The lines that show how they enter.
   * @type {WeakSet<Entry>} */
  unfolded = new WeakSet();
  /** @type {ReturnType<entryFields>[]} */
  entries = [];
  /** Whom one leads.
   * @type {HTMLSelectElement} */
  you = el("select", {name: "you"});
  play = playForm(this.system, {
    ...this.battle(),
    file: () => this.file,
    more: el("label", {}, el("span", {}, "You play"), this.you),
    seating: ({you}, opponent) => seating(this.file, you, opponent),
    changed: () => {},
  });
  deadly = estimatePanel({
    system: this.system.name,
    heading: "How deadly is it?",
    grade: (share) => GRADES.find(([least]) => share >= least)?.[1] ?? "",
    wanted: () => (this.play.go.disabled ? null : {...this.play.setup(), ...this.compared()}),
  });

  /**
   * @param {HTMLElement} main
   * @param {SystemInfo} system
   * @param {string} kind
   * @param {ShippedSheet[]} shipped
   * @param {Words} words
   */
  constructor(main, system, kind, shipped, words) {
    super(main, system, kind);
    this.shipped = new Map(shipped.map((each) => [each.sheet, each]));
    this.words = words;
    this.sheetsAddress = `/build?system=${system.name}&kind=sheets`;
  }

  /** Begin with what the address names; "with" adds a sheet or a party of one's own.
   * @param {URLSearchParams} query
   * @param {string} usual
   * @override */
  async begin(query, usual) {
    const wanted = query.get("with"),
      own = thing(wanted ?? ""),
      isNew = own && !query.has("mine") && !query.has("shipped");
    if (isNew) [this.id, this.file] = [newId(), this.empty()];
    else await super.begin(query, usual);
    if (!wanted) return;
    try {
      if (!own) throw new Error("This browser has no such sheet or party of yours.");
      this.enter(own, {alone: Boolean(isNew)});
      history.replaceState(null, "", `/build?system=${this.system.name}&kind=${this.kind}&mine=${this.id}`);
    } catch (error) {
      if (isNew) await this.open("");
      this.complain(error);
    }
  }

  /** Read a file of the computer: open it, or let it enter if it is a sheet or a party.
   * @param {File} [chosen]
   * @override */
  async read(chosen) {
    if (chosen) await this.bring(chosen, (own) => (own.kind === this.kind ? this.open(own.id) : this.enter(own)));
  }

  // What a builder says of its kind

  /** What is chosen for a battle, and what it is asked for.
   * @returns {{label: string, choices: FileChoice[], asked: Asked}} */
  battle() {
    return {label: "Play", choices: [], asked: (_, mine) => ({names: [mine]})};
  }

  /** What is fought for the estimate otherwise than in a battle.
   * @returns {Partial<Wanted>} */
  compared() {
    return {};
  }

  // Who is in it

  /** @param {Entry} entry */
  sheetName({sheet}) {
    return typeof sheet === "string" ? (this.shipped.get(sheet)?.name ?? sheet) : sheet.name;
  }

  /** @param {Entry} entry */
  nameOf(entry) {
    return entry.name || this.sheetName(entry);
  }

  /** @param {Entry} entry */
  levelOf({sheet}) {
    return typeof sheet === "string" ? this.shipped.get(sheet)?.level : (sheet.level ?? 1);
  }

  combatants() {
    return combatants(this.file, (entry) => this.nameOf(entry));
  }

  /** The situations that there are, and those of a line.
   * @param {Entry} entry */
  situations({situations = []}) {
    return [...new Set([...this.words.situations, ...Object.keys(this.file.rulings?.situations ?? {}), ...situations])];
  }

  // What the page shows

  /** The lines of a list, and a choice of what is added to it.
   * @param {List} list
   * @param {string} heading */
  linesOf(list, heading) {
    const made = (this.file[list] ?? []).map((entry, index) => entryFields(this, list, entry, index));
    this.entries.push(...made);
    const word = WORDS[list],
      add = fileSelect(this.system, "sheets", {
        name: "add",
        first: [{value: "", text: `+ Add a ${word} …`}],
        read: ([file]) => this.bring(file, (own) => this.enter(own, {list})),
      });
    add.classList.add("add");
    add.dataset.field = list;
    add.setAttribute("aria-label", `Add a ${word}`);
    add.addEventListener("change", () => {
      const own = thing(add.value.replace(OWN, ""));
      if (own) this.enter(own, {list});
      else if (add.value) this.alter(() => this.file[list]?.push({sheet: add.value}), true);
    });
    return el(
      "section",
      {class: `side ${list}`, "aria-label": heading},
      el("h2", {}, heading),
      made.map((each) => each.node),
      add,
    );
  }

  /** @override */
  draw() {
    const all = this.combatants();
    follow(this.file, all, all);
    this.entries = [];
    super.draw();
    this.refresh();
    for (const each of this.entries) each.fill();
  }

  /** Draw anew what names combatants, sides and seats. */
  refresh() {
    for (const each of this.entries) each.refresh();
    const {seats = [], titles: [a, b] = TITLES} = this.file;
    const free = [
        ["a", a],
        ["b", b],
      ].filter(([side]) => seats.every((each) => each.side !== side)),
      more = seats.length ? seats.map(({name}) => [name, name]) : [["master", `${b}, as game master`]],
      was = this.you.value;
    this.you.replaceChildren(
      ...[...free, ...more].map(([value, text]) => el("option", {value, selected: value === was}, text)),
    );
  }

  /**
   * @param {Found<EncounterFile, ShownLines>} found
   * @override */
  fill({shown: {lines}}) {
    for (const list of this.lists)
      for (const [index, entry] of (this.file[list] ?? []).entries())
        if (lines[list]?.[index]) this.figuresOf.set(entry, lines[list][index]);
    for (const each of this.entries) each.fill();
  }

  /**
   * @param {boolean} is
   * @override */
  enable(is) {
    this.play.go.disabled = !is;
    this.deadly.changed();
  }

  /** The name of who stands in a line, for faults.
   * @param {string} field
   * @override */
  place(field) {
    const [, list, index, rest] = field.match(/^(heroes|foes)\[(\d+)\]\.?(.*)/) ?? [],
      entry = list && this.file[/** @type {List} */ (list)]?.[Number(index)];
    if (!entry) return super.place(field);
    return `${this.nameOf(entry)}${rest ? `, ${rest.replace(/^sheet\./, "").replaceAll(/[._]/g, " ")}` : ""}:`;
  }

  /** @override */
  actions() {
    return [this.play.node, this.deadly.node];
  }

  // What one does

  /** Change something that others may name: whatever names them follows.
   * @param {() => unknown} act
   * @param {boolean} [whole] whether lines are added, removed or exchanged */
  alter(act, whole = false) {
    const before = this.combatants(),
      at = document.activeElement?.getAttribute("data-field");
    act();
    follow(this.file, before, this.combatants());
    this.changed(whole);
    if (whole) return;
    this.refresh();
    if (at) this.focus(at);
  }

  /** Go to a field.
   * @param {string} field */
  focus(field) {
    const found = this.main.querySelector(`[data-field="${CSS.escape(field)}"]`);
    if (found instanceof HTMLElement) found.focus();
  }

  /** Read a file of the computer, keep it, and take it.
   * @param {File} file
   * @param {(own: Thing) => unknown} take */
  async bring(file, take) {
    try {
      await take(await readOwn(file));
    } catch (error) {
      this.turnAway(error);
    }
  }

  /** Let a sheet or a party of one's own enter.
   * @param {Thing} own
   * @param {{list?: List, alone?: boolean}} [how] alone: in place of who is there */
  enter(own, {list, alone = false} = {}) {
    const made = /** @type {any} */ (structuredClone(own.file)),
      isParty = own.kind === "parties" && own.system === this.system.name;
    const entries = isParty ? made.heroes : [{sheet: this.sheetOf(own)}],
      where = isParty ? "heroes" : (list ?? (made.player ? "heroes" : (this.lists.at(-1) ?? "heroes")));
    this.alter(() => {
      this.file[where] = [...((!alone && this.file[where]) || []), ...entries];
    }, true);
  }

  /** The sheet that a thing is.
   * @param {Thing} own
   * @returns {Sheet} */
  sheetOf({system, kind, name, file}) {
    if (system === this.system.name && kind === "sheets") return structuredClone(file);
    throw new Error(`${name} is ${one(kind)}, which ${one(this.kind)} does not take here. It is kept in My things.`);
  }

  /** Choose another sheet for a line.
   * @param {Entry} entry
   * @param {string} chosen */
  choose(entry, chosen) {
    const own = thing(chosen.replace(OWN, ""));
    if (own) this.exchange(entry, own);
    else if (chosen)
      this.alter(() => {
        entry.sheet = chosen;
      }, true);
  }

  /**
   * @param {Entry} entry
   * @param {Thing} own
   */
  exchange(entry, own) {
    const sheet = this.sheetOf(own);
    this.alter(() => {
      entry.sheet = sheet;
    }, true);
  }

  /** Choose a level: a shipped sheet is written out for it.
   * @param {Entry} entry
   * @param {number | null} level */
  async level(entry, level) {
    try {
      const sheet =
        typeof entry.sheet === "string"
          ? /** @type {Sheet} */ ((await get(`/api/systems/${this.system.name}/sheets/${entry.sheet}`)).file)
          : entry.sheet;
      put(sheet, "level", level);
      const isWritten = sheet === entry.sheet;
      this.alter(() => {
        entry.sheet = sheet;
      }, !isWritten);
    } catch (error) {
      this.complain(error);
    }
  }

  /** Open a sheet of the file in the builder of sheets, as a thing of one's own.
   * @param {Sheet} sheet */
  openSheet(sheet) {
    const text = JSON.stringify(sheet),
      system = this.system.name;
    const own =
      things({system, kind: "sheets"}).find(({file}) => JSON.stringify(file) === text) ??
      keepThing({id: newId(), system, kind: "sheets", file: sheet});
    location.assign(`${this.sheetsAddress}&mine=${own.id}`);
  }
}
