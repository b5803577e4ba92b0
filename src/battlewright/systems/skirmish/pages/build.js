// The roster builder. The server checks every edit and computes points and ranks; the page stores the rosters.

import {ask, begin, get, Refused} from "/static/api.js";
import {el, kept, say} from "/static/dom.js";
import {levelChoices, namedLevel} from "/static/levels.js";
import {page} from "/static/nav.js";
import {cited} from "/static/rules.js";
import {capital, fileWord, sentenceOf, title} from "/static/text.js";
import {cardFields, EDITIONS, weaponFields, weaponWords} from "./build_fields.js";

/** @import {Attributes} from "/static/dom.js" */
/** @import {CheckFile, FileWarning, ShownFile, SystemInfo} from "interface" */
/** @import {Edition, Roster, ShownCharacter, ShownWeapon, Weapon} from "./build_fields.js" */

/** A roster with what the server has worked out.
 * @typedef {Omit<ShownFile, "file" | "shown"> & {file: Roster, shown: ShownRoster}} Found */

/** @typedef {{name: string, points: number, models: number, characters: ShownCharacter[]}} ShownRoster */

/** @type {Roster} */
const EMPTY = {
  name: "My roster",
  characters: [{name: "Captain", melee: 4, ballistics: 4, toughness: 4, agility: 4, weapons: ["Sword"]}],
};
const LETTERS = {second: "S2", first: "S1"};
const newId = () => `own-${Date.now().toString(36)}`;

/** What the server works out from a roster.
 * @param {CheckFile} asked */
const workOut = async (asked) => /** @type {Found} */ (await ask("POST", "/api/systems/skirmish/rosters", asked));

/** Show the builder.
 * @param {Element} app
 * @param {SystemInfo} system */
export async function show(app, system) {
  const {weapons} = /** @type {{weapons: ShownWeapon[]}} */ (await get("/api/systems/skirmish/weapons"));
  const main = await page(app, "/build", "Build", "/pages/skirmish/build.css");
  const builder = new Builder(main, system, weapons);
  await builder.begin(new URLSearchParams(location.search).get("roster"));
}

export class Builder {
  /** @type {Edition} */
  edition = kept.get("edition", "second");
  /** The rosters that this browser keeps, by their ids.
   * @type {Record<string, Roster>} */
  own = kept.get("rosters", {});
  /** The roster that is open; one that is not kept has no id. */
  id = "";
  file = structuredClone(EMPTY);
  /** @type {Found | null} */
  found = null;
  /** @type {ReturnType<cardFields>[]} */
  cards = [];
  /** @type {ReturnType<weaponFields>[]} */
  blades = [];
  /** How often the server was asked. */
  number = 0;

  picker = el("select", {
    id: "picker",
    "aria-label": "Roster to open",
    onchange: (event) => this.open(event.currentTarget.value),
  });
  aside = el("aside", {class: "sheet sum", "aria-label": "The roster in all"});
  float = el("div", {class: "float", "aria-hidden": "true"});
  points = el("output", {class: "points"}, "–");
  models = el("span", {class: "soft"});
  notes = el("ul", {class: "notes", "aria-live": "polite"});
  refusal = el("p", {class: "refusal", role: "alert", hidden: true});
  go = el("button", {class: "primary"}, "Play this roster");

  /**
   * @param {HTMLElement} main
   * @param {SystemInfo} system
   * @param {ShownWeapon[]} shipped
   */
  constructor(main, system, shipped) {
    this.main = main;
    this.system = system;
    this.shelves = system.shelves;
    this.shipped = shipped;
  }

  /** @param {string | null} wanted a shipped roster */
  async begin(wanted) {
    const last = kept.get("roster", "");
    if (wanted) await this.open(`shipped:${wanted}`);
    else if (this.own[last]) await this.open(last);
    else await this.open("shipped:lantern-company");
  }

  /** Open a roster: one of one's own by its id, a shipped one, or an empty one.
   * @param {string} which */
  async open(which) {
    if (which in this.own) [this.id, this.file] = [which, structuredClone(this.own[which])];
    else if (which.startsWith("shipped:")) {
      try {
        const found = await get(`/api/systems/skirmish/rosters/${encodeURIComponent(which.slice(8))}`);
        [this.id, this.file] = ["", /** @type {Found} */ (found).file];
      } catch (error) {
        this.draw();
        return this.complain(error);
      }
    } else [this.id, this.file] = [newId(), structuredClone(EMPTY)];
    kept.set("roster", this.id);
    this.draw();
    return this.check();
  }

