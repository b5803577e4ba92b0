// Files of this computer: read, dropped, and downloaded.

import {el} from "./dom.js";
import {sentenceOf} from "./text.js";

/** The largest file that is sent, in bytes: what a server takes. */
const LARGEST = 200_000;

/** The text of a file that was chosen or dropped. Raises an error for one that is none of ours by its size, or no text.
 * @param {File} file
 * @param {number} [most] in bytes */
export async function textOf(file, most = LARGEST) {
  /** @param {number} size */
  const kilobytes = (size) => Math.ceil(size / 1000).toLocaleString("en");
  if (file.size > most)
    throw new Error(`${file.name} has ${kilobytes(file.size)} kB; at most ${kilobytes(most)} are read.`);
  const text = await file.text();
  if (/[\0\uFFFD]/.test(text)) throw new Error(`${file.name} is no text in UTF-8, as files of ours are.`);
  return text;
}

/** Do something with each of several files; return an error with all that is wrong with some of them, if anything is.
 * @param {File[]} files
 * @param {(file: File) => unknown} act */
export async function eachFile(files, act) {
  const wrong = [];
  for (const file of files) {
    try {
      await act(file);
    } catch (error) {
      wrong.push(sentenceOf(error));
    }
  }
  return wrong.length ? new Error(wrong.join("\n")) : null;
}

/** Download a text as a file.
 * @param {string} name
 * @param {string} text */
export function download(name, text) {
  const url = URL.createObjectURL(new Blob([text], {type: "text/plain"}));
  el("a", {href: url, download: name}).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** Take files that are dropped anywhere on a part of the page, which is marked meanwhile.
 * @param {HTMLElement} part
 * @param {(files: File[]) => unknown} take
 * @param {Element} [marked] */
export function takeDrops(part, take, marked = part) {
  part.ondragover = (event) => {
    event.preventDefault();
    marked.classList.add("drop");
  };
  part.ondragleave = ({relatedTarget}) => {
    if (!(relatedTarget instanceof Node && part.contains(relatedTarget))) marked.classList.remove("drop");
  };
  part.ondrop = (event) => {
    event.preventDefault();
    marked.classList.remove("drop");
    take([...(event.dataTransfer?.files ?? [])]);
  };
}
