import assert from "node:assert/strict";
import test from "node:test";

import { instanceFrom, moduleFrom } from "../src/instance.js";
import messageModule from "../src/message-module.js";
import { unpack } from "../src/lzma.js";
import module from "../src/module.js";

const text = "<http://a.example/>";

// A module whose functions are `urlsift_reserve`, `trap`, which consists of `unreachable`, and
// `urlsift_is_out_of_memory`, which returns `reason`.
function trapping(reason) {
  const name = (text) => [text.length, ...new TextEncoder().encode(text)];
  const section = (id, ...content) => [id, content.length, ...content];
  const body = (...code) => [code.length + 2, 0, ...code, 0x0b];
  const bytes = [
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    // The types (i32) -> i32 and () -> i32.
    ...section(1, 2, 0x60, 1, 0x7f, 1, 0x7f, 0x60, 0, 1, 0x7f),
    ...section(3, 3, 0, 0, 1),
    // One page of memory.
    ...section(5, 1, 0, 1),
    ...section(
      7,
      4,
      ...[...name("memory"), 2, 0],
      ...[...name("urlsift_reserve"), 0, 0],
      ...[...name("trap"), 0, 1],
      ...[...name("urlsift_is_out_of_memory"), 0, 2],
    ),
    ...section(10, 3, ...body(0x41, 0), ...body(0x00), ...body(0x41, reason)),
  ];
  return () => Uint8Array.from(bytes);
}

test("a trap is an internal error, unless memory was the reason", () => {
  for (const [reason, type, message] of [
    [0, Error, "internal error"],
    [1, RangeError, "the input is too large"],
  ]) {
    const instance = instanceFrom(moduleFrom(trapping(reason)));
    assert.throws(
      () => instance.callWithText("trap", text),
      (error) => {
        assert.equal(error.constructor, type);
        assert.equal(error.message, message);
        assert.ok(error.cause instanceof WebAssembly.RuntimeError);
        return true;
      },
    );
  }
});

for (const [name, compressed] of Object.entries({ module, messageModule })) {
  test(`${name}: a call that fails does not affect the next one`, () => {
    const instance = instanceFrom(moduleFrom(() => unpack(compressed)));
    const find = (text) => instance.callWithText("urlsift_find", text, 8192, 0, 63, 0);
    const expected = find(text)[1];
    assert.equal(expected, "http://a.example/");
    // No string is as long, but shorter ones that have many links need as much memory.
    for (const length of [2 ** 30, 2 ** 32]) {
      assert.throws(() => find({ length }), RangeError);
      assert.equal(find(text)[1], expected);
    }
  });
}

test("a search in slices finds what a call finds, beside others", () => {
  const instance = instanceFrom(moduleFrom(() => unpack(module)));
  const options = [8192, 0, 63, 0];
  const text = "\u{1f517} http://a.example/b <http://c.exa\nmple/d> x";
  const [numbers, urls] = instance.callWithText("urlsift_find", text, ...options);
  const expected = [[...numbers], urls];
  const searches = [0, 0, 0].map(() => ({ search: instance.openSearch("", ...options), numbers: [], urls: "" }));
  const add = (found, [numbers, urls]) => {
    found.numbers.push(...numbers);
    found.urls += urls;
  };
  const chars = [...text];
  for (const char of chars) for (const found of searches) add(found, found.search.push(char));
  for (const found of searches) {
    add(found, found.search.finish());
    assert.deepEqual([found.numbers, found.urls], expected);
  }
  // The number of a search that is closed belongs to the next one.
  const [{ search: first }] = searches;
  const next = instance.openSearch("", ...options);
  assert.equal(next.push("http://d.example/ ")[1], "");
  first.close();
  assert.throws(() => first.push("x"));
  assert.equal(next.push("http://e.example/ ")[1] + next.finish()[1], "http://d.example/http://e.example/");
});

test("a search in slices does not go on in another instance", () => {
  const instance = instanceFrom(moduleFrom(() => unpack(module)));
  const search = instance.openSearch("", 8192, 0, 63, 0);
  assert.throws(() => instance.callWithText("urlsift_find", { length: 2 ** 32 }, 8192, 0, 63, 0), RangeError);
  assert.throws(() => search.push("x"), { message: "internal error" });
  assert.throws(() => search.finish(), { message: "internal error" });
  search.close();
});

test("the module is compiled by a call or by init, and once", async () => {
  const ofCall = moduleFrom(() => unpack(module));
  const compiled = ofCall.get();
  assert.equal(await ofCall.init(), compiled);
  const ofInit = moduleFrom(() => unpack(module));
  const [first, second] = await Promise.all([ofInit.init(), ofInit.init()]);
  assert.deepEqual([first, ofInit.get()], [second, first]);
  await assert.rejects(moduleFrom(() => new Uint8Array(1)).init(), WebAssembly.CompileError);
  assert.throws(() => moduleFrom(() => new Uint8Array(1)).get(), WebAssembly.CompileError);
});

test("a host that compiles no large module in a call", () => {
  const { Module } = WebAssembly;
  WebAssembly.Module = function () {
    throw new RangeError("WebAssembly.Module is disallowed on the main thread");
  };
  try {
    assert.throws(() => moduleFrom(() => unpack(module)).get(), { name: "Error", message: /await init\(\) first$/ });
  } finally {
    WebAssembly.Module = Module;
  }
});
