// The texts of corpus/clients/hostile.toml: the advice on each link, and what can be clicked.

import assert from "node:assert/strict";
import test from "node:test";

import * as small from "urlsift";
import * as message from "urlsift/message";

import { cases } from "./corpus.js";
import { addressesIn, clickableOf, escape, manyOptions } from "./hostile.js";

const { texts, pages } = cases.hostile;
const isWrapped = ({ name }) => name.includes("rewriter");

test("the advice on each link, on every route", () => {
  const options = { conforms: "none", unwrap: true };
  const judged = (links) => links.map((link) => [link.resolved ?? link.url, message.advice(link).advice]);
  const inMessage = (type, body) => {
    const raw = new TextEncoder().encode(`Content-Type: ${type}; charset=utf-8\n\n${body}`);
    return message.findInMessage(raw, options).flatMap(({ part, links }) => (part ? links : []));
  };
  for (const { name, text, links } of texts) {
    assert.deepEqual(judged(message.find(text, options)), links, name);
    assert.deepEqual(judged(message.findHtml(`<pre>${escape(text)}</pre>`, options)), links, name);
    assert.deepEqual(judged(inMessage("text/plain", text)), links, name);
  }
  for (const text of texts.filter((text) => !isWrapped(text))) {
    assert.deepEqual(judged(small.find(text.text, { conforms: "none" })), text.links, text.name);
  }
  for (const { name, text, links } of pages) {
    assert.deepEqual(judged(message.findHtml(text, options)), links, name);
    assert.deepEqual(judged(inMessage("text/html", text)), links, name);
  }
  assert.ok(texts.filter(isWrapped).length > 1 && pages.length > 4);
});

test("what can be clicked, whatever the options", () => {
  const check = ({ linkifyText, spans }, { name, text, links }, options) => {
    const expected = clickableOf(links, options);
    assert.deepEqual(addressesIn(linkifyText(text, options)), expected, name);
    assert.deepEqual(Array.from(spans(text, options)).flatMap(({ href }) => href ?? []), expected, name);
  };
  for (const options of manyOptions) {
    for (const text of texts) {
      if (!isWrapped(text)) check(small, text, options);
      check(message, text, { ...options, unwrap: true });
      const html = message.linkifyHtml(`<p>${escape(text.text)}</p>`, { ...options, unwrap: true });
      assert.deepEqual(addressesIn(html), clickableOf(text.links, options), text.name);
    }
    // Their links are in elements already.
    for (const { name, text } of pages) assert.equal(message.linkifyHtml(text, options), text, name);
  }
});
