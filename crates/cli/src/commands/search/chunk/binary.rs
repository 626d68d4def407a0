//! Withholds the URLs of binary files.
//!
//! The URLs of a binary file (see [`BinaryHead`]) may be accidental, so they are counted and not shown. If the file is
//! a slow pipe, some of them may have been shown before the NULs arrive. Standard input is never binary: the user has
//! chosen its content.

use std::{mem, sync::Arc};

use urlsift_search::archive::BinaryHead;

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
            self.file.binary = self.pending_binary_check(BinaryHead::default());
        }
    }

    /// Continues the check of the file that the preceding chunk has begun.
    pub(super) fn continue_binary_check(&mut self, last: &Self) {
        // One thread reads a binary file, so that each of its chunks follows the one before it.
        self.file.binary = match last.file.binary {
            BinaryCheck::Pending { head, .. } => self.pending_binary_check(head),
            BinaryCheck::Binary { withheld } => BinaryCheck::Binary { withheld },
            BinaryCheck::Off => BinaryCheck::Off,
        };
    }

    /// Returns the state of a check that has examined these bytes.
    fn pending_binary_check(&self, head: BinaryHead) -> BinaryCheck {
        BinaryCheck::Pending {
            head,
            checkpoint: self.buffer.checkpoint(),
            keys: self.keys.clone(),
            repeated: Counts::default(),
        }
    }

    /// Counts the NULs in the next bytes of the file. If there are too many, withdraws the URLs of the file.
    pub(super) fn check_binary(&mut self, text: &[u8]) {
        let BinaryCheck::Pending { head, .. } = &mut self.file.binary else {
            return;
        };
        match head.add(text) {
            Some(true) => self.withdraw_links(),
            Some(false) => self.file.binary = BinaryCheck::Off,
            None => {}
        }
    }

    /// Withdraws the URLs of the file, which is binary. From then on, all of its URLs are only counted, including
    /// repeated ones.
    fn withdraw_links(&mut self) {
        if let BinaryCheck::Pending {
            checkpoint,
            keys,
            repeated,
            ..
        } = &mut self.file.binary
        {
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
        if let BinaryCheck::Pending { head, .. } = self.file.binary
            && head.is_binary()
        {
            self.withdraw_links();
        }
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
