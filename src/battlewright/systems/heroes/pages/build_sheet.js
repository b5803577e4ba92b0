// The builder of sheets. The server checks every edit, and breaks each value down.

import {Builder, builderPage} from "/static/builder.js";
import {amountsField, checkField, choiceField, numberField, severalField} from "/static/builder_fields.js";
import {el, update} from "/static/dom.js";
import {capital} from "/static/text.js";
import {itemFields, spellFields, weaponFields} from "./sheet_fields.js";
import {deedLines, sheetFigures} from "./sheet_figures.js";
import {sheetWords} from "./sheet_words.js";

/** @import {SystemInfo} from "interface" */
/** @import {Found} from "/static/builder.js" */
/** @import {Bound} from "/static/builder_fields.js" */
/** @import {Child} from "/static/dom.js" */
/** @import {Item, Spell, Weapon} from "./sheet_fields.js" */
/** @import {ShownSheet} from "./sheet_figures.js" */
/** @import {SheetWords} from "./sheet_words.js" */

/** A file of a sheet.
 * @typedef {{name: string, about?: string, player?: boolean, level?: number, attributes: Record<string, number>,
 *   armour?: string, items?: Item[], weapons?: Weapon[], spells?: Spell[], resistances?: Record<string, number>,
 *   vulnerabilities?: Record<string, number>, conditions?: string[],
 *   bloodied?: string | Record<string, unknown>}} Sheet */

/** The response to being Bloodied that is a row of one's own. */
const OWN = "own";

/** Show the builder.
 * @param {Element} app
 * @param {SystemInfo} system
 * @param {string} kind */
export async function show(app, system, kind) {
  const [words, main] = await Promise.all([
    sheetWords(system, kind),
    builderPage(app, "sheet", "/pages/heroes/build_sheet.css"),
  ]);
  await new SheetBuilder(main, system, kind, words).begin(new URLSearchParams(location.search), "brannoc");
}

/** @extends {Builder<Sheet, ShownSheet>} */
class SheetBuilder extends Builder {
  figure = el("div", {class: "figure-of"});
  /** What each attribute affects, and what each action comes to: filled in when the server has answered.
   * @type {HTMLElement[]} */
  affects = [];
  /** @type {HTMLElement[]} */
  deeds = [];
  /** What leads to a battle.
   * @type {HTMLButtonElement[]} */
  ways = [];

  /**
   * @param {HTMLElement} main
   * @param {SystemInfo} system
   * @param {string} kind
   * @param {SheetWords} words
   */
  constructor(main, system, kind, words) {
    super(main, system, kind);
    this.words = words;
  }

  /**
   * @returns {Sheet}
   * @override */
  empty() {
    return {
      name: "My sheet",
      attributes: {strength: 3, constitution: 3, dexterity: 3, intellect: 3, wisdom: 3, charisma: 3},
      weapons: [{name: "Sword", damage: "1d8", types: ["slashing"]}],
    };
  }

  /** @override */
  parts() {
    const {file: part, words} = this,
      sheet = {builder: this, part, place: ""},
      attributes = {builder: this, part: part.attributes, place: "attributes"},
      {weapons = [], spells = [], items = []} = part;
    this.affects = words.attributes.map(() => el("small", {class: "soft"}));
    this.deeds = [...weapons, ...spells].map(() => el("div", {class: "comes-to"}));
    return [
      this.head(),
      section(
        "Who it is",
        el(
          "div",
          {class: "fields-of"},
          numberField(sheet, "level", "Level", words.level),
          choiceField(sheet, "armour", "Armour", words.armours),
          checkField(sheet, "player", "A player's character"),
        ),
        el(
          "div",
          {class: "fields-of scores", "data-field": "attributes"},
          words.attributes.map((name, index) =>
            el("div", {}, numberField(attributes, name, capital(name), words.score), this.affects[index]),
          ),
        ),
      ),
      section(
        "Weapons",
        weapons.map((_, index) => weaponFields(this, weapons, index, words, this.deeds[index])),
        this.adding("weapons", {"+ Weapon": {name: "Sword", damage: "1d8", types: ["slashing"]}}),
      ),
      section(
        "Spells and talents",
        spells.map((_, index) => spellFields(this, spells, index, words, this.deeds[weapons.length + index])),
        this.adding("spells", {
          "+ Spell": {name: "Spell", target: "reflex", damage: "1d6", types: ["fire"]},
          "+ Talent": {name: "Talent", talent: true, target: "fortitude", effect: {condition: "prone"}},
          "+ Healing": {name: "Healing", heals: true, damage: "1d6"},
        }),
      ),
      section(
        "Items",
        items.map((_, index) => itemFields(this, items, index, words)),
        this.adding("items", {"+ Item": {name: "Shield", bonuses: {parry: 2}}}),
      ),
      section(
        "By nature",
        el(
          "div",
          {class: "fields-of wide"},
          amountsField(sheet, "resistances", "Resistances", words.types, words.amount),
          amountsField(sheet, "vulnerabilities", "Vulnerabilities", words.types, words.amount),
        ),
        this.response(),
        el(
          "details",
          {open: Boolean(part.conditions?.length)},
          el("summary", {}, "Conditions that it enters with"),
          severalField(sheet, "conditions", "Conditions that it enters with", words.conditions),
        ),
      ),
    ];
  }

