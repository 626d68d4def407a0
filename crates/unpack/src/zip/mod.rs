//! zip (PKWARE's APPNOTE 6.3.10).
//!
//! The central directory says what is in the file; where it is missing or broken, the local headers do.
//!
//! # For maintainers
//!
//! *Why `rawzip`.* It streams the central directory through a buffer of a fixed size and gives its
//! entries one by one, as they stand there. The crate `zip` keeps all entries in memory, by name, and so
//! also loses one of two members that have the same name.
//!
//! *What is trusted.* The end record that fits best (`end.rs`), then the directory that it names
//! (`directory.rs`), for everything but the place of the data, which only the local header tells. If
//! that leaves anything unread, the file is walked by its local headers (`walk.rs`): before the first
//! member that the directory names, and after the last one that it named before it broke off. These two
//! parts hold no member that was shown, so nothing is shown twice, and nothing needs to be remembered.
//! Between them, members of a broken directory are lost if it is not in the order of the file.
//!
//! *What cannot be noticed.* That a member is no file, like a symbolic link, is said in the directory
//! alone and protected by nothing; so only what has no bytes to lose is believed to be a directory or a
//! device. Nor is anything held against the fields for times, comments, systems and versions.
//!
//! *Memory.* 192 KiB, for the longest entry of a directory or header; the name at hand, at most 64 KiB
//! and three times that from code page 437; and 1 MiB of a zip that comes as a stream. Buffers are no
//! larger than the zip. Neither the number of members nor any other number in it makes this more.
//!
//! *Time.* The end record is looked for in the last 1 MiB. Each entry costs a bounded number of reads,
//! and its data as often as the directory names them. The walk reads each byte a bounded number of
//! times; `walk.rs` says why.

mod directory;
mod emit;
mod end;
mod field;
mod local;
mod member;
mod name;
mod reader;
mod store;
mod walk;
mod window;

#[cfg(test)]
mod making;
#[cfg(test)]
mod tests;

pub(crate) use reader::{Location, read};
