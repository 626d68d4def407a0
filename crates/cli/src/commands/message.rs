//! `check --message`: the report of one message.

use std::fs;

use urlsift::Sifter;
use urlsift_search::{Config, SystemReason};

use crate::{
    options::MessageOptions,
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
    let end = report(options, &mut output).and_then(|is_read| output.flush().map(|()| is_read));
    let is_read = end.as_ref().is_ok_and(|&is_read| is_read);
    let failed = output.has_failed(end.map(drop));
    Exit::of_selection(true).or_error(failed || !is_read)
}

/// Returns whether the message was read, and the page written.
fn report(options: &MessageOptions, output: &mut Output) -> Result<bool, Stop> {
    let bytes = match fs::read(&options.path) {
        Ok(bytes) => bytes,
        Err(error) => {
            output.diagnose(&options.path, &SystemReason(&error))?;
            return Ok(false);
        }
    };
    let mut report = MessageReport::default();
    let config = Config::new()
        .undelimited(true)
        .attributes(true)
        .refang(true);
    let _ = Sifter::with(config).sift_slice(&bytes, &mut report);
    output.out.extend(report.text(WIDTH).into_bytes());
    let Some(page) = &options.html else {
        return Ok(true);
    };
    match fs::write(page, report.html()) {
        Ok(()) => Ok(true),
        Err(error) => {
            output.diagnose(page, &SystemReason(&error))?;
            Ok(false)
        }
    }
}
