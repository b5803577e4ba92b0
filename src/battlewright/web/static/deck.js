// The page of a match whose stage is cards: those that choices are aimed at are marked, and answer a click.

import {el} from "./dom.js";
import {Page} from "./match.js";

/** @import {MatchInfo, Offer, Reference} from "interface" */
/** @import {NumberedOffer} from "./match.js" */
/** @import {Presenter} from "./presenter.js" */

/** Each model of its scene has a card, with the model's tag as `data-tag`.
 * @template {{models: Reference[], round: {round: number, round_limit: number}}} Scene
 * @extends {Page<Scene>} */
export class DeckPage extends Page {
  /**
   * @param {Element} app
   * @param {MatchInfo} info
   * @param {Presenter<Scene["models"][number]>} presenter
   * @param {string} kind
   */
  constructor(app, info, presenter, kind) {
    super(app, info, {presenter});
    this.deck = el("div", {class: "cards"});
    this.addMaster();
    this.stage.classList.add(kind);
  }

  /** @override */
  reset() {
    this.mark("may", this.offers);
    this.master?.refresh();
  }

  /** @override
   * @param {NumberedOffer | null} offer */
  looked(offer) {
    this.mark("aimed", offer ? [offer] : []);
  }

  /** Mark the cards that offers are about.
   * @param {string} name
   * @param {Offer[]} offers */
  mark(name, offers) {
    const tags = new Set(offers.map((offer) => offer.about?.tag));
    for (const each of this.deck.querySelectorAll("[data-tag]"))
      each.classList.toggle(name, tags.has(each.getAttribute("data-tag") ?? undefined));
  }

  /** A card that is clicked: look at the best choice that is about it; return whether there is one.
   * @param {Pick<Reference, "number">} card */
  pick({number}) {
    return this.panel.pick(({offer}) => offer.about?.number === number);
  }

  /** @override */
  round() {
    const {round, round_limit: most} = this.scene.round;
    return {text: `Round ${round}`, round, most};
  }
}
