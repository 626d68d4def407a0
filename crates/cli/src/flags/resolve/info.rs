//! The options of `info`.

use super::{
    color::painter,
    input::{or_stdin, unpacker},
};
use crate::{
    flags::args::Info,
    options::{InfoOptions, InfoShow},
};

/// Resolves the flags.
pub(super) fn resolve(info: Info) -> InfoOptions {
    InfoOptions {
        paths: or_stdin(info.paths),
        follow: info.follow,
        kind: info.kind,
        unpacker: unpacker(&info.packed),
        show: match (info.json, info.doubtful) {
            (true, _) => InfoShow::Json,
            (false, true) => InfoShow::Doubtful,
            (false, false) => InfoShow::Table,
        },
        painter: painter(info.color),
    }
}
