// The roster builder. The server checks every edit and computes points and ranks.

import {get} from "/static/api.js";
import {Builder, builderPage} from "/static/builder.js";
import {el, kept} from "/static/dom.js";
import {estimatePanel} from "/static/estimate.js";
import {playForm} from "/static/play_form.js";
import {capital} from "/static/text.js";
import {cardFields, EDITIONS, weaponFields, weaponWords} from "./build_fields.js";

/** @import {SystemInfo} from "interface" */
/** @import {Edition, Roster, ShownCharacter, ShownWeapon, Weapon} from "./build_fields.js" */
/** @import {Found} from "/static/builder.js" */

/** @typedef {{name: string, points: number, models: number, characters: ShownCharacter[]}} ShownRoster */

const LETTERS = {second: "S2", first: "S1"};

/** Show the builder.
 * @param {Element} app
 * @param {SystemInfo} system
 * @param {string} kind */
export async function show(app, system, kind) {
  const {weapons} = /** @type {{weapons: ShownWeapon[]}} */ (await get("/api/systems/skirmish/weapons"));
  const main = await builderPage(app, kind, "/pages/skirmish/build.css");
  const builder = new RosterBuilder(main, system, kind, weapons);
  await builder.begin(new URLSearchParams(location.search), "lantern-company");
}

/** @extends {Builder<Roster, ShownRoster>} */
export class RosterBuilder extends Builder {
  /** @type {Edition} */
  edition = kept.get("edition", "second");
  /** @type {ReturnType<cardFields>[]} */
  cards = [];
  /** @type {ReturnType<weaponFields>[]} */
  blades = [];

  points = el("output", {class: "points"}, "–");
  models = el("span", {class: "soft"});
  target = el("input", {
    type: "number",
    min: 1,
    max: 9999,
    step: 1,
    value: kept.get("points target", ""),
    placeholder: "None",
    oninput: ({currentTarget: {value}}) => {
      kept.set("points target", value);
      this.compare();
    },
  });
  missed = el("p", {class: "target", role: "status"});
  play = playForm(this.system, {
    label: "Play this roster",
    file: () => this.file,
    choices: [
      {name: "other", label: "Against", kind: "rosters", chosen: "hollow-king"},
      {name: "table", label: "Table", kind: "tables", first: [{value: "", text: "The scenario's, or ruins"}]},
      {name: "scenario", label: "Scenario", kind: "scenarios", first: [{value: "", text: "Last Stand"}]},
    ],
    asked: ({other, table, scenario}, mine) => ({
      names: [mine, other],
      options: {edition: this.edition, ...(table && {table}), ...(scenario && {scenario})},
    }),
    changed: () => this.strength.changed(),
  });
  strength = estimatePanel({
    system: this.system.name,
    heading: "How strong is it?",
    wanted: () => {
      const {names, ...rest} = this.play.setup();
      return this.play.go.disabled ? null : {...rest, names: names.slice(0, 1), against: this.system.shelves.rosters};
    },
  });

  /**
   * @param {HTMLElement} main
   * @param {SystemInfo} system
   * @param {string} kind
   * @param {ShownWeapon[]} shipped
   */
  constructor(main, system, kind, shipped) {
    super(main, system, kind);
    this.shipped = shipped;
  }

  /**
   * @returns {Roster}
   * @override */
  empty() {
    return {
      name: "My roster",
      characters: [{name: "Captain", melee: 4, ballistics: 4, toughness: 4, agility: 4, weapons: ["Sword"]}],
    };
  }

  /** @override */
  asked() {
    return {edition: LETTERS[this.edition]};
  }

