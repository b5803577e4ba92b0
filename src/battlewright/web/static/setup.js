// The form of a new battle: system, files, players, dice and rules; with a preview of the table.

import {ask} from "./api.js";
import {addOwn, fileSelect, keepText, OWN, optionsOf, readOwn, withOwn} from "./chooser.js";
import {el, kept} from "./dom.js";
import {eachFile} from "./files.js";
import {HERE, levelChoices, namedLevel} from "./levels.js";
import {preparingText, whenReady} from "./preparing.js";
import {SEVERAL, Several} from "./several.js";
import {capital, one, plural, sentenceOf, singular} from "./text.js";
import {keepThing, newId, thing} from "./things.js";

/** @import {FormField, NewMatch, Previewed, Reference, SystemInfo, SystemList, TableScene} from "interface" */
/** @import {Choice} from "./chooser.js" */
/** @import {Thing} from "./things.js" */

/** What the command line has named.
 * @typedef {{system: string, names: string[], options: Record<string, unknown>,
 *   files: Record<string, string>}} Draft */

/** Begins a match; the button is the one that was pressed.
 * @typedef {(wanted: NewMatch, button: HTMLButtonElement) => unknown} Go */

/** The module of a system that draws a table before the battle.
 * @typedef {{picture(scene: TableScene, titles: Previewed["titles"]): Element}} Painter */

const SIMPLE = new Set(["edition"]);
/** What the invited friend brings. */
const BROUGHT = "brought:";
const USUAL = {value: "", text: "Default"};
const SECONDS = [
  {value: "", text: "No limit"},
  {value: 30, text: "30 seconds"},
  {value: 120, text: "2 minutes"},
  {value: 600, text: "10 minutes"},
  {value: 86400, text: "A day"},
];
const CONSENT = [
  {value: "", text: "The others confirm them, unless there is a game master"},
  {value: "yes", text: "The others confirm them"},
  {value: "no", text: "They count at once"},
];
const ADVICE = [
  {value: "", text: "Full against the computer, odds between people"},
  {value: "full", text: "Full: odds, and the chance to win"},
  {value: "odds", text: "Odds alone"},
  {value: "none", text: "None"},
];
/** @param {FormField} field */
const isNumber = (field) => field.kind === "whole" || field.kind === "number";
/** @param {string} name */
const readable = (name) => capital(name.replaceAll("_", " "));

/** What a form says, as texts.
 * @param {HTMLFormElement} form */
function textsOf(form) {
  const data = new FormData(form);
  return {
    /** @param {string} name */
    get: (name) => String(data.get(name) ?? ""),
    /** @param {string} name */
    getAll: (name) => data.getAll(name).map(String),
  };
}

/** The form of a new battle. */
export class Setup {
  /**
   * @param {SystemList} data
   * @param {Go} go
   */
  constructor(data, go) {
    this.go = go;
    this.systems = data.systems;
    this.system = data.systems.find((each) => each.name === data.default) ?? data.systems[0];
    /** The names of what both sides bring, and the word for it.
     * @type {{word: string, labels: (Element | null)[]} | null} */
    this.whose = null;
    /** The preview that was asked for last.
     * @type {object | null} */
    this.asked = null;
    /** Whether no bot plays what is set up. */
    this.isForPeople = false;
    this.about = el("p", {class: "soft blurb"});
    this.fields = el("div", {class: "new"});
    /** Files of the command line, by the names that are sent.
     * @type {Record<string, string>} */
    this.sent = {};
    /** The id of the thing that gathers what was read here. */
    this.gathering = "";
    this.refusal = el("p", {class: "refusal", role: "alert", hidden: true});
    this.picture = el("figure", {class: "preview", "aria-live": "polite"});
    this.button = el("button", {class: "primary"}, "Start the battle");
    this.several = new Several();
    this.beside = person("beside", "Their name", "off");
    /** @param {SystemInfo} system */
    const tab = (system) =>
      el(
        "label",
        {class: "tab"},
        el("input", {
          type: "radio",
          name: "system",
          value: system.name,
          checked: system === this.system,
          onchange: () => this.pick(system),
        }),
        el("span", {}, system.title),
      );
    this.root = el(
      "form",
      {
        class: "setup",
        onsubmit: (event) => {
          event.preventDefault();
          this.begin();
        },
        onchange: (event) => this.changed(event),
      },
      el("fieldset", {class: "tabs"}, el("legend", {class: "unseen"}, "Rulebook"), data.systems.map(tab)),
      this.about,
      this.picture,
      this.refusal,
      this.fields,
    );
    this.pick(this.system);
  }

