// The cases that crates/wasm/examples/cases.rs prints, and the comparison with the links of `urlsift list --json`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

export const cases = JSON.parse(readFileSync(process.env.URLSIFT_CASES, "utf8"));

/** The fields of JSON that a link does not have here. */
const absent = {
  readings: "only the first reading, `url`, is returned; it keeps every hyphen",
  joins: "pieces are returned, but not what was dropped between them",
  problems: "check(url) returns them",
  port: "`new URL(url)` has it",
  line: "offsets count in the text",
  column: "offsets count in the text",
  base: "the caller has the page and the message",
  domain: "the Public Suffix List is too large",
  resolved: "the caller has the base",
  shown_by: "the caller has the page",
  unwrapped: "it is not asked for",
  path: "there are no files",
  message: "the part and the header field are those of the text; the caller has the message and its header",
  raw_base64: "strings have U+FFFD for bytes that are not UTF-8",
  url_base64: "strings have U+FFFD for bytes that are not UTF-8",
};

/** Compares a link in a text, and returns the fields of JSON that were not compared. */
export function compare(link, text, expected, name) {
  const { also, element, attribute, text: ofElement, shown, ...others } = expected;
  const { url, raw, delimiter, conforms, warnings, quote_depth, breaks, spaced, scheme, host, host_ascii, offset, end, pieces, ...rest } = others;
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
  };
  assert.deepEqual(found, { url, raw, delimiter, conforms, warnings, quote_depth, breaks, spaced, scheme, host, host_ascii }, name);
  // Only the larger module has these.
  if (link.source) {
    // Offsets in JSON count bytes.
    const unit = (byte) => Buffer.from(text).toString("utf8", 0, byte).length;
    const range = shown && shown[0] < shown[1] ? { start: unit(shown[0]), end: unit(shown[1]) } : undefined;
    assert.deepEqual([link.element, link.attribute, link.text, link.shown], [element, attribute, ofElement, range], name);
    assert.deepEqual(link.also, also?.map(({ url }) => url), name);
  }
  for (const field of Object.keys(rest)) assert.ok(field in absent, `${name}: ${field} is not compared`);
}