  /** @override */
  parts() {
    this.cards = this.file.characters.map((card, index) => cardFields(this, card, index));
    this.blades = (this.file.weapons ?? []).map((weapon, index) => weaponFields(this, weapon, index));
    return [
      this.head(),
      el(
        "section",
        {class: "deck", "aria-label": "Characters"},
        this.cards.map((each) => each.node),
        el("button", {type: "button", class: "add", onclick: () => this.addCard()}, "+ Add a character"),
      ),
      el(
        "section",
        {class: "sheet", "aria-labelledby": "own-weapons"},
        el("h2", {id: "own-weapons"}, "Weapons of your own"),
        el("p", {class: "soft"}, "A weapon with the name of a shipped one takes its place in this roster."),
        this.blades.map((each) => each.node),
        el(
          "div",
          {class: "row"},
          el("button", {type: "button", onclick: () => this.addWeapon("melee")}, "+ Melee weapon"),
          el("button", {type: "button", onclick: () => this.addWeapon("shooting")}, "+ Shooting weapon"),
        ),
        el(
          "details",
          {},
          el("summary", {}, "The shipped weapons"),
          el(
            "ul",
            {class: "armoury"},
            this.shipped.map((each) =>
              el("li", {}, el("b", {}, each.name), ` ${weaponWords(each, this.edition)} · ${each.points} points`),
            ),
          ),
        ),
      ),
    ];
  }

  /** @override */
  figures() {
    const editions = EDITIONS.map((each) =>
      el(
        "button",
        {
          type: "button",
          "aria-pressed": String(each === this.edition),
          onclick: () => {
            this.edition = each;
            kept.set("edition", each);
            this.draw();
            this.check();
          },
        },
        `${capital(each)} edition`,
      ),
    );
    return [
      el("div", {class: "total-points"}, this.points, el("span", {}, "points"), this.models),
      el("label", {class: "target-of"}, el("span", {}, "Points target"), this.target, this.missed),
      el("div", {class: "editions", role: "group", "aria-label": "Edition"}, editions),
    ];
  }

  /** @override */
  actions() {
    return [this.strength.node, this.play.node];
  }

  /**
   * @param {boolean} is
   * @override */
  enable(is) {
    this.play.go.disabled = !is;
    this.strength.changed();
  }

  /**
   * @param {Found<Roster, ShownRoster>} found
   * @override */
  fill({shown}) {
    this.points.textContent = String(shown.points);
    this.float.textContent = `${shown.points} points`;
    this.models.textContent = shown.models === 1 ? "1 model" : `${shown.models} models`;
    this.compare();
    this.cards.forEach((each, index) => {
      if (shown.characters[index]) each.fill(shown.characters[index]);
    });
  }

  /** Say how far the points are from the target. */
  compare() {
    const [points, target] = [this.found?.shown.points ?? 0, Number(this.target.value)];
    const words = points > target ? `${points - target} over` : points < target ? `${target - points} left` : "Met";
    this.missed.textContent = target ? words : "";
    this.missed.classList.toggle("over", target > 0 && points > target);
  }

  // What one does

  addCard() {
    const names = this.file.characters.map((each) => each.name);
    const more = Array.from({length: 20}, (_, index) => `Recruit ${String.fromCharCode(65 + index)}`);
    const name = ["Recruit", ...more].find((each) => !names.includes(each)) ?? "";
    this.file.characters.push({name, melee: 3, ballistics: 3, toughness: 3, agility: 3, weapons: []});
    this.changed(true);
    this.cards.at(-1)?.node.querySelector("input")?.focus();
  }

  /** @param {Weapon["kind"]} kind */
  addWeapon(kind) {
    /** @type {Weapon} */
    const made =
      kind === "melee"
        ? {name: "Axe", kind, threat: 1, oppression: 1, critical: 2, points: 4}
        : {name: "Bow", kind, modifier: 0, damage: 1, critical: 2, points: 4};
    const names = (this.file.weapons ?? []).map((each) => each.name),
      {name} = made;
    for (let count = 2; names.includes(made.name); count += 1) made.name = `${name} ${count}`;
    this.file.weapons = [...(this.file.weapons ?? []), made];
    this.changed(true);
    this.blades.at(-1)?.node.querySelector("input")?.focus();
  }

  /** @override */
  get cardsAddress() {
    return `${super.cardsAddress}&edition=${this.edition}`;
  }
}
