// The time that is left for a decision, where the match has a limit.

import {el, say} from "./dom.js";
import {countdown} from "./text.js";

const SOON = 10_000;

/** Counts down to the time at which a decision is due; says so once when it is near. */
export class Clock {
  /** @param {number | null} [seconds] the limit for a decision */
  constructor(seconds) {
    this.most = 1000 * (seconds ?? 0);
    this.root = el("p", {class: "clock", role: "timer", hidden: true});
  }

  /** Begin to count, or to hide.
   * @param {number | null} due in milliseconds of the server's time, which may differ from ours: never more is left
   *   than the limit
   * @param {boolean} isMine */
  show(due, isMine) {
    clearInterval(this.ticking);
    this.root.hidden = !due;
    if (!due) return;
    const end = Math.min(due, Date.now() + this.most);
    let isTold = !isMine;
    const tick = () => {
      const left = end - Date.now();
      this.root.textContent = `${isMine ? "Time left for you" : "Time left for them"}: ${countdown(left)}`;
      this.root.classList.toggle("soon", isMine && left < SOON);
      if (!isTold && left < SOON && this.most > SOON) {
        isTold = true;
        say("Ten seconds are left.");
      }
    };
    tick();
    this.ticking = setInterval(tick, 250);
  }
}
