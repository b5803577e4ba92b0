// Tables of reports.

import {el} from "./dom.js";
import {cited} from "./rules.js";

/** @import {GridBlock} from "interface" */

/** A table of a report.
 * @param {string} system
 * @param {GridBlock} block */
export function grid(system, {headings, rows, left, best, title: name, caption}) {
  /** @param {number} index */
  const place = (index) => (left.includes(index) ? "left" : null);
  const has = headings.some(Boolean);
  return el(
    "div",
    {class: "scroll", tabindex: 0, role: "group", "aria-label": name || "Table"},
    el(
      "table",
      {class: "numbers"},
      name && el("caption", {}, name),
      has &&
        el(
          "thead",
          {},
          el(
            "tr",
            {},
            headings.map((each, index) =>
              el(each ? "th" : "td", {class: place(index), scope: each ? "col" : null}, each),
            ),
          ),
        ),
      el(
        "tbody",
        {},
        rows.map((row, at) =>
          el(
            "tr",
            {class: best.includes(at) ? "best" : null},
            row.map((cell, index) => el("td", {class: place(index)}, cell)),
          ),
        ),
      ),
    ),
    caption && el("p", {class: "note-odds"}, cited(system, caption)),
  );
}
