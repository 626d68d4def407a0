// Compares the time of `find` with that of other packages, which find bare URLs and rejoin no lines. See `bench`.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import { find } from "urlsift";

const require = createRequire(`${process.env.NODE_MODULES}/`);
const linkifyIt = new (require("linkify-it").LinkifyIt)();
const linkifyjs = require("linkifyjs");
const programs = {
  urlsift: (text) => find(text).length,
  "linkify-it": (text) => linkifyIt.match(text)?.length ?? 0,
  linkifyjs: (text) => linkifyjs.find(text).length,
};
const rounds = 15;

/** The text of the first bytes of a file, up to a line break. */
function head(path, size) {
  const bytes = readFileSync(path).subarray(0, size);
  return bytes.toString("utf8", 0, bytes.lastIndexOf("\n") + 1);
}

function measure(run) {
  const before = process.cpuUsage();
  const links = run();
  const { user, system } = process.cpuUsage(before);
  return { links, ms: (user + system) / 1000 };
}

const [dense, lists] = process.argv.slice(2);
console.log("Least processor time of", rounds, "rounds, in turns.\n");
console.log("| text | program | links | ms | MB/s | times urlsift |\n|---|---|---:|---:|---:|---:|");
for (const [name, path, size] of [["dense, 1 MB", dense, 1_000_000], ["lists, 5 MB", lists, 5_000_000]]) {
  const text = head(path, size);
  const results = new Map();
  for (let round = 0; round < rounds; round++) {
    for (const [program, run] of Object.entries(programs)) {
      const result = measure(() => run(text));
      const least = results.get(program);
      if (!least || result.ms < least.ms) results.set(program, result);
    }
  }
  for (const [program, { links, ms }] of results) {
    if (links === 0) throw new Error(`${program} found nothing in ${path}`);
    const ratio = ms / results.get("urlsift").ms;
    console.log(`| ${name} | ${program} | ${links} | ${ms.toFixed(1)} | ${(text.length / 1000 / ms).toFixed(1)} | ${ratio.toFixed(1)} |`);
  }
}
