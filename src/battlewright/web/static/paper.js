// Styles for paper alone, which a page may ask for beforehand: to choose what fits.

import {stylesheet} from "./dom.js";

const PATH = "/static/paper.css";

/** Load the styles of what is printed. */
export async function loadPaper() {
  await stylesheet(PATH);
  media().mediaText = "print";
}

/** Look at the page as it will be printed.
 * @template Found
 * @param {() => Found} look
 * @returns {Found} */
export function onPaper(look) {
  media().mediaText = "all";
  try {
    return look();
  } finally {
    media().mediaText = "print";
  }
}

function media() {
  const sheet = [...document.styleSheets].find(({href}) => href?.endsWith(PATH));
  if (!sheet) throw new Error("The styles of paper are not loaded.");
  return sheet.media;
}
