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
     * Checks the options of a search. Returns its schemes as a string, the numbers for the module, and a function that
     * says which links are wanted.
     */
    search(options = {}) {
      const { conforms = "whatwg", kinds = "all", maxLength = 8192, openSchemes = [], rejoin = true, width = 0, www = false } = options;
      const least = ranks.get(conforms);
      if (least === undefined) throw new RangeError(`no standard is called ${conforms}`);
      if (!(width >= 0 && width < 2 ** 23)) throw new RangeError(`${width} is no width`);
      if (!(maxLength >= 1)) throw new RangeError(`${maxLength} is no length`);
      const invalid = openSchemes.find((scheme) => !/^[a-z][a-z\d+.-]*$/i.test(scheme));
      if (invalid !== undefined) throw new RangeError(`${invalid} is no scheme`);
      const named = kindSets.get(kinds) ?? [...kinds].map((kind) => kindNames.indexOf(kind));
      const added = Object.entries({ name: options.names, address: options.addresses }).filter(([, wanted]) => wanted);
      const wanted = [...named, ...added.map(([kind]) => kindNames.indexOf(kind))];
      if (wanted.includes(-1)) throw new RangeError(`no kind of links is called ${kinds}`);
      const schemes = openSchemes.join(" ");
      const bits = wanted.reduce((bits, kind) => bits | (1 << kind), 0);
      const flags = (www ? 1 : 0) | (rejoin ? 0 : 2) | (width << 8);
      return {
        schemes,
        numbers: [Math.min(maxLength, 2 ** 31), schemes.length, bits, flags],
        // No standard of URLs has the addresses in other scripts.
        wants: ({ conforms, kind }) => ranks.get(conforms) <= least || (kind === "address" && ranks.get("whatwg") <= least),
      };
    },
  };
  return reader;
}
