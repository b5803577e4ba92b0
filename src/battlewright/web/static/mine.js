// My things: what this browser keeps of one's own, and everything shipped, to be copied and changed.

import {get, ready as whenUp} from "./api.js";
import {workOut} from "./builder.js";
import {readOwn} from "./chooser.js";
import {el, say} from "./dom.js";
import {download, eachFile, takeDrops} from "./files.js";
import {page} from "./nav.js";
import {capital, fileWord, one, sentenceOf, singular, title, when} from "./text.js";
import {adopt, dropThing, keepThing, newId, thing, things, whenTaken} from "./things.js";

/** @import {SystemInfo} from "interface" */
/** @import {OwnFile, Thing} from "./things.js" */

/** Show the page.
 * @param {Element} app */
export async function show(app) {
  const {systems, library} = await whenUp(() => get("/api/systems"));
  adopt(systems);
  const main = await page(app, "/mine", "My things", "/static/mine.css");
  const mine = new Mine(main, systems, library ? await import("./library_panel.js") : null);
  mine.draw();
  await mine.receive();
  addEventListener("hashchange", () => mine.receive());
}

class Mine {
  /** What a link has brought. */
  gate = el("div", {class: "gate"});
  /** What was deleted here.
   * @type {Thing[]} */
  deleted = [];
  /** What is shown, as a text. */
  shown = "";
  refusal = el("p", {class: "refusal", role: "alert", hidden: true});

  /**
   * @param {HTMLElement} main
   * @param {SystemInfo[]} systems
   * @param {typeof import("./library_panel.js") | null} library
   */
  constructor(main, systems, library) {
    this.main = main;
    this.systems = systems;
    this.library = library;
    whenTaken(() => this.shown !== library?.signature() && this.draw());
    takeDrops(document.body, (files) => this.read(files), main);
  }

  draw() {
    this.shown = this.library?.signature() ?? "";
    this.deleted = this.deleted.filter(({id}) => !thing(id));
    const own = [...things(), ...this.deleted].sort((one, other) => other.changed - one.changed),
      input = el("input", {
        type: "file",
        accept: ".toml,.json,.txt",
        multiple: true,
        hidden: true,
        "aria-label": "Files of yours",
        onchange: ({currentTarget}) => this.read([...(currentTarget.files ?? [])]),
      });
    this.main.replaceChildren(
      el("h1", {}, "My things"),
      this.gate,
      el(
        "p",
        {class: "lead-in"},
        "Rosters, tables, sheets and everything else that you make or bring",
        this.library ? ". " : ", kept in this browser. ",
        "Drop files anywhere on this page: what they are is found in them.",
      ),
      el(
        "div",
        {class: "row tools"},
        el("button", {type: "button", class: "primary", onclick: () => input.click()}, "Open files …"),
        input,
        this.maker(),
      ),
      this.refusal,
      own.length
        ? el(
            "ul",
            {class: "things"},
            own.map((each) => (this.deleted.includes(each) ? this.deletedRow(each) : this.row(each))),
          )
        : el("p", {class: "soft"}, "Nothing yet. Make something, open a file, or copy what ships."),
      this.library?.keeping(this) ?? "",
      el(
        "section",
        {class: "shipped", "aria-labelledby": "shipped"},
        el("h2", {id: "shipped"}, "Shipped"),
        this.shipped(),
      ),
    );
  }

