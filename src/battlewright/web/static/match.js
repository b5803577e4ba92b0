// The page of a match of any system: the head, the panel, the log, and what ties them to the server.

import {after} from "./after.js";
import {Refused, Remote} from "./api.js";
import {Clock} from "./clock.js";
import {Curtain} from "./curtain.js";
import {gathered, Tray, typedDice} from "./dice.js";
import {byId, el, kept, remember, say} from "./dom.js";
import {Header} from "./header.js";
import {keys} from "./keys.js";
import {lessonOf} from "./lessons.js";
import {Log} from "./log.js";
import {Panel} from "./panel.js";
import {ledBy, listed, playerOf, seatTitle} from "./seating.js";
import {initials, othersOf, sentenceOf} from "./text.js";

/** @import {AwaitedRoll, Entry, MatchInfo, News, NumberedStep, Offer, Reference, SocketCommand} from "interface" */
/** @import {PeopleMessage, Request} from "interface" */
/** @import {Look} from "./api.js" */
/** @import {Covered} from "./dice.js" */
/** @import {Master} from "./master.js" */
/** @import {Round, Side} from "./header.js" */
/** @import {Presenter} from "./presenter.js" */

/** News with the parts that every page asks for, its offers in full.
 * @typedef {Omit<News, "offers"> & Required<Pick<News, "story" | "left_out" | "to_type">> &
 *   {offers: Offer[]}} PageNews */

/** What is chosen, and the position that it is chosen in. `next`: what was meant together with it, to be chosen in the
 * position that it leads to; null where that is not asked.
 * @typedef {{choice: string, number: number, next?: (() => string | null) | null}} Choice */

/** An offer of a position.
 * @typedef {Offer & Choice} NumberedOffer */

/** How far one looks: the odds at once, a first star, a better one.
 * @type {Look[]} */
const LOOKS = ["odds", "first", "deep"];
/** No look was shown.
 * @type {{number: number, look: Look}} */
const NOT_YET = {number: -1, look: "odds"};

/** A match in this window. News are taken one after the other. The page of a system fills the stage: it draws what it
 * looks at, and says how choices and dice are read.
 * @template {{models: Reference[]}} Scene what the stage shows */
