//! Completes chunks in the order of the input.

use std::{io, mem};

use urlsift_record::Preceding;

use super::{OutputChunk, event::Event, render::OutputState};
use crate::select::dedup::Deduplicator;

impl OutputChunk {
    /// Completes the chunk from the state after its predecessors, and advances the state past the chunk.
    ///
    /// # Errors
    ///
    /// Returns an error if a temporary file of the deduplicator cannot be written or read.
    pub(crate) fn collect(
        &mut self,
        state: &mut OutputState,
        preceding: Preceding,
    ) -> io::Result<()> {
        if let Some(dedup) = self.dedup.take() {
            self.remove_repeated(&dedup)?;
        }
        self.preceding = preceding;
        self.state = *state;
        for event in &mut self.events.list {
            state.advance(event, self.options);
        }
        if self.file.is_open {
            if !self.file.is_announced {
                state.continue_file(self.file.is_resumed);
            }
            state.count_links(self.file.count_here);
        }
        Ok(())
    }

    /// Removes the links that occurred in earlier chunks, and adds the keys of the others.
    fn remove_repeated(&mut self, dedup: &Deduplicator) -> io::Result<()> {
        let mut collected = dedup.collect()?;
        if dedup.is_final() {
            return collected.add_all(&self.keys);
        }
        // The number of links removed from the current file.
        let mut removed = 0;
        let mut error = None;
        let summary = &mut self.summary;
        let keys = &self.events.keys;
        self.events.list.retain_mut(|event| {
            match event {
                Event::File(file) if !file.is_resumed => {
                    removed = 0;
                    collected.begin_file();
                }
                Event::Link(link) if error.is_none() => {
                    let key = link.key.map(|key| keys[key as usize]);
                    let is_new = key.map_or(Ok(true), |key| collected.insert(key, link.message));
                    match is_new {
                        Ok(true) => {}
                        Ok(false) => {
                            removed += 1;
                            summary.urls.remove(link.level);
                            *summary.repeated.get_or_insert_default() += 1;
                            return false;
                        }
                        Err(failure) => error = Some(failure),
                    }
                }
                Event::End(end) => end.count -= mem::take(&mut removed),
                _ => {}
            }
            true
        });
        if self.file.is_open {
            if !self.file.is_announced && !self.file.is_resumed {
                collected.begin_file();
                removed = 0;
            }
            self.file.count_here -= removed;
        }
        error.map_or(Ok(()), Err)
    }
}
