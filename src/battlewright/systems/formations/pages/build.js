// The force builder: kinds of models with what they can do, and the groups that are made of them.

import {Builder, builderPage} from "/static/builder.js";
import {checkField, choiceField, numberField, put, removeButton, stepper, textField} from "/static/builder_fields.js";
import {el} from "/static/dom.js";
import {estimatePanel} from "/static/estimate.js";
import {playForm} from "/static/play_form.js";

/** @import {SystemInfo} from "interface" */
/** @import {Found} from "/static/builder.js" */

/** What a kind of models can do beside its plain attack.
 * @typedef {{name: string, roll?: "attack" | "test" | "order", against?: string, dice?: number, wounds?: boolean,
 *   needs?: number, combination?: string, effect?: string, amount?: number, dazed_by?: string, failure?: string,
 *   failure_amount?: number}} Action */
/** @typedef {{name: string, might: number, dex: number, will: number, def: number, atk: number,
 *   actions?: Action[]}} Kind */
/** @typedef {{kind: string, name?: string, models?: number, rerolls?: number}} Group */
/** @typedef {{name: string, about?: string, kinds: Kind[], groups: Group[]}} Force */
/** A force with what the server has worked out: its strength, and what each action of a kind does, in sentences.
 * @typedef {Force & {strength: number, said: Record<string, [name: string, sentence: string][]>}} ShownForce */

const SCORES = /** @type {const} */ ([
  ["might", "MIGHT"],
  ["dex", "DEX"],
  ["will", "WILL"],
  ["def", "DEF"],
]);
/** @type {[string, string][]} */
const ROLLS = [
  ["", "An attack"],
  ["test", "A test"],
  ["order", "An order, without a roll"],
];
/** @type {Record<string, [string, string][]>} */
const AGAINST = {
  attack: [
    ["", "DEF"],
    ["will", "WILL"],
  ],
  test: [
    ["might", "MIGHT"],
    ["dex", "DEX"],
    ["will", "WILL"],
    ["def", "DEF"],
  ],
};
/** @type {[string, string][]} */
const EFFECTS = [
  ["weakened", "Weakens: fewer dice"],
  ["exposed", "Exposes: lower DEF"],
  ["dazed", "Dazes"],
  ["wounds", "More Wounds"],
];
/** @type {[string, string]} */
const REROLLS = ["rerolls", "Grants Rerolls"];
/** @type {[string, string]} */
const NONE = ["", "None"];
/** The tests that shake it off. */
const DAZED_BY = AGAINST.test.map(
  ([value, text]) => /** @type {[string, string]} */ ([value === "will" ? "" : value, text]),
);
/** @type {[string, string][]} */
const COMBINATIONS = [
  ["", "By a number of successes"],
  ["double", "On a Double"],
  ["triple", "On a Triple"],
  ["scale", "On a Scale"],
];
/** How many kinds, and how many groups, a force may have: as its file. */
const MOST = 12;

/** Show the builder.
 * @param {Element} app
 * @param {SystemInfo} system
 * @param {string} kind */
export async function show(app, system, kind) {
  const main = await builderPage(app, "force", "/pages/formations/build.css");
  await new ForceBuilder(main, system, kind).begin(new URLSearchParams(location.search), "river-guard");
}

/** @extends {Builder<Force, ShownForce>} */
class ForceBuilder extends Builder {
  strength = el("output", {class: "points"}, "–");
  models = el("span", {class: "soft"});
  play = playForm(this.system, {
    label: "Play this force",
    file: () => this.file,
    choices: [{name: "other", label: "Against", kind: "forces", chosen: "goblin-rabble"}],
    asked: ({other}, mine) => ({names: [mine, other]}),
    changed: () => {},
  });
  against = estimatePanel({
    system: this.system.name,
    heading: "How strong is it?",
    wanted: () => {
      const {names, ...rest} = this.play.setup();
      return this.play.go.disabled ? null : {...rest, names: names.slice(0, 1), against: this.system.shelves.forces};
    },
  });
  /** Where the sentences of each kind's actions are written.
   * @type {HTMLElement[]} */
  said = [];
  /** The abilities whose fields are shown.
   * @type {WeakSet<Action>} */
  unfolded = new WeakSet();

  /**
   * @override
   * @returns {Force} */
  empty() {
    const spear = {name: "Spear", might: 2, dex: 3, will: 3, def: 4, atk: 1};
    const captain = {name: "Captain", might: 4, dex: 4, will: 5, def: 4, atk: 3};
    return {
      name: "My force",
      kinds: [spear, captain],
      groups: [
        {kind: "Spear", name: "First rank", models: 8},
        {kind: "Captain", rerolls: 1},
      ],
    };
  }

