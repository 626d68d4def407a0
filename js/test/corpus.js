// The cases that crates/wasm/examples/cases.rs prints, and the comparison with the links of `urlsift list --json`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import { advice } from "urlsift";

export const cases = JSON.parse(readFileSync(process.env.URLSIFT_CASES, "utf8"));

/** The fields of JSON that a link does not have here. */
const absent = {
  readings: "only the first reading, `url`, is returned; it keeps every hyphen",
  joins: "pieces are returned, but not what was dropped between them",
  problems: "check(url) returns them",
  port: "`new URL(url)` has it",
  line: "offsets count in the text",
  column: "offsets count in the text",
  base: "resolved has what it is needed for",
  domain: "the Public Suffix List is too large",
  shown_by: "the caller has the page",
  unwrapped: "it is not asked for",
  path: "there are no files",
  message: "the part and the header field are those of the text; the caller has the message and its header",
  raw_base64: "strings have U+FFFD for bytes that are not UTF-8",
  url_base64: "strings have U+FFFD for bytes that are not UTF-8",
};

/** Compares a link in a text, and returns the fields of JSON that were not compared. */
export function compare(link, text, expected, name) {
  const { also, element, attribute, text: ofElement, shown, resolved, ...others } = expected;
  const { url, raw, delimiter, conforms, warnings, quote_depth, breaks, spaced, scheme, host, host_ascii, advice: judgement, offset, end, pieces, ...rest } = others;
  const found = {
    url: link.url,
    // A link in an attribute is an empty range of the text.
    raw: delimiter === "attribute" ? raw : text.slice(link.start, link.end),
    delimiter: link.kind,
    conforms: link.conforms,
    warnings: link.warnings,
    quote_depth: link.quoteDepth,
    breaks: link.breaks,
    spaced: link.warnings.includes("spaced"),
    scheme: link.scheme,
    host: link.host,
    host_ascii: link.hostAscii,
    advice: advice(link),
  };
  assert.deepEqual(found, { url, raw, delimiter, conforms, warnings, quote_depth, breaks, spaced, scheme, host, host_ascii, advice: judgement }, name);
  // Only the larger module has these.
  if (link.source) {
    // Offsets in JSON count bytes.
    const lines = shown ? Buffer.from(text).toString("utf8", ...shown).split("\n").filter((line) => line !== "") : [];
    const found = (link.shown ?? { pieces: [] }).pieces.map(({ start, end }) => text.slice(start, end));
    assert.deepEqual([link.element, link.attribute, link.text, found], [element, attribute, ofElement, lines], name);
    assert.equal(link.resolved, resolved, name);
    assert.deepEqual(link.also, also?.map(({ url }) => url), name);
  }
  for (const field of Object.keys(rest)) assert.ok(field in absent, `${name}: ${field} is not compared`);
}
