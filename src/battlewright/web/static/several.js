// A table of several people, in the form of a new battle: the seats, whom each leads, and who plays it.

import {el} from "./dom.js";
import {HERE, levelChoices} from "./levels.js";

/** @import {DiceWord} from "./dice.js" */
/** @import {NewMatch, Previewed, Reference, SystemInfo} from "interface" */

/** What a seat plays for: a side, the second one as its game master, or none.
 * @typedef {"a" | "b" | "master" | "apart"} Place */

/** A seat of the form: who plays it is `you`, a person with a link, somebody at this screen, or a level.
 * @typedef {{name: string, place: Place, player: string, leads: string[], dice?: string}} Row */

/** What is known of those who can be led.
 * @typedef {Pick<Reference, "tag" | "name" | "side">} Led */

export const SEVERAL = "several";
const YOU = "you";
const LINK = "person";
const PEOPLE = [YOU, LINK, HERE];
/** How many seats a table may have. */
const MOST = 16;

/** Who rolls the dice of a seat.
 * @type {[string, string][]} */
const DICE = [
  ["", "As chosen below"],
  ["server", "The server rolls"],
  ["physical", "Typed by its person"],
  ["either", "As its person likes"],
];

/** @param {Pick<Row, "place">} row
 * @returns {"a" | "b" | null} */
const sideOf = ({place}) => (place === "apart" ? null : place === "a" ? "a" : "b");

/** A name as a seat may have it.
 * @param {string} name */
