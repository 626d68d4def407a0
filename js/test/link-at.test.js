import assert from "node:assert/strict";
import test from "node:test";

import { find, linkAt } from "urlsift";
import { findHtml, findInMessage } from "urlsift/message";

test("the link at an offset", () => {
  const text = "> <http://a.exam\n> ple/b> http://c.example/";
  const links = find(text);
  const urls = Array.from(text, (_, offset) => linkAt(links, offset)?.url);
  // Neither the brackets nor the quote prefix are part of the link.
  const expected = Array.from(text, (_, offset) =>
    (offset >= 3 && offset < 16) || (offset >= 19 && offset < 24) ? "http://a.example/b" : offset >= 26 ? "http://c.example/" : undefined,
  );
  assert.deepEqual(urls, expected);
  assert.equal(linkAt(links, -1), undefined);
  assert.equal(linkAt(links, text.length), undefined);
  assert.equal(linkAt([], 0), undefined);
});

test("of several pieces, the one that begins first counts", () => {
  const link = (url, ...pieces) => ({ url, pieces: pieces.map(([start, end]) => ({ start, end })) });
  const links = [link("a", [0, 5], [10, 15]), link("b", [3, 12]), link("c", [3, 4]), link("d", [7, 7])];
  const at = (offset) => linkAt(links, offset)?.url;
  assert.deepEqual([0, 3, 4, 5, 7, 10, 11, 12, 14, 15].map(at), ["a", "a", "a", "b", "b", "b", "b", "a", "a", undefined]);
});

test("a link in an attribute is where its element shows a text, and in a page where it stands", () => {
  const page = "<p>x <a href='http://a.example/'>y</a>";
  const links = findHtml(page);
  assert.equal(linkAt(links, page.indexOf("http"))?.url, "http://a.example/");
  const message = new TextEncoder().encode(`Content-Type: text/html\n\n${page}`);
  const text = findInMessage(message).find(({ isHtml }) => isHtml);
  assert.equal(text.links.length, 1);
  assert.equal(text.text.slice(0, 3), "x y");
  for (let offset = 0; offset <= text.text.length; offset++) assert.equal(linkAt(text.links, offset), offset === 2 ? text.links[0] : undefined);
});