  /** @param {SystemInfo} system */
  pick(system) {
    this.system = system;
    this.about.textContent = system.pages?.about ?? "";
    const typed = system.options.filter((each) => !each.is_file);
    const names = typed.filter((each) => each.positional);
    const others = typed.filter((each) => !each.positional);
    /** @param {FormField} field */
    const isShown = (field) => SIMPLE.has(field.name) || this.kindOf(field);
    this.fields.replaceChildren(
      ...names.flatMap((field) => this.named(field)),
      ...others.filter(isShown).map((field) => this.option(field)),
      this.choice("you", "You play", this.seats()),
      this.choice(
        "opponent",
        "Opponent",
        [
          ...levelChoices(system),
          {value: HERE, text: "Somebody at this screen"},
          {value: "friend", text: "A friend, by an invitation link"},
          ...(system.has_seats ? [{value: SEVERAL, text: "Several people …"}] : []),
        ],
        namedLevel(system),
      ),
      this.several.root,
      this.choice(
        "dice",
        "Dice",
        [
          {value: "server", text: "The server rolls"},
          {value: "physical", text: "Physical dice: we type the faces"},
          {value: "either", text: "Each as they like, each time"},
        ],
        "server",
      ),
      person("name", "Your name", "nickname"),
      this.beside,
      this.more(others.filter((field) => !isShown(field))),
      this.button,
    );
    this.seat();
    this.look();
  }

  /** The kind of files that an option picks from; empty where it picks from none.
   * @param {FormField} field */
  kindOf({name}) {
    return [name, plural(name)].find((kind) => kind in this.system.shelves) ?? "";
  }

  /** What a set-up is named by: one thing for each side, or one for both.
   * @param {FormField} field */
  named(field) {
    const kind = this.kindOf(field),
      shelf = this.system.shelves[kind] ?? [];
    if (field.kind !== "texts")
      return [this.filed(`option.${field.name}`, readable(field.name), kind, [], field.default ?? shelf[0])];
    const [first = shelf.at(-1), other = shelf.at(-2) ?? shelf[0]] = this.system.pages?.names ?? [];
    const made = [this.filed("one", "", kind, [], first), this.filed("other", "", kind, [], other)];
    this.whose = {word: singular(field.name), labels: made.map((each) => each.firstElementChild)};
    this.relabel("a");
    return made;
  }

  /** A choice among files of a kind.
   * @param {string} name
   * @param {string} label
   * @param {string} kind
   * @param {Choice[]} first what stands before them
   * @param {FormField["default"]} [chosen] */
  filed(name, label, kind, first, chosen = "") {
    /** @type {(files: File[], select: HTMLSelectElement) => unknown} */
    const read = (files, select) => this.read(files, select);
    return el("label", {}, el("span", {}, label), fileSelect(this.system, kind, {name, first, chosen, read}));
  }

