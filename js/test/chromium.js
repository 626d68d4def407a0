// Loads a page in headless Chromium: `node chromium.js PAGE.html EXPRESSION [PICTURE.png]`. Waits until the expression
// is true in the page, prints the page, and takes a picture if one is wanted. `CHROMIUM` names the browser. If `SERVE`
// names a folder, the page is one in it, and comes from a server: scripts of files cannot start workers.

import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [page, expression, picture] = process.argv.slice(2);
/** Serves the files of a folder, and returns the address. */
function serve(folder) {
  const types = { ".html": "text/html", ".js": "text/javascript" };
  const server = createServer(({ url }, response) => {
    try {
      const content = readFileSync(join(folder, new URL(url, "http://localhost/").pathname));
      response.writeHead(200, { "content-type": types[extname(url)] ?? "application/octet-stream" }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  server.unref();
  return new Promise((listening) => server.listen(0, "127.0.0.1", () => listening(`http://127.0.0.1:${server.address().port}/`)));
}
const address = process.env.SERVE ? new URL(page, await serve(process.env.SERVE)).href : pathToFileURL(resolve(page)).href;

const profile = mkdtempSync(join(tmpdir(), "chromium-"));
const options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--window-size=1200,900", `--user-data-dir=${profile}`];
const chromium = spawn(process.env.CHROMIUM ?? "chromium", [...options, "--remote-debugging-pipe", "about:blank"], {
  stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
});
const [, , , requests, replies] = chromium.stdio;

// The protocol of the developer tools: messages end with a NUL, and a reply has the number of its request.
const waiting = new Map();
let received = "";
replies.setEncoding("utf8");
replies.on("data", (data) => {
  const messages = (received + data).split("\0");
  received = messages.pop();
  for (const message of messages) {
    const { id, result, error } = JSON.parse(message);
    waiting.get(id)?.(error ? { error } : result);
    waiting.delete(id);
  }
});
let sessionId;
let id = 0;
async function request(method, params = {}) {
  requests.write(`${JSON.stringify({ id: ++id, method, params, sessionId })}\0`);
  const result = await new Promise((resolve) => waiting.set(id, resolve));
  if (result.error) throw new Error(`${method}: ${result.error.message}`);
  return result;
}
const evaluate = async (script) => (await request("Runtime.evaluate", { expression: script })).result.value;

const timeout = setTimeout(() => {
  process.stderr.write(`it did not become true: ${expression}\n`);
  process.exitCode = 1;
  chromium.kill();
}, 180_000);
chromium.on("exit", () => {
  clearTimeout(timeout);
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
});

const { targetInfos } = await request("Target.getTargets");
const { targetId } = targetInfos.find(({ type }) => type === "page");
({ sessionId } = await request("Target.attachToTarget", { targetId, flatten: true }));
await request("Page.navigate", { url: address });
while (!(await evaluate(`Boolean(${expression})`))) await new Promise((done) => setTimeout(done, 50));
process.stdout.write(`${await evaluate("document.documentElement.outerHTML")}\n`);
if (picture) writeFileSync(picture, (await request("Page.captureScreenshot")).data, "base64");
sessionId = undefined;
await request("Browser.close");
