//! The emission of members and faults, shared by the directory and the scan of local headers.

use std::{
    io::{self, Read},
    ops::ControlFlow,
};

use super::member::{MemberReader, MemberSpec};
use crate::{
    Fault, FaultKind, Format,
    event::Events,
    peek::PeekReader,
    store::Store,
    stream::{self, WindowBudget},
};

/// The maximum number of bytes read to find the end of a member that the caller has not read.
const MAX_DRAINED: u64 = 16 << 20;

/// Emits the members of a zip.
pub(super) struct Emitter<'z, 'e> {
    pub(super) store: &'z Store,
    pub(super) budget: &'z WindowBudget,
    pub(super) events: &'z mut Events<'e>,
}

impl Emitter<'_, '_> {
    /// Emits a readable member. Returns the end of its data if decoding found it, because it was unknown or the
    /// recorded size was too large.
    pub(super) fn member(
        &mut self,
        name: &[u8],
        spec: &MemberSpec,
    ) -> ControlFlow<(), Option<u64>> {
        let is_partial = self.store.is_partial();
        let mut section = self.store.section(spec.start..spec.end.min(spec.limit));
        let Some(method) = spec.method() else {
            let mut member = MemberReader::new(&mut section, spec, is_partial);
            self.events.member(name, &mut member)?;
            return ControlFlow::Continue(None);
        };
        let mut bytes = PeekReader::new(&mut section);
        let budget = self.budget;
        let mut decoder = stream::decoder(method, &mut bytes, Format::Zip, spec.start, budget);
        let mut member = MemberReader::new(&mut *decoder, spec, is_partial);
        self.events.member(name, &mut member)?;
        if spec.expected.is_none() && !member.is_done {
            // Only the end is needed; the caller has skipped the bytes and their errors.
            let _ = io::copy(&mut (&mut member).take(MAX_DRAINED), &mut io::sink());
        }
        ControlFlow::Continue(member.ended_at)
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
