import assert from "node:assert/strict";
import test from "node:test";

import { advice, check, find } from "urlsift";
import { findHtml } from "urlsift/message";

const pieces = (text, options) => find(text, options).map((link) => link.pieces.map(({ start, end }) => text.slice(start, end)));

test("offsets count units of UTF-16", () => {
  const text = "😀ä\n> <URL:http://a.example/\n> b> 𝔗 <http://c.example/ä😀>";
  assert.deepEqual(pieces(text), [["http://a.example/", "b"], ["http://c.example/ä😀"]]);
  const [first, second] = find(text);
  assert.deepEqual([first.url, first.breaks, first.quoteDepth], ["http://a.example/b", 1, 1]);
  assert.equal(text.slice(second.start, second.end), "<http://c.example/ä😀>");
  assert.equal(second.url, "http://c.example/ä😀");
});

test("lone surrogates have one unit", () => {
  const text = "\ud800 <http://a.example/> \udc00<http://b.example/>";
  assert.deepEqual(pieces(text), [["http://a.example/"], ["http://b.example/"]]);
});

test("random texts: pieces point to the characters of the URL", () => {
  const tokens = ["<URL:http://a.example/", "<ftp://b/", "😀", "ä€", "\n> ", "\n", "x", "-", ">", " ", "\ufeff"];
  let state = 1994;
  const random = (below) => (state = (state * 48271) % 2147483647) % below;
  let count = 0;
  for (let run = 0; run < 2000; run++) {
    const text = Array.from({ length: random(60) }, () => tokens[random(tokens.length)]).join("");
    for (const link of find(text, { conforms: "none" })) {
      // An at-sign or a scheme may be repaired, but not here.
      assert.equal(link.pieces.map(({ start, end }) => text.slice(start, end)).join(""), link.url);
      count++;
    }
  }
  assert.ok(count > 1000, `${count}`);
});

test("only links of the wanted standard", () => {
  const text = "<http://a.example/~b> <http://ä.example/> <URL:x>";
  const urls = (conforms) => find(text, { conforms }).map((link) => link.url);
  assert.deepEqual(urls("rfc1738"), []);
  assert.deepEqual(urls("rfc3986"), ["http://a.example/~b"]);
  assert.deepEqual(urls(undefined), ["http://a.example/~b", "http://ä.example/"]);
  assert.deepEqual(urls("relative"), ["http://a.example/~b", "http://ä.example/", "x"]);
});

test("options that have no meaning", () => {
  assert.throws(() => find("", { conforms: "rfc2396" }), RangeError);
  assert.throws(() => find("", { maxLen: 0 }), RangeError);
  assert.throws(() => find("", { schemes: ["a b"] }), RangeError);
});

test("no text, and a large one", () => {
  assert.deepEqual(find(""), []);
  const line = "> see <http://a.example/>\n";
  assert.equal(find(line.repeat(100_000)).length, 100_000);
  assert.equal(find(line).length, 1);
});

test("advice", () => {
  const of = (text) => find(text, { conforms: "none" }).map((link) => advice(link).advice);
  assert.deepEqual(of("http://a.example/ <http://a.example/b c> http://b@a.example/ javascript://a.example/ tel:+1"), [
    "open", "show", "ask", "text", "ask",
  ]);
  assert.deepEqual(advice(check("http://256.1.1.1/")), { advice: "text", reason: "a group of the numeric host is above 255" });
  assert.deepEqual(advice(check("http://a.example/")), { advice: "open", reason: "" });
  assert.equal(advice(check("a/b")).advice, "text");
});

test("advice is about what a link leads to", () => {
  const wrapped = "https://eur01.safelinks.protection.outlook.com/?url=javascript%3Aa&data=x";
  for (const [page, options, expected, reason] of [
    ["&lt;http://a.example/>", {}, "open", ""],
    ["&lt;mailto:a@b.example>", {}, "open", ""],
    ["&lt;http://a.exam ple/>", {}, "show", "space"],
    ["&lt;http://bank.example@evil.example/>", {}, "ask", "login"],
    ["&lt;javascript:alert(1)>", { schemes: ["javascript"] }, "text", "scheme"],
    ["<base href=http://a.example/b><a href=a>", {}, "open", ""],
    ["&lt;URL:a>", {}, "text", "no scheme"],
    [`&lt;${wrapped}>`, {}, "open", ""],
    [`&lt;${wrapped}>`, { unwrap: true }, "text", "scheme"],
  ]) {
    const found = advice(findHtml(page, { conforms: "none", ...options }).pop());
    assert.equal(found.advice, expected, page);
    assert.ok(found.reason.includes(reason), page);
    assert.equal(found.reason === "", expected === "open");
  }
});

