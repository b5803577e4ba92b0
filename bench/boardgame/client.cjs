// node client.cjs URL MATCHES SECONDS SERVER: two people in each match move as soon as it is their turn. Prints one line of JSON.
// SERVER is the server's process, to tell its processor time.
const {readFileSync} = require("node:fs");
const {Client} = require("boardgame.io/client");
const {SocketIO} = require("boardgame.io/multiplayer");
const {Dice} = require("./game.cjs");

const [url, matches, seconds] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
const waits = [];
let late = false;

function processorTime() {  // in ticks of 10 ms
  const fields = readFileSync(`/proc/${process.argv[5]}/stat`, "utf8").split(") ")[1].split(" ");
  return Number(fields[11]) + Number(fields[12]);
}

async function post(path, body) {
  const answer = await fetch(url + path, {
    method: "POST", headers: {"content-type": "application/json"}, body: JSON.stringify(body),
  });
  return answer.json();
}

async function sitDown() {
  const {matchID} = await post("/games/dice/create", {numPlayers: 2});
  const seats = [];
  for (const playerID of ["0", "1"]) {
    const {playerCredentials} = await post(`/games/dice/${matchID}/join`, {playerID, playerName: playerID});
    seats.push({matchID, playerID, credentials: playerCredentials});
  }
  return seats;
}

function play({matchID, playerID, credentials}) {
  // Without a guess of the result on this side: a move counts when the server has sent the new state.
  const client = Client({
    game: {...Dice, moves: {roll: {move: Dice.moves.roll, client: false}}},
    multiplayer: SocketIO({server: url}), matchID, playerID, credentials, debug: false,
  });
  let sent = 0, seen = -1;
  client.subscribe((state) => {
    if (!state || !state.isConnected || state._stateID === seen) return;
    if (sent) { waits.push(performance.now() - sent); sent = 0; }
    seen = state._stateID;
    if (state.ctx.currentPlayer === playerID && !late) {
      sent = performance.now();
      client.moves.roll();
    }
  });
  client.start();
  return client;
}

(async () => {
  const seats = (await Promise.all(Array.from({length: matches}, sitDown))).flat();
  const began = performance.now(), used = processorTime();
  const clients = seats.map(play);
  await new Promise((done) => setTimeout(done, 1000 * seconds));
  late = true;
  const took = (performance.now() - began) / 1000;
  const perMove = Math.round(10000 * (processorTime() - used) / waits.length);
  waits.sort((one, other) => one - other);
  const at = (share) => Math.round(100 * waits[Math.floor(waits.length * share)]) / 100;
  console.log(JSON.stringify({
    matches, seconds: took, moves: waits.length, moves_a_second: Math.round(waits.length / took),
    server_us_a_move: perMove, p50_ms: at(0.5), p99_ms: at(0.99),
  }));
  clients.forEach((client) => client.stop());
  process.exit(0);
})();
