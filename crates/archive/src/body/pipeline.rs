//! The pipeline of decoders between the file and a text.

use std::{fmt, mem, ops::ControlFlow};

use crate::{
    Origin, Rest, SearchFrom, Visitor,
    decode::{Decoder, Output, PageBuffers, PageEvent, PageReader},
    origin::OffsetMap,
};

/// The number of bytes decoded at a time: small enough that the output stays in the L1 cache.
const BLOCK: usize = 16 << 10;

/// The maximum number of decoders of a text: transfer encoding, folds, charset, escapes, HTML.
const MAX_STAGES: usize = 5;

/// The decoders of the current text, in order, with their offset maps.
#[derive(Debug, Default)]
pub(crate) struct DecodePipeline {
    /// Maps the input of the first decoder to the file.
    source: OffsetMap,
    stages: Vec<Stage>,
    /// The outputs of unused stages.
    spare: Vec<Output>,
    /// The buffers of the last HTML page.
    page_buffers: PageBuffers,
    /// The charset that was guessed last for the text, as it was reported.
    guessed: Option<&'static str>,
    /// Whether the text has not ended.
    is_open: bool,
    /// Offsets in the file before which the text has no trigger, and no `<` that may open a candidate, if it is there
    /// as it is.
    first_trigger: u64,
    first_opener: u64,
}

/// What follows the bytes that a stage receives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AfterInput {
    /// The state of the text.
    Rest(Rest),
    /// More input, before which all stages [release](Decoder::release) what they hold back.
    Release,
    /// More input, which may arrive late: all stages [pause](Decoder::pause).
    Pause,
}

struct Stage {
    decoder: Box<dyn Decoder>,
    /// The number of input bytes so far.
    consumed: u64,
    out: Output,
}

impl fmt::Debug for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stage").finish_non_exhaustive()
    }
}

impl Stage {
    /// Processes the next bytes. Returns whether the result is in the stage's output; if not,
    /// `input` passes through unchanged.
    fn process(&mut self, input: &[u8], after_input: AfterInput) -> bool {
        let passes_through =
            after_input == AfterInput::Rest(Rest::Coming) && self.decoder.passes(input);
        if passes_through {
            let map = self.out.map_mut();
            map.push_verbatim(input.len() as u64, self.consumed);
        } else if !input.is_empty() {
            self.decoder.decode(input, self.consumed, &mut self.out);
        }
        self.consumed += input.len() as u64;
        match after_input {
            AfterInput::Rest(Rest::Coming) => {}
            AfterInput::Rest(Rest::Nothing) => self.decoder.finish(self.consumed, &mut self.out),
            AfterInput::Rest(Rest::Lost) => self.decoder.cut(self.consumed, &mut self.out),
            AfterInput::Release => self.decoder.release(&mut self.out),
            AfterInput::Pause => self.decoder.pause(&mut self.out),
        }
        !passes_through
    }
}

impl DecodePipeline {
    /// Begins a text.
    pub(crate) fn begin(&mut self) {
        self.is_open = true;
        self.guessed = None;
        self.source.clear();
        for mut stage in self.stages.drain(..) {
            let page = stage.decoder.page();
            if let Some(buffers) = page.and_then(PageReader::take_buffers) {
                self.page_buffers = buffers;
            }
            self.spare.push(stage.out);
        }
    }

    /// Sets offsets in the file before which texts that are there as they are have no trigger, and no `<` that may open
    /// a candidate.
    pub(crate) fn search_from(&mut self, first_trigger: u64, first_opener: u64) {
        self.first_trigger = first_trigger;
        self.first_opener = first_opener;
    }

    /// Takes the buffers of the last HTML page, for the next one.
    pub(crate) fn take_page_buffers(&mut self) -> PageBuffers {
        mem::take(&mut self.page_buffers)
    }

    /// Begins a text with the decoders of the previous one, if all of them can restart.
    pub(crate) fn begin_again(&mut self) -> bool {
        let can = self.stages.iter_mut().all(|stage| stage.decoder.restart());
        if can {
            self.is_open = true;
            self.guessed = None;
            self.source.clear();
            for stage in &mut self.stages {
                stage.consumed = 0;
                stage.out.clear();
            }
        }
        can
    }

    /// Drops the current text.
    pub(crate) fn reset(&mut self) {
        self.is_open = false;
    }

    /// Appends a decoder to the text that was just begun.
    pub(crate) fn push_decoder(&mut self, decoder: impl Decoder + 'static) {
        self.push_boxed(Box::new(decoder));
    }

    /// Appends a decoder as [`push_decoder`](Self::push_decoder) does.
    pub(crate) fn push_boxed(&mut self, decoder: Box<dyn Decoder>) {
        let mut out = self.spare.pop().unwrap_or_default();
        out.clear();
        self.stages.push(Stage {
            decoder,
            consumed: 0,
            out,
        });
    }

