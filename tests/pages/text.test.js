import {equal} from "node:assert/strict";
import {test} from "node:test";
import {
  capital,
  countdown,
  difficulty,
  fraction,
  inches,
  initials,
  percent,
  sentenceOf,
  singular,
  title,
} from "/static/text.js";

test("a chance that is neither sure nor impossible is never shown as such", () => {
  equal(percent(1), "100%");
  equal(percent(0), "0%");
  equal(percent(0.9951), ">99%");
  equal(percent(0.0049), "<1%");
  equal(percent(0.005), "1%");
  equal(percent(0.994), "99%");
  equal(percent(fraction("2/3")), "67%");
});

test("a fraction is a number", () => {
  equal(fraction("7/8"), 0.875);
  equal(fraction("-1/4"), -0.25);
  equal(fraction("3"), 3);
  equal(fraction(0), 0);
});

test("a length is told in inches, to a tenth", () => {
  equal(inches(7800), "7.8");
  equal(inches(7849), "7.8");
  equal(inches(7850), "7.9");
  equal(inches(12000), "12");
});

test("a difficulty says what sum reaches it: to the thousandth where a tenth would not", () => {
  equal(difficulty(14_960, 15), "15");
  equal(difficulty(15_000, 15), "15");
  equal(difficulty(15_004, 16), "15.004");
  equal(difficulty(14_200, 15), "14.2");
  equal(difficulty(15_100, 16), "15.1");
  equal(difficulty(1, 1), "0");
  equal(difficulty(-2_000, 1), "-2");
});

test("the time that is left is told in minutes, and in hours where there are some", () => {
  equal(countdown(24_000), "0:24");
  equal(countdown(23_001), "0:24");
  equal(countdown(60_000), "1:00");
  equal(countdown(3_599_000), "59:59");
  equal(countdown(3_800_000), "1:03:20");
  equal(countdown(3_600_000), "1:00:00");
  equal(countdown(-5), "0:00");
});

test("names are written for people", () => {
  equal(capital("lantern company"), "Lantern company");
  equal(capital(""), "");
  equal(title("lantern-company"), "Lantern Company");
  equal(singular("rosters"), "roster");
  equal(singular("armour"), "armour");
});

test("a model has two letters, or one with its number", () => {
  equal(initials("Hollow King"), "HK");
  equal(initials("Raider 1"), "R1");
  equal(initials("raider 12"), "R12");
  equal(initials("Ava"), "Av");
  equal(initials("The Warden"), "Wa");
  equal(initials("The Old Warden"), "OW");
  equal(initials("7"), "7");
  equal(initials("X"), "X");
  equal(initials(""), "");
});

test("spaces around a name are no part of it, and no letter is cut in half", () => {
  equal(initials("Ava "), "Av");
  equal(initials(" Hollow  King "), "HK");
  equal(initials("🐉 Rider"), "🐉R");
  equal(initials("🐉"), "🐉");
});

test("whatever is thrown has a sentence", () => {
  equal(sentenceOf(new Error("The server does not answer.")), "The server does not answer.");
  equal(sentenceOf("torn"), "torn");
});
