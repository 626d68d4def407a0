// The hosts of corpus/hosts: those of browsers.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { check, find } from "urlsift";

import { hasPlainHost, hostAsciiOf, hostWarnings } from "../src/hosts.js";

const table = readFileSync(new URL("../../corpus/hosts/browsers.toml", import.meta.url), "utf8");
// Strings of TOML in ASCII are those of JSON, but for characters outside the basic plane.
const string = (text) => JSON.parse(text.replace(/\\U([\da-f]{8})/g, (_, code) => String.fromCodePoint(parseInt(code, 16))));
// Node has older tables of Unicode than the standard, and accepts Punycode of ASCII.
const known = new Set(["http://\u1e9e.example/", "http://a\u05d0.example/", "http://1\u05d0.example/", "http://\u0660\u0661.example/", "http://xn--a-.example/"]);
const rows = table.split("[[url]]\n").slice(1).map((row) => {
  const value = (name) => row.match(new RegExp(`^${name} = (".*")$`, "m"))?.[1];
  const ascii = value("host_ascii");
  return { url: string(value("url")), ascii: ascii && string(ascii), isRejected: row.includes("rejected = true") };
});
const spellings = rows.filter(({ url }) => !known.has(url));

test("hosts are those of browsers", () => {
  for (const { url, ascii, isRejected } of spellings) {
    assert.equal(hostAsciiOf(url), ascii, url);
    assert.equal(hostWarnings(url, ascii, ascii).includes("invalid-host"), isRejected, url);
    assert.equal(check(url).hostAscii, ascii, url);
  }
  assert.ok(rows.length >= 300, `${rows.length}`);
});

test("hosts of links in texts are those of browsers", () => {
  let count = 0;
  for (const { url, ascii } of spellings) {
    const [link] = find(`<URL:${url}>`, { conforms: "none" });
    // White space and invisible characters are no part of a URL in brackets.
    if (link?.url !== url) continue;
    assert.equal(link.hostAscii, ascii, url);
    count++;
  }
  assert.ok(count >= 300, `${count}`);
});

test("warnings about hosts", () => {
  const warnings = (host) => hostWarnings(`http://${host}/`, host, hostAsciiOf(`http://${host}/`));
  assert.deepEqual(warnings("a.example"), []);
  assert.deepEqual(warnings("b\u00fccher.example"), []);
  assert.deepEqual(warnings("\u0430pple.example"), ["mixed-script-host"]);
  assert.deepEqual(warnings("xn--pple-43d.example"), ["mixed-script-host"]);
  assert.deepEqual(warnings("0x7f.1"), ["numeric-host"]);
  assert.deepEqual(warnings("127.0.0.1."), []);
  assert.deepEqual(warnings("a%C2%ADb.example"), ["invisible-in-host"]);
  assert.deepEqual(warnings("a b.example"), ["invalid-host"]);
  // Invalid Punycode, which node accepts.
  assert.doesNotThrow(() => warnings("xn---a.example"));
  assert.doesNotThrow(() => warnings("xn--99999999.example"));
});

test("plain hosts are what the URL parser says", () => {
  const tokens = ["a", "B", "0", "9", "0x1", "-", ".", "xn--", "XN--bcher-kva", "example", "_", "%61", "\u00e4", "\t", ":80", ":99999", "@", "\\", "/", "?", "#"];
  let state = 1994;
  const random = (below) => (state = (state * 48271) % 2147483647) % below;
  let count = 0;
  for (let run = 0; run < 20_000; run++) {
    const scheme = ["http", "https", "ftp", "ws", "x-mine"][random(5)];
    const url = `${scheme}://${Array.from({ length: 1 + random(5) }, () => tokens[random(tokens.length)]).join("")}`;
    const { host, hostAscii, warnings } = check(url);
    assert.equal(hostAscii, host === undefined ? undefined : hostAsciiOf(url), url);
    const expected = hostWarnings(url, host, hostAscii);
    const about = ["invalid-host", "mixed-script-host", "numeric-host", "invisible-in-host"];
    assert.deepEqual(warnings.filter((name) => about.includes(name)).sort(), expected.sort(), url);
    if (host !== undefined && hasPlainHost(url, scheme, scheme.length, host, scheme.length + 3)) count++;
  }
  assert.ok(count > 500, `${count}`);
});
