import { finderOf } from "./find.js";
import { instantiate } from "./instance.js";
import { linkifierOf } from "./linkify.js";
import { readerOf } from "./links.js";
import base64 from "./module.js";

const instance = await instantiate(base64);
export const { check, find } = finderOf(instance, readerOf(instance));
export const linkify = linkifierOf(find);
