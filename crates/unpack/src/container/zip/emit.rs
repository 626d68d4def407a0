//! The emission of members and faults, shared by the directory and the scan of local headers.

use std::{io, ops::ControlFlow};

use super::member::{MemberReader, MemberSpec};
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
    /// Emits a readable member. Returns its end if decoding ended before the recorded one.
    pub(super) fn member(
        &mut self,
        name: &[u8],
        spec: &MemberSpec,
    ) -> ControlFlow<(), Option<u64>> {
        let events = &mut *self.events;
        with_reader(self.store, self.budget, spec, |member| {
            events.member(name, member)?;
            ControlFlow::Continue(member.ended_at())
        })
    }

    /// Decodes a member whose end is not known, and returns its end, if the data have one.
    pub(super) fn find_end(&self, spec: &MemberSpec) -> Option<u64> {
        with_reader(self.store, self.budget, spec, |member| {
            // The caller reads the bytes, and gets their errors.
            let _ = io::copy(member, &mut io::sink());
            member.ended_at()
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
