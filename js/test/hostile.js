// The texts and pages of corpus/clients/hostile.toml, whose links must not be opened without the advice on them.

const references = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const characters = new Map(Object.entries(references).map(([char, reference]) => [reference, char]));
export const escape = (text) => text.replace(/[&<>"']/g, (char) => references[char]);
export const unescape = (html) => html.replace(/&[^;]*;/g, (reference) => characters.get(reference));

const neverOpened = ["javascript", "vbscript", "data", "file", "blob", "about", "view-source"];
// With these, another program opens a link. The caller has said so.
const others = ["ssh", "tel"];
const all = [...neverOpened, ...others, "HTTP", "https"];

/** Options that open as much as they can, and those by default. */
export const manyOptions = [{ kinds: "all" }, { conforms: "none", kinds: "all", schemes: all, openSchemes: all, filter: () => true }];

/** The addresses of the links that can be clicked, in order, of those of a text with the advice on each. */
export function clickableOf(links, { openSchemes = [] }) {
  const isOpened = ([url, advice]) => ["open", "show"].includes(advice) || (others.some((name) => url.startsWith(`${name}:`)) && openSchemes.includes("tel"));
  return links.filter(isOpened).map(([url]) => new URL(url).href);
}

/** The addresses in HTML that was made. */
export const addressesIn = (html) => Array.from(html.matchAll(/<a href="([^"]*)" title/g), ([, address]) => unescape(address));
