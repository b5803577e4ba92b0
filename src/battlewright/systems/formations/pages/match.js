// The page of an engagement of Formations: groups as blocks of models, and Rerolls by pressing dice.

import {DeckPage} from "/static/deck.js";
import {die} from "/static/dice.js";
import {el, say, stylesheet, update} from "/static/dom.js";
import {DEFAULT_PRESENTER, disc} from "/static/presenter.js";
import {fraction} from "/static/text.js";
import {EngagementDeck} from "./engagement.js";

/** @import {GroupCard, MatchInfo, NumberedStep, Offer, Rerollable} from "interface" */
/** @import {Choice, NumberedOffer, PageNews} from "/static/match.js" */
/** @import {Presenter} from "/static/presenter.js" */
/** @import {Drawn} from "./engagement.js" */

/** @typedef {Drawn & {reroll: Rerollable | null}} Scene */

/** A die that lies there: `stand` is the face that it counts as in a choice.
 * @typedef {{face: number, stand: number, succeeds: boolean, isPressed: boolean}} Lying */

/** The dice of which some may be rolled again, and where they are shown.
 * @typedef {{dice: Lying[], rerolls: number, root: HTMLElement}} Again */

/**
 * @param {Element} app
 * @param {MatchInfo} info
 */
export async function show(app, info) {
  await stylesheet("/pages/formations/match.css");
  return new FormationsPage(app, info);
}

/** @type {Presenter<GroupCard>} */
const MANNER = {
  ...DEFAULT_PRESENTER,
  hint: "Click a choice or a block, or press a key, to see what it gains; once more makes the choice.",
  touchHint: "Tap a choice or a block to see what it gains; tap it again to make the choice.",
  who(asked) {
    const {model: group, heading} = asked;
    if (!group) return DEFAULT_PRESENTER.who(asked);
    return [
      disc(group.side, String(group.models)),
      el("div", {}, el("p", {class: "name"}, group.name), el("p", {class: "stats"}, heading)),
    ];
  },
  hasBar: ({kind}) => kind === "act",
  worth: (known) =>
    known.parts.now === undefined ? DEFAULT_PRESENTER.worth(known) : signed(fraction(known.value ?? 0)),
  note: (known) => (known.chances.hit ? `· hit ${DEFAULT_PRESENTER.worth(known)}` : ""),
  details({known}) {
    if (!known) return [];
    const hits = known.chances.hit && el("p", {}, "Hits at all: ", el("b", {}, DEFAULT_PRESENTER.worth(known)));
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
    return [hits, gain, known.note && el("p", {class: "soft"}, known.note)];
  },
};

/** @param {number} value */
const signed = (value) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;

/** How many dice of each face an offer rolls again.
 * @param {Offer} offer */
const diceOf = ({fields: {dice}}) => (Array.isArray(dice) ? dice.map(Number) : []);

/** @extends {DeckPage<Scene>} */
class FormationsPage extends DeckPage {
  /**
   * @param {Element} app
   * @param {MatchInfo} info
   */
  constructor(app, info) {
    super(app, info, MANNER, "engagement", new EngagementDeck());
    /** The last roll.
     * @type {number[]} */
    this.faces = [];
    /** @type {Again | null} */
    this.again = null;
    /** The choice that activates the group that was clicked last, while a group to act at is clicked with it.
     * @type {NumberedOffer | null} */
    this.activation = null;
  }

  /** @override
   * @param {PageNews} news */
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

  /** Not where the same dice are pressed.
   * @override
   * @param {NumberedStep} step */
  rolled(step) {
    if (!this.again) super.rolled(step);
  }

  /** A block was clicked. After a group that is selected to be activated, another one is whom it acts at: that is
   * activated and acts, as one step.
   * @override
   * @param {Pick<GroupCard, "number" | "name" | "state">} group */
  pick(group) {
    const {panel} = this,
      selected = panel.rowOf(panel.selected)?.offer ?? this.activation;
    if (selected?.kind !== "activate" || this.isOffered(group.number) || group.state === "gone")
      return super.pick(group);
    const key = `${selected.choice} at ${group.number}`;
    /** @param {NumberedOffer} offer */
    const isMeant = (offer) => offer.kind === "act" && offer.about?.number === group.number;
    const choice = {...selected, next: () => panel.best(isMeant)?.choice ?? null};
    const outcome = panel.presses.press(key);
    if (outcome === "make") panel.make(choice);
    else {
      panel.open();
      this.activation = selected;
      panel.preview(choice, `Activate ${selected.title}, then act at ${group.name}`, "with its first action");
    }
    return true;
  }

