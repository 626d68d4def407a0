//! The decoders that a text goes through, from the bytes of the file on.

use std::{fmt, ops::ControlFlow};

use crate::{
    Origin, Rest, Visitor,
    decode::{Decoder, Output},
    origin::OffsetMap,
};

/// How much is decoded at a time: what it gives should stay in the nearest cache.
const PIECE: usize = 16 << 10;

/// The most decoders that a text goes through: transfer encoding, prefilter, charset, layout.
const MOST_STAGES: usize = 4;

/// The decoders of the current text, in order, and the offset maps that they make.
#[derive(Debug, Default)]
pub(crate) struct DecodePipeline {
    /// From the bytes given to the file.
    source: OffsetMap,
    stages: Vec<Stage>,
    /// The outputs of stages that are not in use.
    spare: Vec<Output>,
    /// Whether the text goes on.
    is_open: bool,
}

struct Stage {
    decoder: Box<dyn Decoder>,
    /// How many bytes it was given.
    taken: u64,
    out: Output,
}

impl fmt::Debug for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stage").finish_non_exhaustive()
    }
}

impl Stage {
    /// Takes the next bytes, and says whether what they give is in its output: if not, they are to
    /// be passed on as they are.
    fn give(&mut self, input: &[u8], rest: Rest) -> bool {
        let passes = rest == Rest::Coming && self.decoder.passes(input);
        if passes {
            let map = self.out.map_mut();
            map.push_verbatim(input.len() as u64, self.taken);
        } else if !input.is_empty() {
            self.decoder.decode(input, self.taken, &mut self.out);
        }
        self.taken += input.len() as u64;
        match rest {
            Rest::Coming => {}
            Rest::Nothing => self.decoder.finish(self.taken, &mut self.out),
            Rest::Lost => self.decoder.cut(self.taken, &mut self.out),
        }
        !passes
    }
}

impl DecodePipeline {
    /// Begins a text.
    pub(crate) fn begin(&mut self) {
        self.is_open = true;
        self.source.clear();
        self.spare
            .extend(self.stages.drain(..).map(|stage| stage.out));
    }

    /// Begins a text that is decoded as the one before was, if all its decoders can begin anew.
    pub(crate) fn begin_again(&mut self) -> bool {
        let can = self.stages.iter_mut().all(|stage| stage.decoder.restart());
        if can {
            self.is_open = true;
            self.source.clear();
            for stage in &mut self.stages {
                stage.taken = 0;
                stage.out.clear();
            }
        }
        can
    }

    /// Drops the text at hand.
    pub(crate) fn reset(&mut self) {
        self.is_open = false;
    }

    /// Adds a decoder to the text that was just begun, after those that it has.
    pub(crate) fn push_decoder(&mut self, decoder: impl Decoder + 'static) {
        self.push_boxed(Box::new(decoder));
    }

    /// Adds a decoder as [`push_decoder`](Self::push_decoder) does.
    pub(crate) fn push_boxed(&mut self, decoder: Box<dyn Decoder>) {
        let mut out = self.spare.pop().unwrap_or_default();
        out.clear();
        self.stages.push(Stage {
            decoder,
            taken: 0,
            out,
        });
    }

    /// Reads on in the text: `bytes` stand in the file at `offset`.
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
            return self.push_piece(bytes, offset, visitor);
        }
        let mut offset = offset;
        for piece in bytes.chunks(PIECE) {
            self.push_piece(piece, offset, visitor)?;
            offset += piece.len() as u64;
        }
        ControlFlow::Continue(())
    }

    fn push_piece(
        &mut self,
        bytes: &[u8],
        offset: u64,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<()> {
        self.source.push_verbatim(bytes.len() as u64, offset);
        self.run(bytes, Rest::Coming, visitor)
    }

    /// The text is over.
    pub(crate) fn finish(&mut self, visitor: &mut impl Visitor) -> ControlFlow<()> {
        self.is_open = false;
        self.run(&[], Rest::Nothing, visitor)?;
        self.with_origin(|origin| visitor.end(origin))
    }

    /// The rest of the text is lost.
    pub(crate) fn cut(&mut self, visitor: &mut impl Visitor) -> ControlFlow<()> {
        self.is_open = false;
        self.run(&[], Rest::Lost, visitor)?;
        visitor.cut()
    }

    /// Passes the next bytes through all stages, and what they hold back after them if no more will
    /// come.
    fn run(&mut self, bytes: &[u8], rest: Rest, visitor: &mut impl Visitor) -> ControlFlow<()> {
        let goes_on = visitor.needed().is_some();
        let stages = self.stages.len();
        // The stage whose output is at hand.
        let mut last = None;
        for index in 0..stages {
            let (before, after) = self.stages.split_at_mut(index);
            let Some(stage) = after.first_mut() else {
                break;
            };
            let input = match last {
                None => bytes,
                Some(last) => outcome(before, last),
            };
            // What the last stage but one gives is no `<` yet.
            stage.decoder.need_places(goes_on || index + 1 < stages);
            if stage.give(input, rest) {
                last = Some(index);
            }
        }
        let text = last.map_or(bytes, |last| outcome(&self.stages, last));
        if !text.is_empty() {
            self.with_origin(|origin| visitor.text(text, origin))?;
        }
        self.forget(visitor.needed());
        ControlFlow::Continue(())
    }

    /// Tells, in their order, where in the file bytes stand that are held back by a decoder and
    /// may yet give a `<`.
    pub(crate) fn held(&self, tell: &mut dyn FnMut(u64)) {
        if !self.is_open {
            return;
        }
        for (index, stage) in self.stages.iter().enumerate().rev() {
            stage.decoder.held(&mut |at| {
                let maps = self.stages[..index].iter().rev();
                let at = maps.fold(at, |at, stage| stage.out.map().start(at));
                tell(self.source.start(at));
            });
        }
    }

    fn with_origin<R>(&self, then: impl FnOnce(&Origin<'_>) -> R) -> R {
        let mut maps = [&self.source; MOST_STAGES + 1];
        for (map, stage) in maps.iter_mut().zip(self.stages.iter().rev()) {
            *map = stage.out.map();
        }
        then(&Origin::new(&maps[..=self.stages.len()]))
    }

    /// Drops what was told, and the maps of what nobody can ask for any more.
    fn forget(&mut self, needed: Option<u64>) {
        let mut needed = needed.unwrap_or(u64::MAX);
        for stage in self.stages.iter_mut().rev() {
            stage.out.clear_bytes();
            let map = stage.out.map_mut();
            map.forget_before(needed);
            needed = map.start(needed);
        }
        self.source.forget_before(needed);
    }
}

/// What the stage at an index has made of the input at hand.
fn outcome(stages: &[Stage], index: usize) -> &[u8] {
    stages.get(index).map_or(&[], |stage| stage.out.bytes())
}
