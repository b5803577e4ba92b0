// The builders of encounters and of parties. The server checks every edit.

import {get} from "/static/api.js";
import {builderPage} from "/static/builder.js";
import {checkField, choiceField, put} from "/static/builder_fields.js";
import {el} from "/static/dom.js";
import {singular} from "/static/text.js";
import {hazardFields, rulingFields} from "./build_hazards.js";
import {LinesBuilder, TITLES} from "./build_lines.js";
import {SIDES} from "./encounter_file.js";

/** @import {SystemInfo} from "interface" */
/** @import {Asked, FileChoice} from "/static/play_form.js" */
/** @import {ShippedSheet, Words} from "./build_lines.js" */
/** @import {EncounterFile, Hazard, List} from "./encounter_file.js" */

/** A field of a schema, as far as it is looked at here.
 * @typedef {{enum?: string[], examples?: string[], minimum?: number, maximum?: number, items?: Field,
 *   anyOf?: Field[]}} Field */

/** What players see of foes; the first is usual, and left out of the file.
 * @type {[value: string, text: string][]} */
const SEEN = [
  ["", "Their numbers"],
  ["words", "Words: unhurt, hurt, bloodied, near death"],
  ["nothing", "Nothing"],
];

/** Show the builder.
 * @param {Element} app
 * @param {SystemInfo} system
 * @param {string} kind */
export async function show(app, system, kind) {
  const [{sheets}, words, main] = await Promise.all([
    /** @type {Promise<{sheets: ShippedSheet[]}>} */ (get(`/api/systems/${system.name}/sheets`)),
    wordsOf(system),
    builderPage(app, singular(kind), "/pages/heroes/build_encounter.css"),
  ]);
  const Made = kind === "parties" ? PartyBuilder : EncounterBuilder;
  await new Made(main, system, kind, sheets, words).begin(
    new URLSearchParams(location.search),
    kind === "parties" ? "four-on-the-road" : "cudgels-in-the-alley",
  );
}

/** The words of the fields of an encounter, from the schema of its file; and its rulings, with what is usual.
 * @param {SystemInfo} system
 * @returns {Promise<Words>} */
async function wordsOf({name, schemas}) {
  const path = /** @type {"/api/schemas/heroes/encounters"} */ (schemas.encounters),
    [schema, {clauses}] = await Promise.all([get(path), get(`/api/rules/${name}`)]);
  const {$defs: parts} = /** @type {{$defs: Record<string, {properties: Record<string, Field>}>}} */ (
    /** @type {unknown} */ (schema)
  );
  /** @type {(part: string, field: string) => string[]} */
  const words = (part, field) => wordsIn(parts[part].properties[field]);
  return {
    components: words("ModifierSetup", "component"),
    situations: words("EntrySetup", "situations"),
    defences: words("HazardSetup", "defence"),
    types: words("HazardSetup", "types"),
    lasting: words("StateSetup", "conditions").filter((each) => each !== "dominated"),
    effects: words("HazardSetup", "effect").filter((each) => each !== "dominated"), // nobody would dominate
    rulings: new Map(
      clauses.flatMap(({id, switches}) =>
        Object.entries(switches).flatMap(([key, usual]) => {
          const {minimum: least = 0, maximum: most = 0} = parts.RulingsSetup.properties[key] ?? {};
          return typeof usual === "number" ? [[key, {usual, least, most, clause: id}]] : [];
        }),
      ),
    ),
  };
}

/** The words of a field, of its entries, or of one of the forms that it may have.
 * @param {Field} field
 * @returns {string[]} */
const wordsIn = ({enum: words, examples, items, anyOf = []}) =>
  words ?? examples ?? (items ? wordsIn(items) : anyOf.flatMap(wordsIn));

/** An encounter: both sides, traps and hazards, and rulings. */
export class EncounterBuilder extends LinesBuilder {
  /** @override */
  lists = /** @type {List[]} */ (["heroes", "foes"]);
  /** @type {ReturnType<hazardFields>[]} */
  hazards = [];
  against = el("p", {class: "against"});

  /**
   * @returns {EncounterFile}
   * @override */
  empty() {
    return {name: "My encounter", heroes: [{sheet: "brannoc"}], foes: [{sheet: "ruffian"}]};
  }

  get titles() {
    return this.file.titles ?? TITLES;
  }

