//! What a word that follows a broken line looks like: a part of a URL, a link of its own, or a word of a sentence.

use bstr::ByteSlice;

use crate::{Config, substring};

use super::{begin::begins_link, chars, tld};

/// The extensions of files that are common in URLs.
const EXTENSIONS: [&[u8]; 55] = [
    b"adf", b"arc", b"arj", b"asp", b"aspx", b"bib", b"bz2", b"c", b"cfm", b"cgi", b"cpt", b"csv",
    b"deb", b"diff", b"dms", b"doc", b"docx", b"exe", b"gif", b"gz", b"hqx", b"htm", b"html",
    b"jpeg", b"jpg", b"js", b"jsp", b"lha", b"lzh", b"lzx", b"mp3", b"msg", b"patch", b"pdf",
    b"php", b"pl", b"png", b"ppt", b"ps", b"py", b"rdf", b"rpm", b"rss", b"shtml", b"sit", b"tar",
    b"tex", b"tgz", b"txt", b"wav", b"xhtml", b"xls", b"xml", b"zip", b"zoo",
];

/// The maximum length of these.
const MAX_EXTENSION: usize = 5;

/// The least number of digits of a number in base 16 that is no word.
const MIN_HEX: usize = 16;

/// The least number of digits of a number that is long.
const MIN_LONG_NUMBER: usize = 6;

/// The maximum length of the name of a request of roff in lower case.
const MAX_REQUEST: usize = 3;

/// The maximum length of the unit of a size.
const MAX_UNIT: usize = 3;

/// The least length of the name of a variable.
const MIN_VARIABLE: usize = 3;

/// Domains of the first level that are no extension of a file.
const DOMAINS: [&[u8]; 6] = [b"com", b"edu", b"gov", b"net", b"org", b"example"];

/// Directories at the root of Unix systems that are rare in URLs.
const ROOTS: [&[u8]; 6] = [b"bin", b"dev", b"etc", b"tmp", b"usr", b"var"];

/// The directives of the C preprocessor.
const DIRECTIVES: [&[u8]; 9] = [
    b"define", b"elif", b"else", b"endif", b"if", b"ifdef", b"ifndef", b"include", b"undef",
];

/// Returns the first word of a text.
pub(crate) fn first_word(text: &[u8]) -> &[u8] {
    let end = memchr::memchr3(b' ', b'\t', b'\r', text);
    &text[..end.unwrap_or(text.len())]
}

/// Returns whether a token has what is common in a URL and rare in a word: `/ = & % ? ~ _`, or the extension of a file.
pub(crate) fn is_part_of_url(token: &[u8]) -> bool {
    token.iter().any(|byte| b"/=&%?~_".contains(byte)) || has_extension(token)
}

/// Returns whether a token has a query, such as `show.cgi?id=6`, or is a long number in base 16.
pub(crate) fn is_query_part(token: &[u8]) -> bool {
    let query = memchr::memchr(b'?', token);
    let has_query = query.is_some_and(|query| token[query..].contains(&b'='));
    let digits = token
        .iter()
        .take_while(|byte| byte.is_ascii_hexdigit())
        .count();
    has_query || digits >= MIN_HEX && token[..digits].iter().any(u8::is_ascii_digit)
}

/// Returns whether a token looks like a part of a longer word: letters with digits, a hyphen or dot inside, or an
/// upper-case letter after a lower-case one. A name such as `a.example` is a word of its own.
pub(crate) fn looks_cut(token: &[u8]) -> bool {
    let is_inside = |three: &[u8]| {
        matches!(three, [first, b'-' | b'.' | b'#', last]
            if first.is_ascii_alphanumeric() && last.is_ascii_alphanumeric())
    };
    let is_mixed_case = |two: &[u8]| two[0].is_ascii_lowercase() && two[1].is_ascii_uppercase();
    !ends_with_domain(token)
        && (mixes_digits(token)
            || token.windows(3).any(is_inside)
            || token.windows(2).any(is_mixed_case))
}

/// Returns whether a word has a long number, as no sentence has.
pub(crate) fn has_long_number(word: &[u8]) -> bool {
    let mut numbers = word.split(|byte| !byte.is_ascii_digit());
    numbers.any(|number| number.len() >= MIN_LONG_NUMBER)
}

