//! The files in a compressed file or a container, as streams, in bounded memory.
//!
//! gzip, bzip2, xz and zstd, zip and tar, and each of them in any other, are told by their first
//! bytes, not by their names. An [`Unpacker`] reads what they hold from the first byte to the last and
//! shows each file to a [`Visitor`]. Nothing is ever written under a name that a container gives, and
//! what is broken costs no more than what cannot be read: a [`Fault`] says what and where, and the rest
//! goes on.
//!
//! ```
//! use std::{io::Read, ops::ControlFlow, path::Path};
//! use urlsift_unpack::{Format, Source, Unpacker, Visitor};
//!
//! struct Sizes(Vec<usize>);
//! impl Visitor for Sizes {
//!     fn file(&mut self, _: &Path, _: &[Format], bytes: &mut dyn Read) -> ControlFlow<()> {
//!         let mut text = Vec::new();
//!         bytes.read_to_end(&mut text).expect("it is sound");
//!         self.0.push(text.len());
//!         ControlFlow::Continue(())
//!     }
//!     fn fault(&mut self, path: &Path, fault: std::io::Error) -> ControlFlow<()> {
//!         panic!("{}: {fault}", path.display())
//!     }
//! }
//!
//! let empty_gzip: &[u8] = b"\x1f\x8b\x08\0\0\0\0\0\0\x03\x03\0\0\0\0\0\0\0\0\0";
//! let mut sizes = Sizes(Vec::new());
//! let source = Source::Stream(&mut &*empty_gzip);
//! let end = Unpacker::new().unpack(Path::new("a.gz"), source, &mut sizes);
//! assert_eq!((end, sizes.0), (ControlFlow::Continue(()), vec![0]));
//! ```

mod bytes;
mod fault;
mod format;
mod name;
mod stream;
mod tar;
mod unpacker;
mod zip;

pub use fault::{Fault, FaultKind};
pub use format::{Format, Recognised};
pub use unpacker::{Source, Unpacker, Visitor};
