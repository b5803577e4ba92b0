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
      const sheets = cards.sheets ? 0 : 1;
      const [shown, round] = await Promise.all([
        get(`${guide}/cards?at=${at}&sheets=${sheets}`),
        get(`${guide}/round?at=${at}`),
      ]);
      return cards.scene(shown.cards, round.round, true);
    },
  });
}
