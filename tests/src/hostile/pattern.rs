//! A hostile input of any size.

use std::{borrow::Cow, fmt};

use super::{HEADER, MESSAGE};

/// The number of messages in a file whose messages grow with it. With several messages, the file is large
/// enough to measure while each header stays within its limit.
const COPIES: usize = 4;

/// A hostile input of any size, made of one construct that is repeated or extended.
pub struct Pattern {
    /// The name, used for files and in reports.
    pub name: Cow<'static, str>,
    /// The size in bytes below which what is done once hides the growth.
    min: usize,
    /// The size in bytes beyond which a limit changes how it is processed.
    pub max: usize,
    /// Whether it consists of lines for `check` and not of a file to search.
    pub is_urls: bool,
    build: Box<dyn Fn(usize) -> Vec<u8> + Send>,
}

impl Pattern {
    pub(super) fn new(
        name: impl Into<Cow<'static, str>>,
        build: impl Fn(usize) -> Vec<u8> + Send + 'static,
    ) -> Self {
        Self {
            name: name.into(),
            min: 0,
            max: usize::MAX,
            is_urls: false,
            build: Box::new(build),
        }
    }

    pub(super) fn at_least(self, min: usize) -> Self {
        Self { min, ..self }
    }

    pub(super) fn at_most(self, max: usize) -> Self {
        Self { max, ..self }
    }

    pub(super) fn of_urls(self) -> Self {
        Self {
            is_urls: true,
            ..self
        }
    }

    /// Returns an input of about `size` bytes, or the smallest input if that is larger.
    #[must_use]
    pub fn bytes(&self, size: usize) -> Vec<u8> {
        (self.build)(size)
    }

    /// Returns three sizes: the least, and two that exceed it by `size` and by `4 * size`, or by more if the pattern
    /// needs it. If the least is larger than `size`, they exceed it by 4 and 16 times the least, so that all buffers
    /// fill up. All stay within `max`.
    #[must_use]
    pub fn sizes(&self, size: usize) -> [usize; 3] {
        let least = self.bytes(1).len();
        let more = if least > size { 4 * least } else { size };
        let more = more.max(self.min);
        let more = more.min((self.max - least) / 4);
        [least, least + more, least + 4 * more]
    }
}

impl fmt::Debug for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Pattern").field(&self.name).finish()
    }
}

/// Returns `unit` repeated to at least `size` bytes, and at least once.
pub(super) fn repeat(unit: &str, size: usize) -> String {
    unit.repeat(size.div_ceil(unit.len()).max(1))
}

/// Returns numbered units of at least `size` bytes in total, and at least one unit.
pub(super) fn numbered(size: usize, unit: impl Fn(usize) -> String) -> String {
    let mut text = unit(0);
    for number in 1.. {
        if text.len() >= size {
            break;
        }
        text += &unit(number);
    }
    text
}

/// Returns a pattern of `head` followed by `unit` repeated.
pub(super) fn repeated(name: &'static str, head: impl Into<String>, unit: &'static str) -> Pattern {
    let head = head.into();
    Pattern::new(name, move |size| {
        [&head[..], &repeat(unit, size.saturating_sub(head.len()))]
            .concat()
            .into()
    })
}

/// Returns a pattern of several messages. `build` makes the fields and the body of a message from its share of
/// the size, which is at most the limit of a header.
pub(super) fn in_messages(
    name: &'static str,
    build: impl Fn(usize) -> String + Send + 'static,
) -> Pattern {
    let build = move |size: usize| {
        let one = [MESSAGE, &build(size / COPIES)].concat() + "\n\n";
        one.repeat(COPIES).into()
    };
    Pattern::new(name, build).at_most(COPIES * HEADER)
}
