// Input on the table: previews and choices by pointer and keys.

import {Refused} from "/static/api.js";
import {el, say} from "/static/dom.js";
import {inches, percent, sentenceOf} from "/static/text.js";
import {foretold} from "./prospects.js";
import {described, pieceAt} from "./terrain.js";

/** @import {Guides} from "answers" */
/** @import {Figure, Offer, Reach, Threat} from "interface" */
/** @import {Choice, NumberedOffer} from "/static/match.js" */
/** @import {SkirmishPage} from "./match.js" */
/** @import {Path, Spot} from "./overlay.js" */
/** @import {Found} from "./table.js" */

/** @typedef {Reach["purpose"]} Purpose */
/** @typedef {Guides["path"]["parameters"]["query"]} PathQuery */

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
  /** What a second click, or Enter, makes.
   * @type {(Found & Choice) | null} */
  preview = null;
  /** The place whose preview is still to come, and whether it was clicked again meanwhile.
   * @type {(Spot & {twice: boolean}) | null} */
  awaited = null;
  /** What a click on the ground is for, and with which weapon.
   * @type {Purpose} */
  purpose = "move";
  weapon = 0;
  /** The paths that were asked for, by the question.
   * @type {Map<string, Path>} */
  paths = new Map();
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
  /** The number of the model that a click places.
   * @type {number | null} */
  toPlace = null;

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
    this.looked = this.preview = this.awaited = this.threats = this.reach = this.hovering = null;
    this.paths = new Map();
    this.weapon = 0;
    this.kinds = new Set(page.offers.map((offer) => offer.kind));
    this.actor = page.isMine ? page.asked : null;
    this.purpose = this.kinds.has("stay") ? "cover" : "move";
    this.rings();
    this.showReach();
    if (this.cursor) this.overlay.cursor(this.cursor);
  }

  /** The model that a click on the ground would move; null where it would not. */
  get mover() {
    const {actor, kinds, purpose} = this;
    const least = purpose === "engage" ? 2 : purpose === "move" ? 1 : 0;
    return actor && actor.ap >= least && (kinds.has("stop") || kinds.has("stay")) ? actor : null;
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
    this.reach = model === this.actor ? reach : null;
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
    this.preview = this.awaited = null;
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
    if (!isAt(this.awaited, found)) this.awaited = null; // its preview was given up
    this.page.table.root.classList.toggle("over-model", Boolean(found.model));
    if (found.model) return void this.overModel(found.model);
    this.overlay.clear("firing");
    const piece = pieceAt(this.page.scene, found.exact.x, found.exact.y);
    this.overlay.label(piece && !this.preview ? described(piece) : "", found);
    if (!this.preview) this.overPlace(found);
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
    const shooter = this.looked && this.looked.side !== model.side ? this.looked : (this.actor ?? this.page.acting);
    if (
      shooter &&
      shooter.side !== model.side &&
      shooter.on_table &&
      shooter.weapons.some((each) => each.kind === "shooting")
    ) {
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
      this.pathTo(mover, place, (path) => {
        if (!this.preview) this.showPath(path, mover, place);
      });
    else if (this.places) this.placing(place);
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

  /** Find the path of a model to a place.
   * @param {Figure} mover
   * @param {Found} place
   * @param {(path: Path) => void} then */
  pathTo(mover, place, then) {
    /** @type {PathQuery} */
    const query = {who: mover.number, purpose: this.purpose, x: place.x, y: place.y};
    if (place.level !== undefined) query.level = place.level;
    if (this.purpose === "engage") query.weapon = this.weapon;
    const key = JSON.stringify(query),
      known = this.paths.get(key);
    if (known) return void then(known);
    this.latest.ask(
      () => this.path(query),
      (path) => {
        this.paths.set(key, path);
        then(path);
      },
    );
  }

  /** Ask for a path; where that is refused, it is one without legs that says why.
   * @param {PathQuery} query
   * @returns {Promise<Path>} */
  path(query) {
    return this.page.remote.guide("path", query).catch((error) => ({
      ...NO_PATH,
      refused: {text: sentenceOf(error), clause: error instanceof Refused ? error.clause : ""},
    }));
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
   * @param {(choice: string, model: Figure) => void} [then] */
  placing(place, then) {
    const offered = this.page.offers.map(targetOf);
    const model = this.model(offered.includes(this.toPlace) ? this.toPlace : offered[0]);
    if (!model) return;
    const text = `deploy ${model.tag} ${place.x / 1000} ${place.y / 1000}`;
    /** @type {() => Promise<{choice: string, refused: {sentence: string} | null}>} */
    const parse = () =>
      this.page.remote
        .get(`/parse?text=${encodeURIComponent(text)}`)
        .catch((error) => ({choice: "", refused: {sentence: sentenceOf(error)}}));
    this.latest.ask(parse, ({choice, refused}) => {
      const label = refused ? refused.sentence.slice(0, 46) : model.name;
      this.overlay.placed(model, place, label, refused ? "soft" : "sure");
      if (!refused) then?.(choice, model);
      else if (then) this.awaited = null;
    });
  }

  // Picking

  /** @param {Found} found */
  picked(found) {
    const at = `(${found.x / 1000}, ${found.y / 1000})`;
    if (found.model) this.pickModel(found.model);
    else if (isAt(this.preview, found)) this.confirm();
    else if (isAt(this.awaited, found)) this.awaited = {...found, twice: true};
    else this.pickPlace(found, at);
  }

  /** Preview what a click on a place comes to.
   * @param {Found} found
   * @param {string} at */
  pickPlace(found, at) {
    const {mover, page} = this;
    this.awaited = mover || this.places ? {...found, twice: false} : null;
    if (mover)
      this.pathTo(mover, found, (path) => {
        if (path.refused || !path.choice) {
          this.drop();
          this.showPath(path, mover, found);
          const {near} = path;
          const instead =
            near &&
            el(
              "button",
              {type: "button", onclick: () => this.picked({...near, exact: near})},
              `Go to (${near.x / 1000}, ${near.y / 1000}) instead`,
            );
          return page.panel.refuse(path.refused?.text ?? "No path leads there.", path.refused?.clause, instead);
        }
        const risk = path.chance.value < 1 ? ` · ${percent(path.chance.value)}` : "",
          fall = path.stress ? ` · falls, ${path.stress} stress` : "";
        return this.propose(
          {...found, choice: path.choice},
          () => this.showPath(path, mover, found, true),
          `${this.purpose === "engage" ? "Close combat from" : "Move to"} ${at}`,
          `${inches(path.cost)}"${risk}${fall}`,
          this.otherLevels(found, path.legs.at(-1)?.end.level),
        );
      });
    else if (this.places)
      this.placing(found, (choice, model) =>
        this.propose({...found, choice}, () => {}, `Place ${model.name}`, `at ${at}`),
      );
    else this.look(null);
  }

  /** Preview a choice; a second click on the place, or Enter, makes it.
   * @param {Found & {choice: string}} preview
   * @param {() => void} draw
   * @param {string} title
   * @param {string} more
   * @param {HTMLElement[]} [levels] */
  propose(preview, draw, title, more, levels) {
    const {number, panel} = this.page;
    const isMeant = this.awaited?.twice && isAt(this.awaited, preview);
    this.awaited = null;
    panel.refuse("");
    panel.preview({choice: preview.choice, number}, title, more, levels);
    this.preview = {...preview, number};
    draw();
    if (isMeant) return void this.confirm();
    this.foretell(preview.choice);
    this.page.adviseAbout({choice: preview.choice, number});
    say(`${title}, ${more}. Enter confirms.`);
  }

  /** Say in the panel what a move leads to, as long as it is looked at there.
   * @param {string} choice
   * @param {Path} [path] of a choice that was picked from the list */
  async foretell(choice, path) {
    const {panel, number, remote, scene} = this.page;
    const found = await remote.guide("prospects", {choice}).catch(() => null);
    if (!found || this.page.number !== number) return;
    const told = foretold(found, scene.models);
    if (path && panel.looked === choice) panel.detail(choice, {path, told});
    else if (!path && panel.made?.choice === choice) {
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

  /** @param {Figure} model */
  pickModel(model) {
    const {panel} = this.page;
    /** @param {Offer} offer */
    const isNear = (offer) => (offer.kind === "close-combat") === (this.purpose === "engage");
    const offers = this.page.offers.filter((each) => targetOf(each) === model.number);
    const [wanted] = [...offers.filter(isNear), ...offers];
    if (!wanted) this.look(this.looked === model ? null : model);
    else if (offers.some((each) => each.choice === panel.selected)) this.confirm();
    else {
      this.drop();
      panel.select(wanted.choice);
      this.page.inspect(model);
    }
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
    if (!offer) return;
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
      this.toPlace = about.number;
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
    } else if (about?.on_table) {
      this.overlay.rings([about], null);
    }
  }

  confirm() {
    if (this.preview) this.page.choose(this.preview);
    else this.page.panel.confirm();
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
    if (this.preview) this.drop();
    panel.select(null);
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
    const {panel} = this.page;
    if (this.preview) this.confirm();
    else if (!(panel.selected && panel.confirm()) && this.cursor) this.picked(this.under(this.cursor));
  }

  escape() {
    this.drop();
    this.page.panel.select(null);
    this.cursor = null;
    this.overlay.clear("cursor");
    this.look(null);
  }
}

/** Whether something is at a place.
 * @param {Spot | null} one
 * @param {Spot} other */
const isAt = (one, other) => one?.x === other.x && one.y === other.y;
