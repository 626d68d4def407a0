//! Streams the files out of compressed files and containers, in bounded memory.
//!
//! The formats gzip, bzip2, xz, zstd, lzip, lzma, lz4, compress, zip, tar and WARC, nested in any way, are recognised
//! by their first bytes, not by their names, and so are Outlook files with the feature `outlook`. An [`Unpacker`]
//! reads a [`ByteSource`] and passes each file in it to a [`Visitor`]; a source that is neither compressed nor a
//! container is one file. A [`Probe`] detects the format in advance. No file is ever written under a name from a
//! container. Only bytes that cannot be read are lost: a [`Fault`] describes the damage and its position, and reading
//! continues after it.
//!
//! ```
//! use std::{ops::ControlFlow, path::Path};
//! use urlsift_unpack::{ByteSource, UnpackedFile, Unpacker, Visitor};
//!
//! struct Sizes(Vec<usize>);
//! impl Visitor for Sizes {
//!     fn file(&mut self, file: UnpackedFile<'_>) -> ControlFlow<()> {
//!         let mut text = Vec::new();
//!         file.bytes.read_to_end(&mut text).expect("valid gzip");
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
//! let source = ByteSource::Stream(&mut &*empty_gzip);
//! let end = Unpacker::new().unpack(Path::new("a.gz"), source, &mut sizes);
//! assert_eq!((end, sizes.0), (ControlFlow::Continue(()), vec![0]));
//! ```

#![forbid(unsafe_code)]
// docs.rs shows which feature an item needs.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod container;
mod fault;
mod format;
mod io;
mod layers;
mod layout;
mod name;
mod probe;
mod receiver;
mod recognise;
mod source;
mod stream;
mod unpacker;
mod visitor;

pub use fault::{Fault, FaultKind};
pub use format::Format;
pub use layout::MessageLayout;
pub use name::member_path;
pub use probe::Probe;
pub use recognise::Recognised;
pub use source::ByteSource;
pub use unpacker::Unpacker;
pub use visitor::{UnpackedFile, Visitor};
