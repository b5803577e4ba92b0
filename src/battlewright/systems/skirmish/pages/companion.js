// The page of a battle at a table of the players' own: cards instead of a map, and forms for what is measured.

import {DeckPage} from "/static/deck.js";
import {el, kept, stylesheet, update} from "/static/dom.js";
import {capital, sentenceOf} from "/static/text.js";
import {SKIRMISH} from "./choices.js";
import {deedOf, modelCard} from "./model_card.js";
import {sidesOf} from "./table.js";

/** @import {Figure, MatchInfo, MeasureField, MeasureForm, TableScene} from "interface" */
/** @import {DeckPage as AnyDeckPage} from "/static/deck.js" */
/** @import {Deck} from "/static/deck_replay.js" */
/** @import {NumberedOffer, PageNews} from "/static/match.js" */
/** @import {Presenter} from "/static/presenter.js" */

/** What is drawn: the models with their numbers, dust and fire, and what is to be measured.
 * @typedef {{models: Figure[], markers: TableScene["markers"], round: {round: number, round_limit: number},
 *   measure: MeasureForm | null}} Scene */

/** The ways of a leg, as they are picked: the kind of the leg, whether it goes down, whether by a ladder.
 * @type {Record<string, {text: string, way: number, sign?: number, ladder?: number}>} */
const WAYS = {
  walk: {text: "Walk", way: 1},
  up: {text: "Climb up", way: 2, sign: 1},
  ladder: {text: "Climb up by a ladder", way: 2, sign: 1, ladder: 1},
  down: {text: "Climb down", way: 2, sign: -1},
  "down-ladder": {text: "Climb down by a ladder", way: 2, sign: -1, ladder: 1},
  jump: {text: "Jump", way: 3},
  drop: {text: "Drop on purpose", way: 4, sign: -1},
};
const MOST_LEGS = 8;

/** @type {Presenter<Figure>} */
const PRESENTER = {
  ...SKIRMISH,
  hint: "Click a choice, or press its key; once more makes it.",
  touchHint: "Tap a choice; tap it again to make it.",
  details: ({known}) => [known?.text && el("p", {}, `${capital(known.text)}.`)],
};

/** The cards of both sides, and the markers that lie on the players' table.
 * @implements {Deck<Scene>} */
export class ModelDeck {
  /** @param {MatchInfo} info */
  constructor(info) {
    this.info = info;
    this.deck = el("div", {class: "cards", tabindex: 0, role: "region", "aria-label": "The models of both sides"});
    this.parts = [this.deck];
    this.deedOf = deedOf;
  }

  /**
   * @param {Scene} scene
   * @param {AnyDeckPage<Scene> | null} page of a running match
   */
  draw({models, markers}, page) {
    update(
      this.deck,
      ...["a", "b"].map((side) =>
        el(
          "section",
          {class: `band ${side}`, "aria-label": this.info.titles[side]},
          el("h2", {}, this.info.titles[side]),
          models.filter((each) => each.side === side).map((each) => modelCard(each, (model) => page?.pick(model))),
        ),
      ),
      markers.length > 0 &&
        el(
          "ul",
          {class: "on-table", "aria-label": "On your table"},
          markers.map(({kind, until}, place) =>
            el("li", {class: kind}, `${capital(kind)} ${place + 1}: until the end of round ${until}`),
          ),
        ),
    );
  }

  /** @param {Scene} scene */
  sides({models}) {
    return sidesOf(this.info, {models});
  }
}

/** The numbers that were last filled in, by what was measured.
 * @returns {Record<string, Record<string, number>>} */
const measuredBefore = () => kept.get("measured", {});

/** A scene as it is drawn without a map.
 * @param {TableScene} scene
 * @param {MeasureForm | null} measure
 * @returns {Scene} */
export const withoutMap = ({models, markers, round, round_limit}, measure = null) => ({
  models,
  markers,
  round: {round, round_limit},
  measure,
});

/**
 * @param {Element} app
 * @param {MatchInfo} info
 */
export async function showCompanion(app, info) {
  await stylesheet("/pages/skirmish/companion.css");
  return new CompanionPage(app, info);
}

/** @extends {DeckPage<Scene>} */
class CompanionPage extends DeckPage {
  /**
   * @param {Element} app
   * @param {MatchInfo} info
   */
  constructor(app, info) {
    super(app, info, PRESENTER, "companion", new ModelDeck(info));
    this.form = el("div", {class: "measures"});
  }

