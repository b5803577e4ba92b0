// The page of a match of Skirmish: the table, the hand over it, and what a click on it is for.

import {el} from "/static/dom.js";
import {Page} from "/static/match.js";
import {SKIRMISH} from "./choices.js";
import {Hand} from "./hand.js";
import {lessonsOf} from "./lessons.js";
import {play} from "./playback.js";
import {roundOf, sidesOf, Table, zooms} from "./table.js";

const HELP =
  "Keys: digits choose, arrows move the cursor, Enter confirms, Esc lets go, + and − zoom, F whole table, " +
  "M move, E close combat, X look, L other level, U undo, V advice, / type.";

export function show(app, info) {
  return new SkirmishPage(app, info);
}

class SkirmishPage extends Page {
  constructor(app, info) {
    super(app, info, {also: "scene", manner: SKIRMISH, help: HELP});
    this.hand = new Hand(this);
    this.table = new Table({
      hovered: (found) => this.scene && this.hand.hovered(found),
      picked: (found) => this.scene && this.hand.picked(found),
      left: () => this.scene && this.hand.left(),
    });
    this.card = el("div", {class: "inspect", hidden: true});
    this.modes = el("div", {
      class: "modes",
      role: "group",
      "aria-label": "What a click on the table is for",
      hidden: true,
    });
    this.panel.list.before(this.modes);
    this.lessons = lessonsOf(info.match);
    if (this.lessons) this.panel.root.before(this.lessons.root);
    this.open(this.table.root, zooms(this.table), this.card);
  }

  get acting() {
    return this.scene?.models.find((each) => each.state === "acting") ?? null;
  }
  look(news) {
    return news.scene;
  }
  covered() {
    return this.table.boxes();
  }
  looked(offer) {
    this.hand.show(offer);
  }
  letters(model) {
    return this.table.letters.get(model.number);
  }

  draw(scene) {
    super.draw(scene);
    this.table.draw(scene);
  }

  async play(steps, scene, write) {
    this.table.overlay.clear("reaching", "threat", "firing", "path", "label");
    await play(steps, this.table, this.tray, scene.models, write);
  }

  reset() {
    this.inspect(null);
    this.hand.reset();
    this.showModes();
    this.lessons?.show(this);
  }

  sides() {
    return sidesOf(this.info, this.scene);
  }
  round() {
    return roundOf(this.scene);
  }

  commands() {
    const {hand, table} = this;
    return {
      "+": () => table.view.step(1.4),
      "=": () => table.view.step(1.4),
      "-": () => table.view.step(1 / 1.4),
      f: () => table.view.fit(),
      m: () => hand.moves && hand.setPurpose("move"),
      e: () => hand.kinds?.has("stop") && hand.nextWeapon(),
      x: () => hand.cursor && hand.look(hand.atCursor().model),
      l: () => hand.nextLevel(),
    };
  }

  arrow(dx, dy, isFar) {
    this.hand.step(dx, dy, isFar ? 2000 : 500);
  }
  escape() {
    this.hand.escape();
  }
  enter() {
    this.hand.enter();
  }

  /** Buttons for what a click on the table is for, where there is a question. */
  showModes() {
    const {hand} = this,
      isActing = this.isMine && hand.kinds?.has("stop");
    this.modes.hidden = !isActing || !hand.actor || hand.actor.ap < 1;
    const isNow = (purpose, weapon) => hand.purpose === purpose && (purpose === "move" || hand.weapon === weapon);
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
    const blades = hand.fights ? hand.actor.weapons.filter((each) => each.kind === "melee") : [];
    this.modes.replaceChildren(
      el("span", {class: "soft"}, "Click the table:"),
      mode("move", "Move", "M"),
      ...blades.map((each) => mode("engage", blades.length > 1 ? each.name : "Close combat", "E", each.index)),
    );
  }

  /** A model that is looked at. */
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
        `M ${melee} · B ${ballistics} · T ${model.toughness}/${toughness} · A ${agility} · stress ${stress} · ${ap} AP`,
      ),
      el("p", {class: "soft"}, `${arms} · ${model.points} points`),
    );
  }
}
