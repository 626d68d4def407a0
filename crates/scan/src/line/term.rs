//! The properties of UTS #58: the base of where a link ends, and for programs that format links by the standard.

use super::link_term::{BRACKETS, STARTS};

/// The property `Link_Term` of a character (UTS #58, Unicode 17.0): what it does to a link in a text.
///
/// An unassigned character is [`Include`](Self::Include), since newer text has characters that are not in these data.
///
/// ```
/// use urlsift_scan::LinkTerm;
///
/// assert_eq!(LinkTerm::of('é'), LinkTerm::Include);
/// assert_eq!(LinkTerm::of('।'), LinkTerm::Soft);
/// assert_eq!(LinkTerm::of(']'), LinkTerm::Close);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkTerm {
    /// The character can be any one of the link.
    Include,
    /// The character is part of the link if an included one follows.
    Soft,
    /// The link ends before the character.
    Hard,
    /// An opening bracket.
    Open,
    /// A closing bracket, part of the link if its partner is.
    Close,
}

impl LinkTerm {
    /// Returns the property of a character.
    #[must_use]
    pub fn of(char: char) -> Self {
        if char.is_ascii() {
            return match char {
                '!' | '"' | '\'' | ',' | '.' | ':' | ';' | '?' => Self::Soft,
                '(' | '<' | '[' | '{' => Self::Open,
                ')' | '>' | ']' | '}' => Self::Close,
                _ if char.is_ascii_graphic() => Self::Include,
                _ => Self::Hard,
            };
        }
        let after = STARTS.partition_point(|&start| start >> 2 <= u32::from(char));
        match after.checked_sub(1).map_or(0, |at| STARTS[at] & 3) {
            0 => Self::Include,
            1 => Self::Soft,
            2 => Self::Hard,
            _ if opening_bracket(char).is_some() => Self::Close,
            _ => Self::Open,
        }
    }
}

/// Returns the opening bracket of a closing one: the property `Link_Bracket` of UTS #58.
///
/// ```
/// use urlsift_scan::opening_bracket;
///
/// assert_eq!(opening_bracket('」'), Some('「'));
/// assert_eq!(opening_bracket('「'), None);
/// ```
#[must_use]
pub fn opening_bracket(close: char) -> Option<char> {
    let mut chars = "()<>[]{}".chars().chain(BRACKETS.chars());
    while let (Some(open), Some(found)) = (chars.next(), chars.next()) {
        if found == close {
            return Some(open);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::opening_bracket;

    #[test]
    fn brackets_have_partners() {
        for pair in [
            "（）", "「」", "『』", "【】", "《》", "⟨⟩", "⦍⦐", "⦏⦎", "()", "[]", "{}",
        ] {
            let mut chars = pair.chars().rev();
            let close = chars.next().expect("a closing bracket");
            assert_eq!(opening_bracket(close), chars.next(), "{pair}");
        }
    }
}
