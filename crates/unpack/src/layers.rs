//! The nested layers of one source, opened down to the files.

#[cfg(feature = "outlook")]
use std::path::PathBuf;
use std::{fs::File, io::Read, ops::ControlFlow, path::Path};

use crate::{
    Fault, FaultKind, Format, Recognised, UnpackedFile, Visitor,
    container::{
        event::{Event, Events},
        tar, warc, zip,
    },
    format::Layer,
    io::{
        peek::{PeekReader, PlainReader},
        store::Location,
        temp::TempSpace,
    },
    name::member_path,
    receiver::Receiver,
    recognise::{Outcome, recognise},
    stream::{self, WindowBudget},
};
#[cfg(feature = "outlook")]
use crate::{
    container::outlook::{self, OutlookEvent},
    io::store::Store,
};

/// The limits for one source.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// The maximum number of nested layers.
    pub(crate) layers: u32,
    /// The maximum total number of members in all containers.
    pub(crate) members: u64,
}

/// The open layers of a source, and what its limits still allow.
pub(crate) struct Layers<'u> {
    limits: Limits,
    temp: &'u TempSpace,
    visitor: Receiver<'u>,
    /// The open layers, outermost first.
    packing: Vec<Format>,
    budget: &'u WindowBudget,
    /// The number of members so far, in all containers.
    members: u64,
}

impl<'u> Layers<'u> {
    /// Starts without open layers.
    pub(crate) fn new(
        limits: Limits,
        temp: &'u TempSpace,
        budget: &'u WindowBudget,
        visitor: &'u mut dyn Visitor,
    ) -> Self {
        Self {
            limits,
            temp,
            visitor: Receiver::new(visitor),
            packing: Vec::new(),
            budget,
            members: 0,
        }
    }

    /// Returns the outcome for the caller: a break only if the visitor broke. All other breaks only end the reading of
    /// the source.
    pub(crate) fn outcome(self) -> ControlFlow<()> {
        self.visitor.outcome()
    }

    /// Opens the contents of a layer: a stream of unknown format.
    fn open(&mut self, path: &Path, from: &mut dyn Read) -> ControlFlow<()> {
        let mut bytes = PeekReader::new(from);
        let format = match recognise(&mut bytes, &mut || ControlFlow::Continue(()))? {
            Outcome::Known(format) => format,
            Outcome::Failed(error) if bytes.buffered().is_empty() => {
                return self.visitor.fault(path, error);
            }
            // The bytes before the error decide. The next reader gets the error.
            Outcome::Failed(error) => {
                bytes.fail_later(error);
                match Recognised::from_head(bytes.buffered(), true) {
                    Recognised::Format(format) => Some(format),
                    Recognised::Plain | Recognised::Undecided => None,
                }
            }
        };
        self.open_as(format, path, &mut bytes, None)
    }

    /// Passes a file that is neither compressed nor a container.
    fn file(&mut self, path: &Path, bytes: &mut dyn Read) -> ControlFlow<()> {
        self.visitor.file(UnpackedFile {
            path,
            packing: &self.packing,
            layout: None,
            bytes,
        })
    }

    /// Passes the source, which is neither compressed nor a container.
    pub(crate) fn plain_file(
        &mut self,
        path: &Path,
        bytes: &mut PeekReader<'_>,
    ) -> ControlFlow<()> {
        let mut bytes = PlainReader(bytes);
        self.visitor.file(UnpackedFile::plain(path, &mut bytes))
    }

    /// Opens a stream of a known format, `None` for a plain file. `file` is the file whose whole contents
    /// `bytes` reads, if any.
    pub(crate) fn open_as(
        &mut self,
        format: Option<Format>,
        path: &Path,
        bytes: &mut PeekReader<'_>,
        file: Option<&File>,
    ) -> ControlFlow<()> {
        let Some(format) = format else {
            return self.file(path, bytes);
        };
        let allowed = self.limits.layers;
        if self.packing.len() >= allowed as usize {
            let fault = Fault::new(format, 0, FaultKind::TooDeep { allowed });
            return self.visitor.fault(path, fault.into());
        }
        self.packing.push(format);
        let end = self.open_layer(format, path, bytes, file);
        self.packing.pop();
        end
    }

