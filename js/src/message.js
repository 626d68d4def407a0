import { htmlFinderOf, messageFinderOf } from "./find-in-message.js";
import { finderOf } from "./find.js";
import { instantiate } from "./instance.js";
import { linkifierOf } from "./linkify.js";
import { readerOf } from "./links.js";
import base64 from "./message-module.js";

const instance = await instantiate(base64);
const reader = readerOf(instance);
export const { check, find } = finderOf(instance, reader);
export const findHtml = htmlFinderOf(instance, reader);
export const findInMessage = messageFinderOf(instance, reader);
export const linkify = linkifierOf(find);
