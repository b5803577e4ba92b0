// The roster builder. The server checks every edit and computes points and ranks.

import {begin, get} from "/static/api.js";
import {Builder, builderPage} from "/static/builder.js";
import {el, kept} from "/static/dom.js";
import {estimatePanel} from "/static/estimate.js";
import {levelChoices, namedLevel} from "/static/levels.js";
import {capital, title} from "/static/text.js";
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

  /** The table to play on; empty for the default. */
  table = "";
  points = el("output", {class: "points"}, "–");
  models = el("span", {class: "soft"});
  go = el("button", {class: "primary"}, "Play this roster");
  strength = estimatePanel({
    system: this.system.name,
    heading: "How strong is it?",
    wanted: () => (this.go.disabled ? null : {...this.setup("mine.json"), against: this.system.shelves.rosters}),
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
      el("div", {class: "editions", role: "group", "aria-label": "Edition"}, editions),
    ];
  }

  /** @override */
  actions() {
    /** @type {(name: string, label: string, options: string[][], chosen: string) => HTMLLabelElement} */
    const pick = (name, label, options, chosen) =>
      el(
        "label",
        {},
        el("span", {}, label),
        el(
          "select",
          {name},
          options.map(([value, text]) => el("option", {value, selected: value === chosen}, text)),
        ),
      );
    const {rosters, tables} = this.system.shelves;
    const play = el(
      "form",
      {
        class: "new play",
        onchange: ({currentTarget}) => {
          const {table} = Object.fromEntries(new FormData(currentTarget));
          if (table === this.table) return;
          this.table = String(table);
          this.strength.changed();
        },
        onsubmit: (event) => {
          event.preventDefault();
          this.fight(new FormData(event.currentTarget));
        },
      },
      pick(
        "other",
        "Against",
        rosters.map((each) => [each, title(each)]),
        "hollow-king",
      ),
      pick("table", "Table", [["", "Default"], ...tables.map((each) => [each, title(each)])], this.table),
      pick(
        "opponent",
        "Played by",
        [
          ...levelChoices(this.system).map(({value, text}) => [value, text]),
          ["friend", "A friend, by an invitation link"],
        ],
        namedLevel(this.system),
      ),
      this.go,
    );
    return [this.strength.node, play];
  }

  /**
   * @param {boolean} is
   * @override */
  enable(is) {
    this.go.disabled = !is;
    this.strength.changed();
  }

  /**
   * @param {Found<Roster, ShownRoster>} found
   * @override */
  fill({shown}) {
    this.points.textContent = String(shown.points);
    this.float.textContent = `${shown.points} points`;
    this.models.textContent = shown.models === 1 ? "1 model" : `${shown.models} models`;
    this.cards.forEach((each, index) => {
      if (shown.characters[index]) each.fill(shown.characters[index]);
    });
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

  /** What a battle of this roster is asked for.
   * @param {string} name of its file
   * @param {string} text */
  setup(name, text = JSON.stringify(this.file)) {
    const options = {edition: this.edition, ...(this.table && {table: this.table})};
    return {names: [name], files: {[name]: text}, options};
  }

  /** @param {FormData} chosen */
  async fight(chosen) {
    this.go.disabled = true;
    try {
      const name = `${this.fileName}.toml`;
      const {toml} = await this.worked({name, file: this.file});
      const [other, opponent] = [String(chosen.get("other")), String(chosen.get("opponent"))];
      const made = await begin({
        system: "skirmish",
        ...this.setup(name, toml),
        names: [name, other],
        players: {a: "person", b: opponent === "friend" ? "person" : opponent},
      });
      location.assign(`/match/${made.match}`);
    } catch (error) {
      this.complain(error);
      this.go.disabled = false;
    }
  }
}
