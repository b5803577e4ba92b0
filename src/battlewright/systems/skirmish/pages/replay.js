// The stage of a replay: the table as it was, and the steps as they are played on it.

import {el} from "/static/dom.js";
import {length, playStep} from "./playback.js";
import {roundOf, sidesOf, Table, zooms} from "./table.js";

export function stage(info) {
  const card = el("div", {class: "inspect", hidden: true});
  const inspect = (model) => {
    card.hidden = !model;
    if (model)
      card.replaceChildren(
        el("b", {class: model.side}, model.name),
        el("span", {}, ` ${model.state}`),
        el(
          "p",
          {},
          `Toughness ${model.toughness}/${model.abilities.toughness} · stress ${model.stress} · ${model.ap} AP`,
        ),
      );
  };
  const hovered = ({model}) => inspect(model);
  const table = new Table({hovered, picked: hovered, left: () => inspect(null)});
  table.root.setAttribute("role", "img");
  table.root.removeAttribute("aria-roledescription");
  table.root.removeAttribute("tabindex");
  return {
    root: el(
      "main",
      {class: "stage"},
      el("h1", {class: "unseen"}, `Replay: ${info.title}`),
      table.root,
      zooms(table),
      card,
    ),
    draw({at, scene}) {
      table.draw(scene);
      table.root.setAttribute(
        "aria-label",
        `The table after step ${at}: ${scene.models
          .filter((each) => each.on_table)
          .map((each) => `${each.name}, ${each.state}`)
          .join("; ")}`,
      );
    },
    sides: ({scene}) => sidesOf(info, scene),
    round: ({scene}) => roundOf(scene),
    playback(step, before, after) {
      const shown = {...step, places: moved(before.scene, after.scene)};
      return {length: length(shown), play: (share, isCurrent) => playStep(shown, table, share, isCurrent)};
    },
  };
}

/** The models that stand elsewhere in the second of two scenes. */
function moved(before, after) {
  const was = new Map(before.models.map((each) => [each.number, each]));
  return after.models
    .filter(
      (each) =>
        each.on_table &&
        was.get(each.number)?.on_table &&
        ["x", "y", "level"].some((name) => each[name] !== was.get(each.number)[name]),
    )
    .map(({number, x, y, level}) => ({who: number, x, y, level}));
}