/// Returns whether a token has letters and digits.
pub(crate) fn mixes_digits(token: &[u8]) -> bool {
    token.iter().any(u8::is_ascii_alphabetic) && token.iter().any(u8::is_ascii_digit)
}

/// Returns whether a text is the rest of the extension of a file that a URL ends with.
pub(crate) fn completes_extension(url: &[u8], rest: &[u8]) -> bool {
    if rest.is_empty() || rest.len() >= MAX_EXTENSION {
        return false;
    }
    let cut = last_label(last_segment(url)).unwrap_or_default();
    let len = cut.len() + rest.len();
    !cut.is_empty()
        && len <= MAX_EXTENSION
        && EXTENSIONS.iter().any(|extension| {
            extension.len() == len && {
                let (start, end) = extension.split_at(cut.len());
                start.eq_ignore_ascii_case(cut) && end.eq_ignore_ascii_case(rest)
            }
        })
}

/// Returns whether a token has several hyphens, as a title in a URL has, and a URL ends with a part that has one.
pub(crate) fn continues_title(url: &[u8], token: &[u8]) -> bool {
    last_segment(url).contains(&b'-') && memchr::memchr_iter(b'-', token).nth(1).is_some()
}

/// Returns whether a URL ends inside its host: this has one label, or ends with one that is no usual domain.
pub(crate) fn ends_in_host(url: &[u8]) -> bool {
    let slashes = substring::find(url, b"://");
    let host = slashes.map(|slashes| &url[slashes + 3..]);
    host.is_some_and(|host| {
        !host.iter().any(|byte| b"/?#@:".contains(byte))
            && last_label(host).is_none_or(|label| label.len() != 2 && !ends_with_domain(host))
    })
}

/// Returns whether a text is the extension of a file.
pub(crate) fn is_extension(text: &[u8]) -> bool {
    is_one_of(&EXTENSIONS, text)
}

/// Returns whether a word is the name of a hidden file, such as `.emacs`, and no extension.
pub(crate) fn is_hidden_file(word: &[u8]) -> bool {
    let is_of_name = |byte: &u8| byte.is_ascii_alphabetic() || matches!(byte, b'-' | b'_');
    word.strip_prefix(b".")
        .is_some_and(|name| name.iter().all(is_of_name) && !is_extension(name))
}

/// Returns a token up to its query or fragment.
pub(crate) fn path_of(token: &[u8]) -> &[u8] {
    let end = memchr::memchr2(b'?', b'#', token);
    &token[..end.unwrap_or(token.len())]
}

/// Returns whether a word is the path of a file on a Unix system.
pub(crate) fn is_file_path(word: &[u8]) -> bool {
    let mut names = word.split(|&byte| byte == b'/');
    names.next() == Some(b"") && names.next().is_some_and(|root| ROOTS.contains(&root))
}

/// Returns whether a word is a directive of the C preprocessor.
pub(crate) fn is_directive(word: &[u8]) -> bool {
    word.strip_prefix(b"#")
        .is_some_and(|name| DIRECTIVES.contains(&name))
}

/// Returns whether a token begins with the name of a host and a path, so that it is a link of its own without a scheme.
pub(crate) fn begins_with_host(token: &[u8]) -> bool {
    let slash = memchr::memchr(b'/', token);
    slash.is_some_and(|slash| {
        let dots = memchr::memchr_iter(b'.', &token[..slash]).count();
        dots > 1 || dots == 1 && ends_with_domain(&token[..slash])
    })
}

/// Returns whether a word is a mark of a list or a footnote, or a key: `a.`, `12)`, `Key:`.
pub(crate) fn is_mark(word: &[u8]) -> bool {
    let is_item = word.first().is_some_and(u8::is_ascii_alphanumeric)
        && matches!(
            word,
            [_, b'.' | b')'] | [_, _, b'.' | b')'] | [_, _, _, b')']
        );
    is_item || word.ends_with(b":")
}

/// Returns whether a word is a request of roff, such as `.UE`, or a macro, such as `.UNINDENT`. Lines of a patch have a
/// sign before it.
pub(crate) fn is_request(word: &[u8]) -> bool {
    let word = word
        .strip_prefix(b"+")
        .or(word.strip_prefix(b"-"))
        .unwrap_or(word);
    let name = word.strip_prefix(b".").or(word.strip_prefix(b"'"));
    name.is_some_and(|name| {
        let is_request = name.len() <= MAX_REQUEST && name.iter().all(u8::is_ascii_alphabetic);
        let is_macro = name.iter().all(u8::is_ascii_uppercase);
        !name.is_empty() && (is_request || is_macro) && !is_extension(name)
    })
}

