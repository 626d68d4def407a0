//! zip (PKWARE's APPNOTE 6.3.10).
//!
//! The members are the entries of the central directory. Where it is missing or corrupt, the local headers replace it.
//!
//! # For maintainers
//!
//! *Why `rawzip`.* It streams the entries of the central directory through a fixed-size buffer. The crate `zip`
//! keeps all entries in memory by name, and so loses one of two members with the same name.
//!
//! *What is trusted.* The best end record (`end.rs`), and then its directory (`directory.rs`), for everything
//! except the position of the data, which only the local header has. Parts of the file that the directory does
//! not cover are scanned for local headers (`local_scan.rs`): the part before its first member, those between its
//! members that begin with a header, and, if it is corrupt, the part after its last readable member. No part contains
//! a reported member, so no member is reported twice: a member ends there where the directory says, even if its data
//! end before. If more ranges than are stored lie apart, or members overlap, those between members are not scanned.
//!
//! *What cannot be detected.* The type of a member, such as a symbolic link, is only in the directory, without
//! a checksum. So only members without bytes to lose are treated as directories or devices. Times, comments,
//! systems and versions are not checked either.
//!
//! *No byte is read as two members.* A member that overlaps an earlier one (`read_ranges.rs`), or whose header
//! is in the directory, is counted and not read. The scan covers only the parts of the file that the directory
//! does not. A member that the caller leaves early (`unread.rs`) ends where it is recorded to end, unless another
//! one overlaps it: then it is decoded, because a wrong size must not hide the members after it. So the members that
//! are found do not depend on how far the members before them are read.
//!
//! *Memory.* 192 KiB for the longest directory entry or header; one name, at most 64 KiB, or three times that
//! from code page 437; 1 MiB of a zip that is read from a stream; 4 MiB for a directory that is not in file
//! order; and 2 MiB for members left early. Buffers are no larger than the zip. Nothing in the zip
//! can raise these limits.
//!
//! *Time.* The end record is searched in the last 1 MiB. Each entry costs a bounded number of reads, and each
//! byte of data is read once, or twice in members left early. The scan reads each byte a bounded number of times, as
//! `local_scan.rs` explains.

mod buffer;
mod directory;
mod emit;
mod end;
mod field;
mod local;
mod local_scan;
mod member;
mod name;
mod range_set;
mod read_ranges;
mod reader;
mod unread;

#[cfg(test)]
mod tests;

pub(crate) use reader::read;
