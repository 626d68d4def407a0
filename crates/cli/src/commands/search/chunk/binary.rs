//! Withholds the URLs of binary files.
//!
//! As grep does, the search treats a file as binary if there is a NUL in its first 64 KiB and its content shows no
//! other kind. Its URLs may be accidental, so they are counted and not shown. If the file is a slow pipe, some of them
//! may have been shown before the first NUL arrives. Standard input is never binary: the user has chosen its content.

use std::{mem, sync::Arc};

use urlsift_search::archive::MAX_BINARY_HEAD;

use super::{OutputChunk, binary_check::BinaryCheck};
use crate::{
    options::{Show, is_stdin},
    report::summary::Counts,
};

impl OutputChunk {
    /// Begins to look for a NUL, if the URLs of a binary file are not wanted.
    pub(super) fn begin_binary_check(&mut self) {
        let shows_urls = matches!(self.options.show, Show::Links | Show::Json | Show::Records);
        if shows_urls && !is_stdin(&self.input) && !self.options.binary_as_text {
            self.file.binary = self.pending_binary_check(0);
        }
    }

    /// Continues the check of the file that the preceding chunk has begun.
    pub(super) fn continue_binary_check(&mut self, last: &Self) {
        // One thread reads a binary file, so that each of its chunks follows the one before it.
        self.file.binary = match last.file.binary {
            BinaryCheck::Pending { seen, .. } => self.pending_binary_check(seen),
            BinaryCheck::Binary { withheld } => BinaryCheck::Binary { withheld },
            BinaryCheck::Off => BinaryCheck::Off,
        };
    }

    /// Returns the state of a check that has examined this number of bytes.
    fn pending_binary_check(&self, seen: usize) -> BinaryCheck {
        BinaryCheck::Pending {
            seen,
            checkpoint: self.buffer.checkpoint(),
            keys: self.keys.clone(),
            repeated: Counts::default(),
        }
    }

    /// Looks for a NUL in the next bytes of the file. If there is one, withdraws the URLs of the file. From then on,
    /// all of its URLs are only counted, including repeated ones.
    pub(super) fn check_binary(&mut self, text: &[u8]) {
        let BinaryCheck::Pending {
            seen,
            checkpoint,
            keys,
            repeated,
        } = &mut self.file.binary
        else {
            return;
        };
        let near = &text[..text.len().min(MAX_BINARY_HEAD - *seen)];
        *seen += near.len();
        if memchr::memchr(0, near).is_some() {
            self.buffer.withdraw_links(*checkpoint);
            self.keys = mem::take(keys);
            let count = repeated.total();
            if let Some(left_out) = &mut self.summary.repeated {
                *left_out -= count;
            }
            self.summary.urls.add_all(repeated);
            self.file.count_here += count;
            self.file.count += count;
            self.file.binary = BinaryCheck::Binary {
                withheld: self.file.count_here,
            };
        } else if *seen == MAX_BINARY_HEAD {
            self.file.binary = BinaryCheck::Off;
        }
    }

    /// Returns whether the URLs of the current file are withheld.
    pub(super) fn is_binary(&self) -> bool {
        matches!(self.file.binary, BinaryCheck::Binary { .. })
    }

    /// Counts a URL as withheld, and returns `true`, if the URLs of the current file are withheld.
    pub(super) fn withhold(&mut self) -> bool {
        if let BinaryCheck::Binary { withheld } = &mut self.file.binary {
            *withheld += 1;
        }
        self.is_binary()
    }

    /// Returns whether the URLs of the current file may still be withdrawn. Until then they stay in the chunk, which is
    /// bounded: they are in 64 KiB of text.
    pub(super) fn is_binary_check_pending(&self) -> bool {
        matches!(self.file.binary, BinaryCheck::Pending { .. })
    }

    /// Ends the current file. Reports how many of its URLs were withheld.
    pub(super) fn end_binary_check(&mut self) {
        let BinaryCheck::Binary { withheld } = mem::take(&mut self.file.binary) else {
            return;
        };
        let urls = match withheld {
            0 => return,
            1 => "1 URL".to_owned(),
            several => format!("{several} URLs"),
        };
        let text = format!("binary file: {urls}, not shown (see --binary-as-text)");
        self.report(Arc::clone(&self.file.output.path), None, text);
    }
}
