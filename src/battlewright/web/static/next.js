// The next battle with those who go on from one that is over: what it is, a rest before it, and their file to keep.

import {ask, begin, get} from "./api.js";
import {addOwn, fileSelect, optionsOf, readOwn, withOwn} from "./chooser.js";
import {el, kept, openDialog, say} from "./dom.js";
import {download} from "./files.js";
import {capital, fileWord, sentenceOf, singular} from "./text.js";
import {keepThing, newId} from "./things.js";

/** @import {GoingOn, MatchInfo, SystemInfo} from "interface" */

/** Open the dialog for the next battle of a match.
 * @param {MatchInfo} info */
export async function chooseNext(info) {
  const going = await ask("GET", `/api/matches/${info.match}/next`),
    {systems} = await get("/api/systems"),
    system = systems.find(({name}) => name === info.system);
  if (system) show(info, system, going);
}

/**
 * @param {MatchInfo} info
 * @param {SystemInfo} system
 * @param {GoingOn} going */
function show(info, system, going) {
  const {following, file, named, rests} = going,
    word = singular(going.kind),
    rest = system.options.find(({name}) => name === rests);
  const refusal = el("p", {class: "refusal", role: "alert", hidden: true}),
    go = el("button", {class: "primary"}, `Begin the ${named}`);
  /** @param {unknown} error */
  const complain = (error) => {
    refusal.hidden = false;
    refusal.textContent = sentenceOf(error);
  };
  const names = fileSelect(system, Object.keys(system.shelves).find((kind) => singular(kind) === named) ?? "", {
    name: "named",
    first: following ? [{value: "", text: `${following.title} (what follows)`}] : [],
    chosen: following ? "" : undefined,
    read: async ([chosen], select) => {
      try {
        const own = await readOwn(chosen);
        addOwn(select, own);
        select.value = `own:${own.id}`;
        told();
      } catch (error) {
        complain(error);
      }
    },
  });
  const resting = el("select", {name: "rest"}, optionsOf(rest?.choices ?? [], rest?.choices[0] ?? ""));
  const about = el("p", {class: "soft"});
  /** What follows in a file has the rest that stands there. */
  function told() {
    resting.disabled = names.value === "";
    about.textContent = names.value === "" ? (following?.about ?? "") : "";
    about.hidden = !about.textContent;
  }
  names.addEventListener("change", told);
  told();
  const keep = el(
    "button",
    {
      type: "button",
      onclick: () => {
        try {
          keepThing({id: newId(), system: system.name, kind: going.kind, file: {...file, name: String(file.name)}});
          keep.disabled = true;
          keep.textContent = "Kept in My things";
          say("Kept in My things");
        } catch (error) {
          complain(error);
        }
      },
    },
    `Keep the ${word} in My things`,
  );
  /** @type {HTMLDialogElement} */
  const dialog = el(
    "dialog",
    {class: "rule-card next-battle", "aria-labelledby": "next-battle"},
    el("h2", {id: "next-battle"}, `The next ${named} with this ${word}`),
    el("p", {class: "soft"}, `The ${word} goes on as it is, and the same people sit down again.`),
    el(
      "form",
      {
        class: "new",
        onsubmit: async (event) => {
          event.preventDefault();
          /** @type {Record<string, string>} */
          const files = {};
          go.disabled = true;
          try {
            const wanted = names.value
              ? {names: withOwn([names.value], files), options: rests ? {[rests]: resting.value} : {}, files}
              : {};
            const path = /** @type {const} */ (`/api/matches/${info.match}/next`);
            const made = await begin({...wanted, name: kept.get("name", "")}, path);
            location.assign(`/match/${made.match}`);
          } catch (error) {
            go.disabled = false;
            complain(error);
          }
        },
      },
      el("label", {}, el("span", {}, capital(named)), names),
      about,
      rest && el("label", {title: rest.help}, el("span", {}, "Rest before it"), resting),
      refusal,
      el("div", {class: "row"}, go, el("button", {type: "button", onclick: () => dialog.close()}, "Cancel")),
      el(
        "div",
        {class: "row"},
        keep,
        el(
          "button",
          {type: "button", onclick: () => download(`${fileWord(String(file.name), word)}.toml`, going.toml)},
          `Download the ${word}`,
        ),
      ),
    ),
  );
  openDialog(dialog);
}
