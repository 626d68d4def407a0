// Links in a document.

export const defaultSchemes = ["http", "https", "ftp", "mailto", "news"];
// What has other effects when it is clicked, and what is not displayed as text.
const skipped = "a, audio, button, canvas, datalist, head, iframe, input, math, noscript, object, script, select, style, svg, template, textarea, title, video";
// What a user edits: a link there would be part of the text that is written.
const editable = '[contenteditable=""], [contenteditable="true" i], [contenteditable="plaintext-only" i]';
// What the HTML standard's section on rendering displays as blocks, and the parts of tables.
export const blocks = "address, article, aside, blockquote, body, caption, center, dd, details, dialog, dir, div, dl, dt, fieldset, figcaption, figure, footer, form, h1, h2, h3, h4, h5, h6, header, hgroup, hr, html, legend, li, listing, main, menu, nav, ol, optgroup, option, p, plaintext, pre, search, section, summary, table, tbody, td, tfoot, th, thead, tr, ul, xmp".split(", ");
const blockSelector = blocks.join();
// What is displayed between words, as a space is.
const separators = "img, label, meter, progress, rp, rt";

/** For each prototype, the descriptors of properties by their names. */
const descriptors = new WeakMap();

/**
 * The descriptor of a property of a node, as its interface defines it: in a form, a control hides the property that has
 * its name, as `<input name=lastChild>` does, and in a document an image. It comes from the node, which need not be of
 * this window, nor of a browser.
 */
function descriptorOf(node, name) {
  const prototype = Object.getPrototypeOf(node);
  let known = descriptors.get(prototype);
  if (!known) descriptors.set(prototype, (known = new Map()));
  if (!known.has(name)) {
    let type = prototype;
    while (type !== null && !Object.getOwnPropertyDescriptor(type, name)) type = Object.getPrototypeOf(type);
    known.set(name, type === null ? undefined : Object.getOwnPropertyDescriptor(type, name));
  }
  return known.get(name);
}

const read = (node, name) => {
  const { get } = descriptorOf(node, name) ?? {};
  return get ? get.call(node) : node[name];
};
const call = (node, name, ...values) => descriptorOf(node, name).value.call(node, ...values);
const isElement = (node) => read(node, "nodeType") === 1;
const isText = (node) => read(node, "nodeType") === 3;

/**
 * Whether a node is in an element whose text is left alone: in what a user edits, or in one that is skipped, unless
 * `generated` matches it.
 */
function isClosed(node, generated) {
  const element = isElement(node) ? node : read(node, "parentElement");
  const closest = (from, selector) => from && call(from, "closest", selector);
  const nearest = closest(element, `${editable}, [contenteditable="false" i]`);
  if (nearest && call(nearest, "matches", editable)) return true;
  let around = closest(element, skipped);
  while (around && generated && call(around, "matches", generated)) around = closest(read(around, "parentElement"), skipped);
  return Boolean(around);
}

/** Whether the style of an element displays it as a block; `undefined` if it does not say. */
export function isBlockIn(style) {
  const display = [...style.matchAll(/(?:^|;)\s*display\s*:\s*([a-z-]+)/gi)].pop()?.[1].toLowerCase();
  return display && !["inline", "contents", "ruby"].includes(display);
}

/** Whether an element is displayed as a block: as its style says, of which only its own attribute is read. */
function isBlock(element) {
  return isBlockIn(call(element, "getAttribute", "style") ?? "") ?? call(element, "matches", blockSelector);
}

