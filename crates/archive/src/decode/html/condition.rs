//! The condition of a conditional comment, such as `[if mso]`.

/// The maximum length of a condition with its brackets. A longer one is a comment.
pub(super) const MAX_CONDITION: usize = 128;

/// What ends the content of a conditional comment.
pub(super) const END: &[u8] = b"[endif]";

/// The start of a comment or declaration that may be a condition.
#[derive(Clone, Debug, Default)]
pub(super) struct Condition {
    pub(super) text: Vec<u8>,
    /// Whether it begins a comment, which a `>` alone does not end.
    pub(super) is_comment: bool,
}

impl Condition {
    pub(super) fn begin(&mut self, is_comment: bool) {
        self.text.clear();
        self.is_comment = is_comment;
    }

    /// Returns whether it is true in Outlook, and `[if ...]`.
    pub(super) fn is_of_outlook(&self) -> bool {
        let lower = self.text.to_ascii_lowercase();
        let expression = lower.strip_prefix(b"[if");
        let expression = expression.and_then(|rest| rest.trim_ascii_end().strip_suffix(b"]"));
        expression.is_some_and(|expression| {
            let words = [&b"mso"[..], b"vml"].into_iter();
            let mut places = words.flat_map(|word| memchr::memmem::find_iter(expression, word));
            places.any(|at| !is_negated(&expression[..at]))
        })
    }
}

/// Returns whether an expression negates what follows `before`: a `!` precedes it, and parentheses and comparisons.
fn is_negated(before: &[u8]) -> bool {
    let mut before = before;
    loop {
        before = before.trim_ascii_end();
        let shorter = [&b"("[..], b"gte", b"gt", b"lte", b"lt"]
            .into_iter()
            .find_map(|word| before.strip_suffix(word));
        match shorter {
            Some(shorter) => before = shorter,
            None => return before.ends_with(b"!"),
        }
    }
}
