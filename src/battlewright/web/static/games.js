// My games: the matches that were played in this browser, as it remembers them and as the server knows them; and the
// public ones.

import {get} from "./api.js";
import {el, forget, kept, playedHere, say} from "./dom.js";
import {copied} from "./header.js";
import {invitations} from "./invite.js";
import {seatTitle} from "./seating.js";
import {othersOf, when} from "./text.js";

/** @import {ListedMatch, MatchInfo} from "interface" */
/** @import {Remembered} from "./dom.js" */

/** A game as the list shows it: what is remembered, whether it runs, and whose turn it is.
 * @typedef {Remembered & {state: "running" | "waiting" | "over" | "gone" | "unknown", isMyTurn?: boolean,
 *   turn?: string, links?: ReturnType<typeof invitations>}} Game */

/** How many games that are not over are asked about one by one. */
const MOST_ASKED = 12;

/** Whether a remembered match was played here, and not only watched.
 * @param {Remembered} match */
const isOwn = ({at, seat}) => Boolean(at) || Boolean(seat && seat !== "spectator");

/** The games of this browser, with what the server lists of them; nothing is listed where it did not answer.
 * @param {Remembered[]} played
 * @param {ListedMatch[] | null} listed
 * @returns {Game[]} */
export function gamesOf(played, listed) {
  const found = new Map(listed?.map((each) => [each.id, each]));
  return played.filter(isOwn).map((game) => {
    const known = found.get(game.id);
    if (!known) return {...game, state: listed ? "gone" : "unknown"};
    const {title, system, status, created, changed, result} = known;
    return {...game, title, system, state: status, created, changed, ...(result && {result})};
  });
}

/** A game that is not over, with whose turn it is.
 * @param {Game} game
 * @param {MatchInfo} info
 * @returns {Game} */
export function withTurn(game, info) {
  const name = (/** @type {string} */ seat) => nameOf(info, seat),
    isShared = info.held.length > 1,
    isMyTurn = info.to_act.some((seat) => info.held.includes(seat)),
    open = info.seats.filter((each) => each.open).map((each) => name(each.name));
  const turn = open.length
    ? `Waiting for somebody to play ${open.join(" and ")}`
    : isMyTurn
      ? isShared
        ? `Now ${info.to_act.map(name).join(" and ")}`
        : "Your turn"
      : info.to_act.length
        ? `Waiting for ${info.to_act.map(name).join(" and ")}`
        : "";
  return {...game, isMyTurn, turn, links: invitations(info), others: othersOf(info)};
}

/** Who plays at a seat, or what it plays.
 * @param {Pick<MatchInfo, "seats" | "titles">} info
 * @param {string} seat */
function nameOf({seats, titles}, seat) {
  return seats.find((each) => each.name === seat)?.called || seatTitle({seats, titles}, seat);
}

/** What a list says of a game: how it stands, who plays, and when.
 * @param {Game} game
 * @param {number} [now]
 * @returns {string[]} */
export function textsOf({state, turn, result, side, others, created, at, changed}, now = Date.now()) {
  const begun = created ?? at;
  const isDecided = result && side && result.winner !== "draw", // of a draw its sentence says enough
    fate = isDecided ? (result.winner === side ? "Won" : "Lost") : "";
  const lines = [
    state === "gone" ? "No longer on this server" : "",
    result ? [fate, result.sentence].filter(Boolean).join(": ") : turn,
    [
      others && `${result && side ? "Against" : "With"} ${others}`,
      begun && `begun ${when(begun, now)}`,
      changed && changed !== begun && `${result ? "ended" : "last move"} ${when(changed, now)}`,
    ]
      .filter(Boolean)
      .join(" · "),
  ];
  return lines.flatMap((line) => line || []).map((line) => line.charAt(0).toUpperCase() + line.slice(1));
}

/** Fill the box with the lists.
 * @param {Element} box */
