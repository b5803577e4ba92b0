// A battle of one's own: the system, what ships with it, who plays, dice and rules; with a picture of the table.

import {ask} from "./api.js";
import {el, kept} from "./dom.js";
import {capital, singular, title} from "./text.js";

const SIMPLE = new Set(["edition"]);
const USUAL = {value: "", text: "The usual"};
const SECONDS = [
  {value: "", text: "No limit"},
  {value: 30, text: "30 seconds"},
  {value: 120, text: "2 minutes"},
  {value: 600, text: "10 minutes"},
  {value: 86400, text: "A day"},
];
const BOTS = {random: "Computer: random", greedy: "Computer: greedy", search: "Computer: search, a second each"};
const readable = (name) => capital(name.replaceAll("_", " "));

/** The form. `go(wanted, button)` begins the match. */
export function setupForm(data, go) {
  return new Setup(data, go).root;
}

class Setup {
  constructor(data, go) {
    Object.assign(this, {data, go});
    this.systems = new Map(data.systems.map((each) => [each.name, each]));
    this.about = el("p", {class: "soft blurb"});
    this.fields = el("div", {class: "new"});
    this.picture = el("figure", {class: "preview", "aria-live": "polite"});
    const tab = (system) =>
      el(
        "label",
        {class: "tab"},
        el("input", {
          type: "radio",
          name: "system",
          value: system.name,
          checked: system.name === data.default,
          onchange: () => this.pick(system.name),
        }),
        el("span", {}, system.title),
      );
    this.root = el(
      "form",
      {
        class: "setup",
        onsubmit: (event) => {
          event.preventDefault();
          this.begin(event.submitter);
        },
        onchange: (event) => this.changed(event),
      },
      el("fieldset", {class: "tabs"}, el("legend", {class: "unseen"}, "Rulebook"), [...this.systems.values()].map(tab)),
      this.about,
      this.picture,
      this.fields,
    );
    this.pick(data.default);
  }

  pick(name) {
    this.system = this.systems.get(name);
    this.about.textContent = this.system.pages?.about ?? "";
    const {options, shelves} = this.system;
    const names = options.filter((each) => each.names),
      others = options.filter((each) => !each.names);
    const isShown = (field) => SIMPLE.has(field.name) || this.shelf(field);
    this.fields.replaceChildren(
      ...names.flatMap((field) => this.named(field, shelves)),
      ...others.filter(isShown).map((field) => this.option(field)),
      this.choice("you", "You play", this.seats()),
      this.choice(
        "opponent",
        "Opponent",
        [
          ...this.system.bots.map((bot) => ({value: bot === "search" ? "search:1s" : bot, text: BOTS[bot] ?? bot})),
          {value: "friend", text: "A friend, by a link"},
        ],
        this.system.usual_bot,
      ),
      this.choice(
        "dice",
        "Dice",
        [
          {value: "server", text: "The server rolls"},
          {value: "physical", text: "We roll our own"},
        ],
        "server",
      ),
      el(
        "label",
        {},
        el("span", {}, "Your name"),
        el("input", {
          name: "name",
          maxlength: 40,
          autocomplete: "nickname",
          value: kept.get("name", ""),
          oninput: (event) => kept.set("name", event.target.value),
        }),
      ),
      this.more(others.filter((field) => !isShown(field))),
      el("button", {class: "primary"}, "Begin the battle"),
    );
    this.look();
  }

  /** The files that an option picks from. */
  shelf(field) {
    return this.system.shelves[field.name] ?? this.system.shelves[`${field.name}s`];
  }

  /** What a set-up is named by: one thing for each side, or one for both. */
  named(field) {
    const shelf = this.shelf(field),
      word = singular(field.name);
    if (!field.several)
      return [this.choice(`option.${field.name}`, readable(field.name), shelf, field.default ?? shelf[0])];
    const [one = shelf.at(-1), other = shelf.at(-2) ?? shelf[0]] = this.system.pages?.names ?? [];
    const made = [this.choice("one", "", shelf, one), this.choice("other", "", shelf, other)];
    this.whose = {word, labels: made.map((each) => each.firstChild)};
    this.relabel("a");
    return made;
  }

  option(field) {
    const name = `option.${field.name}`,
      label = readable(field.name),
      shelf = this.shelf(field);
    if (field.kind === "flag")
      return el(
        "label",
        {class: "check", title: field.help},
        el("input", {type: "checkbox", name, checked: field.default}),
        el("span", {}, label),
      );
    if (field.kind === "number")
      return el(
        "label",
        {title: field.help},
        el("span", {}, label),
        el("input", {
          type: "number",
          name,
          min: field.least ?? undefined,
          max: field.most ?? undefined,
          value: field.default ?? "",
          placeholder: "The usual",
        }),
      );
    if (field.several && !field.choices.length)
      return el(
        "label",
        {class: "long", title: field.help},
        el("span", {}, label),
        el("input", {name, maxlength: 400, placeholder: field.example}),
      );
    if (field.several)
      return el(
        "fieldset",
        {class: "several"},
        el("legend", {}, label),
        field.choices.map((each) =>
          el(
            "label",
            {class: "check"},
            el("input", {type: "checkbox", name, value: each}),
            el("span", {}, readable(each)),
          ),
        ),
      );
    if (shelf) return this.choice(name, label, [USUAL, ...shelf]);
    return field.choices.length
      ? this.choice(name, label, field.choices, field.default)
      : el("label", {title: field.help}, el("span", {}, label), el("input", {name, maxlength: 100}));
  }

