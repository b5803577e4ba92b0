// The client of the server: requests, and news over a WebSocket that reconnects.

/** @import {Answer, Guided, Guides, Sent} from "answers" */
/** @import {Advised, DoneMessage, NewMatch, NextBattle, PeopleMessage, Problem, RefusedMessage} from "interface" */
/** @import {Rematch, TakeSeat, WhatIf} from "interface" */
/** @import {PageNews} from "./match.js" */

/** @typedef {Advised["look"]} Look */

import {byId, el, pause, remember} from "./dom.js";

/** An error that the server reports, with its message. */
export class Refused extends Error {
  /**
   * @param {Partial<Problem>} data
   * @param {number} status
   */
  constructor(data, status) {
    super(data.sentence ?? data.error ?? "The server refused the request.");
    this.status = status;
    this.clause = data.clause ?? "";
    this.faults = data.faults ?? [];
    this.moreFaults = data.more_faults ?? 0;
  }
}

/** No server answered. */
export class Lost extends Error {}

/** Send a request; where no server answers, say so.
 * @param {string} path
 * @param {RequestInit} options */
export async function send(path, options) {
  try {
    return await fetch(path, options);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Lost("The server does not answer. Try again in a moment.");
  }
}

/** Send a request and return the answer; throw `Refused` on an error.
 * @template {"GET" | "POST" | "PUT" | "DELETE"} Method
 * @template {string} Path
 * @param {Method} method
 * @param {Path} path
 * @param {Sent<Path, Method>} [data]
 * @param {AbortSignal} [signal] ends the request
 * @param {Record<string, string>} [headers]
 * @returns {Promise<Answer<Path, Method>>} */
export async function ask(method, path, data, signal, headers) {
  const answer = await send(path, {
    method,
    signal,
    headers: {...headers, ...(data && {"content-type": "application/json"})},
    body: data ? JSON.stringify(data) : undefined,
  });
  const body = await answer.json();
  if (!answer.ok) throw new Refused(body, answer.status);
  return body;
}

/**
 * @template {string} Path
 * @param {Path} path
 */
export const get = (path) => ask("GET", path);
/** A random text that nobody guesses. */
export const token = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((each) => each.toString(16).padStart(2, "0")).join("");

/** Ask, and wait for a server that still prepares what it needs.
 * @template Answered
 * @param {() => Promise<Answered>} question
 * @returns {Promise<Answered>} */
export async function ready(question) {
  for (;;) {
    try {
      return await question();
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 503) throw error;
      if (!byId("app").querySelector(".preparing")) {
        const {preparingBar} = await import("./preparing.js");
        byId("app").replaceChildren(el("div", {class: "notice"}, el("p", {}, error.message), preparingBar()));
      }
      await pause(1000);
    }
  }
}

/** Begin a match: first the server's commitment to its dice, then our own random value.
 * @param {NewMatch | NextBattle | Rematch | WhatIf} wanted
 * @param {"/api/matches" | `/api/matches/${string}/${"rematch" | "next" | "what-if"}`} path */
export async function begin(wanted, path = "/api/matches") {
  const {commitment} = await ask("POST", "/api/commitments");
  const value = token();
  const made = await ask("POST", path, {...wanted, commitment, value});
  remember(made.match, {seat: made.seat, value, commitment, invitations: made.invitations, at: Date.now()});
  return made;
}

/** Take the seat of an invitation.
 * @param {string} id
 * @param {string} seat
 * @param {string} invitation
 * @param {Pick<TakeSeat, "name" | "names" | "files">} who with what the seat brings
 * @param {string} [commitment] what the server has promised of its dice */
export async function takeSeat(id, seat, invitation, who, commitment) {
  const value = token();
  const made = await ask("POST", `/api/matches/${id}/seats/${encodeURIComponent(seat)}`, {invitation, value, ...who});
  remember(id, {seat, value, commitment, at: Date.now()});
  return made;
}

/** A match on the server: its news, requests and commands. */
export class Remote {
  /**
   * @param {string} id
   * @param {string} parts what news should have, with commas between
   * @param {Listener} listener
   */
  constructor(id, parts, listener) {
    /** @type {`/api/matches/${string}`} */
    this.path = `/api/matches/${id}`;
    this.parts = parts;
    this.listener = listener;
    this.number = 0;
    /** The number of lines of chat that have come. */
    this.lines = 0;
    this.tries = 0;
    /** The seat that asks and acts, where this browser has several.
     * @type {string | null} */
    this.seat = null;
  }

