// Calls somebody back to the table: a sound, and the system's own notification. Both are off until they are wanted.

import {el, kept} from "./dom.js";

/** The notes of the sound: when each begins, in seconds, and its pitch in hertz. */
const NOTES = [
  [0, 587.33],
  [0.16, 880],
];
const LENGTH = 0.5;

/** Whether somebody looks at this page. */
const isInFront = () => document.visibilityState === "visible" && document.hasFocus();

/** Calls when it is one's turn and the page is not in front. */
export class Caller {
  /** @param {{match: string, title: string}} about */
  constructor({match, title}) {
    this.tag = `battlewright-${match}`;
    this.title = title;
    this.hasSound = kept.get("sound", false);
    this.hasNotifications = kept.get("notifications", false);
    this.wasNeeded = true;
    /** @type {AudioContext | null} */
    this.audio = null;
    /** @type {Notification | null} */
    this.shown = null;
    this.button = el("button", {
      type: "button",
      class: "sound",
      role: "switch",
      "aria-checked": String(this.hasSound),
      title: "A sound when it is your turn and you look elsewhere",
      onclick: () => this.setSound(!this.hasSound),
    });
    this.button.textContent = "Sound";
    // A browser lets a page sound once something in it was pressed.
    for (const kind of ["pointerdown", "keydown"])
      document.addEventListener(kind, () => this.hasSound && this.wake(), {passive: true});
    window.addEventListener("focus", () => this.shown?.close());
  }

  /** Something is asked of this seat, or nothing is. Calls once for each time that it begins to be asked.
   * @param {boolean} isNeeded
   * @param {string} what */
  need(isNeeded, what) {
    const begins = isNeeded && !this.wasNeeded;
    this.wasNeeded = isNeeded;
    if (!isNeeded) this.shown?.close();
    if (!begins || isInFront()) return;
    if (this.hasSound) this.play();
    if (this.hasNotifications) this.notify(what);
  }

  /** @param {boolean} isWanted */
  setSound(isWanted) {
    this.hasSound = isWanted;
    kept.set("sound", isWanted);
    this.button.setAttribute("aria-checked", String(isWanted));
    if (!isWanted) return;
    this.wake();
    this.play();
  }

  /** Make the browser ready to sound. */
  wake() {
    this.audio ??= new AudioContext();
    if (this.audio.state === "suspended") this.audio.resume();
  }

  play() {
    const {audio} = this;
    if (!audio) return;
    for (const [after, pitch] of NOTES) {
      const at = audio.currentTime + after,
        tone = audio.createOscillator(),
        volume = audio.createGain();
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0, at);
      volume.gain.linearRampToValueAtTime(0.2, at + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.001, at + LENGTH);
      tone.connect(volume).connect(audio.destination);
      tone.start(at);
      tone.stop(at + LENGTH);
    }
  }

  /** Show a notification; return whether this browser has them.
   * @param {string} what */
  notify(what) {
    try {
      const made = new Notification("Your turn", {body: `${this.title}: ${what}`, tag: this.tag});
      made.onclick = () => {
        window.focus();
        made.close();
      };
      this.shown = made;
      return true;
    } catch {
      return false; // some browsers of phones let pages have none
    }
  }

  /** The switches of the menu. */
  switches() {
    const note = el("p", {class: "soft keys-help", role: "status"});
    const sound = el("input", {
      type: "checkbox",
      checked: this.hasSound,
      onchange: ({currentTarget}) => this.setSound(currentTarget.checked),
    });
    const canNotify = "Notification" in window && isSecureContext;
    const notifications = el("input", {
      type: "checkbox",
      checked: this.hasNotifications && canNotify && Notification.permission === "granted",
      disabled: !canNotify,
      onchange: async ({currentTarget: box}) => {
        const isAllowed =
          box.checked &&
          (await Notification.requestPermission()) === "granted" &&
          this.notify("This is how you are called.");
        if (box.checked && !isAllowed) note.textContent = "This browser does not let the page notify you.";
        box.checked = this.hasNotifications = isAllowed;
        kept.set("notifications", isAllowed);
      },
    });
    if (!canNotify) note.textContent = "Notifications need a page over HTTPS.";
    return el(
      "fieldset",
      {class: "calls"},
      el("legend", {class: "keys-help"}, "When it is your turn and you look elsewhere"),
      el("label", {class: "switch"}, sound, " A sound"),
      el("label", {class: "switch"}, notifications, " A notification"),
      note,
    );
  }
}
