export { check, find } from "./find.js";
export { linkify } from "./linkify.js";
