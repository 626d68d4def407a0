// The scripts of docs/embedding/javascript.md, the page that it describes, and the script of README.md. `node tutorial.js
// FOLDER` writes them to a folder.

import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const page = readFileSync(new URL("../../docs/embedding/javascript.md", import.meta.url), "utf8");

// What an indented block is, stands in a code span in the line before it.
const blocks = Array.from(page.matchAll(/`([^`\n]+)`[^`\n]*:\n((?:\n| {4}.*\n)+)/g), ([, label, block]) => ({
  label,
  text: `${block.replace(/^ {4}/gm, "").trim()}\n`,
}));
const demo = new URL("../demo/message/", import.meta.url);
const pageFiles = readdirSync(demo).sort().map((label) => ({ label, text: readFileSync(new URL(label, demo), "utf8") }));
export const files = [...blocks.filter(({ label }) => /^[\w-]+\.(mjs|js|jsx|eml)$/.test(label)), ...pageFiles];
/** Commands, and what they print. */
export const commands = blocks.filter(({ label }) => label.startsWith("node "));

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
const [, code] = readme.match(/```js\n(.*?)```/s);
// What the code expects of a page, and the number of its links as the title.
const readmeScript = `const text = document.querySelector("pre").textContent;
${code}document.title = \`\${find(text).length} found, \${document.querySelectorAll("pre a").length} made\`;
`;

/** Writes the files, and the package as if it was installed. */
export function writeTutorial(folder) {
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  symlinkSync(fileURLToPath(new URL("..", import.meta.url)), join(folder, "node_modules", "urlsift"));
  for (const { label, text } of files) writeFileSync(join(folder, label), text);
  writeFileSync(join(folder, "readme.js"), readmeScript);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeTutorial(process.argv[2]);
