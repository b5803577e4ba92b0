// The page of a system without one of its own: the state as a table, and the same panel, log and head as all have.

import {el} from "./dom.js";
import {Master} from "./master.js";
import {Page} from "./match.js";

export function show(app, info) {
  return new GenericPage(app, info);
}

class GenericPage extends Page {
  constructor(app, info) {
    super(app, info, {parts: "story,offers,suggestions,status"});
    this.status = el("table", {class: "status"});
    const isMaster = info.seats.some((each) => each.name === info.you && each.master);
    this.master = isMaster ? new Master(this) : null;
    this.stage.classList.add("plain");
    this.open(el("section", {class: "sheet", "aria-label": "The table", tabindex: 0}, el("h2", {}, info.title), el("div", {class: "wide"}, this.status)));
  }

  async look(news) {
    const forms = this.master && !this.master.root.isConnected ? await this.remote.guide("master_forms").catch(() => []) : [];
    if (forms.length) this.log.root.before(this.master.root);
    return {models: [], status: news.status};
  }

  draw(scene) {
    super.draw(scene);
    const {headings, rows} = scene.status;
    const row = (cell, texts) => el("tr", {}, texts.map((text) => el(cell, cell === "th" ? {scope: "col"} : {}, text)));
    this.status.replaceChildren(el("thead", {}, row("th", headings)), el("tbody", {}, rows.map((each) => row("td", each))));
  }

  reset() {
    this.master?.refresh();
  }
}
