// The canonical host of a URL, and the warnings about it that need the URL parser and the Unicode tables of the host.

const special = new Set(["http:", "https:", "ftp:", "file:", "ws:", "wss:"]);
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{16fe4}\u{1d159}]/u;

const parse = (url, base) => {
  try {
    return new URL(url, base);
  } catch {
    return undefined;
  }
};

/** Whether the WHATWG URL parser accepts a URL of a special scheme. */
export function isSpecialUrl(url) {
  const parsed = parse(url);
  return parsed !== undefined && special.has(parsed.protocol);
}

// Letters, digits and hyphens, without Punycode. The last label is no number, which would make an IPv4 address of it.
const plainHost = /^(?:(?!xn--)[a-z\d-]*\.)*(?!xn--)[a-z][a-z\d-]*\.?$/i;

/**
 * Whether the host of a URL is plain: its canonical form is the same in lower case, and no warning about it applies.
 * This saves the call of the URL parser, which takes longer than the search, for nearly all links. `host` begins at
 * `start`.
 */
export function hasPlainHost(url, scheme, schemeEnd, host, start) {
  if (scheme !== "https" && scheme !== "http" && scheme !== "ftp") return false;
  if (start !== schemeEnd + 3 || url[start - 1] !== "/" || url[start - 2] !== "/") return false;
  const next = url[start + host.length];
  // What else may follow is a port, which may be invalid, or is read in another way by browsers.
  return (next === "/" || next === undefined || next === "?" || next === "#") && plainHost.test(host);
}

/** Whether a URL has something other than `/` after the colon of a scheme that needs no host: no parser rejects it. */
export function isOpaque(url, scheme, schemeEnd) {
  return scheme !== undefined && !special.has(`${scheme}:`) && url[schemeEnd + 1] !== "/";
}

/**
 * The canonical form of the host of a URL: that of the parser for special schemes. Other schemes have theirs converted
 * like that of an http URL, which the standard does not; a host that cannot be converted stays as it is, in lower case.
 */
export function hostAsciiOf(url) {
  const parsed = parse(url);
  const host = parsed?.hostname;
  if (!host) return undefined;
  if (special.has(parsed.protocol)) return host;
  return parse(`http://${host}/`)?.hostname ?? host.toLowerCase();
}

/** The warnings about a host, `host` as written and `ascii` in its canonical form, if a browser accepts it. */
export function hostWarnings(url, host, ascii) {
  const found = [];
  // A relative reference is rejected only for want of a base.
  if (ascii === undefined && parse(url, "x:/") === undefined) found.push("invalid-host");
  if (host === undefined) return found;
  if (ascii !== undefined) {
    if (ascii.split(".").some(mixesScripts)) found.push("mixed-script-host");
    const written = host.replace(/[\t\n\r]/g, "").replace(/\.$/, "");
    if (/^[\d.]*\d[\d.]*$/.test(ascii) && written !== ascii.replace(/\.$/, "")) found.push("numeric-host");
  }
  if (invisible.test(decoded(host))) found.push("invisible-in-host");
  return found;
}

/** A text, percent-decoded as far as it is UTF-8. */
function decoded(text) {
  return text.replace(/(?:%[\da-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });
}

// The scripts that Unicode recommends for identifiers (UAX #31, table 5), but for Latin, Greek and Cyrillic.
const recommended =
  "Arabic Armenian Bengali Bopomofo Devanagari Ethiopic Georgian Gujarati Gurmukhi Han Hangul Hebrew Hiragana Kannada Katakana Khmer Lao Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan";
const common = String.raw`[\p{scx=Common}\p{scx=Inherited}]`;
const only = (...scripts) => new RegExp(`^(?:${scripts.map((name) => String.raw`\p{scx=${name}}`).join("|")}|${common})*$`, "u");
const withLatin = [
  ["Hiragana", "Katakana", "Han"],
  ["Hangul", "Han"],
  ["Bopomofo", "Han"],
  ...recommended.split(" ").map((name) => [name]),
].map((scripts) => only("Latin", ...scripts));
const single = ["Greek", "Cyrillic"].map((name) => only(name));

/** Whether the letters of a label in Punycode are more mixed than moderately restrictive (Unicode TS 39, 5.2). */
function mixesScripts(label) {
  if (!label.startsWith("xn--")) return false;
  const text = fromPunycode(label.slice(4));
  // Node accepts more than the standard.
  if (text === undefined) return false;
  if ([...single, ...withLatin].some((allowed) => allowed.test(text))) return false;
  // A script that is not recommended may stand alone.
  const first = text.match(/[^\p{scx=Common}\p{scx=Inherited}]/u)?.[0];
  return first !== undefined && new Set(Array.from(text, scriptOf).filter((name) => name !== "")).size > 1;
}

const scriptOf = (char) => {
  const names = ["Latin", "Greek", "Cyrillic", ...recommended.split(" ")];
  if (new RegExp(common, "u").test(char)) return "";
  return names.find((name) => new RegExp(String.raw`\p{scx=${name}}`, "u").test(char)) ?? "other";
};

/** Decodes Punycode (RFC 3492, section 6.2). Returns `undefined` for what is none. */
function fromPunycode(encoded) {
  const hyphen = encoded.lastIndexOf("-");
  const output = Array.from(hyphen > 0 ? encoded.slice(0, hyphen) : "");
  let [code, index, bias] = [128, 0, 72];
  let at = hyphen > 0 ? hyphen + 1 : 0;
  while (at < encoded.length) {
    const before = index;
    for (let weight = 1, k = 36; at < encoded.length; k += 36) {
      const digit = parseInt(encoded[at++], 36);
      if (Number.isNaN(digit)) return undefined;
      // Letters count from 0, digits from 26.
      const value = digit < 10 ? digit + 26 : digit - 10;
      index += value * weight;
      const threshold = Math.min(Math.max(k - bias, 1), 26);
      if (value < threshold) break;
      weight *= 36 - threshold;
    }
    const count = output.length + 1;
    let delta = Math.floor((index - before) / (before === 0 ? 700 : 2));
    delta += Math.floor(delta / count);
    let k = 0;
    for (; delta > 455; k += 36) delta = Math.floor(delta / 35);
    bias = k + Math.floor((36 * delta) / (delta + 38));
    code += Math.floor(index / count);
    index %= count;
    if (code > 0x10ffff) return undefined;
    output.splice(index++, 0, String.fromCodePoint(code));
  }
  return output.join("");
}
