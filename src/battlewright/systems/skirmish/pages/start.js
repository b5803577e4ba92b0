// What the start shows: a picture, and a battle that teaches the game.

import {beginGuided} from "./lessons.js";

export {art} from "./picture.js";
export const lesson = {
  about: "A short battle that teaches the game as you play it: two people a side, ten minutes.",
  begin: beginGuided,
};