export async function showGames(box) {
  const played = playedHere().filter(isOwn);
  const [listed, running, over] = await Promise.all([
    played.length ? matches(`ids=${played.map(({id}) => id).join(",")}`) : [],
    matches("state=running"),
    matches("state=over"),
  ]);
  const games = await Promise.all(gamesOf(played, listed).map(asked()));
  keep(games);
  const known = new Set(games.map(({id}) => id));
  /** @param {ListedMatch[] | null} found */
  const others = (found) => (found ?? []).filter(({id}) => !known.has(id)).slice(0, 6);
  const goesOn = games.filter(({state}) => ["running", "waiting", "unknown"].includes(state));
  const lists = [
    section("Continue", goesOn.sort((one, other) => Number(other.isMyTurn ?? 0) - Number(one.isMyTurn ?? 0)).map(own)),
    section("Finished", games.filter(({state}) => state === "over").map(own)),
    section("No longer here", games.filter(({state}) => state === "gone").map(own)),
    section("Watch now", others(running).map(watched)),
    section("Battles of others", others(over).map(watched)),
  ].filter((each) => each !== null);
  const none = el("p", {class: "soft"}, "None yet. Your battles and public ones are listed here.");
  box.replaceChildren(
    ...(listed ? [] : [el("p", {class: "soft"}, "The server does not answer; this is what this browser remembers.")]),
    ...(lists.length ? lists : [none]),
  );
}

/** Some matches that the server lists; null where it does not answer.
 * @param {string} query
 * @returns {Promise<ListedMatch[] | null>} */
const matches = (query) =>
  get(`/api/matches?${query}`).then(
    (found) => found.matches,
    () => null,
  );

/** Asks about each of the first games that are not over. */
function asked() {
  let left = MOST_ASKED;
  return async (/** @type {Game} */ game) => {
    if (!["running", "waiting"].includes(game.state) || left-- <= 0) return game;
    return get(`/api/matches/${game.id}`).then(
      (info) => withTurn(game, info),
      () => game,
    );
  };
}

/** Keep what was learned, for when the server has forgotten it.
 * @param {Game[]} games */
function keep(games) {
  const learned = new Map(games.map((game) => [game.id, game]));
  kept.set(
    "matches",
    playedHere().map((each) => {
      const {title, system, created, changed, result, others} = learned.get(each.id) ?? each;
      return {...each, title, system, created, changed, result, others};
    }),
  );
}

/**
 * @param {string} heading
 * @param {Element[]} rows
 */
const section = (heading, rows) =>
  rows.length ? el("div", {}, el("h3", {}, heading), el("ul", {class: "games"}, rows)) : null;

/** A game of this browser, with what can be done.
 * @param {Game} game */
function own(game) {
  const name = game.title || "A battle",
    texts = textsOf(game).map((text) => el("small", {class: text === game.turn && game.isMyTurn && "turn"}, text));
  const head = el("b", {}, name);
  const row = el("li", {"data-match": game.id});
  const shown = [
    game.state === "gone"
      ? el("div", {class: "gone"}, head, texts)
      : el("a", {href: `/match/${game.id}${game.state === "over" ? "/replay" : ""}`}, head, texts),
    ...(game.links ?? []).map(({seat, link}) => copied(`Copy the invitation to seat ${seat}`, link)),
    el(
      "button",
      {
        type: "button",
        class: "remove",
        title: "Remove from this list",
        "aria-label": `Remove ${name}`,
        onclick: remove,
      },
      "×",
    ),
  ];
  function remove() {
    const before = playedHere();
    const back = el(
      "button",
      {
        type: "button",
        onclick: () => {
          kept.set("matches", before);
          row.replaceChildren(...shown);
        },
      },
      "Put it back",
    );
    forget(game.id);
    row.replaceChildren(el("small", {}, `${name} is removed from this list.`), back);
    say("Removed");
    back.focus();
  }
  row.append(...shown);
  return row;
}

/** A match of others.
 * @param {ListedMatch} match */
const watched = ({id, title, status, result, changed}) =>
  el(
    "li",
    {},
    el(
      "a",
      {href: `/match/${id}${status === "over" ? "/replay" : ""}`},
      el("b", {}, title),
      el("small", {}, [result?.sentence, when(changed)].filter(Boolean).join(" · ")),
    ),
  );
