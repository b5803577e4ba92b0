// Talking to the server: questions over HTTP, news over a WebSocket that comes back by itself.

import {el, pause, remember} from "./dom.js";

/** What the server refuses, in its own sentence. */
export class Refused extends Error {
  constructor(data, status) {
    super(data.sentence ?? data.error ?? "The server refuses.");
    Object.assign(this, {
      status,
      clause: data.clause ?? "",
      faults: data.faults ?? [],
      moreFaults: data.more_faults ?? 0,
    });
  }
}

/** No server answered. */
export class Lost extends Error {}

/** Send a request; where no server answers, say so. */
export async function send(path, options) {
  try {
    return await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Lost("The server does not answer. Try again in a moment.");
  }
}

export async function ask(method, path, data) {
  const answer = await send(path, {
    method,
    headers: data ? {"content-type": "application/json"} : {},
    body: data ? JSON.stringify(data) : undefined,
  });
  const body = await answer.json();
  if (!answer.ok) throw new Refused(body, answer.status);
  return body;
}

export const get = (path) => ask("GET", path);
const token = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((each) => each.toString(16).padStart(2, "0")).join("");

/** Ask, and wait for a server that is still warming up. */
export async function ready(question) {
  for (;;) {
    try {
      return await question();
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 503) throw error;
      const notice = el("p", {class: "notice"}, "The server is warming up; this takes some seconds.");
      document.getElementById("app").replaceChildren(notice);
      await pause(1000);
    }
  }
}

/** Begin a match: first the server's commitment to its dice, then our own random value. */
export async function begin(wanted, path = "/api/matches") {
  const {commitment} = await ask("POST", "/api/commitments");
  const value = token();
  const made = await ask("POST", path, {...wanted, commitment, value});
  remember(made.match, {seat: made.seat, value, commitment, invitations: made.invitations, at: Date.now()});
  return made;
}

/** Take the seat of an invitation. */
export async function takeSeat(id, seat, invitation, name, commitment) {
  const value = token();
  const made = await ask("POST", `/api/matches/${id}/seats/${encodeURIComponent(seat)}`, {invitation, name, value});
  remember(id, {seat, value, commitment, at: Date.now()});
  return made;
}

/** A match on the server: its news, and what one may ask and do. */
export class Remote {
  constructor(id, parts, listener) {
    this.path = `/api/matches/${id}`;
    this.parts = parts;
    this.listener = listener;
    this.number = 0;
    this.tries = 0;
  }

  get(what) {
    return get(`${this.path}${what}`);
  }

  guide(name, query = {}) {
    return this.get(`/guide/${name}?${new URLSearchParams(query)}`).then((answer) => answer[name]);
  }

  /** Do something. If the answer is lost, it is sent again with the same key, and counts once. */
  async command(command) {
    const data = {...command, key: token()};
    for (let tries = 0; ; tries += 1) {
      try {
        return await ask("POST", `${this.path}/commands`, data);
      } catch (error) {
        if (error instanceof Refused && error.status !== 503) throw error;
        if (tries > 60) throw error;
        await pause(Math.min(250 * 1.5 ** tries, 1500));
      }
    }
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const query = `since=${this.number}&parts=${this.parts}`;
    const socket = new WebSocket(`${scheme}://${location.host}${this.path}/socket?${query}`);
    this.socket = socket;
    let refused = null;
    socket.addEventListener("message", (event) => {
      const message = JSON.parse(event.data);
      if (message.kind === "refused") refused = message;
      if (message.kind !== "news" || message.since !== this.number) return;
      this.tries = 0;
      this.number = message.number;
      this.listener.connected(true);
      this.listener.news(message);
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

/** Load the page anew if the server has other pages than this one. */
export async function checkEdition() {
  const own = document.querySelector("meta[name=pages]").content;
  const {pages} = await get("/healthz").catch(() => ({}));
  if (!pages || pages === own || sessionStorage.getItem("reloaded") === pages) return;
  sessionStorage.setItem("reloaded", pages);
  location.reload();
}