export class Page {
  /**
   * @param {Element} app
   * @param {MatchInfo} info
   * @param {{also?: "scene" | "status", presenter?: Presenter<Scene["models"][number]>, help?: string}} [options]
   *   `also` is what news should have besides
   */
  constructor(app, info, {also, presenter, help} = {}) {
    this.info = {...info, you: info.held.find((seat) => info.to_act.includes(seat)) ?? info.you};
    this.number = 0;
    /** @type {NumberedOffer[]} */
    this.offers = [];
    /** What is drawn; nothing before the first news.
     * @type {Scene | null} */
    this.drawn = null;
    /** @type {PageNews | null} */
    this.latest = null;
    /** @type {Master | null} */
    this.master = null;
    this.advised = kept.get("advice", true);
    this.lesson = lessonOf(info);
    /** Whether the only legal choice is made without asking; a lesson is about each question. */
    this.makesForced = !this.lesson && kept.get("forced", true);
    /** What was chosen so, by the numbers of the positions; this window keeps it when the page is loaded again.
     * @type {Map<number, string>} */
    this.forcedNotes = new Map(JSON.parse(sessionStorage.getItem(this.forcedKey) ?? "[]"));
    /** The advice that is asked for.
     * @type {AbortController | null} */
    this.advising = null;
    /** The last look at the choices of a position that was shown. */
    this.advisedTo = NOT_YET;
    this.queue = Promise.resolve();
    /** The command that is sent and not yet answered.
     * @type {{number: number, answer: Promise<unknown>} | null} */
    this.sent = null;
    /** What was meant together with the last choice.
     * @type {Choice["next"] | null} */
    this.intended = null;
    this.reading = 0;
    /** A sign that the stage shows at the models that this seat leads. */
    this.ledSign = "";
    this.system = info.system;
    this.panel = new Panel(
      this.system,
      {
        looked: (offer) => this.looked(offer),
        chosen: (offer) => this.choose(offer),
        dropped: () => this.advise(),
      },
      presenter,
    );
    this.log = new Log(this.system, (step) => (this.isMaster ? this.changeRoll(step) : null));
    /** What was suggested to the game master, by the numbers of the entries.
     * @type {Map<number, Entry>} */
    this.proposed = new Map();
    /** What is beside the choices where there is a game master.
     * @type {Awaited<ReturnType<Page<Scene>["loadHosted"]>> | null} */
    this.hosted = null;
    this.tray = new Tray(this.system, () => this.covered());
    this.header = new Header(this, help);
    this.clock = new Clock(info.seconds);
    this.curtain = new Curtain(this);
    this.panel.refusal.before(this.clock.root);
    this.absent = el("p", {class: "absent", role: "status", hidden: true});
    this.clock.root.before(this.absent);
    this.whose = el("p", {class: "whose", hidden: true});
    this.panel.who.before(this.whose);
    this.line = el("input", {id: "typed", autocomplete: "off", maxlength: 200});
    this.typed = this.typedForm(this.line);
    this.stage = el("main", {class: "stage"});
    document.body.className = "match";
    document.title = `${info.title} – Battlewright`;
    app.replaceChildren(
      this.header.root,
      this.stage,
      el(
        "aside",
        {class: "panel", "aria-label": "Question and choices"},
        this.lesson?.root,
        this.panel.root,
        this.typed,
        this.log.root,
      ),
    );
    keys(this);
    if (info.seats.some(({master}) => master))
      this.queue = this.loadHosted().then((hosted) => {
        this.hosted = hosted;
      });
    this.remember();
    this.remote = new Remote(info.match, ["story", "offers", "suggestions", ...(also ? [also] : [])].join(","), this);
    this.sitAt(this.info.you);
  }

  /** Whether several people sit at this screen. */
  get isShared() {
    return this.info.held.length > 1;
  }

  /** Whether a seat is this browser's.
   * @param {string} seat */
  holds(seat) {
    return this.info.held.includes(seat);
  }

  /** Leave nothing of a choice that was begun. */
  letGo() {
    this.panel.list.replaceChildren();
    this.line.value = "";
    say("");
  }

  /** Of several seats at this screen, it is this one's turn.
   * @param {string} seat */
  sitAt(seat) {
    if (!this.isShared) return;
    this.remote.seat = seat;
    if (this.info.you !== seat) this.info = {...this.info, you: seat};
  }

  /** Keep what the list of games shows of this match. */
  remember() {
    const {match, title, system, you, seats} = this.info;
    const side = this.isShared ? null : seats.find((each) => each.name === you)?.side;
    remember(match, {title, system, seat: you, side, others: othersOf(this.info)});
  }

  /** Show the stage, and begin to listen.
   * @param {Element[]} stage */
  open(...stage) {
    this.stage.replaceChildren(...stage, this.tray.root);
    this.remote.connect();
    return this;
  }

  /** Put a game master's forms above the log, where this seat is a game master's. */
  async addMaster() {
    if (!this.info.seats.some((each) => each.master && this.holds(each.name))) return;
    const {Master} = await import("./master.js");
    this.master = new Master(this);
    this.master.root.hidden = !this.isMaster;
    this.log.root.before(this.master.root);
  }

  /** Put suggestions and the rulings in force beside the choices. */
  async loadHosted() {
    const [{Suggest, Suggestions, suggestionText}, {Rulings}] = await Promise.all([
      import("./suggest.js"),
      import("./rulings.js"),
    ]);
    const suggestions = new Suggestions(this),
      suggest = new Suggest(this),
      rulings = new Rulings(this);
    suggest.root.hidden = true;
    this.clock.root.after(suggestions.root);
    this.typed.after(suggest.root, rulings.root);
    return {suggestions, suggest, rulings, suggestionText};
  }

  get isMaster() {
    return this.info.seats.some((each) => each.name === this.info.you && each.master);
  }

