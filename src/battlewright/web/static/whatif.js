// What if: a new match from a moment of a finished one, with a choice of who plays which seat.

import {begin, get} from "./api.js";
import {el, kept, openDialog} from "./dom.js";
import {levelChoices} from "./levels.js";
import {sentenceOf} from "./text.js";

/** @import {CostlyChoice, MatchInfo, MatchSeat} from "interface" */

const [YOU, FRIEND] = ["you", "friend"];

/** Ask who plays, and go to the new match.
 * @param {MatchInfo} info
 * @param {number} at
 * @param {(seat: MatchSeat) => string} called
 * @param {CostlyChoice} [costly] whose better choice is made first */
export async function askWhatIf(info, at, called, costly) {
  const {systems} = await get("/api/systems");
  const system = systems.find((each) => each.name === info.system);
  if (!system) throw new Error(`There is no rulebook “${info.system}” here.`);
  const {levels, usual_level: level} = system;
  const seats = info.seats.filter((each) => each.side !== null || each.master);
  const mine =
    seats.find((each) => each.name === costly?.seat) ?? seats.find((each) => each.player === "person") ?? seats[0];
  const here = info.held.length ? seats.filter((each) => info.held.includes(each.name)) : [mine];
  const options = [
    {value: YOU, text: "You"},
    {value: FRIEND, text: "A friend, by an invitation link"},
    ...levelChoices(system),
  ];
  /** @param {MatchSeat} seat */
  const usual = (seat) =>
    here.includes(seat) ? YOU : levels.some(({name}) => name === seat.player) ? seat.player : level;
  const selects = seats.map((seat) =>
    el(
      "select",
      {name: seat.name},
      options.map(({value, text}) => el("option", {value, selected: value === usual(seat)}, text)),
    ),
  );
  const refusal = el("p", {class: "refusal", role: "alert", hidden: true});
  const play = el("button", {class: "primary"}, "Play on from here");
  /** @type {HTMLDialogElement} */
  const dialog = el(
    "dialog",
    {class: "rule-card what-if", "aria-labelledby": "what-if"},
    el("h2", {id: "what-if"}, `What if, from step ${at}`),
    costly && el("p", {}, el("b", {}, "It begins with: "), costly.better.sentence),
    el("p", {class: "soft"}, "A new match continues from here, with new dice. The old one does not change."),
    el(
      "form",
      {
        class: "new",
        onsubmit: async (event) => {
          event.preventDefault();
          const players = Object.fromEntries(
            selects.map((each) => [each.name, [YOU, FRIEND].includes(each.value) ? "person" : each.value]),
          );
          const [first, ...others] = seats.filter((_, index) => selects[index].value === YOU);
          const seat = first?.name ?? null,
            beside = Object.fromEntries(others.map((each) => [each.name, here.includes(each) ? each.called : ""]));
          play.disabled = true;
          try {
            const made = await begin(
              {steps: at, choice: costly?.better.choice, players, seat, beside, name: kept.get("name", "")},
              `/api/matches/${info.match}/what-if`,
            );
            location.assign(`/match/${made.match}`);
          } catch (error) {
            play.disabled = false;
            refusal.hidden = false;
            refusal.textContent = sentenceOf(error);
          }
        },
      },
      seats.map((seat, index) => el("label", {}, el("span", {}, called(seat)), selects[index])),
      refusal,
      el("div", {class: "row"}, play, el("button", {type: "button", onclick: () => dialog.close()}, "Cancel")),
    ),
  );
  openDialog(dialog);
}
