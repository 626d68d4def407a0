// Links in raw messages and in pages.

import { Cursor } from "./cursor.js";
import { anchorOptions, checkString, filterOptions, splitOptions } from "./options.js";
import { linkedText, spansOf } from "./spans.js";

// A comment, another declaration, or a tag with its name, as the HTML standard reads them.
const markup = /<!--(?:-?>|[^]*?(?:--!?>|$))|<(?:[!?]|\/[^a-z])[^>]*(?:>|$)|<(\/?)([a-z][^\s/>]*)(?:[\s/]+|[^\s/>][^\s/>=]*(?:\s*=\s*(?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^\s>"'][^\s>]*)?)?)*(?:>|$)/gi;
// Elements whose content is text, those in which no link is made, as `linkify` makes none, and those after which the
// parser follows other rules.
const rawTexts = ["iframe", "noembed", "noframes", "noscript", "script", "style", "textarea", "title", "xmp"];
const closed = ["a", "audio", "button", "canvas", "datalist", "object", "template", "video"];
const foreign = ["frameset", "math", "plaintext", "select", "svg"];

/**
 * The ranges of a page in which no link is made: tags and comments, elements with other effects when clicked, and all
 * that follows one whose rules for tags are others. A link is in the text of a page only if the module and these rules
 * both say so.
 */
function* closedRanges(page) {
  let depth = 0;
  let start = 0;
  markup.lastIndex = 0;
  for (let found; (found = markup.exec(page)); ) {
    const [, slash, written = ""] = found;
    const name = written.toLowerCase();
    let { index, 0: { length } } = found;
    if (!slash && foreign.includes(name)) {
      yield { start: depth > 0 ? start : index, end: page.length };
      return;
    }
    if (!slash && rawTexts.includes(name)) {
      const close = new RegExp(`</${name}(?=[\\s/>])`, "gi");
      close.lastIndex = index + length;
      const end = close.exec(page)?.index ?? page.length;
      // In a script, a comment may hold the end of another one.
      const isHidden = name === "script" && page.slice(index, end).includes("<!--");
      length = (isHidden ? page.length : end) - index;
      markup.lastIndex = index + length;
    }
    if (closed.includes(name) && !slash && depth++ === 0) start = index;
    else if (closed.includes(name) && slash && depth > 0 && --depth === 0) yield { start, end: index + length };
    else if (depth === 0) yield { start: index, end: index + length };
  }
  if (depth > 0) yield { start, end: page.length };
}

/** Returns links in order with their pieces without the closed ranges of a page. */
function openLinks(page, links) {
  const ranges = [...closedRanges(page)];
  let first = 0;
  return links.map((link) => {
    const pieces = [];
    for (let { start, end } of link.pieces) {
      while (first > 0 && ranges[first - 1].end > start) first--;
      while (first < ranges.length && ranges[first].end <= start) first++;
      for (let index = first; index < ranges.length && ranges[index].start < end; index++) {
        if (start < ranges[index].start) pieces.push({ start, end: ranges[index].start });
        start = ranges[index].end;
      }
      if (start < end) pieces.push({ start, end });
    }
    return { ...link, pieces };
  });
}

/** The functions that only the larger module has. */
export function messageFunctionsOf(searcher, opens) {
  const findIn = (page, options) => {
    const { instance, reader } = searcher;
    const { schemes, numbers, wants } = reader.search(options);
    return reader.links(instance.callWithText("urlsift_find_html", schemes + page, ...numbers), wants);
  };

  return {
    findHtml(page, options = {}) {
      checkString(page, "page");
      return findIn(page, ...splitOptions(options, searcher.options));
    },

    linkifyHtml(page, options = {}) {
      checkString(page, "page");
      const [search, filter, anchor] = splitOptions(options, searcher.options, filterOptions, anchorOptions);
      const links = findIn(page, search).filter(({ kind }) => kind !== "attribute");
      const spans = spansOf(page, openLinks(page, links), { ...filter, opens });
      return linkedText(spans, anchor, ({ url }) => url, (html) => html);
    },

    findInMessage(message, options = {}) {
      if (!(message instanceof Uint8Array)) throw new TypeError("a message is a Uint8Array");
      const { instance, reader } = searcher;
      const { schemes, numbers, wants } = reader.search(...splitOptions(options, searcher.options));
      const cursor = new Cursor(instance.callWithBytes("urlsift_find_in_message", schemes, message, ...numbers));
      const texts = [];
      while (!cursor.isAtEnd) {
        const lengths = Array.from({ length: 4 }, () => cursor.number());
        const isHtml = cursor.number() === 1;
        const count = cursor.number();
        const [part, mediaType, header, text] = lengths.map((length) => cursor.string(length));
        const links = [];
        for (let index = 0; index < count; index++) {
          const link = reader.link(cursor);
          link.source = { ...cursor.span(), pieces: cursor.spans(link.pieces.length) };
          const lines = cursor.spans(cursor.number());
          if (lines.length > 0) link.shown = { start: lines[0].start, end: lines[lines.length - 1].end, pieces: lines };
          if (wants(link)) links.push(link);
        }
        texts.push({ part: part || undefined, mediaType: mediaType || undefined, header: header || undefined, isHtml, text, links });
      }
      return texts;
    },
  };
}
