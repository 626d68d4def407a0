//! The options of `split`.

use urlsift_search::{Split, Unpacker};

use super::input::or_stdin;
use crate::{flags::args, options::SplitOptions, term::streams::Streams};

/// Resolves the flags.
pub(super) fn resolve(flags: args::Split, streams: &Streams) -> SplitOptions {
    let unpacker = (!flags.no_decompress).then(Unpacker::new);
    SplitOptions {
        paths: or_stdin(flags.paths),
        follow: flags.follow,
        pack: flags.pack.is_some(),
        json_errors: flags.json_errors,
        streams: streams.clone(),
        split: Split::new()
            .size(flags.pack.unwrap_or(flags.size))
            .kind(flags.kind)
            .unpacking(unpacker),
    }
}
