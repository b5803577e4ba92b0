// Input on the table: previews and choices by pointer and keys.

import {Refused} from "/static/api.js";
import {el, say} from "/static/dom.js";
import {inches, percent, sentenceOf} from "/static/text.js";
import {shotText} from "./overlay.js";
import {brief, foretold} from "./prospects.js";
import {described, pieceAt} from "./terrain.js";

/** @import {Guides} from "answers" */
/** @import {Figure, Offer, Reach, Threat} from "interface" */
/** @import {Choice, NumberedOffer} from "/static/match.js" */
/** @import {SkirmishPage} from "./match.js" */
/** @import {Path, Spot} from "./overlay.js" */
/** @import {Found} from "./table.js" */

/** @typedef {Reach["purpose"]} Purpose */
/** @typedef {Guides["path"]["parameters"]["query"]} PathQuery */

/** What is previewed on the table.
 * `leads`: the choice that leads to a place.
 * @typedef {Omit<Choice, "number"> & {title: string, more: string, levels?: HTMLElement[], leads?: string}} Proposal */

/** A model at the place where it may be placed, or may not.
 * @typedef {{model: Figure, choice: string, refused: string, more?: string}} Placed */

/** A click as near as this to the place that is selected is meant for it, in thousandths of an inch. */
const NEAR = 400;
/** How long a pointer rests on a place until it is told what can be done from there, in milliseconds. */
const RESTS = 120;
const WALKS = new Set(["move", "cover-move"]);
/** @type {Record<string, Purpose>} */
const PURPOSES = {"close-combat": "engage", "cover-move": "cover"};
/** @type {Path} */
const NO_PATH = {legs: [], cost: 0, chance: {exact: "0", value: 0}, stress: 0, choice: "", near: null, refused: null};

/** The number of the model that a choice is aimed at or about, and not only on the way to; null if there is none.
 * @param {Offer} offer */
const targetOf = (offer) => (offer.about && !WALKS.has(offer.kind) ? offer.about.number : null);

/** The index of the weapon of a choice; the first where it names none.
 * @param {Offer} [offer] */
function weaponOf(offer) {
  const weapon = offer?.fields.weapon;
  return weapon && typeof weapon === "object" && !Array.isArray(weapon) ? weapon.number : 0;
}

/** Asks one question at a time; of those that come meanwhile only the last is asked. */
class Latest {
  busy = false;
  /** The question that comes next; it results in what is done with its answer.
   * @type {(() => Promise<() => void>) | null} */
  next = null;

  /** Ask; nothing is done where the server refuses.
   * @template Answered
   * @param {() => Promise<Answered>} question
   * @param {(answered: Answered) => void} answer */
  async ask(question, answer) {
    this.next = async () => {
      const answered = await question();
      return () => answer(answered);
    };
    if (this.busy) return;
    this.busy = true;
    while (this.next) {
      const now = this.next;
      this.next = null;
      const tell = await now().catch(() => null);
      if (!this.next) tell?.();
    }
    this.busy = false;
  }

  stop() {
    this.next = async () => () => {};
  }
}

/** Handles the pointer and the keys over the table, and previews choices. */
export class Hand {
  latest = new Latest();
  /** The other levels at the place that is previewed.
   * @type {number[]} */
  levels = [];
  /** The cursor of the keyboard.
   * @type {Spot | null} */
  cursor = null;
  /** @type {Figure | null} */
  looked = null;
  /** The place, or the model, that is selected on the table; its preview may be still to come.
   * @type {Found | null} */
  chosen = null;
  /** What is previewed there.
   * @type {(Found & Choice) | null} */
  preview = null;
  /** What a click on the ground is for, and with which weapon.
   * @type {Purpose} */
  purpose = "move";
  weapon = 0;
  /** The paths that were asked for, by the question.
   * @type {Map<string, Promise<Path>>} */
  paths = new Map();
  pondering = 0;
  /** @type {Threat[] | null} */
  threats = null;
  /** Where the acting model may go.
   * @type {Reach | null} */
  reach = null;
  /** What the pointer is over.
   * @type {string | null} */
  hovering = null;
  /** The kinds of the choices.
   * @type {Set<string>} */
  kinds = new Set();
  /** The model that is asked, where it is ours to answer.
   * @type {Figure | null} */
  actor = null;
  /** The number of the model that was selected to be placed, or to be activated: a click on the table is for it.
   * @type {number | null} */
  held = null;

