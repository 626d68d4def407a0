/** The strictest standard that a URL satisfies. */
export type Conformance = "rfc1738" | "rfc3986" | "whatwg" | "relative" | "none";

/** A range of a string, in units of UTF-16: from `start` up to, but not including, `end`. */
export interface Span {
  start: number;
  end: number;
}

/** How a link is written: `<URL:...>`, `<scheme:...>`, `URL:...`, in quotation marks, bare, or in an attribute of HTML. */
export type Kind = "url" | "angle" | "prefix" | "quote" | "bare" | "attribute" | "name" | "address";

/** A link in a text, with its delimiters. */
export interface Link extends Span {
  /** The rejoined URL. */
  url: string;
  /** The scheme of the URL, in lower case. */
  scheme?: string;
  /** The host to which a client connects, as it was written. */
  host?: string;
  /** The canonical form of the host, by which hosts are compared. None if a browser rejects it. */
  hostAscii?: string;
  kind: Kind;
  conforms: Conformance;
  /** The codes of the warnings, such as "ragged-quote". */
  warnings: string[];
  /** The number of quote marks before the link on its line, at most 64. */
  quoteDepth: number;
  /** The number of line breaks in the link. */
  breaks: number;
  /** The ranges of the text that make up the URL, in order: what a client underlines. At least one. */
  pieces: Span[];
  /** With `unwrap`, which `urlsift/message` has: the URL that a link rewriter has wrapped in this one. */
  target?: string;
  /** In `urlsift/message`: the URL to which a relative reference leads, if the page or message has a base. */
  resolved?: string;
  /** In `urlsift/message`: the element whose attribute the link is, such as "a". */
  element?: string;
  /** In `urlsift/message`: the attribute that holds the link, such as "href". */
  attribute?: string;
  /** In `urlsift/message`: the text that the element shows, at most 1 KiB. */
  text?: string;
  /** With the warning "text-differs": the host that `text` shows, in the form of `hostAscii` and without `www.`. */
  textHost?: string;
  /** With the warning "text-differs": the host to which the link leads, or its scheme with the colon. */
  linkHost?: string;
  /** In `urlsift/message`: guesses at what the URL was before the text was damaged. */
  also?: string[];
}

/** Why a URL does not conform to RFC 1738: a range of the URL. */
export interface Problem extends Span {
  /** A code such as "missing-host". */
  code: string;
  /** The production of RFC 1738 that is violated, such as "hostport". */
  rule: string;
}

/** The result of validating a URL. */
export interface Verdict {
  conforms: Conformance;
  warnings: string[];
  scheme?: string;
  host?: string;
  hostAscii?: string;
  /** The first 1000 problems, in the order of their positions. */
  problems: Problem[];
}

export interface FindOptions {
  /** The least conformance of links: by default "whatwg", for URLs that a standard accepts. */
  conforms?: Conformance;
  /** The kinds of links: "all", which is the default, "delimited" for those in angle brackets, or a list. */
  kinds?: "all" | "delimited" | Iterable<Kind>;
  /** Whether links without angle brackets are followed over line breaks, as they are by default. */
  rejoin?: boolean;
  /** The width in columns of the screen from which the text was copied. 0, the default, says that it is not known. */
  width?: number;
  /** Whether e-mail addresses are found besides, as `mailto:` links of the kind "address". By default, they are not. */
  addresses?: boolean;
  /** Whether host names without a scheme are found besides, as links of the kind "name". By default, they are not. */
  names?: boolean;
  /** Whether names that begin with `www.` are bare links. By default, they are not. */
  www?: boolean;
  /** The maximum length of a link in bytes of UTF-8. The default is 8192. */
  maxLen?: number;
  /** More schemes that begin a link in angle brackets without `//` after the colon. */
  schemes?: Iterable<string>;
}

/** A type of the DOM, or `unknown` in a program that is compiled without them. */
type Dom<Name extends string> = typeof globalThis extends Record<Name, { prototype: infer Type }> ? Type : unknown;

export interface SpansOptions extends FindOptions {
  /** Whether a link can be clicked; those with the advice "ask" or "text" cannot. By default, all others can. */
  filter?(link: Link): boolean;
  /**
   * The schemes of URLs that can be clicked, also of targets: by default http, https, ftp, mailto and news. Those of
   * which `advice` says "text", such as javascript, are never clicked.
   */
  openSchemes?: Iterable<string>;
}

