// The hand over the table: what the pointer and the keys ask of it, and what the server answers.

import {el, say} from "/static/dom.js";
import {inches, percent} from "/static/text.js";
import {described, pieceAt} from "./terrain.js";

const WALKS = new Set(["move", "cover-move"]);

/** The number of the model that a choice is aimed at or about, and not only on the way to; null if there is none. */
const targetOf = (offer) => (offer.about && !WALKS.has(offer.kind) ? offer.about.number : null);

/** Asks one question at a time; of those that come meanwhile only the last is asked. */
class Latest {
  constructor() {
    this.busy = false;
    this.next = null;
  }

  async ask(question, answer) {
    this.next = {question, answer};
    if (this.busy) return;
    this.busy = true;
    while (this.next) {
      const now = this.next;
      this.next = null;
      const found = await now
        .question()
        .catch((error) => ({refused: {text: error.message, clause: error.clause}, legs: [], obstacles: []}));
      if (!this.next && found) now.answer(found);
    }
    this.busy = false;
  }

  stop() {
    this.next = {question: async () => null, answer: () => {}};
  }
}

/** Knows what may be done at a position, and previews it. `page` has the table, the panel, the remote and the state. */
export class Hand {
  constructor(page) {
    Object.assign(this, {
      page,
      latest: new Latest(),
      levels: [],
      cursor: null,
      looked: null,
      preview: null,
      purpose: "move",
      weapon: 0,
      paths: new Map(),
    });
  }

  get overlay() {
    return this.page.table.overlay;
  }
  get models() {
    return this.page.scene.models;
  }
  model(number) {
    return this.models.find((each) => each.number === number);
  }

  /** A new position: forget what was asked, and show where the acting model may go. */
  reset() {
    const {page} = this;
    this.latest.stop(); // an answer about the last position is of no use now
    this.overlay.clear("reaching", "threat", "firing", "path", "label");
    Object.assign(this, {
      looked: null,
      preview: null,
      paths: new Map(),
      threats: null,
      reach: null,
      purpose: "move",
      weapon: 0,
      hovering: null,
    });
    this.kinds = new Set(page.offers.map((offer) => offer.kind));
    this.actor = page.isMine && page.asked ? page.asked : null;
    if (this.kinds.has("stay")) this.purpose = "cover";
    this.rings();
    this.showReach();
    if (this.cursor) this.overlay.cursor(this.cursor);
  }

