// The parts of live examples that need no page: what can stand in the place of a value, its steps, and addresses.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

const assets = new URL("../../../templates/assets/", import.meta.url);
(0, eval)(readFileSync(new URL("live-values.js", assets), "utf8"));
const { read, number, listed, apart, joined, step, changes, replaced } = globalThis.loopbookValues;

/** The number that a program is told: 64 bits, times a power of two. */
const told = (text) => {
  const [, sign, bits, power] = /^(-?)0x([\da-f]+)p(-?\d+)$/.exec(text);
  assert.ok(bits === "0" || BigInt("0x" + bits) >> 63n === 1n, text);
  // Neither factor is beyond what has a number.
  return (sign ? -1 : 1) * Number("0x" + bits) * 2 ** Math.trunc(power / 2) * 2 ** (power - Math.trunc(power / 2));
};

test("whole numbers are read as Swift reads them, as far as 64 bits go", () => {
  for (const [text, value] of [
    ["0", "0"], ["-7", "-7"], ["1_000", "1000"], ["0x1F", "31"], ["-0b101", "-5"], ["0o17", "15"],
    ["9223372036854775807", "9223372036854775807"], ["-9223372036854775808", "-9223372036854775808"],
    ["18446744073709551615", "18446744073709551615"],
  ]) assert.equal(read("integer", text), value, text);
  // `let x: Double = 3` can be 2.5; whether the type has such a number, the program knows.
  for (const [text, value] of [
    ["1.5", 1.5], ["1e3", 1000], ["18446744073709551616", 2 ** 64], ["-9223372036854775809", -(2 ** 63)],
  ]) assert.equal(told(read("integer", text)), value, text);
  for (const text of ["", "-", "_1", "0x", "+1", " 1", "1 ", "1.", "0x10000000000000000", "x", "1;2"])
    assert.equal(read("integer", text), undefined, text);
});

test("decimal numbers, truth and strings are read, and what is none of them is not", () => {
  for (const [text, value] of [
    ["1.5", 1.5], ["2", 2], ["1_000.25", 1000.25], ["-1e-3", -0.001], ["5e-1", 0.5], ["1.25e+2", 125], ["-0.0", -0], ["100.500", 100.5],
    ["0.12345678901234567", 0.12345678901234567], ["12345678901234567890.0", 12345678901234567890], ["1_0e1_0", 1e11], ["1e-16", 1e-16],
    ["1.7976931348623157e308", Number.MAX_VALUE], ["5e-324", 5e-324], ["1e-999999999", 0], ["0e999999999", 0],
  ]) {
    assert.equal(told(read("decimal", text)), value, text);
    assert.equal(number(text), value, text);
  }
  // Compilers round to 64 bits first, and then to the type: here just above the middle of two numbers, and on it.
  for (const [text, value] of [
    ["1.000000059604644776", "0x8000008000000006p-63"], ["9007199254740993.0000001", "0x8000000000000400p-10"],
    ["-0.1", "-0xcccccccccccccccdp-67"], ["18446744073709551615.5", "0x8000000000000000p1"], ["18446744073709551614.5", "0xfffffffffffffffep0"],
    ["-0.0", "-0x0p0"],
  ]) assert.equal(read("decimal", text), value, text);
  // No number is so large.
  for (const text of ["1e400", "-1.8e308", "1.5e999999999999999999"]) assert.equal(read("decimal", text), undefined, text);
  for (const text of ["", ".5", "1.", "1e999", "NaN", "Infinity", "0x1p3", "1.5.5"]) assert.equal(read("decimal", text), undefined, text);
  assert.deepEqual(["true", "false", "True", ""].map((text) => read("flag", text)), ["true", "false", undefined, undefined]);
  for (const [text, value] of [
    ["", ""], ["a b", "a b"], ['\\"\\\\\\n\\t', '"\\\n\t'], ["\\u{1F600}", "\u{1F600}"], ["=,;:&", "=,;:&"],
  ]) assert.equal(read("text", text), value, text);
  for (const text of ['"', "\\", "\\x", "\\(a)", "a\nb", "\\u{0}", "\\u{D800}", "\\u{110000}", "a".repeat(4000), "ä".repeat(2000)])
    assert.equal(read("text", text), undefined, text);
});

// `let price = 7` prints 3 for `price / 2`, and the page once showed that listing above the 3.5 of 7.0.
test("a listing has a decimal number with its point, since Swift takes it for a whole number without one", () => {
  for (const [kind, text, shown] of [
    ["decimal", "7", "7.0"], ["decimal", "-1_000", "-1_000.0"], ["decimal", "7.25", "7.25"], ["decimal", "1e3", "1e3"], ["decimal", "", ""],
    ["decimal", "7.", "7."], ["integer", "7", "7"], ["text", "7", "7"],
  ]) assert.equal(listed(kind, text), shown, text);
});

