// The roster builder. The server checks every edit and works everything out; the page keeps what one has written.

import {ask, begin, get} from "/static/api.js";
import {el, kept, say} from "/static/dom.js";
import {page} from "/static/nav.js";
import {cited} from "/static/rules.js";
import {capital, title} from "/static/text.js";
import {cardFields, weaponFields, weaponWords} from "./build_fields.js";

const EMPTY = {
  name: "My roster",
  characters: [{name: "Captain", melee: 4, ballistics: 4, toughness: 4, agility: 4, weapons: ["Sword"]}],
};
const LETTERS = {second: "S2", first: "S1"};
const newId = () => `own-${Date.now().toString(36)}`;

export async function show(app, {shelves, bots}) {
  const {weapons} = await get("/api/systems/skirmish/weapons");
  const main = await page(app, "/build", "Build", "/pages/skirmish/build.css");
  const builder = new Builder(main, shelves, weapons, bots);
  await builder.begin(new URLSearchParams(location.search).get("roster"));
}

class Builder {
  constructor(main, shelves, weapons, bots) {
    Object.assign(this, {
      main,
      shelves,
      shipped: weapons,
      bots,
      edition: kept.get("edition", "second"),
      timer: 0,
      number: 0,
    });
    this.own = kept.get("rosters", {});
    this.id = "";
    this.file = null;
  }

  async begin(wanted) {
    const last = kept.get("roster", "");
    if (wanted) await this.open(`shipped:${wanted}`);
    else if (this.own[last]) await this.open(last);
    else await this.open("shipped:lantern-company");
  }

  /** Open a roster: one of one's own by its id, a shipped one, or an empty one. */
  async open(which) {
    if (which in this.own) [this.id, this.file] = [which, structuredClone(this.own[which])];
    else if (which.startsWith("shipped:")) {
      try {
        [this.id, this.file] = [
          "",
          (await get(`/api/systems/skirmish/rosters/${encodeURIComponent(which.slice(8))}`)).file,
        ];
      } catch (error) {
        if (!this.file) [this.id, this.file] = ["", structuredClone(EMPTY)];
        this.draw();
        return this.complain(error);
      }
    } else [this.id, this.file] = [newId(), structuredClone(EMPTY)];
    kept.set("roster", this.id);
    this.draw();
    return this.check();
  }