/// Returns whether a word is what a broken quoted-printable text leaves, such as `=20`, or part of a rule.
pub(crate) fn is_litter(word: &[u8]) -> bool {
    let is_hex = u8::is_ascii_hexdigit;
    let is_code = |code: &[u8]| matches!(code, [b'=', one, two] if is_hex(one) && is_hex(two));
    let is_rule = |three: &[u8]| three == b"---" || three == b"___";
    word.chunks(3).all(is_code) || word.windows(3).any(is_rule)
}

/// Returns whether a word is a number, a date, a fraction, or a size such as `1.2MB` or `50%`.
pub(crate) fn is_figure(word: &[u8]) -> bool {
    let digits = word
        .iter()
        .take_while(|byte| byte.is_ascii_digit() || b".,/-".contains(byte));
    let unit = &word[digits.count()..];
    word.first().is_some_and(u8::is_ascii_digit)
        && (unit == b"%" || unit.len() <= MAX_UNIT && unit.iter().all(u8::is_ascii_alphabetic))
}

/// Returns whether a word is the start of a geek code, such as `GCS/O`, or has three or more names in upper case
/// between slashes.
pub(crate) fn is_geek_code(word: &[u8]) -> bool {
    let mut names = word.split(|&byte| byte == b'/');
    let is_upper = |name: &[u8]| !name.is_empty() && name.iter().all(u8::is_ascii_uppercase);
    let count = names.clone().count();
    names.all(is_upper) && (count > 2 || count == 2 && word.starts_with(b"G"))
}

/// Returns whether a word begins with the name of a variable, as the lines of a dump do.
pub(crate) fn is_variable(word: &[u8]) -> bool {
    let name = memchr::memchr(b'=', word).map(|equals| &word[..equals]);
    name.is_some_and(|name| {
        name.len() >= MIN_VARIABLE
            && name
                .iter()
                .all(|byte| byte.is_ascii_uppercase() || *byte == b'_')
    })
}

/// Returns whether the first name of a word ends with a domain of the first level that exists.
pub(crate) fn begins_with_domain(word: &[u8]) -> bool {
    let name = word.split(|byte| b"/:?#".contains(byte)).next();
    let name = name.unwrap_or_default();
    last_label(name.trim_end_with(|char| ".,;)".contains(char))).is_some_and(tld::is_known)
}

/// Returns whether a word has an `@`, and no `/` before it.
pub(crate) fn is_address(word: &[u8]) -> bool {
    let at = memchr::memchr(b'@', word);
    at.is_some_and(|at| !word[..at].contains(&b'/'))
}

/// Returns whether a word begins with a bracket or a quotation mark.
pub(crate) fn begins_with_bracket(word: &[u8]) -> bool {
    match word.first() {
        Some(byte) if byte.is_ascii() => b"([{<\"'`".contains(byte),
        Some(_) => chars::first(word).0.is_some_and(chars::opens),
        None => false,
    }
}

/// Returns whether a text begins with a link, in brackets or not.
pub(crate) fn begins_own_link(text: &[u8]) -> bool {
    begins_link(
        text.strip_prefix(b"<")
            .or(text.strip_prefix(b"("))
            .unwrap_or(text),
    )
}

/// Returns whether a word begins with a scheme, or holds one that no part of a URL precedes.
pub(crate) fn has_scheme(word: &[u8], config: &Config) -> bool {
    let colon = memchr::memchr(b':', word);
    let begins = colon.is_some_and(|colon| config.opens(&word[..colon], &word[colon + 1..]));
    begins
        || substring::find(word, b"://").is_some_and(|colon| {
            let mut before = word[..colon].iter();
            before.all(|byte| !b"/=?&*".contains(byte))
        })
}

/// Returns whether a token ends with the extension of a file.
pub(crate) fn has_extension(token: &[u8]) -> bool {
    last_label(path_of(token)).is_some_and(is_extension)
}

