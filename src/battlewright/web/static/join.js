// An invitation: take the seat, or only watch. The secret then leaves the address bar.

import {get, takeSeat} from "./api.js";
import {Brought} from "./brought.js";
import {rollerChoice} from "./dice.js";
import {el, kept} from "./dom.js";
import {leadsOf, termsOf} from "./invite.js";
import {nav} from "./nav.js";
import {seatTitle} from "./seating.js";
import {sentenceOf} from "./text.js";
import {adopt} from "./things.js";

/** @import {MatchDice, MatchInfo} from "interface" */

/** What a guest should know of the advice in a match. */
export const ADVICE = {
  none: "Nobody gets advice in this match.",
  odds: "Everybody may see the odds of each choice, and nobody its chance to win.",
  full: "Everybody may see the odds of each choice and its chance to win.",
};

/** Resolves when the seat is taken, or when the visitor watches.
 * @param {Element} app
 * @param {MatchInfo} info
 * @param {URLSearchParams} query
 * @returns {Promise<void>} */
export async function join(app, info, query) {
  const seat = query.get("seat");
  const leave = () => history.replaceState(null, "", location.pathname);
  const found = info.seats.find((each) => each.name === seat);
  if (info.you !== "spectator") {
    leave();
    return undefined;
  }
  document.body.className = "start";
  if (!found?.open)
    return new Promise((done) =>
      app.replaceChildren(
        nav(""),
        el(
          "main",
          {class: "notice"},
          el("h1", {}, "This seat is taken"),
          el(
            "p",
            {},
            found
              ? "An invitation works only once. You can watch the battle."
              : "The match has no such seat. You can watch it.",
          ),
          el(
            "button",
            {
              type: "button",
              class: "primary",
              onclick: () => {
                leave();
                done();
              },
            },
            "Watch",
          ),
        ),
      ),
    );
  const brings = info.brings?.seat === seat ? info.brings : null,
    brought = brings && new Brought(await systemOf(info), brings);
  return new Promise((done) => {
    const name = el("input", {id: "name", maxlength: 40, autocomplete: "nickname", value: kept.get("name", "")});
    const refusal = el("p", {class: "refusal", role: "alert", hidden: true});
    let {dice} = found;
    const roster = seatTitle(info, found.name);
    const host = info.seats
      .filter((each) => each.called)
      .map((each) => each.called)
      .join(", ");
    const company = host && ` ${info.seats.length > 2 ? "with" : "against"} ${host}`;
    /** @param {SubmitEvent} event */
    const take = async (event) => {
      event.preventDefault();
      kept.set("name", name.value);
      try {
        await takeSeat(
          info.match,
          found.name,
          query.get("invitation") ?? "",
          {name: name.value, ...brought?.chosen(), ...(info.dice.own && {dice})},
          info.dice.commitment ?? undefined,
        );
        leave();
        done();
      } catch (error) {
        refusal.hidden = false;
        refusal.textContent = sentenceOf(error);
      }
    };
    app.replaceChildren(
      el(
        "main",
        {class: "sheet join"},
        el("p", {class: "word"}, "Battlewright"),
        el("h1", {}, "You are invited to a battle"),
        el("p", {}, `${info.title}. You play ${roster}${leadsOf(info, found.name)}${company}.`),
        info.brings && termsOf(info.brings).map((each) => el("p", {class: "soft"}, each)),
        el(
          "form",
          {class: "new", onsubmit: take},
          el("label", {for: "name"}, el("span", {}, "Your name"), name),
          brought?.root,
          info.dice.own &&
            rollerChoice("Your dice", dice, (term) => {
              dice = term;
            }),
          el(
            "div",
            {class: "row"},
            el("button", {class: "primary"}, info.dice.chosen ? "Take the seat anyway" : "Take the seat"),
            el(
              "button",
              {
                type: "button",
                onclick: () => {
                  leave();
                  done();
                },
              },
              "Only watch",
            ),
          ),
        ),
        refusal,
        el("p", {class: "soft"}, ADVICE[info.advice]),
        ...aboutDice(info.dice),
      ),
    );
    name.focus();
  });
}

/** @param {MatchInfo} info */
async function systemOf(info) {
  const {systems} = await get("/api/systems"),
    found = systems.find((each) => each.name === info.system);
  if (!found) throw new Error(`This server does not play ${info.system} any more.`);
  adopt(systems);
  return found;
}

/** What a guest should know of the dice before the seat is taken.
 * @param {MatchDice} dice */
function aboutDice(dice) {
  if (dice.chosen)
    return [
      el(
        "p",
        {class: "refusal", role: "note"},
        `The dice of this match are not fair: its creator chose their seed (${dice.seed}), `,
        "and anyone who knows it can predict every roll. ",
        "Take the seat only if that is what you want.",
      ),
    ];
  return [
    el(
      "p",
      {class: "soft"},
      "Your browser adds a random value to the dice, so that nobody can choose them. The server committed " +
        "to its own value before: ",
    ),
    el("code", {class: "soft"}, dice.commitment ?? ""),
  ];
}
