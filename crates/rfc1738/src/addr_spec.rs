//! The addr-spec of RFC 822 §6.1.

/// `addr-spec = local-part "@" domain`
///
/// White space, folds and comments may separate the tokens (§3.1.4).
pub(crate) fn is_addr_spec(text: &[u8]) -> bool {
    let mut tokens = Tokens(text);
    // `local-part = word *("." word)`, `word = atom / quoted-string`
    let is_word = |token: &Token| matches!(token, Token::Atom | Token::QuotedString);
    // `domain = sub-domain *("." sub-domain)`, `sub-domain = domain-ref / domain-literal`
    let is_sub_domain = |token: &Token| matches!(token, Token::Atom | Token::DomainLiteral);
    tokens.dotted(is_word) == Some(Token::Special(b'@'))
        && tokens.dotted(is_sub_domain) == Some(Token::End)
}

/// The lexical tokens of RFC 822 §3.3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    Atom,
    QuotedString,
    DomainLiteral,
    Special(u8),
    End,
    /// A byte that begins no token, or a token that is not closed.
    Invalid,
}

struct Tokens<'a>(&'a [u8]);

impl Tokens<'_> {
    /// Reads elements separated by dots. Returns the token after them.
    fn dotted(&mut self, is_element: impl Fn(&Token) -> bool) -> Option<Token> {
        loop {
            if !is_element(&self.next()) {
                return None;
            }
            match self.next() {
                Token::Special(b'.') => {}
                other => return Some(other),
            }
        }
    }

    fn next(&mut self) -> Token {
        loop {
            self.0 = unfolded(self.0);
            let Some((&first, rest)) = self.0.split_first() else {
                return Token::End;
            };
            match first {
                b' ' | b'\t' => self.0 = rest,
                b'(' => {
                    if !self.comment() {
                        return Token::Invalid;
                    }
                }
                b'"' => return self.quoted(b'"', b"", Token::QuotedString),
                b'[' => return self.quoted(b']', b"[", Token::DomainLiteral),
                b')' | b'<' | b'>' | b'@' | b',' | b';' | b':' | b'\\' | b'.' | b']' => {
                    self.0 = rest;
                    return Token::Special(first);
                }
                _ if is_atom(first) => {
                    let end = self.0.iter().position(|&byte| !is_atom(byte));
                    self.0 = &self.0[end.unwrap_or(self.0.len())..];
                    return Token::Atom;
                }
                _ => return Token::Invalid,
            }
        }
    }

    /// `quoted-string = <"> *(qtext/quoted-pair) <">`,
    /// `domain-literal = "[" *(dtext / quoted-pair) "]"`
    fn quoted(&mut self, close: u8, excluded: &[u8], token: Token) -> Token {
        let mut rest = &self.0[1..];
        loop {
            rest = unfolded(rest);
            match rest {
                [b'\\', escaped, after @ ..] if escaped.is_ascii() => rest = after,
                [b'\\' | b'\r' | 0x80.., ..] | [] => return Token::Invalid,
                [byte, ..] if excluded.contains(byte) => return Token::Invalid,
                [byte, after @ ..] => {
                    rest = after;
                    if *byte == close {
                        self.0 = rest;
                        return token;
                    }
                }
            }
        }
    }

    /// `comment = "(" *(ctext / quoted-pair / comment) ")"`
    fn comment(&mut self) -> bool {
        let mut depth = 0_usize;
        loop {
            self.0 = unfolded(self.0);
            match self.0 {
                [b'\\', escaped, after @ ..] if escaped.is_ascii() => {
                    self.0 = after;
                    continue;
                }
                [b'\\' | b'\r' | 0x80.., ..] | [] => return false,
                [b'(', ..] => depth += 1,
                [b')', ..] => depth -= 1,
                _ => {}
            }
            self.0 = &self.0[1..];
            if depth == 0 {
                return true;
            }
        }
    }
}

/// Skips the CRLF of `linear-white-space = 1*([CRLF] LWSP-char)`.
fn unfolded(text: &[u8]) -> &[u8] {
    match text {
        [b'\r', b'\n', rest @ ..] if matches!(rest, [b' ' | b'\t', ..]) => rest,
        _ => text,
    }
}

/// `atom = 1*<any CHAR except specials, SPACE and CTLs>`
fn is_atom(byte: u8) -> bool {
    byte.is_ascii_graphic()
        && !matches!(
            byte,
            b'(' | b')'
                | b'<'
                | b'>'
                | b'@'
                | b','
                | b';'
                | b':'
                | b'\\'
                | b'"'
                | b'.'
                | b'['
                | b']'
        )
}

#[cfg(test)]
mod tests {
    use super::is_addr_spec;

    use urlsift_tables::lines;

    #[test]
    fn addresses_are_accepted() {
        for address in lines!("addr_spec.toml", "addresses_are_accepted") {
            assert!(is_addr_spec(address.as_bytes()), "{address}");
        }
    }

    #[test]
    fn other_texts_are_rejected() {
        for text in lines!("addr_spec.toml", "other_texts_are_rejected") {
            assert!(!is_addr_spec(text.as_bytes()), "{text}");
        }
    }
}
