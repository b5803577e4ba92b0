// A form that begins a new file with a template of its kind.

import {get} from "./api.js";
import {el} from "./dom.js";
import {title} from "./text.js";

/** @import {SystemInfo} from "interface" */

/** What begins with a template: a builder.
 * @typedef {{system: SystemInfo, kind: string, word: string, begun(found: any): void, complain(error: unknown): void}
 *   } Begun */

/** The form, where there are templates.
 * @param {Begun} builder */
export function templateForm(builder) {
  const {system, kind, word} = builder,
    offered = system.templates[kind];
  if (!offered) return null;
  const about = el("span", {class: "soft", "aria-live": "polite"}, offered[0].about);
  const name = el(
    "select",
    {
      "aria-label": `Template of the new ${word}`,
      onchange: ({currentTarget}) => {
        const chosen = offered.find((each) => each.name === currentTarget.value) ?? offered[0];
        about.textContent = chosen.about;
        level.max = String(chosen.levels);
      },
    },
    offered.map((each) => el("option", {value: each.name}, title(each.name))),
  );
  const level = el("input", {
    type: "number",
    min: 1,
    max: offered[0].levels,
    value: 1,
    inputmode: "numeric",
    "aria-label": `Level of the new ${word}`,
  });
  return el(
    "form",
    {
      class: "row tools template",
      onsubmit: async (event) => {
        event.preventDefault();
        try {
          const path = /** @type {const} */ (`/api/systems/${system.name}/${kind}/templates/${name.value}`);
          builder.begun(await get(`${path}?level=${level.value || 1}`));
        } catch (error) {
          builder.complain(error);
        }
      },
    },
    el("span", {}, "Or begin with a"),
    name,
    el("label", {class: "row"}, "of level", level),
    el("button", {}, "Begin"),
    about,
  );
}
