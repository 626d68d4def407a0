// The component for React of docs/embedding/javascript.md, with lists in place of elements: `node linked.js BUNDLE`.

import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";

import { cases } from "./corpus.js";
import { clickableOf, manyOptions } from "./hostile.js";

const { Linked } = await import(pathToFileURL(process.argv[2]));

const url = "http://a.example/";
const [see, [name, { href }, text], rest] = Linked({ text: `see ${url} javascript:x` });
assert.deepEqual([see, name, href, text, rest], ["see ", "a", url, url, " javascript:x"]);
for (const options of manyOptions) {
  for (const { name, text, links } of cases.hostile.texts.filter(({ name }) => !name.includes("rewriter"))) {
    const elements = Linked({ text, ...options }).filter(Array.isArray);
    assert.deepEqual(elements.map(([, { href }]) => href), clickableOf(links, options), name);
  }
}
