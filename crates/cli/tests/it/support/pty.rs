//! A pseudoterminal for full-screen programs: sends keys and reads the screen.

use std::{
    io::{Read, Write},
    num::NonZeroU16,
    path::Path,
    process::Child,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

use base64::{Engine, prelude::BASE64_STANDARD};
use pty_process::{
    Size,
    blocking::{Command, open},
};
use vt100::{Callbacks, Parser, Screen};

use super::{TIMEOUT, console, wait, with_default_signals};

/// A program on a terminal of 80 columns and 24 lines.
pub(crate) struct Pty {
    keys: Arc<pty_process::blocking::Pty>,
    terminal: Arc<Mutex<Parser<Clipboard>>>,
    child: Child,
}

/// Neighbouring characters on a line with the same style.
#[derive(Debug)]
pub(crate) struct Run {
    /// The column of the first one, from 0.
    pub(crate) column: u16,
    pub(crate) text: String,
    pub(crate) color: vt100::Color,
    pub(crate) is_bold: bool,
}

/// The text that the program last copied.
#[derive(Debug, Default)]
struct Clipboard(Option<String>);

impl Callbacks for Clipboard {
    fn copy_to_clipboard(&mut self, _: &mut Screen, kind: &[u8], data: &[u8]) {
        assert_eq!(kind, b"c");
        let text = BASE64_STANDARD.decode(data).expect("Base64");
        self.0 = Some(String::from_utf8(text).expect("UTF-8"));
    }
}

/// The named keys and the bytes that a terminal sends for them.
const NAMED: [(&str, &str); 14] = [
    ("Enter", "\r"),
    ("Space", " "),
    ("Tab", "\t"),
    ("Esc", "\x1b"),
    ("Backspace", "\x7f"),
    ("Up", "\x1b[A"),
    ("Down", "\x1b[B"),
    ("Home", "\x1b[H"),
    ("End", "\x1b[F"),
    ("PgUp", "\x1b[5~"),
    ("PgDn", "\x1b[6~"),
    ("^C", "\x03"),
    ("^L", "\x0c"),
    ("^U", "\x15"),
];

impl Pty {
    /// Runs a shell line in a directory, with the program in its `PATH` and the given environment variables.
    pub(crate) fn shell(dir: &Path, line: &str, variables: &[(&str, &str)]) -> Self {
        let mut shell = console::shell(dir, &[]);
        shell
            .args(["-c", line])
            .env_remove("BROWSER")
            .env("TERM", "xterm")
            .envs(variables.iter().copied());
        Self::start(with_default_signals(&shell).into())
    }

    /// Starts a command.
    fn start(command: Command) -> Self {
        let (pty, pts) = open().expect("a terminal");
        pty.resize(Size::new(24, 80)).expect("a size");
        let terminal = Parser::new_with_callbacks(number(24), number(80), 0, Clipboard::default());
        let terminal = Arc::new(Mutex::new(terminal));
        let child = command.spawn(pts).expect("the program starts");
        let keys = Arc::new(pty);
        let (master, shown) = (Arc::clone(&keys), Arc::clone(&terminal));
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            // Some systems report the end of the terminal as an error.
            while let Ok(len @ 1..) = (&*master).read(&mut bytes) {
                lock(&shown).process(&bytes[..len]);
            }
        });
        Self {
            keys,
            terminal,
            child,
        }
    }

    /// Presses keys: named keys by name, others as typed.
    pub(crate) fn press(&self, keys: &[&str]) {
        for key in keys {
            let named = NAMED.iter().find(|(name, _)| name == key);
            let bytes = named.map_or(*key, |(_, bytes)| bytes);
            (&*self.keys)
                .write_all(bytes.as_bytes())
                .expect("a terminal that accepts input");
            // A key that arrives right after Escape would form another key.
            if *key == "Esc" {
                thread::sleep(Duration::from_millis(100));
            }
        }
    }

    /// Resizes the terminal.
    pub(crate) fn resize(&self, columns: u16, lines: u16) {
        lock(&self.terminal).set_size(number(lines), number(columns));
        let size = Size::new(lines, columns);
        self.keys.resize(size).expect("a size");
    }

    /// Returns the lines of the screen without trailing spaces.
    pub(crate) fn screen(&self) -> String {
        let terminal = lock(&self.terminal);
        let columns = terminal.screen().size().1.get();
        let rows = terminal.screen().rows(0, columns);
        rows.map(|row| row.trim_end().to_owned() + "\n").collect()
    }

    /// Waits for a screen. Panics with the last screen after a timeout.
    #[track_caller]
    pub(crate) fn wait_for(&self, what: &str, is_it: impl Fn(&str) -> bool) -> String {
        let start = Instant::now();
        loop {
            let screen = self.screen();
            if is_it(&screen) {
                return screen;
            }
            let has_waited = start.elapsed() > TIMEOUT / 3;
            assert!(!has_waited, "no {what}:\n{screen}");
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Waits until the screen contains a text.
    #[track_caller]
    pub(crate) fn shows(&self, text: &str) -> String {
        self.wait_for(text, |screen| screen.contains(text))
    }

    /// Waits until the screen no longer contains a text.
    #[track_caller]
    pub(crate) fn hides(&self, text: &str) -> String {
        self.wait_for(&format!("screen without {text}"), |screen| {
            !screen.contains(text)
        })
    }

    /// Returns the line and column of the cursor from 0, or `None` if it is hidden.
    pub(crate) fn cursor(&self) -> Option<(u16, u16)> {
        let terminal = lock(&self.terminal);
        let screen = terminal.screen();
        (!screen.hide_cursor()).then(|| screen.cursor_position())
    }

    /// Returns the last copied text. Wait for a later screen update first.
    pub(crate) fn clipboard(&self) -> Option<String> {
        lock(&self.terminal).callbacks().0.clone()
    }

    /// Returns whether the alternate screen, a hidden cursor or bracketed paste is active.
    pub(crate) fn is_fullscreen(&self) -> bool {
        let terminal = lock(&self.terminal);
        let screen = terminal.screen();
        screen.alternate_screen() || screen.hide_cursor() || screen.bracketed_paste()
    }

    /// Waits until the terminal is restored.
    #[track_caller]
    pub(crate) fn wait_until_restored(&self) {
        self.wait_for("restored screen", |_| !self.is_fullscreen());
    }

    /// Returns whether any cell of the screen is colored.
    pub(crate) fn has_colors(&self) -> bool {
        let terminal = lock(&self.terminal);
        let (lines, columns) = terminal.screen().size();
        let mut cells =
            (0..lines.get()).flat_map(|line| (0..columns.get()).map(move |at| (line, at)));
        cells.any(|(line, column)| {
            let cell = terminal.screen().cell(line, column);
            cell.is_some_and(|cell| [cell.fgcolor(), cell.bgcolor()] != [vt100::Color::Default; 2])
        })
    }

    /// Presses `q` and waits for the exit.
    pub(crate) fn quit(self) -> (i32, String) {
        self.press(&["q"]);
        self.end()
    }

    /// Waits for the exit. Returns the exit status and the final screen.
    pub(crate) fn end(mut self) -> (i32, String) {
        let status = wait(&mut self.child);
        self.wait_until_restored();
        // The last output may still be in transit.
        thread::sleep(Duration::from_millis(100));
        (status, self.screen())
    }

    /// Waits for its end: the exit status, and the lines of the screen with their styles.
    pub(crate) fn end_styled(mut self) -> (i32, Vec<Vec<Run>>) {
        let status = wait(&mut self.child);
        let lines = lock(&self.terminal).screen().size().0.get();
        let mut all: Vec<_> = (0..lines).map(|line| self.runs(line)).collect();
        while all.last().is_some_and(Vec::is_empty) {
            all.pop();
        }
        (status, all)
    }

    /// Returns a line of the screen with its styles, without the spaces around each run.
    pub(crate) fn runs(&self, line: u16) -> Vec<Run> {
        let terminal = lock(&self.terminal);
        let columns = terminal.screen().size().1.get();
        let mut runs: Vec<Run> = Vec::new();
        for column in 0..columns {
            let Some(cell) = terminal.screen().cell(line, column) else {
                break;
            };
            // The second half of a wide character has no style.
            if cell.is_wide_continuation() {
                continue;
            }
            let text = if cell.has_contents() {
                cell.contents()
            } else {
                " "
            };
            let (color, is_bold) = (cell.fgcolor(), cell.bold());
            match runs.last_mut() {
                Some(run) if run.color == color && run.is_bold == is_bold => {
                    run.text.push_str(text);
                }
                _ => runs.push(Run {
                    column,
                    text: text.to_owned(),
                    color,
                    is_bold,
                }),
            }
        }
        for run in &mut runs {
            let blanks = run.text.len() - run.text.trim_start().len();
            run.column += u16::try_from(blanks).unwrap_or_default();
            run.text = run.text.trim().to_owned();
        }
        runs.retain(|run| !run.text.is_empty());
        runs
    }
}

impl Drop for Pty {
    fn drop(&mut self) {
        // Kills the program of a failed test. Killing an exited program fails harmlessly.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn lock(terminal: &Mutex<Parser<Clipboard>>) -> MutexGuard<'_, Parser<Clipboard>> {
    terminal.lock().unwrap_or_else(PoisonError::into_inner)
}

fn number(number: u16) -> NonZeroU16 {
    NonZeroU16::new(number).expect("a size")
}
