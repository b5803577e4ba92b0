// A panel for any rulebook without a page of its own: the question, the choices, the state of the table, the log.

import {after} from "./after.js";
import {Remote} from "./api.js";
import {typedDice} from "./dice.js";
import {el, remember} from "./dom.js";
import {chip} from "./rules.js";

export function show(app, info) {
  return new Plain(app, info);
}

class Plain {
  constructor(app, info) {
    this.info = info;
    this.told = new Map();
    const button = (text, kind) => el("button", {type: "button", onclick: () => this.send({kind})}, text);
    this.acts = [button("↶ Undo", "undo"), button("Give up", "resign")];
    this.question = el("p", {class: "q", role: "status", "aria-live": "polite"});
    this.choices = el("ol", {class: "plain-choices"});
    this.after = el("div", {});
    this.refusal = el("p", {class: "refusal", role: "alert", hidden: true});
    this.input = el("input", {id: "typed", autocomplete: "off", maxlength: 200});
    this.status = el("table", {class: "status"});
    this.log = el("ol", {class: "plain-log", "aria-label": "What has happened", tabindex: 0});
    this.typed = el("form", {class: "row", onsubmit: (event) => {
      event.preventDefault();
      this.send({kind: "say", text: this.input.value, number: this.remote.number});
      this.input.value = "";
    }}, el("label", {for: "typed"}, "Or type it"), this.input, el("button", {}, "Do it"));
    document.body.className = "plain";
    document.title = `${info.title} – Battlewright`;
    app.replaceChildren(el("header", {class: "bar-top"}, el("a", {class: "word", href: "/"}, "Battlewright"),
      el("nav", {"aria-label": "Match"}, this.acts, el("a", {class: "button", href: `/api/matches/${info.match}/replay`}, "Replay"))),
    el("main", {class: "shelves"}, el("section", {class: "sheet"}, el("h1", {}, info.title), this.question, this.refusal, this.after, this.choices, this.typed),
      el("section", {class: "sheet wide", tabindex: 0, "aria-label": "The table"}, el("h2", {}, "The table"), this.status), el("section", {class: "sheet"}, el("h2", {}, "What has happened"), this.log)));
    remember(info.match, {title: info.title, system: info.system, seat: info.you});
    this.remote = new Remote(info.match, "told,status,offers", this);
    this.remote.connect();
  }

  connected(isThere) {
    const notice = document.getElementById("connection");
    notice.hidden = isThere;
    notice.textContent = isThere ? "" : "The connection is lost. It comes back by itself; nothing is lost.";
  }

  failed(text) {
    this.refuse(text);
  }

  refuse(text) {
    this.refusal.hidden = !text;
    this.refusal.textContent = text;
  }

  async send(command) {
    this.refuse("");
    await this.remote.command(command).catch((error) => this.refuse(error.message));
  }

  news(news) {
    for (const entry of news.news) {
      if (entry.kind === "undo") for (const number of [...this.told.keys()]) if (number >= entry.to) this.told.delete(number);
    }
    for (const told of news.told) this.told.set(told.number, told);
    const isMine = news.to_act.includes(news.seat), {request} = news;
    this.question.textContent = news.result ?? (isMine ? news.node.question : `${news.to_act.join(", ")}: ${news.node.question}`);
    const choose = (text, command) => el("li", {}, el("button", {type: "button", onclick: () => this.send(command)}, text));
    const asked = request?.asked.includes(news.seat) ? [choose(`Agree: ${request.what}`, {kind: "agree"}), choose("Decline", {kind: "decline"})] : [];
    const offers = news.offers.map((each) => choose(each.words, {kind: "choose", choice: each.choice, number: news.number}));
    const dice = news.node.kind === "chance" && isMine && !request ? [el("li", {}, typedDice(news.node, (faces) => this.send({kind: "faces", faces, number: news.number})))] : [];
    this.choices.replaceChildren(...asked, ...dice, ...offers);
    const isOver = news.state === "over";
    this.typed.hidden = isOver;
    for (const each of this.acts) each.hidden = isOver || news.seat === "spectator";
    this.after.replaceChildren(...(isOver ? [after(this.info, news, (text) => this.refuse(text))] : []));
    const row = (cell, texts) => el("tr", {}, texts.map((text) => el(cell, {}, text)));
    this.status.replaceChildren(el("thead", {}, row("th", news.status.headings)), el("tbody", {}, news.status.rows.map((each) => row("td", each))));
    const steps = [...this.told.values()].sort((one, other) => other.number - one.number);
    this.log.replaceChildren(...steps.map((step) => el("li", {}, step.words || (step.faces ? `Dice: ${step.faces.join(" ")}` : ""),
      step.told.map((each) => el("div", {}, each.text, " ", chip(this.info.system, each.clause))))));
  }
}
