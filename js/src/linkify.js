// Links in a document.

const defaultSchemes = ["http", "https", "ftp", "mailto", "news"];
// What has other effects when it is clicked, and what is not displayed as text.
const skipped = "a, audio, button, canvas, datalist, head, iframe, input, noscript, object, script, select, style, svg, template, textarea, video";
// What a user edits: a link there would be part of the text that is written.
const editable = '[contenteditable=""], [contenteditable="true" i], [contenteditable="plaintext-only" i]';
// What the HTML standard's section on rendering displays as blocks, and the parts of tables.
const blocks = "address, article, aside, blockquote, body, caption, center, dd, details, dialog, dir, div, dl, dt, fieldset, figcaption, figure, footer, form, h1, h2, h3, h4, h5, h6, header, hgroup, hr, html, legend, li, listing, main, menu, nav, ol, optgroup, option, p, plaintext, pre, search, section, summary, table, tbody, td, tfoot, th, thead, tr, ul, xmp";
// What is displayed between words, as a space is.
const separators = "img, label, meter, progress, rp, rt";

/**
 * The properties of nodes as their interfaces define them. In a form, a control hides the property that has its name,
 * as `<input name=lastChild>` does, and in a document an image. They are looked up when they are first needed, since a
 * program without a document can import this module.
 */
const defineDom = () => {
  const getter = (type, name) => {
    const { get } = Object.getOwnPropertyDescriptor(type.prototype, name);
    return (node) => get.call(node);
  };
  const method =
    (type, name) =>
    (node, ...values) =>
      type.prototype[name].call(node, ...values);
  return {
    nodeType: getter(Node, "nodeType"),
    contains: method(Node, "contains"),
    lastChild: getter(Node, "lastChild"),
    previousSibling: getter(Node, "previousSibling"),
    parentElement: getter(Node, "parentElement"),
    childNodes: getter(Node, "childNodes"),
    matches: method(Element, "matches"),
    closest: method(Element, "closest"),
    getAttribute: method(Element, "getAttribute"),
    replaceWith: method(Element, "replaceWith"),
    createElement: method(Document, "createElement"),
    createDocumentFragment: method(Document, "createDocumentFragment"),
  };
};
let definedDom;
const dom = () => (definedDom = definedDom ?? defineDom());

/** Whether a node is in what a user edits. */
function isEditable(node) {
  const { nodeType, parentElement, closest, matches } = dom();
  const element = nodeType(node) === Node.ELEMENT_NODE ? node : parentElement(node);
  const nearest = element && closest(element, `${editable}, [contenteditable="false" i]`);
  return nearest !== null && matches(nearest, editable);
}

