//! The event loop: reads events and keys, draws the screen, and carries out actions.

use std::{
    fs::File,
    io, mem,
    ops::ControlFlow,
    sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError},
    time::Duration,
};

use crossterm::event::{self, Event, KeyEventKind};
use ratatui::layout::Size;
use urlsift_search::record::{escaped, percent_encode};

use crate::{
    host::Host,
    layout::link_count,
    opener::Failure,
    options::PickOptions,
    outcome::{Diagnostic, End, Outcome},
    picker::{Action, Picker, ReadProgress},
    reader::{LinkSource, ReadEvent},
    screen::Screen,
    view::{self, Theme},
};

/// How often new links are looked for while the inputs are read.
const READ_INTERVAL: Duration = Duration::from_millis(50);

/// How often [`Host::is_ending`] is polled otherwise.
const IDLE_INTERVAL: Duration = Duration::from_millis(500);

/// The maximum number of bytes that are copied. Known terminals take somewhat more.
const MAX_COPIED: usize = 64 << 10;

/// The maximum number of diagnostics that are kept. More are counted.
const MAX_DIAGNOSTICS: usize = 100;

/// Lists the links of a source on the terminal, and does what the user asks for.
///
/// Waits for the first link before it shows anything. The terminal has been restored when this returns. Sets a
/// panic hook that restores it if this thread panics, and that silences panics of other threads while the screen
/// is shown.
#[must_use]
pub fn pick(source: LinkSource, options: &PickOptions, host: &dyn Host) -> Outcome {
    let mut session = Session {
        options,
        host,
        events: source.read(),
        picker: Picker::new(options.prints),
        diagnostics: Vec::new(),
        more_diagnostics: 0,
    };
    let end = if session.wait() {
        session.show().unwrap_or_else(End::Failed)
    } else if host.is_ending() {
        End::HostEnding
    } else {
        End::NoLinks
    };
    Outcome {
        end,
        links: session.picker.counts().links,
        errors: session.picker.errors,
        diagnostics: session.diagnostics,
        more_diagnostics: session.more_diagnostics,
    }
}

struct Session<'p> {
    options: &'p PickOptions,
    host: &'p dyn Host,
    events: Receiver<ReadEvent>,
    picker: Picker,
    diagnostics: Vec<Diagnostic>,
    more_diagnostics: usize,
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

    /// Handles the events that have come. Returns whether there was one.
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
    fn show(&mut self) -> io::Result<End> {
        let theme = Theme {
            color: self.options.color,
        };
        let mut screen = Screen::acquire(self.options.tty.try_clone()?, theme.color)?;
        let mut size = screen.size()?;
        let mut is_stale = true;
        loop {
            is_stale |= self.handle_all();
            // The event of a new size may have come before events were read.
            let last = mem::replace(&mut size, screen.size()?);
            is_stale |= size != last;
            if is_stale {
                screen.draw(|frame| view::draw(frame, &mut self.picker, theme))?;
            }
            let timeout = match self.picker.progress {
                ReadProgress::Reading => READ_INTERVAL,
                ReadProgress::Complete | ReadProgress::Truncated => IDLE_INTERVAL,
            };
            is_stale = event::poll(timeout)?;
            if is_stale && let ControlFlow::Break(end) = self.handle_input(&mut screen, size)? {
                return Ok(end);
            }
            if self.host.is_ending() {
                return Ok(End::HostEnding);
            }
        }
    }

    /// Reads and handles an event of the terminal.
    fn handle_input(&mut self, screen: &mut Screen, size: Size) -> io::Result<ControlFlow<End>> {
        let action = match event::read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => {
                let viewport = view::viewport(size, &self.picker.mode);
                self.picker.press(key, viewport)
            }
            Event::Paste(text) => {
                self.picker.paste(&text);
                None
            }
            // The screen may be spoilt, even if the size is the same again.
            Event::Resize(..) => Some(Action::Redraw),
            _ => None,
        };
        match action {
            None => {}
            Some(Action::Open) => self.open(screen)?,
            Some(Action::Copy) => self.copy()?,
            Some(Action::Explain) => self.explain(usize::from(size.width)),
            Some(Action::Redraw) => screen.redraw()?,
            Some(Action::Print) => {
                let chosen = self.picker.chosen();
                let urls = chosen.map(|link| link.url().to_vec()).collect();
                return Ok(ControlFlow::Break(End::Print(urls)));
            }
            Some(Action::Quit) => return Ok(ControlFlow::Break(End::Quit)),
            Some(Action::Interrupt) => return Ok(ControlFlow::Break(End::Interrupted)),
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Opens the chosen links one after another, up to the first that fails.
    fn open(&mut self, screen: &mut Screen) -> io::Result<()> {
        let opener = &self.options.opener;
        let calls: Vec<_> = self
            .picker
            .chosen()
            .map(|link| opener.prepare(link))
            .collect();
        let mut count = 0;
        let mut open_all = |tty: &File| {
            let mut last = Ok("");
            for call in &calls {
                last = call
                    .as_ref()
                    .ok_or(Failure::NotAbsolute)
                    .and_then(|call| call.open(tty));
                if last.is_err() {
                    break;
                }
                count += 1;
            }
            last
        };
        let last = match calls.first() {
            Some(Some(_)) => screen.suspend(self.host, &mut open_all)?,
            _ => Err(Failure::NotAbsolute),
        };
        let status = match (last, count) {
            (Ok(program), _) => format!("{} opened with {program}", link_count(count)),
            (Err(failure), 0) => failure.to_string(),
            (Err(failure), _) => format!("{} opened, then: {failure}", link_count(count)),
        };
        self.picker.status = Some(escaped(status.as_bytes()));
        self.picker.unmark(count);
        Ok(())
    }

    /// Copies the chosen links.
    fn copy(&mut self) -> io::Result<()> {
        let chosen = self.picker.chosen();
        let urls: Vec<_> = chosen.map(|link| printable(link.url())).collect();
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
            self.picker.show_page("Check", &text, width);
        }
    }
}

/// Returns a URL that can be pasted: one with unprintable characters is percent-encoded.
fn printable(url: &[u8]) -> Vec<u8> {
    if escaped(url).as_bytes() == url {
        url.to_vec()
    } else {
        percent_encode(url).into_bytes()
    }
}