  /** @param {SkirmishPage} page */
  constructor(page) {
    this.page = page;
  }

  get overlay() {
    return this.page.table.overlay;
  }
  get models() {
    return this.page.scene.models;
  }
  /** @param {number | null} [number] */
  model(number) {
    return this.models.find((each) => each.number === number);
  }

  /** A new position: forget what was asked, and show where the acting model may go. */
  reset() {
    const {page} = this;
    this.latest.stop(); // an answer about the last position is of no use now
    this.overlay.clear("reaching", "threat", "firing", "path", "label");
    this.looked = this.preview = this.chosen = this.threats = this.reach = this.hovering = this.held = null;
    this.paths = new Map();
    this.weapon = 0;
    this.kinds = new Set(page.offers.map((offer) => offer.kind));
    this.actor = page.isMine ? page.asked : null;
    this.purpose = this.kinds.has("stay") ? "cover" : "move";
    this.rings();
    this.showReach();
    if (this.cursor) this.overlay.cursor(this.cursor);
  }

  /** The model that a click on the ground would move; null where it would not. One that is selected to be activated
   * would be activated first. */
  get mover() {
    const {actor, kinds, purpose} = this;
    if (this.activation) return this.model(this.held) ?? null;
    const least = purpose === "engage" ? 2 : purpose === "move" ? 1 : 0;
    return actor && actor.ap >= least && (kinds.has("stop") || kinds.has("stay")) ? actor : null;
  }
  /** The choice that activates the model that is selected for it. */
  get activation() {
    return this.page.offers.find((each) => each.kind === "activate" && targetOf(each) === this.held) ?? null;
  }
  /** The weapons that the acting model may go and fight with. */
  get blades() {
    return this.actor && this.actor.ap >= 2 ? this.actor.weapons.filter((each) => each.kind === "melee") : [];
  }
  /** Whether a click on the ground places a model. */
  get places() {
    return this.page.isMine && this.kinds.has("deploy");
  }

  rings() {
    const may = this.page.offers.map(targetOf);
    this.overlay.rings(
      this.models.filter((model) => model.on_table && may.includes(model.number) && !this.kinds.has("stop")),
      this.looked,
    );
  }

  async showReach() {
    const model = this.looked ?? this.mover;
    const purpose = this.looked && this.looked !== this.actor ? "move" : this.purpose;
    if (!model?.on_table) return this.overlay.clear("reaching", "threat");
    const {number, remote} = this.page;
    const [reach, threats] = await Promise.all([
      remote.guide("reach", {who: model.number, purpose}),
      this.threats ?? remote.guide("threats"),
    ]).catch(() => []);
    if (!reach || this.page.number !== number) return undefined;
    this.threats = threats;
    this.reach = model === this.mover ? reach : null;
    this.overlay.reach(reach);
    return this.overlay.threat(
      this.looked || this.purpose === "engage" ? threats.find((each) => each.who === model.number) : undefined,
    );
  }

  /** Move, or close combat: what a click on the ground is for.
   * @param {Purpose} purpose */
  setPurpose(purpose, weapon = 0) {
    if (purpose === "engage" && !this.blades.length) return;
    this.purpose = purpose;
    this.weapon = weapon;
    this.paths = new Map();
    this.drop();
    const row = this.page.panel.rowOf(this.page.panel.selected);
    if (row) this.show(row.offer);
    this.showReach();
    this.page.showModes();
  }

  /** Close combat with the next melee weapon. */
  nextWeapon() {
    const count = this.blades.length;
    this.setPurpose("engage", this.purpose === "engage" && count ? (this.weapon + 1) % count : 0);
  }

  drop() {
    this.preview = this.chosen = null;
    this.levels = [];
    this.latest.stop();
    this.overlay.clear("path", "firing");
    this.page.panel.preview(null);
  }

  // The pointer

  /** @param {Found} found */
  hovered(found) {
    const key = found.model ? `m${found.model.number}` : `${found.x},${found.y}`;
    if (this.hovering === key) return;
    this.hovering = key;
    this.page.table.root.classList.toggle("over-model", Boolean(found.model));
    if (found.model) return void this.overModel(found.model);
    this.overlay.clear("firing");
    const piece = pieceAt(this.page.scene, found.exact.x, found.exact.y);
    this.overlay.label(piece && !this.preview ? described(piece) : "", found);
    if (!this.preview) this.overPlace(found);
  }

