// Links and verdicts in answers of the module.

const special = new Set(["http:", "https:", "ftp:", "file:", "ws:", "wss:"]);

/** The functions that read links and verdicts, for an instance of the module, which has the names of their values. */
export function readerOf(instance) {
  const lines = instance.callWithText("urlsift_names", "")[1].split("\n");
  const [kinds, levels, warningNames] = lines.map((line) => line.split(" "));

  /** The standard that a URL satisfies. The host has the WHATWG URL parser, which the module lacks. */
  const standard = (level, url) => {
    const name = levels[level];
    if (name === "rfc1738" || name === "rfc3986") return name;
    try {
      return special.has(new URL(url).protocol) ? "whatwg" : name;
    } catch {
      return name;
    }
  };

  const warnings = (bits) => (bits === 0 ? [] : warningNames.filter((_, bit) => (bits >>> bit) & 1));

  /** The scheme, in lower case, and the host of a URL, if it has them. */
  const parts = (url, scheme, host) => ({
    scheme: scheme.end > 0 ? url.slice(scheme.start, scheme.end).toLowerCase() : undefined,
    host: host.end > 0 ? url.slice(host.start, host.end) : undefined,
  });

  return {
    link(cursor) {
      const url = cursor.string(cursor.number());
      return {
        url,
        ...parts(url, cursor.span(), cursor.span()),
        kind: kinds[cursor.number()],
        conforms: standard(cursor.number(), url),
        warnings: warnings(cursor.number()),
        quoteDepth: cursor.number(),
        breaks: cursor.number(),
        ...cursor.span(),
        pieces: cursor.spans(cursor.number()),
      };
    },

    verdict(url, cursor, lines) {
      return {
        conforms: standard(cursor.number(), url),
        warnings: warnings(cursor.number()),
        ...parts(url, cursor.span(), cursor.span()),
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
    search({ conforms = "whatwg", maxLength = 8192, openSchemes = [] } = {}) {
      const least = levels.indexOf(conforms);
      if (least < 0) throw new RangeError(`no standard is called ${conforms}`);
      if (!(maxLength >= 1)) throw new RangeError(`${maxLength} is no length`);
      const invalid = openSchemes.find((scheme) => !/^[a-z][a-z\d+.-]*$/i.test(scheme));
      if (invalid !== undefined) throw new RangeError(`${invalid} is no scheme`);
      const schemes = openSchemes.join(" ");
      return {
        schemes,
        numbers: [Math.min(maxLength, 2 ** 31), schemes.length],
        wants: (link) => levels.indexOf(link.conforms) <= least,
      };
    },
  };
}
