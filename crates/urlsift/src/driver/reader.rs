//! The thread that goes through the inputs, and gives the others what they read.

use std::{
    fs::{self, File},
    io::{self, Read},
    mem,
    ops::ControlFlow,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, MutexGuard,
        mpsc::{Receiver, Sender},
    },
    thread,
};

use urlsift_archive::{Kind, ReadOptions, recognise};

use super::{
    lock,
    piece::{Piece, Source, Whole, read_at},
    tape::{Kept, Reached, Tape},
    task::{Course, Item, Member, Said, Shop, Task},
};
use crate::{
    Error, Input, Inputs, Printer,
    files::{Files, Format, Opened, Take},
};

/// How inputs are cut, in bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sizes {
    /// A file that is not larger is read whole; a larger one in pieces of this size.
    piece: u64,
    /// A stream is read in pieces of this size, or larger.
    stream_piece: u64,
    /// So much is read of a stream at a time.
    block: usize,
}

impl Default for Sizes {
    fn default() -> Self {
        Self {
            piece: 4 << 20,
            stream_piece: 1 << 20,
            block: BLOCK,
        }
    }
}

impl Sizes {
    /// For pieces of another size.
    pub(super) fn of_pieces(bytes: u64) -> Self {
        Self {
            piece: bytes,
            stream_piece: bytes,
            block: usize::try_from(bytes).map_or(BLOCK, |bytes| bytes.min(BLOCK)),
        }
    }
}

/// So much of a file is looked at to see what it is.
const HEAD: usize = 64 << 10;

/// So many bytes are a byte order mark of UTF-16.
const BYTE_ORDER_MARK: usize = 2;

/// How much is read of a stream at a time. A member of a container that is smaller is read whole.
const BLOCK: usize = 128 << 10;

/// Small files are read in runs of so many bytes, and of so many files.
const RUN_BYTES: u64 = 1 << 20;
const RUN_FILES: usize = 64;

/// What the reader says.
pub(super) enum Begun<P> {
    Task(Task<P>),
    /// It has panicked, if it has, while it read an input.
    Failed(Option<Input>),
    /// There are no more inputs.
    Done,
}

/// Has the inputs gone through, by one thread at a time.
pub(super) struct Readers<P: Printer> {
    shop: Arc<Shop<P>>,
    settings: Settings,
    inputs: Arc<Mutex<Rest>>,
    begun: Arc<Mutex<Sender<Begun<P::Page>>>>,
    /// That of the thread that reads now.
    turn: Arc<Turn>,
}

/// The inputs that are left.
struct Rest {
    inputs: Inputs,
    /// Whether standard input was among those before: there is nothing more in it.
    is_stdin_read: bool,
}

impl Rest {
    /// The next one, and whether it is known to be empty.
    fn next(&mut self) -> Option<Result<(Input, bool), Error>> {
        let next = self.inputs.next()?;
        Some(next.map(|input| {
            let is_stdin = input == Input::Stdin;
            let is_empty = is_stdin && self.is_stdin_read;
            self.is_stdin_read |= is_stdin;
            (input, is_empty)
        }))
    }
}

/// How inputs are read.
pub(super) struct Settings {
    pub(super) files: Files,
    pub(super) reading: ReadOptions,
    /// Whether files are read whole.
    pub(super) are_whole: bool,
    /// Whether those without messages are.
    pub(super) are_texts_whole: bool,
    pub(super) sizes: Sizes,
    /// What is kept of streams.
    pub(super) kept: Arc<Kept>,
}

impl Settings {
    /// Whether a file of this kind is read in pieces, if it can be cut.
    fn cuts(&self, kind: Kind) -> bool {
        !(self.are_texts_whole && kind == Kind::Text)
    }

    fn twin(&self) -> Self {
        Self {
            files: self.files.twin(),
            reading: self.reading.clone(),
            kept: Arc::clone(&self.kept),
            ..*self
        }
    }
}

/// What a thread reads that may have to wait for ever, and whether another one has taken over.
#[derive(Debug, Default)]
struct Turn(Mutex<TurnState>);

#[derive(Debug, Default)]
struct TurnState {
    course: Option<Arc<Course>>,
    /// The file that is being written to a tape.
    whole: Option<Arc<Whole>>,
    is_over: bool,
}

