import assert from "node:assert/strict";
import test from "node:test";

import { instantiate } from "../src/instance.js";
import messageModule from "../src/message-module.js";
import module from "../src/module.js";

const text = "<http://a.example/>";

for (const [name, base64] of Object.entries({ module, messageModule })) {
  test(`${name}: a call that fails does not affect the next one`, async () => {
    const instance = await instantiate(base64);
    const find = (text) => instance.callWithText("urlsift_find", text, 8192, 0);
    const expected = find(text)[1];
    assert.equal(expected, "http://a.example/");
    // No string is as long, but shorter ones that have many links need as much memory.
    for (const length of [2 ** 30, 2 ** 32]) {
      assert.throws(() => find({ length }), RangeError);
      assert.equal(find(text)[1], expected);
    }
  });
}