  /** Read a file of the computer; the server says what is wrong with it.
   * @param {File} [chosen] */
  async read(chosen) {
    if (!chosen) return;
    try {
      if (chosen.size > 200_000) throw new Error(`${chosen.name}: the file is too large for a roster.`);
      const found = await workOut({
        name: chosen.name.slice(-100),
        text: await chosen.text(),
        edition: LETTERS[this.edition],
      });
      [this.id, this.file] = [newId(), found.file];
      this.save();
      this.draw();
      this.take(found);
      say(`${found.shown.name} is open.`);
    } catch (error) {
      this.complain(error);
    }
  }

  /** Something was changed; "whole": cards or weapons were added or removed. */
  changed(whole = false) {
    if (!this.id) this.id = newId();
    this.save();
    if (whole) this.draw();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), 60);
  }

  save() {
    this.own[this.id] = this.file;
    kept.set("rosters", this.own);
    kept.set("roster", this.id);
    this.list();
  }

  async check() {
    this.number += 1;
    const {number} = this;
    try {
      const found = await workOut({name: "roster.toml", file: this.file, edition: LETTERS[this.edition]});
      if (number === this.number) this.take(found);
    } catch (error) {
      if (number === this.number) this.complain(error);
    }
  }

  // What the page shows

  draw() {
    this.list();
    const upload = el("input", {
      type: "file",
      accept: ".toml,.json",
      class: "unseen",
      id: "upload",
      tabindex: -1,
      "aria-label": "A roster of yours",
      onchange: (event) => this.read(event.currentTarget.files?.[0]),
    });
    /** @type {(name: "name" | "about", more: Attributes<HTMLInputElement>) => HTMLInputElement} */
    const input = (name, more) =>
      el("input", {
        value: this.file[name] ?? "",
        "data-field": name,
        ...more,
        oninput: (event) => {
          this.file[name] = event.currentTarget.value;
          this.changed();
        },
      });
    this.cards = this.file.characters.map((card, index) => cardFields(this, card, index));
    this.blades = (this.file.weapons ?? []).map((weapon, index) => weaponFields(this, weapon, index));
    this.main.replaceChildren(
      el("h1", {}, "Build a roster"),
      el(
        "div",
        {class: "row tools"},
        this.picker,
        el("button", {type: "button", onclick: () => this.open("empty")}, "New"),
        el("button", {type: "button", onclick: () => upload.click()}, "Open a file…"),
        upload,
        this.id &&
          this.own[this.id] &&
          el("button", {type: "button", class: "danger", onclick: () => this.remove()}, "Delete"),
        el("span", {class: "soft"}, "or drop a .toml or .json file here. Rosters are saved in this browser."),
      ),
      el(
        "div",
        {class: "bench"},
        el(
          "div",
          {class: "making"},
          el(
            "section",
            {class: "sheet head", "aria-label": "The roster"},
            el("label", {}, el("span", {}, "Name"), input("name", {maxlength: 60, class: "big"})),
            el(
              "label",
              {},
              el("span", {}, "About"),
              input("about", {maxlength: 400, placeholder: "A sentence (optional)"}),
            ),
          ),
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
        ),
        this.aside,
      ),
    );
    this.main.ondragover = (event) => {
      event.preventDefault();
      this.main.classList.add("drop");
    };
    this.main.ondragleave = () => this.main.classList.remove("drop");
    this.main.ondrop = (event) => {
      event.preventDefault();
      this.main.classList.remove("drop");
      this.read(event.dataTransfer?.files[0]);
    };
    this.sum();
    if (this.found) this.fill(this.found);
  }

  list() {
    /** @type {(value: string, text: string) => HTMLOptionElement} */
    const option = (value, text) => el("option", {value, selected: value === this.id}, text);
    const own = Object.entries(this.own);
    this.picker.replaceChildren(
      this.id && this.own[this.id] ? "" : el("option", {value: "", selected: true, disabled: true}, this.file.name),
      own.length
        ? el(
            "optgroup",
            {label: "Yours"},
            own.map(([id, file]) => option(id, file.name || "(no name)")),
          )
        : "",
      el(
        "optgroup",
        {label: "Shipped"},
        this.shelves.rosters.map((name) => option(`shipped:${name}`, title(name))),
      ),
    );
  }

  /** The panel with what the roster comes to, and what one can do with it. */
  sum() {
    this.refusal.hidden = true;
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
    const edition = el(
      "div",
      {class: "editions", role: "group", "aria-label": "Edition"},
      EDITIONS.map((each) =>
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
      ),
    );
    const play = el(
      "form",
      {
        class: "new play",
        onsubmit: (event) => {
          event.preventDefault();
          this.fight(new FormData(event.currentTarget));
        },
      },
      pick(
        "other",
        "Against",
        this.shelves.rosters.map((each) => [each, title(each)]),
        "hollow-king",
      ),
      pick("table", "Table", [["", "Default"], ...this.shelves.tables.map((each) => [each, title(each)])], ""),
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
    this.main.append(this.float);
    this.aside.replaceChildren(
      el("div", {class: "total-points"}, this.points, el("span", {}, "points"), this.models),
      edition,
      this.notes,
      this.refusal,
      el(
        "div",
        {class: "row"},
        el("button", {type: "button", onclick: () => this.download("toml")}, "Download .toml"),
        el("button", {type: "button", onclick: () => this.download("json")}, ".json"),
        el("button", {type: "button", onclick: () => this.print()}, "Print cards"),
      ),
      play,
    );
  }

  /** @param {Found} found */
  take(found) {
    this.found = found;
    this.refusal.hidden = true;
    this.fill(found);
  }

  /** Write what the server has worked out beside what was typed.
   * @param {Found} found */
  fill({shown, warnings}) {
    this.points.textContent = String(shown.points);
    this.float.textContent = `${shown.points} points`;
    this.models.textContent = shown.models === 1 ? "1 model" : `${shown.models} models`;
    this.aside.classList.remove("stale");
    this.mark([]);
    this.cards.forEach((each, index) => {
      if (shown.characters[index]) each.fill(shown.characters[index]);
    });
    this.notes.replaceChildren(
      ...(warnings.length
        ? warnings.map((each) => this.note("warning", each))
        : [el("li", {class: "clear"}, "No warnings.")]),
    );
    this.go.disabled = false;
  }

  /** Show a refusal: each fault at its field, and all in the panel. The last numbers stay, pale.
   * @param {unknown} error */
  complain(error) {
    this.aside.classList.add("stale");
    const {faults, moreFaults} = error instanceof Refused ? error : {faults: [], moreFaults: 0};
    this.mark(faults);
    const more = moreFaults ? [el("li", {class: "fault"}, `and ${moreFaults.toLocaleString("en")} more`)] : [];
    this.notes.replaceChildren(...faults.map((each) => this.note("fault", each)), ...more);
    this.refusal.hidden = faults.length > 0;
    this.refusal.textContent = sentenceOf(error);
    this.go.disabled = faults.length > 0;
  }

  /**
   * @param {"warning" | "fault"} kind
   * @param {FileWarning} about
   */
  note(kind, {field, message}) {
    return el("li", {class: kind}, el("b", {}, this.place(field)), " ", cited("skirmish", message));
  }

  /** Mark the fields that are wrong, and no others.
   * @param {{field: string}[]} faults */
  mark(faults) {
    for (const each of this.main.querySelectorAll("[aria-invalid]")) each.removeAttribute("aria-invalid");
    for (const {field} of faults) {
      for (let name = field; name; name = name.replace(/(\[\d+\]|\.?\w+)$/, "")) {
        const found = this.main.querySelector(`[data-field="${CSS.escape(name)}"]`);
        if (found) {
          found.setAttribute("aria-invalid", "true");
          break;
        }
      }
    }
  }

  /** A place in the file in words: "Herald, melee".
   * @param {string} field */
  place(field) {
    const found = field.match(/^(characters|weapons)\[(\d+)\]\.?(\w*)/);
    if (!found) return `${capital(field)}:`;
    const [, list, index, what] = found;
    const parts = list === "weapons" ? (this.file.weapons ?? []) : this.file.characters;
    const name = parts[Number(index)]?.name || `${list.slice(0, -1)} ${Number(index) + 1}`;
    return `${name}${what ? `, ${what}` : ""}:`;
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

  remove() {
    delete this.own[this.id];
    kept.set("rosters", this.own);
    this.open("shipped:lantern-company");
  }

  get fileName() {
    return fileWord(this.file.name, "roster");
  }

  /** @param {"toml" | "json"} kind */
  download(kind) {
    if (!this.found) return;
    const text = kind === "toml" ? this.found.toml : `${JSON.stringify(this.found.file, null, 2)}\n`;
    const url = URL.createObjectURL(new Blob([text], {type: "text/plain"}));
    const link = el("a", {href: url, download: `${this.fileName}.${kind}`});
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  }

  print() {
    if (!this.id) {
      this.id = newId();
      this.save();
    }
    location.assign(`/cards?mine=${this.id}&edition=${this.edition}`);
  }

  /** @param {FormData} chosen */
  async fight(chosen) {
    this.go.disabled = true;
    try {
      const name = `${this.fileName}.toml`;
      const {toml} = await workOut({name, file: this.file});
      const options = {edition: this.edition, ...(chosen.get("table") ? {table: chosen.get("table")} : {})};
      const [other, opponent] = [String(chosen.get("other")), String(chosen.get("opponent"))];
      const made = await begin({
        system: "skirmish",
        names: [name, other],
        files: {[name]: toml},
        options,
        players: {a: "person", b: opponent === "friend" ? "person" : opponent},
      });
      location.assign(`/match/${made.match}`);
    } catch (error) {
      this.complain(error);
      this.go.disabled = false;
    }
  }
}
