//! Groups small files and the ranges of large ones into jobs.

use std::{mem, path::PathBuf};

use super::split::{ByteRange, Ranges, Split};
use crate::{error::Error, input::source::Input};

/// The maximum number of files of a job.
const MAX_FILES: usize = 8192;

/// Files, or a range of a file, that are read together.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Job {
    /// Several whole files, or one range.
    pub ranges: Vec<FileRange>,
    /// The number of bytes as stored, not decompressed. `None` if it is not known, as for a pipe.
    pub bytes: Option<u64>,
}

/// A range of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileRange {
    /// The file; `-` for standard input.
    pub path: PathBuf,
    /// Its bytes.
    pub range: ByteRange,
}

/// An iterator over the jobs of inputs, in the order of the inputs. Together, they have each range of each input once.
///
/// Consecutive files that are smaller than the [size](Split::size) form a job. It ends with the file that reaches the
/// size, or with its 8192nd file. Each range of a larger file is a job.
#[derive(Debug)]
pub struct Jobs<'s, I> {
    split: &'s Split,
    inputs: I,
    /// The ranges of the current input.
    ranges: Option<Ranges>,
    group: Group,
    /// A job that follows the one that was returned last.
    next: Option<Job>,
}

/// Small files so far.
#[derive(Debug, Default)]
struct Group {
    files: Vec<FileRange>,
    bytes: u64,
}

impl Split {
    /// Groups the ranges of inputs into jobs. An input that cannot be read is an error between the jobs.
    pub fn jobs<I>(&self, inputs: I) -> Jobs<'_, I>
    where
        I: Iterator<Item = Result<Input, Error>>,
    {
        Jobs {
            split: self,
            inputs,
            ranges: None,
            group: Group::default(),
            next: None,
        }
    }
}

impl Group {
    /// Returns the job of the files, if there are any.
    fn take(&mut self) -> Option<Job> {
        let bytes = mem::take(&mut self.bytes);
        let ranges = mem::take(&mut self.files);
        (!ranges.is_empty()).then_some(Job {
            ranges,
            bytes: Some(bytes),
        })
    }
}

impl<I> Jobs<'_, I> {
    /// Adds a range. Returns the job that it ends, if any.
    fn push(&mut self, file: FileRange, file_size: Option<u64>) -> Option<Job> {
        let range = file.range;
        let size = self.split.min_size();
        let is_whole = range.start == 0 && range.end.is_none_or(|end| Some(end) == file_size);
        match file_size {
            Some(bytes) if is_whole && bytes < size => {
                self.group.files.push(file);
                self.group.bytes += bytes;
                let is_full = self.group.bytes >= size || self.group.files.len() >= MAX_FILES;
                is_full.then(|| self.group.take()).flatten()
            }
            _ => {
                let bytes = range.end.map(|end| end - range.start);
                let job = Job {
                    ranges: vec![file],
                    bytes: bytes.or(file_size),
                };
                match self.group.take() {
                    Some(group) => {
                        self.next = Some(job);
                        Some(group)
                    }
                    None => Some(job),
                }
            }
        }
    }
}

impl<I: Iterator<Item = Result<Input, Error>>> Iterator for Jobs<'_, I> {
    type Item = Result<Job, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(job) = self.next.take() {
            return Some(Ok(job));
        }
        loop {
            let Some(ranges) = &mut self.ranges else {
                let input = match self.inputs.next() {
                    Some(Ok(input)) => input,
                    Some(Err(error)) => return Some(Err(error)),
                    None => return self.group.take().map(Ok),
                };
                match self.split.ranges(&input) {
                    Ok(ranges) => self.ranges = Some(ranges),
                    Err(error) => return Some(Err(error)),
                }
                continue;
            };
            let range = match ranges.next() {
                Some(Ok(range)) => range,
                Some(Err(error)) => return Some(Err(error)),
                None => {
                    self.ranges = None;
                    continue;
                }
            };
            let file = FileRange {
                path: ranges.path().to_owned(),
                range,
            };
            let file_size = ranges.file_size();
            if let Some(job) = self.push(file, file_size) {
                return Some(Ok(job));
            }
        }
    }
}

#[cfg(test)]
mod tests;