  /** @override
   * @param {PageNews} news */
  async look(news) {
    const isMeasure = news.to_type.some(({kind}) => kind === "measure");
    const [scene, measure] = await Promise.all([
      this.remote.guide("scene"),
      isMeasure ? this.remote.guide("measure") : null,
    ]);
    this.typable = new Set(news.to_type.map(({kind}) => kind));
    return withoutMap(/** @type {TableScene} */ (scene), measure);
  }

  /** @override */
  reset() {
    super.reset();
    const form = this.isMine && this.latest?.state === "running" && this.formNow();
    update(this.form, form || null);
    this.form.hidden = !form;
    if (form) this.panel.extra.append(this.form);
  }

  /** What is to be filled in now: a measure, what a stray shot sets off, or a move that is more than walked. */
  formNow() {
    const {measure} = this.scene,
      may = this.typable ?? new Set();
    if (measure) return measureForm(measure, this.usual(measure), (choice, numbers) => this.fill(choice, numbers));
    if (may.has("leaves-fire")) return effectForm(may.has("explodes"), (choice) => this.fill(choice));
    if (may.has("move") || may.has("cover-move")) return this.legsForm();
    return null;
  }

  /** The numbers of the offer that is likely, or else of the last answer.
   * @param {MeasureForm} measure
   * @returns {Record<string, number>} */
  usual({what, fields}) {
    const offered = this.offers.find(({kind}) => kind === "measure");
    if (offered) return Object.fromEntries(fields.map(({name}) => [name, Number(offered.fields[name] ?? 0)]));
    return measuredBefore()[what] ?? {};
  }

  /** Send what was filled in, and remember its numbers for the next time.
   * @param {string} choice
   * @param {Record<string, number>} [numbers] */
  fill(choice, numbers) {
    const {measure} = this.scene;
    if (measure && numbers) kept.set("measured", {...measuredBefore(), [measure.what]: numbers});
    return this.choose({choice, number: this.number});
  }

  /** A path leg by leg, for a move, a cover move, or an attack that is offered. */
  legsForm() {
    const isCover = this.typable?.has("cover-move");
    const attacks = this.offers.filter(({kind}) => kind === "close-combat");
    return legsForm(isCover ? "cover-move" : "move", attacks, (choice) => this.fill(choice));
  }
}

/** A number that is filled in, in inches or as it is.
 * @param {MeasureField} field
 * @param {number | undefined} value */
function numberOf({name, label, unit, least, most, usual}, value) {
  const scale = unit === "inches" ? 1000 : 1,
    known = value ?? usual;
  return el(
    "label",
    {},
    el("span", {}, label, unit === "inches" ? el("small", {}, " inches") : ""),
    el("input", {
      type: "number",
      name,
      inputmode: least < 0 ? "text" : "decimal",
      step: unit === "inches" ? "any" : 1,
      min: least / scale,
      max: most / scale,
      required: true,
      "data-scale": String(scale),
      value: known === null || known === undefined ? "" : String(known / scale),
      onfocus: ({currentTarget}) => currentTarget.select(),
    }),
  );
}

/** The form of a measure.
 * @param {MeasureForm} measure
 * @param {Record<string, number>} values
 * @param {(choice: string, numbers: Record<string, number>) => unknown} send */
export function measureForm({what, fields}, values, send) {
  return el(
    "form",
    {
      class: "measure",
      "aria-label": "Measure",
      "data-what": what,
      onsubmit: (event) => {
        event.preventDefault();
        const inputs = [...event.currentTarget.querySelectorAll("input")],
          numbers = inputs.map(
            ({name, value, dataset}) =>
              /** @type {[string, number]} */ ([name, Math.round(Number(value) * Number(dataset.scale))]),
          );
        send(["measure", ...numbers.map((each) => each.join("="))].join(" "), Object.fromEntries(numbers));
      },
    },
    fields.map((field) => numberOf(field, values[field.name])),
    el("button", {class: "primary"}, "Confirm"),
  );
}

/** What a stray shot sets off, with its stress.
 * @param {boolean} mayExplode
 * @param {(choice: string) => unknown} send */
