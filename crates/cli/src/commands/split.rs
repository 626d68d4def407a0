//! `split`: prints the ranges of each input that can be read independently.

use urlsift_search::{Error, Input, Inputs};

use crate::{
    options::SplitOptions,
    report::json,
    term::interrupt,
    term::{
        exit::Exit,
        output::{Output, Stop},
    },
};

/// Runs `split`.
pub(crate) fn run(options: &SplitOptions) -> Exit {
    let mut output = Output::new();
    let mut failed = false;
    let end = split_all(options, &mut output, &mut failed).and_then(|()| output.flush());
    failed |= output.has_failed(end);
    match interrupt::requested() {
        Some(exit) => exit,
        None if failed => Exit::Error,
        None => Exit::Selected,
    }
}

fn split_all(options: &SplitOptions, output: &mut Output, failed: &mut bool) -> Result<(), Stop> {
    for input in Inputs::new(options.paths.iter().cloned()).follow(options.follow) {
        let result = match input {
            Ok(input) => split_input(options, output, &input)?,
            Err(error) => Err(error),
        };
        if let Err(error) = result {
            *failed = true;
            if options.json_errors {
                json::error(&mut output.out, &error)?;
            } else {
                output.diagnose_error(&error)?;
            }
        }
        if interrupt::requested().is_some() {
            break;
        }
    }
    Ok(())
}

/// Prints the ranges of an input. The inner error is that of the input.
fn split_input(
    options: &SplitOptions,
    output: &mut Output,
    input: &Input,
) -> Result<Result<(), Error>, Stop> {
    let ranges = match options.split.ranges(input) {
        Ok(ranges) => ranges,
        Err(error) => return Ok(Err(error)),
    };
    for range in ranges {
        match range {
            Ok(range) => json::range(&mut output.out, input.path(), range)?,
            Err(error) => return Ok(Err(error)),
        }
        output.flush_if_full()?;
        if interrupt::requested().is_some() {
            break;
        }
    }
    Ok(Ok(()))
}