  /** What is rarely changed. */
  more(fields) {
    return el(
      "details",
      {class: "rare"},
      el("summary", {}, "Rules, time and seed"),
      el(
        "div",
        {class: "new"},
        fields.map((field) => this.option(field)),
        this.choice("seconds", "Time for each decision", SECONDS, ""),
        el(
          "label",
          {},
          el("span", {}, "Seed, known to everybody"),
          el("input", {type: "number", name: "seed", min: 0, max: 9007199254740991, placeholder: "None: fair dice"}),
        ),
        el(
          "label",
          {class: "check"},
          el("input", {type: "checkbox", name: "public"}),
          el("span", {}, "Anybody may watch it from this page"),
        ),
      ),
    );
  }

  seats() {
    const seats = [
      {value: "a", text: "The first side"},
      {value: "b", text: "The second side"},
    ];
    if (this.system.pages?.has_master) seats.push({value: "master", text: "The second side, as game master"});
    return [...seats, {value: "watch", text: "Nobody: two computers play"}];
  }

  choice(name, label, options, chosen = "") {
    return el(
      "label",
      {},
      el("span", {}, label),
      el(
        "select",
        {name},
        options.map((each) =>
          el(
            "option",
            {value: each.value ?? each, selected: (each.value ?? each) === chosen},
            each.text ?? title(each),
          ),
        ),
      ),
    );
  }

  /** What is named and chosen, as a new match takes it. */
  wanted() {
    const form = new FormData(this.root),
      options = {};
    let names = form.get("one") ? [form.get("one"), form.get("other")] : [];
    for (const field of this.system.options) {
      const key = `option.${field.name}`,
        value = form.get(key);
      if (field.names && !field.several) names = value ? [value] : [];
      if (field.names) continue;
      if (field.several) {
        const several = field.choices.length
          ? form.getAll(key)
          : (value ?? "")
              .split(/[,;]/)
              .map((each) => each.trim())
              .filter(Boolean);
        if (several.length) options[field.name] = several;
      } else if (field.kind === "flag" && value) options[field.name] = true;
      else if (field.kind === "number" && value) options[field.name] = Number(value);
      else if (field.kind !== "flag" && field.kind !== "number" && value) options[field.name] = value;
    }
    return {names, options};
  }

  begin(button) {
    const form = new FormData(this.root),
      you = form.get("you"),
      opponent = form.get("opponent") === "friend" ? "person" : form.get("opponent");
    const mine = you === "master" ? "Game master" : you,
      other = you === "a" ? "b" : "a";
    const whose =
      you === "watch"
        ? {watch: true, players: {a: opponent, b: opponent}}
        : {seat: mine, players: {[mine]: "person", [other]: opponent}, ...(you === "master" ? {master: "b"} : {})};
    const terms = {dice: form.get("dice"), name: form.get("name"), public: form.get("public") === "on"};
    if (form.get("seconds")) terms.seconds = Number(form.get("seconds"));
    if (form.get("seed")) terms.seed = Number(form.get("seed"));
    this.go({system: this.system.name, ...this.wanted(), ...whose, ...terms}, button);
  }

  changed({target}) {
    if (target.name === "you") this.relabel(target.value);
    if (["one", "other"].includes(target.name) || target.name.startsWith("option.")) this.look();
  }

  /** Whose the first and the second are depends on who plays which. */
  relabel(you) {
    const words = {a: ["Your", "Their"], watch: ["First", "Second"]}[you] ?? ["Their", "Your"];
    this.whose?.labels.forEach((label, index) => {
      label.textContent = `${words[index]} ${this.whose.word}`;
    });
  }

  /** Show what it would be: the table, who stands on each side, and what is odd about it. */
  async look() {
    const asked = {};
    this.asked = asked;
    const found = await ask("POST", `/api/systems/${this.system.name}/preview`, this.wanted()).catch((error) => ({
      refused: error.message,
    }));
    const picture =
      found.scene &&
      this.system.pages?.setup &&
      (await import(this.system.pages.setup)).picture(found.scene, found.titles);
    if (this.asked !== asked) return;
    if (found.refused) return void this.picture.replaceChildren(el("p", {class: "refusal"}, found.refused));
    const {a, b} = found.titles,
      names = {a, b, master: `${b}, as game master`};
    for (const option of this.root.elements.you) if (option.value in names) option.textContent = names[option.value];
    this.picture.replaceChildren(
      ...[
        picture,
        el(
          "figcaption",
          {},
          !picture && found.about && el("p", {class: "lead"}, found.about),
          !picture &&
            el(
              "div",
              {class: "ranks"},
              ["a", "b"].map((side) => ranks(side, found.titles[side], found.combatants)),
            ),
          found.warnings.map((each) => el("p", {class: "soft"}, each)),
        ),
      ].filter(Boolean),
    );
  }
}

/** Those of a side, by name. */
function ranks(side, name, combatants) {
  const own = combatants.filter((each) => each.side === side).map((each) => each.name);
  return el(
    "div",
    {class: side},
    el("b", {class: side}, name),
    own.length > 0 && el("span", {class: "soft"}, ` ${own.join(", ")}`),
  );
}
