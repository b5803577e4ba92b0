import {deepEqual, equal} from "node:assert/strict";
import {test} from "node:test";

/** @import {PageNews} from "/static/match.js" */

const {joined} = await import("/static/api.js");

/** A page of news with these entries.
 * @param {number} since
 * @param {number[]} numbers
 * @param {boolean} more
 * @returns {PageNews} */
const page = (since, numbers, more) =>
  /** @type {any} */ ({
    since,
    number: Math.max(...numbers) + 1,
    more,
    news: numbers.map((number) => ({number, page: since})),
    story: numbers.map((number) => ({number, places: [{who: 1}], cards: [], sentence: `${number}`})),
    status: more ? undefined : "the table",
  });

test("pages of news are put together in their order", () => {
  const news = joined(joined(page(0, [0, 1], true), page(2, [2, 3], true)), page(4, [4], false));
  deepEqual(
    news.news.map((each) => each.number),
    [0, 1, 2, 3, 4],
  );
  equal(news.since, 0);
  equal(news.number, 5);
  equal(news.more, false);
  equal(/** @type {any} */ (news.status), "the table");
});

test("many steps show no motion", () => {
  const news = joined(page(0, [0, 1], true), page(2, [2], false));
  deepEqual(
    news.story.map((each) => each.number),
    [0, 1, 2],
  );
  equal(
    news.story.some((each) => each.places ?? each.cards),
    false,
  );
});
