// The page of a match of Skirmish: the table, the panel, the log, and what ties them together.

import {after} from "./after.js";
import {Refused, Remote} from "./api.js";
import {typedDice, Tray} from "./dice.js";
import {el, kept, remember, say} from "./dom.js";
import {Hand} from "./hand.js";
import {Header} from "./header.js";
import {keys} from "./keys.js";
import {lessonsOf} from "./lessons.js";
import {Log} from "./log.js";
import {Panel} from "./panel.js";
import {play} from "./playback.js";
import {Table} from "./table.js";

export function show(app, info) {
  return new Page(app, info);
}

/** A match in this window. News are taken one after the other. */
class Page {
  constructor(app, info) {
    Object.assign(this, {info, number: 0, offers: [], scene: null, news_: null, advised: kept.get("advice", true), queue: Promise.resolve()});
    this.system = info.system;
    this.hand = new Hand(this);
    this.table = new Table({
      hovered: (found) => this.scene && this.hand.hovered(found),
      picked: (found) => this.scene && this.hand.picked(found),
      left: () => this.scene && this.hand.left(),
    });
    this.panel = new Panel(this.system, {looked: (offer, shown) => this.hand.show(offer, shown), chosen: (offer) => this.choose(offer)});
    this.log = new Log(this.system);
    this.tray = new Tray(this.system);
    this.header = new Header(this, info);
    this.card = el("div", {class: "inspect", hidden: true});
    this.typed = this.typedForm();
    this.lessons = lessonsOf(info.match);
    const zoom = (label, text, act) => el("button", {type: "button", "aria-label": label, title: label, onclick: act}, text);
    const zooms = el("div", {class: "zooms"}, zoom("Zoom in", "+", () => this.table.view.step(1.4)), zoom("Zoom out", "−", () => this.table.view.step(1 / 1.4)),
      zoom("Show the whole table", "⤢", () => this.table.view.fit()));
    this.modes = el("div", {class: "modes", role: "group", "aria-label": "What a click on the table is for", hidden: true});
    this.panel.list.before(this.modes);
    document.body.className = "match";
    document.title = `${info.title} – Battlewright`;
    app.replaceChildren(this.header.root, el("main", {class: "stage"}, this.table.root, zooms, this.card, this.tray.root),
      el("aside", {class: "panel", "aria-label": "Question and choices"}, this.lessons?.root, this.panel.root, this.typed, this.log.root));
    this.tray.move();
    keys(this);
    remember(info.match, {title: info.title, system: info.system, seat: info.you});
    this.remote = new Remote(info.match, "told,offers,scene", this);
    this.remote.connect();
  }

  // News

  connected(isThere) {
    const notice = document.getElementById("connection");
    notice.hidden = isThere;
    if (!isThere && !notice.textContent) notice.textContent = "The connection is lost. It comes back by itself; nothing is lost.";
    if (isThere) notice.textContent = "";
  }

  failed(text) {
    const notice = document.getElementById("connection");
    notice.hidden = false;
    notice.textContent = text;
  }

  news(news) {
    this.queue = this.queue.then(() => this.take(news)).catch((error) => this.failed(error.message));
  }

  async take(news) {
    if (news.state !== "waiting" && this.info.state === "waiting") this.info = await this.remote.get("");
    const {scene} = news;
    const first = !this.scene;
    if (first) this.draw(scene);
    this.log.takeBack(news);
    this.panel.wait(true);
    if (news.told.length) this.tray.hide();
    const write = (step) => this.log.add(step, scene.models);
    if (first) news.told.forEach(write);
    else {
      this.table.overlay.clear("reaching", "threat", "firing", "path", "label");
      await play(news.told, this.table, this.tray, scene.models, write);
    }
    const offers = news.offers.map((offer) => ({...offer, number: news.number}));
    Object.assign(this, {number: news.number, news_: news, offers});
    this.draw(scene);
    this.ask_();
    if (!first && news.told.length) say(news.told.flatMap((step) => step.told.map((each) => each.text)).slice(-4).join(" "));
  }

