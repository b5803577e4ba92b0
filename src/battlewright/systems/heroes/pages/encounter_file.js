// The file of an encounter or a party: who is in it, by which names, and what refers to them.

/** A sheet that is written out.
 * @typedef {{name: string, level?: number, player?: boolean, [field: string]: unknown}} Sheet */

/** @typedef {{component: string, amount: number, name?: string, turns?: number}} Modifier */

/** A condition that lasts, by its name or with what it is resisted with and against.
 * @typedef {string | {condition: string, defence?: string, power?: number}} Kept */

/** The present state of a line, where it is not that of its sheet.
 * @typedef {{health?: number, wounds?: number, morale?: number, stress?: number, conditions?: Kept[],
 *   spent?: Record<string, number>}} State */

/** A line: a sheet by its name or written out, how many of it, and how they enter.
 * @typedef {object} Entry
 * @property {string | Sheet} sheet
 * @property {string} [name]
 * @property {number} [count]
 * @property {number} [hidden]
 * @property {Record<string, string>} [ring]
 * @property {string[]} [situations]
 * @property {Modifier[]} [modifiers]
 * @property {State} [state] */

/** @typedef {object} Hazard
 * @property {string} name
 * @property {boolean} [trap]
 * @property {string} defence
 * @property {number} [power]
 * @property {string} [damage]
 * @property {string[]} [types]
 * @property {string} [effect]
 * @property {string[]} [among] */

/** @typedef {{name: string, side?: "a" | "b", leads?: string[], master?: boolean}} Seat */

/** A file; a party has heroes alone.
 * @typedef {object} EncounterFile
 * @property {string} name
 * @property {string} [about]
 * @property {Entry[]} heroes
 * @property {Entry[]} [foes]
 * @property {string[]} [titles]
 * @property {Hazard[]} [hazards]
 * @property {Record<string, any>} [rulings]
 * @property {Seat[]} [seats]
 * @property {string} [rest]
 * @property {object[]} [waves]
 * @property {boolean} [secret_sheets]
 * @property {"numbers" | "words" | "nothing"} [foes_seen] */

/** Somebody of a line.
 * @typedef {{tag: string, side: "a" | "b", name: string, entry: Entry, index: number}} Combatant */

/** The lists of a file, with the letters of their sides. */
export const SIDES = /** @type {const} */ ({heroes: "a", foes: "b"});
/** @typedef {keyof typeof SIDES} List */
export const LISTS = /** @type {List[]} */ (Object.keys(SIDES));

/** The seat of a game master who leads a side. */
const MASTER = "Game master";
/** The most combatants of an encounter. */
export const MOST = 16;

/** All who are in a file, with their short names; who share a name are numbered.
 * @param {EncounterFile} file
 * @param {(entry: Entry) => string} nameOf how those of a line are called
 * @returns {Combatant[]} */
export function combatants(file, nameOf) {
  const all = LISTS.flatMap((list) =>
    (file[list] ?? [])
      .flatMap((entry) =>
        Array.from({length: Math.min(Math.max(entry.count ?? 1, 0), MOST)}, (_, index) => ({entry, index})),
      )
      .map(({entry, index}, at) => {
        const side = SIDES[list];
        return {tag: `${side}${at + 1}`, side, name: nameOf(entry), entry, index};
      }),
  );
  return all.map((each) => {
    const same = all.filter(({name}) => name === each.name);
    return same.length > 1 ? {...each, name: `${each.name} ${same.indexOf(each) + 1}`} : each;
  });
}

/** Let rings, hazards and seats follow those whom they name, and leave out those who are gone.
 * @param {EncounterFile} file
 * @param {Combatant[]} before
 * @param {Combatant[]} after */
export function follow(file, before, after) {
  /** @type {(named: string, by: "name" | "tag") => string[]} */
  const now = (named, by) => {
    const called = named.toLowerCase(),
      was = before.find(({tag, name}) => [tag, name.toLowerCase()].includes(called));
    if (!was) return [named]; // the server says that nobody is called so
    const is = after.find(({entry, index}) => entry === was.entry && index === was.index);
    return is ? [is[by]] : [];
  };
  for (const entry of LISTS.flatMap((list) => file[list] ?? [])) {
    if (!entry.ring) continue;
    const ring = Object.entries(entry.ring).flatMap(([place, who]) => now(who, "name").map((name) => [place, name]));
    entry.ring = Object.fromEntries(ring);
    if (!ring.length) delete entry.ring;
  }
  for (const hazard of file.hazards ?? [])
    if (hazard.among) hazard.among = hazard.among.flatMap((who) => now(who, "name"));
  for (const seat of file.seats ?? []) if (seat.leads) seat.leads = seat.leads.flatMap((who) => now(who, "tag"));
}

/** Who plays at which seat, where one person takes one: a side's, a game master's of the foes, or one that the file
 * names. Others get an opponent; a game master without a side is a person.
 * @param {EncounterFile} file
 * @param {string} you
 * @param {string} opponent
 * @returns {{seat: string, master?: "b", players: Record<string, string>}} */
export function seating({seats = []}, you, opponent) {
  if (you === "master") return {seat: MASTER, master: "b", players: {[MASTER]: "person", a: opponent}};
  const free = ["a", "b"].filter((side) => seats.every((each) => each.side !== side)),
    others = [...seats.filter(({side}) => side).map(({name}) => name), ...free].filter((name) => name !== you);
  return {seat: you, players: {[you]: "person", ...Object.fromEntries(others.map((name) => [name, opponent]))}};
}
