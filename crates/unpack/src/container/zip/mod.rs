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
//! except the position of the data, which only the local header has. The part of the file before the first member that
//! the directory lists and, if the directory is corrupt, the part after its last readable member are read by their
//! local headers (`local_scan.rs`). Neither contains a reported member, so no member is reported twice. Members between
//! those that the directory lists are not read.
//!
//! *What cannot be detected.* The type of a member, such as a symbolic link, is only in the directory, without
//! a checksum. So only members without bytes to lose are treated as directories or devices. Times, comments,
//! systems and versions are not checked either.
//!
//! *No byte is read as two members.* A member that overlaps an earlier one (`read_ranges.rs`), or whose header is in
//! the directory, is counted and not read.
//!
//! *Memory.* 192 KiB for the longest directory entry or header; one name, at most 64 KiB, or three times that
//! from code page 437; 1 MiB of a zip that is read from a stream; and 2 MiB for a directory that is not in file
//! order. Buffers are no larger than the zip. Nothing in the zip can raise these limits.
//!
//! *Time.* The end record is searched in the last 1 MiB. Each entry costs a bounded number of reads, and each
//! byte of data is read once, or twice where only local headers are read, or where a size is wrong.

mod directory;
mod emit;
mod end;
mod field;
mod local;
mod local_scan;
mod member;
mod name;
mod read_ranges;
mod reader;

#[cfg(test)]
mod tests;

pub(crate) use reader::read;