  /** Buttons that add a part to a list of the file.
   * @param {"weapons" | "spells" | "items"} list
   * @param {Record<string, {name: string, [field: string]: unknown}>} made what each adds, by its label */
  adding(list, made) {
    return el(
      "div",
      {class: "row", "data-field": list},
      Object.entries(made).map(([label, part]) =>
        el(
          "button",
          {
            type: "button",
            onclick: () => {
              /** @type {{name: string}[]} */
              const parts = this.file[list] ?? [];
              const names = [...(this.file.weapons ?? []), ...(this.file.spells ?? [])].map((each) => each.name);
              let {name} = part;
              for (let count = 2; names.includes(name); count += 1) name = `${part.name} ${count}`;
              Object.assign(this.file, {[list]: [...parts, {...structuredClone(part), name}]});
              this.changed(true);
              const field = this.main.querySelector(`[data-field="${list}[${parts.length}].name"]`);
              if (field instanceof HTMLInputElement) field.select();
            },
          },
          label,
        ),
      ),
    );
  }

  /** How it responds to being Bloodied: a word, or a row of its own. */
  response() {
    const {file, words} = this,
      {bloodied = ""} = file,
      isOwn = typeof bloodied === "object",
      chosen = {bloodied: isOwn ? OWN : bloodied};
    const bound = {
      part: chosen,
      place: "",
      builder: {
        changed: () => {
          const {bloodied: now} = chosen;
          if (now) file.bloodied = now === OWN ? {attack: 2} : now;
          else delete file.bloodied;
          this.changed(true);
        },
      },
    };
    const row = {builder: this, part: isOwn ? bloodied : {}, place: "bloodied"};
    return el(
      "div",
      {class: "response"},
      choiceField(bound, "bloodied", "While it is Bloodied", [...words.responses, [OWN, "A row of its own"]]),
      isOwn &&
        el(
          "div",
          {class: "fields-of"},
          words.row.map((field) => el("div", {title: field.description}, rowField(row, field))),
        ),
    );
  }

  /** @override */
  figures() {
    return this.figure;
  }

  /** @override */
  actions() {
    /** @type {(text: string, address: (id: string) => string, look: string) => HTMLButtonElement} */
    const way = (text, address, look) =>
      el(
        "button",
        {
          type: "button",
          class: look,
          onclick: () => {
            if (!this.id) this.changed();
            location.assign(address(this.id));
          },
        },
        text,
      );
    this.ways = [
      way("Fight with it", (id) => `/#play=${id}`, "primary"),
      way("Use in an encounter", (id) => `/build?system=${this.system.name}&kind=encounters&with=${id}`, ""),
    ];
    return el("div", {class: "row play"}, this.ways);
  }

  /**
   * @param {boolean} is
   * @override */
  enable(is) {
    for (const each of this.ways) each.disabled = !is;
  }

  /**
   * @param {Found<Sheet, ShownSheet>} found
   * @override */
  fill({shown}) {
    const [health] = shown.pools;
    this.float.textContent = `Defence ${shown.physical.at(-1)?.value} · Health ${health.value}`;
    shown.attributes.forEach((each, index) => {
      this.affects[index].textContent = each.affects.join(", ");
    });
    shown.actions.forEach((each, index) => {
      if (this.deeds[index]) update(this.deeds[index], deedLines(this.system.name, each));
    });
    update(this.figure, sheetFigures(this.system.name, shown));
  }
}

/** A field of a row of one's own.
 * @param {Bound} row
 * @param {SheetWords["row"][number]} field */
function rowField(row, field) {
  const {name} = field,
    label = capital(name.replaceAll("_", " "));
  if (field.type === "integer") return numberField(row, name, name === "ap" ? "AP that it loses" : label, field);
  if (field.type === "boolean") return checkField(row, name, label);
  return choiceField(row, name, label, [["", "As always"], ...field.words]);
}

/** A section of the fields.
 * @param {string} name
 * @param {Child[]} children */
const section = (name, ...children) =>
  el("section", {class: "sheet", "aria-label": name}, el("h2", {}, name), ...children);
