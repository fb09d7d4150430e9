// Values of a listing that readers can change: what can stand there, what the program is told, how they are stepped; and the
// addresses that carry changes. It knows nothing of pages.
// @ts-check
(() => {
"use strict";
/** @typedef {"integer" | "decimal" | "flag" | "text"} Kind */
/** @typedef {{ id: string, values: Map<number, string>, schedule: number }} Change */
const least = -(2n ** 63n), most = 2n ** 64n - 1n;
const escapes = { n: "\n", r: "\r", t: "\t", "\\": "\\", '"': '"', "'": "'" };

/** @param {string} text */
const integer = (text) => {
  const [, sign, digits] = /^(-?)(\d[\d_]*|0x[\da-f][\da-f_]*|0o[0-7][0-7_]*|0b[01][01_]*)$/i.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const value = BigInt(digits.replaceAll("_", "")) * (sign ? -1n : 1n);
  return value < least || value > most ? undefined : value;
};
/**
 * A number that may have a point or an exponent; undefined for others, and for what is too large.
 * @param {string} text
 */
const number = (text) => {
  const value = /^-?\d[\d_]*(\.\d[\d_]*)?(e[+-]?\d[\d_]*)?$/i.test(text) ? Number(text.replaceAll("_", "")) : NaN;
  return Number.isFinite(value) ? value : undefined;
};
/** @param {bigint} value */
const size = (value) => BigInt(value.toString(2).length);
/**
 * Such a number as a program is told it: rounded to 64 bits and times a power of two, as compilers read it for x86-64.
 * @param {string} text
 */
const decimal = (text) => {
  const value = number(text);
  if (value === undefined) return undefined;
  const [, sign, whole, part = "", exponent = "0"] = /^(-?)([^.e]+)(?:\.([^e]+))?(?:e(.+))?$/i.exec(text.replaceAll("_", "")) ?? [];
  if (!value) return sign + "0x0p0";
  const places = BigInt(exponent) - BigInt(part.length), scale = 10n ** (places < 0n ? -places : places);
  let top = BigInt(whole + part), bottom = 1n;
  if (places < 0n) bottom = scale;
  else top *= scale;
  let power = size(top) - size(bottom) - 64n;
  if (power < 0n) top <<= -power;
  else bottom <<= power;
  if (top / bottom >> 64n) {
    bottom <<= 1n;
    power++;
  }
  // Halves go to the even number.
  let bits = top / bottom;
  const rest = 2n * (top - bits * bottom);
  if (rest > bottom || rest === bottom && bits & 1n) bits++;
  if (bits >> 64n) {
    bits >>= 1n;
    power++;
  }
  return `${sign}0x${bits.toString(16)}p${power}`;
};
/** @param {string} text what stands between the quotes */
const string = (text) => {
  let isRight = true;
  const value = text.replace(/\\(?:u\{([\da-f]{1,8})\}|(.?))|["\n\r]/gi, (all, number, letter) => {
    const code = parseInt(number, 16);
    if (code > 0 && code <= 0x10FFFF && !(code >= 0xD800 && code < 0xE000)) return String.fromCodePoint(code);
    if (all[0] === "\\" && letter in escapes) return escapes[/** @type {keyof escapes} */ (letter)];
    isRight = false;
    return "";
  });
  // An argument has an end of its own, and room for so much.
  return isRight && !value.includes("\0") && new TextEncoder().encode(value).length < 4_000 ? value : undefined;
};

/**
 * What a program is told of a value; undefined for what cannot stand there.
 * @param {Kind} kind
 * @param {string} text
 * @returns {string | undefined}
 */
const read = (kind, text) => ({
  // It may be of a type that has numbers with a point, which the program knows.
  integer: () => integer(text)?.toString() ?? decimal(text),
  decimal: () => decimal(text),
  flag: () => text === "true" || text === "false" ? text : undefined,
  text: () => string(text),
})[kind]();

/** @param {string} text */
const escaped = (text) => [...text].map((scalar) => `\\u{${scalar.codePointAt(0)?.toString(16).toUpperCase()}}`).join("");
// What does not show or changes how others look, as in what is recorded; a tab is seen, and what ends a line cannot stand in a text.
const hidden = /[\0-\x08\v\f\x0E-\x1F\x7F-\x9F\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]+/g;
/**
 * A text as a listing has it: a decimal number without a point is a whole number in Swift, and may have another type; what a page would
 * not show of a string is written as an escape.
 * @param {Kind} kind
 * @param {string} text
 */
const listed = (kind, text) => kind === "text" ? text.replace(hidden, escaped)
  : kind === "decimal" && /^-?\d[\d_]*$/.test(text) ? text + ".0" : text;
/**
 * Two texts as they can be told apart: what looks alike and consists of other scalars has its scalars as escapes.
 * @param {string} one
 * @param {string} other
 */
const apart = (one, other) => [one, other].map((text) =>
  one.normalize() === other.normalize() ? text.replace(/[^\0-\x7F]+/g, escaped) : text);
/**
 * The operator directly before a number, which a minus would become a part of; a blank where the minus would be of what stands behind the
 * number, as in `4.magnitude`; empty where a minus can stand.
 * @param {string} line
 * @param {number} start
 * @param {number} end
 */
const joined = (line, start, end) => /[^\s\w()[\]{},;:]+$/.exec(line.slice(0, start))?.[0] ?? (/^\.\w/.test(line.slice(end)) ? " " : "");
/**
 * The digits of a number as those of another are written: its base, its groups.
 * @param {string} digits
 * @param {string} written
 */
const grouped = (digits, written) => written.includes("_") ? digits.replace(/\B(?=(\d{3})+$)/g, "_") : digits;

/** @param {string} text @param {string} written @param {number} count @param {boolean} isSigned */
const stepInteger = (text, written, count, isSigned) => {
  if (/[.e]/.test(text) && decimal(text)) return stepDecimal(text, text, count, isSigned);
  const old = integer(written) ?? 0n, digits = (old < 0n ? -old : old).toString().length;
  let value = (integer(text) ?? old) + BigInt(count) * 10n ** BigInt(Math.max(0, digits - 2));
  value = value < least ? least : value > most ? most : value;
  if (isSigned && value < 0n) value = 0n;
  const [, base] = /^-?0([xob])/i.exec(written) ?? [];
  const size = value < 0n ? -value : value;
  const plain = base ? `0${base}` + size.toString({ x: 16, o: 8, b: 2 }[base.toLowerCase()]) : grouped(size.toString(), written);
  return (value < 0n ? "-" : "") + plain;
};
/** @param {string} text @param {string} written @param {number} count @param {boolean} isSigned */
const stepDecimal = (text, written, count, isSigned) => {
  const old = Number(written.replaceAll("_", ""));
  const places = /e/i.test(written) ? 0 : (/\.([\d_]*)/.exec(written)?.[1] ?? "").replaceAll("_", "").length;
  const magnitude = old ? Math.floor(Math.log10(Math.abs(old))) - 1 : -places;
  const exponent = Math.max(-places, magnitude);
  let value = (number(text) ?? old) + count * 10 ** exponent;
  if (isSigned && value < 0) value = 0;
  if (Math.abs(value) >= 1e21) return text;
  const [whole, rest] = value.toFixed(Math.min(20, places)).split(".");
  const plain = grouped(whole.replace("-", ""), written) + (rest ? "." + rest : "");
  return (whole.startsWith("-") && /[1-9]/.test(plain) ? "-" : "") + plain;
};

/**
 * A number some steps further; a step fits the size of the number that was written.
 * @param {Kind} kind
 * @param {string} text
 * @param {string} written
 * @param {number} count
 * @param {boolean} isSigned whether no minus can stand before it
 */
const step = (kind, text, written, count, isSigned = false) =>
  kind === "integer" ? stepInteger(text, written, count, isSigned) : stepDecimal(text, written, count, isSigned);

/**
 * The part of an address that carries changes: `live=ticks:3=300,5=true;schedule=7`.
 * @param {Change} change
 */
const written = ({ id, values, schedule }) => "live=" + encodeURIComponent(id)
  + (values.size ? ":" + [...values].map(([number, text]) => `${number}=${encodeURIComponent(text)}`).join(",") : "")
  + (schedule ? `;schedule=${schedule}` : "");

/**
 * The changes that an address carries; of one that is damaged, the example at most.
 * @param {string} query
 * @returns {(Change | { id?: string, values?: undefined })[]}
 */
const changes = (query) => query.replace(/^\?/, "").split("&").filter((part) => part.startsWith("live=")).map((part) => {
  const [, id, list, schedule] = /^live=([^:;,=]+)(?::(\d{1,4}=[^:;,=]*(?:,\d{1,4}=[^:;,=]*)*))?(?:;schedule=(\d{1,15}))?$/.exec(part) ?? [];
  if (!id) return { id: /^live=([^:;,=]+)/.exec(part)?.[1] };
  try {
    const values = (list ?? "").split(",").filter(Boolean).map((value) => value.split("="));
    return {
      id: decodeURIComponent(id), schedule: Number(schedule ?? 0),
      values: new Map(values.map(([number, text]) => [Number(number), decodeURIComponent(text)])),
    };
  } catch {
    return { id };
  }
});

/**
 * A query with these changes in the place of those that it has.
 * @param {string} query
 * @param {Change[]} list
 */
const replaced = (query, list) => {
  const others = query.replace(/^\?/, "").split("&").filter((part) => part && !part.startsWith("live="));
  const parts = [...others, ...list.map(written)];
  return parts.length ? "?" + parts.join("&") : "";
};

Object.assign(globalThis, { loopbookValues: { read, number, listed, apart, joined, step, changes, replaced } });
})();
