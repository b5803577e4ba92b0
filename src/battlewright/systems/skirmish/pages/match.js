// The page of a match of Skirmish: the table, the hand over it, and what a click on it is for.

import {freest} from "/static/dice.js";
import {el} from "/static/dom.js";
import {Page} from "/static/match.js";
import {SKIRMISH} from "./choices.js";
import {Hand} from "./hand.js";
import {play} from "./playback.js";
import {hasMap, roundOf, sidesOf, Table, zooms} from "./table.js";

/** @import {Figure, MatchInfo, TableScene} from "interface" */
/** @import {NumberedOffer, PageNews} from "/static/match.js" */
/** @import {Purpose} from "./hand.js" */
/** @import {Step} from "./playback.js" */

const HELP =
  "Keys: digits choose, arrows move the cursor, Enter confirms, Esc cancels, + and − zoom, F whole table, " +
  "M move, E close combat, X look, L other level, U undo, V advice, / type.";

/** The table; cards, where the players keep one of their own.
 * @param {Element} app
 * @param {MatchInfo} info
 */
export async function show(app, info) {
  if (!hasMap(info)) return (await import("./companion.js")).showCompanion(app, info);
  return new SkirmishPage(app, info);
}

/** @extends {Page<TableScene>} */
export class SkirmishPage extends Page {
  /**
   * @param {Element} app
   * @param {MatchInfo} info
   */
  constructor(app, info) {
    super(app, info, {also: "scene", presenter: SKIRMISH, help: HELP});
    this.ledSign = "▼";
    this.hand = new Hand(this);
    this.table = new Table({
      hovered: (found) => this.drawn && this.hand.hovered(found),
      picked: (found) => this.drawn && this.hand.picked(found),
      rested: (found) => this.drawn && this.hand.rested(found),
      left: () => this.drawn && this.hand.left(),
    });
    this.card = el("div", {class: "inspect", hidden: true});
    this.modes = el("div", {
      class: "modes",
      role: "group",
      "aria-label": "What a click on the table is for",
      hidden: true,
    });
    this.panel.list.before(this.modes);
    this.open(this.table.root, zooms(this.table), this.card);
  }

  get acting() {
    return this.scene.models.find((each) => each.state === "acting") ?? null;
  }
  /** @override
   * @param {PageNews & {scene: TableScene}} news */
  look(news) {
    return news.scene;
  }
  /** @override */
  covered() {
    return this.table.boxes((number) => this.isOffered(number));
  }
  /** @override
   * @param {NumberedOffer | null} offer */
  looked(offer) {
    this.hand.show(offer);
  }
  /** @override
   * @param {Figure} model */
  letters(model) {
    return this.table.letters.get(model.number) ?? "";
  }

  /** @override
   * @param {TableScene} scene */
  draw(scene) {
    super.draw(scene);
    this.table.led = new Set(this.led.map(({number}) => number));
    this.table.draw(scene);
  }

  /** @override
   * @param {Step[]} steps
   * @param {TableScene} scene
   * @param {(step: Step) => void} write */
  async play(steps, scene, write) {
    this.table.overlay.clear("reaching", "threat", "firing", "path", "label");
    await play(steps, this.table, this.tray, scene.models, write);
  }

  /** @override */
  reset() {
    this.inspect(null);
    this.hand.reset();
    this.showModes();
  }

  /** @override */
  sides() {
    return sidesOf(this.info, this.scene);
  }
  /** @override */
  round() {
    return roundOf(this.scene);
  }

  /** @override
   * @returns {Record<string, () => unknown>} */
  commands() {
    const {hand, table} = this;
    return {
      "+": () => table.view.step(1.4),
      "=": () => table.view.step(1.4),
      "-": () => table.view.step(1 / 1.4),
      f: () => table.view.fit(),
      m: () => hand.mover && hand.setPurpose("move"),
      e: () => hand.kinds.has("stop") && hand.nextWeapon(),
      x: () => hand.cursor && hand.look(hand.under(hand.cursor).model ?? null),
      l: () => hand.nextLevel(),
    };
  }

  /** The cursor is moved by a key.
   * @param {number} dx
   * @param {number} dy
   * @param {boolean} isFar */
  arrow(dx, dy, isFar) {
    this.hand.step(dx, dy, isFar ? 2000 : 500);
  }
  /** @override */
  escape() {
    this.hand.escape();
  }
  /** @override */
  enter() {
    this.hand.enter();
  }

  /** Buttons for what a click on the table is for, where there is a question. */
  showModes() {
    const {hand} = this,
      isActing = this.isMine && hand.kinds.has("stop");
    this.modes.hidden = !isActing || !hand.blades.length;
    /** @type {(purpose: Purpose, weapon: number) => boolean} */
    const isNow = (purpose, weapon) => hand.purpose === purpose && (purpose === "move" || hand.weapon === weapon);
    /** @type {(purpose: Purpose, text: string, key: string, weapon?: number) => HTMLButtonElement} */
    const mode = (purpose, text, key, weapon = 0) =>
      el(
        "button",
        {
          type: "button",
          "aria-pressed": String(isNow(purpose, weapon)),
          onclick: () => hand.setPurpose(purpose, weapon),
        },
        text,
        " ",
        el("kbd", {"aria-hidden": "true"}, key),
      );
    const {blades} = hand;
    this.modes.replaceChildren(
      el("span", {class: "soft"}, "Click the table:"),
      mode("move", "Move", "M"),
      ...blades.map((each) => mode("engage", blades.length > 1 ? each.name : "Close combat", "E", each.index)),
    );
  }

  /** Show the card of a model that is looked at, in the corner that hides the fewest others, and neither the model nor
   * the zone in which it is to be placed; or none.
   * @param {Figure | null} model */
  inspect(model) {
    this.card.hidden = !model;
    if (!model) return;
    const arms = model.weapons
      .map((each) => (each.kind === "melee" ? `${each.name} ${each.threat / 1000}"` : each.name))
      .join(", ");
    const {melee, ballistics, agility, toughness} = model.abilities,
      {stress, ap} = model;
    this.card.replaceChildren(
      el("b", {class: model.side}, model.name),
      el("span", {}, ` ${model.state}`),
      el(
        "p",
        {},
        `Melee ${melee} · Ballistics ${ballistics} · Toughness ${model.toughness}/${toughness} · Agility ${agility}`,
      ),
      el("p", {}, `${stress} stress · ${ap} AP`),
      el("p", {class: "soft"}, `${arms} · ${model.points} points`),
    );
    const corners = ["", "right", "low", "low right"];
    const shown = this.table.root.querySelector(
      model.on_table ? `[data-model="${model.number}"]` : `.zone.${model.side}`,
    );
    const covered = [...this.table.boxes(() => false), {box: this.tray.root.getBoundingClientRect(), weight: 5}];
    if (shown) covered.push({box: shown.getBoundingClientRect(), weight: 99});
    const boxes = corners.map((corner) => {
      this.card.className = `inspect ${corner}`;
      return this.card.getBoundingClientRect();
    });
    this.card.className = `inspect ${corners[freest(boxes, covered)]}`;
  }
}
