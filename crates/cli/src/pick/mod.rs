//! `pick`: the links of a message on the terminal, to be opened, copied or printed.
//!
//! What is found is read on other threads ([`reader`]); what is shown and chosen is known without a
//! terminal ([`picker`], [`view`]); and the terminal is given back, whatever happens ([`screen`]).

mod found;
mod keys;
mod opener;
mod picker;
mod reader;
mod screen;
mod view;

use std::{
    fs::File,
    io, mem,
    ops::ControlFlow,
    path::Path,
    sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError},
    time::Duration,
};

use crossterm::event::{self, Event, KeyEventKind};
use ratatui::layout::Size;
use urlsift_search::{Conformance, SystemReason, Verdict};

pub(crate) use opener::Opener;
pub(crate) use screen::{give_back_at_last, keyboard};

use self::{
    opener::Failure,
    picker::{Picker, Reading, Wish},
    reader::Told,
    screen::Screen,
    view::Looks,
};
use crate::{
    flags::Picks,
    interrupt,
    report::check_report::CheckReport,
    term::{
        escape::escaped,
        exit::Exit,
        hyperlink::visible,
        output::{Output, Stop},
    },
};

/// How often it is looked whether there are more links, as long as there may be.
const WHILE_READING: Duration = Duration::from_millis(50);

/// How often it is looked whether a signal has come.
const AT_REST: Duration = Duration::from_millis(500);

/// So much is copied at once. Terminals that are known take somewhat more.
const MOST_COPIED: usize = 64 << 10;

/// As many complaints are told, behind which the rest is counted.
const MOST_COMPLAINTS: usize = 100;

/// Shows what the inputs hold, and does what is asked for.
pub(crate) fn run(picks: &'static Picks) -> Exit {
    interrupt::watch_terminal();
    let mut pick = Pick {
        picks,
        told: reader::read(&picks.plan),
        picker: Picker::new(picks.prints),
        complaints: Vec::new(),
        more_complaints: 0,
        chosen: Vec::new(),
        is_interrupted: false,
    };
    let shown = if pick.wait() { pick.show() } else { Ok(()) };
    pick.end(shown)
}

struct Pick {
    picks: &'static Picks,
    told: Receiver<Told>,
    picker: Picker,
    complaints: Vec<String>,
    more_complaints: usize,
    /// What is to be printed.
    chosen: Vec<Vec<u8>>,
    /// Whether the key was pressed that interrupts programs.
    is_interrupted: bool,
}

impl Pick {
    /// Waits for the first link. Tells whether there is one.
    fn wait(&mut self) -> bool {
        while self.picker.counts().0 == 0 && self.picker.reading == Reading::On {
            match self.told.recv_timeout(AT_REST) {
                Ok(told) => self.hear(told),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => self.picker.reading = Reading::Over,
            }
            if interrupt::asked().is_some() {
                break;
            }
        }
        self.picker.counts().0 > 0
    }

    /// Takes what is known by now. Tells whether there was anything.
    fn hear_all(&mut self) -> bool {
        let mut is_any = false;
        while self.picker.reading == Reading::On {
            match self.told.try_recv() {
                Ok(told) => self.hear(told),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => self.picker.reading = Reading::Over,
            }
            is_any = true;
        }
        is_any
    }

    fn hear(&mut self, told: Told) {
        match told {
            Told::Links(links) => links.into_iter().for_each(|link| self.picker.add(link)),
            Told::Complaint {
                complaint,
                is_error,
            } => {
                self.picker.errors += usize::from(is_error);
                if self.complaints.len() < MOST_COMPLAINTS {
                    self.complaints.push(complaint);
                } else {
                    self.more_complaints += 1;
                }
            }
            Told::End { is_cut: false } => self.picker.reading = Reading::Over,
            Told::End { is_cut: true } => self.picker.reading = Reading::Cut,
        }
    }

    /// Shows what there is until somebody has had enough.
    fn show(&mut self) -> io::Result<()> {
        let looks = Looks {
            color: self.picks.color,
        };
        let mut screen = Screen::take(self.picks.tty.try_clone()?, looks.color)?;
        let mut size = screen.size()?;
        let mut is_stale = true;
        loop {
            is_stale |= self.hear_all();
            // Whoever tells of a new size may have done so before anybody listened.
            let last = mem::replace(&mut size, screen.size()?);
            is_stale |= size != last;
            if is_stale {
                screen.draw(|frame| view::draw(frame, &mut self.picker, looks))?;
            }
            let patience = match self.picker.reading {
                Reading::On => WHILE_READING,
                Reading::Over | Reading::Cut => AT_REST,
            };
            is_stale = event::poll(patience)?;
            if is_stale && self.take(&mut screen, size)?.is_break() || interrupt::asked().is_some()
            {
                return Ok(());
            }
        }
    }