  /** Whether this seat may suggest something to a game master. */
  get maySuggest() {
    const isRunning = this.latest?.state === "running";
    return isRunning && this.info.takes_suggestions && this.isPlayer && !this.isMaster;
  }

  // News

  /** @param {boolean} isThere */
  connected(isThere) {
    const notice = byId("connection");
    notice.hidden = isThere;
    if (!isThere && !notice.textContent) notice.textContent = "Connection lost. Reconnecting; no moves are lost.";
    if (isThere) notice.textContent = "";
  }

  /** @param {string} text */
  failed(text) {
    const notice = byId("connection");
    notice.hidden = false;
    notice.textContent = text;
  }

  /** @param {PageNews} news */
  news(news) {
    this.queue = this.queue.then(() => this.take(news)).catch((error) => this.failed(sentenceOf(error)));
  }

  /** @param {PeopleMessage} message */
  people(message) {
    this.header.hear(message);
  }

  /** Say who is waited for and is not here. */
  showPresence() {
    const waited = this.latest?.state === "running" ? this.latest.to_act : [];
    const texts = waited.filter((seat) => !this.holds(seat)).map((seat) => this.header.presence.absence(seat));
    this.absent.textContent = texts.filter(Boolean).join(" ");
    this.absent.hidden = !this.absent.textContent;
  }

  /** @param {PageNews} news */
  async take(news) {
    if (this.info.state === "waiting" && (news.state !== "waiting" || this.latest)) {
      // what both have brought has a page of its own
      if (news.state !== "waiting" && this.info.brings) return location.reload();
      this.info = await this.remote.get("");
      this.remember();
    }
    const left = this.latest ? await this.left(news) : "";
    // who leads whom goes by the set-up
    if (this.latest && news.news.some(({kind}) => kind === "amend")) this.info = await this.remote.get("");
    this.sitAt(news.seat);
    if (news.hidden !== "choice") await this.curtain.before(news);
    const scene = await this.look(news);
    const first = !this.drawn;
    if (first) this.draw(scene);
    this.log.takeBack(news);
    this.panel.wait(true);
    if (news.story.length) this.tray.hide();
    const remarks = this.remarks(news);
    this.hosted?.rulings.hear(news.news);
    /** @param {NumberedStep} step */
    const write = (step) => this.log.add(step, scene.models, this.forcedNotes.get(step.number));
    if (first) news.story.forEach(write);
    else await this.play(news.story, scene, write);
    const declined = left || this.declined(news),
      isNext = this.isShared && this.latest !== null && this.latest.seat !== news.seat;
    this.number = news.number;
    this.latest = news;
    this.offers = news.offers.map((offer) => ({...offer, number: news.number}));
    this.stage.dataset.number = String(news.number);
    this.draw(scene);
    await this.curtain.before(news);
    this.showQuestion(news);
    if (!first && remarks.length) say(remarks.join(" "));
    if (declined) {
      this.panel.refuse(declined);
      say(declined);
    }
    if (!first && (news.story.length || isNext)) {
      const sentences = news.story.flatMap((step) => step.sentences.map((each) => each.text)).slice(-4);
      say([...remarks, ...sentences, ...(isNext ? [`Now ${this.named(news.seat)}.`] : [])].join(" "));
    }
  }

  /** Write down what is suggested to the game master, and the answers; return them as sentences.
   * @param {PageNews} news */
  remarks(news) {
    return news.news.flatMap((entry) => {
      const text = this.hosted?.suggestionText(entry, this.proposed, (seat) => this.named(seat));
      if (!text) return [];
      if (entry.kind === "suggest") this.proposed.set(entry.number, entry);
      this.log.remark(entry.number, text);
      return [text];
    });
  }

