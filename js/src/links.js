// Links and verdicts in answers of the module.

import { Cursor } from "./cursor.js";
import { hasPlainHost, hostAsciiOf, hostWarnings, isOpaque, isSpecialUrl } from "./hosts.js";

/** The functions that read links and verdicts, for an instance of the module, which has the names of their values. */
export function readerOf(instance) {
  const lines = instance.callWithText("urlsift_names", "")[1].split("\n");
  const [kindNames, levels, warningNames] = lines.map((line) => line.split(" "));
  // The last two kinds, names and addresses, need a guess from the end of a name.
  const kindSets = new Map([["all", [...kindNames.keys()].slice(0, -2)], ["delimited", [0, 1]]]);
  const ranks = new Map(levels.map((name, rank) => [name, rank]));

  /** The standard that a URL satisfies. The host has the WHATWG URL parser, which the module lacks. */
  const standard = (level, url) => {
    const name = levels[level];
    if (name === "rfc1738" || name === "rfc3986") return name;
    return isSpecialUrl(url) ? "whatwg" : name;
  };

  /** The codes of the warnings: those of the module, and those about the host, which it leaves to the URL parser. */
  const warnings = (bits, more) =>
    bits === 0 && more.length === 0 ? [] : warningNames.filter((name, bit) => (bits >>> bit) & 1 || more.includes(name));

  /** The scheme, in lower case, and the host of a URL, if it has them, and the codes of the warnings about its host. */
  const partsOf = (url, cursor) => {
    const [schemeStart, schemeEnd] = [cursor.number(), cursor.number()];
    const [hostStart, hostEnd] = [cursor.number(), cursor.number()];
    const scheme = schemeEnd > 0 ? url.slice(schemeStart, schemeEnd).toLowerCase() : undefined;
    const host = hostEnd > 0 ? url.slice(hostStart, hostEnd) : undefined;
    if (host === undefined ? isOpaque(url, scheme, schemeEnd) : hasPlainHost(url, scheme, schemeEnd, host, hostStart)) {
      return { scheme, host, hostAscii: host?.toLowerCase(), warnings: [] };
    }
    const hostAscii = host === undefined ? undefined : hostAsciiOf(url);
    return { scheme, host, hostAscii, warnings: hostWarnings(url, host, hostAscii) };
  };

  /** The strings that only the larger module returns, if the link has them. */
  const moreOf = (cursor) => {
    const count = cursor.number();
    if (count === 0) return undefined;
    const lengths = Array.from({ length: count }, () => cursor.number());
    const [target, resolved, element, attribute, text, textHost, linkHost, ...also] = lengths.map((length) => cursor.string(length) || undefined);
    const all = { target, resolved, element, attribute, text, textHost, linkHost, also: also.length > 0 ? also : undefined };
    return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  };

  const reader = {
    /** The links of an answer that are wanted. */
    links(answer, wants) {
      const cursor = new Cursor(answer);
      const links = [];
      while (!cursor.isAtEnd) {
        const link = reader.link(cursor);
        if (wants(link)) links.push(link);
      }
      return links;
    },

    // In the order of the numbers, which is that of the properties.
    link(cursor) {
      const url = cursor.string(cursor.number());
      const parts = partsOf(url, cursor);
      return {
        url,
        scheme: parts.scheme,
        host: parts.host,
        hostAscii: parts.hostAscii,
        kind: kindNames[cursor.number()],
        conforms: standard(cursor.number(), url),
        warnings: warnings(cursor.number(), parts.warnings),
        quoteDepth: cursor.number(),
        breaks: cursor.number(),
        start: cursor.number(),
        end: cursor.number(),
        pieces: cursor.spans(cursor.number()),
        ...moreOf(cursor),
      };
    },

    verdict(url, cursor, lines) {
      const conforms = standard(cursor.number(), url);
      const bits = cursor.number();
      const parts = partsOf(url, cursor);
      return {
        conforms,
        warnings: warnings(bits, parts.warnings),
        scheme: parts.scheme,
        host: parts.host,
        hostAscii: parts.hostAscii,
        problems: lines.split("\n").slice(0, -1).map((line) => {
          const [code, rule] = line.split(" ");
          return { code, rule, ...cursor.span() };
        }),
      };
    },

    /**
     * Checks the values of the options of a search. Returns its schemes as a string, the numbers for the module, and a
     * function that says which links are wanted.
     */
    search(options) {
      const { conforms = "whatwg", kinds = "all", maxLen = 8192, rejoin = true, schemes: names = [], width = 0 } = options;
      const least = ranks.get(conforms);
      if (least === undefined) throw new RangeError(`no standard is called ${conforms}; there are ${levels.join(", ")}`);
      const list = typeof kinds === "string" ? [kinds] : kinds;
      const unknown = kindSets.has(kinds) ? undefined : list.find((kind) => !kindNames.includes(kind));
      if (unknown !== undefined) throw new RangeError(`no kind of links is called ${unknown}; there are ${kindNames.join(", ")}`);
      const named = kindSets.get(kinds) ?? list.map((kind) => kindNames.indexOf(kind));
      const added = Object.entries({ name: options.names, address: options.addresses }).filter(([, wanted]) => wanted);
      const wanted = [...named, ...added.map(([kind]) => kindNames.indexOf(kind))];
      const schemes = names.join(" ");
      const bits = wanted.reduce((bits, kind) => bits | (1 << kind), 0);
      const bitsOf = [options.www, !rejoin, options.refang, options.unwrap];
      const flags = bitsOf.reduce((flags, isSet, bit) => flags | (isSet ? 1 << bit : 0), width << 8);
      return {
        schemes,
        numbers: [Math.min(maxLen, 2 ** 31), schemes.length, bits, flags],
        // No standard of URLs has the addresses in other scripts.
        wants: ({ conforms, kind }) => ranks.get(conforms) <= least || (kind === "address" && ranks.get("whatwg") <= least),
      };
    },
  };
  return reader;
}
