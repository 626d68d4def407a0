// Links in raw messages and in pages.

import { Cursor } from "./cursor.js";
import { blocks, isBlockIn } from "./linkify.js";
import { anchorOptions, checkString, filterOptions, splitOptions } from "./options.js";
import { linkedText, spansOf } from "./spans.js";

// The start of a comment, of another declaration, or of a tag, as the HTML standard reads them.
const markup = /<(?:!--(-?>)?|[!?]|\/(?=[^a-z])|(\/?)(?=[a-z]))/gi;
// Elements whose content is text, those in which no link is made, as `linkify` makes none, and those after which the
// parser follows other rules.
const rawTexts = ["iframe", "noembed", "noframes", "noscript", "script", "style", "textarea", "title", "xmp"];
const closed = ["a", "audio", "button", "canvas", "datalist", "object", "template", "video"];
const foreign = ["frameset", "math", "plaintext", "select", "svg"];
// Elements whose tags do more than to display them in some way.
const untouched = [...rawTexts, "br", "listing", "plaintext", "pre", "select"];

const white = String.raw`\t\n\f\r `;
const before = (characters) => new RegExp(`(?=[${characters}])`, "g");
const [word, attribute, nameEnd, attributeEnd, valueEnd] = [`^${white}`, `^${white}/`, `${white}/>`, `${white}/>=`, `${white}>`].map(before);

/** The end of the next match of an expression. A repetition would need memory for each character. */
function endOf(page, pattern, at) {
  pattern.lastIndex = at;
  return pattern.exec(page) ? pattern.lastIndex : page.length;
}

/** Reads the attributes of a tag from the end of its name on. Returns the end of the tag, and the two that count. */
function attributesFrom(page, at) {
  const attributes = {};
  while ((at = endOf(page, attribute, at)) < page.length && page[at] !== ">") {
    const start = at;
    // A `=` here is the first character of a name.
    const end = endOf(page, attributeEnd, at + 1);
    let value = "";
    at = endOf(page, word, end);
    if (page[at] === "=") {
      at = endOf(page, word, at + 1);
      const quote = /["']/.test(page[at]) ? page[at++] : "";
      const close = quote ? endOf(page, quote === '"' ? /(?=")/g : /(?=')/g, at) : endOf(page, valueEnd, at);
      value = page.slice(at, close);
      at = close + quote.length;
    }
    const [name] = page.slice(start, Math.min(end, start + 20)).match(/^(?:contenteditable|style)$/i) ?? [];
    if (name && !(name.toLowerCase() in attributes)) attributes[name.toLowerCase()] = value;
  }
  return { ...attributes, end: Math.min(at + 1, page.length) };
}

/**
 * The tags, comments and declarations of a page, with the content of elements in which they are text. Those that are no
 * tags have no name.
 */
function* markupOf(page) {
  for (let at = 0; ; ) {
    markup.lastIndex = at;
    const found = markup.exec(page);
    if (!found) return;
    const [opening, isEmpty, slash] = found;
    const start = found.index;
    at = start + opening.length;
    if (slash === undefined) {
      if (!isEmpty) at = endOf(page, opening === "<!--" ? /--!?>/g : />/g, at);
      yield { start, end: at };
      continue;
    }
    const end = endOf(page, nameEnd, at);
    const name = page.slice(at, end).toLowerCase();
    const tag = { start, nameEnd: end, name, isEnd: slash !== "", ...attributesFrom(page, end) };
    if (!tag.isEnd && rawTexts.includes(name)) {
      const close = endOf(page, new RegExp(`(?=</${name}[${white}/>])`, "gi"), tag.end);
      // In a script, a comment may hold the end of another one.
      const isHidden = name === "script" && page.slice(tag.end, close).includes("<!--");
      tag.end = isHidden ? page.length : close;
    }
    yield tag;
    at = tag.end;
  }
}

/**
 * The ranges of a page in which no link is made: tags and comments, elements with other effects when clicked, those that
 * a user edits, and all that follows one whose rules for tags are others. A link is in the text of a page only if the
 * module and these rules both say so.
 */
function* closedRanges(page, tags) {
  // The number of open elements, also by their names.
  let depth = 0;
  const depths = new Map();
  let start = 0;
  for (const tag of tags) {
    const { name, isEnd, contenteditable } = tag;
    const depthOfName = depths.get(name) ?? 0;
    if (!isEnd && foreign.includes(name)) {
      yield { start: depth > 0 ? start : tag.start, end: page.length };
      return;
    }
    if (isEnd ? depthOfName > 0 : closed.includes(name) || isEditable(contenteditable) || depthOfName > 0) {
      depths.set(name, depthOfName + (isEnd ? -1 : 1));
      depth += isEnd ? -1 : 1;
      if (isEnd && depth === 0) yield { start, end: tag.end };
      else if (depth === 1 && !isEnd) start = tag.start;
    } else if (depth === 0) {
      yield { start: tag.start, end: tag.end };
    }
  }
  if (depth > 0) yield { start, end: page.length };
}

const isEditable = (value) => value !== undefined && /^(?:|true|plaintext-only)$/i.test(value);

/**
 * Returns a page of the same length, in which elements that are displayed otherwise than their names say, by their own
 * style, have the name of one that is displayed like them. Elements in which no link is made are paragraphs: no link
 * goes on after them.
 */
function arranged(page, tags) {
  let html = "";
  let at = 0;
  // The other names of open elements, by their names.
  const open = new Map();
  for (const { start, nameEnd, name, isEnd, style = "" } of tags) {
    if (name === undefined || untouched.includes(name)) continue;
    const others = open.get(name) ?? [];
    open.set(name, others);
    if (!isEnd) {
      const [byName, byStyle] = [blocks.includes(name), isBlockIn(style)];
      const block = name.length > 1 ? "br" : "p";
      others.push(byStyle === undefined || byStyle === byName ? undefined : byStyle ? block : "b");
    }
    const isApart = closed.includes(name) || foreign.includes(name);
    const other = isApart ? "p" : isEnd ? others.pop() : others[others.length - 1];
    if (!other) continue;
    const nameStart = start + (isEnd ? 2 : 1);
    html += page.slice(at, nameStart) + other.padEnd(nameEnd - nameStart);
    at = nameEnd;
  }
  return html + page.slice(at);
}

/** Returns links in order with their pieces without the closed ranges. */
function openLinks(links, ranges) {
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
      const tags = [...markupOf(page)];
      const links = findIn(arranged(page, tags), search).filter(({ kind }) => kind !== "attribute");
      const spans = spansOf(page, openLinks(links, [...closedRanges(page, tags)]), { ...filter, opens });
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
