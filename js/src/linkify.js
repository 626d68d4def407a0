// Links in a document.

const defaultSchemes = ["http", "https", "ftp", "mailto", "news"];
// What has other effects when it is clicked, and what is not displayed as text.
const skipped = "a, audio, button, canvas, datalist, head, iframe, input, noscript, object, script, select, style, svg, template, textarea, video";
// What a user edits: a link there would be part of the text that is written.
const editable = '[contenteditable=""], [contenteditable="true" i], [contenteditable="plaintext-only" i]';
const blocks = "address, article, aside, blockquote, body, dd, div, dl, dt, footer, form, h1, h2, h3, h4, h5, h6, header, hr, li, main, nav, ol, p, pre, section, table, td, th, tr, ul";

/**
 * The properties of nodes as their interfaces define them. In a form, a control hides the property that has its name, as
 * `<input name=lastChild>` does, and in a document an image. They are looked up when they are first needed, since a
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
    lastChild: getter(Node, "lastChild"),
    previousSibling: getter(Node, "previousSibling"),
    parentElement: getter(Node, "parentElement"),
    childNodes: getter(Node, "childNodes"),
    matches: method(Element, "matches"),
    closest: method(Element, "closest"),
    replaceWith: method(Element, "replaceWith"),
    createElement: method(Document, "createElement"),
    createDocumentFragment: method(Document, "createDocumentFragment"),
  };
};
let definedDom;
const dom = () => (definedDom ??= defineDom());

/** Whether a node is in what a user edits. */
function isEditable(node) {
  const { nodeType, parentElement, closest, matches } = dom();
  const element = nodeType(node) === Node.ELEMENT_NODE ? node : parentElement(node);
  const nearest = element && closest(element, `${editable}, [contenteditable="false" i]`);
  return nearest !== null && matches(nearest, editable);
}

/**
 * Returns the text of a node, and its text nodes with their places in it. A block or `br` begins a line. `generated` is
 * a selector of links that are read as text.
 */
export function textOf(root, generated) {
  const { nodeType, lastChild, previousSibling, matches } = dom();
  const places = [];
  let text = "";
  if (isEditable(root)) return { text, places };
  // Nodes still to visit, and texts still to add, the next one last. Scripts can nest elements deeper than calls.
  const stack = [];
  const pushChildren = (node) => {
    for (let child = lastChild(node); child !== null; child = previousSibling(child)) stack.push(child);
  };
  // The root itself begins no line, so that offsets in an element with nothing but text are those in its text.
  if (nodeType(root) === Node.ELEMENT_NODE && !matches(root, skipped)) pushChildren(root);
  else stack.push(root);
  while (stack.length > 0) {
    const node = stack.pop();
    if (typeof node === "string") {
      text += node;
      continue;
    }
    if (nodeType(node) === Node.TEXT_NODE) {
      places.push({ node, start: text.length, parts: [] });
      text += node.data;
      continue;
    }
    const isElement = nodeType(node) === Node.ELEMENT_NODE;
    const isSkipped = isElement && matches(node, `${skipped}, ${editable}`);
    if (isSkipped && !(generated && matches(node, generated))) {
      // The empty line ends any link: none continues after a skipped element.
      text += "\n\n";
      continue;
    }
    const isBlock = isElement && matches(node, blocks);
    if (isBlock || (isElement && matches(node, "br"))) text += "\n";
    if (isBlock) stack.push("\n");
    pushChildren(node);
  }
  return { text, places };
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

/** Replaces a text node with its text and the anchors in it, at once: splitting it each time would copy the rest. */
function replace(node, parts) {
  const nodes = [];
  let at = 0;
  for (const { from, to, anchor } of parts) {
    if (at < from) nodes.push(node.data.slice(at, from));
    nodes.push(anchor);
    at = to;
  }
  if (at < node.length) nodes.push(node.data.slice(at));
  const fragment = dom().createDocumentFragment(node.ownerDocument);
  for (const child of nodes) fragment.append(child);
  node.replaceWith(fragment);
}

/** Makes the pieces of links clickable in the text nodes of `places`. Links with other schemes are left alone. */
export function addAnchors(places, links, { schemes = defaultSchemes, generated } = {}) {
  const { parentElement, closest, childNodes, replaceWith } = dom();
  const wanted = new Set(schemes);
  let end = 0;
  const isFree = (link) => link.start >= end && ((end = link.end), true);
  const found = links
    .filter((link) => wanted.has(link.scheme) && isFree(link))
    .map((link) => ({ link, address: addressOf(link.url), anchors: [] }))
    .filter(({ address }) => address !== null);
  // Pieces are in order and do not overlap: a link in another one was left out.
  let first = 0;
  for (const { link, address, anchors } of found) {
    for (const piece of link.pieces) {
      while (first < places.length && places[first].start + places[first].node.length <= piece.start) first++;
      for (let index = first; index < places.length && places[index].start < piece.end; index++) {
        const { node, start, parts } = places[index];
        const from = Math.max(piece.start - start, 0);
        const to = Math.min(piece.end - start, node.length);
        if (from >= to) continue;
        const anchor = anchorTo(address, node.data.slice(from, to), node.ownerDocument);
        parts.push({ from, to, anchor });
        anchors.push(anchor);
      }
    }
  }
  for (const { node, parts } of places) {
    if (parts.length === 0) continue;
    const parent = generated && parentElement(node);
    const around = parent && closest(parent, generated);
    if (around) replaceWith(around, ...childNodes(around));
    replace(node, parts);
  }
  return found.map(({ link, anchors }) => ({ link, anchors }));
}

/** The function that makes the links that `find` finds clickable. */
export function linkifierOf(find) {
  return (root, { schemes, generated, bare = false, ...options } = {}) => {
    const { text, places } = textOf(root, generated);
    return addAnchors(places, find(text, { kinds: bare ? "all" : "delimited", ...options }), { schemes, generated });
  };
}
