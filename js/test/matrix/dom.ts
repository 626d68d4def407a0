// The functions for documents, as a program in TypeScript uses them that is compiled with the types of the DOM.

import { linkify, linkifyAsync, type LinkInDocument } from "urlsift";

const anchors: HTMLAnchorElement[] = linkify(document.body, { openSchemes: new Set(["http"]) }).flatMap(({ anchors }) => anchors);
const { signal } = new AbortController();
const found: Promise<LinkInDocument[]> = linkifyAsync(document, { kinds: "all", generated: "a", signal, onProgress: (done) => done.toFixed(2) });
// @ts-expect-error: a node is wanted.
const wrong = () => linkify("");
export { anchors, found, wrong };
