// The form of a builder that begins a battle with the file that is open.

import {begin} from "./api.js";
import {addOwn, fileSelect, OWN, readOwn, withOwn} from "./chooser.js";
import {el} from "./dom.js";
import {levelChoices, namedLevel} from "./levels.js";
import {sentenceOf} from "./text.js";

/** @import {NewMatch, SystemInfo} from "interface" */
/** @import {Choice} from "./chooser.js" */
/** @import {Child} from "./dom.js" */
/** @import {OwnFile} from "./things.js" */

/** A choice among files: its name in the form, and what it is one of.
 * @typedef {{name: string, label: string, kind: string, first?: Choice[], chosen?: string}} FileChoice */

/** What a battle is asked for, by what was chosen and the name of the file that is open.
 * @typedef {(chosen: Record<string, string>, mine: string) => {names: string[], options?: Record<string, any>}
 *   } Asked */

/** Who plays at which seat, by what was chosen.
 * @typedef {(chosen: Record<string, string>, opponent: string) => Partial<NewMatch>} Seating */

/** The name that the open file is sent by. */
const MINE = "mine.json";

/** @type {Seating} */
const againstOne = (_, opponent) => ({players: {a: "person", b: opponent}});

/** A form to play the file that a builder has open.
 * @param {SystemInfo} system
 * @param {{label: string, file: () => OwnFile, choices: FileChoice[], asked: Asked, changed: () => unknown,
 *   more?: Child, seating?: Seating}} how more: fields of the builder's own */
export function playForm(system, {label, file, choices, asked, changed, more, seating = againstOne}) {
  const go = el("button", {class: "primary"}, label),
    refusal = el("p", {class: "refusal", role: "alert", hidden: true});
  /** @param {unknown} error */
  const complain = (error) => {
    refusal.hidden = false;
    refusal.textContent = sentenceOf(error);
  };
  /** @type {(files: File[], select: HTMLSelectElement) => Promise<void>} */
  const read = async ([chosen], select) => {
    try {
      const own = await readOwn(chosen);
      if (own.kind !== select.dataset.kind)
        throw new Error(`${own.name} is of ${own.kind}, not ${select.dataset.kind}.`);
      addOwn(select, own);
      select.value = OWN + own.id;
      refusal.hidden = true;
      changed();
    } catch (error) {
      complain(error);
    }
  };
  const opponents = [...levelChoices(system), {value: "friend", text: "A friend, by an invitation link"}];
  const node = el(
    "form",
    {
      class: "new play",
      onchange: ({target}) => target instanceof HTMLSelectElement && target.name !== "opponent" && changed(),
      onsubmit: async (event) => {
        event.preventDefault();
        go.disabled = true;
        const {opponent, ...chosen} = selected();
        try {
          const seats = seating(chosen, opponent === "friend" ? "person" : opponent);
          const made = await begin({system: system.name, ...setup(), ...seats});
          location.assign(`/match/${made.match}`);
        } catch (error) {
          complain(error);
          go.disabled = false;
        }
      },
    },
    choices.map(({name, label: text, kind, first, chosen}) =>
      el("label", {}, el("span", {}, text), fileSelect(system, kind, {name, first, chosen, read})),
    ),
    more,
    el(
      "label",
      {},
      el("span", {}, "Played by"),
      el(
        "select",
        {name: "opponent"},
        opponents.map(({value, text}) => el("option", {value, selected: value === namedLevel(system)}, text)),
      ),
    ),
    go,
    refusal,
  );
  /** What is chosen in the form.
   * @returns {Record<string, string>} */
  const selected = () => Object.fromEntries([...new FormData(node)].map(([name, value]) => [name, String(value)]));
  /** What a battle is asked for: names, options, and the files that they name. */
  function setup() {
    /** @type {Record<string, string>} */
    const files = {[MINE]: JSON.stringify(file())},
      {names, options = {}} = asked(selected(), MINE);
    for (const [name, value] of Object.entries(options))
      if (typeof value === "string") [options[name]] = withOwn([value], files);
    return {names: withOwn(names, files), options, files};
  }
  return {node, go, setup};
}
