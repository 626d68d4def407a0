//! The event loop: reads events and keys, draws the screen, and carries out actions.
//!
//! One thread draws, reads keys and receives links, and waits for keys with a timeout. An asynchronous runtime, or a
//! thread for the keys, would react to a link without a delay of up to 50 ms, which nobody sees; but every state would
//! then be shared, and a program that is opened in the foreground could lose keys to the thread that reads them.
//!
//! All decisions are elsewhere, without a terminal: [`Picker`] turns keys into actions, [`Opening`] decides what is
//! asked.

use std::{
    collections::VecDeque,
    fmt,
    fs::File,
    io, mem,
    ops::ControlFlow,
    sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError},
    time::Duration,
};

use crossterm::event::{self, Event, KeyEventKind};
use ratatui_core::layout::Size;
use urlsift_search::{escaped, percent_encode};

use crate::{
    host::Host,
    keys::Answer,
    layout::link_count,
    opener::{BackgroundPrograms, OpenFailure},
    opening::Opening,
    options::PickOptions,
    outcome::{Diagnostic, Outcome, PickEnd},
    picker::{Action, Mode, Picker, ReadProgress},
    policy::{OpenPolicy, Refusal},
    reader::{LinkSource, ReadEvent},
    screen::Screen,
    view::{self, Theme},
};

/// The interval for polling: for new links while the inputs are read, and for ended programs while links wait for them.
const READ_INTERVAL: Duration = Duration::from_millis(50);

/// The interval for polling [`Host::is_ending`] otherwise.
const IDLE_INTERVAL: Duration = Duration::from_millis(500);

/// The maximum number of bytes copied to the clipboard. Known terminals accept somewhat more.
const MAX_COPIED: usize = 64 << 10;

/// The maximum number of diagnostics kept. Further ones are only counted.
const MAX_DIAGNOSTICS: usize = 100;

/// Lists the links of a source on the terminal, and carries out the commands of the user.
///
/// Waits for the first link before it acquires the terminal, and restores the terminal before it returns. The
/// first call installs a panic hook that restores the terminal if the thread of a picker panics, and that silences
/// panics of other threads while the screen is shown.
#[must_use]
pub fn pick(source: LinkSource, options: &PickOptions, host: &dyn Host) -> Outcome {
    let mut picker = Picker::new(options.prints);
    picker.show_names(options.shows_names);
    let mut session = Session {
        options,
        host,
        events: source.read(),
        picker,
        opening: None,
        waiting: VecDeque::new(),
        running: BackgroundPrograms::default(),
        diagnostics: Vec::new(),
        more_diagnostics: 0,
        thread_shortage: None,
    };
    let end = if session.wait() {
        session.show().unwrap_or_else(PickEnd::Failed)
    } else if host.is_ending() {
        PickEnd::HostEnding
    } else {
        PickEnd::NoLinks
    };
    Outcome {
        end,
        links: session.picker.counts().links,
        errors: session.picker.errors,
        diagnostics: session.diagnostics,
        more_diagnostics: session.more_diagnostics,
        thread_shortage: session.thread_shortage,
    }
}

struct Session<'p> {
    options: &'p PickOptions,
    host: &'p dyn Host,
    events: Receiver<ReadEvent>,
    picker: Picker,
    /// The links that the user is asked about.
    opening: Option<Opening>,
    /// The links that wait for background programs to end, with their indices.
    waiting: VecDeque<(usize, String)>,
    running: BackgroundPrograms,
    diagnostics: Vec<Diagnostic>,
    more_diagnostics: usize,
    thread_shortage: Option<io::Error>,
}