/// Returns whether a name ends with a domain of the first level that is no extension of a file.
pub(crate) fn ends_with_domain(name: &[u8]) -> bool {
    last_label(name).is_some_and(|label| is_one_of(&DOMAINS, label))
}

/// Returns what follows the last slash of a URL.
pub(crate) fn last_segment(url: &[u8]) -> &[u8] {
    &url[memchr::memrchr(b'/', url).map_or(0, |slash| slash + 1)..]
}

/// Returns what follows the last dot of a name.
pub(crate) fn last_label(name: &[u8]) -> Option<&[u8]> {
    let dot = memchr::memrchr(b'.', name)?;
    Some(&name[dot + 1..])
}

/// Returns whether a text is one of several words, in any case.
fn is_one_of(words: &[&[u8]], text: &[u8]) -> bool {
    words.iter().any(|word| word.eq_ignore_ascii_case(text))
}

/// Fast check whether a word may be a part of a URL: no word without a digit or one of these characters
/// [is a part](is_part_of_url), has letters and digits, or [has a query](is_query_part).
pub(super) fn has_sign(word: &[u8]) -> bool {
    word.iter().any(|&byte| SIGN_BYTES[usize::from(byte)])
}

const SIGN_BYTES: [bool; 256] = {
    let mut bytes = [false; 256];
    let signs = b"0123456789/=&%?~_.-";
    let mut index = 0;
    while index < signs.len() {
        bytes[signs[index] as usize] = true;
        index += 1;
    }
    bytes
};

/// Returns the words of a text.
pub(super) fn split_words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let words = text.split(u8::is_ascii_whitespace);
    words.filter(|word| !word.is_empty())
}

/// Returns the letters and digits at the start of a word.
pub(super) fn letters(word: &[u8]) -> &[u8] {
    let end = word.iter().position(|byte| !byte.is_ascii_alphanumeric());
    &word[..end.unwrap_or(word.len())]
}

#[cfg(test)]
mod tests {
    use super::{
        begins_with_domain, begins_with_host, is_address, is_directive, is_figure, is_geek_code,
        is_litter, is_mark, is_part_of_url, is_request, is_variable, looks_cut,
    };

    #[track_caller]
    fn check(test: fn(&[u8]) -> bool, yes: &[&str], no: &[&str]) {
        for (words, expected) in [(yes, true), (no, false)] {
            for word in words {
                assert_eq!(test(word.as_bytes()), expected, "{word}");
            }
        }
    }

    #[test]
    fn parts_of_urls_are_told_from_words() {
        check(
            is_part_of_url,
            &["a/b", "a=1", "x.HTML", "x.html?y", "a_b", "~me"],
            &["a", "a.b", "a-b", "Then.", "a.example"],
        );
        check(
            looks_cut,
            &["a1", "a-b", "a.b", "aB", "a#b"],
            &["a", "Abc", "12", "a-", "a.example", "b.a.COM"],
        );
        check(
            begins_with_host,
            &["a.b.c/d", "a.org/"],
            &["a.b.c", "a.html/", "a/b.org"],
        );
    }

    #[test]
    fn marks_are_told_from_words() {
        check(
            is_mark,
            &["1.", "a)", "12.", "12)", "123)", "Key:"],
            &["123.", "-)", "ab", "a:b"],
        );
        check(is_address, &["a@b", "@"], &["a/@b", "a"]);
        check(is_directive, &["#endif", "#if"], &["#iffy", "if", "#"]);
        check(
            is_request,
            &[".UE", "'br", "+.SH", ".UNINDENT"],
            &[".", ".ps", ".html", ".a1", "UE"],
        );
        check(
            is_litter,
            &["=20", "=3D=20", "-a---b"],
            &["=2", "=20a", "=zz", "a--b"],
        );
        check(
            is_figure,
            &["1", "12/34", "1.2MB", "50%"],
            &["a1", "1a2", "12bytes", "%"],
        );
        check(
            is_geek_code,
            &["GCS/O", "A/B/CD"],
            &["TR/REC", "GCS", "G/o", "A/B/", "/A/B"],
        );
        check(is_variable, &["A_B=1", "PATH="], &["AB=1", "Abc=1", "ABC"]);
        check(
            begins_with_domain,
            &["a.org/x", "b.example."],
            &["a/b.org", "org", "e.g"],
        );
    }
}
