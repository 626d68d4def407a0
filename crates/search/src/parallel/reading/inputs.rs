//! The inputs that are left to be read.

use std::{collections::VecDeque, fs};

use crate::{
    error::Error,
    input::{inputs::Inputs, source::Input},
    parallel::task::{Member, WholeFile},
};

/// The inputs that are left to be read.
#[derive(Debug)]
pub(in crate::parallel) struct RemainingInputs {
    inputs: Inputs,
    /// The next of them that are known already.
    known: VecDeque<Result<Input, Error>>,
    /// Whether standard input was read: there is nothing more in it.
    is_stdin_read: bool,
}

impl RemainingInputs {
    pub(in crate::parallel) fn new(inputs: Inputs) -> Self {
        Self {
            inputs,
            known: VecDeque::new(),
            is_stdin_read: false,
        }
    }

    /// Returns whether finding the next input may block.
    pub(in crate::parallel) fn may_wait(&mut self) -> bool {
        self.known.is_empty() && self.inputs.may_wait()
    }

    /// Returns the input after the next `others` ones without taking it. Returns `None` if there is none, or if
    /// finding it may take any time.
    pub(in crate::parallel) fn peek(&mut self, others: usize) -> Option<Result<&Input, &Error>> {
        while self.known.len() <= others {
            if self.inputs.may_wait() {
                return None;
            }
            let next = self.inputs.next()?;
            self.known.push_back(next);
        }
        self.known.get(others).map(Result::as_ref)
    }

    /// Returns whether only one file is left, a regular one of at most this number of bytes.
    pub(in crate::parallel) fn is_one_small_file(&mut self, max_len: u64) -> bool {
        let is_small = match self.peek(0) {
            Some(Ok(Input::Path(path) | Input::File(path))) => fs::metadata(path)
                .is_ok_and(|metadata| metadata.is_file() && metadata.len() <= max_len),
            _ => false,
        };
        // A list of paths may be a stream.
        is_small && !self.inputs.may_wait() && self.peek(1).is_none()
    }

    /// Returns the next input to open or, as an error, an input that is only reported: it cannot be read, or has no
    /// content.
    pub(in crate::parallel) fn next(&mut self) -> Option<Result<Input, WholeFile>> {
        let next = self.known.pop_front().or_else(|| self.inputs.next());
        Some(match next? {
            Ok(Input::Stdin) if self.is_stdin_read => {
                let nothing = Member::new(Input::Stdin.path(), Vec::new());
                Err(WholeFile::Member(Input::Stdin, nothing))
            }
            Ok(input) => {
                self.is_stdin_read |= input == Input::Stdin;
                Ok(input)
            }
            Err(error) => Err(unreadable(error)),
        })
    }
}

/// Returns an input that cannot be read.
fn unreadable(error: Error) -> WholeFile {
    WholeFile::Error(Input::Path(error.path().into()), error)
}
