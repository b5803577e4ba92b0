// A rulebook in short: what one looks up during a battle, on one page to print.

import {get, ready} from "./api.js";
import {grid} from "./blocks.js";
import {el} from "./dom.js";
import {page} from "./nav.js";
import {loadPaper, onPaper} from "./paper.js";
import {cited} from "./rules.js";

/** @import {RulesSummary} from "interface" */

/** The sizes of text that are tried on paper, in points: the largest that leaves it on one page is taken. */
const LARGEST = 10.5;
const SMALLEST = 6.5;
const STEP = 0.25;
const COLUMNS = ["2", "3"];

/** @param {Element} app
 * @param {string} system */
export async function show(app, system) {
  const query = new URLSearchParams(location.search),
    match = query.get("match"),
    edition = query.get("edition") ?? "";
  const [summary, book] = await ready(() =>
    Promise.all([
      match
        ? get(`/api/matches/${match}/rules`)
        : get(`/api/rules/${system}/summary?edition=${encodeURIComponent(edition)}`),
      get(`/api/rules/${system}`),
    ]),
  );
  const heading = `${summary.title}: rules in short`,
    main = await page(app, "/rules", heading, "/static/summary.css");
  await loadPaper();
  const sheet = el("article", {class: "in-short", "aria-label": heading}, sections(summary, match));
  main.append(
    el(
      "div",
      {class: "no-print"},
      el(
        "div",
        {class: "row"},
        el("button", {type: "button", class: "primary", onclick: () => window.print()}, "Print"),
        !match &&
          Object.entries(book.editions).map(([letters, name]) =>
            el(
              "a",
              {
                class: "button",
                href: `/rules/${system}/summary?edition=${letters}`,
                "aria-current": letters === summary.edition && "page",
              },
              name,
            ),
          ),
        el("a", {class: "button", href: `/rules/${system}`}, "All rules"),
        match && el("a", {class: "button", href: `/match/${match}`}, "Back to the match"),
      ),
    ),
    el("h1", {}, heading),
    sheet,
  );
  onPaper(() => fit(sheet));
}

/** The sections of a summary; the first says what is in force.
 * @param {RulesSummary} summary
 * @param {string | null} match */
function sections({system, blocks}, match) {
  /** @type {RulesSummary["blocks"][]} */
  const parts = [];
  for (const block of blocks)
    if (block.block === "line" && block.heading) parts.push([block]);
    else parts.at(-1)?.push(block);
  return parts.map(([head, ...rest], index) =>
    el(
      "section",
      {class: index ? null : "in-force"},
      head.block === "line" && el("h2", {}, index || !match ? head.text : `${head.text} in this match`),
      rest.map((block) => {
        if (block.block === "grid") return grid(system, block);
        return block.block === "line" && el("p", {}, cited(system, block.text));
      }),
    ),
  );
}

/** Choose the size of the text on paper, and in how many columns it stands.
 * @param {HTMLElement} sheet */
function fit(sheet) {
  const {style} = document.documentElement,
    wide = [sheet, ...sheet.querySelectorAll(".scroll")];
  for (let size = LARGEST; size >= SMALLEST; size -= STEP)
    for (const columns of COLUMNS) {
      style.setProperty("--size", `${size}pt`);
      style.setProperty("--columns", columns);
      if (wide.every((each) => each.scrollWidth <= each.clientWidth)) return;
    }
}