impl Turn {
    fn state(&self) -> MutexGuard<'_, TurnState> {
        lock(&self.0)
    }

    /// Begins with an input, or goes on behind one. A break if another one has taken over.
    fn go_on(&self, course: Option<Arc<Course>>) -> ControlFlow<()> {
        let mut state = self.state();
        if state.is_over {
            return ControlFlow::Break(());
        }
        state.course = course;
        ControlFlow::Continue(())
    }

    /// A file is being written to a tape. A break if nobody is interested.
    fn write(&self, whole: &Arc<Whole>) -> ControlFlow<()> {
        let mut state = self.state();
        if state.is_over {
            return ControlFlow::Break(());
        }
        state.whole = Some(Arc::clone(whole));
        ControlFlow::Continue(())
    }

    /// Ends it, wherever it is.
    fn stop(&self) {
        let mut state = self.state();
        state.is_over = true;
        if let Some(whole) = state.whole.take() {
            // What is wrong with it is of no interest either.
            let _ = whole.leave();
        }
    }

    /// Ends it, if it is at this input.
    fn end(&self, course: &Arc<Course>) -> bool {
        let mut state = self.state();
        let is_there = state
            .course
            .as_ref()
            .is_some_and(|at| Arc::ptr_eq(at, course));
        state.is_over |= is_there;
        is_there
    }
}

impl<P: Printer> Readers<P> {
    /// Tells what is begun over `begun`.
    pub(super) fn new(
        shop: Arc<Shop<P>>,
        settings: Settings,
        inputs: Inputs,
        begun: Sender<Begun<P::Page>>,
    ) -> Self {
        Self {
            shop,
            settings,
            inputs: Arc::new(Mutex::new(Rest {
                inputs,
                is_stdin_read: false,
            })),
            begun: Arc::new(Mutex::new(begun)),
            turn: Arc::default(),
        }
    }

    /// Has a thread go through the inputs that are left.
    ///
    /// # Errors
    ///
    /// If there are no more threads.
    pub(super) fn start(&mut self) -> io::Result<()> {
        self.turn = Arc::default();
        let mut reader = Reader {
            shop: Arc::clone(&self.shop),
            settings: self.settings.twin(),
            begun: Arc::clone(&self.begun),
            turn: Arc::clone(&self.turn),
            run: Vec::new(),
            run_bytes: 0,
            scratch: Vec::new(),
            course: None,
        };
        let inputs = Arc::clone(&self.inputs);
        thread::Builder::new().name("read".into()).spawn(move || {
            let read = catch_unwind(AssertUnwindSafe(|| reader.inputs(&inputs)));
            let last = match read {
                Ok(ControlFlow::Continue(())) => Begun::Done,
                // Nobody is interested any more, or another one has taken over.
                Ok(ControlFlow::Break(())) => return,
                Err(_) => Begun::Failed(reader.course.map(|course| course.input.clone())),
            };
            // What another one has taken over is no longer told by this one; and if nobody listens,
            // nobody is interested.
            if reader.turn.go_on(None).is_continue() {
                let _ = lock(&reader.begun).send(last);
            }
        })?;
        Ok(())
    }

    /// Says that nobody wants more of any input.
    pub(super) fn stop(&self) {
        self.turn.stop();
    }

    /// Goes on behind an input of which nobody wants more. The thread that reads it may have to wait for
    /// ever; another one takes over.
    pub(super) fn pass_over(&mut self, course: &Arc<Course>) -> io::Result<()> {
        if course.is_stream && self.turn.end(course) {
            return self.start();
        }
        Ok(())
    }
}

/// Goes through the inputs, and begins a task for each that is small, and for pieces of others.
struct Reader<P: Printer> {
    shop: Arc<Shop<P>>,
    settings: Settings,
    begun: Arc<Mutex<Sender<Begun<P::Page>>>>,
    turn: Arc<Turn>,
    /// Small files that were gathered, and how many bytes they have.
    run: Vec<Item>,
    run_bytes: u64,
    /// What is read of a stream comes here first.
    scratch: Vec<u8>,
    /// The input at hand, if it is read from its beginning to its end.
    course: Option<Arc<Course>>,
}

