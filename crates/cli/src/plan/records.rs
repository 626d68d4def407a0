//! What is printed for other programs, and of what occurs again.

use crate::{
    args::{self, Printing},
    report::{Records, Template},
};

use super::Show;

/// What is counted, or known again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Same {
    Url,
    Host,
}

/// Which hits are left out because they were there before.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unique {
    pub(crate) same: Same,
    /// Only in the same message, or in the same file without messages.
    pub(crate) in_message: bool,
}

/// Everything about records that a search has to know.
#[derive(Debug)]
pub(crate) struct Programs {
    /// What a record is, with [`Show::Records`].
    pub(crate) records: Option<Records>,
    pub(crate) unique: Option<Unique>,
    /// What is counted, with [`Show::Tally`].
    pub(crate) tally: Same,
    /// Whether what is counted, and the summary, are JSON.
    pub(crate) json: bool,
    /// About how many bytes what occurs again may take, for each purpose.
    pub(crate) buffer: usize,
}

impl Programs {
    /// What was asked for, and what that changes of what is shown; or which value is no good.
    pub(super) fn resolve(
        given: args::Records,
        printing: &Printing,
        show: Show,
    ) -> Result<(Self, Show), String> {
        let is_quiet = show == Show::Nothing;
        let records = match given {
            args::Records {
                format: Some(template),
                ..
            } => {
                let parsed = Template::new(&template);
                let named = |error| format!("'{template}' for '--format <TEMPLATE>': {error}");
                Some(Records::Format(parsed.map_err(named)?))
            }
            args::Records { csv: true, .. } => Some(Records::Csv),
            args::Records { tsv: true, .. } => Some(Records::Tsv),
            _ => None,
        };
        let shown = if is_quiet {
            show
        } else if records.is_some() {
            Show::Records
        } else if given.tally.is_some() {
            Show::Tally
        } else {
            show
        };
        let programs = Self {
            records: records.filter(|_| !is_quiet),
            // Whatever comes first is the first of its kind.
            unique: given.unique.filter(|_| !is_quiet).map(unique),
            tally: match given.tally {
                Some(args::Tally::Host) => Same::Host,
                Some(args::Tally::Url) | None => Same::Url,
            },
            json: printing.json,
            buffer: usize::try_from(given.buffer_size.get()).unwrap_or(usize::MAX),
        };
        Ok((programs, shown))
    }
}

fn unique(given: args::Unique) -> Unique {
    Unique {
        same: match given {
            args::Unique::Url | args::Unique::Message => Same::Url,
            args::Unique::Host => Same::Host,
        },
        in_message: given == args::Unique::Message,
    }
}