  /** Who plays at a seat from now on, in sentences; whoever has left here only watches.
   * @param {PageNews} news */
  async left(news) {
    const handed = news.news.filter(({kind}) => ["leave", "late", "hand", "return"].includes(kind));
    if (news.news.some(({kind}) => kind === "dice")) this.info = await this.remote.get("");
    if (!handed.length) return "";
    if (handed.some(({kind, seat}) => kind === "leave" && this.holds(seat ?? ""))) location.reload();
    const before = handed.map(({seat}) => this.named(seat ?? ""));
    this.info = await this.remote.get("");
    return handed
      .map(({kind, seat, of, what}, index) => {
        const title = seatTitle(this.info, of ?? seat ?? ""),
          plays = `${playerOf(what ?? "")} plays ${title}`;
        if (kind === "return") return `${this.named(seat ?? "")} plays ${title} now.`;
        if (kind === "hand") return `From now on ${plays}.`;
        return `${before[index]} ${kind === "late" ? "has run out of time" : "has left"}; ${plays}.`;
      })
      .join(" ");
  }

  /** Who plays at this seat now, where it was handed on and its person may return; else nobody. */
  get standIn() {
    const seat = this.info.seats.find(({name}) => name === this.latest?.seat);
    return seat && this.isPlayer && !["person", "remote"].includes(seat.player) ? playerOf(seat.player) : null;
  }

  /** What another seat has declined, as a sentence for the seat that asked.
   * @param {PageNews} news */
  declined(news) {
    const asked = this.latest?.request,
      by = news.news.find((entry) => entry.kind === "decline")?.seat;
    if (asked?.seat !== news.seat || !by || by === news.seat) return "";
    return `${this.called(by)} has declined ${asked.faces ? "your dice" : asked.what}.`;
  }

  // What the page of a system says

  /** What the stage is to show of some news. Every page has its own.
   * @param {PageNews} news
   * @returns {Scene | Promise<Scene>} */
  look(news) {
    throw new Error(`This page cannot show ${news.system}.`);
  }
  /** @param {Scene} scene */
  draw(scene) {
    this.drawn = scene;
  }
  /** An offer is looked at, or none.
   * @param {NumberedOffer | null} _offer */
  looked(_offer) {}
  /** Whether a choice is about a model.
   * @param {number} number */
  isOffered(number) {
    return this.isMine && this.offers.some(({about}) => about?.number === number);
  }
  /** What dice should not hide.
   * @returns {Covered[]} */
  covered() {
    return [];
  }
  /** A new question is asked. */
  reset() {}

  /** Show some steps as they come.
   * @param {NumberedStep[]} steps
   * @param {Scene} scene
   * @param {(step: NumberedStep) => void} write */
  async play(steps, scene, write) {
    steps.forEach(write);
    const last = steps.findLast((step) => step.roll);
    if (last) this.tray.show(last, scene.models);
  }

  /** The sides as the head shows them.
   * @returns {Side[]} */
  sides() {
    return Object.entries(this.info.titles).map(([side, name]) => ({side, name}));
  }
  /** @returns {Round | null} */
  round() {
    return null;
  }
  /** Keys besides the common ones: key to what it does.
   * @returns {Record<string, () => unknown>} */
  commands() {
    return {};
  }
  escape() {
    this.panel.select(null);
  }
  enter() {
    this.panel.confirm();
  }

  // What is asked

  /** What the stage shows; not to be asked before the first news. */
  get scene() {
    if (!this.drawn) throw new Error("Nothing is drawn yet.");
    return this.drawn;
  }

  get isPlayer() {
    return (this.latest?.seat ?? "spectator") !== "spectator";
  }

  get isMine() {
    return Boolean(this.latest?.to_act.includes(this.latest.seat));
  }

  /** The model that the question is about.
   * @returns {Scene["models"][number] | null} */
  get asked() {
    const about = this.latest?.node.question.about;
    return about ? (this.scene.models.find((each) => each.number === about.number) ?? null) : null;
  }

  /** The side of this seat; none where it leads none. */
  get side() {
    return this.info.seats.find((each) => each.name === this.latest?.seat)?.side ?? null;
  }

  /** The models that this seat leads, where others play for its side too. */
  get led() {
    return ledBy(this.info, this.latest?.seat ?? "", this.drawn?.models ?? []);
  }