  draw(scene) {
    this.scene = scene;
    this.table.draw(scene);
  }

  // What is asked

  get isMine() { return Boolean(this.news_?.to_act.includes(this.news_.seat)); }
  get acting() { return this.scene?.models.find((each) => each.state === "acting") ?? null; }

  /** The model that the question is about. */
  get asked() {
    const tag = this.news_?.node.question?.match(/\(([ab]\d+)\)/)?.[1];
    return this.scene.models.find((each) => each.tag === tag) ?? null;
  }

  called(seat) {
    const found = this.info.seats.find((each) => each.name === seat);
    const who = found?.called || (found?.player === "person" ? "" : found?.player);
    const roster = this.info.sides?.[found?.side]?.roster ?? seat;
    return who ? `${roster} (${who})` : roster;
  }

  ask_() {
    const news = this.news_, {node} = news;
    this.header.show(news, this.scene);
    const model = news.state === "running" && node.kind === "decision" ? this.asked : null;
    const side = news.state === "over" ? (news.winner === "draw" ? null : news.winner) : node.side ?? this.info.seats.find((each) => each.name === news.to_act[0])?.side;
    const others = news.to_act.map((seat) => this.called(seat)).join(" and ");
    const texts = {
      waiting: "The match begins when everybody has taken a seat.",
      over: news.result ?? "The match is over.",
      running: this.isMine ? node.question : `${others || "The dice"}: ${node.question || "…"}`,
    };
    const heading = news.state === "over" ? "The battle is over" : news.state === "waiting" ? "Waiting" : this.isMine ? `Your turn · ${this.called(news.seat)}` : others || "The dice";
    this.panel.show({model, letters: model && this.table.letters.get(model.number), side, heading, text: texts[news.state], offers: this.offers, models: this.scene.models});
    this.panel.extra.replaceChildren(...this.extras(news));
    this.typed.hidden = !(this.isMine && node.kind === "decision");
    document.title = `${this.isMine ? "● " : ""}${this.info.title} – Battlewright`;
    this.inspect(null);
    this.hand.reset();
    this.showModes();
    this.lessons?.show(this);
    this.advise();
  }

  /** What is asked beside the choices: consent, physical dice, what comes after a match. */
  extras(news) {
    const found = [], {request} = news;
    if (request?.asked.includes(news.seat)) {
      found.push(el("div", {class: "request", role: "alertdialog", "aria-label": "A request"},
        el("p", {}, `${this.called(request.seat)} asks for ${request.what}.`, request.faces ? ` Their dice: ${request.faces.join(" ")}.` : ""),
        el("div", {class: "row"}, button("Agree", () => this.send({kind: "agree"}), "primary"), button("Decline", () => this.send({kind: "decline"})))));
    } else if (request) {
      const isOwn = request.seat === news.seat, who = isOwn ? "you" : this.called(request.seat);
      found.push(el("div", {class: "request"}, el("p", {}, `Waiting for ${request.asked.map((seat) => this.called(seat)).join(" and ")} to answer: ${who} asked for ${isOwn && request.faces ? "your dice to be confirmed" : request.what}.`),
        isOwn && el("div", {class: "row"}, button("Take it back", () => this.send({kind: "decline"})))));
    }
    if (news.state === "running" && news.node.kind === "chance" && this.isMine && !request) found.push(typedDice(news.node, (faces) => this.send({kind: "faces", faces, number: this.number})));
    if (news.state === "waiting") found.push(this.header.invitations(el("div", {class: "invite"})));
    if (news.state === "over") found.push(after(this.info, news, (text) => this.panel.refuse(text)));
    return found;
  }

