// The stage of a replay: the table as it was, and the steps as they are played on it.

import {get} from "/static/api.js";
import {deckStage} from "/static/deck_replay.js";
import {el, isCalm, stylesheet} from "/static/dom.js";
import {length, playStep} from "./playback.js";
import {hasMap, roundOf, sidesOf, Table, zooms} from "./table.js";

/** @import {Figure, MatchInfo, MatchMoment, Reference, TableScene} from "interface" */
/** @import {Stage} from "/static/replay.js" */
/** @import {Step} from "./playback.js" */
/** @import {Found} from "./table.js" */

/** The table of a moment: Skirmish always has one.
 * @param {MatchMoment} moment */
const tableOf = ({scene}) => /** @type {TableScene} */ (scene);

/** The stage of a replay: the table; cards, where the players kept one of their own.
 * @param {MatchInfo} info
 * @returns {Stage | Promise<Stage>} */
export function stage(info) {
  return hasMap(info) ? tableStage(info) : cardStage(info);
}

/** @param {MatchInfo} info */
async function cardStage(info) {
  const [{ModelDeck, withoutMap}] = await Promise.all([
    import("./companion.js"),
    stylesheet("/pages/skirmish/companion.css"),
  ]);
  return deckStage({
    info,
    kind: "companion",
    cards: new ModelDeck(info),
    async look(at) {
      const {scene} = await get(`/api/matches/${info.match}/guide/scene?at=${at}`);
      return withoutMap(/** @type {TableScene} */ (scene));
    },
  });
}

/**
 * @param {MatchInfo} info
 * @returns {Stage} */
function tableStage(info) {
  const card = el("div", {class: "inspect low", hidden: true});
  /** @param {Figure | null} [model] */
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
  /** @param {Found} found */
  const hovered = ({model}) => inspect(model);
  const table = new Table({hovered, picked: hovered, rested: hovered, left: () => inspect()});
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
    draw(moment) {
      const scene = tableOf(moment),
        models = scene.models.filter((each) => each.on_table).map((each) => `${each.name}, ${each.state}`);
      table.draw(scene);
      table.root.setAttribute("aria-label", `The table after step ${moment.at}: ${models.join("; ")}`);
    },
    suggest(moment, offer) {
      const {models} = tableOf(moment),
        who = /** @type {Reference | undefined} */ (offer?.fields.who) ?? moment.node.question.about;
      const named = (/** @type {Reference | null | undefined} */ each) =>
        models.find((model) => model.number === each?.number);
      table.overlay.better(offer, named(who), named(offer?.about));
    },
    sides: (moment) => sidesOf(info, tableOf(moment)),
    round: (moment) => roundOf(tableOf(moment)),
    playback(step, before, after) {
      const shown = /** @type {Step} */ ({...step, places: moved(tableOf(before), tableOf(after))});
      return {
        length: length(shown),
        play: async (share, isCurrent) => isCalm() || playStep(shown, table, share, isCurrent),
      };
    },
  };
}

/** The models that stand elsewhere in the second of two scenes.
 * @param {TableScene} before
 * @param {TableScene} after */
function moved(before, after) {
  const was = new Map(before.models.map((each) => [each.number, each]));
  return after.models
    .filter((each) => {
      const old = was.get(each.number);
      return each.on_table && old?.on_table && (each.x !== old.x || each.y !== old.y || each.level !== old.level);
    })
    .map(({number, x, y, level}) => ({who: number, x, y, level}));
}
