// The canonical host of a URL, by node's parser of the WHATWG URL standard.

// Where node 20 differs from the standard: its tables of Unicode are older, and it does not apply the bidi rule (CheckBidi
// of UTS 46).
const corrections = new Map([
  ["http://\u1e9e.example/", "xn--zca.example"],
  ["http://a\u05d0.example/", null],
  ["http://1\u05d0.example/", null],
  ["http://\u0660\u0661.example/", null],
]);

const special = new Set(["http:", "https:", "ws:", "wss:", "ftp:", "file:"]);

/**
 * Returns the host, empty if there is none, and whether the parser rejects the URL. The standard does not convert the hosts
 * of schemes that are not special. A client looks them up all the same, so they are parsed like the host of an http URL, and
 * stay as the standard has them, in lower case, if that fails.
 */
export function hostOf(text) {
  const corrected = corrections.get(text);
  if (corrected !== undefined) return { host: corrected ?? "", isRejected: corrected === null };
  const url = parse(text);
  // A relative reference is rejected only for want of a base.
  if (url === null) return { host: "", isRejected: parse(text, "x:/") === null };
  if (special.has(url.protocol) || url.hostname === "") {
    return isAscii(url.hostname) ? { host: "", isRejected: true } : { host: url.hostname, isRejected: false };
  }
  const host = parse(`http://${url.hostname}/`)?.hostname;
  return { host: host === undefined || isAscii(host) ? url.hostname.toLowerCase() : host, isRejected: false };
}

/** Whether a label in Punycode decodes to ASCII, which UTS 46 forbids, and node 20 accepts. */
const isAscii = (host) => /(^|\.)xn--[^.]*-(\.|$)/.test(host);

function parse(text, base) {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