  /** A seat for people: its side or its name, and who plays it.
   * @param {string} seat */
  called(seat) {
    const found = this.info.seats.find((each) => each.name === seat);
    const who = found?.called || (found?.player === "person" ? "" : found?.player);
    const title = seatTitle(this.info, seat);
    return who && who !== title ? `${title} (${who})` : title;
  }

  /** Who plays a seat, in short: the person, or else the side or the name of the seat.
   * @param {string} seat */
  named(seat) {
    return this.info.seats.find((each) => each.name === seat)?.called || seatTitle(this.info, seat);
  }

  /** @param {PageNews} news */
  showQuestion(news) {
    const {node} = news;
    this.header.show(news);
    const model = news.state === "running" && node.kind === "decision" ? this.asked : null;
    const asked = this.isMine ? news.seat : news.to_act[0];
    const side =
      news.state === "over"
        ? news.result?.winner
        : (node.side ?? this.info.seats.find((each) => each.name === asked)?.side);
    const others = news.to_act.map((seat) => this.called(seat)).join(" and "),
      names = news.to_act.map((seat) => this.named(seat)).join(" and ");
    const waiting = `${this.isPlayer ? "" : "You are watching. "}${names ? `Waiting for ${names}` : "The dice"}`;
    const texts = {
      waiting: `${this.info.brings ? `${this.info.brings.sentence}. ` : ""}The match begins when all seats are taken.`,
      over: [news.result?.because, news.result?.sentence].filter(Boolean).join(" "),
      running: this.isMine ? node.question.sentence : `${waiting}: ${node.question.sentence}`,
    };
    const heading =
      news.state === "over"
        ? `The battle is over${this.fate(news)}`
        : news.state === "waiting"
          ? "Waiting"
          : this.isMine
            ? `${this.isShared ? "" : "Your turn · "}${this.called(news.seat)}`
            : others || "The dice";
    this.panel.show({
      model,
      letters: model && this.letters(model),
      side: side ?? null,
      own: this.side,
      heading,
      text: texts[news.state],
      offers: this.offers,
      leftOut: news.left_out,
      models: this.scene.models,
    });
    const led = listed(this.led.map(({name}) => name)),
      isNow = this.isShared && this.isMine;
    this.whose.hidden = !(isNow || led);
    this.whose.className = `whose ${this.side ?? ""}`;
    this.whose.replaceChildren(
      ...(led && this.ledSign ? [el("span", {"aria-hidden": "true"}, this.ledSign), " "] : []),
      isNow
        ? `Now ${this.named(news.seat)}${led && led !== this.named(news.seat) ? `: ${led}` : ""}`
        : `You lead ${led}`,
    );
    if (this.master) this.master.root.hidden = !this.isMaster;
    this.log.root.classList.toggle("of-master", this.isMaster && news.state === "running");
    if (this.hosted) {
      this.hosted.suggest.root.hidden = !this.maySuggest;
      this.hosted.suggest.refresh();
      this.hosted.suggestions.show(news.suggested);
    }
    this.showPresence();
    this.callBack(news);
    this.clock.show(news.state === "running" ? news.due : null, this.isMine);
    this.panel.extra.replaceChildren(...this.extras(news));
    this.typed.hidden = !(this.isMine && node.kind === "decision");
    const examples = [...news.to_type.map((each) => each.example), this.info.pages?.example];
    this.line.placeholder = examples.find(Boolean) ?? "Type a choice …";
    document.title = `${this.isMine ? "● " : ""}${this.info.title} – Battlewright`;
    const next = this.intended;
    this.intended = null;
    this.reset();
    this.tray.settle();
    this.lesson?.show(this);
    const choice = this.isMine ? next?.() : null;
    if (choice) this.choose({choice, number: this.number});
    else if (this.makesForced && this.forced) this.makeForced(this.forced);
    else this.advise();
  }

