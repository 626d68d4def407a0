//! A terminal of its own for a program that takes one over: keys in, a screen out.

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

use super::{LIMIT, console, wait};

/// A program on a terminal of 80 columns and 24 lines.
pub(crate) struct Pty {
    keys: Arc<pty_process::blocking::Pty>,
    terminal: Arc<Mutex<Parser<Clipboard>>>,
    child: Child,
}

/// What a program wanted to be copied last.
#[derive(Debug, Default)]
struct Clipboard(Option<String>);

impl Callbacks for Clipboard {
    fn copy_to_clipboard(&mut self, _: &mut Screen, kind: &[u8], data: &[u8]) {
        assert_eq!(kind, b"c");
        let text = BASE64_STANDARD.decode(data).expect("Base64");
        self.0 = Some(String::from_utf8(text).expect("UTF-8"));
    }
}

/// The keys that have names, and what a terminal sends for them.
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
    /// A line of the shell in a directory, with the program in its path and these variables.
    pub(crate) fn shell(dir: &Path, line: &str, variables: &[(&str, &str)]) -> Self {
        let mut shell = console::shell(dir, &[]);
        shell
            .args(["-c", line])
            .env_remove("BROWSER")
            .env("TERM", "xterm")
            .envs(variables.iter().copied());
        Self::start(shell.into())
    }

    /// A command.
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
            // At its end, reading fails on some systems.
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

    /// Presses keys: those that have names by these, any others as they are typed.
    pub(crate) fn press(&self, keys: &[&str]) {
        for key in keys {
            let named = NAMED.iter().find(|(name, _)| name == key);
            let bytes = named.map_or(*key, |(_, bytes)| bytes);
            (&*self.keys)
                .write_all(bytes.as_bytes())
                .expect("it listens");
            // A key that follows the escape key at once would be another one.
            if *key == "Esc" {
                thread::sleep(Duration::from_millis(100));
            }
        }
    }

    /// Makes the terminal larger or smaller.
    pub(crate) fn resize(&self, columns: u16, lines: u16) {
        lock(&self.terminal).set_size(number(lines), number(columns));
        let size = Size::new(lines, columns);
        self.keys.resize(size).expect("a size");
    }

    /// The lines on the screen, without blanks behind them.
    pub(crate) fn screen(&self) -> String {
        let terminal = lock(&self.terminal);
        let columns = terminal.screen().size().1.get();
        let rows = terminal.screen().rows(0, columns);
        rows.map(|row| row.trim_end().to_owned() + "\n").collect()
    }

    /// Waits for a screen. If it does not come, the last one is told.
    #[track_caller]
    pub(crate) fn wait_for(&self, what: &str, is_it: impl Fn(&str) -> bool) -> String {
        let start = Instant::now();
        loop {
            let screen = self.screen();
            if is_it(&screen) {
                return screen;
            }
            let has_waited = start.elapsed() > LIMIT / 3;
            assert!(!has_waited, "no {what}:\n{screen}");
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Waits until a text is on the screen.
    #[track_caller]
    pub(crate) fn shows(&self, text: &str) -> String {
        self.wait_for(text, |screen| screen.contains(text))
    }

    /// Waits until it is not.
    #[track_caller]
    pub(crate) fn hides(&self, text: &str) -> String {
        self.wait_for(&format!("screen without {text}"), |screen| {
            !screen.contains(text)
        })
    }

    /// The line and the column of the cursor, counted from 0, if it is shown.
    pub(crate) fn cursor(&self) -> Option<(u16, u16)> {
        let terminal = lock(&self.terminal);
        let screen = terminal.screen();
        (!screen.hide_cursor()).then(|| screen.cursor_position())
    }

    /// What was copied last. It has to be asked for behind something that was shown later.
    pub(crate) fn clipboard(&self) -> Option<String> {
        lock(&self.terminal).callbacks().0.clone()
    }

    /// Whether another screen than the usual one is shown, or no cursor, or pasting is marked.
    pub(crate) fn is_taken(&self) -> bool {
        let terminal = lock(&self.terminal);
        let screen = terminal.screen();
        screen.alternate_screen() || screen.hide_cursor() || screen.bracketed_paste()
    }

    /// Waits until the terminal is left.
    #[track_caller]
    pub(crate) fn is_left(&self) {
        self.wait_for("end of it", |_| !self.is_taken());
    }

    /// Whether anything on the screen has a colour.
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

    /// Quits, and waits for the end.
    pub(crate) fn quit(self) -> (i32, String) {
        self.press(&["q"]);
        self.end()
    }

    /// Waits for its end: the exit status, and what is on the screen then.
    pub(crate) fn end(mut self) -> (i32, String) {
        let status = wait(&mut self.child);
        self.is_left();
        // What was written last may still be under way.
        thread::sleep(Duration::from_millis(100));
        (status, self.screen())
    }
}

impl Drop for Pty {
    fn drop(&mut self) {
        // A test that failed leaves no process behind; one that has ended cannot be killed.
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