  /** @override */
  parts() {
    const {file} = this;
    this.hazards = (file.hazards ?? []).map((each, index) => hazardFields(this, each, index));
    return [
      this.head(),
      el(
        "div",
        {class: "sides"},
        this.lists.map((list, side) => this.linesOf(list, this.titles[side])),
      ),
      el(
        "section",
        {class: "sheet", "aria-labelledby": "hazards"},
        el("h2", {id: "hazards"}, "Traps and hazards"),
        this.hazards.map((each) => each.node),
        el(
          "div",
          {class: "row"},
          el("button", {type: "button", onclick: () => this.addHazard("Trap")}, "+ Trap"),
          el("button", {type: "button", onclick: () => this.addHazard("Hazard")}, "+ Hazard"),
        ),
      ),
      el(
        "section",
        {class: "sheet", "aria-labelledby": "at-the-table"},
        el("h2", {id: "at-the-table"}, "At the table"),
        el(
          "div",
          {class: "row-of"},
          TITLES.map((usual, side) => this.titleField(usual, side)),
        ),
        checkField(
          {builder: this, part: file, place: ""},
          "secret_sheets",
          "Each side's sheets stay secret from the other",
        ),
        choiceField({builder: this, part: file, place: ""}, "foes_seen", "What players see of foes", SEEN),
        file.seats?.length ? this.seats() : null,
        el("h3", {}, "Rulings that are different here"),
        rulingFields(this),
      ),
    ];
  }

  /** What a side is called.
   * @param {string} usual
   * @param {number} side */
  titleField(usual, side) {
    return el(
      "label",
      {class: "field-of"},
      el("span", {}, `The ${usual.toLowerCase()} are called`),
      el("input", {
        value: this.titles[side],
        maxlength: 60,
        placeholder: usual,
        "data-field": `titles[${side}]`,
        oninput: ({currentTarget: {value}}) => {
          const titles = this.titles.with(side, value || usual);
          put(this.file, "titles", titles.some((each, at) => each !== TITLES[at]) ? titles : null);
          this.changed();
        },
      }),
    );
  }

  /** The seats that the file names, which stay as they are. */
  seats() {
    const said = this.file.seats?.map(({name, side, leads = [], master}) => {
      const of = [master && "game master", side && this.titles[["a", "b"].indexOf(side)], ...leads].filter(Boolean);
      return `${name} (${of.join(", ")})`;
    });
    return el(
      "div",
      {class: "row", "data-field": "seats"},
      el("span", {}, el("b", {}, "Seats: "), said?.join(" · ")),
      el(
        "button",
        {
          type: "button",
          class: "danger",
          onclick: () => {
            delete this.file.seats;
            this.changed(true);
          },
        },
        "One seat for each side",
      ),
    );
  }

  /** @param {"Trap" | "Hazard"} kind */
  addHazard(kind) {
    const names = (this.file.hazards ?? []).map((each) => each.name);
    let name = kind === "Trap" ? "Loose plank" : "Sucking mud";
    for (let count = 2; names.includes(name); count += 1) name = `${kind} ${count}`;
    /** @type {Hazard} */
    const made = {name, defence: "reflex", effect: "prone", ...(kind === "Trap" && {trap: true})};
    this.file.hazards = [...(this.file.hazards ?? []), made];
    this.changed(true);
    this.focus(`hazards[${names.length}].name`);
  }

  /** @override */
  refresh() {
    super.refresh();
    for (const each of this.hazards) each.refresh();
    const sides = this.lists.map((list) => this.combatants().filter(({side}) => side === SIDES[list]).length);
    this.against.replaceChildren(el("b", {}, sides[0]), " against ", el("b", {}, sides[1]));
    this.float.textContent = this.against.textContent;
  }

  /** @override */
  figures() {
    return this.against;
  }
}

/** A party: heroes for any encounter. */
class PartyBuilder extends LinesBuilder {
  /**
   * @returns {EncounterFile}
   * @override */
  empty() {
    return {name: "My party", heroes: [{sheet: "brannoc"}]};
  }

  /** @override */
  parts() {
    return [this.head(), this.linesOf("heroes", "Heroes")];
  }

  /** @override */
  battle() {
    /** @type {FileChoice} */
    const encounter = {name: "encounter", label: "In", kind: "encounters", chosen: "cudgels-in-the-alley"};
    /** @type {Asked} */
    const asked = ({encounter: name}, mine) => ({names: [name], options: {party: mine}});
    return {label: "Play", choices: [encounter], asked};
  }

  /** @override */
  compared() {
    return {names: [], against: this.system.shelves.encounters};
  }
}