  /** A finger rests on something: a model is looked at, a place is as if it was under a pointer.
   * @param {Found} found */
  rested(found) {
    this.hovering = null;
    if (found.model) this.look(found.model);
    this.hovered(found);
  }

  left() {
    this.hovering = null;
    this.overlay.clear("label");
    if (this.looked === null) this.rings();
    if (!this.preview) {
      this.latest.stop();
      this.overlay.clear("path", "firing");
    }
  }

  /** @param {Figure} model */
  overModel(model) {
    this.overlay.clear("label");
    if (!this.preview) this.overlay.clear("path");
    const own = this.mover ?? this.actor ?? this.page.acting;
    const shooter = this.looked && this.looked.side !== model.side ? this.looked : own;
    if (shooter && shooter.side !== model.side && shooter.on_table && shooter.weapons.some(isGun)) {
      const shot = this.page.offers.find((each) => each.kind === "shoot" && targetOf(each) === model.number);
      this.latest.ask(
        () => this.page.remote.guide("fire", {who: shooter.number, whom: model.number, weapon: weaponOf(shot)}),
        (fire) => {
          if (fire.open) this.overlay.fire(fire, this.models);
        },
      );
      return;
    }
    this.overlay.clear("firing");
    if (model !== this.looked) this.overlay.label(`${model.name} · ${model.state}`, model);
  }

  /** @param {Found} place */
  overPlace(place) {
    const {mover} = this;
    if (mover)
      this.latest.ask(
        () => this.pathTo(mover, place),
        (path) => {
          if (this.preview) return;
          this.showPath(path, mover, place);
          if (!path.refused) this.ponder(path.choice, (more) => this.showPath({...path, more}, mover, place));
        },
      );
    else if (this.places)
      this.latest.ask(
        () => this.placing(place),
        (placed) => {
          this.showPlaced(placed, place);
          this.ponder(placed.choice, (more) => this.showPlaced({...placed, more}, place));
        },
      );
  }

  /** Once the pointer has rested on a place, show in short what a choice leads to that ends there.
   * @param {string} choice
   * @param {(more: string) => void} tell */
  ponder(choice, tell) {
    const {hovering} = this,
      {number} = this.page;
    clearTimeout(this.pondering);
    if (!choice) return;
    this.pondering = setTimeout(async () => {
      const found = await this.prospects(choice);
      const isStill = this.hovering === hovering && !this.chosen && this.page.number === number;
      if (found && isStill) tell(brief(found));
    }, RESTS);
  }

  /** What a choice leads to that ends at a place; null where that cannot be told, or where there is no advice.
   * @param {string} choice */
  async prospects(choice) {
    const {activation, page} = this;
    if (page.info.advice === "none") return null;
    /** @type {Guides["prospects"]["parameters"]["query"]} */
    const query = activation && this.held !== null ? {choice, activated: this.held} : {choice};
    return page.remote.guide("prospects", query).catch(() => null);
  }

  /** The levels on which a move may end at a place.
   * @param {Spot} place */
  levelsAt({x, y}) {
    const {reach} = this;
    if (!reach) return [];
    const column = (x - reach.x) / reach.step,
      row = (y - reach.y) / reach.step;
    return reach.areas
      .filter((area) => [area.sure, area.risky].some((costs) => costs[row]?.[column] >= 0))
      .map((area) => area.level);
  }

  /** Find the path of a model to a place; where that is refused, it is one without legs that says why.
   * @param {Figure} mover
   * @param {Found} place
   * @returns {Promise<Path>} */
  pathTo(mover, {x, y, level}) {
    /** @type {PathQuery} */
    const query = {who: mover.number, purpose: this.purpose, x, y};
    if (level !== undefined) query.level = level;
    if (query.purpose === "engage") query.weapon = this.weapon;
    return this.path(query);
  }

  /** Ask for a path, once.
   * @param {PathQuery} query
   * @returns {Promise<Path>} */
  path(query) {
    const key = JSON.stringify(query),
      known = this.paths.get(key);
    if (known) return known;
    const asked = this.page.remote.guide("path", query).catch((error) => ({
      ...NO_PATH,
      refused: {text: sentenceOf(error), clause: error instanceof Refused ? error.clause : ""},
    }));
    this.paths.set(key, asked);
    return asked;
  }