impl<P: Printer> Reader<P> {
    /// Goes through all of them. A break if nobody is interested any more, or another one has taken
    /// over.
    fn inputs(&mut self, inputs: &Mutex<Rest>) -> ControlFlow<()> {
        loop {
            if lock(inputs).inputs.may_wait() {
                // What was gathered does not wait with it.
                self.begin_run()?;
            }
            let next = lock(inputs).next();
            match next {
                Some(Ok((input, false))) => self.input(input)?,
                Some(Ok((input, true))) => {
                    let nothing = Member::new(input.path(), Vec::new());
                    self.gather(Item::Member(input, nothing), 0)?;
                }
                Some(Err(error)) => {
                    let input = Input::Path(error.path().into());
                    self.gather(Item::Fault(input, error), 0)?;
                }
                None => return self.begin_run(),
            }
        }
    }

    fn input(&mut self, input: Input) -> ControlFlow<()> {
        if let Input::Path(path) | Input::File(path) = &input {
            // What cannot be looked at cannot be opened either, and that is told where it is tried.
            let small = match fs::metadata(path) {
                Ok(metadata) if metadata.is_file() => Some(metadata.len()),
                Ok(_) => None,
                Err(_) => Some(0),
            };
            if let Some(bytes) = small.filter(|&bytes| bytes <= self.settings.sizes.piece) {
                return self.gather(Item::Input(input), bytes);
            }
        }
        self.begin_run()?;
        if let Err(error) = self.shop.printer.admit(&input) {
            let error = Error::io(input.path(), error);
            return self.gather(Item::Fault(input, error), 0);
        }
        match input.open() {
            Ok(Opened::File(file)) => self.file(input, file),
            Ok(stream) => self.unpack(input, stream),
            Err(error) => {
                let error = Error::io(input.path(), error);
                self.gather(Item::Fault(input, error), 0)
            }
        }
    }

    /// Has an item read with others.
    fn gather(&mut self, item: Item, bytes: u64) -> ControlFlow<()> {
        self.run.push(item);
        self.run_bytes += bytes;
        // What comes behind it in a stream may take any time.
        let trickles = self.course.as_ref().is_some_and(|course| course.is_stream);
        if self.run_bytes < RUN_BYTES && self.run.len() < RUN_FILES && !trickles {
            return ControlFlow::Continue(());
        }
        self.begin_run()
    }

    /// Has what was gathered read.
    fn begin_run(&mut self) -> ControlFlow<()> {
        self.run_bytes = 0;
        let run = mem::take(&mut self.run);
        let Some(input) = run.first().map(|item| item.input().clone()) else {
            return ControlFlow::Continue(());
        };
        self.begin(input, |shop, number| (shop.begin_items(number, run), None))
    }

    fn begin_piece(&mut self, piece: Piece) -> ControlFlow<(), Arc<Piece>> {
        let piece = Arc::new(piece);
        let begun = Arc::clone(&piece);
        self.begin(piece.whole.input.clone(), |shop, number| {
            let said = shop.begin_piece(number, Arc::clone(&begun));
            (said, Some(begun))
        })?;
        ControlFlow::Continue(piece)
    }

    /// Begins a task as soon as there is room.
    fn begin(
        &mut self,
        input: Input,
        begin: impl FnOnce(&Arc<Shop<P>>, u64) -> (Receiver<Said<P::Page>>, Option<Arc<Piece>>),
    ) -> ControlFlow<()> {
        // Tasks are told in the order of their numbers, even where another reader takes over.
        let tell = lock(&self.begun);
        let number = self.shop.shelf.begin()?;
        let (said, piece) = begin(&self.shop, number);
        let told = tell.send(Begun::Task(Task {
            said,
            input,
            piece,
            course: self.course.clone(),
        }));
        told.map_or(ControlFlow::Break(()), ControlFlow::Continue)
    }

    /// A file that is large, or whose size is not known.
    fn file(&mut self, input: Input, file: File) -> ControlFlow<()> {
        let mut head = vec![0; HEAD];
        let mut filled = 0;
        // What cannot be read is told where the file is.
        while filled < HEAD
            && let Ok(len @ 1..) = read_at(&file, &mut head[filled..], filled as u64)
        {
            filled += len;
        }
        head.truncate(filled);
        let at_end = filled < HEAD;
        if self.settings.files.would_unpack(&head, at_end) {
            return self.unpack(input, Opened::File(file));
        }
        let len = file.metadata().map_or(0, |metadata| metadata.len());
        let kind = self
            .kind(&head, at_end)
            .filter(|&kind| self.can_be_cut(kind, &head));
        match kind {
            Some(kind) if !self.settings.are_whole && len > self.settings.sizes.piece => {
                self.pieces(input, file, kind, len)
            }
            _ => {
                self.gather(Item::Input(input), len)?;
                self.begin_run()
            }
        }
    }