// An address that was sent put U+202E into a listing as it is, which authors may not.
test("what a page does not show of a string is an escape in the listing, and means the same to the program", () => {
  for (const [text, shown] of [
    ["a\u202Eb", "a\\u{202E}b"], ["\u200B\uFEFF", "\\u{200B}\\u{FEFF}"], ["\x1B[1m", "\\u{1B}[1m"],
    ["\t", "\t"], ["\u{1F469}\u200D\u{1F4BB}", "\u{1F469}\u200D\u{1F4BB}"], ["\\u{202E}", "\\u{202E}"],
  ]) {
    assert.equal(listed("text", text), shown, text);
    assert.equal(read("text", listed("text", text)), read("text", text), text);
  }
  // `"é" instead of "é"` says nothing.
  assert.deepEqual(apart("Ju\u0308", "J\u00FC"), ["Ju\\u{308}", "J\\u{FC}"]);
  for (const pair of [["\u00FC", "u"], ["7", "8"]]) assert.deepEqual(apart(...pair), pair);
});

// `--7` and `a--4` are not Swift, or an operator of its own.
test("a minus cannot stand where it would join an operator, or be of what stands behind", () => {
  for (const [before, behind, operator] of [
    ["let t = -", "", "-"], ["a-", ")", "-"], ["0..<", " {", "..<"], ["f(x)*", "", "*"], ["a\u00D7", "", "\u00D7"], ["let a = ", ".magnitude", " "],
    ["let t = ", "", ""], ["", "", ""], ["f(", ")", ""], ["[1,", "]", ""], ["a - ", "", ""], ["n:", "...5", ""],
  ]) assert.equal(joined(before + 4 + behind, before.length, before.length + 1), operator, before);
});

test("a step fits the size of the number that was written, and comes back to it", () => {
  for (const [kind, written, count, text] of [
    ["integer", "0", 1, "1"], ["integer", "5", 1, "6"], ["integer", "50", 1, "51"], ["integer", "250", 1, "260"], ["integer", "250", -10, "150"],
    ["integer", "1_500", 10, "2_500"], ["integer", "0x10", 1, "0x11"], ["integer", "3", -5, "-2"], ["integer", "900_000", 10, "1_000_000"],
    ["integer", "18446744073709551615", 1, "18446744073709551615"],
    ["decimal", "0.5", 1, "0.6"], ["decimal", "0.25", -1, "0.24"], ["decimal", "1.0", -10, "0.0"], ["decimal", "0.1", -2, "-0.1"],
    ["integer", "2.5", 1, "2.6"], ["decimal", "150.0", 1, "160.0"], ["decimal", "2", 1, "3"], ["decimal", "1_000.5", 1, "1_100.5"],
  ]) {
    assert.equal(step(kind, written, written, count), text, `${written} ${count}`);
    if (!text.startsWith("1844")) assert.equal(step(kind, text, written, -count), written, `${text} back`);
  }
  // A sign that stands before the number already.
  assert.equal(step("integer", "3", "3", -5, true), "0");
  assert.equal(step("decimal", "0.5", "0.5", -9, true), "0.0");
});

test("an address carries changes and gives them back, and keeps what it had besides", () => {
  const list = [
    { id: "ticks", values: new Map([[3, "300"], [5, "true"], [7, "a=b,c;d:e&f \\\"\u{1F600}"]]), schedule: 7 },
    { id: "ä&b", values: new Map(), schedule: 2 }, { id: "c", values: new Map([[0, ""]]), schedule: 0 },
  ];
  const query = replaced("?q=1&live=old:1=2", list);
  assert.ok(query.startsWith("?q=1&live=ticks:3=300,5=true,7="));
  assert.deepEqual(changes(query), list);
  assert.equal(replaced(query, []), "?q=1");
  assert.equal(replaced("?live=a;schedule=1", []), "");
  assert.deepEqual(changes("?alive=x&q=live=y"), []);
});

test("a damaged address is known as such", () => {
  for (const part of [
    "", ":1=2", "a:", "a:1", "a:x=1", "a:1=2,", "a:1=2,3", "a;schedule=", "a;schedule=-1", "a;schedule=1;schedule=2", "a:1=%", "a:1=%E0", "a:1=2:3=4",
    "a;schedule=1:1=2", "a:12345=1", "%E0:1=2",
  ]) assert.deepEqual(changes("?live=" + part).map(({ values }) => values), [undefined], part);
  // The example that it was of is told of it, where that can be read.
  for (const [part, id] of [["a:1=%", "a"], ["pair;schedule=x", "pair"], ["ticks:0", "ticks"], ["", undefined], [":1=2", undefined]]) {
    assert.deepEqual(changes("?live=" + part), [{ id }], part);
  }
});