  /**
   * @param {Path} path
   * @param {Figure} mover
   * @param {Spot} place
   */
  showPath(path, mover, place, isChosen = false) {
    this.overlay.hover = this.page.table.plane.at(place.x, place.y);
    this.overlay.path(path, mover, isChosen);
  }

  /** The model that is to be placed, at a place.
   * @param {Spot} place
   * @returns {Promise<Placed>} */
  async placing({x, y}) {
    const offered = this.page.offers.map(targetOf);
    const model = this.model(offered.includes(this.held) ? this.held : offered[0]);
    if (!model) throw new Error("Nobody is to be placed.");
    const text = `deploy ${model.tag} ${x / 1000} ${y / 1000}`;
    const {choice, refused} = await this.page.remote
      .get(`/parse?text=${encodeURIComponent(text)}`)
      .catch((error) => ({choice: "", refused: {sentence: sentenceOf(error)}}));
    return {model, choice: choice ?? "", refused: refused?.sentence ?? ""};
  }

  /**
   * @param {Placed} placed
   * @param {Spot} place */
  showPlaced({model, refused, more}, place) {
    const text = refused ? refused.slice(0, 46) : [model.name, more].filter(Boolean).join(" · ");
    this.overlay.placed(model, place, text, refused ? "soft" : "sure");
  }

  // Picking: the first press selects and previews, the second one makes it

  /** @param {Found} found */
  picked(found) {
    if (this.page.panel.isWaiting) return;
    if (this.chosen && isSame(this.chosen, found)) this.page.panel.confirm();
    else if (found.model) this.pickModel(found.model, found);
    else this.pickPlace(found);
  }

  /** Select what was clicked; its preview is asked for, and a press before it comes is remembered.
   * @template Answered
   * @param {Found} found
   * @param {Promise<Answered>} question
   * @param {(answered: Answered) => Proposal | null} propose what is previewed; null where it is not allowed
   * @param {1 | 2} [presses] */
  async select(found, question, propose, presses) {
    const {panel, number} = this.page,
      key = `table ${JSON.stringify([found.x, found.y, found.level])}`;
    this.drop();
    panel.presses.press(key, {isReady: false, presses});
    panel.open();
    this.page.inspect(null); // what is previewed on the table is in sight
    this.chosen = found;
    const answered = await question;
    if (this.page.number !== number || panel.selected !== key || panel.isWaiting) return;
    const proposal = propose(answered);
    if (proposal) {
      const {choice, next, title, more, levels} = proposal;
      panel.refuse("");
      panel.preview({choice, number, next}, title, more, levels);
      this.preview = {...found, choice, number};
    } else this.chosen = null;
    const outcome = panel.presses.previewed(key, proposal !== null);
    if (outcome === "make") return void panel.make(panel.offered);
    if (!proposal) return;
    if (proposal.leads) this.foretell(proposal.leads, proposal.choice);
    if (!proposal.next) this.page.advise(proposal.choice);
    say(`${proposal.title}, ${proposal.more}. Enter confirms.`);
  }

  /** A place was clicked: where to move, or where a model is placed. One that was selected for it is placed at once.
   * @param {Found} found */
  pickPlace(found) {
    const {mover} = this;
    if (mover) this.select(found, this.pathTo(mover, found), (path) => this.proposePath(path, mover, found));
    else if (this.places)
      this.select(
        found,
        this.placing(found),
        (placed) => {
          this.showPlaced(placed, found);
          const {model, choice, refused} = placed;
          if (refused) this.page.panel.refuse(refused);
          return refused ? null : {choice, title: `Place ${model.name}`, more: `at ${textOf(found)}`, leads: choice};
        },
        this.held === null ? undefined : 1,
      );
    else this.look(null);
  }

  /**
   * @param {Path} path
   * @param {Figure} mover
   * @param {Found} found
   * @returns {Proposal | null} */
  proposePath(path, mover, found) {
    this.showPath(path, mover, found, true);
    const {activation} = this;
    if (path.refused || !path.choice) {
      const {near} = path;
      const instead =
        near &&
        el(
          "button",
          {type: "button", onclick: () => this.picked({...near, exact: near})},
          `Go to ${textOf(near)} instead`,
        );
      this.page.panel.refuse(path.refused?.text ?? "No path leads there.", path.refused?.clause, instead);
      return null;
    }
    const risk = path.chance && path.chance.value < 1 ? ` · ${percent(path.chance.value)}` : "",
      fall = path.stress ? ` · falls, ${path.stress} stress` : "",
      more = `${inches(path.cost)}"${risk}${fall}`,
      levels = this.otherLevels(found, path.legs.at(-1)?.end.level);
    if (activation)
      return {
        choice: activation.choice,
        next: () => (this.actor?.number === mover.number ? path.choice : null),
        title: `Activate ${mover.name}, move to ${textOf(found)}`,
        more,
        levels,
        leads: path.choice,
      };
    const title = `${this.purpose === "engage" ? "Close combat from" : "Move to"} ${textOf(found)}`;
    return {choice: path.choice, title, more, levels, leads: path.choice};
  }

