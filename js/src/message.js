// The entry `urlsift/message`. See urlsift.js.

import { htmlFinderOf, messageFinderOf } from "./find-in-message.js";
import { functionsOf } from "./find.js";
import { linkAt } from "./link-at.js";
import base64 from "./message-module.js";

export { linkAt };
const functions = /* @__PURE__ */ functionsOf(base64);
export const { init, find, check, linkify, linkifyAsync } = functions;
export const findHtml = /* @__PURE__ */ htmlFinderOf(functions.searcher);
export const findInMessage = /* @__PURE__ */ messageFinderOf(functions.searcher);
