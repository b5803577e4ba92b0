// A seat on another device: a link with its token, also as a QR code; and other such links. The secret is in the part
// of the address that no browser sends to a server.

import {ask, ready} from "./api.js";
import {el, openDialog, remember, stylesheet, svg} from "./dom.js";
import {copied} from "./header.js";
import {linkField, onlyHere} from "./invite.js";
import {qrPath} from "./qr.js";
import {sentenceOf} from "./text.js";

/** @import {Remote} from "./api.js" */

const HASH = /^#seat=([\w-]+)$/;

/** Sit down at the seat whose token the address of the page has; the token then leaves the address.
 * @param {string} match */
export async function sitDown(match) {
  const token = location.hash.match(HASH)?.[1];
  history.replaceState(null, "", location.pathname);
  if (!token) throw new Error("A part of this link to a seat is missing.");
  const answer = await ready(() =>
    ask("POST", `/api/matches/${match}/token`, undefined, undefined, {authorization: `Bearer ${token}`}),
  );
  remember(match, {seat: answer.seat, at: Date.now()});
}

/** Show the link to a seat.
 * @param {Pick<Remote, "path" | "get">} remote
 * @param {string} match */
export const showSeatLink = (remote, match) =>
  showLink("Play on at another device", async () => ({
    about: "Scan this code, or open the link there. Both devices then play your seat.",
    link: `${location.origin}/match/${match}#seat=${(await remote.get("/token")).token}`,
    label: "Link to your seat",
    warning: "Who has it plays for you: do not show it to your opponent.",
  }));

/** Show a link with a secret in a dialog, also as a QR code.
 * @param {string} title
 * @param {() => Promise<{about: string, link: string, label: string, warning: string,
 *   more?: HTMLElement}>} read asks for the link
 */
export async function showLink(title, read) {
  const dialog = el("dialog", {class: "rule-card seat-link", "aria-labelledby": "seat-link"});
  const close = el("button", {type: "button", onclick: () => dialog.close()}, "Close");
  const heading = el("h2", {id: "seat-link"}, title);
  try {
    const [{about, link, label, warning, more}] = await Promise.all([read(), stylesheet("/static/seat.css")]);
    dialog.append(
      heading,
      el("p", {}, about),
      picture(link),
      el("div", {class: "row"}, linkField(link, label), copied("Copy the link", link)),
      el("p", {class: "warning"}, warning),
      onlyHere() || "",
      el("div", {class: "row"}, close, more),
    );
  } catch (error) {
    dialog.append(heading, el("p", {class: "refusal", role: "alert"}, sentenceOf(error)), close);
  }
  openDialog(dialog);
}

/** A link as a QR code, dark on white in every theme.
 * @param {string} link */
function picture(link) {
  const {path, size} = qrPath(link);
  return svg(
    "svg",
    {class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": "The link as a QR code"},
    svg("path", {d: path}),
  );
}
