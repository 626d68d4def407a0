// The entry `urlsift/message`. See urlsift.js.

import { messageFunctionsOf } from "./find-in-message.js";
import { functionsOf } from "./find.js";
import { linkAt } from "./link-at.js";
import compressed from "./message-module.js";
import { messageOptions } from "./options.js";

export { linkAt };

const functions = /* @__PURE__ */ functionsOf(compressed, messageFunctionsOf, messageOptions);
export const init = () => functions.init();
export const find = (text, options) => functions.find(text, options);
export const advice = (link) => functions.advice(link);
export const has = (text, options) => functions.has(text, options);
export const spans = (text, options) => functions.spans(text, options);
export const check = (url) => functions.check(url);
export const linkifyText = (text, options) => functions.linkifyText(text, options);
export const linkify = (node, options) => functions.linkify(node, options);
export const linkifyAsync = (node, options) => functions.linkifyAsync(node, options);
export const findHtml = (page, options) => functions.findHtml(page, options);
export const linkifyHtml = (page, options) => functions.linkifyHtml(page, options);
export const findInMessage = (message, options) => functions.findInMessage(message, options);
