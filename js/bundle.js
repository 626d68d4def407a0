// Makes a page of one file: `node bundle.js PAGE.html OUT.html [SCRIPT.js]`. It contains the script PAGE.js with the
// modules that it imports, another script after it, the style sheet PAGE.css, if there is one, and a policy that allows
// these alone. The page works when opened from a file, and loads nothing else.

import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [page, out, ...rest] = process.argv.slice(2);
const read = (path) => readFileSync(path, "utf8");
const beside = (extension) => page.replace(/html$/, extension);
const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** A module after those that it imports, each once. */
function modules(url, seen) {
  if (seen.has(url.href)) return [];
  seen.add(url.href);
  const source = read(url);
  const imported = Array.from(source.matchAll(/^import .* from "(.*)";$/gm), ([, name]) =>
    name.startsWith(".") ? new URL(name, url) : new URL(import.meta.resolve(name)),
  );
  return [...imported.flatMap((other) => modules(other, seen)), source];
}

// All modules share one scope, since the names of their items differ.
const seen = new Set();
const script = [beside("js"), ...rest]
  .flatMap((path) => modules(pathToFileURL(path), seen))
  .join("\n")
  .replace(/^import .*\n/gm, "")
  .replace(/^export default /gm, "const compressed = ")
  .replace(/^export /gm, "");
const style = existsSync(beside("css")) ? read(beside("css")) : "";
const policy = `default-src 'none'; base-uri 'none'; form-action 'none'; script-src ${hash(script)} 'wasm-unsafe-eval'; style-src ${hash(style)}`;
const parts = { policy, style, script };
// A function, since `$` has a special meaning in a replacement string.
writeFileSync(out, read(page).replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]));