  /** @param {FormField} field */
  option(field) {
    const name = `option.${field.name}`,
      label = readable(field.name),
      kind = this.kindOf(field);
    if (field.kind === "flag")
      return el(
        "label",
        {class: "check", title: field.help},
        el("input", {type: "checkbox", name, checked: field.default === true}),
        el("span", {}, label),
      );
    if (isNumber(field))
      return el(
        "label",
        {title: field.help},
        el("span", {}, label),
        el("input", {
          type: "number",
          name,
          min: field.least,
          max: field.most,
          value: String(field.default ?? ""),
          placeholder: "Default",
        }),
      );
    if (field.kind === "texts" && !field.choices.length)
      return el(
        "label",
        {class: "long", title: field.help},
        el("span", {}, label),
        el("input", {name, maxlength: 400, placeholder: field.example}),
      );
    if (field.kind === "texts")
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
    if (kind) return this.filed(name, label, kind, [USUAL]);
    return field.choices.length
      ? this.choice(name, label, field.default === null ? [USUAL, ...field.choices] : field.choices, field.default)
      : el("label", {title: field.help}, el("span", {}, label), el("input", {name, maxlength: 100}));
  }

  /** What is rarely changed.
   * @param {FormField[]} fields */
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
        this.choice("advice", "Advice, the same for everybody", ADVICE, ""),
        this.choice("consent", "Dice that are typed", CONSENT, ""),
        el(
          "label",
          {},
          el("span", {}, "Seed (anyone can predict the dice)"),
          el("input", {type: "number", name: "seed", min: 0, max: 9007199254740991, placeholder: "None: fair dice"}),
        ),
        el(
          "label",
          {class: "check"},
          el("input", {type: "checkbox", name: "public"}),
          el("span", {}, "Public: anyone can watch it from this page"),
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
    return [...seats, {value: "watch", text: "Nobody: watch two computers play"}];
  }

  /**
   * @param {string} name
   * @param {string} label
   * @param {Choice[]} options
   * @param {FormField["default"]} chosen
   */
  choice(name, label, options, chosen = "") {
    return el("label", {}, el("span", {}, label), el("select", {name}, optionsOf(options, chosen)));
  }

  /** What is named and chosen, as a new match takes it. */
  wanted() {
    const form = textsOf(this.root);
    /** @type {NonNullable<NewMatch["options"]>} */
    const options = {};
    /** @type {Record<string, string>} */
    const files = {};
    let names = form.get("one") ? [form.get("one"), form.get("other")].filter((each) => each !== BROUGHT) : [];
    for (const field of this.system.options) {
      const key = `option.${field.name}`,
        value = form.get(key);
      if (field.positional && field.kind !== "texts") names = value ? [value] : names;
      if (field.positional) continue;
      if (field.kind === "texts") {
        const several = field.choices.length
          ? form.getAll(key)
          : value
              .split(/[,;]/)
              .map((each) => each.trim())
              .filter(Boolean);
        if (several.length) options[field.name] = several;
      } else if (field.kind === "flag" && Boolean(value) !== Boolean(field.default))
        options[field.name] = Boolean(value);
      else if (isNumber(field) && value) options[field.name] = Number(value);
      else if (field.kind === "text" && value && value !== BROUGHT) [options[field.name]] = withOwn([value], files);
    }
    names = withOwn(names, files);
    const mentioned = JSON.stringify([names, options, files]);
    for (const [name, text] of Object.entries(this.sent))
      if (mentioned.includes(JSON.stringify(name).slice(1, -1))) files[name] = text;
    return {names, options, files};
  }

  begin() {
    const form = textsOf(this.root),
      you = form.get("you"),
      isHere = form.get("opponent") === HERE,
      opponent = isHere || form.get("opponent") === "friend" ? "person" : form.get("opponent");
    const mine = you === "master" ? "Game master" : you,
      other = you === "a" ? "b" : "a";
    /** @type {Partial<NewMatch>} */
    const whose = this.isTable
      ? this.several.asked()
      : you === "watch"
        ? {watch: true, players: {a: opponent, b: opponent}}
        : {seat: mine, players: {[mine]: "person", [other]: opponent}, ...(you === "master" ? {master: "b"} : {})};
    /** @type {Partial<NewMatch>} */
    const terms = {
      dice: form.get("dice") === "physical" ? "physical" : "server",
      name: form.get("name"),
      public: form.get("public") === "on",
    };
    if (form.get("dice") === "either") {
      const people = Object.entries(whose.players ?? {}).filter(([, player]) => player === "person");
      terms.dice_of = {...Object.fromEntries(people.map(([seat]) => [seat, "either"])), ...whose.dice_of};
    }
    if (form.get("consent")) terms.consent = form.get("consent") === "yes";
    if (isHere) terms.beside = {[other]: form.get("beside")};
    if (this.brought) terms.brings = this.brought;
    if (form.get("advice")) terms.advice = /** @type {NewMatch["advice"]} */ (form.get("advice"));
    if (form.get("seconds")) terms.seconds = Number(form.get("seconds"));
    if (form.get("seed")) terms.seed = Number(form.get("seed"));
    this.go({system: this.system.name, ...this.wanted(), ...whose, ...terms}, this.button);
  }

