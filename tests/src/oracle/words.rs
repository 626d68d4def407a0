//! What the words around a line break look like, as in [`wrapped`](super::wrapped).

use std::sync::LazyLock;

use regex::bytes::Regex;

/// The brackets and quotation marks that may stand before a URL, and those that close them.
pub(super) const BRACKETS: [(&str, &str); 14] = [
    ("(", ")"),
    ("[", "]"),
    ("{", "}"),
    ("\"", "\""),
    ("'", "'"),
    ("`", "`'"),
    ("“", "”"),
    ("„", "“"),
    ("‘", "’"),
    ("«", "»"),
    ("⟨", "⟩"),
    ("‹", "›"),
    ("「", "」"),
    ("『", "』"),
];

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
        r"^(?-u:[^?#]*)\.(?i-u:aspx?|bib|bz2|c|cfm|cgi|csv|deb|diff|docx?|exe|gif|gz|html?|jpe?g|jsp?|mp3|msg|patch|pdf|php|pl|png|ppt|ps|py|rdf|rpm|rss|shtml|tar|tex|tgz|txt|wav|xhtml|xls|xml|zip)(?:[?#]|$)",
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

/// A token with letters and digits.
pub(super) static MIXED: LazyLock<Regex> =
    LazyLock::new(|| regex(r"(?-u:[A-Za-z].*[0-9]|[0-9].*[A-Za-z])"));

/// A word that begins as no word of a sentence does.
pub(super) static INSIDE: LazyLock<Regex> = LazyLock::new(|| regex(r"^[&?=%/.][A-Za-z0-9]"));

/// A word that has what words of a sentence rarely have.
pub(super) static SIGN: LazyLock<Regex> = LazyLock::new(|| regex(r"[0-9/=&%?~_.\-]"));

/// What may be the start of the extension of a file.
pub(super) static CUT_EXTENSION: LazyLock<Regex> = LazyLock::new(|| regex(r"\.[A-Za-z0-9]+$"));

pub(super) static HYPHENS: LazyLock<Regex> = LazyLock::new(|| regex(r"-(?-u:.*)-"));

/// The path of a file on a Unix system.
pub(super) static ROOT: LazyLock<Regex> =
    LazyLock::new(|| regex(r"^/(?:bin|dev|etc|tmp|usr|var)(?:/|$)"));

/// The end of a line, and nothing but two spaces before it.
pub(super) static TWO_SPACES: LazyLock<Regex> =
    LazyLock::new(|| regex(r"(?:^|(?-u:[^ \t\n\r\x0c]))  \r?$"));

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

pub(super) fn regex(regex: &str) -> Regex {
    let dot_all = format!("(?s){regex}");
    Regex::new(&dot_all).expect("a regex")
}

/// Returns whether a token begins with a long number in base 16, not all of whose digits are letters.
pub(super) fn begins_with_number(token: &[u8]) -> bool {
    let digits = DIGITS.find(token);
    digits.is_some_and(|digits| digits.as_bytes().iter().any(u8::is_ascii_digit))
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