  /** Call somebody back who looks elsewhere, once something is asked of this seat.
   * @param {PageNews} news */
  callBack({state, seat, request, node, suggested}) {
    const isTurn = state === "running" && this.isMine && !(this.makesForced && this.forced),
      [first] = this.isMaster ? suggested : [];
    this.header.caller.need(
      isTurn || Boolean(request?.asked.includes(seat)) || Boolean(first),
      request
        ? `${this.called(request.seat)} asks for ${request.what}.`
        : first && !isTurn
          ? `${this.named(first.seat)} suggests something.`
          : node.question.sentence,
    );
  }

  /** The only legal choice of this seat; none where there are several, or where others can be made up.
   * @returns {NumberedOffer | null} */
  get forced() {
    const {latest, offers} = this;
    if (latest?.state !== "running" || latest.request || !this.isMine) return null;
    if (this.isShared && latest.hidden !== "nothing") return null; // its line in the log would tell the other
    return offers.length === 1 && !latest.left_out && !latest.to_type.length ? offers[0] : null;
  }

  get forcedKey() {
    return `battlewright.forced.${this.info.match}`;
  }

  /** Make the only choice, unless another device of this seat makes it first.
   * @param {NumberedOffer} offer */
  makeForced(offer) {
    this.forcedNotes.set(offer.number, `${offer.sentence}: the only choice.`);
    sessionStorage.setItem(this.forcedKey, JSON.stringify([...this.forcedNotes]));
    this.choose({...offer, isForced: true});
  }

  /** Whether one press makes a choice. */
  get isOnePress() {
    return this.panel.presses.isOnePress;
  }

  /** @param {boolean} isWanted */
  setOnePress(isWanted) {
    this.panel.presses.isOnePress = isWanted;
    kept.set("one-press", isWanted);
  }

  /** @param {boolean} isWanted */
  setMakesForced(isWanted) {
    this.makesForced = isWanted;
    kept.set("forced", isWanted);
    if (isWanted && this.forced) this.makeForced(this.forced);
  }

  /** Whether the side of this seat has won, for a heading.
   * @param {PageNews} news */
  fate({result}) {
    if (!this.side || !result || this.isShared) return "";
    return result.winner === "draw" ? ": a draw" : result.winner === this.side ? ": you have won" : ": you have lost";
  }

  /** What stands on the disc of a model.
   * @param {Scene["models"][number]} model */
  letters(model) {
    return initials(model.name);
  }

  /** What is asked besides the choices: consent, physical dice, links at the end of a match.
   * @param {PageNews} news */
  extras(news) {
    /** @type {HTMLElement[]} */
    const found = [];
    const {request} = news;
    if (request?.asked.includes(news.seat)) {
      found.push(
        el(
          "div",
          {class: "request", role: "alertdialog", "aria-label": "A request"},
          el(
            "p",
            {},
            `${this.called(request.seat)} asks for ${request.what}${undone(request)}.`,
            request.faces ? ` Their dice: ${request.faces.join(" ")}.` : "",
          ),
          el(
            "div",
            {class: "row"},
            button("Agree", () => this.send({kind: "agree"}), "primary"),
            button("Decline", () => this.send({kind: "decline"})),
          ),
        ),
      );
    } else if (request) {
      const isOwn = request.seat === news.seat,
        who = isOwn ? "you" : this.called(request.seat),
        asked = request.asked.map((seat) => this.called(seat)).join(" and "),
        what = isOwn && request.faces ? "your dice to be confirmed" : request.what;
      found.push(
        el(
          "div",
          {class: "request"},
          el("p", {}, `Waiting for ${asked} to answer: ${who} asked for ${what}${undone(request)}.`),
          isOwn &&
            el(
              "div",
              {class: "row"},
              button("Withdraw", () => this.send({kind: "decline"})),
            ),
        ),
      );
    }
    const {standIn} = this;
    if (news.state === "running" && standIn)
      found.push(
        el(
          "div",
          {class: "request"},
          el("p", {}, `${standIn[0].toUpperCase()}${standIn.slice(1)} plays for you.`),
          el(
            "div",
            {class: "row"},
            button("Return to your seat", () => this.send({kind: "return"}), "primary"),
          ),
        ),
      );
    const {roll} = news,
      {sides} = news.node;
    if (news.state === "running" && roll && sides && !request) {
      const there = gathered(roll, (seat) => this.named(seat));
      if (roll.yours.length) found.push(this.ownDice(news, roll, sides));
      if (there) found.push(there);
    }
    if (news.state === "waiting") found.push(this.header.invitations(el("div", {class: "invite"})));
    if (news.state === "over") found.push(after(this.info, news, (text) => this.panel.refuse(text)));
    return found;
  }

