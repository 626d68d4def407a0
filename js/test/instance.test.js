import assert from "node:assert/strict";
import test from "node:test";

import { instantiate } from "../src/instance.js";
import messageModule from "../src/message-module.js";
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
  return btoa(String.fromCharCode(...bytes));
}

test("a trap is an internal error, unless memory was the reason", async () => {
  for (const [reason, type, message] of [
    [0, Error, "internal error"],
    [1, RangeError, "the input is too large"],
  ]) {
    const instance = await instantiate(trapping(reason));
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

for (const [name, base64] of Object.entries({ module, messageModule })) {
  test(`${name}: a call that fails does not affect the next one`, async () => {
    const instance = await instantiate(base64);
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
