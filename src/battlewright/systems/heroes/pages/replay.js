// The stage of a replay of Heroes: the cards as they were.

import {get} from "/static/api.js";
import {deckStage} from "/static/deck_replay.js";
import {stylesheet} from "/static/dom.js";
import {Encounter} from "./encounter.js";

/** @import {MatchInfo} from "interface" */

/** @param {MatchInfo} info */
export function stage(info) {
  const cards = new Encounter(info.system),
    guide = /** @type {const} */ (`/api/matches/${info.match}/guide`);
  stylesheet("/pages/heroes/match.css");
  return deckStage({
    info,
    kind: "encounter",
    cards,
    async look(at) {
      cards.sheets = null; // a game master may have amended them between two moments
      const [shown, round] = await Promise.all([
        get(`${guide}/cards?at=${at}&sheets=1`),
        get(`${guide}/round?at=${at}`),
      ]);
      return cards.scene(shown.cards, round.round, true);
    },
  });
}
