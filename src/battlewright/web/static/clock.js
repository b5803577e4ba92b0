// The time that is left for a decision, where the match has a limit.

import {el, say} from "./dom.js";

const SOON = 10_000;

/** 0:24, or 1:03:20. */
function spelled(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000)),
    two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** Counts down to the time at which a decision is due; says so once when it is near. */
export class Clock {
  constructor(seconds) {
    this.most = 1000 * (seconds ?? 0);
    this.root = el("p", {class: "clock", role: "timer", hidden: true});
  }

  /** `due` is in milliseconds of the server's time, which may differ from ours: never more is left than the limit. */
  show(due, isMine) {
    clearInterval(this.ticking);
    this.root.hidden = !due;
    if (!due) return;
    const end = Math.min(due, Date.now() + this.most);
    let isTold = !isMine;
    const tick = () => {
      const left = end - Date.now();
      this.root.textContent = `${isMine ? "Time left for you" : "Time left for them"}: ${spelled(left)}`;
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
