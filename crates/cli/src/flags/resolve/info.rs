//! The options of `info`.

use super::{
    color::painter,
    input::{or_stdin, unpacker},
};
use crate::{
    flags::args::{Info, ReadAs},
    options::{InfoOptions, InfoShow},
    term::streams::Streams,
};

/// Resolves the flags.
pub(super) fn resolve(flags: Info, streams: &Streams) -> InfoOptions {
    InfoOptions {
        paths: or_stdin(flags.paths),
        follow: flags.follow,
        kind: ReadAs::kind(flags.read_as),
        public_inbox: flags.read_as == Some(ReadAs::PublicInbox),
        unpacker: unpacker(&flags.unpack),
        show: match (flags.json, flags.doubtful) {
            (true, _) => InfoShow::Json,
            (false, true) => InfoShow::Doubtful,
            (false, false) => InfoShow::Table,
        },
        json_errors: flags.json && flags.json_errors,
        painter: painter(flags.color, streams),
        streams: streams.clone(),
    }
}