  /** The form for this seat's dice of a roll.
   * @param {PageNews} news
   * @param {AwaitedRoll} roll
   * @param {number} sides */
  ownDice({seat}, {dice: awaited, yours}, sides) {
    const term = this.info.seats.find(({name}) => name === seat)?.dice;
    return typedDice(
      {dice: yours.length, sides, of: yours.map((index) => awaited[index])},
      (faces) => this.send({kind: "faces", faces, number: this.number}),
      term === "either" ? () => this.send({kind: "roll", number: this.number}) : null,
    );
  }

  /** Change a roll, as a game master: take it back, and type other faces.
   * @param {NumberedStep} step */
  changeRoll({number, roll}) {
    if (!roll) return;
    const after = [...this.log.steps.keys()].filter((each) => each > number).length;
    const more = after
      ? ` The ${after === 1 ? "step" : `${after} steps`} after it ${after === 1 ? "is" : "are"} taken back.`
      : "";
    /** @type {HTMLDialogElement} */
    const dialog = el(
      "dialog",
      {class: "change-roll", "aria-label": "Change this roll"},
      el("p", {}, `It showed ${roll.dice.map(({face}) => face).join(" ")}.${more}`),
      typedDice({dice: roll.dice.length, sides: roll.sides}, (faces) => {
        dialog.close();
        this.send({kind: "change-roll", to: number, faces});
      }),
      el(
        "div",
        {class: "row"},
        button("Leave it", () => dialog.close()),
      ),
    );
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }

  /** Whether advice is wanted and allowed now. */
  get isAdvised() {
    return this.advised && this.info.advice !== "none" && this.isMine && this.latest?.node.kind === "decision";
  }

  /** Show the odds at once, then a first star, then a better one; nothing is asked for any more once one has chosen.
   * With a choice that was made up on the table, that is compared too. Looks at the others go on where they ended.
   * @param {string | null} [about] */
  async advise(about = null) {
    if (about && this.info.advice !== "full") return; // it has no odds of its own
    this.advising?.abort();
    this.advising = new AbortController();
    const {number} = this,
      {signal} = this.advising,
      full = this.info.advice === "full";
    let rollouts = 0;
    try {
      for (const look of this.isAdvised ? this.looksLeft(about) : []) {
        const data = await this.remote.advice(look, {star: this.panel.star, about, signal});
        if (signal.aborted || data.number !== number || this.number !== number || !this.isAdvised) return;
        const isLess = data.shortened && data.rollouts < rollouts; // it was ended early, and knows less than before
        if (!isLess) this.panel.advise(data, full);
        rollouts = data.rollouts;
        const isDone = look !== "odds" && !data.rollouts; // solved, or not to be known
        if (!about) this.advisedTo = {number, look: isDone ? "deep" : look};
        if (isDone) return;
      }
    } catch {
      /* the choices stand without advice */
    }
  }

  /** The looks that are still to be taken: at all choices, or at one that was made up on the table.
   * @param {string | null} about
   * @returns {Look[]} */
  looksLeft(about) {
    if (this.info.advice !== "full") return ["odds"];
    const {number, look} = this.advisedTo;
    return LOOKS.slice(about ? 1 : number === this.number ? LOOKS.indexOf(look) + 1 : 0);
  }

  /** @param {boolean} isWanted */
  setAdvice(isWanted) {
    this.advised = isWanted;
    kept.set("advice", isWanted);
    this.advisedTo = NOT_YET;
    if (isWanted) this.advise();
    else this.panel.unadvise();
  }