    /// Reads the next bytes of the text, which are at `offset` in the file.
    pub(crate) fn push(
        &mut self,
        bytes: &[u8],
        offset: u64,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<()> {
        if bytes.is_empty() {
            return ControlFlow::Continue(());
        }
        if self.stages.is_empty() {
            return self.push_block(bytes, offset, visitor);
        }
        let mut offset = offset;
        for block in bytes.chunks(BLOCK) {
            self.push_block(block, offset, visitor)?;
            offset += block.len() as u64;
        }
        ControlFlow::Continue(())
    }

    fn push_block(
        &mut self,
        bytes: &[u8],
        offset: u64,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<()> {
        self.source.push_verbatim(bytes.len() as u64, offset);
        let index = |of: u64| of.saturating_sub(offset).min(bytes.len() as u64) as usize;
        let from = SearchFrom {
            trigger: index(self.first_trigger),
            opener: index(self.first_opener),
        };
        let coming = AfterInput::Rest(Rest::Coming);
        self.run(bytes, from, coming, visitor)
    }

    /// Returns whether the next byte of the text is markup, according to the last decoder. All
    /// decoders first release what they hold back, as far as it does not depend on the next byte.
    pub(crate) fn is_in_markup(&mut self, visitor: &mut impl Visitor) -> ControlFlow<(), bool> {
        self.run(&[], SearchFrom::default(), AfterInput::Release, visitor)?;
        ControlFlow::Continue(self.page().is_some_and(|page| page.is_in_markup()))
    }

    /// Returns the reader of the HTML page, if the text is one.
    fn page(&mut self) -> Option<&mut dyn PageReader> {
        self.stages.last_mut()?.decoder.page()
    }

    /// Passes on the bytes that are held back only because all of them might be dropped.
    pub(crate) fn pause(&mut self, visitor: &mut impl Visitor) -> ControlFlow<()> {
        self.run(&[], SearchFrom::default(), AfterInput::Pause, visitor)
    }

    /// Ends the text, whose rest is nothing or lost.
    pub(crate) fn finish(&mut self, rest: Rest, visitor: &mut impl Visitor) -> ControlFlow<()> {
        self.is_open = false;
        let nothing = SearchFrom::default();
        self.run(&[], nothing, AfterInput::Rest(rest), visitor)?;
        self.with_origin(|origin| {
            if rest == Rest::Lost {
                visitor.cut(origin)
            } else {
                visitor.end(origin)
            }
        })
    }

    /// Runs the next bytes through all stages and, if the text ends, the bytes that the stages hold back. `from` says
    /// which of them need not be searched if no stage changes them.
    fn run(
        &mut self,
        bytes: &[u8],
        from: SearchFrom,
        after_input: AfterInput,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<()> {
        let stages = self.stages.len();
        // The last stage that changed its input.
        let mut last = None;
        for index in 0..stages {
            let (earlier, after) = self.stages.split_at_mut(index);
            let Some(stage) = after.first_mut() else {
                break;
            };
            let input = match last {
                None => bytes,
                Some(last) => stage_output(earlier, last),
            };
            if stage.process(input, after_input) {
                last = Some(index);
            }
        }
        if last.is_some() {
            self.report_guess(visitor);
        }
        let events = self.page().map(PageReader::take_events);
        if let Some(events) = events.filter(|events| !events.is_empty()) {
            for event in &events {
                self.report_page_event(event, visitor)?;
            }
            if let Some(page) = self.page() {
                page.reuse_events(events);
            }
        }
        let text = last.map_or(bytes, |last| stage_output(&self.stages, last));
        if !text.is_empty() {
            self.with_origin(|origin| {
                if last.is_none() && from != SearchFrom::default() {
                    visitor.text_from(text, origin, from)
                } else {
                    visitor.text(text, origin)
                }
            })?;
        }
        self.discard_delivered();
        ControlFlow::Continue(())
    }

    /// Reports the charset that is guessed for the text, if that is new.
    fn report_guess(&mut self, visitor: &mut impl Visitor) {
        let mut stages = self.stages.iter();
        let guessed = stages.find_map(|stage| stage.decoder.guessed());
        if let Some(name) = guessed.filter(|_| guessed != self.guessed) {
            self.guessed = guessed;
            visitor.charset_guessed(name);
        }
    }

    /// Reports an event of the last stage, the one for an HTML page.
    fn report_page_event(&self, event: &PageEvent, visitor: &mut impl Visitor) -> ControlFlow<()> {
        let mut maps = self.maps();
        event.with_markup(&mut maps[..=self.stages.len()], |markup| {
            visitor.markup(event.at, markup)
        })
    }

    /// Returns the offset in the file at which the last byte begins that was passed on; if there is none, that at which
    /// the text begins. No later byte begins before it. `None` if no byte of a text has been read.
    pub(crate) fn delivered(&self) -> Option<u64> {
        if !self.is_open || self.source.len() == 0 {
            return None;
        }
        let last = self.stages.last();
        let last = last.map_or(self.source.len(), |stage| stage.out.map().len());
        Some(self.with_origin(|origin| origin.start(last.saturating_sub(1))))
    }

    fn with_origin<R>(&self, then: impl FnOnce(&Origin<'_>) -> R) -> R {
        then(&Origin::new(&self.maps()[..=self.stages.len()]))
    }

    /// Returns the maps from the output to the file, the last stage first.
    fn maps(&self) -> [&OffsetMap; MAX_STAGES + 1] {
        let mut maps = [&self.source; MAX_STAGES + 1];
        for (map, stage) in maps.iter_mut().zip(self.stages.iter().rev()) {
            *map = stage.out.map();
        }
        maps
    }

    /// Drops the bytes that were passed on, and their maps but that of the last byte.
    fn discard_delivered(&mut self) {
        let mut last = u64::MAX;
        for stage in self.stages.iter_mut().rev() {
            stage.out.clear_bytes();
            let map = stage.out.map_mut();
            map.forget_before(last);
            last = map.start(last.min(map.len().saturating_sub(1)));
        }
        self.source.forget_before(last);
    }
}

/// Returns the output of the stage at an index for the current input.
fn stage_output(stages: &[Stage], index: usize) -> &[u8] {
    stages.get(index).map_or(&[], |stage| stage.out.bytes())
}
