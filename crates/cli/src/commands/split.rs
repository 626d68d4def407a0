//! `split`: prints the ranges of each input that can be read independently, or jobs.

use std::io;

use urlsift_search::Error;

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
    let mut output = Output::new(&options.streams);
    let mut failed = false;
    let end = split_all(options, &mut output, &mut failed).and_then(|()| output.flush());
    failed |= output.has_failed(end);
    interrupt::exit_or_signal(Exit::Selected.or_error(failed))
}

fn split_all(options: &SplitOptions, output: &mut Output, failed: &mut bool) -> Result<(), Stop> {
    let inputs = options.inputs();
    if options.pack {
        for job in options.split.jobs(inputs) {
            let printed = job.map(|job| json::job(&mut output.out, &job));
            end_item(options, output, failed, printed)?;
            if interrupt::requested().is_some() {
                break;
            }
        }
        return Ok(());
    }
    for input in inputs {
        let ranges = input.and_then(|input| Ok((options.split.ranges(&input)?, input)));
        let (ranges, input) = match ranges {
            Ok(ranges) => ranges,
            Err(error) => {
                end_item(options, output, failed, Err(error))?;
                continue;
            }
        };
        for range in ranges {
            let printed = range.map(|range| json::range(&mut output.out, input.path(), range));
            end_item(options, output, failed, printed)?;
            if interrupt::requested().is_some() {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// Reports the error of an input, or writes what was printed.
fn end_item(
    options: &SplitOptions,
    output: &mut Output,
    failed: &mut bool,
    printed: Result<io::Result<()>, Error>,
) -> Result<(), Stop> {
    match printed {
        Ok(printed) => {
            printed?;
            output.flush_if_full()
        }
        Err(error) => {
            *failed = true;
            if options.json_errors {
                json::error(&mut output.out, &error)?;
                Ok(())
            } else {
                output.diagnose_error(&error)
            }
        }
    }
}
