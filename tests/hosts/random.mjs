// Compares the hosts of random URLs with those of node. By hand: `node tests/hosts/random.mjs URLSIFT [COUNT] [SEED]`, where
// URLSIFT is the program, such as `target/debug/urlsift`. Prints each URL whose host differs.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

import { hostOf } from "./host.mjs";

const [program, count = "100000", seed = "1994"] = process.argv.slice(2);

const starts = [
  "http:", "http://", "http://", "http:/", "HTTPS://", "https:\\\\", "ws://", "wss:", "ftp://", "ftp:", "file:", "file://",
  "file:\\\\", "gopher://", "x-y://", "telnet:", " http://", "ht\ttp://", "news://", "http:///",
];
const names = [
  "a.example", "A.Example", "b\u00fccher.example", "xn--bcher-kva.example", "xn--a", "localhost", "127.0.0.1", "0x7f.1", "256.1.1.1",
  "[::1]", "[::1", "[1::2::3]", "a_b", "-a-", "a..b", "a.example.", "\u0430pple", "\uff41", "a\u00adb", "a\u200bb", "C:", "C|", "1", "0",
  "a.1", "\u65e5\u672c", "%61", "%2e", "%2F", "%", "%zz", "%c3%bc", "\u3002", "\uff10",
];
const marks = [
  "/", "/", "\\", "?", "#", "@", "@", ":", ":", ":80", ":65536", ":8080", ":x", "user", "u:p@", ".", "-", "--", "\t", " ", "|", "^", "<",
  "\"", "[", "]", ";", "&", "=", "a", "b", "9", "\u0001", "\u007f", "b@c.example", "/path?q#f",
];

let state = Number(seed);
const random = (below) => (state = (state * 48271) % 2147483647) % below;
const pick = (list) => list[random(list.length)];

function randomUrl() {
  let url = pick(starts);
  for (let left = random(6); left >= 0; left--) url += random(3) === 0 ? pick(marks) : pick(names);
  for (let left = random(4); left > 0; left--) url += pick(marks);
  return url;
}

const urls = Array.from({ length: Number(count) }, randomUrl);
const check = spawn(program, ["check", "--json"], { stdio: ["pipe", "pipe", "inherit"] });
check.stdin.end(urls.map((url) => `${url}\n`).join(""));
let index = 0;
let differences = 0;
let hosts = 0;
for await (const line of createInterface({ input: check.stdout })) {
  const { host_ascii: found = "", warnings } = JSON.parse(line);
  const url = urls[index++];
  const { host, isRejected } = hostOf(url);
  if (host) hosts++;
  if (found === host && warnings.includes("invalid-host") === isRejected) continue;
  differences++;
  console.log(JSON.stringify({ url, found, host, isRejected, warnings }));
}
console.log(`${index} URLs, ${hosts} with a host, ${differences} differ`);
if (differences > 0 || index !== urls.length) process.exitCode = 1;
