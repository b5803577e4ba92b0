// The page of a match whose stage is cards: those that choices are aimed at are marked, and answer a click.

import {el} from "./dom.js";
import {Page} from "./match.js";

/** Its scene has `models`, each with a number and a tag, which its card has as `data-tag`; and `round`. */
export class DeckPage extends Page {
  constructor(app, info, manner, kind) {
    super(app, info, {manner});
    this.deck = el("div", {class: "cards"});
    this.addMaster();
    this.stage.classList.add(kind);
  }

  reset() {
    this.mark("may", this.offers);
    this.master?.refresh();
  }

  looked(offer) {
    this.mark("aimed", offer ? [offer] : []);
  }

  /** Mark the cards that offers are about. */
  mark(name, offers) {
    const tags = new Set(offers.map((offer) => offer.about?.tag));
    for (const each of this.deck.querySelectorAll("[data-tag]"))
      each.classList.toggle(name, tags.has(each.dataset.tag));
  }

  /** A card that is clicked: look at the best choice that is about it; return whether there is one. */
  pick({number}) {
    return this.panel.pick(({offer}) => offer.about?.number === number);
  }

  round() {
    const {round, round_limit: most} = this.scene.round;
    return {text: `Round ${round}`, round, most};
  }
}
