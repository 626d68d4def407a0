//! Unpacking a source: the limits, and the way in.

use std::{ops::ControlFlow, path::Path};

use crate::{
    ByteSource, Probe, Visitor,
    io::temp::TempSpace,
    layers::{Layers, Limits},
    stream::WindowBudget,
};

/// Passes the files in a source, which may be compressed or a container, to a [`Visitor`].
///
/// Memory: 64 KiB per layer, about 512 KiB per zip or tar, 1 MiB more for a zip in a stream, and at most
/// 4 MiB per decoder in addition to the window of its stream. The names of one tar member take at most 4 MiB.
#[derive(Clone, Debug)]
pub struct Unpacker {
    window: u64,
    layers: u32,
    members: u64,
    temp: u64,
}

impl Unpacker {
    /// Whether Outlook files are read: whether the feature `outlook` is enabled.
    pub const READS_OUTLOOK: bool = cfg!(feature = "outlook");

    /// The default of [`max_window`](Self::max_window): 128 MiB.
    pub const DEFAULT_MAX_WINDOW: u64 = 128 << 20;

    /// The default of [`max_layers`](Self::max_layers).
    pub const DEFAULT_MAX_LAYERS: u32 = 8;

    /// The default of [`max_members`](Self::max_members).
    pub const DEFAULT_MAX_MEMBERS: u64 = 100_000_000;

    /// The default of [`max_temp`](Self::max_temp): 4 GiB.
    pub const DEFAULT_MAX_TEMP: u64 = 4 << 30;

    /// Creates an unpacker with the default limits.
    #[must_use]
    pub fn new() -> Self {
        Self {
            window: Self::DEFAULT_MAX_WINDOW,
            layers: Self::DEFAULT_MAX_LAYERS,
            members: Self::DEFAULT_MAX_MEMBERS,
            temp: Self::DEFAULT_MAX_TEMP,
        }
    }

    /// Sets the maximum window of a stream, in bytes: how far back a decoder may refer. A larger window is a
    /// fault. The windows of nested streams may take 32 MiB more than this in total.
    #[must_use]
    pub fn max_window(mut self, bytes: u64) -> Self {
        self.window = bytes;
        self
    }

    /// Sets the maximum number of nested layers: compressed streams and containers. More is a fault.
    #[must_use]
    pub fn max_layers(mut self, layers: u32) -> Self {
        self.layers = layers;
        self
    }

    /// Sets the maximum total number of members in the containers of one source. More is a fault,
    /// and the rest of the source is not read.
    #[must_use]
    pub fn max_members(mut self, members: u64) -> Self {
        self.members = members;
        self
    }

    /// Sets the maximum total size of the temporary files of one source, in bytes. A zip or an Outlook file larger than
    /// 1 MiB is copied to one if it is read from a stream or nested in another format. A file that exceeds the limit,
    /// together with the zips that contain it, is a fault; the part already copied is read.
    #[must_use]
    pub fn max_temp(mut self, bytes: u64) -> Self {
        self.temp = bytes;
        self
    }

    /// Passes all files in a source to a visitor, in order.
    ///
    /// `path` is the name of the source. A source that is neither compressed nor a container is one file, with an empty
    /// packing. To detect the format before unpacking, use a [`Probe`] and [`resume`](Self::resume).
    ///
    /// # Errors
    ///
    /// Breaks if the visitor does, and only then: a source that exceeds a limit is a fault, which the visitor receives.
    pub fn unpack(
        &self,
        path: &Path,
        mut source: ByteSource<'_>,
        visitor: &mut dyn Visitor,
    ) -> ControlFlow<()> {
        let mut probe = Probe::new();
        probe.read(&mut source, &mut || visitor.before_read())?;
        self.resume(path, source, &mut probe, visitor)
    }

    /// Like [`unpack`](Self::unpack), for a source whose first bytes `probe` has read.
    ///
    /// # Errors
    ///
    /// As for [`unpack`](Self::unpack).
    pub fn resume(
        &self,
        path: &Path,
        mut source: ByteSource<'_>,
        probe: &mut Probe,
        visitor: &mut dyn Visitor,
    ) -> ControlFlow<()> {
        let file = match source {
            ByteSource::File(file) => Some(file),
            ByteSource::Stream(_) => None,
        };
        let temp = TempSpace::new(self.temp);
        let limits = Limits {
            layers: self.layers,
            members: self.members,
        };
        let budget = WindowBudget::new(self.window);
        let mut layers = Layers::new(limits, &temp, &budget, visitor);
        let format = probe.format();
        // A break only means that nothing more of the source is read.
        let _ = probe.with_reader(&mut source, |bytes| match format {
            None => layers.plain_file(path, bytes),
            format => layers.open_as(format, path, bytes, file),
        });
        layers.outcome()
    }
}

impl Default for Unpacker {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests;
