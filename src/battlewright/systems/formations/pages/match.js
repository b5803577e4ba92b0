// The page of an engagement of Formations: groups as blocks of models, and Rerolls by pressing dice.

import {DeckPage} from "/static/deck.js";
import {die} from "/static/dice.js";
import {el, say, stylesheet, update} from "/static/dom.js";
import {disc, PLAIN} from "/static/panel.js";
import {fraction} from "/static/text.js";
import {groupCard} from "./groups.js";

export async function show(app, info) {
  await stylesheet("/pages/formations/match.css");
  return new FormationsPage(app, info);
}

const MANNER = {
  ...PLAIN,
  hint: "Look at a choice to see what it gains; click it to make it. The blocks answer too.",
  who(asked) {
    const {model: group, heading} = asked;
    if (!group) return PLAIN.who(asked);
    return [
      disc(group.side, String(group.models)),
      el("div", {}, el("p", {class: "name"}, group.name), el("p", {class: "stats"}, heading)),
    ];
  },
  hasBar: ({kind}) => kind === "act",
  worth: (known) => (known.parts.now === undefined ? PLAIN.worth(known) : signed(fraction(known.value))),
  note: (known) => (known.chances.hit ? `· hit ${PLAIN.worth(known)}` : ""),
  details({known}) {
    if (!known) return [];
    const hits = known.chances.hit && el("p", {}, "Hits at all: ", el("b", {}, PLAIN.worth(known)));
    const later = known.parts.later ? fraction(known.parts.later) : 0;
    const gain =
      known.parts.now !== undefined &&
      el(
        "p",
        {},
        "Expected gain in MIGHT: ",
        el("b", {}, signed(fraction(known.parts.now))),
        " now",
        Math.abs(later) >= 0.005 && [", ", el("b", {}, signed(later)), " later"],
      );
    return [hits, gain, known.note && el("p", {class: "soft"}, known.note)].filter(Boolean);
  },
};

const signed = (value) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;

class FormationsPage extends DeckPage {
  constructor(app, info) {
    super(app, info, MANNER, "engagement");
    this.open(this.deck);
  }

  async look(news) {
    const isReroll = news.offers.some((each) => each.kind === "reroll");
    const [models, round, reroll] = await Promise.all([
      this.remote.guide("groups"),
      this.remote.guide("engagement"),
      isReroll ? this.remote.guide("reroll") : null,
    ]);
    for (const {roll} of news.story) if (roll) this.faces = roll.dice.map((each) => each.face);
    return {models, round, reroll};
  }

  draw(scene) {
    super.draw(scene);
    const listener = {picked: (group) => this.pick(group), edited: this.master && ((words) => this.master.open(words))};
    update(
      this.deck,
      Object.entries(scene.round.forces).map(([side, force]) =>
        el(
          "section",
          {class: `force ${side}`, "aria-label": force.name},
          el("h2", {}, force.name, el("small", {}, ` strength ${force.strength}`)),
          scene.models.filter((each) => each.side === side).map((each) => groupCard(each, listener)),
        ),
      ),
    );
  }

  reset() {
    super.reset();
    this.again = null;
    if (!this.scene.reroll) return;
    this.lay(this.scene.reroll);
    this.panel.extra.append(this.again.root);
    this.tray.hide(); // the same dice
  }

  looked(offer) {
    super.looked(offer);
    if (!this.again || !offer || offer === this.pressed) return;
    const left = [...offer.fields.dice];
    for (const each of this.again.dice) each.isPressed = left[each.stand - 1]-- > 0;
    this.showDice();
  }

  /** The dice that lie there. Those that are pressed are rolled again, as many as there are Rerolls. */
  lay({stands, succeeds, shown, rerolls}) {
    const faces =
      this.faces?.length === shown.reduce((sum, count) => sum + count, 0)
        ? this.faces
        : shown.flatMap((count, face) => Array(count).fill(face + 1));
    const dice = faces
      .toSorted((one, other) => one - other)
      .map((face) => ({face, stand: stands[face - 1], succeeds: succeeds[face - 1], isPressed: false}));
    this.again = {dice, rerolls, root: el("div", {class: "own-dice rerolls"})};
    this.showDice();
  }

  /** The choice to roll the pressed dice again; there may be more of them than are offered. */
  get pressed() {
    const counts = [1, 2, 3, 4, 5, 6].map(
      (face) => this.again.dice.filter((each) => each.isPressed && each.stand === face).length,
    );
    return (
      this.offers.find(({fields}) => fields.dice.every((count, index) => count === counts[index])) ?? {
        choice: `reroll dice=${counts}`,
        number: this.number,
      }
    );
  }

  showDice() {
    const {dice, rerolls, root} = this.again,
      count = dice.filter((each) => each.isPressed).length;
    const button = (each) =>
      el(
        "button",
        {
          type: "button",
          class: "reroll-die",
          "aria-pressed": String(each.isPressed),
          disabled: count >= rerolls && !each.isPressed,
          onclick: () => this.press(each),
          "aria-label": `A ${each.face}, ${each.succeeds ? "a success" : "no success"}: roll it again`,
        },
        die(each.face, each.succeeds ? "good" : "", dice.length > 16 ? 28 : 38),
      );
    this.again.text = count ? `Roll ${count} ${count === 1 ? "die" : "dice"} again` : "Keep them all";
    update(
      root,
      el(
        "p",
        {},
        `Press the dice to roll again: ${rerolls === 1 ? "one" : `up to ${Math.min(rerolls, dice.length)}`}.`,
      ),
      el("div", {class: "cast", role: "group", "aria-label": "Dice"}, dice.map(button)),
      el("button", {type: "button", class: "primary", onclick: () => this.choose(this.pressed)}, this.again.text),
    );
  }

  press(one) {
    one.isPressed = !one.isPressed;
    this.showDice();
    say(this.again.text);
    const {choice} = this.pressed,
      {list, rows} = this.panel;
    this.panel.select(choice);
    if (list.scrollHeight > list.clientHeight) rows.get(choice)?.row.scrollIntoView({block: "nearest"});
  }

  sides() {
    return Object.entries(this.scene.round.forces).map(([side, {name, strength}]) => ({
      side,
      name,
      number: strength,
      title: `Strength ${strength}: MIGHT minus Wounds`,
    }));
  }
}
