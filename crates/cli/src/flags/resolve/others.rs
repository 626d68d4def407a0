//! Runs of `info` and of `split`.

use std::path::PathBuf;

use urlsift_search::{Kind, Split, Unpacker};

use super::{or_stdin, painter, unpacker};
use crate::{
    args::{self, Info},
    terminal::Painter,
};

/// Everything that a run of `info` has to know.
#[derive(Debug)]
pub(crate) struct Surveys {
    pub(crate) paths: Vec<PathBuf>,
    pub(crate) follow: bool,
    /// What every file is taken for.
    pub(crate) kind: Option<Kind>,
    /// How packed files are taken apart, if they are.
    pub(crate) unpacker: Option<Unpacker>,
    pub(crate) show: SurveyShow,
    pub(crate) painter: Painter,
}

/// What `info` prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SurveyShow {
    Table,
    Json,
    /// The place of each doubtful boundary.
    Doubtful,
}

impl Surveys {
    pub(super) fn resolve(info: Info) -> Self {
        Self {
            paths: or_stdin(info.paths),
            follow: info.follow,
            kind: info.kind,
            unpacker: unpacker(&info.packed),
            show: match (info.json, info.doubtful) {
                (true, _) => SurveyShow::Json,
                (false, true) => SurveyShow::Doubtful,
                (false, false) => SurveyShow::Table,
            },
            painter: painter(info.color),
        }
    }
}

/// Everything that a run of `split` has to know.
#[derive(Debug)]
pub(crate) struct Splits {
    pub(crate) paths: Vec<PathBuf>,
    pub(crate) follow: bool,
    pub(crate) split: Split,
}

impl Splits {
    pub(super) fn resolve(split: args::Split) -> Self {
        let unpacker = (!split.no_decompress).then(Unpacker::new);
        Self {
            paths: or_stdin(split.paths),
            follow: split.follow,
            split: Split::new()
                .size(split.size)
                .kind(split.kind)
                .unpacking(unpacker),
        }
    }
}