    fn open_layer(
        &mut self,
        format: Format,
        path: &Path,
        bytes: &mut PeekReader<'_>,
        file: Option<&File>,
    ) -> ControlFlow<()> {
        let budget = self.budget;
        match format.layer() {
            Layer::Stream(method) => {
                let mut decoder = stream::decoder(method, bytes, format, 0, budget);
                self.open(path, &mut *decoder)
            }
            Layer::Zip => {
                let location = Location::of(file, self.temp);
                self.open_container(format, path, |events| {
                    zip::read(bytes, location, budget, events)
                })
            }
            Layer::Tar => self.open_container(format, path, |events| tar::read(bytes, events)),
            Layer::Warc => self.open_container(format, path, |events| warc::read(bytes, events)),
            #[cfg(feature = "outlook")]
            Layer::Outlook => self.open_outlook(format, path, bytes, file),
            Layer::Unread => {
                let fault = Fault::new(format, 0, FaultKind::Unsupported);
                self.visitor.fault(path, fault.into())
            }
        }
    }

    /// Passes on what `read` finds in a container.
    fn open_container(
        &mut self,
        format: Format,
        path: &Path,
        read: impl FnOnce(&mut Events<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut members = 0;
        let mut handler = |event: Event<'_>| self.event(format, path, &mut members, event);
        let end = read(&mut Events::new(&mut handler));
        self.end_container(path, members)?;
        end
    }

    fn end_container(&mut self, path: &Path, members: u64) -> ControlFlow<()> {
        if self.visitor.has_stopped() {
            return ControlFlow::Continue(());
        }
        self.visitor.container(path, &self.packing, members)
    }

    /// Opens an Outlook file. A compound file that is not a message, or cannot be opened, is read as a plain file.
    #[cfg(feature = "outlook")]
    fn open_outlook(
        &mut self,
        format: Format,
        path: &Path,
        bytes: &mut PeekReader<'_>,
        file: Option<&File>,
    ) -> ControlFlow<()> {
        let location = Location::of(file, self.temp);
        let (store, failed) = Store::open(bytes, format, location);
        if let Some(error) = failed {
            self.visitor.fault(path, error)?;
        }
        let is_readable = format == Format::Pst
            || match outlook::holds_message(&store) {
                Ok(holds_message) => holds_message,
                Err(error) => {
                    self.visitor.fault(path, error)?;
                    false
                }
            };
        if !is_readable {
            self.packing.pop();
            let end = self.file(path, &mut store.section(0..store.len()));
            self.packing.push(format);
            return end;
        }
        let mut members = 0;
        let end = outlook::read(&store, format, &mut |event| match event {
            OutlookEvent::Message => self.count_member(format, path, &mut members),
            OutlookEvent::Text {
                name,
                layout,
                bytes,
            } => self.visitor.file(UnpackedFile {
                path: &text_path(path, name),
                packing: &self.packing,
                layout: Some(layout),
                bytes,
            }),
            OutlookEvent::Fault { name, error } => {
                self.visitor.fault(&text_path(path, name), error)
            }
        });
        self.end_container(path, members)?;
        end
    }

    /// Handles an event of a container reader. `members` counts the members of this container.
    fn event(
        &mut self,
        format: Format,
        path: &Path,
        members: &mut u64,
        event: Event<'_>,
    ) -> ControlFlow<()> {
        match event {
            Event::Member { name, bytes } => {
                self.count_member(format, path, members)?;
                self.visitor.begin_member();
                self.open(&member_path(path, name), bytes)
            }
            Event::Fault { name: None, error } => self.visitor.fault(path, error),
            Event::Fault {
                name: Some(name),
                error,
            } => {
                self.count_member(format, path, members)?;
                self.visitor.fault(&member_path(path, name), error)
            }
            // The visitor has it already.
            Event::CutMember { was_read: true, .. } if self.visitor.has_end() => {
                ControlFlow::Continue(())
            }
            Event::CutMember { name, error, .. } => {
                self.visitor.fault(&member_path(path, name), error)
            }
        }
    }

    /// Counts a member. If it exceeds the limit, reports that and breaks, which ends the reading of the source.
    fn count_member(&mut self, format: Format, path: &Path, members: &mut u64) -> ControlFlow<()> {
        let allowed = self.limits.members;
        if self.members == allowed {
            let fault = Fault::new(format, 0, FaultKind::TooMany { allowed });
            self.visitor.fault(path, fault.into())?;
            return ControlFlow::Break(());
        }
        self.members += 1;
        *members += 1;
        ControlFlow::Continue(())
    }
}

/// Returns the path of a text in a file of Outlook.
#[cfg(feature = "outlook")]
fn text_path(path: &Path, name: &[String]) -> PathBuf {
    let names = name.iter();
    names.fold(path.into(), |path, name| {
        member_path(&path, name.as_bytes())
    })
}
