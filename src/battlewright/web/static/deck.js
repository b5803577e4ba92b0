// The page of a match whose stage is cards: those that choices are aimed at are marked, and answer a click;
// what steps do is shown on them.

import {mark, roundOf} from "./deck_replay.js";
import {isCalm, pause} from "./dom.js";
import {Page} from "./match.js";
import {changed, Marks, Playback, timeOf} from "./motion.js";

/** @import {MatchInfo, NumberedStep, Offer, Reference} from "interface" */
/** @import {Deck, DeckScene} from "./deck_replay.js" */
/** @import {Covered} from "./dice.js" */
/** @import {NumberedOffer, PageNews} from "./match.js" */
/** @import {Presenter} from "./presenter.js" */

/** How long the cards are left where a person has put them, in milliseconds. */
const UNTOUCHED = 5000;

/** @template {DeckScene} Scene
 * @extends {Page<Scene>} */
export class DeckPage extends Page {
  /**
   * @param {Element} app
   * @param {MatchInfo} info
   * @param {Presenter<Scene["models"][number]>} presenter
   * @param {string} kind
   * @param {Deck<Scene>} cards
   */
  constructor(app, info, presenter, kind, cards) {
    super(app, info, {presenter});
    this.cards = cards;
    this.marks = new Marks(cards.deck);
    this.playback = new Playback();
    /** The models as they are once all steps are shown that wait.
     * @type {Scene["models"]} */
    this.coming = [];
    /** The offers that are looked at.
     * @type {Offer[]} */
    this.aimed = [];
    /** When somebody last moved or pressed the cards. */
    this.touched = -UNTOUCHED;
    for (const event of ["pointerdown", "wheel", "keydown"])
      this.deck.addEventListener(
        event,
        () => {
          this.touched = performance.now();
        },
        {passive: true},
      );
    this.addMaster();
    this.stage.classList.add(kind);
    this.open(...cards.parts, this.marks.root);
  }

  get deck() {
    return this.cards.deck;
  }

  /** @override
   * @param {PageNews} news */
  async take(news) {
    if (news.news.some((each) => each.kind === "undo")) this.playback.stop();
    await super.take(news);
  }

  /** While steps are shown, the cards follow them; then they are as the scene has them.
   * @override
   * @param {Scene} scene */
  draw(scene) {
    super.draw(scene);
    this.coming = scene.models;
    if (!this.playback.isRunning || isCalm()) this.show(scene);
  }

  /** Draw the cards, with what choices are about.
   * @param {Scene} scene */
  show(scene) {
    this.cards.draw(scene, this);
    this.mark("may", this.offers);
    this.mark("aimed", this.aimed);
    mark(
      this.deck,
      "mine",
      this.led.map(({tag}) => tag),
    );
    this.tray.settle();
  }

  /** Show what steps did, while the next choice may be made.
   * @override
   * @param {NumberedStep[]} steps
   * @param {Scene} scene
   * @param {(step: NumberedStep) => void} write */
  async play(steps, scene, write) {
    steps.forEach(write);
    if (document.hidden) {
      this.playback.stop();
      return;
    }
    const shown = steps.map((step) => {
      const before = this.coming,
        after = changed(before, step, scene.models);
      this.coming = after;
      const deed = this.cards.deedOf(step, before, after),
        length = timeOf(deed, Boolean(step.roll));
      return {
        length,
        /** @param {number} share */
        show: (share) => {
          this.rolled(step);
          if (!isCalm()) this.show({...this.scene, models: after});
          if (performance.now() - this.touched > UNTOUCHED) this.marks.reveal(deed, after);
          this.marks.show(deed, after, share * length);
          return pause(share * length);
        },
      };
    });
    if (shown.length) this.playback.add(shown).then(() => this.show(this.scene));
  }

  /** Show the dice of a step.
   * @param {NumberedStep} step */
  rolled(step) {
    this.tray.show(step, this.scene.models);
  }

  /** @override
   * @returns {Covered[]} */
  covered() {
    return this.scene.models.flatMap(({number, tag}) => {
      const card = this.marks.cardOf([{number, tag}], number);
      return card ? {number, box: card.getBoundingClientRect(), weight: this.isOffered(number) ? Infinity : 1} : [];
    });
  }

  /** @override */
  reset() {
    this.mark("may", this.offers);
    this.master?.refresh();
  }

  /** @override
   * @param {NumberedOffer | null} offer */
  looked(offer) {
    this.aimed = offer ? [offer] : [];
    this.mark("aimed", this.aimed);
  }

  /** Mark the cards that offers are about.
   * @param {string} name
   * @param {Offer[]} offers */
  mark(name, offers) {
    mark(
      this.deck,
      name,
      offers.map((offer) => offer.about?.tag),
    );
  }

  /** A card was clicked: select the best choice that is about it, or make it; return whether there is one.
   * @param {Pick<Reference, "number">} card */
  pick({number}) {
    return this.panel.pick((offer) => offer.about?.number === number) !== "nothing";
  }

  /** @override */
  sides() {
    return this.cards.sides(this.scene);
  }

  /** @override */
  round() {
    return roundOf(this.scene);
  }
}