    fn kind(&self, head: &[u8], at_end: bool) -> Option<Kind> {
        let known = self.settings.reading.known_kind();
        known.or_else(|| recognise(head, at_end))
    }

    /// Whether a file that begins so can be cut.
    fn can_be_cut(&self, kind: Kind, head: &[u8]) -> bool {
        self.settings.cuts(kind)
            && self.settings.reading.can_be_cut(kind, head)
            && seems_cuttable(kind, head)
    }

    /// A file that can be cut. Nothing of it is read here.
    fn pieces(&mut self, input: Input, file: File, kind: Kind, len: u64) -> ControlFlow<()> {
        let path = input.path().into();
        let progress = self.settings.files.progress();
        let whole = Arc::new(Whole::new(input, path, Source::File(file), progress));
        let size = self.settings.sizes.piece;
        let mut start = 0;
        while !whole.is_over() {
            // It may have grown; what is behind the last piece belongs to that.
            let is_last = len - start <= size;
            let end = if is_last { u64::MAX } else { start + size };
            self.begin_piece(Piece::new(&whole, Some(kind), start, end))?;
            if is_last {
                break;
            }
            start = end;
        }
        ControlFlow::Continue(())
    }

    /// What may be packed, and is read from its beginning to its end.
    fn unpack(&mut self, input: Input, opened: Opened) -> ControlFlow<()> {
        let path: PathBuf = input.path().into();
        let is_stream = !matches!(opened, Opened::File(_));
        let course = Arc::new(Course::new(input, is_stream));
        self.course = Some(Arc::clone(&course));
        self.turn.go_on(Some(Arc::clone(&course)))?;
        let mut files = self.settings.files.twin();
        let taken = files.take(&path, opened, self);
        self.turn.go_on(None)?;
        if !course.is_left() {
            taken?;
        }
        self.begin_run()?;
        self.course = None;
        ControlFlow::Continue(())
    }

    /// A stream, in pieces, as it comes.
    fn stream(&mut self, path: &Path, is_in_tar: bool, bytes: &mut dyn Read) -> ControlFlow<()> {
        self.begin_run()?;
        let Some(course) = &self.course else {
            return ControlFlow::Continue(());
        };
        let front = Arc::new(Reached::at(0));
        let tape = Tape::new(Arc::clone(&self.settings.kept), Arc::clone(&front));
        let input = course.input.clone();
        let whole = Whole::new(input, path.into(), Source::Tape(tape), None);
        let whole = Arc::new(whole.in_tar(is_in_tar));
        let Source::Tape(tape) = &whole.source else {
            return ControlFlow::Continue(());
        };
        self.turn.write(&whole)?;
        let mut piece = Piece::new(&whole, self.settings.reading.known_kind(), 0, u64::MAX);
        piece.reached = front;
        let mut piece = self.begin_piece(piece)?;
        let Sizes {
            stream_piece,
            block: size,
            ..
        } = self.settings.sizes;
        let piece_size = if self.settings.are_whole {
            u64::MAX
        } else {
            stream_piece
        };
        let mut cutter = Cutter::new(self.settings.reading.clone(), piece_size);
        let failure = loop {
            self.scratch.resize(size, 0);
            let len = match bytes.read(&mut self.scratch) {
                Ok(0) => break None,
                Ok(len) => len,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => break Some(error),
            };
            let block = if len < size / 2 {
                self.scratch[..len].to_vec()
            } else {
                self.scratch.truncate(len);
                mem::take(&mut self.scratch)
            };
            let cut = cutter.cut(&block);
            if let Some((kind, start, before)) = cut
                && self.settings.cuts(kind)
                && self.shop.shelf.has_room()
            {
                // Nothing behind it was written yet.
                piece.cut(start);
                cutter.was_cut();
                let mut next = Piece::new(&whole, Some(kind), start, u64::MAX);
                next.before = Some(before);
                piece = self.begin_piece(next)?;
            }
            if tape.write(block).is_break() {
                break None;
            }
        };
        match tape.close(failure).filter(|_| is_in_tar) {
            Some(failure) => self.error(Error::io(path, failure)),
            None => ControlFlow::Continue(()),
        }
    }