impl Session<'_> {
    /// Waits for the first link. Returns whether there is one.
    fn wait(&mut self) -> bool {
        while self.picker.counts().links == 0 && self.picker.progress == ReadProgress::Reading {
            match self.events.recv_timeout(IDLE_INTERVAL) {
                Ok(event) => self.handle(event),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    self.picker.progress = ReadProgress::Complete;
                }
            }
            if self.host.is_ending() {
                break;
            }
        }
        self.picker.counts().links > 0
    }

    /// Handles the pending events. Returns whether there were any.
    fn handle_all(&mut self) -> bool {
        let mut is_any = false;
        while self.picker.progress == ReadProgress::Reading {
            match self.events.try_recv() {
                Ok(event) => self.handle(event),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => self.picker.progress = ReadProgress::Complete,
            }
            is_any = true;
        }
        is_any
    }

    fn handle(&mut self, event: ReadEvent) {
        match event {
            ReadEvent::Links(links) => links.into_iter().for_each(|link| self.picker.add(link)),
            ReadEvent::Diagnostic(diagnostic) => {
                self.picker.errors += usize::from(matches!(diagnostic, Diagnostic::Error(_)));
                if self.diagnostics.len() < MAX_DIAGNOSTICS {
                    self.diagnostics.push(diagnostic);
                } else {
                    self.more_diagnostics += 1;
                }
            }
            ReadEvent::ThreadShortage(error) => self.thread_shortage = Some(error),
            ReadEvent::End { is_truncated } => {
                self.picker.progress = if is_truncated {
                    ReadProgress::Truncated
                } else {
                    ReadProgress::Complete
                };
            }
        }
    }

    /// Shows the screen until the user quits.
    fn show(&mut self) -> io::Result<PickEnd> {
        let theme = Theme {
            color: self.options.color,
            draws_lines: self.options.draws_lines,
        };
        let mut screen = Screen::acquire(self.options.tty.try_clone()?, theme.color)?;
        let mut size = screen.size()?;
        let mut is_stale = true;
        loop {
            is_stale |= self.handle_all();
            is_stale |= self.open_waiting(&mut screen)?;
            // The terminal may have been resized before events were read.
            let last = mem::replace(&mut size, screen.size()?);
            is_stale |= size != last;
            if is_stale {
                screen.draw(|frame| view::draw(frame, &mut self.picker, theme))?;
            }
            let timeout = match self.picker.progress {
                ReadProgress::Reading => READ_INTERVAL,
                _ if !self.waiting.is_empty() => READ_INTERVAL,
                ReadProgress::Complete | ReadProgress::Truncated => IDLE_INTERVAL,
            };
            is_stale = event::poll(timeout)?;
            if is_stale && let ControlFlow::Break(end) = self.handle_input(&mut screen, size)? {
                return Ok(end);
            }
            if self.host.is_ending() {
                return Ok(PickEnd::HostEnding);
            }
        }
    }

    /// Reads and handles a terminal event.
    fn handle_input(
        &mut self,
        screen: &mut Screen,
        size: Size,
    ) -> io::Result<ControlFlow<PickEnd>> {
        let action = match event::read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => {
                let viewport = view::viewport(size, &self.picker.mode);
                self.picker.press(key, viewport)
            }
            Event::Paste(text) => {
                self.picker.paste(&text);
                None
            }
            // The screen may be corrupted even if the size is unchanged.
            Event::Resize(..) => Some(Action::Redraw),
            _ => None,
        };
        match action {
            None => {}
            Some(Action::Open) => self.begin_opening(screen)?,
            Some(Action::Answer(answer)) => self.answer(answer, screen)?,
            Some(Action::Copy) => self.copy()?,
            Some(Action::Explain) => self.explain(usize::from(size.width)),
            Some(Action::Redraw) => screen.redraw()?,
            Some(Action::Print) => {
                let chosen = self.picker.chosen();
                let urls = chosen.map(|(_, link)| link.url().to_vec()).collect();
                return Ok(ControlFlow::Break(PickEnd::Print(urls)));
            }
            Some(Action::Quit) => return Ok(ControlFlow::Break(PickEnd::Quit)),
            Some(Action::Interrupt) => return Ok(ControlFlow::Break(PickEnd::Interrupted)),
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Begins to open the chosen links.
    fn begin_opening(&mut self, screen: &mut Screen) -> io::Result<()> {
        let policy = OpenPolicy::new(&self.options.open_schemes);
        let opening = Opening::new(self.picker.chosen(), &policy);
        self.continue_opening(opening, screen)
    }

    /// Handles the answer to a question.
    fn answer(&mut self, answer: Answer, screen: &mut Screen) -> io::Result<()> {
        let Some(mut opening) = self.opening.take() else {
            self.picker.ask(None);
            return Ok(());
        };
        if opening.answer(answer) {
            return self.continue_opening(opening, screen);
        }
        self.picker.ask(None);
        self.picker.status = Some("nothing opened".to_owned());
        Ok(())
    }

    /// Asks the next question, or opens the links after the last one.
    fn continue_opening(&mut self, opening: Opening, screen: &mut Screen) -> io::Result<()> {
        let question = opening.question();
        let is_asked = question.is_some();
        self.picker.ask(question);
        if is_asked {
            self.opening = Some(opening);
            return Ok(());
        }
        let approved = opening.finish();
        let mut tally = OpenTally {
            declined: approved.declined,
            ..OpenTally::default()
        };
        for refusal in approved.refused {
            tally.fail(NotOpened::Refused(refusal));
        }
        let opener = &self.options.opener;
        let mut links = VecDeque::from(approved.links);
        for index in self.open(&mut links, &mut tally, screen)? {
            self.picker.unmark(index);
        }
        if opener.has_background() && !tally.is_interrupted {
            tally.waiting = links.len();
            for (index, _) in &links {
                self.picker.unmark(*index);
            }
            self.waiting.extend(links);
            self.picker.waiting = self.waiting.len();
        }
        self.picker.status = Some(escaped(tally.to_string().as_bytes()));
        Ok(())
    }

    /// Opens links in order, until the limit on background programs is reached or a signal ends a program. Returns the
    /// indices of the opened links; the others stay in `links`.
    fn open(
        &self,
        links: &mut VecDeque<(usize, String)>,
        tally: &mut OpenTally,
        screen: &mut Screen,
    ) -> io::Result<Vec<usize>> {
        let opener = &self.options.opener;
        let mut indices = Vec::new();
        if links.is_empty() {
            return Ok(indices);
        }
        let mut open_all = |tty: &File| {
            while !tally.is_interrupted
                && (!opener.has_background() || self.running.free() > 0)
                && let Some((index, url)) = links.pop_front()
            {
                match opener.open(&url, tty, &self.running) {
                    Ok(program) => {
                        indices.push(index);
                        program.clone_into(&mut tally.program);
                        tally.opened += 1;
                    }
                    Err(failure) => tally.fail(NotOpened::Failed(failure)),
                }
            }
        };
        if opener.needs_terminal() {
            screen.suspend(self.host, open_all)?;
        } else {
            open_all(&self.options.tty);
        }
        Ok(indices)
    }

    /// Opens waiting links for which background programs have ended. Returns whether there were any.
    fn open_waiting(&mut self, screen: &mut Screen) -> io::Result<bool> {
        if self.waiting.is_empty() || self.running.free() == 0 {
            return Ok(false);
        }
        let mut tally = OpenTally::default();
        let mut links = mem::take(&mut self.waiting);
        self.open(&mut links, &mut tally, screen)?;
        if !tally.is_interrupted {
            self.waiting = links;
        }
        self.picker.waiting = self.waiting.len();
        if tally.failures > 0 && self.picker.mode == Mode::List {
            self.picker.status = Some(escaped(tally.to_string().as_bytes()));
        }
        Ok(true)
    }

    /// Copies the chosen links.
    fn copy(&mut self) -> io::Result<()> {
        let chosen = self.picker.chosen();
        let urls: Vec<_> = chosen.map(|(_, link)| printable(link.url())).collect();
        let text = urls.join(&b'\n');
        let status = if text.len() > MAX_COPIED {
            "not copied, as terminals take no more than 64 KiB".to_owned()
        } else {
            Screen::copy(&text)?;
            format!("{} copied", link_count(urls.len()))
        };
        self.picker.status = Some(status);
        Ok(())
    }

    /// Shows the host's explanation of the current link.
    fn explain(&mut self, width: usize) {
        if let Some(link) = self.picker.current() {
            let text = self.host.explain(link.url(), width);
            self.picker.show_page("Check", text);
        }
    }
}

