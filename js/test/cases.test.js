// Every case of corpus/scan, as crates/wasm/examples/cases.rs prints them with the links of `urlsift list --json`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { check, find } from "urlsift";

const cases = JSON.parse(readFileSync(process.env.URLSIFT_CASES, "utf8"));

/** The fields of a link in JSON, as they are here. Offsets there count bytes. */
function expected(link, text) {
  const bytes = Buffer.from(text);
  const unit = (byte) => bytes.toString("utf8", 0, byte).length;
  const span = (start, end) => ({ start: unit(start), end: unit(end) });
  return {
    url: link.url,
    scheme: link.scheme,
    host: link.host,
    kind: link.delimiter,
    conforms: link.conforms,
    warnings: link.warnings,
    quoteDepth: link.quote_depth,
    breaks: link.breaks,
    ...span(link.offset, link.end),
    pieces: link.pieces.map(([start, end]) => span(start, end)),
  };
}

test("links of all cases", () => {
  let count = 0;
  for (const { name, text, max_len: maxLength, schemes: openSchemes, links } of cases) {
    const found = find(text, { conforms: "none", maxLength, openSchemes });
    assert.deepEqual(found, links.map((link) => expected(link, text)), name);
    count += links.length;
  }
  assert.ok(count > 400, `${count}`);
});

test("check agrees with find", () => {
  for (const { links } of cases) {
    for (const link of links) {
      const { conforms, scheme, host, problems } = check(link.url);
      assert.deepEqual({ conforms, scheme, host }, { conforms: link.conforms, scheme: link.scheme, host: link.host });
      assert.equal(problems.length > 0, conforms !== "rfc1738", link.url);
    }
  }
});
