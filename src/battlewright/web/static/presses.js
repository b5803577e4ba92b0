// What a press comes to, by pointer or key, on the table or in the panel: the first one selects, the second one makes
// what is selected. Where one press is enough, the first one makes it.

/** A press selects something, makes it, waits for its preview, or does nothing.
 * @typedef {"select" | "make" | "wait" | "nothing"} Outcome */

/** How many presses make something.
 * @typedef {1 | 2 | undefined} Count */

/** Keeps what is selected. Something whose preview is still to come is not `ready`: a second press is remembered, and
 * counts once the preview has come. */
export class Presses {
  /** What is selected: a choice, or a place.
   * @type {string | null} */
  selected = null;
  isReady = false;
  /** Whether what is selected is to be made as soon as it is ready. */
  isMeant = false;
  /** What the last press came to.
   * @type {Outcome} */
  last = "nothing";

  constructor(isOnePress = false) {
    this.isOnePress = isOnePress;
  }

  /** Something was pressed. `presses`: how many it takes, where that is always the same. `isDouble`: by the second half
   * of a double click, which is meant for what the first half has selected, wherever that is now; where that has made a
   * choice, it does not answer the next question.
   * @param {string} what
   * @param {{isReady?: boolean, presses?: Count, isDouble?: boolean}} [about]
   * @returns {Outcome} */
  press(what, {isReady = true, presses = this.isOnePress ? 1 : 2, isDouble = false} = {}) {
    if (isDouble && this.last === "make") return "nothing";
    if (isDouble || this.selected === what) return this.confirm();
    this.select(what, isReady);
    this.isMeant = presses === 1;
    this.last = isReady && this.isMeant ? "make" : "select";
    return this.last;
  }

  /** Make what is selected, or make it once its preview has come.
   * @returns {Outcome} */
  confirm() {
    if (this.selected === null) return "nothing";
    this.isMeant = true;
    this.last = this.isReady ? "make" : "wait";
    return this.last;
  }

  /** The preview of something has come; what is not allowed is selected no longer.
   * @param {string} what
   * @returns {Outcome} */
  previewed(what, isAllowed = true) {
    if (what !== this.selected) return "nothing";
    if (!isAllowed) this.select(null);
    this.isReady = isAllowed;
    return !isAllowed ? "nothing" : this.isMeant ? "make" : "select";
  }

  /** Select something without a press, or nothing.
   * @param {string | null} what */
  select(what, isReady = true) {
    this.selected = what;
    this.isReady = what !== null && isReady;
    this.isMeant = false;
  }
}
