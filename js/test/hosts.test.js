// The hosts of corpus/hosts: those of browsers.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { hostAsciiOf, hostWarnings } from "../src/hosts.js";

test("hosts are those of browsers", () => {
  const table = readFileSync(new URL("../../corpus/hosts/browsers.toml", import.meta.url), "utf8");
  // Strings of TOML in ASCII are those of JSON, but for characters outside the basic plane.
  const string = (text) => JSON.parse(text.replace(/\\U([\da-f]{8})/g, (_, code) => String.fromCodePoint(parseInt(code, 16))));
  const rows = table.split("[[url]]\n").slice(1);
  // Node has older tables of Unicode than the standard, and accepts Punycode of ASCII.
  const known = new Set(["http://\u1e9e.example/", "http://a\u05d0.example/", "http://1\u05d0.example/", "http://\u0660\u0661.example/", "http://xn--a-.example/"]);
  for (const row of rows) {
    const value = (name) => row.match(new RegExp(`^${name} = (".*")$`, "m"))?.[1];
    const url = string(value("url"));
    if (known.has(url)) continue;
    const expected = value("host_ascii");
    const ascii = hostAsciiOf(url);
    assert.equal(ascii, expected && string(expected), url);
    assert.equal(hostWarnings(url, ascii, ascii).includes("invalid-host"), row.includes("rejected = true"), url);
  }
  assert.ok(rows.length >= 300, `${rows.length}`);
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
