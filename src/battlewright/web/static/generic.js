// The page of a system without one of its own: the state as a table, and the same panel, log and head as all have.

import {el, fillTable} from "./dom.js";
import {termsOf} from "./invite.js";
import {Page} from "./match.js";

/** @import {MatchInfo, Reference, Status} from "interface" */
/** @import {PageNews} from "./match.js" */

/**
 * @param {Element} app
 * @param {MatchInfo} info
 */
export function show(app, info) {
  return new GenericPage(app, info);
}

/** @extends {Page<{models: Reference[], status: Status}>} */
class GenericPage extends Page {
  /**
   * @param {Element} app
   * @param {MatchInfo} info
   */
  constructor(app, info) {
    super(app, info, {also: "status"});
    this.status = el("table", {class: "status"});
    this.stage.classList.add("plain");
    this.open(
      el(
        "section",
        {class: "sheet", "aria-label": "The table", tabindex: 0},
        el("h2", {}, info.title),
        info.brings && termsOf(info.brings).map((each) => el("p", {}, each)),
        el("div", {class: "wide"}, this.status),
      ),
    );
  }

  /** @override
   * @param {PageNews & {status: Status}} news */
  async look({status}) {
    const forms =
      this.isMaster && !this.master && !this.info.brings ? await this.remote.guide("master_forms").catch(() => []) : [];
    if (forms.length) await this.addMaster();
    return {models: [], status};
  }

  /** @override
   * @param {{models: Reference[], status: Status}} scene */
  draw(scene) {
    super.draw(scene);
    fillTable(this.status, scene.status);
  }

  /** @override */
  reset() {
    this.master?.refresh();
  }
}
