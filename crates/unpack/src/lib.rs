//! The files in a compressed file or a container, as streams, in bounded memory.
//!
//! gzip, bzip2, xz and zstd, zip and tar, and each of them in any other, are recognised by their first
//! bytes, not by their names. An [`Unpacker`] reads a [`Source`] and shows each file in it to a
//! [`Visitor`]; a source that is not packed is one file. A [`Probe`] says first which it is. Nothing is
//! ever written under a name that a container gives. Of what is broken only the part that cannot be
//! read is lost: a [`Fault`] says what is wrong and where, and the rest is read.
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

mod event;
mod fault;
mod format;
mod name;
mod peek;
mod probe;
mod recognise;
mod source;
mod stream;
mod tar;
mod unpacker;
mod visitor;
mod zip;

pub use fault::{Fault, FaultKind};
pub use format::Format;
pub use probe::Probe;
pub use recognise::Recognised;
pub use source::Source;
pub use unpacker::Unpacker;
pub use visitor::Visitor;
