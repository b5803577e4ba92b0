// The page of a match of Pig: a pen for each player, as full as its score.

import {el, stylesheet} from "/static/dom.js";
import {Page} from "/static/match.js";

/** @import {MatchInfo, Reference, Status} from "interface" */
/** @import {PageNews} from "/static/match.js" */

/** @typedef {{models: Reference[], scores: string[]}} Scene */

/**
 * @param {Element} app
 * @param {MatchInfo} info
 */
export async function show(app, info) {
  await stylesheet("/pages/pig/match.css");
  return new PigPage(app, info);
}

/** @extends {Page<Scene>} */
class PigPage extends Page {
  /**
   * @param {Element} app
   * @param {MatchInfo} info
   */
  constructor(app, info) {
    super(app, info, {also: "status"});
    this.pens = el("ul", {class: "pens", "aria-label": "Scores"});
    this.open(this.pens);
  }

  /** @override
   * @param {PageNews & {status: Status}} news */
  look({status}) {
    const [, ...scores] = status.rows.find(([name]) => name === "scores") ?? [];
    return {models: [], scores};
  }

  /** @override
   * @param {Scene} scene */
  draw(scene) {
    super.draw(scene);
    this.pens.replaceChildren(
      ...scene.scores.map((score, side) => el("li", {}, `${this.info.titles["ab"[side]]}: ${score}`)),
    );
  }
}