  /** @override */
  parts() {
    this.said = this.file.kinds.map(() => el("ul", {class: "said", "aria-live": "polite"}));
    const {kinds, groups} = this.file;
    return [
      this.head(),
      el("h2", {}, "Kinds"),
      el(
        "section",
        {class: "deck", "aria-label": "Kinds"},
        kinds.map((kind, index) => this.kindFields(kind, index)),
        kinds.length < MOST &&
          el("button", {type: "button", class: "add", onclick: () => this.addKind()}, "+ Add a kind"),
      ),
      el("h2", {}, "Groups"),
      el(
        "section",
        {class: "deck", "aria-label": "Groups"},
        groups.map((group, index) => this.groupFields(group, index)),
        groups.length < MOST &&
          el("button", {type: "button", class: "add", onclick: () => this.addGroup()}, "+ Add a group"),
      ),
    ];
  }

  /**
   * @param {Kind} kind
   * @param {number} index */
  kindFields(kind, index) {
    const place = `kinds[${index}]`;
    const name = el("input", {
      value: kind.name,
      maxlength: 60,
      class: "big",
      "aria-label": "Name of the kind",
      "data-field": `${place}.name`,
      oninput: ({currentTarget: {value}}) => {
        for (const option of this.main.querySelectorAll(".of-kind option"))
          if (option instanceof HTMLOptionElement && option.value === kind.name)
            option.value = option.textContent = value;
        for (const group of this.file.groups) if (group.kind === kind.name) group.kind = value;
        kind.name = value;
        this.changed();
      },
    });
    /** @type {(key: "might" | "dex" | "will" | "def" | "atk", label: string, least: number) => HTMLElement} */
    const score = (key, label, least) =>
      el(
        "div",
        {class: "ability"},
        el("span", {"aria-hidden": "true"}, label),
        stepper(label, kind[key], least, 10, `${place}.${key}`, (value) => {
          Object.assign(kind, {[key]: value ?? undefined});
          this.changed();
        }),
      );
    return el(
      "article",
      {class: "sheet maker", "aria-label": kind.name || `Kind ${index + 1}`, "data-field": place},
      name,
      el(
        "div",
        {class: "abilities"},
        score("atk", "ATK", 0),
        SCORES.map(([key, label]) => score(key, label, 1)),
      ),
      this.said[index],
      (kind.actions ?? []).map((action, at) => this.actionFields(kind, action, at, place)),
      el(
        "div",
        {class: "row"},
        el("button", {type: "button", onclick: () => this.addAction(kind)}, "+ Ability"),
        el("button", {type: "button", onclick: () => this.copyKind(kind)}, "Copy"),
        this.file.kinds.length > 1 && removeButton(this, this.file.kinds, index, kind.name),
      ),
    );
  }

  /**
   * @param {Kind} kind
   * @param {Action} action
   * @param {number} at
   * @param {string} within */
  actionFields(kind, action, at, within) {
    const place = `${within}.actions[${at}]`,
      bound = {builder: this, part: action, place},
      roll = action.roll ?? "attack",
      effects = roll === "attack" ? [NONE, ...EFFECTS] : roll === "order" ? [REROLLS] : [REROLLS, ...EFFECTS];
    return el(
      "details",
      {
        class: "ability-of",
        "data-field": place,
        open: this.unfolded.has(action),
        ontoggle: ({currentTarget: {open}}) => this.unfolded[open ? "add" : "delete"](action),
      },
      el("summary", {}, action.name || "(no name)"),
      el(
        "div",
        {class: "fields-of"},
        textField(bound, "name", "Name"),
        this.rollField(action, place),
        roll !== "order" && choiceField(bound, "against", roll === "test" ? "Of" : "Against", AGAINST[roll]),
        roll === "attack" && numberField(bound, "dice", "Dice for each model (0: ATK)", {least: 0, most: 10, usual: 0}),
        roll === "attack" && checkField(bound, "wounds", "Each success is a Wound"),
        choiceField(bound, "effect", "Effect", effects, true),
        action.effect && action.effect !== "dazed" && this.amount(bound, "amount", "How many"),
        roll === "attack" && action.effect && choiceField(bound, "combination", "It lands", COMBINATIONS, true),
        roll === "attack" && action.effect && !action.combination && this.amount(bound, "needs", "Successes needed"),
        roll === "test" && choiceField(bound, "failure", "If it fails", [NONE, ...EFFECTS], true),
        action.failure && action.failure !== "dazed" && this.amount(bound, "failure_amount", "How many then"),
        [action.effect, action.failure].includes("dazed") &&
          choiceField(bound, "dazed_by", "Shaken off by a test of", DAZED_BY),
      ),
      removeButton(this, kind.actions ?? [], at, action.name),
    );
  }

