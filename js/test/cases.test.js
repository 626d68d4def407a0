// Every case of corpus/scan, corpus/undelimited and corpus/clients: the links are those of `urlsift list --json`.

import assert from "node:assert/strict";
import test from "node:test";

import { check, find } from "urlsift";
import { findHtml, findInMessage } from "urlsift/message";

import { cases, compare } from "./corpus.js";
import { escape, unescape } from "./hostile.js";

/** Compares the links of a text with those of the command. */
function compareAll(found, text, links, name) {
  const bytes = Buffer.from(text);
  // Offsets in JSON count bytes.
  const unit = (byte) => bytes.toString("utf8", 0, byte).length;
  const span = (start, end) => ({ start: unit(start), end: unit(end) });
  assert.equal(found.length, links.length, name);
  found.forEach((link, index) => {
    const expected = links[index];
    compare(link, text, expected, name);
    assert.deepEqual({ start: link.start, end: link.end }, span(expected.offset, expected.end), name);
    assert.deepEqual(link.pieces, expected.pieces.map(([start, end]) => span(start, end)), name);
  });
}

test("links of all cases", () => {
  let count = 0;
  for (const { name, text, max_len: maxLen, schemes, kinds, www, links } of cases.texts) {
    compareAll(find(text, { conforms: "none", kinds, maxLen, schemes, www }), text, links, name);
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

/** Links whose offsets are converted. */
function moved(links, offset) {
  const span = ({ start, end }) => ({ start: offset(start), end: offset(end) });
  return links.map((link) => ({ ...link, ...span(link), pieces: link.pieces.map(span) }));
}

test("the texts of corpus/clients, as a text, in a page and in a message", () => {
  const encode = (type, body) => new TextEncoder().encode(`Content-Type: ${type}; charset=utf-8\n\n${body}`);
  const options = { conforms: "none" };
  for (const { name, text, found, links } of cases.clients) {
    assert.deepEqual(find(text).map(({ url }) => url), found, name);
    compareAll(find(text, options), text, links, name);
    const open = "<pre>\n";
    const page = `${open}${escape(text)}</pre>`;
    const inText = (offset) => unescape(page.slice(open.length, offset)).length;
    compareAll(moved(findHtml(page, options), inText), text, links, `${name}, page`);
    for (const message of [encode("text/plain", text), encode("text/html", page)]) {
      const [body] = findInMessage(message, options).filter(({ part }) => part === "1");
      // In a page, CRLF is LF.
      const restored = (shown) => (text.includes("\r") ? shown.replace(/\r?\n/g, "\r\n") : shown);
      assert.equal(restored(body.text).trimEnd(), text.trimEnd(), name);
      compareAll(moved(body.links, (offset) => restored(body.text.slice(0, offset)).length), text, links, `${name}, message`);
    }
  }
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