/** Runs a generator to its end, and returns its value. */
function finish(steps) {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The units of a text that are collected before it is passed on. */
const textLength = 1 << 16;
/** The number of nodes between two steps. */
const stepLength = 512;

/**
 * Returns the texts that make up the text of a node, and its text nodes with their places in it. A block or `br` begins
 * a line, and between two blocks other than `div` is an empty one. `generated` is a selector of links that are read as
 * text. A generator, which a caller may interrupt.
 */
export function* collectTexts(root, generated) {
  const texts = [];
  const places = [];
  let text = "";
  let length = 0;
  // The line breaks before the next text.
  let edges = 0;
  const add = (part) => {
    text += "\n".repeat(edges) + part;
    length += edges + part.length;
    edges = 0;
    if (text.length < textLength) return;
    texts.push(text);
    text = "";
  };
  // Nodes still to visit, and texts still to add, the next one last. Scripts can nest elements deeper than calls.
  const stack = [];
  let visited = 0;
  function* pushChildren(node) {
    for (let child = read(node, "lastChild"); child !== null; child = read(child, "previousSibling")) {
      stack.push(child);
      if (++visited % stepLength === 0) yield;
    }
  }
  if (!isClosed(root, generated)) {
    // The root itself begins no line, so that offsets in an element with nothing but text are those in its text.
    if (isText(root)) stack.push(root);
    else yield* pushChildren(root);
  }
  while (stack.length > 0) {
    if (++visited % stepLength === 0) yield;
    const node = stack.pop();
    if (typeof node === "function") {
      node();
      continue;
    }
    if (isText(node)) {
      const { data } = node;
      // White space between blocks is not shown.
      if (edges > 0 && !/[^ \t\r\n\f]/.test(data)) continue;
      add("");
      // `at` is the offset in `data` of the text that is still in the node.
      places.push({ node, start: length, data, at: 0, parts: [] });
      add(data);
      continue;
    }
    if (!isElement(node)) {
      yield* pushChildren(node);
      continue;
    }
    const matches = (selector) => call(node, "matches", selector);
    if (matches(`${skipped}, ${editable}`) && !(generated && matches(generated))) {
      // The empty line ends any link: none continues after a skipped element.
      edges = 2;
      continue;
    }
    if (matches("br")) add("\n");
    else if (isBlock(node) || matches(separators)) {
      // A program puts each line of a text in a `div`.
      const addLine = () => (edges = matches("div") ? Math.max(edges, 1) : Math.min(edges + 1, 2));
      const edge = isBlock(node) ? addLine : () => add(" ");
      edge();
      stack.push(edge);
    }
    yield* pushChildren(node);
  }
  texts.push(text);
  return { texts, places, length };
}

/** Returns the text of a node, and its text nodes with their places in it. */
export function textOf(root, generated) {
  const { texts, places } = finish(collectTexts(root, generated));
  return { text: texts.join(""), places };
}

/**
 * Returns whether a text node is still in the root, with the text that was collected, so far as it is not replaced, and
 * is not to be left alone.
 */
function isUnchanged({ node, data, at }, root, generated) {
  const isSame = node.length === data.length - at && (at > 0 || node.data === data);
  return isSame && call(root, "contains", node) && !isClosed(node, generated);
}

/**
 * Returns the address that a URL leads to on any page: `https:a` is relative on a page of the same scheme. Returns null
 * if there is none.
 */
function addressOf(url) {
  try {
    return new URL(url).href;
  } catch {
    return null;
  }
}

/** The attributes of an `a`. The title is the address: a URL as written may hide its host, or reverse the tooltip. */
export function attributesOf(address, { target, rel = "noopener noreferrer", className, attributes = {} }) {
  const all = { href: address, title: address, rel, target, class: className };
  for (const [name, value] of Object.entries(attributes)) all[name.toLowerCase()] = value;
  return Object.entries(all).filter(([, value]) => value !== undefined);
}

/**
 * Returns what is shown in place of the text of a link; `undefined` if its text stays. What is cut off begins after the
 * host, and a link without a host is not cut.
 */
export function shownOf(link, text, { format, truncate = Infinity }) {
  if (format) return String(format(link));
  if (text.length <= truncate || !link.host) return undefined;
  const host = text.indexOf(link.host, text.indexOf("//") + 1);
  if (host < 0) return undefined;
  let end = Math.max(truncate - 1, host + link.host.length);
  if (/[\ud800-\udbff]/.test(text[end - 1])) end--;
  return end < text.length - 1 ? `${text.slice(0, end)}\u2026` : undefined;
}

function anchorTo(address, text, document, options) {
  const anchor = call(document, "createElement", "a");
  for (const [name, value] of attributesOf(address, options)) anchor.setAttribute(name, value);
  anchor.textContent = text;
  return anchor;
}

/**
 * The links that can be clicked, with their addresses. Pieces are in order and do not overlap: a link in another one is
 * left out.
 */
export function* clickable(links, { openSchemes = defaultSchemes, opens = () => true, filter = () => true } = {}) {
  const wanted = new Set(openSchemes.map((scheme) => scheme.toLowerCase()));
  let end = 0;
  for (const link of links) {
    if (!wanted.has(link.scheme) || link.start < end || !opens(link, wanted) || !filter(link)) continue;
    end = link.end;
    const address = addressOf(link.url);
    if (address !== null) yield { link, address };
  }
}

/**
 * The number of anchors that replace their text together. One by one, each would copy the rest of its text node; and
 * between two tasks, a browser may lay out the whole document again.
 */
const batchLength = 1 << 11;

/**
 * Replaces the text of a node up to its last anchor with its text and the anchors in it. If the node is no longer in
 * the root, or has changed, it stays as it is; a `root` that is not given is not looked at.
 */
function replace(place, { root, generated }) {
  const { node, data, parts } = place;
  place.parts = [];
  if (root && !isUnchanged(place, root, generated)) {
    for (const { anchor, anchors } of parts) if (anchor) anchors.splice(anchors.indexOf(anchor), 1);
    return;
  }
  const parent = generated && read(node, "parentElement");
  const around = parent && call(parent, "closest", generated);
  if (around) call(around, "replaceWith", ...read(around, "childNodes"));
  const fragment = call(node.ownerDocument, "createDocumentFragment");
  let { at } = place;
  for (const { from, to, anchor, anchors } of parts) {
    if (at < from) fragment.append(data.slice(at, from));
    if (anchor) fragment.append(anchor);
    // Its text is in the first anchor, unless that was left out.
    else if (anchors.length === 0) fragment.append(data.slice(from, to));
    at = to;
  }
  node.before(fragment);
  if (at === data.length) node.remove();
  else node.deleteData(0, at - place.at);
  place.at = at;
}

/**
 * Makes the pieces of links clickable in the text nodes of `places`. With a `root`, nodes are left alone that are no
 * longer in it as they were. A generator, which a caller may interrupt: it yields how far it is in the text.
 */
export function* addingAnchors(places, links, options = {}) {
  const found = [];
  // The places from `first` on that end before the next piece, and those with anchors that are not in the document yet.
  let first = 0;
  let waiting = [];
  let count = 0;
  const replaceAll = () => {
    for (const place of waiting) replace(place, options);
    [waiting, count] = [[], 0];
  };
  for (const { link, address } of clickable(links, options)) {
    const parts = [];
    for (const piece of link.pieces) {
      for (; first < places.length && places[first].start + places[first].data.length <= piece.start; first++) {
        if (first % stepLength === 0) yield link.end;
      }
      for (let index = first; index < places.length && places[index].start < piece.end; index++) {
        const place = places[index];
        const from = Math.max(piece.start - place.start, 0);
        const to = Math.min(piece.end - place.start, place.data.length);
        if (from < to) parts.push({ place, from, to, text: place.data.slice(from, to) });
      }
    }
    const anchors = [];
    const shown = shownOf(link, parts.map(({ text }) => text).join(""), options);
    for (const { place, from, to, text } of parts) {
      const isShown = shown === undefined || anchors.length === 0;
      const anchor = isShown && anchorTo(address, shown ?? text, place.node.ownerDocument, options);
      if (place.parts.length === 0) waiting.push(place);
      place.parts.push({ from, to, anchor, anchors });
      if (anchor) anchors.push(anchor);
    }
    found.push({ link, anchors });
    if ((count += parts.length) >= batchLength) replaceAll();
    yield link.end;
  }
  replaceAll();
  return found.filter(({ anchors }) => anchors.length > 0);
}

/** Makes the pieces of links clickable in the text nodes of `places`. */
export function addAnchors(places, links, options) {
  return finish(addingAnchors(places, links, options));
}

/** Makes the links in a node that `find` finds clickable. */
export function linkifyNode(node, find, options) {
  const { text, places } = textOf(node, options.generated);
  return addAnchors(places, find(text), options);
}
