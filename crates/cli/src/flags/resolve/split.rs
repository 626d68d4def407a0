//! The options of `split`.

use urlsift_search::{Split, Unpacker};

use super::input::or_stdin;
use crate::{flags::args, options::SplitOptions};

/// Resolves the flags.
pub(super) fn resolve(split: args::Split) -> SplitOptions {
    let unpacker = (!split.no_decompress).then(Unpacker::new);
    SplitOptions {
        paths: or_stdin(split.paths),
        follow: split.follow,
        split: Split::new()
            .size(split.size)
            .kind(split.kind)
            .unpacking(unpacker),
    }
}