  // What is done

  /** Make a choice. It counts for the position that it was offered in, and for no later one.
   * @param {Choice & {isForced?: boolean}} wanted */
  async choose({choice, number, next = null, isForced = false}) {
    if (this.isBusy) return;
    this.intended = next;
    const isDone = await this.send({kind: "choose", choice, number}, isForced);
    if (!isDone && this.intended === next) this.intended = null;
  }

  /** Whether a choice in this position is sent already, or its steps are still shown. */
  get isBusy() {
    return this.panel.isWaiting || this.sent?.number === this.number;
  }

  /** Send a command; return whether it was carried out. While another is not yet answered, nothing is sent but a choice
   * in a later position, whose news were faster than the answer: it follows the answer.
   * @param {SocketCommand} command
   * @param {boolean} [mayBeLate] whether nothing is said where the match has moved on already */
  async send(command, mayBeLate = false) {
    if (this.sent && (command.kind !== "choose" || this.isBusy)) return false;
    if (this.panel.isWaiting && command.kind === "say") return false;
    const answer = this.carryOut(command, mayBeLate, this.sent?.answer);
    const sent = {number: this.number, answer};
    this.sent = sent;
    document.body.classList.add("sending");
    const isDone = await answer;
    if (this.sent === sent) {
      this.sent = null;
      document.body.classList.remove("sending");
      if (!this.panel.isWaiting) this.panel.sending(null);
    }
    return isDone;
  }

  /** Carry a command out, after the answer to the one before.
   * @param {SocketCommand} command
   * @param {boolean} mayBeLate
   * @param {Promise<unknown>} [before] */
  async carryOut(command, mayBeLate, before) {
    this.advising?.abort();
    this.panel.refuse("");
    this.panel.wait(true);
    this.panel.sending(command.kind === "choose" ? command.choice : null);
    await before;
    this.panel.wait(true);
    try {
      const done = await this.remote.command(command);
      if (done.number <= this.number) this.panel.wait(false); // the news came before the answer
      return true;
    } catch (error) {
      this.panel.wait(false);
      if (mayBeLate && error instanceof Refused && error.status === 409) return false;
      this.panel.refuse(sentenceOf(error), error instanceof Refused ? error.clause : "");
      say(sentenceOf(error));
      return false;
    }
  }

  /** @param {HTMLInputElement} input */
  typedForm(input) {
    const said = el("p", {class: "soft", "aria-live": "polite"});
    const read = async () => {
      if (!input.value.trim()) return said.replaceChildren();
      try {
        const parsed = await this.remote.get(`/parse?text=${encodeURIComponent(input.value)}`);
        return said.replaceChildren(
          parsed.refused ? parsed.refused.error : [parsed.sentence, parsed.described].filter(Boolean).join(". "),
        );
      } catch (error) {
        return said.replaceChildren(sentenceOf(error));
      }
    };
    input.addEventListener("input", () => {
      clearTimeout(this.reading);
      this.reading = setTimeout(read, 200);
    });
    return el(
      "form",
      {
        class: "typed",
        hidden: true,
        onsubmit: async (event) => {
          event.preventDefault();
          if (!input.value.trim()) return;
          clearTimeout(this.reading);
          if (await this.send({kind: "say", text: input.value, number: this.number})) input.value = "";
          said.replaceChildren();
        },
      },
      el("label", {for: "typed", class: "unseen"}, "Or type a move"),
      input,
      el("button", {}, "Send"),
      said,
    );
  }
}

/** What an undo would take back: the first step, and how many follow it.
 * @param {Request} request */
function undone({step, steps}) {
  if (!step) return "";
  const more = steps - 1;
  return `: “${step}”${more ? ` and the ${more === 1 ? "step" : `${more} steps`} after it` : ""}`;
}

/**
 * @param {string} text
 * @param {() => unknown} act
 */
function button(text, act, kind = "") {
  return el("button", {type: "button", class: kind, onclick: act}, text);
}
