// The hosts of corpus/hosts: those of browsers.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { check, findInMessage } from "urlsift/message";

import { hostAsciiOf, hostWarnings } from "../src/hosts.js";

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

test("hosts in attributes are those of browsers", () => {
  // An empty attribute has no link, a page no NUL, and a reference that begins with a host gets a scheme.
  const inPage = spellings.filter(({ url }) => url !== "" && !url.includes("\0") && !/^[\0- ]*[/\\]{2}/.test(url));
  const references = (url) => Array.from(url, (char) => `&#${char.codePointAt(0)};`).join("");
  const anchors = inPage.map(({ url }) => `<a href="${references(url)}"></a>\n`).join("");
  const message = new TextEncoder().encode(`Content-Type: text/html\n\n${anchors}`);
  const links = findInMessage(message, { kinds: ["attribute"], conforms: "none" }).flatMap(({ links }) => links);
  assert.equal(links.length, inPage.length);
  links.forEach(({ url, hostAscii }, index) => assert.equal(hostAscii, inPage[index].ascii, url));
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
});
