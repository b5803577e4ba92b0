// The page of a match of Pig: a pen for each player, as full as its score.

import {el, stylesheet} from "/static/dom.js";
import {Page} from "/static/match.js";

export async function show(app, info) {
  await stylesheet("/pages/pig/match.css");
  return new PigPage(app, info);
}

class PigPage extends Page {
  constructor(app, info) {
    super(app, info, {also: "status"});
    this.pens = el("ul", {class: "pens", "aria-label": "Scores"});
    this.open(this.pens);
  }

  look({status}) {
    return {models: [], rows: status.rows};
  }

  draw(scene) {
    super.draw(scene);
    this.pens.replaceChildren(
      ...scene.rows.map(([seat, score]) => el("li", {}, `${this.info.titles[seat]}: ${score}`)),
    );
  }
}