  /** A model that is selected to be activated shall shoot another one.
   * @param {Offer & Choice} activation
   * @param {Figure} shooter
   * @param {Figure} target
   * @param {Found} found */
  pickShot(activation, shooter, target, found) {
    const question = this.page.remote
      .guide("fire", {who: shooter.number, whom: target.number, weapon: 0})
      .catch(() => null);
    this.select(found, question, (fire) => {
      if (!fire?.open) {
        this.page.panel.refuse(`${shooter.name} cannot shoot ${target.name} from there.`);
        return null;
      }
      this.overlay.fire(fire, this.models);
      /** @param {Offer} each */
      const isMeant = (each) => each.kind === "shoot" && targetOf(each) === target.number && weaponOf(each) === 0;
      return {
        choice: activation.choice,
        next: () => (this.actor?.number === shooter.number ? (this.page.offers.find(isMeant)?.choice ?? null) : null),
        title: `Activate ${shooter.name}, shoot ${target.name}`,
        more: shotText(fire.open),
      };
    });
  }

  /** Say in the panel what a choice leads to that ends at a place, as long as it is looked at there.
   * @param {string} choice
   * @param {string | Path} shown the choice that was made up on the table with it; or its path, where it was picked
   *   from the list */
  async foretell(choice, shown) {
    const {panel, number, scene} = this.page;
    const found = await this.prospects(choice);
    if (!found || this.page.number !== number) return;
    const told = foretold(found, scene.models);
    if (typeof shown !== "string") {
      if (panel.looked === choice) panel.detail(choice, {path: shown, told});
    } else if (panel.made?.choice === shown && !panel.details.querySelector(".foretold")) {
      panel.details.append(told);
      say(found.sentences.join(" "));
    }
  }

  /** Buttons for the other levels at a place: under a bridge, or on it.
   * @param {Found} found
   * @param {number} [now] */
  otherLevels(found, now) {
    this.levels = this.levelsAt(found).filter((level) => level !== now);
    return this.levels.map((level) =>
      el(
        "button",
        {type: "button", class: "level", onclick: () => this.toLevel(found, level)},
        level ? `On level ${inches(level)}` : "On the ground",
      ),
    );
  }

  /** Preview the same place on another level.
   * @param {Found} found
   * @param {number} level */
  toLevel({x, y, exact}, level) {
    this.drop();
    this.picked({x, y, exact, level});
  }

  /** The next level of the place that is previewed. */
  nextLevel() {
    if (this.preview && this.levels.length) this.toLevel(this.preview, this.levels[0]);
  }

  /** A model was clicked: the best choice about it; or whom the model that is selected to be activated shall shoot.
   * @param {Figure} model
   * @param {Found} found */
  pickModel(model, found) {
    const {page, activation, mover} = this,
      {panel} = page;
    /** @type {(offer: Offer) => boolean} */
    const isAbout = (offer) => targetOf(offer) === model.number;
    /** @type {(offer: Offer) => boolean} */
    const isNear = (offer) => isAbout(offer) && (offer.kind === "close-combat") === (this.purpose === "engage");
    if (page.offers.some(isAbout)) {
      if (this.chosen) this.drop();
      const selected = panel.rowOf(panel.selected)?.offer,
        isSelected = selected !== undefined && isAbout(selected);
      const outcome = panel.pick(!isSelected && page.offers.some(isNear) ? isNear : isAbout);
      if (outcome === "select") page.inspect(model);
    } else if (activation && mover && mover.side !== model.side && mover.weapons.some(isGun))
      this.pickShot(activation, mover, model, found);
    else this.look(this.looked === model ? null : model);
  }

