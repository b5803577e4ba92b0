// The stage of a replay that is shown by cards, and what it has in common with the page of a running match.

import {el, isCalm, pause} from "./dom.js";
import {Marks, timeOf} from "./motion.js";

/** @import {MatchInfo, NumberedStep, Reference} from "interface" */
/** @import {DeckPage} from "./deck.js" */
/** @import {Side} from "./header.js" */
/** @import {Deed} from "./motion.js" */
/** @import {Moment, Stage} from "./replay.js" */

/** What is drawn of a battle with cards.
 * @typedef {{models: Reference[], round: {round: number, round_limit: number}}} DeckScene */

/** How a system draws its cards: `parts` stand on the stage, `deck` among them has the cards and scrolls; each card has
 * the tag of its model as `data-tag`. `deedOf` says what a step did, by the models before and after it.
 * @template {DeckScene} Scene
 * @typedef {object} Deck
 * @property {HTMLElement[]} parts
 * @property {HTMLElement} deck
 * @property {(scene: Scene, page: DeckPage<Scene> | null) => void} draw
 * @property {(scene: Scene) => Side[]} sides
 * @property {(step: NumberedStep, before: Scene["models"], after: Scene["models"]) => Deed} deedOf */

/** The stage of a replay whose battle is shown by cards. `look` asks what is drawn after a number of steps.
 * @template {DeckScene} Scene
 * @param {{info: MatchInfo, kind: string, cards: Deck<Scene>, look: (at: number) => Promise<Scene>}} shown
 * @returns {Stage} */
export function deckStage({info, kind, cards, look}) {
  const marks = new Marks(cards.deck);
  const better = el("p", {class: "better said", hidden: true});
  let playing = -1;
  /** @param {Moment} moment */
  const sceneOf = (moment) => /** @type {Scene} */ (moment.looked);
  return {
    root: el(
      "main",
      {class: `stage ${kind}`},
      el("h1", {class: "unseen"}, `Replay: ${info.title}`),
      cards.parts,
      marks.root,
      better,
    ),
    look,
    draw(moment) {
      if (moment.at !== playing) marks.clear();
      playing = -1;
      cards.draw(sceneOf(moment), null);
    },
    suggest(moment, offer) {
      const number = moment.node.question.about?.number,
        about = sceneOf(moment).models.filter((each) => each.number === (offer?.about?.number ?? number));
      mark(cards.deck, "aimed", offer ? about.map((each) => each.tag) : []);
      better.hidden = !offer;
      better.textContent = offer ? `Better: ${offer.sentence}` : "";
      if (offer) cards.deck.querySelector(".aimed")?.scrollIntoView({block: "nearest"});
    },
    sides: (moment) => cards.sides(sceneOf(moment)),
    round: (moment) => roundOf(sceneOf(moment)),
    playback(step, before, after) {
      const {models} = sceneOf(after),
        deed = cards.deedOf(step, sceneOf(before).models, models),
        length = timeOf(deed, Boolean(step.roll));
      return {
        length,
        async play(share, isCurrent) {
          playing = after.at;
          marks.reveal(deed, models);
          marks.show(deed, models, share * length);
          if (isCalm()) return;
          await pause(0.25 * share * length);
          if (!isCurrent()) return;
          cards.draw(sceneOf(after), null);
          await pause(0.75 * share * length);
        },
      };
    },
  };
}

/** Mark the cards with some tags, and no others.
 * @param {HTMLElement} deck
 * @param {string} name
 * @param {(string | undefined)[]} tags */
export function mark(deck, name, tags) {
  for (const each of deck.querySelectorAll("[data-tag]"))
    each.classList.toggle(name, tags.includes(each.getAttribute("data-tag") ?? undefined));
}

/** @param {DeckScene} scene */
export const roundOf = ({round: {round, round_limit: most}}) => ({text: `Round ${round}`, round, most});