    /// A file in a container, which may be small.
    fn member(&mut self, path: &Path, is_in_tar: bool, bytes: &mut dyn Read) -> ControlFlow<()> {
        let Some(course) = &self.course else {
            return ControlFlow::Continue(());
        };
        course.has_members();
        if course.is_stream {
            // The rest of it may take any time.
            return self.stream(path, is_in_tar, bytes);
        }
        let input = course.input.clone();
        let mut head = Vec::new();
        let read = bytes.take(BLOCK as u64).read_to_end(&mut head);
        if read.is_ok() && head.len() == BLOCK {
            return self.stream(path, is_in_tar, &mut io::Cursor::new(head).chain(bytes));
        }
        let len = head.len() as u64;
        let member = Member {
            failure: read.err(),
            is_in_tar,
            ..Member::new(path, head)
        };
        self.gather(Item::Member(input, member), len)
    }
}

impl<P: Printer> Take for Reader<P> {
    fn file(&mut self, path: &Path, packing: &[Format], bytes: &mut dyn Read) -> ControlFlow<()> {
        if self.course.as_ref().is_some_and(|course| course.is_left()) {
            return ControlFlow::Break(());
        }
        if crate::sifter::is_member(packing) {
            self.member(path, is_in_tar(packing), bytes)
        } else {
            self.stream(path, false, bytes)
        }
    }

    fn error(&mut self, error: Error) -> ControlFlow<()> {
        let Some(course) = &self.course else {
            return ControlFlow::Continue(());
        };
        let input = course.input.clone();
        self.gather(Item::Fault(input, error), 0)
    }

    #[cfg(feature = "compress")]
    fn container(&mut self, _: &Path, _: &[Format], _: u64) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    #[cfg(feature = "compress")]
    fn before_read(&mut self) -> ControlFlow<()> {
        if self.shop.shelf.is_closed() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

/// Whether a file that begins so seems to have places to cut it. A text need not have one; if its
/// beginning has none, nobody looks for one in all of it.
fn seems_cuttable(kind: Kind, head: &[u8]) -> bool {
    let mut lines = head.split(|&byte| byte == b'\n');
    let is_place = |line: &[u8]| {
        let behind = line
            .iter()
            .rposition(|&byte| byte == b'<')
            .map(|at| &line[at..]);
        matches!(line, b"" | b"\r") || behind.is_some_and(|behind| behind.contains(&b'>'))
    };
    kind != Kind::Text || lines.any(is_place)
}

/// Whether a file that cannot be read to its end is the last one that can be read of something.
fn is_in_tar(packing: &[Format]) -> bool {
    #[cfg(feature = "compress")]
    return packing.contains(&Format::Tar);
    #[cfg(not(feature = "compress"))]
    return !packing.is_empty();
}

/// Tells where a stream may be cut.
#[derive(Debug)]
struct Cutter {
    reading: ReadOptions,
    kind: Option<Kind>,
    /// A piece has at least so many bytes.
    least: u64,
    /// The first bytes, as long as it is not known what they begin.
    head: Vec<u8>,
    /// How many bytes have passed, and how many of them since the last cut.
    at: u64,
    uncut: u64,
    before: [u8; 3],
}

impl Cutter {
    fn new(reading: ReadOptions, least: u64) -> Self {
        Self {
            kind: reading.known_kind(),
            reading,
            least,
            head: Vec::new(),
            at: 0,
            uncut: 0,
            before: [0; 3],
        }
    }

    /// Where to cut in front of the next bytes, if there: what kind of file it is, the offset, and the
    /// bytes before.
    fn cut(&mut self, block: &[u8]) -> Option<(Kind, u64, [u8; 3])> {
        let cut = self.kind.filter(|_| self.uncut >= self.least);
        let cut = cut.filter(|&kind| self.reading.can_be_cut(kind, &self.head));
        let cut = cut.map(|kind| (kind, self.at, self.before));
        if self.kind.is_none() || self.head.len() < BYTE_ORDER_MARK {
            let len = block.len().min(HEAD - self.head.len().min(HEAD));
            self.head.extend_from_slice(&block[..len]);
            // The end may come; then nothing is to be cut any more.
            self.kind = self.kind.or_else(|| recognise(&self.head, false));
        }
        for &byte in &block[block.len().saturating_sub(3)..] {
            self.before.rotate_left(1);
            self.before[2] = byte;
        }
        self.at += block.len() as u64;
        self.uncut += block.len() as u64;
        cut
    }

    fn was_cut(&mut self) {
        self.uncut = 0;
    }
}