/** Whether an element is displayed as a block: as its style says, of which only its own attribute is read. */
function isBlock(element) {
  const { getAttribute, matches } = dom();
  const style = getAttribute(element, "style") ?? "";
  const display = [...style.matchAll(/(?:^|;)\s*display\s*:\s*([a-z-]+)/gi)].pop()?.[1].toLowerCase();
  return display === undefined ? matches(element, blocks) : !["inline", "contents", "ruby"].includes(display);
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
 * a line. `generated` is a selector of links that are read as text. A generator, which a caller may interrupt.
 */
export function* collectTexts(root, generated) {
  const { nodeType, lastChild, previousSibling, matches } = dom();
  const texts = [];
  const places = [];
  let text = "";
  let length = 0;
  const add = (part) => {
    length += part.length;
    text += part;
    if (text.length < textLength) return;
    texts.push(text);
    text = "";
  };
  // Nodes still to visit, and texts still to add, the next one last. Scripts can nest elements deeper than calls.
  const stack = [];
  let visited = 0;
  function* pushChildren(node) {
    for (let child = lastChild(node); child !== null; child = previousSibling(child)) {
      stack.push(child);
      if (++visited % stepLength === 0) yield;
    }
  }
  if (!isEditable(root)) {
    // The root itself begins no line, so that offsets in an element with nothing but text are those in its text.
    if (nodeType(root) === Node.ELEMENT_NODE && !matches(root, skipped)) yield* pushChildren(root);
    else stack.push(root);
  }
  while (stack.length > 0) {
    if (++visited % stepLength === 0) yield;
    const node = stack.pop();
    if (typeof node === "string") {
      add(node);
      continue;
    }
    if (nodeType(node) === Node.TEXT_NODE) {
      const { data } = node;
      // `at` is the offset in `data` of the text that is still in the node.
      places.push({ node, start: length, data, at: 0, parts: [] });
      add(data);
      continue;
    }
    const isElement = nodeType(node) === Node.ELEMENT_NODE;
    const isSkipped = isElement && matches(node, `${skipped}, ${editable}`);
    if (isSkipped && !(generated && matches(node, generated))) {
      // The empty line ends any link: none continues after a skipped element.
      add("\n\n");
      continue;
    }
    const edge = !isElement ? "" : isBlock(node) ? "\n" : matches(node, separators) ? " " : "";
    if (isElement && matches(node, "br")) add("\n");
    else add(edge);
    if (edge !== "") stack.push(edge);
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
 * is not edited.
 */
function isUnchanged({ node, data, at }, root) {
  return dom().contains(root, node) && node.length === data.length - at && (at > 0 || node.data === data) && !isEditable(node);
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

function anchorTo(address, text, document) {
  const anchor = dom().createElement(document, "a");
  anchor.href = address;
  // The address itself: a URL as written may hide its host, or reverse the text of the tooltip.
  anchor.title = address;
  anchor.rel = "noopener noreferrer";
  anchor.textContent = text;
  return anchor;
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
  if (root && !isUnchanged(place, root)) {
    for (const { anchor, anchors } of parts) anchors.splice(anchors.indexOf(anchor), 1);
    return;
  }
  const { parentElement, closest, childNodes, replaceWith } = dom();
  const parent = generated && parentElement(node);
  const around = parent && closest(parent, generated);
  if (around) replaceWith(around, ...childNodes(around));
  const fragment = dom().createDocumentFragment(node.ownerDocument);
  let { at } = place;
  for (const { from, to, anchor } of parts) {
    if (at < from) fragment.append(data.slice(at, from));
    fragment.append(anchor);
    at = to;
  }
  node.before(fragment);
  if (at === data.length) node.remove();
  else node.deleteData(0, at - place.at);
  place.at = at;
}

/**
 * Makes the pieces of links clickable in the text nodes of `places`. Links with other schemes are left alone. With a
 * `root`, so are nodes that are no longer in it as they were. A generator, which a caller may interrupt: it yields how
 * far it is in the text.
 */
export function* addingAnchors(places, links, { schemes = defaultSchemes, ...options } = {}) {
  const wanted = new Set(schemes);
  const found = [];
  // The places from `first` on that end before the next piece, and those with anchors that are not in the document yet.
  let first = 0;
  let waiting = [];
  let count = 0;
  const replaceAll = () => {
    for (const place of waiting) replace(place, options);
    [waiting, count] = [[], 0];
  };
  // Pieces are in order and do not overlap: a link in another one is left out.
  let end = 0;
  for (const link of links) {
    if (!wanted.has(link.scheme) || link.start < end) continue;
    end = link.end;
    const address = addressOf(link.url);
    if (address === null) continue;
    const anchors = [];
    found.push({ link, anchors });
    for (const piece of link.pieces) {
      for (; first < places.length && places[first].start + places[first].data.length <= piece.start; first++) {
        if (first % stepLength === 0) yield end;
      }
      for (let index = first; index < places.length && places[index].start < piece.end; index++) {
        const place = places[index];
        const from = Math.max(piece.start - place.start, 0);
        const to = Math.min(piece.end - place.start, place.data.length);
        if (from >= to) continue;
        const anchor = anchorTo(address, place.data.slice(from, to), place.node.ownerDocument);
        if (place.parts.length === 0) waiting.push(place);
        place.parts.push({ from, to, anchor, anchors });
        anchors.push(anchor);
        if (++count >= batchLength) replaceAll();
      }
    }
    yield end;
  }
  replaceAll();
  return found.filter(({ anchors }) => anchors.length > 0);
}

/** Makes the pieces of links clickable in the text nodes of `places`. */
export function addAnchors(places, links, options) {
  return finish(addingAnchors(places, links, options));
}

/** The function that makes the links that `find` finds clickable, if a click may open them at once. */
export function linkifierOf(find, opens) {
  return (root, { schemes, generated, bare = false, ...options } = {}) => {
    const { text, places } = textOf(root, generated);
    const links = find(text, { kinds: bare ? "all" : "delimited", ...options });
    return addAnchors(places, links.filter(opens), { schemes, generated });
  };
}
