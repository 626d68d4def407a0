import { advice, check, linkAt } from "urlsift/message";
import { textsOf } from "./client.js";

const schemes = new Set(["http", "https", "ftp", "mailto", "news"]);

/** Returns the text with its links, as an element. */
function view(text, links) {
  const shown = links.filter((link) => schemes.has(link.scheme) && advice(link).advice !== "text");
  // Of a link in an attribute, the lines that its element shows.
  const pieces = shown.flatMap((link) => (link.shown ?? link).pieces.map(({ start, end }) => ({ start, end, link })));
  const element = document.createElement("pre");
  let at = 0;
  for (const { start, end, link } of pieces.sort((a, b) => a.start - b.start)) {
    // An image shows no text, and a link may stand in another one.
    if (start < at || start === end) continue;
    const anchor = document.createElement("a");
    anchor.href = new URL(link.url).href;
    anchor.title = anchor.href;
    anchor.target = "_blank";
    anchor.rel = "noopener noreferrer";
    anchor.textContent = text.slice(start, end);
    const { advice: answer, reason } = advice(link);
    // What a rewriter has wrapped is where the link leads.
    const { hostAscii } = check(link.target ?? link.url);
    const ask = (event) => {
      // The right button opens a menu, not the link.
      if (event.button === 2 || answer !== "ask") return;
      if (!confirm(`This link leads to ${hostAscii ?? link.url}: ${reason}. Open it?`)) event.preventDefault();
    };
    anchor.addEventListener("click", ask);
    // The middle button.
    anchor.addEventListener("auxclick", ask);
    element.append(text.slice(at, start), anchor);
    at = end;
  }
  element.append(text.slice(at));
  return element;
}

/** Shows a message, a Uint8Array, in a node. */
export async function showMessage(message, node) {
  for (const { header, mediaType, text, links } of await textsOf(message)) {
    if (header !== undefined && !/^(from|date|subject)$/i.test(header)) continue;
    const title = document.createElement("h2");
    title.textContent = header ?? mediaType ?? "Text";
    node.append(title, view(text, links));
  }
}

/** Returns the URL under the selection in a text that is shown elsewhere, such as in a canvas or an editor. */
export const urlAt = (links, offset) => linkAt(links, offset)?.url;
