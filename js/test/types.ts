// Is compiled only: every function and option, as a program in TypeScript uses them.

import { check, find, linkify, type Conformance, type Link, type Span } from "urlsift";
import { findInMessage, type MessageText } from "urlsift/message";

const links: Link[] = find("<http://a.example/>", { conforms: "relative", maxLength: 100, openSchemes: ["x-mine"] });
const pieces: string[] = links.flatMap((link) => link.pieces.map(({ start, end }) => link.url.slice(start, end)));
const host: string | undefined = links[0]?.host;
const level: Conformance = check("x").conforms;
const codes: string[] = check("x").problems.map(({ code, rule }) => code + rule);
const anchors: HTMLAnchorElement[] = linkify(document.body, { schemes: new Set(["http"]) }).flatMap(({ anchors }) => anchors);
// @ts-expect-error: there is no such standard.
find("", { conforms: "rfc2396" });
const texts: MessageText[] = findInMessage(new Uint8Array(), { conforms: "rfc1738" });
const sources: Span[] = texts.flatMap(({ links }) => links.flatMap(({ source }) => [source, ...source.pieces]));
// @ts-expect-error: a message is bytes.
findInMessage("");
export { pieces, host, level, codes, anchors, sources };
