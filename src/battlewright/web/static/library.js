// The library of this browser: its things on the server, for all devices of their person. What is here counts at once;
// it is sent when it can be. For each thing the browser knows the version that it and the server last agreed on.

import {ask, get, Lost, Refused} from "./api.js";
import {kept} from "./dom.js";
import {sentenceOf} from "./text.js";
import {newId, put, share, tellTaken, thing, things} from "./things.js";

/** @import {Library} from "interface" */
/** @import {OwnFile, Thing} from "./things.js" */

/** When each thing was changed that the browser and the server last agreed on, by its id.
 * @typedef {Record<string, number>} Agreed */

/** What is to be done with a thing: keep the server's here, or send what is here; remove it here or there. `aside`: the
 * older of two that were both changed, which becomes a thing of its own.
 * @typedef {{id: string, act: "take" | "send" | "drop" | "remove" | "agree" | "forget", aside?: Thing}} Step */

/** What came of it: why the server refuses things, by their ids; which things have a link for friends; and what is in
 * the way of all; and whether this server keeps libraries.
 * @type {{refused: Map<string, string>, linked: Set<string>, trouble: string, isOffered: boolean}} */
export const state = {refused: new Map(), linked: new Set(), trouble: "", isOffered: false};
/** Only one tab at a time. */
const LOCK = "battlewright.library";

/** Whether this browser has a library. */
export const hasLibrary = () => kept.get("library", null) !== null;

/** Steps that bring things here and on the server to the same.
 * @param {Thing[]} here
 * @param {Thing[]} there
 * @param {Agreed} agreed
 * @returns {Step[]} */
export function plan(here, there, agreed) {
  const [own, theirs] = [here, there].map((each) => new Map(each.map((one) => [one.id, one])));
  return [...new Set([...own.keys(), ...theirs.keys(), ...Object.keys(agreed)])].flatMap((id) => {
    const [one, other, base] = [own.get(id), theirs.get(id), agreed[id]];
    if (!one && !other) return {id, act: "forget"};
    if (!other) return {id, act: one?.changed === base ? "drop" : "send"};
    if (!one) return {id, act: other.changed === base ? "remove" : "take"};
    if (one.changed === other.changed) return one.changed === base ? [] : {id, act: "agree"};
    if (one.changed === base) return {id, act: "take"};
    if (other.changed === base) return {id, act: "send"};
    const isNewer = one.changed > other.changed;
    return {id, act: isNewer ? "send" : "take", aside: isNewer ? other : one};
  });
}

/** Bring the things here and in the library to the same, where this browser has one; what cannot be done now is done
 * later. */
export async function sync() {
  if (!hasLibrary()) return;
  state.trouble = "";
  try {
    await (navigator.locks ? navigator.locks.request(LOCK, exchange) : exchange());
  } catch (error) {
    if (error instanceof Refused && error.status === 401) {
      kept.set("library", null);
      state.trouble =
        "This browser no longer has a library on this server: open it again by its link. What is here stays here.";
    } else if (error instanceof Lost) state.trouble = "The server does not answer: what you change is sent later.";
    else state.trouble = sentenceOf(error);
    tellTaken([]);
  }
}

/** Let others copy a thing; return the secret of the link.
 * @param {string} id */
export async function linkThing(id) {
  await sync();
  const {secret} = await ask("POST", `/api/library/things/${id}/link`);
  state.linked.add(id);
  return secret;
}

/** Let others copy a thing no more.
 * @param {string} id */
export async function unlinkThing(id) {
  await ask("DELETE", `/api/library/things/${id}/link`);
  state.linked.delete(id);
}

/** @param {Library} library */
const listed = ({things: found}) => /** @type {(Thing & {linked: boolean})[]} */ (/** @type {unknown} */ (found));

async function exchange() {
  let there = listed(await get("/api/library?files=false"));
  const here = things(),
    taken = [];
  if (plan(here, there, agreed()).some(({act, aside}) => act === "take" || aside))
    there = listed(await get("/api/library"));
  state.refused.clear();
  state.linked = new Set(there.filter((each) => each.linked).map(({id}) => id));
  for (const {id, act, aside} of plan(here, there, agreed())) {
    const [one, other] = [here, there].map((each) => each.find((found) => found.id === id));
    if (thing(id)?.changed !== one?.changed) continue; // it was changed here meanwhile
    if (aside) {
      taken.push(setAside(aside));
      agree(id, other?.changed);
    }
    if (act === "send" && one) await send(one);
    else if (act === "remove") {
      await ask("DELETE", `/api/library/things/${id}`);
      agree(id);
    } else {
      if (act === "take" || act === "drop") {
        put(act === "take" && other ? plain(other) : null, id);
        taken.push(id);
      }
      agree(id, other?.changed);
    }
  }
  tellTaken(taken);
}

/** Send a thing. One that the server refuses stays here; of one that it has newer, the next time will tell.
 * @param {Thing} one */
async function send({id, system, kind, name, file, changed}) {
  try {
    const sent = {system, kind, name: [...name].slice(0, 100).join(""), file, changed};
    await ask("PUT", `/api/library/things/${id}`, sent);
    agree(id, changed);
  } catch (error) {
    if (!(error instanceof Refused) || error.status === 401) throw error;
    if (error.status === 409) share(1000);
    else state.refused.set(id, sentenceOf(error));
  }
}

/** Keep one of two versions as a thing of its own; return its id.
 * @param {Thing} older */
function setAside(older) {
  const [id, name] = [newId(), `${older.name} (another version)`];
  put({...plain(older), id, name, file: {...older.file, name}, changed: Date.now()});
  share();
  return id;
}

/** @param {Thing} thing
 * @returns {Thing} */
const plain = ({id, system, kind, name, file, changed}) => ({id, system, kind, name, file, changed});

/** @returns {Agreed} */
const agreed = () => kept.get("library", {agreed: {}}).agreed;

/** @param {string} id
 * @param {number} [changed] */
function agree(id, changed) {
  const {[id]: _, ...others} = agreed();
  if (hasLibrary()) kept.set("library", {agreed: changed === undefined ? others : {...others, [id]: changed}});
}

/** Begin a library, or go on with the one whose token this browser has. */
export async function beginLibrary() {
  try {
    await ask("POST", "/api/library");
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 409) throw error;
  }
  await begun();
}

/** The things of a library, by its token.
 * @param {string} token
 * @returns {Promise<Library>} */
export const peek = (token) => ask("GET", "/api/library", undefined, undefined, bearer(token));

/** Open a library in this browser.
 * @param {string} token */
export async function openLibrary(token) {
  await ask("POST", "/api/library/token", undefined, undefined, bearer(token));
  await begun();
}

async function begun() {
  kept.set("library", {agreed: {}});
  await sync();
}

/** Remove the library from the server; what is here stays here. */
export async function removeLibrary() {
  await ask("DELETE", "/api/library");
  kept.set("library", null);
}

/** Remove the library from this browser, with all things that are in it. */
export async function leaveLibrary() {
  await sync();
  const own = agreed();
  await ask("DELETE", "/api/library/token");
  kept.set("library", null);
  for (const {id, changed} of things()) if (own[id] === changed) put(null, id);
}

/** @param {string} token */
const bearer = (token) => ({authorization: `Bearer ${token}`});

addEventListener("online", () => share());
document.addEventListener("visibilitychange", () => share());
