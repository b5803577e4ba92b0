// The library on the page of one's own things: beginning and opening it, links for friends, and what links bring here.

import {ask, get} from "./api.js";
import {el, openDialog, say} from "./dom.js";
import {
  beginLibrary,
  hasLibrary,
  leaveLibrary,
  linkThing,
  openLibrary,
  peek,
  removeLibrary,
  state,
  unlinkThing,
} from "./library.js";
import {capital, singular} from "./text.js";
import {keepThing, newId, things} from "./things.js";

/** @import {SystemInfo} from "interface" */
/** @import {OwnFile, Thing} from "./things.js" */

/** What the page lets the panel do: show everything anew, or say what went wrong.
 * @typedef {{draw: () => unknown, complain: (error: unknown) => unknown}} Host */

/** @param {number} count */
const counted = (count) => `${count} ${count === 1 ? "thing" : "things"}`;

/** A button for something that takes a while and may be refused. A dialog that it is in closes.
 * @param {Host} host
 * @param {string} text
 * @param {() => unknown} act
 * @param {string} [kind] */
const button = (host, text, act, kind) =>
  el(
    "button",
    {
      type: "button",
      class: kind,
      onclick: async ({currentTarget: pressed}) => {
        pressed.disabled = true;
        try {
          await act();
          host.draw();
        } catch (error) {
          host.complain(error);
        }
        pressed.disabled = false;
        pressed.closest("dialog")?.close();
      },
    },
    text,
  );

/** All that the page shows of one's own, as a text: to know whether it has changed. */
export const signature = () =>
  JSON.stringify([
    things().map(({id, changed}) => [id, changed]),
    [...state.refused],
    [...state.linked],
    state.trouble,
    hasLibrary(),
  ]);

/** Where the things are kept, and what can be done about it.
 * @param {Host} host */
export function keeping(host) {
  const trouble = el("p", {class: "warning", role: "status"}, state.trouble);
  trouble.hidden = !state.trouble;
  if (!hasLibrary())
    return el(
      "section",
      {class: "sheet library", "aria-label": "Where they are kept"},
      el("p", {}, el("b", {}, "Kept in this browser alone. "), "On the server, your other devices have them too."),
      el("div", {class: "row"}, button(host, "Keep on this server", begin)),
      trouble,
    );
  return el(
    "section",
    {class: "sheet library", "aria-label": "Where they are kept"},
    el("p", {}, el("b", {}, "Kept here and on the server. "), "A change comes to your other devices by itself."),
    el(
      "div",
      {class: "row"},
      el("button", {type: "button", onclick: showOwnLink}, "Open on another device"),
      el("button", {type: "button", onclick: () => askHow(host)}, "Stop …"),
    ),
    trouble,
  );
}

async function begin() {
  await beginLibrary();
  say("Your things are on the server now.");
}

const showOwnLink = async () =>
  (await import("./seat.js")).showLink("Open on another device", async () => ({
    about: "Scan this code, or open the link there. Both devices then have the same things.",
    link: `${location.origin}/mine#library=${(await get("/api/library/token")).token}`,
    label: "Link to your library",
    warning: "Who has it can read, change and delete your things: keep it for yourself, perhaps as a bookmark.",
  }));

/** Ask where the things are to stay.
 * @param {Host} host */
function askHow(host) {
  /** @type {(...buttons: HTMLElement[]) => HTMLElement} */
  const row = (...buttons) => el("div", {class: "row"}, buttons);
  const dialog = el("dialog", {class: "rule-card stop", "aria-labelledby": "stop"});
  dialog.append(
    el("h2", {id: "stop"}, "Stop keeping them in two places"),
    el("p", {}, "Take the library off the server: links for friends end, and each device keeps what it has."),
    row(button(host, "Remove from the server", removeLibrary, "danger")),
    el("p", {}, "Or, on a computer that is not yours, take it out of this browser. Have its link before you do that."),
    row(button(host, "Remove from this browser", leaveLibrary, "danger")),
    row(el("button", {type: "button", onclick: () => dialog.close()}, "Cancel")),
  );
  openDialog(dialog);
}

