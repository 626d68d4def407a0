// Links in a document.

const defaultSchemes = ["http", "https", "ftp", "mailto", "news"];
// What has other effects when it is clicked, and what is not displayed as text.
const skipped = "a, audio, button, canvas, datalist, head, iframe, input, noscript, object, script, select, style, svg, template, textarea, video";
const blocks = "address, article, aside, blockquote, body, dd, div, dl, dt, footer, form, h1, h2, h3, h4, h5, h6, header, hr, li, main, nav, ol, p, pre, section, table, td, th, tr, ul";

/**
 * Returns the text of a node, and its text nodes with their places in it. A block or `br` begins a line. `generated` is
 * a selector of links that are read as text.
 */
export function textOf(root, generated) {
  const places = [];
  let text = "";
  // Nodes still to visit, and texts still to add, the next one last. Scripts can nest elements deeper than calls.
  const stack = [];
  const pushChildren = (node) => {
    for (let child = node.lastChild; child !== null; child = child.previousSibling) stack.push(child);
  };
  // The root itself begins no line, so that offsets in an element with nothing but text are those in its text.
  if (root.nodeType === Node.ELEMENT_NODE && !root.matches(skipped)) pushChildren(root);
  else stack.push(root);
  while (stack.length > 0) {
    const node = stack.pop();
    if (typeof node === "string") {
      text += node;
      continue;
    }
    if (node.nodeType === Node.TEXT_NODE) {
      places.push({ node, start: text.length, parts: [] });
      text += node.data;
      continue;
    }
    const isElement = node.nodeType === Node.ELEMENT_NODE;
    if (isElement && node.matches(skipped) && !(generated && node.matches(generated))) {
      // The empty line ends any link: none continues after a skipped element.
      text += "\n\n";
      continue;
    }
    const isBlock = isElement && node.matches(blocks);
    if (isBlock || node.nodeName === "BR") text += "\n";
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
  const anchor = document.createElement("a");
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
  const fragment = node.ownerDocument.createDocumentFragment();
  for (const child of nodes) fragment.append(child);
  node.replaceWith(fragment);
}

/** Makes the pieces of links clickable in the text nodes of `places`. Links with other schemes are left alone. */
export function addAnchors(places, links, { schemes = defaultSchemes, generated } = {}) {
  const wanted = new Set(schemes);
  const found = links
    .filter((link) => wanted.has(link.scheme))
    .map((link) => ({ link, address: addressOf(link.url), anchors: [] }))
    .filter(({ address }) => address !== null);
  // Pieces are in order and do not overlap.
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
    const around = generated && node.parentElement?.closest(generated);
    if (around) around.replaceWith(...around.childNodes);
    replace(node, parts);
  }
  return found.map(({ link, anchors }) => ({ link, anchors }));
}

/** The function that makes the links that `find` finds clickable. */
export function linkifierOf(find) {
  return (root, { schemes, generated, ...options } = {}) => {
    const { text, places } = textOf(root, generated);
    return addAnchors(places, find(text, options), { schemes, generated });
  };
}
