//! What the words around a line break look like, as in [`wrapped`](super::wrapped).

use std::sync::LazyLock;

use regex::bytes::Regex;
use urlsift_tables::rows;

use super::bare::DOMAINS;

/// The brackets and quotation marks that may stand before a URL, and those that close them.
pub(super) static BRACKETS: LazyLock<Vec<(&str, &str)>> =
    LazyLock::new(|| rows!("words.toml", "brackets"));

/// A word that is the mark of an item or a footnote, or a key.
pub(super) static MARK: LazyLock<Regex> =
    LazyLock::new(|| regex(r"^(?:[A-Za-z0-9](?-u:.)?[.)]|[A-Za-z0-9](?-u:..)\)|(?-u:.*):)$"));

/// A word that begins with a bracket or a quotation mark.
pub(super) static BRACKET: LazyLock<Regex> =
    LazyLock::new(|| regex(r#"^(?:[(\[{<"'`]|[[\p{Ps}\p{Pi}]--\p{ASCII}])"#));

/// A text that begins with a link.
pub(super) static LINK: LazyLock<Regex> =
    LazyLock::new(|| regex(r"^(?i-u:[a-z][a-z0-9+.\-]{0,63}://|mailto:|www\.)"));

/// A word that begins with an address.
pub(super) static ADDRESS: LazyLock<Regex> = LazyLock::new(|| regex(r"^(?-u:[^/@])*@"));

/// A token that has what is rare in a word.
pub(super) static PART: LazyLock<Regex> = LazyLock::new(|| regex(r"[/=&%?~_]"));

/// A token that ends with the extension of a file, before its fragment.
pub(super) static FILE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^(?-u:[^?#]*)\.(?i-u:adf|arc|arj|aspx?|bib|bz2|c|cfm|cgi|cpt|csv|deb|diff|dms|docx?|exe|gif|gz|hqx|html?|jpe?g|jsp?|lha|lz[hx]|mp3|msg|patch|pdf|php|pl|png|ppt|ps|py|rdf|rpm|rss|shtml|sit|tar|tex|tgz|txt|wav|xhtml|xls|xml|zip|zoo)(?:[?#]|$)",
    )
});

/// A token that begins with the name of a host, and a path.
pub(super) static HOST: LazyLock<Regex> = LazyLock::new(|| {
    regex(r"^(?-u:[^./]*\.(?i-u:com|edu|gov|net|org|example)|[^./]*\.[^./]*\.[^/]*)/")
});

/// A name that ends with a domain.
pub(super) static DOMAIN: LazyLock<Regex> =
    LazyLock::new(|| regex(r"\.(?i-u:com|edu|gov|net|org|example)$"));

/// A token that looks like a part of a longer word.
pub(super) static CUT: LazyLock<Regex> = LazyLock::new(|| {
    regex(r"(?-u:[A-Za-z].*[0-9]|[0-9].*[A-Za-z]|[A-Za-z0-9][-.#][A-Za-z0-9]|[a-z][A-Z])")
});

/// A word that begins as no word of a sentence does.
pub(super) static INSIDE: LazyLock<Regex> =
    LazyLock::new(|| regex(r"^(?:[&?=/.][A-Za-z0-9]|%[0-9A-Fa-f](?:[0-9A-Fa-f]|$))"));

/// A hidden file, or an extension.
pub(super) static HIDDEN: LazyLock<Regex> = LazyLock::new(|| regex(r"^\.[A-Za-z_-]*$"));

/// What may be the start of the extension of a file.
pub(super) static CUT_EXTENSION: LazyLock<Regex> = LazyLock::new(|| regex(r"\.[A-Za-z0-9]+$"));

pub(super) static HYPHENS: LazyLock<Regex> = LazyLock::new(|| regex(r"-(?-u:.*)-"));

/// The path of a file on a Unix system.
pub(super) static ROOT: LazyLock<Regex> =
    LazyLock::new(|| regex(r"^/(?:bin|dev|etc|tmp|usr|var)(?:/|$)"));

/// The end of a line, and nothing but two spaces before it.
pub(super) static TWO_SPACES: LazyLock<Regex> =
    LazyLock::new(|| regex(r"(?:^|(?-u:[^ \t\n\r\x0c]))  \r?$"));

/// Two spaces of a justified line, after no sentence.
pub(super) static SPACED: LazyLock<Regex> = LazyLock::new(|| regex(r"(?-u:[^.:?!])  "));

/// What a program does not write that fills lines.
pub(super) static ALIGNED: LazyLock<Regex> = LazyLock::new(|| regex(r"   |\t"));

/// A URL without a path, and the last label of its host.
static HOST_ALONE: LazyLock<Regex> =
    LazyLock::new(|| regex(r"^(?-u:.*?)://(?-u:[^/?#@:]*?)(\.(?-u:[^./?#@:]*))?$"));

pub(super) static DIRECTIVE: LazyLock<Regex> =
    LazyLock::new(|| regex(r"^#(?:define|elif|else|endif|if|ifdef|ifndef|include|undef)$"));

/// A URL and the next line that have parts of a `%XX`.
pub(super) static ESCAPE: LazyLock<Regex> =
    LazyLock::new(|| regex(r"%\n[0-9A-Fa-f]{2}|%[0-9A-Fa-f]\n[0-9A-Fa-f]"));

/// The end of a URL after which little but another part of it can come.
pub(super) static SEPARATOR: LazyLock<Regex> = LazyLock::new(|| regex(r"[/_=&~+#%]$"));

/// A word that has a digit, or what a URL often has.
pub(super) static SIGN: LazyLock<Regex> = LazyLock::new(|| regex(r"[0-9/=&%?~_.\-]"));

/// A token with a query.
pub(super) static QUERY: LazyLock<Regex> = LazyLock::new(|| regex(r"\?(?-u:.*)="));

/// A number in base 16 that is longer than a word.
static DIGITS: LazyLock<Regex> = LazyLock::new(|| regex(r"^[0-9A-Fa-f]{16,}"));

/// What stands before a second column.
pub(super) static COLUMN: LazyLock<Regex> = LazyLock::new(|| regex(r"(?:\t|[ \t]{2} )[ \t]*$"));

/// Two spaces before a URL.
pub(super) static GAP: LazyLock<Regex> = LazyLock::new(|| regex(r"  $"));

/// Two spaces that are not the only ones of their line, or come after a sentence.
pub(super) static JUSTIFIED: LazyLock<Regex> =
    LazyLock::new(|| regex(r"(?:  (?-u:.*)[^ \t]|\.)  $"));

/// A name that is broken at a hyphen, and has another one.
pub(super) static COMPOUND: LazyLock<Regex> =
    LazyLock::new(|| regex(r"-(?-u:[^/\n]*)-\n|\n(?-u:[^/.?&=\-]*)-"));

/// A line that ends in a broken word, and one that may begin with the rest.
pub(super) static HYPHENATED: LazyLock<Regex> = LazyLock::new(|| regex(r"[a-z]-$"));
pub(super) static LOWER: LazyLock<Regex> = LazyLock::new(|| regex(r"^[a-z]"));

/// A request of roff, in a patch or not. It must be no extension.
pub(super) static REQUEST: LazyLock<Regex> =
    LazyLock::new(|| regex(r"^[+\-]?(?P<dotted>[.'](?:[A-Za-z]{1,3}|[A-Z]+))$"));

/// What a broken quoted-printable text leaves, or a rule.
pub(super) static LITTER: LazyLock<Regex> =
    LazyLock::new(|| regex(r"^(?:=[0-9A-Fa-f]{2})+$|---|___"));

/// A number, a fraction or a size.
pub(super) static FIGURE: LazyLock<Regex> =
    LazyLock::new(|| regex(r"^[0-9][0-9.,/\-]*(?:%|[A-Za-z]{0,3})$"));

/// A number that is too long for a sentence.
pub(super) static LONG_NUMBER: LazyLock<Regex> = LazyLock::new(|| regex("[0-9]{6}"));

/// What programs keep together in flowed text: all up to a slash or `?`, or a hyphen before no digit.
pub(super) static UNBROKEN: LazyLock<Regex> =
    LazyLock::new(|| regex(r"^(?-u:[^/?\-]|-[0-9]|-$)*(?:-|[/?]|$)"));

/// A URL that ends at a dot in its host, or in that of a URL in it.
pub(super) static CUT_HOST: LazyLock<Regex> =
    LazyLock::new(|| regex(r"^(?-u:.*)://(?P<host>(?-u:[^/?#@]*))\.$"));

/// The start of a geek code, or several names in upper case.
pub(super) static GEEK_CODE: LazyLock<Regex> =
    LazyLock::new(|| regex(r"^(?:G[A-Z]*/[A-Z]+|[A-Z]+(?:/[A-Z]+){2,})$"));

/// A variable and its value.
pub(super) static VARIABLE: LazyLock<Regex> = LazyLock::new(|| regex(r"^[A-Z_]{3,}="));

/// The first part of a scheme at the end of a line, after no letter or digit.
pub(super) static PART_OF_SCHEME: LazyLock<Regex> =
    LazyLock::new(|| regex(r"(?:^|(?-u:[^A-Za-z0-9]))(?P<part>(?i-u:h(?:tt?)?|https?(?::/?)?))$"));

/// The argument of a request of roff that is a URL.
pub(super) static ROFF: LazyLock<Regex> =
    LazyLock::new(|| regex(r"^[+\-]?\.(?:UR|MT) (?P<url>[^ \t\r]+)"));

/// A link inside a word, after nothing that only a URL has.
pub(super) static GLUED_LINK: LazyLock<Regex> = LazyLock::new(|| regex(r"^(?-u:[^/=?&*])*?://"));

pub(super) fn regex(regex: &str) -> Regex {
    let dot_all = format!("(?s){regex}");
    Regex::new(&dot_all).expect("a regex")
}

/// Returns whether a token begins with a long number in base 16, not all of whose digits are letters.
pub(super) fn begins_with_number(token: &[u8]) -> bool {
    let digits = DIGITS.find(token);
    digits.is_some_and(|digits| digits.as_bytes().iter().any(u8::is_ascii_digit))
}

/// Returns whether a word begins with a name that ends in a domain of the first level.
pub(super) fn names_domain(word: &[u8]) -> bool {
    let name = word.split(|byte| b"/:?#".contains(byte)).next();
    let name = String::from_utf8_lossy(name.unwrap_or_default()).to_lowercase();
    let name = name.trim_end_matches(['.', ',', ';', ')']);
    name.rsplit_once('.')
        .is_some_and(|(_, label)| DOMAINS.contains(label))
}

/// Returns whether a URL ends inside its host.
pub(super) fn ends_in_host(url: &[u8]) -> bool {
    HOST_ALONE.captures(url).is_some_and(|host| {
        let label = host.get(1).map(|label| label.as_bytes());
        label.is_none_or(|label| label.len() != ".de".len() && !DOMAIN.is_match(label))
    })
}

pub(super) fn first_word(text: &[u8]) -> &[u8] {
    let mut words = text.split(|byte| matches!(byte, b' ' | b'\t' | b'\r'));
    words.next().unwrap_or_default()
}

/// Returns whether a text has a letter or digit, or a byte that is not UTF-8.
pub(super) fn has_word(text: &[u8]) -> bool {
    text.utf8_chunks()
        .any(|chunk| !chunk.invalid().is_empty() || chunk.valid().contains(char::is_alphanumeric))
}
