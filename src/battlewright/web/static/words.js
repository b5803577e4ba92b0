// Choices as people read them: their group, a short title, what is said about it, and the fields of the line.

const PLACES = /\((-?[\d.]+), (-?[\d.]+)\)( on level [\d.]+)?/;
const GROUPS = {
  deploy: "Place a model", activate: "Activate", shoot: "Shoot", "close-combat": "Close combat", move: "Move", aid: "Aid",
  "cover-move": "Move into cover", stay: "Or", stop: "End the turn", nothing: "React", cover: "React", "return-fire": "React",
  fire: "Return fire", waive: "Or", target: "Whom to attack", strike: "Use a success", parry: "Use a success", spend: "Use a success",
  divide: "Split the dice", "take-place": "Take the place", "keep-place": "Take the place", cancel: "Cancel",
};

/** The fields of a choice's line; a number that is not written is 0. */
export function fieldsOf(choice) {
  const [kind, ...rest] = choice.split(" ");
  const fields = {kind, who: 0, whom: 0, weapon: 0};
  for (const each of rest) {
    const [name, value] = each.split("=");
    fields[name] = name === "legs" ? value.split(",").map(leg) : Number(value);
  }
  return fields;
}

function leg(text) {
  const [way, x, y, level] = text.split("/").map(Number);
  return {way, x, y, level};
}

/** The model that a choice is about, by number; null if there is none. */
export function about(fields) {
  if (["activate", "deploy"].includes(fields.kind)) return fields.who;
  return ["shoot", "target", "aid", "take-place"].includes(fields.kind) ? fields.whom : null;
}

/** How a choice is shown. */
export function reworded(offer, models) {
  const fields = fieldsOf(offer.choice);
  const ap = offer.words.match(/ \((\d) AP\)$/)?.[1];
  const words = offer.words.replace(/ \(\d AP\)$/, "").replace(/ \([ab]\d+\)/g, "");
  const model = models.find((each) => each.number === about(fields));
  const place = words.match(PLACES);
  const shown = {fields, ap, model, group: GROUPS[fields.kind] ?? "Choices", title: words, more: ""};
  const [head, ...tail] = words.split(": ");
  if (fields.kind === "shoot" && model) {
    const weapon = head.match(/ with the (.+)$/)?.[1] ?? "";
    Object.assign(shown, {title: model.name, more: tail.join(": ").replace(" away", ""), group: `Shoot · ${weapon}`});
  } else if (["activate", "deploy", "aid", "target"].includes(fields.kind) && model) {
    Object.assign(shown, {title: model.name, more: place ? `at ${place[0]}` : tail.join(": ")});
  } else if (["move", "cover-move"].includes(fields.kind) && place) {
    const parts = tail.join(": ").split(", "), isLeg = (each) => /^(walk|climb|jump|drop)\b/.test(each);
    const [walk, why] = [parts.filter(isLeg).join(", "), parts.filter((each) => !isLeg(each))];
    Object.assign(shown, {title: why.length ? upper(why.join(", ")) : `To ${place[0]}`, more: `${why.length ? `${place[1]}, ${place[2]} · ` : ""}${walk}`});
  } else if (fields.kind === "close-combat") {
    const weapon = head.match(/with the ([^,]+)/)?.[1] ?? "";
    const [walk, whom] = tail.join(": ").split(/, at (?=[A-Z])/);
    Object.assign(shown, {title: whom ?? `With the ${weapon}`, more: whom ? `${weapon} · ${walk}` : [head.split(", ")[1], ...tail].filter(Boolean).join(" · ")});
  } else if (/^(.+?) \((.+)\)$/.test(words)) {
    const [, title, more] = words.match(/^(.+?) \((.+)\)$/);
    Object.assign(shown, {title, more});
  }
  if (ap && shown.group === "React") shown.more = [shown.more, `${ap} AP`].filter(Boolean).join(" · ");
  else if (ap) shown.group += ` · ${ap} AP`;
  return shown;
}

const upper = (text) => text.charAt(0).toUpperCase() + text.slice(1);
