// A panel for any rulebook: the state of the table, the question, the choices, and what has happened.

const $ = (id) => document.getElementById(id);

async function ask(method, path, data) {
  const answer = await fetch(path, {
    method,
    headers: data ? {"content-type": "application/json"} : {},
    body: data ? JSON.stringify(data) : undefined,
  });
  const body = await answer.json();
  if (!answer.ok) throw new Error(body.error);
  return body;
}

function make(name, text, more = {}) {
  return Object.assign(document.createElement(name), {textContent: text ?? "", ...more});
}

async function showSystems() {
  $("begin").hidden = false;
  const found = await ask("GET", "/api/systems");
  for (const system of found.systems) {
    const button = make("button", system.title, {type: "button"});
    button.addEventListener("click", () => begin(system.name));
    $("systems").append(button, " ");
  }
}

async function begin(system) {
  const made = await ask("POST", "/api/matches", {system, value: crypto.randomUUID()});
  location.assign(`/match/${made.match}`);
}

class Panel {
  constructor(id) {
    this.id = id;
    this.number = 0;
    this.told = new Map();
    $("match").hidden = false;
    $("replay").href = `/api/matches/${id}/replay`;
    $("undo").addEventListener("click", () => this.send({kind: "undo"}));
    $("resign").addEventListener("click", () => this.send({kind: "resign"}));
    $("typed").addEventListener("submit", (event) => {
      event.preventDefault();
      this.send({kind: "say", text: $("text").value, number: this.number});
      $("text").value = "";
    });
    this.connect();
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const path = `/api/matches/${this.id}/socket?since=${this.number}&parts=told,status,offers`;
    this.socket = new WebSocket(`${scheme}://${location.host}${path}`);
    this.socket.addEventListener("open", () => { $("connection").textContent = ""; });
    this.socket.addEventListener("message", (event) => this.take(JSON.parse(event.data)));
    this.socket.addEventListener("close", () => {
      $("connection").textContent = "The connection is lost; it comes back by itself.";
      setTimeout(() => this.connect(), 1000);
    });
  }

  send(command) {
    $("refusal").textContent = "";
    this.socket.send(JSON.stringify({...command, key: crypto.randomUUID()}));
  }

  take(message) {
    if (message.kind === "refused") $("refusal").textContent = message.error;
    if (message.kind === "news") this.show(message);
  }

  show(news) {
    this.number = news.number;
    for (const entry of news.news) {
      if (entry.kind === "undo") {
        for (const number of [...this.told.keys()]) if (number >= entry.to) this.told.delete(number);
      }
    }
    for (const told of news.told) this.told.set(told.number, told);
    $("title").textContent = news.result ?? `You are ${news.seat}`;
    const mine = news.to_act.includes(news.seat);
    $("question").textContent = news.result ?? (mine ? news.node.question : `${news.to_act.join(", ")}: ${news.node.question}`);
    $("choices").replaceChildren(...news.offers.map((each) => {
      const item = make("li"), button = make("button", each.words, {type: "button"});
      button.addEventListener("click", () => this.send({kind: "choose", choice: each.choice, number: this.number}));
      item.append(button);
      return item;
    }));
    $("status").replaceChildren(row("th", news.status.headings), ...news.status.rows.map((each) => row("td", each)));
    const steps = [...this.told.values()].sort((one, other) => other.number - one.number);
    $("log").replaceChildren(...steps.map(line));
  }
}

function row(cell, texts) {
  const made = make("tr");
  made.append(...texts.map((text) => make(cell, text)));
  return made;
}

function line(told) {
  const item = make("li", told.words || (told.faces ? `Dice: ${told.faces.join(" ")}` : ""));
  for (const sentence of told.told) {
    const clause = make("span", ` ${sentence.clause}`, {className: "clause"});
    const text = make("div", sentence.text);
    text.append(clause);
    item.append(text);
  }
  return item;
}

const match = location.pathname.match(/^\/match\/([\w-]{22})$/);
if (match) new Panel(match[1]);
else showSystems();
