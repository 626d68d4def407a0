// `linkify` in documents of jsdom and linkedom, the add-on for Thunderbird in them, and what a document makes of the
// HTML of `linkifyHtml`: `node --test dom.js`, with both packages in the folder `NODE_MODULES`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import test from "node:test";

import { linkify, linkifyAsync } from "urlsift";
import { linkifyHtml } from "urlsift/message";

import { cases } from "./corpus.js";
import { clickableOf, escape, manyOptions } from "./hostile.js";
import { shapes } from "./shapes.js";

const require = createRequire(`${process.env.NODE_MODULES}/`);
const { JSDOM } = require("jsdom");
const { parseHTML } = require("linkedom");
const empty = "<!doctype html><html><head></head><body></body></html>";
const documents = {
  jsdom: () => new JSDOM(empty).window.document,
  linkedom: () => parseHTML(empty).document,
};

function elementOf(document, html) {
  const element = document.createElement("div");
  element.innerHTML = html;
  return element;
}

/** The addresses of links: those of the pieces of a link once. */
const addressesIn = (element, selector = "a[href]") =>
  Array.from(element.querySelectorAll(selector), (anchor) => anchor.getAttribute("href")).filter((url, index, all) => url !== all[index - 1]);

const url = "http://a.example/";

for (const [name, create] of Object.entries(documents)) {
  test(`${name}: separators of words`, () => {
    const document = create();
    for (const [html, ...expected] of shapes) {
      const element = elementOf(document, html);
      const { textContent } = element;
      linkify(element);
      assert.deepEqual([addressesIn(element), element.textContent], [expected, textContent], html);
    }
    assert.ok(shapes.length > 60);
  });

  test(`${name}: a part of a link, a script or a form stays as it is`, async () => {
    const document = create();
    const html = ["a", "script", "textarea", "button", "style"].map((name) => `<${name}><b>${url}</b></${name}>`).join("");
    const element = elementOf(document, `${html}<p contenteditable><b>${url}</b></p>`);
    document.body.append(element);
    const before = element.innerHTML;
    for (const child of element.children) {
      for (const node of [child, child.firstChild, ...child.querySelectorAll("b"), child.querySelector("b")?.firstChild]) {
        if (!node) continue;
        assert.deepEqual(linkify(node), []);
        assert.deepEqual(await linkifyAsync(node), []);
        assert.equal(element.innerHTML, before);
      }
    }
    // Those that a program has made are read as text.
    const made = elementOf(document, `<a class="made" href="#">${url}</a><a><a-b class="made">${url}</a-b></a>`);
    assert.equal(linkify(made.firstChild.firstChild, { generated: ".made" }).length, 1);
    assert.deepEqual(addressesIn(made), [url]);
    assert.deepEqual(linkify(made.lastChild.firstChild, { generated: ".made" }), []);
  });

  test(`${name}: names of controls, and nodes of two windows`, () => {
    const [first, second] = [create(), create()];
    for (const document of [first, second, first]) {
      for (const name of ["lastChild", "previousSibling", "nodeType", "matches", "closest", "ownerDocument", "getAttribute"]) {
        const element = elementOf(document, `<form><b>${url}</b><input name="${name}"><input id="${name}"></form>`);
        document.body.append(element);
        const [{ anchors }] = linkify(element.firstChild);
        assert.deepEqual([anchors.length, anchors[0].ownerDocument === document, anchors[0].parentNode.nodeName], [1, true, "B"], name);
        element.remove();
      }
    }
  });

  test(`${name}: hostile texts and pages`, async () => {
    const document = create();
    for (const options of manyOptions) {
      for (const { name, text, links } of cases.hostile.texts.filter(({ name }) => !name.includes("rewriter"))) {
        for (const make of [linkify, linkifyAsync]) {
          const element = elementOf(document, `<p>${escape(text)}</p>`);
          await make(element, options);
          assert.deepEqual(addressesIn(element), clickableOf(links, options), name);
        }
      }
      for (const { name, text } of cases.hostile.pages) {
        const element = elementOf(document, text);
        const { innerHTML } = element;
        linkify(element, options);
        assert.equal(element.innerHTML, innerHTML, name);
      }
    }
  });

  test(`${name}: the add-on for Thunderbird`, async () => {
    const listener = await backgroundListener();
    const source = (path) => readFileSync(new URL(path, import.meta.url), "utf8");
    // As `thunderbird/build` joins them.
    const script = `${source("../src/linkify.js").replace(/^export /gm, "")}${source("../thunderbird/display.js")}`;
    const display = async (html) => {
      const document = create();
      document.body.innerHTML = html;
      const sendMessage = async (message) => JSON.parse(JSON.stringify(await listener(JSON.parse(JSON.stringify(message)))));
      new Function("document", "messenger", script)(document, { runtime: { sendMessage } });
      await new Promise((done) => setTimeout(done, 10));
      return addressesIn(document.body, "a[title]");
    };
    assert.deepEqual(await display(`<pre>&lt;${url}\n&gt; and ${url} &lt;${url}\nb&gt;</pre>`), [url, `${url}b`]);
    // None of their links that are safe is in brackets.
    for (const { name, text } of cases.hostile.texts) assert.deepEqual(await display(`<pre>${escape(text)}</pre>`), [], name);
    for (const { name, text } of cases.hostile.pages) assert.deepEqual(await display(text), [], name);
  });
}

/** The function of the add-on that answers messages. */
async function backgroundListener() {
  let listener;
  const ignored = { addListener() {} };
  globalThis.messenger = { runtime: { onMessage: { addListener: (added) => (listener = added) }, onInstalled: ignored, onStartup: ignored } };
  const source = readFileSync(new URL("../thunderbird/background.js", import.meta.url), "utf8");
  const entry = source.replace("./urlsift/urlsift.js", new URL("../src/urlsift.js", import.meta.url).href);
  await import(`data:text/javascript,${encodeURIComponent(entry)}#${Math.random()}`);
  return listener;
}

test("linkifyHtml: the links of linkify", () => {
  const document = documents.jsdom();
  for (const [html, ...expected] of shapes) {
    // There, tags would be text.
    if (html.startsWith("<xmp>")) continue;
    const element = elementOf(document, linkifyHtml(html));
    assert.deepEqual(addressesIn(element), expected, html);
    assert.equal(element.textContent, elementOf(document, html).textContent, html);
  }
});