  /** The address of something of the match, as this seat asks for it.
   * @template {string} What
   * @param {What} what */
  at(what) {
    const seat = this.seat === null ? "" : `${what.includes("?") ? "&" : "?"}as=${encodeURIComponent(this.seat)}`;
    return /** @type {`/api/matches/${string}${What}`} */ (`${this.path}${what}${seat}`);
  }

  /**
   * @template {string} What
   * @param {What} what
   * @param {AbortSignal} [signal]
   * @returns {Promise<Answer<`/api/matches/${string}${What}`>>}
   */
  get(what, signal) {
    return ask("GET", this.at(what), undefined, signal);
  }

  /** Advice about the choices, as far as a look goes.
   * @param {Look} look
   * @param {{star?: string | null, about?: string | null, signal?: AbortSignal}} more the choice that has the star,
   *   and one to ask about beside the offers
   * @returns {Promise<Advised>} */
  advice(look, {star, about, signal} = {}) {
    const query = new URLSearchParams({look, ...(star && {star}), ...(about && {about})});
    return this.get(`/advice?${query}`, signal);
  }

  /** What a guide of the system answers.
   * @template {keyof Guides} Name
   * @param {Name} name
   * @param {Guides[Name]["parameters"]["query"]} [query]
   * @returns {Promise<Guided<Name>>} */
  async guide(name, query) {
    const asked = Object.entries(query ?? {}).map(([key, value]) => [key, String(value)]);
    const answer = await this.get(`/guide/${name}?${new URLSearchParams(asked)}`);
    return /** @type {Record<Name, Guided<Name>>} */ (answer)[name];
  }

  /** Send a command. If the answer is lost, it is sent again with the same key, and counts once.
   * @param {Sent<`/api/matches/${string}/commands`>} command */
  async command(command) {
    const data = {...command, key: token()},
      address = this.at("/commands");
    for (let tries = 0; ; tries += 1) {
      try {
        return await ask("POST", address, data);
      } catch (error) {
        if (error instanceof Refused && error.status !== 503) throw error;
        if (tries > 60) throw error;
        await pause(Math.min(250 * 1.5 ** tries, 1500));
      }
    }
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const query = `since=${this.number}&parts=${this.parts}&people=${this.lines}`;
    const socket = new WebSocket(`${scheme}://${location.host}${this.path}/socket?${query}`);
    /** @type {PageNews?} */
    let page = null;
    /** @type {RefusedMessage | null} */
    let refused = null;
    socket.addEventListener("message", (event) => {
      /** @type {PageNews | DoneMessage | RefusedMessage | PeopleMessage} */
      const message = JSON.parse(event.data);
      if (message.kind === "refused") refused = message;
      if (message.kind === "people") {
        this.lines += message.chat.length;
        this.listener.people(message);
      }
      if (message.kind !== "news" || message.since !== (page ?? this).number) return;
      this.tries = 0;
      const news = page ? joined(page, message) : message;
      page = news.more ? news : null;
      if (page) return;
      this.number = news.number;
      this.listener.connected(true);
      this.listener.news(news);
    });
    socket.addEventListener("open", () => checkEdition());
    socket.addEventListener("close", () => {
      if (refused && refused.status < 500 && refused.status !== 429) return this.listener.failed(refused.error);
      this.listener.connected(false);
      this.tries += 1;
      return setTimeout(() => this.connect(), Math.min(300 * 1.4 ** this.tries, 2000));
    });
  }
}

/** @type {(page: PageNews, next: PageNews) => PageNews} */
export const joined = (page, next) => ({
  ...next,
  since: page.since,
  news: [...page.news, ...next.news],
  story: [...page.story, ...next.story].map(({places, cards, ...step}) => step),
});

/** The listener of a match on the server.
 * @typedef {object} Listener
 * @property {(isThere: boolean) => void} connected
 * @property {(news: PageNews) => void} news
 * @property {(message: PeopleMessage) => void} people
 * @property {(sentence: string) => void} failed */

/** Reload the page if it has changed. */
export async function checkEdition() {
  const own = document.querySelector("meta[name=pages]")?.getAttribute("content");
  const pages = await get("/healthz").then(
    (health) => health.pages,
    () => "",
  );
  if (!pages || pages === own || sessionStorage.getItem("reloaded") === pages) return;
  sessionStorage.setItem("reloaded", pages);
  location.reload();
}