function effectForm(mayExplode, send) {
  const stress = el("input", {type: "number", name: "number", min: 1, max: 5, step: 1, value: "1", required: true});
  /** @type {(kind: string, text: string) => HTMLElement} */
  const button = (kind, text) =>
    el(
      "button",
      {type: "button", onclick: () => stress.reportValidity() && send(`${kind} number=${stress.value}`)},
      text,
    );
  return el(
    "form",
    {class: "measure", "aria-label": "What it sets off", onsubmit: (event) => event.preventDefault()},
    el("label", {}, el("span", {}, "Stress"), stress),
    el(
      "div",
      {class: "row"},
      mayExplode && button("explodes", "It explodes"),
      button("leaves-fire", "It leaves a fire"),
    ),
  );
}

/** A move that is more than walked, leg by leg.
 * @param {"move" | "cover-move"} kind
 * @param {NumberedOffer[]} attacks
 * @param {(choice: string) => unknown} send */
export function legsForm(kind, attacks, send) {
  /** @type {{text: string, leg: string}[]} */
  const legs = [];
  const list = el("ol", {class: "legs", "aria-live": "polite"});
  const way = el(
    "select",
    {name: "way", onchange: () => turn()},
    Object.entries(WAYS).map(([value, {text}]) => el("option", {value}, text)),
  );
  const far = el("input", {type: "number", name: "far", min: 0, max: 72, step: "any", inputmode: "decimal"});
  const down = el("input", {
    type: "number",
    name: "down",
    min: 0,
    max: 72,
    step: "any",
    inputmode: "decimal",
    value: "0",
  });
  const lower = el("label", {hidden: true}, el("span", {}, "Lands lower by", el("small", {}, " inches")), down);
  const goal = el(
    "select",
    {name: "goal"},
    el("option", {value: kind}, kind === "move" ? "Move" : "Move into cover"),
    attacks.map((each) => el("option", {value: each.choice}, `${each.heading.text}: ${each.title}`)),
  );
  const refusal = el("p", {class: "refusal", role: "alert", hidden: true});
  way.value = "up";
  const turn = () => {
    lower.hidden = way.value !== "jump";
  };
  const show = () =>
    update(
      list,
      ...legs.map(({text}, place) =>
        el(
          "li",
          {},
          text,
          el(
            "button",
            {
              type: "button",
              "aria-label": `Remove leg ${place + 1}`,
              onclick: () => {
                legs.splice(place, 1);
                show();
              },
            },
            "×",
          ),
        ),
      ),
    );
  /** @param {string} text */
  const complain = (text) => {
    refusal.hidden = !text;
    refusal.textContent = text;
  };
  /** Add the leg that is filled in; return whether all is well. */
  const add = () => {
    if (!far.value) return true;
    const {text, way: kindOf, sign = 0, ladder = 0} = WAYS[way.value],
      length = Math.round(Number(far.value) * 1000),
      fall = way.value === "jump" ? Math.round(Number(down.value) * 1000) : 0;
    if (!(length > 0) || fall < 0 || legs.length === MOST_LEGS) {
      complain(legs.length === MOST_LEGS ? `At most ${MOST_LEGS} legs.` : "A leg is longer than 0 inches.");
      return false;
    }
    complain("");
    const [x, level] = sign ? [0, sign * length] : [length, -fall];
    legs.push({
      text: `${text} ${far.value}″${fall ? `, ${down.value}″ down` : ""}`,
      leg: `${kindOf}/${x}/${ladder}/${level}`,
    });
    far.value = "";
    down.value = "0";
    show();
    return true;
  };
  return el(
    "details",
    {class: "measure"},
    el("summary", {}, "Climb, jump or drop on the way"),
    el(
      "form",
      {
        "aria-label": "Legs of the move",
        onsubmit: (event) => {
          event.preventDefault();
          try {
            if (!add()) return;
            if (!legs.length) complain("Add a leg first: how it goes, and how many inches.");
            else send(`${goal.value} count=${legs.length} legs=${legs.map(({leg}) => leg).join(",")}`);
          } catch (error) {
            complain(sentenceOf(error));
          }
        },
      },
      list,
      el("label", {}, el("span", {}, "How"), way),
      el("label", {}, el("span", {}, "How far", el("small", {}, " inches")), far),
      lower,
      el("button", {type: "button", onclick: add}, "Add the leg"),
      attacks.length > 0 && el("label", {}, el("span", {}, "To"), goal),
      refusal,
      el("button", {class: "primary"}, "Confirm"),
    ),
  );
}
