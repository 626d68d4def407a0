//! The emission of members and faults, shared by the directory and the scan of local headers.

use std::{io, ops::ControlFlow};

use super::member::{MemberEnd, MemberReader, MemberSpec};
use crate::{
    Fault, FaultKind, Format,
    container::event::Events,
    io::{peek::PeekReader, store::Store},
    stream::{self, WindowBudget},
};

/// Emits the members of a zip.
pub(super) struct Emitter<'z, 'e> {
    pub(super) store: &'z Store,
    pub(super) budget: &'z WindowBudget,
    pub(super) events: &'z mut Events<'e>,
}

impl Emitter<'_, '_> {
    /// Emits a readable member. Returns where it ends.
    pub(super) fn member(&mut self, name: &[u8], spec: &MemberSpec) -> ControlFlow<(), MemberEnd> {
        let events = &mut *self.events;
        with_reader(self.store, self.budget, spec, |member| {
            events.member(name, member)?;
            if spec.expected.is_none() {
                drain(member);
            }
            ControlFlow::Continue(member.end())
        })
    }

    /// Returns the end of a member that the caller has not read to its end: where decoding it ends, or the recorded
    /// one.
    pub(super) fn find_end(&self, spec: &MemberSpec) -> u64 {
        with_reader(self.store, self.budget, spec, |member| {
            drain(member);
            match member.end() {
                MemberEnd::Found(end) => end,
                MemberEnd::Recorded | MemberEnd::Unread => spec.end,
            }
        })
    }

    /// Reports an error in a member.
    pub(super) fn member_fault(&mut self, name: &[u8], error: io::Error) -> ControlFlow<()> {
        self.events.fault(Some(name), error)
    }

    /// Reports an error in the zip itself.
    pub(super) fn error(&mut self, error: io::Error) -> ControlFlow<()> {
        self.events.fault(None, error)
    }

    /// Reports a fault in the zip itself, detected at `offset`.
    pub(super) fn fault(&mut self, offset: u64, kind: FaultKind) -> ControlFlow<()> {
        self.error(Fault::new(Format::Zip, offset, kind).into())
    }
}

/// Calls `read` with a reader of the bytes of a member.
fn with_reader<T>(
    store: &Store,
    budget: &WindowBudget,
    spec: &MemberSpec,
    read: impl FnOnce(&mut MemberReader<'_>) -> T,
) -> T {
    let is_partial = store.is_partial();
    let mut section = store.section(spec.start..spec.end.min(spec.limit));
    let Some(method) = spec.method() else {
        return read(&mut MemberReader::new(&mut section, spec, is_partial));
    };
    let mut bytes = PeekReader::new(&mut section);
    let mut decoder = stream::decoder(method, &mut bytes, Format::Zip, spec.start, budget);
    read(&mut MemberReader::new(&mut *decoder, spec, is_partial))
}

/// Reads what is left of a member, to find its end. The caller has skipped the bytes and their errors.
fn drain(member: &mut MemberReader<'_>) {
    let _ = io::copy(member, &mut io::sink());
}
