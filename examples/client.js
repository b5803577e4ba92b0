// A client in plain JavaScript, written from the description of the interface (/api/docs): it plays a match of any
// rulebook against a bot of the server, with choices at random.
//
//     node examples/client.js http://127.0.0.1:8321 heroes

const [server = "http://127.0.0.1:8321", system = "skirmish"] = process.argv.slice(2);
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}

async function ask(method, path, token, body) {
  const headers = {"content-type": "application/json", ...(token && {authorization: `Bearer ${token}`})};
  const sent = fetch(server + path, {method, headers, body: body && JSON.stringify(body)});
  const answer = await sent.catch(() => stop(`The server at ${server} does not answer.`));
  const data = await answer.json();
  return answer.ok ? data : stop(data.error);
}

const {match, seat, token} = await ask("POST", "/api/matches", null, {system, name: "Example"});
console.log(`${server}/match/${match}: I play at seat ${seat}.`);
let news = {number: 0};
while (news.state !== "over" || news.more) {
  news = await ask("GET", `/api/matches/${match}/news?since=${news.number}&parts=story,offers`, token);
  for (const {text} of news.story.flatMap((step) => step.sentences)) console.log(text);
  if (news.offers.length) {
    const {choice} = news.offers[Math.floor(Math.random() * news.offers.length)];
    await ask("POST", `/api/matches/${match}/commands`, token, {kind: "choose", choice, number: news.number});
  } else if (news.state !== "over" && !news.more) await pause(20);
}
console.log(news.result.sentence);
