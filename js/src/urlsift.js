// The entry `urlsift`, which is `urlsift/inline`, too. `urlsift/message` is built in the same way.
//
// The WebAssembly module is in the script, in LZMA and base64, and is compiled by the first call that needs it. So every
// function works as soon as it is imported, in a script, a module, a worker and a bundle of any format.
//
// - Top-level `await` would load the module before, but a worker that awaits has no listener for its first message, and
//   neither CommonJS nor ES2020 has it.
// - A file of its own would need no LZMA, but would be larger, each bundler finds such files by other rules, and nothing
//   works before it has arrived.
// - Compiling in a call blocks the thread for some milliseconds. `init` compiles beforehand without that. On the main
//   thread, Chromium compiles up to 8 MB in a call since version 114, and older ones only 4 kB: they need `init`.

import { functionsOf } from "./find.js";
import { linkAt } from "./link-at.js";
import compressed from "./module.js";

export { linkAt };

// A bundle leaves out the module if it uses no function that needs it.
const functions = /* @__PURE__ */ functionsOf(compressed);
export const init = () => functions.init();
export const find = (text, options) => functions.find(text, options);
export const advice = (link) => functions.advice(link);
export const has = (text, options) => functions.has(text, options);
export const spans = (text, options) => functions.spans(text, options);
export const check = (url) => functions.check(url);
export const linkifyText = (text, options) => functions.linkifyText(text, options);
export const linkify = (node, options) => functions.linkify(node, options);
export const linkifyAsync = (node, options) => functions.linkifyAsync(node, options);