/// Why a link was not opened.
#[derive(Debug)]
enum NotOpened {
    Refused(Refusal),
    Failed(OpenFailure),
}

impl fmt::Display for NotOpened {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(refusal) => refusal.fmt(f),
            Self::Failed(failure) => failure.fmt(f),
        }
    }
}

/// The result of opening links.
#[derive(Debug, Default)]
struct OpenTally {
    opened: usize,
    /// The program that opened the last link.
    program: String,
    waiting: usize,
    /// The number of links that the user declined.
    declined: usize,
    /// The number of links that could not be opened.
    failures: usize,
    first_failure: Option<NotOpened>,
    /// Whether a signal ended a program: no more links are opened.
    is_interrupted: bool,
}

impl OpenTally {
    fn fail(&mut self, reason: NotOpened) {
        self.failures += 1;
        self.is_interrupted |=
            matches!(&reason, NotOpened::Failed(failure) if failure.is_interruption());
        self.first_failure.get_or_insert(reason);
    }
}

impl fmt::Display for OpenTally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let done = self.opened + self.waiting + self.declined;
        let parts = [
            (self.opened > 0)
                .then(|| format!("{} opened with {}", link_count(self.opened), self.program)),
            (self.waiting > 0).then(|| format!("{} waiting", self.waiting)),
            (self.declined > 0 && self.opened + self.waiting == 0)
                .then(|| "nothing opened".to_owned()),
            (self.declined > 0 && self.opened + self.waiting > 0)
                .then(|| format!("{} left out", self.declined)),
            self.first_failure.as_ref().map(|reason| match reason {
                NotOpened::Refused(_) if done == 0 && self.failures == 1 => {
                    format!("not opened, as {reason}")
                }
                _ if done == 0 && self.failures == 1 => reason.to_string(),
                _ => format!("{} not opened: {reason}", self.failures),
            }),
        ];
        let parts: Vec<_> = parts.into_iter().flatten().collect();
        f.write_str(&parts.join("; "))
    }
}

/// Returns a URL that is safe to paste: it is percent-encoded if it has unprintable characters.
fn printable(url: &[u8]) -> Vec<u8> {
    if escaped(url).as_bytes() == url {
        url.to_vec()
    } else {
        percent_encode(url).into_bytes()
    }
}
