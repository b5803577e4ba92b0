// Rules that are compiled while the pages are already there: how far they are, and waiting for them.

import {get, Refused} from "./api.js";
import {el, pause} from "./dom.js";
import {title} from "./text.js";

/** @import {SystemPreparation} from "interface" */

const OFTEN = 500;
const SELDOM = 2000;

/** What is said of a rulebook on its way.
 * @param {SystemPreparation} each */
export function preparingText(each) {
  const name = title(each.system);
  if (each.state === "failed") return `${name} cannot be played here: ${each.error}`;
  if (!each.rules) return `Preparing ${name} …`;
  const left = each.seconds ? `, about ${each.seconds} s` : "";
  return `Preparing ${name}: ${each.done} of ${each.rules} rules${left}`;
}

/** The rulebook to tell of: the one that is being compiled, or else the next. None where nobody waits for one.
 * @param {SystemPreparation[]} systems */
export const current = (systems) =>
  systems.find((each) => each.state === "compiling") ?? systems.find((each) => each.state === "waiting");

/** A bar that tells of what is being compiled, and is gone when nothing is.
 * @param {() => unknown} [whenDone] called when one rulebook more can be played */
export function preparingBar(whenDone) {
  const text = el("span", {}),
    bar = el("progress", {"aria-label": "Rules that are compiled"});
  const box = el("p", {class: "preparing", hidden: true}, text, bar);
  const watch = async () => {
    for (let ready = -1; ; await pause(box.hidden ? SELDOM : OFTEN)) {
      const {systems} = await get("/api/preparation").catch(() => ({systems: null}));
      if (!systems) continue; // no answer: the next one may come
      const told = current(systems),
        failed = systems.filter((each) => each.state === "failed");
      const count = systems.filter((each) => each.state === "ready").length;
      if (ready >= 0 && count > ready) whenDone?.();
      ready = count;
      box.hidden = !told && !failed.length;
      text.textContent = [...failed, ...(told ? [told] : [])].map(preparingText).join(" ");
      bar.hidden = !told;
      if (told?.rules) {
        bar.max = told.rules;
        bar.value = told.done;
      } else bar.removeAttribute("value");
      if (systems.every((each) => each.state === "ready" || each.state === "failed")) return;
    }
  };
  watch();
  return box;
}

/** Do what needs the rules of a rulebook: at once, or as soon as they are compiled.
 * @template Done
 * @param {string} system
 * @param {() => Promise<Done>} work
 * @param {(how: SystemPreparation) => unknown} waits told now and then how far they are
 * @returns {Promise<Done>} */
export async function whenReady(system, work, waits) {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 503) throw error;
      if (!(await compiled(system, waits)) && tries) throw error; // busy, for another reason
    }
  }
}

/** Wait until a rulebook can be played; returns whether there was anything to wait for.
 * @param {string} name
 * @param {(how: SystemPreparation) => unknown} waits */
async function compiled(name, waits) {
  for (let waited = false; ; waited = true) {
    const {systems} = await get("/api/preparation");
    const found = systems.find((each) => each.system === name);
    if (!found || found.state === "ready" || found.state === "failed") return waited;
    waits(found);
    await pause(OFTEN);
  }
}