/** A button for a link by which a friend copies a thing.
 * @param {Host} host
 * @param {Pick<Thing, "id" | "name">} own */
export function friendButton(host, {id, name}) {
  const show = async () =>
    (await import("./seat.js")).showLink("A link for a friend", async () => {
      if (!hasLibrary()) await beginLibrary(); // a friend finds it on the server
      const link = `${location.origin}/mine#copy=${await linkThing(id)}`;
      host.draw();
      return {
        about: `Whoever opens it sees ${name || "this"} as it then is, and can keep a copy. Yours stays as it is.`,
        link,
        label: "The link",
        warning: "It works until you end it, for everybody who has it.",
        more: button(host, "End this link", async () => {
          await unlinkThing(id);
          say("The link is ended.");
        }),
      };
    });
  return el("button", {type: "button", "aria-label": `Link for a friend: ${name}`, onclick: show}, "Link for a friend");
}

/** What is to be said of a thing beside its kind.
 * @param {Thing} own */
export const remarks = ({id}) => [
  state.linked.has(id) && hasLibrary() && " · shared by a link",
  state.refused.has(id) &&
    hasLibrary() &&
    el("span", {class: "warning"}, ` · only in this browser: ${state.refused.get(id)}`),
];

/** What the link that was opened brings: a library for this browser, or a friend's thing. Null without such a link; its
 * secret then leaves the address.
 * @param {SystemInfo[]} systems
 * @param {Host} host */
export async function arrived(systems, host) {
  const [, what, secret] = location.hash.match(/^#(library|copy)=([\w-]+)$/) ?? [];
  if (!what) return null;
  history.replaceState(null, "", location.pathname);
  const {title, lines, accept, act} = await (what === "copy" ? fromFriend(secret, systems) : ofOwn(secret));
  const section = el("section", {class: "sheet arrived", "aria-labelledby": "arrived"});
  const end = () => section.remove();
  say(title);
  section.append(
    el("h2", {id: "arrived"}, title),
    ...lines.map((line) => el("p", {}, line)),
    el(
      "div",
      {class: "row"},
      act &&
        button(
          host,
          accept,
          async () => {
            await act();
            end();
          },
          "primary",
        ),
      el("button", {type: "button", onclick: end}, act ? "No, thanks" : "Good"),
    ),
  );
  return section;
}

/** What is offered: a heading, lines, and what accepts it.
 * @typedef {{title: string, lines: string[], accept: string, act?: () => unknown}} Offered */

/** @param {string} secret
 * @param {SystemInfo[]} systems
 * @returns {Promise<Offered>} */
async function fromFriend(secret, systems) {
  const {system, kind, name, file} = await ask("POST", "/api/copies", {secret});
  const book = systems.find((each) => each.name === system)?.title ?? system;
  return {
    title: name || "(no name)",
    lines: [
      `${capital(singular(kind))} · ${book}. A friend lets you copy it.`,
      ...(typeof file.about === "string" && file.about ? [file.about] : []),
    ],
    accept: "Keep a copy",
    act: () => {
      keepThing({id: newId(), system, kind, file: /** @type {OwnFile} */ (file)});
      say(`${name} is kept.`);
    },
  };
}

/** @param {string} token
 * @returns {Promise<Offered>} */
async function ofOwn(token) {
  const {things: there} = await peek(token);
  const mine = hasLibrary() ? await get("/api/library/token").catch(() => null) : null;
  if (mine?.token === token) return {title: "Your library", lines: ["This browser has it already."], accept: ""};
  const own = things().filter(({id}) => !there.some((each) => each.id === id));
  return {
    title: "Open your library in this browser?",
    lines: [
      `It has ${counted(there.length)}.`,
      ...(own.length ? [`${capital(counted(own.length))} of this browser will be added to it.`] : []),
      ...(mine ? ["This browser has another library, which it then leaves: note its link first."] : []),
    ],
    accept: "Open it here",
    act: async () => {
      await openLibrary(token);
      say("Your things are here now.");
    },
  };
}
