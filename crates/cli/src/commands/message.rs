//! `check --message`: the report of one message.

use std::fs::{self, File};

use urlsift_search::{Config, Error, Searcher, SystemReason};

use crate::{
    options::{MessageOptions, is_stdin},
    report::message_report::MessageReport,
    term::{
        exit::Exit,
        output::{Output, Stop},
        streams::Streams,
    },
};

/// The width of the report.
const WIDTH: usize = 80;

/// Reads a message, and prints the report.
pub(crate) fn run(options: &MessageOptions, streams: &Streams) -> Exit {
    let mut output = Output::new(streams);
    let end = report(options, streams, &mut output);
    let end = end.and_then(|is_read| output.flush().map(|()| is_read));
    let is_read = end.as_ref().is_ok_and(|&is_read| is_read);
    let failed = output.has_failed(end.map(drop));
    Exit::of_selection(true).or_error(failed || !is_read)
}

/// Returns whether the message was read, and the page written.
fn report(options: &MessageOptions, streams: &Streams, output: &mut Output) -> Result<bool, Stop> {
    let path = &options.path;
    let mut report = MessageReport::default();
    let config = Config::new()
        .undelimited(true)
        .attributes(true)
        .refang(true);
    // Also where the message is compressed, or in a container.
    let mut searcher = Searcher::with_config(config);
    if is_stdin(path) {
        searcher.read(path, streams.stdin(), &mut report);
    } else {
        match File::open(path) {
            Ok(file) => searcher.read(path, file, &mut report),
            Err(error) => report.errors.push(Error::io(path, error)),
        }
    }
    for error in &report.errors {
        output.diagnose_error(error)?;
    }
    if !report.errors.is_empty() && report.is_empty() {
        return Ok(false);
    }
    if report.others > 0 {
        let left_out = match report.others {
            1 => "1 more message is".to_owned(),
            others => format!("{others} more messages are"),
        };
        let rest = format!("{left_out} left out: the report is of the first");
        output.diagnose(path, &rest)?;
    }
    output.out.extend(report.text(WIDTH).into_bytes());
    let Some(page) = &options.html else {
        return Ok(report.errors.is_empty());
    };
    match fs::write(page, report.html()) {
        Ok(()) => Ok(report.errors.is_empty()),
        Err(error) => {
            output.diagnose(page, &SystemReason(&error))?;
            Ok(false)
        }
    }
}
