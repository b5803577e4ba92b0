// The stage of a replay of Formations: the groups as they were.

import {get} from "/static/api.js";
import {deckStage} from "/static/deck_replay.js";
import {stylesheet} from "/static/dom.js";
import {EngagementDeck} from "./engagement.js";

/** @import {MatchInfo} from "interface" */

/** @param {MatchInfo} info */
export function stage(info) {
  const guide = /** @type {const} */ (`/api/matches/${info.match}/guide`);
  stylesheet("/pages/formations/match.css");
  return deckStage({
    info,
    kind: "engagement",
    cards: new EngagementDeck(),
    async look(at) {
      const [groups, engagement] = await Promise.all([
        get(`${guide}/groups?at=${at}`),
        get(`${guide}/engagement?at=${at}`),
      ]);
      return {models: groups.groups, round: engagement.engagement};
    },
  });
}
