// Every case of corpus/scan, corpus/undelimited and corpus/clients: the links are those of `urlsift list --json`.

import assert from "node:assert/strict";
import test from "node:test";

import { check, find } from "urlsift";

import { cases, compare } from "./corpus.js";

test("links of all cases", () => {
  let count = 0;
  for (const { name, text, max_len: maxLen, schemes, kinds, www, links } of cases.texts) {
    const bytes = Buffer.from(text);
    // Offsets in JSON count bytes.
    const unit = (byte) => bytes.toString("utf8", 0, byte).length;
    const span = (start, end) => ({ start: unit(start), end: unit(end) });
    const found = find(text, { conforms: "none", kinds, maxLen, schemes, www });
    assert.equal(found.length, links.length, name);
    found.forEach((link, index) => {
      const expected = links[index];
      compare(link, text, expected, name);
      assert.deepEqual({ start: link.start, end: link.end }, span(expected.offset, expected.end), name);
      assert.deepEqual(link.pieces, expected.pieces.map(([start, end]) => span(start, end)), name);
    });
    count += links.length;
  }
  assert.ok(count > 400, `${count}`);
});

test("names and addresses are found on request", () => {
  const text = "a.example/b joe@c.example build.sh";
  const found = find(text, { names: true, addresses: true });
  const expected = [["name", "https://a.example/b"], ["address", "mailto:joe@c.example"]];
  assert.deepEqual(found.map(({ kind, url }) => [kind, url]), expected);
  assert.deepEqual(find(text), []);
});

test("the texts of corpus/clients", () => {
  for (const { name, text, found } of cases.clients) assert.deepEqual(find(text).map(({ url }) => url), found, name);
  assert.equal(cases.clients.length, 136);
});

test("check agrees with find", () => {
  for (const { links } of cases.texts) {
    for (const link of links) {
      const { conforms, scheme, host, problems } = check(link.url);
      assert.deepEqual({ conforms, scheme, host }, { conforms: link.conforms, scheme: link.scheme, host: link.host });
      assert.deepEqual(problems.map(({ code, rule }) => [code, rule]), link.problems.map(({ code, rule }) => [code, rule]));
    }
  }
});