  /** Whether several people are to play. */
  get isTable() {
    return textsOf(this.root).get("opponent") === SEVERAL;
  }

  /** @param {Event} event */
  changed({target}) {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
    if (["you", "opponent"].includes(target.name)) this.seat();
    if (["one", "other"].includes(target.name) || target.name.startsWith("option.")) this.look();
  }

  // Files of one's own

  /** Read files of this computer, and choose each where it belongs: first for the choice that it was asked for.
   * @param {File[]} files
   * @param {HTMLSelectElement} [wanted] */
  async read(files, wanted) {
    this.refusal.hidden = true;
    const wrong = await eachFile(files, async (file) => this.choose(await readOwn(file), wanted));
    if (wrong) this.complain(wrong);
  }

  /** @param {unknown} error */
  complain(error) {
    this.refusal.hidden = false;
    this.refusal.textContent = sentenceOf(error);
    this.refusal.scrollIntoView({block: "nearest"});
  }

  /** Take over what the command line has named, which the server keeps by a secret.
   * @param {string} secret */
  async fill(secret) {
    try {
      const draft = /** @type {Draft} */ (await ask("POST", `/api/drafts/${secret}`)),
        {system, names, options, files} = draft;
      this.switchTo(system);
      this.sent = files;
      const [first = ""] = this.system.options.filter((each) => each.positional).map(({name}) => `option.${name}`);
      const places = names.length > 1 ? ["one", "other"] : [first];
      for (const [index, name] of names.entries()) await this.put(places[index] ?? "", name);
      for (const [name, value] of Object.entries(options)) await this.put(`option.${name}`, value);
      this.look();
    } catch (error) {
      this.complain(error);
    }
  }

  /** Put a value into a field; a file as a thing of one's own.
   * @param {string} name
   * @param {unknown} value */
  async put(name, value) {
    const fields = [...this.root.querySelectorAll(`[name="${name}"]`)],
      texts = (Array.isArray(value) ? value : [value]).map(String);
    for (const field of fields) {
      if (field instanceof HTMLInputElement && field.type === "checkbox")
        field.checked = value === true || texts.includes(field.value);
      else if (field instanceof HTMLInputElement) field.value = texts.join(", ");
      else if (field instanceof HTMLSelectElement) {
        const text = this.sent[texts[0]];
        if (field.dataset.kind && text !== undefined) {
          const own = await keepText(texts[0], text);
          addOwn(field, own);
          field.value = OWN + own.id;
        } else {
          if (![...field.options].some((each) => each.value === texts[0])) field.append(el("option", {}, texts[0]));
          [field.value] = texts;
        }
      }
      field.closest("details")?.setAttribute("open", "");
    }
  }

