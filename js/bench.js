// Compares the time of `find`, for links of all kinds, with that of other packages, which rejoin no lines. linkify-it
// finds addresses and names without a scheme as well, unless it is told not to. See `bench`.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename } from "node:path";

import { find } from "urlsift";

const require = createRequire(`${process.env.NODE_MODULES}/`);
const { LinkifyIt } = require("linkify-it");
const linkifyIt = new LinkifyIt();
const withScheme = new LinkifyIt();
withScheme.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
const linkifyjs = require("linkifyjs");
const programs = {
  urlsift: (text) => find(text).length,
  "urlsift, angle brackets": (text) => find(text, { kinds: "delimited" }).length,
  "linkify-it": (text) => linkifyIt.match(text)?.length ?? 0,
  "linkify-it, with a scheme": (text) => withScheme.match(text)?.length ?? 0,
  linkifyjs: (text) => linkifyjs.find(text).length,
};
const rounds = 15;
const size = 1_000_000;

/** The text of the first bytes of a file, up to a line break. */
function head(path) {
  const bytes = readFileSync(path).subarray(0, size);
  return bytes.toString("utf8", 0, bytes.lastIndexOf("\n") + 1);
}

/** A text with a link in every line: a third each bare, in `<...>` and in `<URL:...>`, one in four wrapped or quoted. */
function dense() {
  let state = 1;
  const random = (below) => (state = (state * 48271) % 2147483647) % below;
  const word = () => Array.from({ length: 2 + random(8) }, () => "abcdefghijklmnopqrstuvwxyz"[random(26)]).join("");
  let text = "";
  while (text.length < size) {
    const quote = random(4) === 0 ? "> " : "";
    let path = `/${Array.from({ length: 1 + random(4) }, word).join("/")}${["", "/", ".html", ".tar.gz"][random(4)]}`;
    if (random(4) === 0) {
      const at = 1 + random(path.length - 1);
      path = `${path.slice(0, at)}\n${quote}${path.slice(at)}`;
    }
    const host = `${["", "", "www.", "ftp."][random(4)]}${word()}.${["example", "org", "com", "de"][random(4)]}`;
    const url = `${["http", "https", "ftp"][random(3)]}://${host}${path}`;
    text += `${quote}${word()} ${[url, `<${url}>`, `<URL:${url}>`][random(3)]} ${word()}\n`;
  }
  return text;
}

function measure(run) {
  const before = process.cpuUsage();
  const links = run();
  const { user, system } = process.cpuUsage(before);
  return { links, ms: (user + system) / 1000 };
}

const texts = new Map([["a link in every line", dense()], ...process.argv.slice(2).map((path) => [basename(path), head(path)])]);
console.log("Least processor time of", rounds, "rounds, in turns.\n");
console.log("| text | program | links | ms | MB/s | times urlsift |\n|---|---|---:|---:|---:|---:|");
for (const [name, text] of texts) {
  const results = new Map();
  for (let round = 0; round < rounds; round++) {
    for (const [program, run] of Object.entries(programs)) {
      const result = measure(() => run(text));
      const least = results.get(program);
      if (!least || result.ms < least.ms) results.set(program, result);
    }
  }
  for (const [program, { links, ms }] of results) {
    if (links === 0) throw new Error(`${program} found nothing in ${name}`);
    const ratio = ms / results.get("urlsift").ms;
    console.log(`| ${name} | ${program} | ${links} | ${ms.toFixed(1)} | ${(text.length / 1000 / ms).toFixed(1)} | ${ratio.toFixed(1)} |`);
  }
}
