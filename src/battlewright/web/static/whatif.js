// What if: a new match from a moment of a finished one, with a choice of who plays which seat.

import {begin, get} from "./api.js";
import {el, kept, openDialog} from "./dom.js";
import {capital} from "./text.js";

const [YOU, FRIEND] = ["you", "friend"];

/** Ask who plays, and go to the new match. */
export async function askWhatIf(info, at, called) {
  const {systems} = await get("/api/systems");
  const {bots, usual_bot: bot} = systems.find((each) => each.name === info.system);
  const seats = info.seats.filter((each) => each.side !== null || each.master);
  const mine =
    seats.find((each) => each.name === info.you) ?? seats.find((each) => each.player === "person") ?? seats[0];
  const options = [
    {value: YOU, text: "You"},
    {value: FRIEND, text: "A friend, by a link"},
    ...bots.map((each) => ({value: each, text: `Computer: ${capital(each)}`})),
  ];
  const usual = (seat) => (seat === mine ? YOU : bots.includes(seat.player) ? seat.player : bot);
  const selects = seats.map((seat) =>
    el(
      "select",
      {
        name: seat.name,
        onchange: (event) => {
          if (event.target.value === YOU)
            for (const other of selects) if (other !== event.target && other.value === YOU) other.value = FRIEND;
        },
      },
      options.map(({value, text}) => el("option", {value, selected: value === usual(seat)}, text)),
    ),
  );
  const refusal = el("p", {class: "refusal", role: "alert", hidden: true});
  const dialog = el(
    "dialog",
    {class: "rule-card what-if", "aria-labelledby": "what-if"},
    el("h2", {id: "what-if"}, `What if, from step ${at}`),
    el("p", {class: "soft"}, "A new match goes on from here, with new dice. The old one stays as it is."),
    el(
      "form",
      {
        class: "new",
        onsubmit: async (event) => {
          event.preventDefault();
          const players = Object.fromEntries(
            selects.map((each) => [each.name, [YOU, FRIEND].includes(each.value) ? "person" : each.value]),
          );
          const seat = selects.find((each) => each.value === YOU)?.name ?? null;
          event.submitter.disabled = true;
          try {
            const made = await begin(
              {steps: at, players, seat, name: kept.get("name", "")},
              `/api/matches/${info.match}/what-if`,
            );
            location.assign(`/match/${made.match}`);
          } catch (error) {
            event.submitter.disabled = false;
            refusal.hidden = false;
            refusal.textContent = error.message;
          }
        },
      },
      seats.map((seat, index) => el("label", {}, el("span", {}, called(seat)), selects[index])),
      refusal,
      el(
        "div",
        {class: "row"},
        el("button", {class: "primary"}, "Play on from here"),
        el("button", {type: "button", onclick: () => dialog.close()}, "Cancel"),
      ),
    ),
  );
  openDialog(dialog);
}
