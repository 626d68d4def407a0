// The first message to a worker is answered: none of 100 is lost, whichever entry and kind of module it loads.

import assert from "node:assert/strict";
import { once } from "node:events";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";

const entry = (path) => JSON.stringify(fileURLToPath(new URL(path, import.meta.url)));
const answer = 'parentPort.once("message", (text) => parentPort.postMessage(find(text).map(({ url }) => url)));';
const ofModule = (path) => ({
  source: new URL(`data:text/javascript,${encodeURIComponent(`import { parentPort } from "node:worker_threads"; import { find } from ${JSON.stringify(new URL(path, import.meta.url).href)}; ${answer}`)}`),
});
const ofCommonJs = (path) => ({
  source: `const { parentPort } = require("node:worker_threads"); const { find } = require(${entry(path)}); ${answer}`,
  options: { eval: true },
});
const kinds = {
  "a module": ofModule("../src/urlsift.js"),
  "a module, messages": ofModule("../src/message.js"),
  CommonJS: ofCommonJs("../cjs/urlsift.cjs"),
  "CommonJS, messages": ofCommonJs("../cjs/message.cjs"),
};

async function isAnswered({ source, options }) {
  const worker = new Worker(source, options);
  worker.postMessage("<http://a.example/>");
  const timeout = setTimeout(() => worker.emit("lost"), 60_000);
  const urls = await Promise.race([once(worker, "message"), once(worker, "lost")]);
  clearTimeout(timeout);
  await worker.terminate();
  return urls.flat()[0] === "http://a.example/";
}

for (const [name, kind] of Object.entries(kinds)) {
  test(`first messages to workers of ${name}`, async () => {
    let answered = 0;
    while (answered < 100) {
      const answers = await Promise.all(Array.from({ length: 5 }, () => isAnswered(kind)));
      assert.ok(answers.every(Boolean), `${answered} were answered`);
      answered += answers.length;
    }
  });
}
