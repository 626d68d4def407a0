import assert from "node:assert/strict";
import test from "node:test";

import * as small from "urlsift";
import { find, findInMessage } from "urlsift/message";

import { cases, compare } from "./corpus.js";

const encode = (text) => new TextEncoder().encode(text);

test("every case of corpus/archive, read as a message: the links of `urlsift list --json`", () => {
  let count = 0;
  for (const { name, file, max_len: maxLen, links } of cases.messages) {
    const texts = findInMessage(Uint8Array.from(file, (char) => char.charCodeAt(0)), { conforms: "none", maxLen });
    const found = texts.flatMap((text) => text.links.map((link) => ({ text, link })));
    assert.equal(found.length, links.length, name);
    found.forEach(({ text, link }, index) => {
      const expected = links[index];
      compare(link, text.text, expected, name);
      const { part, type, header } = expected.message;
      assert.deepEqual([text.part, text.mediaType, text.header], [part, type, header], name);
      const pieces = expected.pieces.map(([start, end]) => ({ start, end }));
      assert.deepEqual(link.source, { start: expected.offset, end: expected.end, pieces }, name);
    });
    count += links.length;
  }
  assert.ok(count > 800, `${count}`);
});

test("parts and header fields are decoded", () => {
  const raw = [
    "Subject: =?utf-8?q?=F0=9F=98=80_=3Chttp=3A//s.example/=3E?=",
    "Content-Type: multipart/alternative; boundary=b",
    "",
    "--b",
    "Content-Type: text/plain; charset=utf-8",
    "Content-Transfer-Encoding: quoted-printable",
    "",
    "=F0=9F=98=80 <http://a.exa=",
    "mple/",
    "b> and <URL:x>",
    "--b",
    "Content-Type: text/html",
    "",
    "<p>&lt;http://h.example/<b>c</b>&gt;</p>",
    "--b--",
    "",
  ].join("\r\n");
  const texts = findInMessage(encode(raw));
  const [subject, type, ...others] = texts;
  const [plain, html] = others.filter(({ header }) => header === undefined);
  assert.deepEqual([type.header, type.text, type.links], ["Content-Type", " multipart/alternative; boundary=b", []]);
  assert.deepEqual(texts.map(({ isHtml }) => isHtml), [false, false, false, false, false, false, true]);
  assert.deepEqual([subject.header, subject.part, subject.text], ["Subject", undefined, " 😀 <http://s.example/>"]);
  assert.deepEqual([plain.part, plain.mediaType, plain.header], ["1", "text/plain", undefined]);
  assert.equal(html.links[0].url, "http://h.example/c");
  const [link, ...more] = plain.links;
  // That of no standard is left out.
  assert.deepEqual(more, []);
  const slices = (text, pieces) => pieces.map(({ start, end }) => text.slice(start, end));
  assert.deepEqual(slices(plain.text, link.pieces), ["http://a.example/", "b"]);
  assert.deepEqual(slices(raw, link.source.pieces), ["http://a.exa=\r\nmple/", "b"]);
  assert.equal(raw.slice(link.source.start, link.source.end), "<http://a.exa=\r\nmple/\r\nb>");
});

test("texts without links", () => {
  assert.deepEqual(findInMessage(new Uint8Array()), []);
  const texts = findInMessage(encode("Subject: \u00e4\n\nno link\n"));
  assert.deepEqual(texts, [
    { part: undefined, mediaType: undefined, header: "Subject", isHtml: false, text: " \u00e4", links: [] },
    { part: "1", mediaType: "text/plain", header: undefined, isHtml: false, text: "no link\n", links: [] },
  ]);
});

test("the options of a search in messages", () => {
  const raw = encode("\n<x-mine:1> <http://a.example/too/long>\n");
  assert.deepEqual(findInMessage(raw, { conforms: "rfc1738", maxLen: 10, schemes: ["x-mine"] })[0].links.map(({ url }) => url), ["x-mine:1"]);
  assert.throws(() => findInMessage(raw, { conforms: "rfc2396" }), RangeError);
});

test("a message of another type", () => {
  const message = encode("\n<http://a.example/>\n");
  for (const other of [message.buffer, "\n<http://a.example/>\n", new DataView(message.buffer), [...message]]) {
    assert.throws(() => findInMessage(other), TypeError);
  }
});

test("a message that is too large", () => {
  assert.throws(() => findInMessage(new Uint8Array(2 ** 31)), RangeError);
  assert.equal(findInMessage(encode("\n<http://a.example/>\n")).length, 1);
});

test("random texts: places in the text and in the message have the same characters", () => {
  const tokens = ["<URL:http://a.example/", "<ftp://b/", "😀", "ä€", "\n> ", "\n", "x", "-", ">", " ", "\ufeff"];
  let state = 1994;
  const random = (below) => (state = (state * 48271) % 2147483647) % below;
  let count = 0;
  for (let run = 0; run < 1000; run++) {
    const body = Array.from({ length: random(60) }, () => tokens[random(tokens.length)]).join("");
    const bytes = encode(`Content-Type: text/plain; charset=utf-8\n\n${body}`);
    for (const { text, links } of findInMessage(bytes, { conforms: "none" })) {
      for (const { start, end, pieces, source } of links) {
        [{ start, end }, ...pieces].forEach((span, index) => {
          const inBytes = index === 0 ? source : source.pieces[index - 1];
          const expected = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(inBytes.start, inBytes.end));
          assert.equal(text.slice(span.start, span.end), expected);
        });
        count++;
      }
    }
  }
  assert.ok(count > 500, `${count}`);
});

test("texts are searched as by the small module", () => {
  const withoutGuesses = ({ also, ...link }) => link;
  for (const { text } of cases.texts) assert.deepEqual(find(text).map(withoutGuesses), small.find(text));
});