export const cleaned = (name) =>
  name
    .replace(/[^\p{L}\p{N}_ .'-]/gu, "")
    .replace(/^[^\p{L}\p{N}_]+/u, "")
    .trim()
    .slice(0, 40);

/** A name that no other seat has.
 * @param {string} name
 * @param {string[]} others */
function unlike(name, others) {
  const wanted = cleaned(name) || "Seat";
  let made = wanted;
  for (let count = 2; others.includes(made); count++) made = `${wanted.slice(0, 36)} ${count}`;
  return made;
}

/** Seats of which each combatant has one that leads it: the one that has it, or the first of its side.
 * @param {Row[]} rows
 * @param {Led[]} combatants
 * @returns {Row[]} */
export function settled(rows, combatants) {
  /** @param {Led} each */
  const leader = ({tag, side}) => {
    const own = rows.filter((row) => sideOf(row) === side);
    return own.find((row) => row.leads.includes(tag)) ?? own[0];
  };
  return rows.map((row) => ({...row, leads: combatants.filter((each) => leader(each) === row).map(({tag}) => tag)}));
}

/** A seat for each combatant of the first side; the other side is a game master's, or the computer's.
 * @param {Led[]} combatants
 * @param {Record<string, string>} titles
 * @param {{hasMaster: boolean, level: string}} how
 * @returns {Row[]} */
export function oneEach(combatants, titles, {hasMaster, level}) {
  /** @type {Row[]} */
  const rows = [];
  /** @type {(name: string, more: Omit<Row, "name">) => void} */
  const add = (name, more) => {
    const others = rows.map((each) => each.name);
    rows.push({name: unlike(name, others), ...more});
  };
  for (const {name, tag} of combatants.filter(({side}) => side === "a").slice(0, MOST - 1))
    add(name, {place: "a", player: rows.length || hasMaster ? LINK : YOU, leads: [tag]});
  if (hasMaster) add("Game master", {place: "master", player: YOU, leads: []});
  else add(titles.b, {place: "b", player: level, leads: []});
  return settled(rows, combatants);
}

/** The seats as a new match takes them; a side without a seat is the computer's.
 * @param {Row[]} rows
 * @param {string} level
 * @returns {Partial<NewMatch>} */
export function askedOf(rows, level) {
  const you = rows.find(({player}) => player === YOU),
    free = ["a", "b"].filter((side) => rows.every((row) => sideOf(row) !== side));
  return {
    seats: rows.map((row) => ({
      name: row.name,
      side: sideOf(row),
      leads: row.leads,
      master: ["master", "apart"].includes(row.place),
    })),
    players: Object.fromEntries([
      ...free.map((side) => [side, level]),
      ...rows.map(({name, player}) => [name, PEOPLE.includes(player) ? LINK : player]),
    ]),
    dice_of: Object.fromEntries(
      rows
        .filter(({player, dice}) => PEOPLE.includes(player) && dice)
        .map(({name, dice}) => [name, /** @type {DiceWord} */ (dice)]),
    ),
    beside: Object.fromEntries(rows.filter(({player}) => player === HERE).map(({name}) => [name, ""])),
    ...(you ? {seat: you.name} : {watch: true}),
  };
}

/** The part of the form. */
export class Several {
  constructor() {
    /** @type {Row[]} */
    this.rows = [];
    /** Whether somebody has changed the seats that it began with. */
    this.isOwn = false;
    /** @type {Led[]} */
    this.combatants = [];
    /** @type {Record<string, string>} */
    this.titles = {};
    /** @type {SystemInfo | null} */
    this.system = null;
    this.list = el("ul", {class: "seat-rows"});
    this.each = el("button", {type: "button", onclick: () => this.begin()});
    this.more = el("button", {type: "button", onclick: () => this.add()}, "Add a seat");
    this.note = el("p", {class: "soft", role: "status"});
    this.root = el(
      "fieldset",
      {class: "seats", hidden: true},
      el("legend", {}, "The table"),
      this.list,
      el("div", {class: "row"}, this.each, this.more),
      this.note,
    );
  }

  get level() {
    return this.system?.usual_level ?? "";
  }

  /** Take over who can be led; seats that somebody has changed stay.
   * @param {SystemInfo} system
   * @param {Pick<Previewed, "combatants" | "titles">} found */
  show(system, {combatants, titles}) {
    const isOther = this.system !== system;
    Object.assign(this, {system, combatants, titles});
    this.each.textContent = `One seat each for ${titles.a}`;
    if (isOther || !this.isOwn) this.begin();
    else this.draw(settled(this.rows, combatants));
  }

  begin() {
    const hasMaster = Boolean(this.system?.pages?.has_master);
    this.isOwn = false;
    this.draw(oneEach(this.combatants, this.titles, {hasMaster, level: this.level}));
  }

  add() {
    const name = unlike(
      "Player",
      this.rows.map((each) => each.name),
    );
    this.change([...this.rows, {name, place: "a", player: LINK, leads: []}]);
    this.focus(`name ${this.rows.length - 1}`);
  }

  /** @param {Row[]} rows */
  change(rows) {
    this.isOwn = true;
    this.draw(settled(rows, this.combatants));
  }

  /** Change a seat; nobody else is then you, or leads whom it leads.
   * @param {number} index
   * @param {Partial<Row>} more */
  set(index, more) {
    this.change(
      this.rows.map((row, place) => {
        if (place === index) return {...row, ...more};
        const player = more.player === YOU && row.player === YOU ? LINK : row.player;
        return {...row, player, leads: row.leads.filter((tag) => !more.leads?.includes(tag))};
      }),
    );
  }

  /** What is asked for.
   * @returns {Partial<NewMatch>} */
  asked() {
    return askedOf(this.rows, this.level);
  }

  /** @param {Row[]} rows */
  draw(rows) {
    const focused = document.activeElement?.getAttribute("data-at");
    this.rows = rows;
    this.more.disabled = rows.length >= MOST;
    this.list.replaceChildren(...rows.map((row, index) => this.row(row, index)));
    if (focused) this.focus(focused);
    const idle = rows
        .filter((row) => !row.leads.length && row.place !== "apart")
        .map(({name}) => `${name} leads nobody.`),
      free = ["a", "b"].filter((side) => rows.every((row) => sideOf(row) !== side));
    this.note.textContent = [...idle, ...free.map((side) => `The computer leads ${this.titles[side]}.`)].join(" ");
  }

  /** @param {string} at */
  focus(at) {
    const found = [...this.list.querySelectorAll("[data-at]")].find((each) => each.getAttribute("data-at") === at);
    if (found instanceof HTMLElement) found.focus();
  }

  /**
   * @param {Row} row
   * @param {number} index
   */
  row(row, index) {
    const {a = "", b = ""} = this.titles,
      side = sideOf(row);
    /** @type {[Place, string][]} */
    const places = [
      ["a", a],
      ["b", b],
      ...(this.system?.pages?.has_master
        ? /** @type {[Place, string][]} */ ([
            ["master", `${b}, as game master`],
            ["apart", "Game master, apart"],
          ])
        : []),
    ];
    const players = [
      {value: YOU, text: "You"},
      {value: LINK, text: "A person, by a link"},
      {value: HERE, text: "Somebody at this screen"},
      ...(this.system ? levelChoices(this.system) : []),
    ];
    /**
     * @param {string} label
     * @param {"place" | "player" | "dice"} what
     * @param {[string, string][]} options
     */
    const choice = (label, what, options) =>
      el(
        "label",
        {},
        el("span", {}, label),
        el(
          "select",
          {
            "data-at": `${what} ${index}`,
            onchange: ({currentTarget}) => this.set(index, {[what]: currentTarget.value}),
          },
          options.map(([value, text]) => el("option", {value, selected: value === (row[what] ?? "")}, text)),
        ),
      );
    return el(
      "li",
      {class: side ?? ""},
      el(
        "label",
        {},
        el("span", {}, "Seat"),
        el("input", {
          value: row.name,
          maxlength: 40,
          autocomplete: "off",
          "data-at": `name ${index}`,
          onchange: ({currentTarget}) => this.set(index, {name: cleaned(currentTarget.value) || row.name}),
        }),
      ),
      choice("Plays for", "place", places),
      choice(
        "Played by",
        "player",
        players.map(({value, text}) => [value, text]),
      ),
      PEOPLE.includes(row.player) ? choice("Dice", "dice", DICE) : "",
      el(
        "button",
        {
          type: "button",
          class: "remove",
          "aria-label": `Remove the seat ${row.name}`,
          onclick: () => this.change(this.rows.toSpliced(index, 1)),
        },
        "×",
      ),
      side &&
        el(
          "div",
          {class: "leads", role: "group", "aria-label": `${row.name} leads`},
          el("span", {class: "soft", "aria-hidden": "true"}, "Leads"),
          this.combatants
            .filter((each) => each.side === side)
            .map(({tag, name}) =>
              el(
                "label",
                {class: "lead"},
                el("input", {
                  type: "radio",
                  name: `lead.${tag}`,
                  value: index,
                  checked: row.leads.includes(tag),
                  "data-at": `lead ${index} ${tag}`,
                  onchange: () => this.set(index, {leads: [...row.leads, tag]}),
                }),
                el("span", {}, name),
              ),
            ),
        ),
    );
  }
}