export interface LinkifyTextOptions extends SpansOptions {
  /** Further attributes of each `a`. They replace its `title`; `href` and handlers of events are no attributes. */
  attributes?: Record<string, string>;
  /** The `class` of each `a`. By default, it has none. */
  className?: string;
  /** Returns the text, not HTML, that is shown in place of the first piece of a link. Its other pieces are left out. */
  format?(link: Link): string;
  /** The `rel` of each `a`: by default "noopener noreferrer". */
  rel?: string;
  /** The `target` of each `a`, such as "_blank". By default, it has none. */
  target?: string;
  /**
   * The maximum length of what is shown of a link, in units of UTF-16. A longer one ends in "…", but never before the
   * end of its host.
   */
  truncate?: number;
}

export interface LinkifyOptions extends LinkifyTextOptions {
  /**
   * A selector of links that a program has generated from the text. They are read as text, and replaced by the links
   * that are found.
   */
  generated?: string;
}

export interface LinkifyAsyncOptions extends LinkifyOptions {
  /** Ends the work, as an `AbortSignal`. The links that were made until then stay. */
  signal?: { readonly aborted: boolean; readonly reason?: unknown };
  /** Is called between two tasks, and at the end, with the part of the work that is done: from 0 to 1. */
  onProgress?: (done: number) => void;
}

/** A part of a text: in a link that can be clicked, or between links. */
export interface TextSpan extends Span {
  text: string;
  link?: Link;
  /** The address to which the link leads. */
  href?: string;
}

/** A link in a document, and the elements that lead to it: one for each part of a piece in a text node. */
export interface LinkInDocument {
  link: Link;
  anchors: Dom<"HTMLAnchorElement">[];
}

/**
 * Compiles the module without blocking the thread. The other functions need no `init`: the first one that is called
 * compiles it, which takes some milliseconds. Only Chromium before version 114 refuses that on the main thread of a
 * page.
 */
export function init(): Promise<void>;

/**
 * Finds the links in a decoded text, in the order in which they begin. Throws a `RangeError` if the memory of the
 * module, at most 4 GiB, is too small for the text and its links; later calls are not affected.
 */
export function find(text: string, options?: FindOptions): Link[];

/** Returns whether a text has a link that `find` finds. */
export function has(text: string, options?: FindOptions): boolean;

/**
 * Iterates over a text: its links that `linkify` would make clickable, piece by piece, and what is between them. The
 * texts of all spans, joined, are the text.
 */
export function spans(text: string, options?: SpansOptions): IterableIterator<TextSpan>;

/** Returns a text as HTML with its links, which are those of `linkify`. Everything else is escaped. */
export function linkifyText(text: string, options?: LinkifyTextOptions): string;

/**
 * Returns the link with a piece at an offset of the text, such as that under the mouse pointer; of several, the one
 * that begins first. The pieces of a link in an attribute are the lines that its element shows.
 */
export function linkAt<L extends { pieces: Span[]; shown?: { pieces: Span[] } }>(links: Iterable<L>, offset: number): L | undefined;

/**
 * What a client does with a link before it opens it: it opens the link ("open"), shows the whole URL first ("show"),
 * shows the host and the reason and asks ("ask"), or shows the link as text that cannot be clicked ("text").
 */
export interface Advice {
  advice: "open" | "show" | "ask" | "text";
  /** The reason in words for people; empty for "open". */
  reason: string;
}

/**
 * Returns what a client does with a link, or with a URL that was checked. The `target` or the `resolved` URL of a link,
 * to which it leads, counts as well.
 */
export function advice(link: { scheme?: string; warnings: string[]; target?: string; resolved?: string }): Advice;

/** Validates a URL. Throws a `RangeError` if it is too large. */
export function check(url: string): Verdict;

/**
 * Makes the links in the text of a node clickable, piece by piece. Text in links, scripts, style sheets and form fields
 * is left alone, and so are links with the advice "ask" or "text". Returns the links that were made; their offsets
 * count in the text of the node, where each block and each `br` adds line breaks. The node may be of any document, such
 * as one of jsdom. Throws a `TypeError` for an unknown option, and a `RangeError` if the text is too large.
 */
export function linkify(node: Dom<"Node">, options?: LinkifyOptions): LinkInDocument[];

/**
 * Makes links clickable as `linkify` does, in tasks of some milliseconds, so that the page reacts meanwhile. Text nodes
 * that the page changes meanwhile are left alone. Rejects with the reason of the signal if it is aborted.
 */
export function linkifyAsync(node: Dom<"Node">, options?: LinkifyAsyncOptions): Promise<LinkInDocument[]>;
