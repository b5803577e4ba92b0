// Uploads a replay: chosen, or dropped anywhere on the start page. The server checks it move by move.

import {ask} from "./api.js";
import {el, say} from "./dom.js";
import {sentenceOf} from "./text.js";

/** @param {Element} box */
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
  /** @param {File | undefined} file */
  const send = async (file) => {
    if (!file) return;
    const text = `Checking ${file.name} …`;
    tell(text, "soft");
    say(text);
    try {
      const made = await ask("POST", "/api/replays", {replay: await file.text()});
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
      send(input.files?.[0]);
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
  /** @param {boolean} is */
  const over = (is) => box.classList.toggle("dropping", is);
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    over(true);
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) over(false);
  });
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    over(false);
    send(event.dataTransfer?.files[0]);
  });
}
