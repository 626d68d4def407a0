import type { FindOptions as FindOptionsInText, Link, LinkifyTextOptions, Span } from "./urlsift.js";

export * from "./urlsift.js";

export interface FindOptions extends FindOptionsInText {
  /** Whether defanged URLs, written so that they cannot be clicked, are found besides. By default, they are not. */
  refang?: boolean;
  /** Whether links have a `target` if a known link rewriter has wrapped another URL in them. By default, they do not. */
  unwrap?: boolean;
}

/** A link in a text of a message. Its offsets count in the decoded text; a link in an attribute is an empty range there. */
export interface LinkInMessage extends Link {
  /** Where the link is in the raw message: its range in bytes, and those of its pieces, which may be encoded. */
  source: Span & { pieces: Span[] };
  /** For a link in an attribute, the range of the text that its element shows, and its lines; none if it shows no text. */
  shown?: Span & { pieces: Span[] };
}

/** A decoded text of a message: a header field, or the body of a part. */
export interface MessageText {
  /** The IMAP number of the part, such as "1.2". None for a header field, and for text around the parts of a multipart message. */
  part?: string;
  /** The media type of the part, such as "text/plain". */
  mediaType?: string;
  /** The name of the header field, as written. */
  header?: string;
  /** Whether the text is what an HTML page shows, without its tags. */
  isHtml: boolean;
  /** The decoded text. U+FFFD replaces what could not be decoded. */
  text: string;
  /** The links in the text, in order. */
  links: LinkInMessage[];
}

/**
 * Finds the links in a decoded HTML page, in the order in which they begin. Their offsets count in the page as it is,
 * with its tags. A charset that the page declares is ignored.
 */
export function findHtml(page: string, options?: FindOptions): Link[];

/**
 * Returns a decoded HTML page with its links, which are those of `linkify`, in `a` elements. The page is not read as
 * safe or unsafe: sanitise it as before. Nothing but `a` tags is added, none in an `xmp`, in which tags are text, and
 * none after a `select`, `svg` or `math`.
 */
export function linkifyHtml(page: string, options?: LinkifyTextOptions): string;

/**
 * Finds the links in a raw message (RFC 5322). Returns its texts in their order, also those without links, so that a
 * program can show the message; empty texts are left out. Throws a `TypeError` for a message that is no `Uint8Array`,
 * and a `RangeError` if the memory of the module, at most 4 GiB, is too small for it; later calls are not affected.
 */
export function findInMessage(message: Uint8Array, options?: FindOptions): MessageText[];
