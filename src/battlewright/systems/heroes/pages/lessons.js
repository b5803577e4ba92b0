// The lesson of Heroes: two adventurers and a gang in an alley, and a step for each new thing.

import {happened, offers} from "/static/lessons.js";

/** @import {Page} from "/static/match.js" */
/** @import {Lesson} from "/static/lessons.js" */
/** @import {Scene} from "./encounter.js" */

const ALLEY = `name = "The Lantern Alley"
about = "Two friends on their way home, and three cudgels in the dark."
heroes = ["silarn", { sheet = "brannoc", ring = { 1 = "Ruffian 1", 5 = "Ruffian 2" } }]
foes = [{ sheet = "ruffian", count = 3 }]
`;

/** Whether a part of the page is shown.
 * @param {string} part */
const shows = (part) => document.querySelector(part) !== null;

/** @type {Lesson<Page<Scene>>} */
export const lesson = {
  battle: {
    system: "heroes",
    title: "Your first encounter",
    names: ["alley.toml"],
    files: {"alley.toml": ALLEY},
    players: {a: "person", b: "easy"},
    seed: 1,
  },
  steps: [
    {
      name: "initiative",
      when: (page) => page.isMine,
      heading: "Whose turn is it?",
      at: ".initiative",
      text:
        "The row at the top has the turns of this round, the highest initiative first: 1d10 + (Dexterity + " +
        "Intellect)/2 (H.N1). The framed card acts now.",
    },
    {
      name: "points",
      when: offers("use"),
      heading: "Three points a turn",
      at: ".who",
      text:
        "The three dots beside the name are its action points, AP. An attack or a spell costs 2, a check to shake " +
        "off an effect 1 (H.N1). What is left at the end of the turn is lost.",
    },
    {
      name: "aim",
      when: offers("use"),
      heading: "Take aim",
      at: ".cards",
      text:
        "Cards with a green edge can be aimed at. A click on one selects the best choice against it, and its edge " +
        "turns red. Nothing is rolled before you confirm.",
      task: "click a card with a green edge, or an attack in the list.",
      done: (page) => page.panel.selected !== null,
    },
    {
      name: "bands",
      when: offers("use"),
      heading: "What a roll can do",
      at: ".list",
      text:
        "An attack rolls 3d8 plus Strength or Dexterity (H.W1). Up to Dodge it is dodged, then parried, then " +
        "stopped by armour; above that it hits, more than 5 above it is critical (H.D8). A selected attack shows " +
        "how likely each is.",
      task: "make an attack: click it again.",
      done: happened("attack-roll"),
    },
    {
      name: "roll",
      when: happened("attack-roll"),
      heading: "Read the roll",
      at: ".log",
      text:
        "The log has the roll, what it came to, and the damage. A critical hit rolls damage twice (H.W2). " +
        "Resistance takes some off, vulnerability adds (H.E3). Health goes first, then Wounds (H.P2).",
    },
    {
      name: "end",
      when: (page) => offers("end")(page) && !offers("use")(page),
      heading: "End your turn",
      at: ".list",
      text: "With less than 2 AP there is no attack left. After your turn comes the next one in the row.",
      task: "end the turn.",
      done: happened("ended"),
    },
    {
      name: "defences",
      when: happened("ended"),
      heading: "Six defences",
      at: ".cards",
      text:
        "Dodge, Parry and Armor stop weapons (H.D7). Will, Fort and Reflex, in full Willpower, Fortitude and " +
        "Reflex, stop spells, poisons and other effects (H.R0). Each shows where its number comes from.",
      task: "point at the row of defences on a card; a click opens the whole sheet.",
      done: () => shows(".breakdown:not([hidden])") || shows(".sheet-card"),
    },
    {
      name: "conditions",
      when: (page) => page.scene.models.some((each) => each.conditions.length > 0),
      heading: "Conditions",
      at: ".cards",
      text:
        "Amber marks on a card are conditions. Bloodied comes with less than half of the Health (H.X4); others last " +
        "some turns, or until a check at the end of the turn shakes them off (H.R9).",
    },
    {
      name: "ring",
      when: (page) => page.scene.models.some((each) => !each.out && each.ring.some(Boolean)),
      heading: "Who stands around",
      at: ".cards",
      text:
        "The small ring on a card shows the enemies at its eight places. Two on opposite sides flank it: −2 to its " +
        "Physical Defence. Three sides surround it: −5 (H.D9).",
    },
    {
      name: "resist",
      when: offers("resist"),
      heading: "Shake it off",
      at: ".list",
      text:
        "A condition that lasts can be shaken off for 1 AP: 3d8 plus the defence that it was aimed at, against 12 " +
        "plus its power (H.R9).",
    },
  ],
  last: {
    name: "over",
    heading: "That is the game",
    text:
      "A side has won when all its opponents are dead, unconscious or broken (H.N1). The replay shows what was luck. " +
      "Other encounters have spells, contests of will, traps, and a game master who may change anything.",
  },
};
