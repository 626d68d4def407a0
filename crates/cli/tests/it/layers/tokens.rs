//! Splits Rust source into tokens, as far as imports need them. Comments, strings and tests are skipped.

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    /// An identifier or a keyword.
    Word(String),
    /// `::`
    PathSeparator,
    /// Any other character.
    Other(char),
}

impl Token {
    pub(crate) fn word(&self) -> Option<&str> {
        match self {
            Self::Word(word) => Some(word),
            _ => None,
        }
    }

    pub(crate) fn is(&self, text: &str) -> bool {
        match self {
            Self::Word(word) => word == text,
            Self::PathSeparator => text == "::",
            Self::Other(char) => text.chars().eq([*char]),
        }
    }
}

/// Splits source into tokens.
pub(crate) fn tokens(source: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let word = rest.find(|char: char| !is_word(char)).unwrap_or(rest.len());
        let len = if let Some(len) = skipped(rest) {
            len
        } else if word > 0 {
            tokens.push(Token::Word(rest[..word].to_owned()));
            word
        } else if rest.starts_with("::") {
            tokens.push(Token::PathSeparator);
            2
        } else {
            tokens.push(Token::Other(first));
            first.len_utf8()
        };
        rest = &rest[len..];
    }
    tokens
}

fn is_word(char: char) -> bool {
    char == '_' || char.is_alphanumeric()
}

/// Returns the length of leading white space, or of a comment, literal or lifetime, if any.
fn skipped(text: &str) -> Option<usize> {
    let first = text.chars().next()?;
    if first.is_whitespace() {
        return Some(first.len_utf8());
    }
    if text.starts_with("//") {
        return Some(text.find('\n').unwrap_or(text.len()));
    }
    if text.starts_with("/*") {
        return Some(block_comment(text));
    }
    let is_mark = |(_, char): &(usize, char)| ['"', '\'', '#'].contains(char);
    let (prefix, _) = text.char_indices().take(3).find(is_mark)?;
    if !["", "b", "c", "r", "br", "cr"].contains(&&text[..prefix]) {
        return None;
    }
    let literal = &text[prefix..];
    let is_raw = text[..prefix].ends_with('r');
    let hashes = literal.len() - literal.trim_start_matches('#').len();
    if is_raw && literal[hashes..].starts_with('"') {
        let end = format!("\"{}", &literal[..hashes]);
        let body = &literal[hashes + 1..];
        let len = body.find(&end).map_or(body.len(), |at| at + end.len());
        return Some(prefix + hashes + 1 + len);
    }
    match literal.chars().next()? {
        '"' => Some(prefix + quoted(literal, '"')),
        '\'' if prefix > 0 || is_char(literal) => Some(prefix + quoted(literal, '\'')),
        '\'' => {
            let name = literal[1..].find(|char| !is_word(char));
            Some(1 + name.unwrap_or(literal.len() - 1))
        }
        _ => None,
    }
}

/// Returns the length of a block comment, which may contain nested ones.
fn block_comment(text: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < text.len() {
        let rest = &text.as_bytes()[at..];
        match rest {
            [b'/', b'*', ..] => (depth, at) = (depth + 1, at + 2),
            [b'*', b'/', ..] => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            break;
        }
    }
    at
}

/// Returns whether a text that begins with `'` begins with a character literal, not a lifetime.
fn is_char(text: &str) -> bool {
    let mut chars = text.chars().skip(1);
    chars.next() == Some('\\') || chars.next() == Some('\'')
}

/// Returns the length of a quoted literal.
fn quoted(text: &str, mark: char) -> usize {
    let mut is_escaped = false;
    for (at, char) in text.char_indices().skip(1) {
        match char {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            _ if char == mark => return at + mark.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

/// Returns the index after the attribute whose `#` is at an index.
pub(crate) fn attribute_end(tokens: &[Token], start: usize) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(start) {
        depth += i32::from(token.is("[")) - i32::from(token.is("]"));
        if depth == 0 && token.is("]") {
            return at + 1;
        }
    }
    tokens.len()
}

/// Returns whether an attribute marks a test item.
pub(crate) fn is_test_attribute(attribute: &[Token]) -> bool {
    let has = |word| attribute.iter().any(|token| token.is(word));
    attribute.get(2).is_some_and(|token| token.is("cfg")) && has("test") && !has("not")
}

/// Returns the index after the item that begins at an index, including its attributes.
pub(crate) fn item_end(tokens: &[Token], start: usize) -> usize {
    let mut at = start;
    while tokens.get(at).is_some_and(|token| token.is("#")) {
        at = attribute_end(tokens, at);
    }
    let mut words = tokens[at..].iter().filter_map(Token::word);
    let is_use = words.find(|word| ["use", "fn", "mod"].contains(word)) == Some("use");
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(at) {
        depth += i32::from(["(", "[", "{"].iter().any(|open| token.is(open)));
        depth -= i32::from([")", "]", "}"].iter().any(|close| token.is(close)));
        if depth <= 0 && (token.is(";") || token.is("}") && !is_use) {
            return at + 1;
        }
    }
    tokens.len()
}
