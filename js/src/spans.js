// Texts with links in them, without a document.

import { attributesOf, clickable, shownOf } from "./linkify.js";

/** The parts of a text in order: those in links that can be clicked, and those between them. */
export function* spansOf(text, links, options) {
  const part = (start, end) => ({ start, end, text: text.slice(start, end) });
  let at = 0;
  for (const { link, address } of clickable(links, options)) {
    for (const { start, end } of link.pieces) {
      if (start < at || start === end) continue;
      if (at < start) yield part(at, start);
      yield { ...part(start, end), link, href: address };
      at = end;
    }
  }
  if (at < text.length) yield part(at, text.length);
}

const escapes = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
export const escape = (text) => text.replace(/[&<>"']/g, (char) => escapes[char]);

/**
 * Returns spans as HTML. `escapeText` converts their text, which is HTML already if they are those of a page, and
 * `textOfLink` returns the text of a link.
 */
export function linkedText(spans, options, textOfLink, escapeText = escape) {
  let html = "";
  let last;
  let isReplaced = false;
  for (const { text, link, href } of spans) {
    if (!link) {
      html += escapeText(text);
      continue;
    }
    // The first piece of a link stands for all if another text is shown.
    if (link !== last) {
      const shown = shownOf(link, textOfLink(link), options);
      [last, isReplaced] = [link, shown !== undefined];
      if (isReplaced) html += anchorWith(href, escape(shown), options);
    }
    if (!isReplaced) html += anchorWith(href, escapeText(text), options);
  }
  return html;
}

function anchorWith(address, html, options) {
  const attributes = attributesOf(address, options).map(([name, value]) => ` ${name}="${escape(value)}"`);
  return `<a${attributes.join("")}>${html}</a>`;
}
