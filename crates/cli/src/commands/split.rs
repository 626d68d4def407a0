//! `split`: says which ranges of each input can be read on their own.

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

/// Does what the flags say.
pub(crate) fn run(options: &SplitOptions) -> Exit {
    let mut output = Output::new();
    let mut failed = false;
    let end = inputs(options, &mut output, &mut failed).and_then(|()| output.flush());
    failed |= output.has_failed(end);
    match interrupt::asked() {
        Some(exit) => exit,
        None if failed => Exit::Error,
        None => Exit::Selected,
    }
}

fn inputs(options: &SplitOptions, output: &mut Output, failed: &mut bool) -> Result<(), Stop> {
    for input in Inputs::new(options.paths.iter().cloned()).follow(options.follow) {
        let told = match input {
            Ok(input) => ranges(options, output, &input)?,
            Err(error) => Err(error),
        };
        if let Err(error) = told {
            *failed = true;
            output.diagnose_error(&error)?;
        }
        if interrupt::asked().is_some() {
            break;
        }
    }
    Ok(())
}

/// Prints the ranges of an input, as far as they can be found.
fn ranges(
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
        if interrupt::asked().is_some() {
            break;
        }
    }
    Ok(Ok(()))
}