  /** Look at a model: its card, its reach, its threat range.
   * @param {Figure | null} model */
  look(model) {
    this.looked = model;
    this.rings();
    this.page.inspect(model);
    this.showReach();
    if (model) say(`${model.name}, ${model.state}, Toughness ${model.toughness}, stress ${model.stress}`);
  }

  /** A choice of the panel is looked at: show it on the table.
   * @param {NumberedOffer | null} offer */
  show(offer) {
    if (this.preview) this.drop();
    this.overlay.clear("path", "firing");
    this.page.inspect(this.looked);
    if (!offer) return;
    const isSelected = offer.choice === this.page.panel.selected;
    const {page, actor} = this,
      {choice, kind, legs} = offer,
      end = legs.at(-1),
      about = this.model(offer.about?.number);
    if (kind === "shoot" && actor && about) {
      this.latest.ask(
        () => page.remote.guide("fire", {who: actor.number, whom: about.number, weapon: weaponOf(offer)}),
        (fire) => {
          if (page.panel.looked !== choice) return;
          if (fire.open) this.overlay.fire(fire, this.models);
          page.panel.detail(choice, {fire});
        },
      );
    } else if (kind === "deploy" && about) {
      // Where one press makes a choice, the model that was last pointed at is the one whose place is clicked.
      if (isSelected || page.isOnePress) this.held = about.number;
      page.inspect(about);
      this.overlay.placed(about, legs[0], about.name);
    } else if (end && actor) {
      const {x, y, level} = end;
      this.latest.ask(
        () =>
          this.path({
            who: actor.number,
            purpose: PURPOSES[kind] ?? "move",
            x,
            y,
            level,
            weapon: weaponOf(offer),
          }),
        (path) => {
          if (page.panel.looked !== choice) return;
          this.overlay.path(path, actor, true);
          page.panel.detail(choice, {path});
          this.foretell(choice, path);
        },
      );
    } else if (kind === "activate" && about && isSelected) {
      this.held = about.number;
      if (this.looked !== about) this.look(about);
    } else if (about?.on_table) {
      this.overlay.rings([about], null);
    }
  }

  // The keys

  /** The cursor moves by half an inch, and is a pointer.
   * @param {number} dx
   * @param {number} dy */
  step(dx, dy, far = 500) {
    const {scene, table, panel, acting} = this.page;
    const start = this.cursor ??
      this.actor ??
      acting ??
      this.models.find((each) => each.on_table) ?? {x: scene.width / 2, y: 2000};
    /** @type {(value: number, most: number) => number} */
    const bound = (value, most) => Math.max(0, Math.min(most, Math.round(value / 500) * 500));
    const cursor = {x: bound(start.x + dx * far, scene.width), y: bound(start.y + dy * far, scene.depth)};
    this.cursor = cursor;
    this.overlay.cursor(cursor);
    table.view.reveal(table.plane.at(cursor.x, cursor.y));
    if (this.chosen) this.drop();
    panel.select(null); // who was selected stays so
    const found = this.under(cursor);
    this.hovered(found);
    say(found.model ? `${found.model.name}, ${found.model.state}` : `${cursor.x / 1000}, ${cursor.y / 1000}`);
  }

  /** What is under a cursor.
   * @param {Spot} cursor */
  under({x, y}) {
    return this.page.table.found(this.page.table.plane.at(x, y));
  }

  enter() {
    if (!this.page.panel.confirm() && this.cursor) this.picked(this.under(this.cursor));
  }

  escape() {
    this.held = null;
    this.drop();
    this.page.panel.select(null);
    this.cursor = null;
    this.overlay.clear("cursor");
    this.look(null);
  }
}

/** Whether a click is for what is selected: on the same model, or so near to the place that no other is meant.
 * @param {Found} chosen
 * @param {Found} found */
function isSame(chosen, found) {
  if (chosen.model || found.model) return chosen.model?.number === found.model?.number;
  if (found.level !== undefined && found.level !== chosen.level) return false;
  const isExact = [chosen.x, chosen.y, found.x, found.y].some((each) => each % 500);
  const isNear = Math.hypot(found.exact.x - chosen.x, found.exact.y - chosen.y) < NEAR;
  return (chosen.x === found.x && chosen.y === found.y) || (!isExact && isNear);
}

/** A place for people: (7.5, 12).
 * @param {Spot} place */
const textOf = ({x, y}) => `(${x / 1000}, ${y / 1000})`;

/** @param {Figure["weapons"][number]} weapon */
const isGun = (weapon) => weapon.kind === "shooting";