    /// Takes what has come from the terminal, which has this size. A break ends it.
    fn take(&mut self, screen: &mut Screen, size: Size) -> io::Result<ControlFlow<()>> {
        let wish = match event::read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => {
                let room = view::room(size, &self.picker.mode);
                self.picker.press(key, room)
            }
            Event::Paste(text) => {
                self.picker.paste(&text);
                None
            }
            // What was there may be gone, though the size is the same again.
            Event::Resize(..) => Some(Wish::Redraw),
            _ => None,
        };
        match wish {
            None => {}
            Some(Wish::Open) => self.open(screen)?,
            Some(Wish::Copy) => self.copy()?,
            Some(Wish::Explain) => self.explain(usize::from(size.width))?,
            Some(Wish::Redraw) => screen.redraw()?,
            Some(Wish::Print) => {
                let chosen = self.picker.chosen();
                self.chosen = chosen.map(|link| link.url().to_vec()).collect();
                return Ok(ControlFlow::Break(()));
            }
            Some(Wish::Quit) => return Ok(ControlFlow::Break(())),
            Some(Wish::Interrupt) => {
                self.is_interrupted = true;
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Opens what is chosen, one behind the other. The rest is left if one fails.
    fn open(&mut self, screen: &mut Screen) -> io::Result<()> {
        let opener = &self.picks.opener;
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
                    .ok_or(Failure::NoUrl)
                    .and_then(|call| call.open(tty));
                if last.is_err() {
                    break;
                }
                count += 1;
            }
            last
        };
        let last = match calls.first() {
            Some(Some(_)) => screen.lend(&mut open_all)?,
            _ => Err(Failure::NoUrl),
        };
        let told = match (last, count) {
            (Ok(program), _) => format!("{} opened with {program}", links(count)),
            (Err(failure), 0) => failure.to_string(),
            (Err(failure), _) => format!("{} opened, then: {failure}", links(count)),
        };
        self.picker.note = Some(escaped(told.as_bytes()));
        self.picker.unmark(count);
        Ok(())
    }

    fn copy(&mut self) -> io::Result<()> {
        let chosen = self.picker.chosen();
        let urls: Vec<_> = chosen.map(|link| harmless(link.url())).collect();
        let text = urls.join(&b'\n');
        let told = if text.len() > MOST_COPIED {
            "not copied, as terminals take no more than 64 KiB".to_owned()
        } else {
            Screen::copy(&text)?;
            format!("{} copied", links(urls.len()))
        };
        self.picker.note = Some(told);
        Ok(())
    }

    /// Says of the link at hand what `check` says.
    fn explain(&mut self, width: usize) -> io::Result<()> {
        let Some(link) = self.picker.at_hand() else {
            return Ok(());
        };
        let url = link.url();
        let picture = CheckReport::new(false, width);
        let mut text = Vec::new();
        picture.draw(
            &mut text,
            url,
            &Verdict::of(url),
            Conformance::Rfc1738,
            None,
        )?;
        let text = String::from_utf8_lossy(&text);
        self.picker.lay("Check", &text, width);
        Ok(())
    }

    /// Says what is left to be said, and how it ended.
    fn end(self, shown: io::Result<()>) -> Exit {
        if let Some(exit) = interrupt::asked() {
            return exit;
        }
        let is_any = self.picker.counts().0 > 0;
        let mut output = Output::new();
        let printed = self.print(&mut output);
        let mut has_failed = output.has_failed(printed) || self.picker.errors > 0;
        if let Err(error) = shown {
            let _ = output.diagnose(Path::new("terminal"), &SystemReason(&error));
            has_failed = true;
        }
        if let Some(exit) = interrupt::asked() {
            return exit;
        }
        let is_selected = if self.picks.prints {
            !self.chosen.is_empty()
        } else {
            is_any
        };
        if self.is_interrupted {
            Exit::INTERRUPTED
        } else if has_failed {
            Exit::Error
        } else if is_selected {
            Exit::Selected
        } else {
            Exit::Nothing
        }
    }

    fn print(&self, output: &mut Output) -> Result<(), Stop> {
        for url in &self.chosen {
            let painter = self.picks.plan.style.painter;
            painter.plain(&mut output.out, url)?;
            output.out.push(b'\n');
        }
        output.flush()?;
        for complaint in &self.complaints {
            output.note(complaint)?;
        }
        if self.more_complaints > 0 {
            output.note(&format_args!("... and {} more", self.more_complaints))?;
        }
        if self.picker.counts().0 == 0 && self.picker.errors == 0 {
            output.note(&"no link was found")?;
        }
        Ok(())
    }
}

/// A number of links, in words.
fn links(number: usize) -> String {
    match number {
        1 => "1 link".to_owned(),
        number => format!("{number} links"),
    }
}

/// A URL as it can be pasted: what a terminal does not show is percent-encoded.
fn harmless(url: &[u8]) -> Vec<u8> {
    if escaped(url).as_bytes() == url {
        url.to_vec()
    } else {
        visible(url).into_bytes()
    }
}
