//! The options of records, of `--unique` and of `--tally`.

use crate::{
    flags::args::{self, Printing},
    options::{RecordOptions, Show},
    report::record::{RecordFormat, Template},
    select::compare::{CompareBy, Unique},
};

/// Resolves the flags, which may change what is shown.
///
/// # Errors
///
/// The invalid value and the reason.
pub(super) fn resolve(
    given: args::Records,
    printing: &Printing,
    show: Show,
) -> Result<(RecordOptions, Show), String> {
    let is_quiet = show == Show::Nothing;
    let format = match given {
        args::Records {
            format: Some(template),
            ..
        } => {
            let parsed = Template::new(&template);
            let named = |error| format!("'{template}' for '--format <TEMPLATE>': {error}");
            Some(RecordFormat::Template(parsed.map_err(named)?))
        }
        args::Records { csv: true, .. } => Some(RecordFormat::Csv),
        args::Records { tsv: true, .. } => Some(RecordFormat::Tsv),
        _ => None,
    };
    let shown = if is_quiet {
        show
    } else if format.is_some() {
        Show::Records
    } else if given.tally.is_some() {
        Show::Tally
    } else {
        show
    };
    let records = RecordOptions {
        format: format.filter(|_| !is_quiet),
        // The first link decides, and nothing occurred before it.
        unique: given.unique.filter(|_| !is_quiet).map(unique),
        tally: match given.tally {
            Some(args::Tally::Host) => CompareBy::Host,
            Some(args::Tally::Url) | None => CompareBy::Url,
        },
        json: printing.json,
        buffer: usize::try_from(given.buffer_size.get()).unwrap_or(usize::MAX),
    };
    Ok((records, shown))
}

fn unique(given: args::Unique) -> Unique {
    Unique {
        by: match given {
            args::Unique::Url | args::Unique::Message => CompareBy::Url,
            args::Unique::Host => CompareBy::Host,
        },
        in_message: given == args::Unique::Message,
    }
}