  /** @override */
  escape() {
    this.activation = null;
    this.panel.preview(null);
    super.escape();
  }

  /** @override */
  reset() {
    super.reset();
    this.activation = null;
    this.again = this.scene.reroll && this.laid(this.scene.reroll);
    if (!this.again) return;
    this.showDice(this.again);
    this.panel.extra.append(this.again.root);
    this.tray.hide(); // the same dice
  }

  /** @override
   * @param {NumberedOffer | null} offer */
  looked(offer) {
    super.looked(offer);
    if (offer && this.activation) {
      this.activation = null;
      this.panel.preview(null);
    }
    if (!this.again || !offer || offer === this.pressed(this.again)) return;
    const left = diceOf(offer);
    for (const each of this.again.dice) each.isPressed = left[each.stand - 1]-- > 0;
    this.showDice(this.again);
  }

  /** The dice that lie there. Those that are pressed are rolled again, as many as there are Rerolls.
   * @param {Rerollable} roll
   * @returns {Again} */
  laid({stands, succeeds, shown, rerolls}) {
    const faces =
      this.faces.length === shown.reduce((sum, count) => sum + count, 0)
        ? this.faces
        : shown.flatMap((count, face) => Array.from({length: count}, () => face + 1));
    const dice = faces
      .toSorted((one, other) => one - other)
      .map((face) => ({face, stand: stands[face - 1], succeeds: succeeds[face - 1], isPressed: false}));
    return {dice, rerolls, root: el("div", {class: "own-dice rerolls"})};
  }

  /** The choice to roll the pressed dice again; there may be more of them than are offered.
   * @param {Again} again
   * @returns {Choice} */
  pressed({dice}) {
    const counts = [1, 2, 3, 4, 5, 6].map(
      (face) => dice.filter((each) => each.isPressed && each.stand === face).length,
    );
    const offered = this.offers.find((offer) => String(diceOf(offer)) === String(counts));
    return offered ?? {choice: `reroll dice=${counts}`, number: this.number};
  }

  /** Show the dice; return what the button below them says.
   * @param {Again} again */
  showDice(again) {
    const {dice, rerolls, root} = again,
      count = dice.filter((each) => each.isPressed).length;
    /** @param {Lying} each */
    const button = (each) =>
      el(
        "button",
        {
          type: "button",
          class: "reroll-die",
          "aria-pressed": String(each.isPressed),
          disabled: count >= rerolls && !each.isPressed,
          onclick: () => this.press(again, each),
          "aria-label": `A ${each.face}, ${each.succeeds ? "a success" : "no success"}: roll it again`,
        },
        die(each.face, each.succeeds ? "good" : "", dice.length > 16 ? 28 : 38),
      );
    const text = count ? `Roll ${count} ${count === 1 ? "die" : "dice"} again` : "Keep them all";
    update(
      root,
      el(
        "p",
        {},
        `Press the dice to roll again: ${rerolls === 1 ? "one" : `up to ${Math.min(rerolls, dice.length)}`}.`,
      ),
      el("div", {class: "cast", role: "group", "aria-label": "Dice"}, dice.map(button)),
      el("button", {type: "button", class: "primary", onclick: () => this.choose(this.pressed(again))}, text),
    );
    return text;
  }

  /**
   * @param {Again} again
   * @param {Lying} one
   */
  press(again, one) {
    one.isPressed = !one.isPressed;
    say(this.showDice(again));
    const {choice} = this.pressed(again),
      {list, rows} = this.panel;
    this.panel.select(choice);
    if (list.scrollHeight > list.clientHeight) rows.get(choice)?.row.scrollIntoView({block: "nearest"});
  }
}
