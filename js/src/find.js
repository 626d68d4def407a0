// Finds links with the module of crates/wasm, whose docs say what is in its answers.

import base64 from "./module.js";

const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
const { instance } = await WebAssembly.instantiate(bytes);
const wasm = instance.exports;
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Calls a function of the module with a text, and returns its answer: the numbers and the string. */
function call(name, text, ...rest) {
  const start = wasm.urlsift_reserve(3 * text.length);
  const { written } = encoder.encodeInto(text, new Uint8Array(wasm.memory.buffer, start, 3 * text.length));
  const places = wasm[name](written, ...rest);
  const [numbers, count, string, len] = new Uint32Array(wasm.memory.buffer, places, 4);
  return [
    new Uint32Array(wasm.memory.buffer, numbers, count),
    decoder.decode(new Uint8Array(wasm.memory.buffer, string, len)),
  ];
}

const [kinds, levels, textWarnings, urlWarnings] = call("urlsift_names", "")[1].split("\n").map((line) => line.split(" "));
const warningNames = [...textWarnings, ...Array(16 - textWarnings.length), ...urlWarnings];
const special = new Set(["http:", "https:", "ftp:", "file:", "ws:", "wss:"]);

/** The standard of a URL: the host has the parser of WHATWG, which the module lacks. */
function conformsOf(level, url) {
  const name = levels[level];
  if (name === "rfc1738" || name === "rfc3986") return name;
  try {
    return special.has(new URL(url).protocol) ? "whatwg" : name;
  } catch {
    return name;
  }
}

function warningsOf(bits) {
  return bits === 0 ? [] : warningNames.filter((_, bit) => (bits >>> bit) & 1);
}

/** The scheme, in lower case, and the host of a URL, if it has them. */
function partsOf(url, numbers, at) {
  const [start, end, hostStart, hostEnd] = numbers.subarray(at, at + 4);
  return {
    scheme: end > start ? url.slice(start, end).toLowerCase() : undefined,
    host: hostEnd > 0 ? url.slice(hostStart, hostEnd) : undefined,
  };
}

export function find(text, { conforms = "whatwg", maxLength = 8192, openSchemes = [] } = {}) {
  const least = levels.indexOf(conforms);
  if (least < 0) throw new RangeError(`no standard is called ${conforms}`);
  if (!(maxLength >= 1)) throw new RangeError(`${maxLength} is no length`);
  const invalid = openSchemes.find((scheme) => !/^[a-z][a-z\d+.-]*$/i.test(scheme));
  if (invalid !== undefined) throw new RangeError(`${invalid} is no scheme`);
  const head = openSchemes.join(" ");
  const [numbers, urls] = call("urlsift_find", head + text, Math.min(maxLength, 2 ** 31), head.length);
  const links = [];
  for (let at = 0, urlStart = 0; at < numbers.length; ) {
    const url = urls.slice(urlStart, (urlStart += numbers[at]));
    const [kind, level, warnings, quoteDepth, breaks, start, end, count] = numbers.subarray(at + 5, at + 13);
    const parts = partsOf(url, numbers, at + 1);
    const pieces = [];
    for (at += 13; pieces.length < count; at += 2) pieces.push({ start: numbers[at], end: numbers[at + 1] });
    const standard = conformsOf(level, url);
    if (levels.indexOf(standard) > least) continue;
    const names = warningsOf(warnings);
    links.push({ url, ...parts, kind: kinds[kind], conforms: standard, warnings: names, quoteDepth, breaks, start, end, pieces });
  }
  return links;
}

export function check(url) {
  const [numbers, lines] = call("urlsift_check", url);
  const problems = lines.split("\n").slice(0, -1).map((line, index) => {
    const [code, rule] = line.split(" ");
    return { code, rule, start: numbers[6 + 2 * index], end: numbers[7 + 2 * index] };
  });
  return { conforms: conformsOf(numbers[0], url), warnings: warningsOf(numbers[1]), ...partsOf(url, numbers, 2), problems };
}
