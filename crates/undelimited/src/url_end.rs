//! Where a bare URL ends, by the rules of linkify.
//!
//! linkify applies them only after `://` and an authority, and exports no function. A test compares the two.

/// Returns the length of the URL text at the start of `text`, a text after a scheme's colon or an authority.
/// `quote` is the quotation mark, `"` or `'`, in front of the URL.
pub(crate) fn url_end(text: &str, quote: Option<char>) -> usize {
    let mut brackets = [0_i32; 3];
    let mut single_quotes = 0;
    let mut end = 0;
    for (at, char) in text.char_indices() {
        let can_be_last = match char {
            '\0'..='\x1f' | ' ' | '|' | '"' | '<' | '>' | '`' | '\x7f'..='\u{9f}' => break,
            '?' | '!' | '.' | ',' | ':' | ';' | '*' => false,
            '(' | '[' | '{' => {
                brackets[bracket(char)] += 1;
                false
            }
            ')' | ']' | '}' => {
                let open = &mut brackets[bracket(char)];
                *open -= 1;
                if *open < 0 {
                    break;
                }
                true
            }
            _ if Some(char) == quote => break,
            '\'' => {
                single_quotes += 1;
                single_quotes % 2 == 0
            }
            _ => true,
        };
        if can_be_last {
            end = at + char.len_utf8();
        }
    }
    end
}

/// Returns the index of a kind of brackets.
fn bracket(char: char) -> usize {
    match char {
        '(' | ')' => 0,
        '[' | ']' => 1,
        _ => 2,
    }
}

/// Returns the length of the name that begins with `www.` at the start of `text`, with its port and path;
/// `None` if it is no host name. The host is one as in linkify: labels of letters, digits and hyphens, of which
/// the last begins with two ASCII letters.
pub(crate) fn www_end(text: &str, quote: Option<char>) -> Option<usize> {
    let is_label = |char: char| char.is_ascii_alphanumeric() || char == '-' || char > '\u{9f}';
    let run = text.find(|char| !is_label(char) && char != '.');
    let host = text[..run.unwrap_or(text.len())].trim_end_matches(['.', '-']);
    let mut labels = host.split('.');
    let is_valid =
        |label: &str| !label.is_empty() && !label.starts_with('-') && !label.ends_with('-');
    let first = labels.next()?;
    let last = host.rsplit('.').next()?;
    let has_domain = last.bytes().take(2).filter(u8::is_ascii_alphabetic).count() == 2;
    if !first.eq_ignore_ascii_case("www")
        || !host.contains('.')
        || !has_domain
        || !labels.all(is_valid)
    {
        return None;
    }
    let mut end = host.len();
    if let Some(port) = text[end..].strip_prefix(':') {
        let digits = port.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            end += 1 + digits;
        }
    }
    if text[end..].starts_with(['/', '?']) {
        end += url_end(&text[end..], quote);
    }
    Some(end)
}

#[cfg(test)]
mod tests {
    use linkify::LinkFinder;

    use super::{url_end, www_end};

    /// Returns the end as linkify sees it, by means of a URL that ends in the text.
    fn end_by_linkify(text: &str, quote: Option<char>) -> usize {
        let quote = quote.map(String::from).unwrap_or_default();
        let before = format!("{quote}x://x/");
        let full = format!("{before}{text}");
        let link = LinkFinder::new().links(&full).next().expect("a link");
        assert_eq!(link.start(), quote.len());
        link.end() - before.len()
    }

    #[test]
    fn ends_are_those_of_linkify() {
        let alphabet: Vec<char> = "ab/?!.,:;*()[]{}'\"`<>| \u{1}\u{85}é“@%#-_~=&+$\\^"
            .chars()
            .collect();
        let mut state = 1_u64;
        for _ in 0..200_000 {
            let mut text = String::new();
            for _ in 0..9 {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                text.push(alphabet[(state >> 33) as usize % alphabet.len()]);
            }
            for quote in [None, Some('\''), Some('"')] {
                assert_eq!(
                    url_end(&text, quote),
                    end_by_linkify(&text, quote),
                    "{text:?}"
                );
            }
        }
    }

    #[test]
    fn names_with_www_are_hosts() {
        let cases = [
            ("www.a.example", Some(13)),
            ("WWW.a.example/b.", Some(15)),
            ("www.a.example:80/", Some(17)),
            ("www.a.example: b", Some(13)),
            ("www.example.", Some(11)),
            ("www.é.example,", Some(14)),
            ("www.a.example?b)", Some(15)),
            ("www.", None),
            ("www..example", None),
            ("www.1.2", None),
            ("www.-a.example", None),
            ("www", None),
        ];
        for (text, end) in cases {
            assert_eq!(www_end(text, None), end, "{text}");
        }
    }
}