  /** Show what the link that was opened brings. */
  async receive() {
    if (!this.library && /^#(library|copy)=/.test(location.hash))
      return this.complain(new Error("This server keeps no libraries, so this link brings nothing."));
    try {
      const arrived = await this.library?.arrived(this.systems, this);
      if (arrived) this.gate.replaceChildren(arrived);
    } catch (error) {
      this.complain(error);
    }
  }

  /** A list of what can be made. */
  maker() {
    const pick = el(
      "select",
      {
        "aria-label": "Make something new",
        onchange: ({currentTarget: {value}}) => value && location.assign(`/build?${value}&new`),
      },
      el("option", {value: ""}, "Make something new …"),
      this.systems.map(({name, title: book, shelves}) =>
        el(
          "optgroup",
          {label: book},
          Object.keys(shelves).map((kind) => el("option", {value: `system=${name}&kind=${kind}`}, capital(one(kind)))),
        ),
      ),
    );
    return pick;
  }

  /** @param {Thing} own */
  row(own) {
    const {id, system, kind, name, changed} = own,
      known = this.systems.find((each) => each.name === system),
      what = `system=${system}&kind=${kind}&mine=${id}`;
    /** @type {(text: string, act: () => unknown, kind?: string) => HTMLElement} */
    const button = (text, act, look) =>
      el("button", {type: "button", class: look, "aria-label": `${text}: ${name}`, onclick: act}, text);
    return el(
      "li",
      {class: "sheet thing"},
      el(
        "div",
        {},
        el("a", {class: "big", href: `/build?${what}`}, name || "(no name)"),
        el(
          "p",
          {class: "soft"},
          `${capital(singular(kind))} · ${known?.title ?? system} · ${when(changed)}`,
          this.library?.remarks(own),
        ),
      ),
      el(
        "div",
        {class: "row"},
        this.isPlayed(known, kind) && el("a", {class: "button", href: `/#play=${id}`}, "Play"),
        el("a", {class: "button", href: `/build?${what}`}, "Change"),
        kind in (known?.pages?.cards ?? {}) && el("a", {class: "button", href: `/cards?${what}`}, "Cards"),
        button("Copy", () => this.copy(system, kind, {...own.file, name: `${name} again`})),
        button("Download", () => this.download(own)),
        this.library?.friendButton(this, own),
        button("Delete", () => this.remove(own), "danger"),
      ),
    );
  }

  /** The row of a deleted thing, which gives it back. It stays in its place: a second press deletes nothing else.
   * @param {Thing} own */
  deletedRow(own) {
    const back = () => {
      keepThing(own);
      this.draw();
    };
    return el(
      "li",
      {class: "sheet deleted"},
      el(
        "div",
        {class: "row"},
        el("span", {class: "soft"}, `${own.name || "(no name)"} is deleted.`),
        el("button", {type: "button", "aria-label": `Take back: ${own.name}`, onclick: back}, "Take it back"),
      ),
    );
  }

  /** @param {Thing} own */
  remove(own) {
    dropThing(own.id);
    this.deleted.push(own);
    this.draw();
    say(`${own.name} is deleted.`);
  }

  /** Whether the form of a new battle takes a kind of files.
   * @param {SystemInfo | undefined} system
   * @param {string} kind */
  isPlayed(system, kind) {
    const names = system?.options.map((each) => each.name) ?? [];
    return names.some((name) => [kind, singular(kind)].includes(name)) || kind in (system?.pages?.gathered ?? {});
  }

  shipped() {
    return this.systems.map(({name: system, title: book, shelves}) =>
      el(
        "details",
        {},
        el("summary", {}, book),
        Object.entries(shelves).map(([kind, names]) =>
          el(
            "p",
            {},
            el("b", {}, `${capital(kind)}: `),
            names.map((name, index) => [
              index > 0 && " · ",
              el("a", {href: `/build?system=${system}&kind=${kind}&shipped=${name}`}, title(name)),
            ]),
          ),
        ),
      ),
    );
  }

  /** @param {File[]} files */
  async read(files) {
    this.refusal.hidden = true;
    const wrong = await eachFile(files, async (file) => say(`${(await readOwn(file)).name} is kept.`));
    if (wrong) this.complain(wrong);
    this.draw();
  }

  /**
   * @param {string} system
   * @param {string} kind
   * @param {OwnFile} file
   */
  copy(system, kind, file) {
    keepThing({id: newId(), system, kind, file});
    this.draw();
  }

  /** @param {Thing} own */
  async download({system, kind, name, file}) {
    const word = fileWord(name, singular(kind));
    try {
      download(`${word}.toml`, (await workOut(system, kind, {name: `${word}.toml`, file})).toml);
    } catch (error) {
      download(`${word}.json`, `${JSON.stringify(file, null, 2)}\n`);
      this.complain(error);
    }
  }

  /** @param {unknown} error */
  complain(error) {
    this.refusal.hidden = false;
    this.refusal.textContent = sentenceOf(error);
  }
}