  /** Read a file of the computer; the server says what is wrong with it. */
  async read(chosen) {
    if (!chosen) return;
    try {
      if (chosen.size > 200_000) throw new Error(`${chosen.name}: the file is too large for a roster.`);
      const found = await ask("POST", "/api/systems/skirmish/rosters", {
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

  /** Something was changed; "whole": cards or weapons have come or gone. */
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
      const found = await ask("POST", "/api/systems/skirmish/rosters", {
        name: "roster.toml",
        file: this.file,
        edition: LETTERS[this.edition],
      });
      if (number === this.number) this.take(found);
    } catch (error) {
      if (number === this.number) this.complain(error);
    }
  }

  // What the page shows

  draw() {
    this.picker = el("select", {
      id: "picker",
      "aria-label": "Roster to open",
      onchange: () => this.open(this.picker.value),
    });
    this.list();
    const upload = el("input", {
      type: "file",
      accept: ".toml,.json",
      class: "unseen",
      id: "upload",
      tabindex: -1,
      "aria-label": "A roster of yours",
      onchange: () => this.read(upload.files[0]),
    });
    const input = (name, more) =>
      el("input", {
        value: this.file[name] ?? "",
        "data-field": name,
        ...more,
        oninput: (event) => {
          this.file[name] = event.target.value;
          this.changed();
        },
      });
    this.cards = this.file.characters.map((card, index) => cardFields(this, card, index));
    this.blades = (this.file.weapons ?? []).map((weapon, index) => weaponFields(this, weapon, index));
    this.aside = el("aside", {class: "sheet sum", "aria-label": "The roster in all"});
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
        el("span", {class: "soft"}, "or drop a .toml or .json file here. It stays in this browser."),
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
              input("about", {maxlength: 400, placeholder: "A sentence, if you like"}),
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
      this.read(event.dataTransfer.files[0]);
    };
    this.sum();
    if (this.found) this.fill();
  }

  list() {
    if (!this.picker) return;
    const option = (value, text) => el("option", {value, selected: value === this.id}, text);
    const own = Object.entries(this.own);
    this.picker.replaceChildren(
      this.id && this.own[this.id]
        ? ""
        : el("option", {value: "", selected: true, disabled: true}, this.file?.name ?? "Open…"),
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
    this.float = el("div", {class: "float", "aria-hidden": "true"});
    this.points = el("output", {class: "points"}, "–");
    this.models = el("span", {class: "soft"});
    this.notes = el("ul", {class: "notes", "aria-live": "polite"});
    this.refusal = el("p", {class: "refusal", role: "alert", hidden: true});
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
      ["second", "first"].map((each) =>
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
    this.go = el("button", {class: "primary"}, "Play with it");
    this.play = el(
      "form",
      {
        class: "new play",
        onsubmit: (event) => {
          event.preventDefault();
          this.fight(event.submitter, new FormData(event.target));
        },
      },
      pick(
        "other",
        "Against",
        this.shelves.rosters.map((each) => [each, title(each)]),
        "hollow-king",
      ),
      pick("table", "Table", [["", "The usual"], ...this.shelves.tables.map((each) => [each, title(each)])], ""),
      pick(
        "opponent",
        "Played by",
        [...this.bots.map((bot) => [bot, `Computer: ${bot}`]), ["friend", "A friend, by a link"]],
        "greedy",
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
      this.play,
    );
  }

  take(found) {
    this.found = found;
    this.refusal.hidden = true;
    this.fill();
  }

  /** Write what the server has worked out beside what was typed. */
  fill() {
    const {shown, warnings} = this.found;
    this.points.textContent = shown.points;
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
        : [el("li", {class: "clear"}, "Nothing odd about it.")]),
    );
    this.go.disabled = false;
  }

  /** Show a refusal: each fault at its field, and all in the panel. The last numbers stay, pale. */
  complain(error) {
    this.aside.classList.add("stale");
    const faults = error.faults ?? [];
    this.mark(faults);
    const more = error.moreFaults
      ? [el("li", {class: "fault"}, `and ${error.moreFaults.toLocaleString("en")} more`)]
      : [];
    this.notes.replaceChildren(...faults.map((each) => this.note("fault", each)), ...more);
    this.refusal.hidden = faults.length > 0;
    this.refusal.textContent = error.message;
    this.go.disabled = faults.length > 0;
  }

  note(kind, {field, message}) {
    return el("li", {class: kind}, el("b", {}, this.place(field)), " ", cited("skirmish", message));
  }

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

  /** A place in the file in words: "Herald, melee". */
  place(field) {
    const found = field.match(/^(characters|weapons)\[(\d+)\]\.?(\w*)/);
    if (!found) return `${capital(field)}:`;
    const [, list, index, what] = found;
    const name = this.file[list]?.[index]?.name || `${list.slice(0, -1)} ${Number(index) + 1}`;
    return `${name}${what ? `, ${what}` : ""}:`;
  }

  // What one does

  addCard() {
    const names = this.file.characters.map((each) => each.name);
    const name = [
      "Recruit",
      ...Array.from({length: 20}, (_, index) => `Recruit ${String.fromCharCode(65 + index)}`),
    ].find((each) => !names.includes(each));
    this.file.characters.push({name, melee: 3, ballistics: 3, toughness: 3, agility: 3, weapons: []});
    this.changed(true);
    this.cards.at(-1).node.querySelector("input").focus();
  }

  addWeapon(kind) {
    const made =
      kind === "melee"
        ? {name: "Axe", kind, threat: 1, oppression: 1, critical: 2, points: 4}
        : {name: "Bow", kind, modifier: 0, damage: 1, critical: 2, points: 4};
    const names = (this.file.weapons ?? []).map((each) => each.name),
      {name} = made;
    for (let count = 2; names.includes(made.name); count += 1) made.name = `${name} ${count}`;
    this.file.weapons = [...(this.file.weapons ?? []), made];
    this.changed(true);
    this.blades.at(-1).node.querySelector("input").focus();
  }

  remove() {
    delete this.own[this.id];
    kept.set("rosters", this.own);
    this.open("shipped:lantern-company");
  }

  get fileName() {
    return `${
      this.file.name
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, "-")
        .replace(/^-|-$/g, "") || "roster"
    }`;
  }

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

  async fight(button, chosen) {
    button.disabled = true;
    try {
      const name = `${this.fileName}.toml`;
      const checked = await ask("POST", "/api/systems/skirmish/rosters", {name, file: this.file});
      const options = {edition: this.edition, ...(chosen.get("table") ? {table: chosen.get("table")} : {})};
      const opponent = chosen.get("opponent");
      const made = await begin({
        system: "skirmish",
        names: [name, chosen.get("other")],
        files: {[name]: checked.toml},
        options,
        players: {a: "person", b: opponent === "friend" ? "person" : opponent},
      });
      location.assign(`/match/${made.match}`);
    } catch (error) {
      this.complain(error);
      button.disabled = false;
    }
  }
}