  /** Choose a thing of one's own; where both sides bring one, first for oneself, then for the other side.
   * @param {Thing} own
   * @param {HTMLSelectElement} [wanted] the choice that it is for */
  choose(own, wanted) {
    if (!this.switchTo(own.system))
      throw new Error(`${own.name} is of ${own.system}, which this server does not play.`);
    const chosen = this.gathered(own);
    const fitting = [...this.root.querySelectorAll("select")].filter((each) => each.dataset.kind === chosen.kind);
    if (!fitting.length) throw new Error(`${own.name} is ${one(own.kind)}, which a battle does not take by itself.`);
    for (const each of fitting) addOwn(each, chosen);
    if (["b", "master"].includes(textsOf(this.root).get("you"))) fitting.reverse();
    const value = OWN + chosen.id,
      free = fitting.find((each) => !each.value.startsWith(OWN) || each.value === value);
    (fitting.find((each) => each === wanted) ?? free ?? fitting[0]).value = value;
    this.look();
  }

  /** Show the fields of a rulebook; return whether there is one of this name.
   * @param {string} name */
  switchTo(name) {
    const system = this.systems.find((each) => each.name === name);
    if (!system || system === this.system) return Boolean(system);
    for (const each of this.root.querySelectorAll("input[name=system]"))
      if (each instanceof HTMLInputElement) each.checked = each.value === name;
    this.pick(system);
    return true;
  }

  /** What a battle takes only together with others, in the thing that gathers them; anything else as it is.
   * @param {Thing} own
   * @returns {Thing} */
  gathered(own) {
    const [kind, list, key] = this.system.pages?.gathered[own.kind]?.split(".") ?? [];
    if (!kind) return own;
    const open = thing(this.gathering)?.file ?? {name: `My ${singular(kind)}`, [list]: []};
    this.gathering = thing(this.gathering) ? this.gathering : newId();
    const file = {...open, [list]: [.../** @type {{}[]} */ (open[list]), {[key]: own.file}]};
    return keepThing({id: this.gathering, system: own.system, kind, file});
  }

  /** Ask for the name of an opponent at this screen, where somebody plays. */
  seat() {
    const [you, opponent] = ["you", "opponent"].map((name) => this.root.elements.namedItem(name));
    if (!(you instanceof HTMLSelectElement && opponent instanceof HTMLSelectElement)) return;
    const isWatching = you.value === "watch",
      {isTable} = this;
    if (you.parentElement) you.parentElement.hidden = isTable;
    this.several.root.hidden = !isTable;
    this.relabel(isTable ? "watch" : you.value);
    for (const each of opponent.options) if (each.value === HERE) each.disabled = isWatching;
    if (isWatching && opponent.value === HERE) opponent.selectedIndex = 0;
    this.beside.hidden = opponent.value !== HERE;
    this.offerBrought(opponent.value === "friend" ? (you.value === "a" ? "b" : "a") : null);
  }

  /** The choices that an invited friend may make instead, with the sides that they are for.
   * @returns {["a" | "b", string][]} */
  get bringable() {
    return [
      ["a", this.system.brings ? `option.${this.system.brings}` : "one"],
      ["b", "other"],
    ];
  }

  /** The side of an invited friend who brings what it plays with; none where all is named here. */
  get brought() {
    const form = textsOf(this.root);
    return this.bringable.find(([, name]) => form.get(name) === BROUGHT)?.[0];
  }

  /** Let an invited friend bring what is chosen for their side, and nobody else.
   * @param {"a" | "b" | null} theirs */
  offerBrought(theirs) {
    for (const [side, name] of this.bringable) {
      const select = this.root.elements.namedItem(name);
      if (!(select instanceof HTMLSelectElement)) continue;
      const is = select.value === BROUGHT,
        option = [...select.options].find(({value}) => value === BROUGHT);
      if (side === theirs && !option) select.prepend(el("option", {value: BROUGHT}, "Your friend brings one"));
      if (side === theirs || !option) continue;
      option.remove();
      if (is) this.look();
    }
  }

  /** Whose the first and the second are depends on who plays which.
   * @param {string} you */
  relabel(you) {
    const words = you === "a" ? ["Your", "Their"] : you === "watch" ? ["First", "Second"] : ["Their", "Your"];
    if (!this.whose) return;
    const {word, labels} = this.whose;
    for (const [index, label] of labels.entries()) label?.replaceChildren(`${words[index]} ${word}`);
  }