  /** Another roll takes other fields: those that it does not have are left out.
   * @param {Action} action
   * @param {string} place */
  rollField(action, place) {
    const bound = {builder: this, part: action, place};
    const field = choiceField(bound, "roll", "It is", ROLLS);
    field.addEventListener("change", () => {
      const {name, roll} = action;
      for (const key of Object.keys(action)) put(/** @type {Record<string, unknown>} */ (action), key, null);
      Object.assign(action, roll === "order" ? {name, roll, effect: "rerolls"} : {name, roll}, {
        ...(roll === "test" && {against: "will", effect: "rerolls"}),
        ...(!roll && {wounds: true}),
      });
      put(action, "roll", roll ?? null);
      this.changed(true);
    });
    return field;
  }

  /**
   * @param {{builder: ForceBuilder, part: Action, place: string}} bound
   * @param {string} name
   * @param {string} label
   */
  amount(bound, name, label) {
    return numberField(bound, name, label, {least: 1, most: 20, usual: 1});
  }

  /**
   * @param {Group} group
   * @param {number} index */
  groupFields(group, index) {
    const place = `groups[${index}]`,
      bound = {builder: this, part: group, place};
    return el(
      "article",
      {class: "sheet maker", "aria-label": group.name || group.kind, "data-field": place},
      textField(bound, "name", "Name", {placeholder: group.kind, class: "big"}),
      el(
        "div",
        {class: "of-kind"},
        choiceField(
          bound,
          "kind",
          "Kind",
          this.file.kinds.map((each) => each.name),
        ),
      ),
      el(
        "div",
        {class: "abilities"},
        numberField(bound, "models", "Models", {least: 1, most: 20, usual: 1}),
        numberField(bound, "rerolls", "Rerolls", {least: 0, most: 20, usual: 0}),
      ),
      this.file.groups.length > 1 && removeButton(this, this.file.groups, index, group.name || group.kind),
    );
  }

  /** @override */
  figures() {
    return [
      el("div", {class: "total-points"}, this.strength, el("span", {}, "strength"), this.models),
      el("p", {class: "soft"}, "MIGHT of all models: who has more of it left wins at the round limit."),
    ];
  }

  /** @override */
  actions() {
    return [this.against.node, this.play.node];
  }

  /**
   * @param {boolean} is
   * @override */
  enable(is) {
    this.play.go.disabled = !is;
    this.against.changed();
  }

  /**
   * @param {Found<Force, ShownForce>} found
   * @override */
  fill({shown}) {
    const models = shown.groups.reduce((sum, each) => sum + (each.models ?? 1), 0);
    this.strength.textContent = String(shown.strength);
    this.float.textContent = `Strength ${shown.strength}`;
    this.models.textContent = `${models} models`;
    for (const [index, {name}] of shown.kinds.entries())
      this.said[index]?.replaceChildren(
        ...(shown.said[name] ?? []).map(([action, sentence]) => el("li", {}, el("b", {}, `${action}: `), sentence)),
      );
  }

  // What one does

  /** A name that no other has.
   * @param {string} name
   * @param {{name?: string}[]} others */
  free(name, others) {
    const names = others.map((each) => each.name);
    let made = name;
    for (let count = 2; names.includes(made); count += 1) made = `${name} ${count}`;
    return made;
  }

  addKind() {
    const {kinds} = this.file;
    kinds.push({name: this.free("Recruit", kinds), might: 2, dex: 3, will: 3, def: 3, atk: 1});
    this.changed(true);
  }

  /** @param {Kind} kind */
  copyKind(kind) {
    const {kinds} = this.file;
    kinds.push({...structuredClone(kind), name: this.free(kind.name, kinds)});
    this.changed(true);
  }

  /** @param {Kind} kind */
  addAction(kind) {
    const name = this.free("Volley", kind.actions ?? []);
    const made = {name, wounds: true, dice: 1};
    kind.actions = [...(kind.actions ?? []), made];
    this.unfolded.add(made);
    this.changed(true);
  }

  addGroup() {
    this.file.groups.push({kind: this.file.kinds[0].name, models: 5});
    this.changed(true);
  }
}
