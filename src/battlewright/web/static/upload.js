// Uploads a replay, chosen or dropped. The server checks it move by move.

import {ask} from "./api.js";
import {el, say} from "./dom.js";
import {textOf} from "./files.js";
import {sentenceOf} from "./text.js";

/** The largest replay that is sent, in bytes: what a server takes. */
const LARGEST = 4_000_000;

/** Show where a replay is uploaded, and return what sends one.
 * @param {Element} box */
export function showUpload(box) {
  const said = el("p", {role: "alert", hidden: true});
  /**
   * @param {string} text
   * @param {string} kind
   */
  const tell = (text, kind) => {
    said.hidden = false;
    said.className = kind;
    said.textContent = text;
  };
  /** @param {File} file */
  const send = async (file) => {
    const text = `Checking ${file.name} …`;
    tell(text, "soft");
    say(text);
    try {
      const made = await ask("POST", "/api/replays", {replay: await textOf(file, LARGEST)});
      location.assign(`/match/${made.match}/replay`);
    } catch (error) {
      tell(sentenceOf(error), "refusal");
    }
  };
  const input = el("input", {
    type: "file",
    hidden: true,
    "aria-label": "The file of a replay",
    onchange: () => {
      if (input.files?.[0]) send(input.files[0]);
      input.value = "";
    },
  });
  box.replaceChildren(
    el("h2", {id: "upload-title"}, "Your own replay"),
    el(
      "p",
      {class: "soft"},
      "View a finished battle that was played elsewhere: drop its file on this page, or choose it.",
    ),
    el("div", {class: "row"}, input, el("button", {type: "button", onclick: () => input.click()}, "Open a replay …")),
    said,
  );
  return send;
}
