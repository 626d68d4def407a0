// Makes a page of one file: `node bundle.js PAGE.html OUT.html`. It contains the library, the script PAGE.js and the style
// sheet PAGE.css, if there is one, and a policy that allows these alone. So it works from a file, and loads nothing.

import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const [page, out] = process.argv.slice(2);
const read = (path) => readFileSync(path, "utf8");
const source = (name) => read(new URL(`src/${name}.js`, import.meta.url));
const beside = (extension) => page.replace(/html$/, extension);
const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

// Modules in one scope: their names differ.
const script = [source("module").replace("export default", "const base64 ="), source("find"), source("linkify"), read(beside("js"))]
  .join("\n")
  .replace(/^import .*\n/gm, "")
  .replace(/^export /gm, "");
const style = existsSync(beside("css")) ? read(beside("css")) : "";
const policy = `default-src 'none'; base-uri 'none'; form-action 'none'; script-src ${hash(script)} 'wasm-unsafe-eval'; style-src ${hash(style)}`;
const parts = { policy, style, script };
// A function, since "$" in a replacement has a meaning.
writeFileSync(out, read(page).replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]));
