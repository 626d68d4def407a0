//! What the two ways through a zip share: members and faults, as they are reported.

use std::{
    io::{self, Read},
    ops::ControlFlow,
};

use super::{
    member::{Data, Member},
    store::Store,
};
use crate::{
    Fault, FaultKind, Format,
    event::Events,
    peek::PeekReader,
    stream::{self, Memory},
};

/// The maximum number of bytes that are read of a member to find its end if the caller has not read it.
const MOST_DRAINED: u64 = 16 << 20;

/// Reports the members of a zip.
pub(super) struct Emitter<'z, 'e> {
    pub(super) store: &'z Store,
    pub(super) memory: &'z Memory,
    pub(super) events: &'z mut Events<'e>,
}

impl Emitter<'_, '_> {
    /// Reports a member that can be read. If nothing told where its data end, returns where they were
    /// found to end, if they were.
    pub(super) fn member(&mut self, name: &[u8], data: &Data) -> ControlFlow<(), Option<u64>> {
        let mut section = self.store.section(data.start..data.end.min(data.most));
        let Some(method) = data.method() else {
            let mut member = Member::new(&mut section, data);
            self.events.member(name, &mut member)?;
            return ControlFlow::Continue(None);
        };
        let mut bytes = PeekReader::new(&mut section);
        let memory = self.memory;
        let mut decoder = stream::decoder(method, &mut bytes, Format::Zip, data.start, memory);
        let mut member = Member::new(&mut *decoder, data);
        self.events.member(name, &mut member)?;
        if data.expected.is_none() && !member.is_over {
            // The caller did not want these bytes, so their errors are of no interest.
            let _ = io::copy(&mut (&mut member).take(MOST_DRAINED), &mut io::sink());
        }
        ControlFlow::Continue(member.ended_at)
    }

    /// Reports a fault of a member.
    pub(super) fn member_fault(&mut self, name: &[u8], error: io::Error) -> ControlFlow<()> {
        self.events.fault(Some(name), error)
    }

    /// Reports an error that concerns the whole zip.
    pub(super) fn error(&mut self, error: io::Error) -> ControlFlow<()> {
        self.events.fault(None, error)
    }

    /// Reports a fault of the zip, noticed at `offset`.
    pub(super) fn fault(&mut self, offset: u64, kind: FaultKind) -> ControlFlow<()> {
        self.error(Fault::new(Format::Zip, offset, kind).into())
    }
}
