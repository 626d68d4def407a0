// Every function and option, as a program in TypeScript uses them that is compiled without the types of the DOM.

import { check, find, has, init, linkAt, linkify, linkifyAsync, linkifyText, spans, type Conformance, type FindOptions, type Link, type Span } from "urlsift";
import * as inline from "urlsift/inline";
import { findHtml, findInMessage, linkifyHtml, type LinkInMessage, type MessageText } from "urlsift/message";

declare const console: { log(text: string): void };

const options: FindOptions = { conforms: "relative", kinds: new Set(["bare", "angle"] as const), maxLen: 100, schemes: ["x-mine"], rejoin: false, www: true };
const links: Link[] = find("See http://a.example/b.", options);
const pieces: string[] = links.flatMap((link) => link.pieces.map(({ start, end }) => link.url.slice(start, end)));
const host: string | undefined = links[0]?.host;
const level: Conformance = check("x").conforms;
const codes: string[] = check("x").problems.map(({ code, rule }) => code + rule);
const compiled: Promise<void> = init();
// @ts-expect-error: there is no such standard.
const wrong = () => find("", { conforms: "rfc2396" });
const texts: MessageText[] = findInMessage(Uint8Array.from("\n<http://c.example/d>\n", (char) => char.charCodeAt(0)), { conforms: "rfc1738" });
const isHtml: boolean | undefined = texts[0]?.isHtml;
const sources: Span[] = texts.flatMap(({ links }) => links.flatMap(({ source }) => [source, ...source.pieces]));
const inPage: Link[] = findHtml("<p>", { refang: true, unwrap: true });
const linkOfText: Link | undefined = linkAt(links, 5);
const linkOfMessage: LinkInMessage | undefined = linkAt(texts[0]?.links ?? [], 2);
const shownOf: (string | undefined)[] = Array.from(spans("x"), ({ text, link, href }) => link?.url ?? href ?? text);
const html: string = has("x") ? linkifyText("x", { target: "_blank" }) : linkifyHtml("x", { truncate: 20 });
// @ts-expect-error: a message is bytes.
const wrongMessage = () => findInMessage("");
// A program without these types may have a document nevertheless, such as that of jsdom.
const ofDocument = (node: unknown) => [linkify(node, { openSchemes: new Set(["http"]) }), linkifyAsync(node, { target: "_blank", rel: "", className: "x", attributes: { "data-x": "1" }, format: ({ url }) => url, truncate: 9, filter: (link) => link.breaks === 0 })];
export { html, pieces, shownOf, host, level, codes, compiled, wrong, isHtml, sources, inPage, wrongMessage, ofDocument };
console.log([linkOfText, linkOfMessage, inline.find === find].map((value) => (typeof value === "object" ? value.url : value)).join(" "));
