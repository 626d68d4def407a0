// The entry `urlsift/message`. See urlsift.js.

import { messageFunctionsOf } from "./find-in-message.js";
import { functionsOf } from "./find.js";
import { linkAt } from "./link-at.js";
import base64 from "./message-module.js";

export { linkAt };

const functions = /* @__PURE__ */ functionsOf(base64, messageFunctionsOf);
export const init = () => functions.init();
export const find = (text, options) => functions.find(text, options);
export const advice = (link) => functions.advice(link);
export const check = (url) => functions.check(url);
export const linkify = (node, options) => functions.linkify(node, options);
export const linkifyAsync = (node, options) => functions.linkifyAsync(node, options);
export const findHtml = (page, options) => functions.findHtml(page, options);
export const findInMessage = (message, options) => functions.findInMessage(message, options);