  /** Buttons for what a click on the table is for, where there is a question. */
  showModes() {
    const {hand} = this, isActing = this.isMine && hand.kinds?.has("stop");
    this.modes.hidden = !isActing || !hand.actor || hand.actor.ap < 1;
    const isNow = (purpose, weapon) => hand.purpose === purpose && (purpose === "move" || hand.weapon === weapon);
    const mode = (purpose, text, key, weapon = 0) => el("button", {type: "button", "aria-pressed": String(isNow(purpose, weapon)), onclick: () => hand.setPurpose(purpose, weapon)},
      text, " ", el("kbd", {"aria-hidden": "true"}, key));
    const blades = hand.fights ? hand.actor.weapons.filter((each) => each.kind === "melee") : [];
    this.modes.replaceChildren(el("span", {class: "soft"}, "Click the table:"), mode("move", "Move", "M"), ...blades.map((each) => mode("engage", blades.length > 1 ? each.name : "Close combat", "E", each.index)));
  }

  async advise() {
    const number = this.number;
    if (!this.advised || !this.isMine || this.news_.node.kind !== "decision") return;
    try {
      const data = await this.remote.get("/advice");
      if (data.number === number && this.number === number && this.advised) this.panel.advise(data);
    } catch { /* the choices stand without advice */ }
  }

  setAdvice(isWanted) {
    this.advised = isWanted;
    kept.set("advice", isWanted);
    if (isWanted) this.advise();
    else this.panel.unadvise();
  }

  /** A model that is looked at. */
  inspect(model) {
    this.card.hidden = !model;
    if (!model) return;
    const arms = model.weapons.map((each) => (each.kind === "melee" ? `${each.name} ${each.threat / 1000}"` : each.name)).join(", ");
    const {melee, ballistics, agility, toughness} = model.abilities;
    this.card.replaceChildren(el("b", {class: model.side}, model.name), el("span", {}, ` ${model.state}`),
      el("p", {}, `M ${melee} · B ${ballistics} · T ${model.toughness}/${toughness} · A ${agility} · stress ${model.stress} · ${model.ap} AP`), el("p", {class: "soft"}, `${arms} · ${model.points} points`));
  }

  // What is done

  /** Make a choice. It counts for the position that it was offered in, and for no later one. */
  choose({choice, number}) {
    return this.send({kind: "choose", choice, number});
  }

  async send(command) {
    if (this.sending || (this.panel.list.inert && ["choose", "say"].includes(command.kind))) return;
    this.sending = true;
    document.body.classList.add("sending");
    this.panel.refuse("");
    this.panel.wait(true);
    try {
      const done = await this.remote.command(command);
      if (done.number <= this.number) this.panel.wait(false);  // the news came before the answer
    } catch (error) {
      this.panel.wait(false);
      this.panel.refuse(error.message, error instanceof Refused ? error.clause : "");
      say(error.message);
    } finally {
      this.sending = false;
      document.body.classList.remove("sending");
    }
  }

  typedForm() {
    const input = el("input", {id: "typed", autocomplete: "off", maxlength: 200, placeholder: "move 12 8, shoot b1 …"});
    const said = el("p", {class: "soft", "aria-live": "polite"});
    const read = async () => {
      if (!input.value.trim()) return said.replaceChildren();
      try {
        const parsed = await this.remote.get(`/parse?text=${encodeURIComponent(input.value)}`);
        return said.replaceChildren(parsed.refused ? parsed.refused.error : [parsed.words, parsed.described].filter(Boolean).join(". "));
      } catch (error) {
        return said.replaceChildren(error.message);
      }
    };
    input.addEventListener("input", () => { clearTimeout(this.reading); this.reading = setTimeout(read, 200); });
    return el("form", {class: "typed", hidden: true, onsubmit: async (event) => {
      event.preventDefault();
      if (!input.value.trim()) return;
      clearTimeout(this.reading);
      await this.send({kind: "say", text: input.value, number: this.number});
      if (this.panel.refusal.hidden) input.value = "";
      said.replaceChildren();
    }}, el("label", {for: "typed", class: "unseen"}, "Or type a move"), input, el("button", {}, "Say it"), said);
  }
}

function button(text, act, kind = "") {
  return el("button", {type: "button", class: kind, onclick: act}, text);
}
