// Every command of docs/embedding/javascript.md prints what the page says. js/ci runs the scripts for pages in
// Chromium.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";

import { commands, files, writeTutorial } from "./tutorial.js";

test("the commands of the tutorial", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "tutorial-"));
  t.after(() => rmSync(folder, { recursive: true }));
  writeTutorial(folder);
  for (const { label, text } of commands) {
    const [, ...args] = label.split(" ");
    const printed = execFileSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
    assert.equal(`${printed.replaceAll("\x1b", "\u241b").trim()}\n`, text, label);
  }
  const used = commands.flatMap(({ label }) => label.split(" "));
  for (const { label } of files.filter(({ label }) => label.endsWith(".mjs"))) assert.ok(used.includes(label), label);
  assert.equal(commands.length, 2);
  assert.deepEqual(files.map(({ label }) => label), [
    "first.mjs", "linked.jsx", "message.mjs", "letter.eml", "large.js", "client.js", "index.html", "page.js", "view.js", "worker.js",
  ]);
});