  /** Whether a click on the ground may be a move, and whether it may be a placing. */
  get moves() {
    return (
      this.actor &&
      (this.kinds.has("stop") || this.kinds.has("stay")) &&
      this.actor.ap >= (this.purpose === "engage" ? 2 : this.purpose === "move" ? 1 : 0)
    );
  }
  get fights() {
    return this.actor?.ap >= 2 && this.actor.weapons.some((each) => each.kind === "melee");
  }
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
    const model = this.looked ?? (this.moves ? this.actor : null);
    const purpose = this.looked && this.looked !== this.actor ? "move" : this.purpose;
    if (!model?.on_table) return this.overlay.clear("reaching", "threat");
    const number = this.page.number;
    const [reach, threats] = await Promise.all([
      this.page.remote.guide("reach", {who: model.number, purpose}),
      this.threats ?? this.page.remote.guide("threats"),
    ]).catch(() => []);
    if (!reach || this.page.number !== number) return undefined;
    this.threats = threats;
    this.reach = model === this.actor ? reach : null;
    this.overlay.reach(reach);
    return this.overlay.threat(
      this.looked || this.purpose === "engage" ? threats.find((each) => each.who === model.number) : null,
    );
  }

  /** Move, or close combat: what a click on the ground is for. */
  setPurpose(purpose, weapon = 0) {
    if (purpose === "engage" && !this.fights) return;
    Object.assign(this, {purpose, weapon});
    this.paths = new Map();
    this.drop();
    const row = this.page.panel.rows.get(this.page.panel.selected);
    if (row) this.show(row.offer);
    this.showReach();
    this.page.showModes();
  }

  /** Close combat with the next melee weapon. */
  nextWeapon() {
    const count = this.actor?.weapons.filter((each) => each.kind === "melee").length ?? 0;
    this.setPurpose("engage", this.purpose === "engage" && count ? (this.weapon + 1) % count : 0);
  }

  drop() {
    Object.assign(this, {preview: null, levels: []});
    this.latest.stop();
    this.overlay.clear("path", "firing");
    this.page.panel.preview(null);
  }

  // The pointer

  hovered(found) {
    const key = found.model ? `m${found.model.number}` : `${found.x},${found.y}`;
    if (this.hovering === key || !this.page.scene) return;
    this.hovering = key;
    this.page.table.root.classList.toggle("over-model", Boolean(found.model));
    if (found.model) return void this.overModel(found.model);
    this.overlay.clear("firing");
    const piece = pieceAt(this.page.scene, found.exact.x, found.exact.y);
    this.overlay.label(piece && !this.preview ? described(piece) : "", found);
    if (!this.preview) this.overPlace(found);
  }

  left() {
    this.hovering = null;
    this.overlay.label("");
    if (this.looked === null) this.rings();
    if (!this.preview) {
      this.latest.stop();
      this.overlay.clear("path", "firing");
    }
  }

  overModel(model) {
    this.overlay.label("");
    if (!this.preview) this.overlay.clear("path");
    const shooter = this.looked && this.looked.side !== model.side ? this.looked : (this.actor ?? this.page.acting);
    if (
      shooter &&
      shooter.side !== model.side &&
      shooter.on_table &&
      shooter.weapons.some((each) => each.kind === "shooting")
    ) {
      const weapon = this.weaponFor(model);
      this.latest.ask(
        () => this.page.remote.guide("fire", {who: shooter.number, whom: model.number, weapon}),
        (fire) => {
          if (fire.open) this.overlay.fire(fire, this.models);
        },
      );
      return;
    }
    this.overlay.clear("firing");
    if (model !== this.looked) this.overlay.label(`${model.name} · ${model.state}`, model);
  }

  weaponFor(model) {
    const offer = this.page.offers.find((each) => each.kind === "shoot" && targetOf(each) === model.number);
    return offer?.fields.weapon.number ?? 0;
  }

  overPlace(place) {
    if (this.moves)
      this.pathTo(place, (path) => {
        if (!this.preview) this.showPath(path, place);
      });
    else if (this.places) this.placing(place);
  }

  /** The levels on which a move may end at a place. */
  levelsAt({x, y}) {
    const {reach} = this;
    if (!reach) return [];
    const column = (x - reach.x) / reach.step,
      row = (y - reach.y) / reach.step;
    return reach.areas
      .filter((area) => [area.sure, area.risky].some((costs) => costs[row]?.[column] >= 0))
      .map((area) => area.level);
  }

  pathTo(place, then) {
    const query = {who: this.actor.number, purpose: this.purpose, x: place.x, y: place.y};
    if (place.level !== undefined) query.level = place.level;
    if (this.purpose === "engage") query.weapon = this.weapon;
    const key = JSON.stringify(query);
    if (this.paths.has(key)) return void then(this.paths.get(key));
    this.latest.ask(
      () => this.page.remote.guide("path", query),
      (path) => {
        this.paths.set(key, path);
        then(path);
      },
    );
  }

  showPath(path, place, isChosen = false) {
    this.overlay.hover = this.page.table.plane.at(place.x, place.y);
    this.overlay.path(path, this.actor, isChosen);
  }

  /** The model that is to be placed, at a place. */
  placing(place, then) {
    const offered = this.page.offers.map(targetOf);
    const model = this.model(offered.includes(this.toPlace) ? this.toPlace : offered[0]);
    const text = `deploy ${model.tag} ${place.x / 1000} ${place.y / 1000}`;
    this.latest.ask(
      () => this.page.remote.get(`/parse?text=${encodeURIComponent(text)}`),
      (found) => {
        const refused = found.refused?.sentence ?? found.refused?.text;
        this.overlay.placed(model, place, refused ? refused.slice(0, 46) : model.name, refused ? "soft" : "sure");
        if (!refused) then?.(found, model);
      },
    );
  }

  // Picking

  picked(found) {
    const {page} = this;
    if (found.model) return this.pickModel(found.model);
    if (this.preview && this.preview.x === found.x && this.preview.y === found.y) return this.confirm();
    if (this.moves) {
      return this.pathTo(found, (path) => {
        if (path.refused || !path.choice) {
          this.drop();
          this.showPath(path, found);
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
          () => this.showPath(path, found, true),
          `${this.purpose === "engage" ? "Close combat from" : "Move to"} (${found.x / 1000}, ${found.y / 1000})`,
          `${inches(path.cost)}"${risk}${fall}`,
          this.otherLevels(found, path.legs.at(-1).end.level),
        );
      });
    }
    if (this.places)
      return this.placing(found, (parsed, model) =>
        this.propose(
          {...found, choice: parsed.choice},
          () => {},
          `Place ${model.name}`,
          `at (${found.x / 1000}, ${found.y / 1000})`,
        ),
      );
    return this.look(null);
  }

  /** Preview a choice; a second click on the place, or Enter, makes it. */
  propose(preview, draw, title, more, levels = []) {
    this.page.panel.refuse("");
    this.page.panel.preview({choice: preview.choice, number: this.page.number}, title, more, levels);
    this.preview = {...preview, number: this.page.number};
    draw();
    say(`${title}, ${more}. Enter confirms.`);
  }

  /** Buttons for the other levels at a place: under a bridge, or on it. */
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

  /** Preview the same place on another level. */
  toLevel({x, y, exact}, level) {
    this.drop();
    this.picked({x, y, exact, level});
  }

  /** The next level of the place that is previewed. */
  nextLevel() {
    if (this.levels.length) this.toLevel(this.preview, this.levels[0]);
  }

  pickModel(model) {
    const {panel} = this.page;
    const isNear = (each) => (each.kind === "close-combat") === (this.purpose === "engage");
    const offers = this.page.offers.filter((each) => targetOf(each) === model.number);
    const wanted = [...offers.filter(isNear), ...offers.filter((each) => !isNear(each))];
    if (wanted.length) {
      const at = wanted.findIndex((each) => each.choice === panel.selected);
      if (at >= 0) return this.confirm();
      this.drop();
      panel.select(wanted[0].choice);
      return this.page.inspect(model);
    }
    return this.look(this.looked === model ? null : model);
  }

  /** Look at a model: its card, its reach, its threat range. */
  look(model) {
    this.looked = model;
    this.rings();
    this.page.inspect(model);
    this.showReach();
    if (model) say(`${model.name}, ${model.state}, Toughness ${model.toughness}, stress ${model.stress}`);
  }

  /** A choice of the panel is looked at: show it on the table. */
  async show(offer) {
    if (this.preview) this.drop();
    this.overlay.clear("path", "firing");
    if (!offer) return;
    const {page} = this,
      {choice, kind, about, legs, fields} = offer;
    if (kind === "shoot" && this.actor) {
      const query = {who: this.actor.number, whom: about.number, weapon: fields.weapon.number};
      this.latest.ask(
        () => page.remote.guide("fire", query),
        (fire) => {
          if (page.panel.selected !== choice) return;
          if (fire.open) this.overlay.fire(fire, this.models);
          page.panel.detail(choice, {fire});
        },
      );
    } else if (kind === "deploy") {
      this.toPlace = about.number;
      this.overlay.placed(this.model(about.number), legs[0], about.name);
    } else if (legs.length && this.actor) {
      const end = legs.at(-1),
        purpose = {"close-combat": "engage", "cover-move": "cover"}[kind] ?? "move";
      const query = {
        who: this.actor.number,
        purpose,
        x: end.x,
        y: end.y,
        level: end.level,
        weapon: fields.weapon?.number ?? 0,
      };
      this.latest.ask(
        () => page.remote.guide("path", query),
        (path) => {
          if (page.panel.selected !== choice) return;
          this.overlay.path(path, this.actor, true);
          page.panel.detail(choice, {path});
        },
      );
    } else if (this.model(about?.number)?.on_table) {
      this.overlay.rings([this.model(about.number)], null);
    }
  }

  confirm() {
    if (this.preview) return this.page.choose(this.preview);
    return this.page.panel.confirm();
  }

  // The keys

  /** The cursor moves by half an inch, and is a pointer. */
  step(dx, dy, far = 500) {
    const start = this.cursor ??
      this.actor ??
      this.page.acting ??
      this.models.find((each) => each.on_table) ?? {x: this.page.scene.width / 2, y: 2000};
    const bound = (value, most) => Math.max(0, Math.min(most, Math.round(value / 500) * 500));
    this.cursor = {
      x: bound(start.x + dx * far, this.page.scene.width),
      y: bound(start.y + dy * far, this.page.scene.depth),
    };
    this.overlay.cursor(this.cursor);
    this.page.table.view.reveal(this.page.table.plane.at(this.cursor.x, this.cursor.y));
    if (this.preview) this.drop();
    this.page.panel.select(null);
    const found = this.atCursor();
    this.hovered(found);
    say(found.model ? `${found.model.name}, ${found.model.state}` : `${this.cursor.x / 1000}, ${this.cursor.y / 1000}`);
  }

  atCursor() {
    return this.page.table.found(this.page.table.plane.at(this.cursor.x, this.cursor.y));
  }

  enter() {
    if (this.preview) return this.confirm();
    if (this.page.panel.selected && this.page.panel.confirm()) return true;
    return this.cursor ? this.picked(this.atCursor()) : false;
  }

  escape() {
    this.drop();
    this.page.panel.select(null);
    this.cursor = null;
    this.overlay.clear("cursor");
    this.look(null);
  }
}
