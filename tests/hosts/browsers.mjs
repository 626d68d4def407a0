// Writes corpus/hosts/browsers.toml: the canonical host of each spelling in spellings.txt, as the URL parser of node reads
// it. By hand, with node 20 or later: `node tests/hosts/browsers.mjs`.

import { readFileSync, writeFileSync } from "node:fs";

import { hostOf } from "./host.mjs";

/** A string of TOML in ASCII. Those of JSON are the same, but for surrogates. */
function quoted(text) {
  const code = (char) => char.codePointAt(0).toString(16);
  const escape = (char) => (char.length > 1 ? `\\U${code(char).padStart(8, "0")}` : `\\u${code(char).padStart(4, "0")}`);
  return JSON.stringify(text).replace(/[^ -~]/gu, escape);
}

const list = readFileSync(new URL("spellings.txt", import.meta.url), "utf8");
const table = [
  "# The hosts of browsers: `host_ascii` of each URL, none if a browser rejects it. Written by tests/hosts/browsers.mjs with",
  "# the URL parser of node; do not edit.",
];
for (const line of list.split("\n")) {
  if (line === "") continue;
  if (line.startsWith("#")) {
    table.push("", line);
    continue;
  }
  const url = JSON.parse(line);
  const { host, isRejected } = hostOf(url);
  table.push("", "[[url]]", `url = ${quoted(url)}`);
  if (host) table.push(`host_ascii = ${quoted(host)}`);
  if (isRejected) table.push("rejected = true");
}
writeFileSync(new URL("../../corpus/hosts/browsers.toml", import.meta.url), `${table.join("\n")}\n`);