  /** Show what it would be: the table, who stands on each side, and what is odd about it. */
  async look() {
    const asked = {};
    this.asked = asked;
    const {name} = this.system,
      wanted = this.wanted(),
      {brought} = this;
    if (brought && !this.system.brings) wanted.names.push(...wanted.names); // on both sides, of which one is shown
    const whole = await whenReady(
      name,
      () => ask("POST", `/api/systems/${name}/preview`, wanted),
      (how) => this.asked === asked && this.picture.replaceChildren(el("p", {class: "soft"}, `${preparingText(how)}.`)),
    ).catch(sentenceOf);
    const found = brought && typeof whole !== "string" ? without(whole, brought) : whole;
    const picture = typeof found === "string" ? null : await this.drawn(found);
    if (this.asked !== asked) return;
    if (typeof found === "string") return this.picture.replaceChildren(el("p", {class: "refusal"}, found));
    this.several.show(this.system, found);
    this.seatPeople(found.no_bots);
    const {a, b} = found.titles,
      you = this.root.elements.namedItem("you");
    /** @type {Record<string, string>} */
    const names = {a, b, master: `${b}, as game master`};
    if (you instanceof HTMLSelectElement)
      for (const option of you.options) if (option.value in names) option.textContent = names[option.value];
    this.picture.replaceChildren(
      ...(picture ? [picture] : []),
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
        found.no_bots && el("p", {class: "soft"}, found.no_bots),
        found.warnings.map((each) => el("p", {class: "warning"}, each)),
      ),
    );
  }

  /** Offer people alone where no bot plays, and their own dice; bots again where they play.
   * @param {string} noBots why no bot plays */
  seatPeople(noBots) {
    const [you, opponent, dice] = ["you", "opponent", "dice"].map((name) => this.root.elements.namedItem(name));
    if (!(you instanceof HTMLSelectElement && opponent instanceof HTMLSelectElement)) return;
    const isNew = Boolean(noBots) !== this.isForPeople;
    this.isForPeople = Boolean(noBots);
    for (const each of you.options) if (each.value === "watch") each.disabled = this.isForPeople;
    for (const each of opponent.options)
      if (![HERE, "friend", SEVERAL].includes(each.value)) each.disabled = this.isForPeople;
    if (!isNew) return;
    if (dice instanceof HTMLSelectElement) dice.value = noBots ? "physical" : "server";
    if (!noBots) return;
    if (you.value === "watch") you.value = "a";
    if (opponent.selectedOptions[0]?.disabled) opponent.value = HERE;
    this.seat();
  }

  /** The picture of the table, where the system draws one.
   * @param {Previewed} found */
  async drawn({scene, titles}) {
    const path = this.system.pages?.setup;
    if (!scene || !path) return null;
    /** @type {Painter} */
    const painter = await import(path);
    return painter.picture(scene, titles);
  }
}

/** A person's name, as this browser keeps it.
 * @param {string} name
 * @param {string} label
 * @param {string} autocomplete */
const person = (name, label, autocomplete) =>
  el(
    "label",
    {},
    el("span", {}, label),
    el("input", {
      name,
      maxlength: 40,
      autocomplete,
      value: kept.get(name, ""),
      oninput: (event) => kept.set(name, event.currentTarget.value),
    }),
  );

/** A preview in which nothing is known of a side.
 * @param {Previewed} found
 * @param {string} side
 * @returns {Previewed} */
const without = (found, side) => ({
  ...found,
  titles: {...found.titles, [side]: "Your friend's side"},
  combatants: found.combatants.filter((each) => each.side !== side),
});

/** Those of a side, by name.
 * @param {string} side
 * @param {string} name
 * @param {Reference[]} combatants */
function ranks(side, name, combatants) {
  const own = combatants.filter((each) => each.side === side).map((each) => each.name);
  return el(
    "div",
    {class: side},
    el("b", {class: side}, name),
    own.length > 0 && el("span", {class: "soft"}, ` ${own.join(", ")}`),
  );
}
