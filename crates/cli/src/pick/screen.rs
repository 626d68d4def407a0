//! The terminal: taken over while somebody picks, and given back as it was, whatever ends the program.

use std::{
    fs::{File, OpenOptions},
    io::{self, IsTerminal, Write},
    mem, panic,
    sync::{Mutex, MutexGuard, PoisonError, TryLockError},
    thread,
    time::{Duration, Instant},
};

use crossterm::{
    clipboard::CopyToClipboard,
    cursor::Show,
    event::{DisableBracketedPaste, EnableBracketedPaste},
    execute,
    style::force_color_output,
    terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode},
};
use ratatui::{Frame, Terminal, backend::CrosstermBackend, layout::Size};
#[cfg(unix)]
use rustix::termios::{self, OptionalActions, Termios};

use crate::interrupt;

/// Where the terminal of this process is, whatever its streams are.
#[cfg(unix)]
const TTY: &str = "/dev/tty";
#[cfg(windows)]
const TTY: &str = "CONOUT$";

/// How long the end of the program waits for a terminal that takes no more.
const PATIENCE: Duration = Duration::from_millis(100);

static STATE: Mutex<State> = Mutex::new(State::Free);

/// Who has the terminal.
#[derive(Debug)]
enum State {
    Free,
    /// A [`Screen`].
    Taken(File),
    /// Nobody will take it any more.
    Over,
}

/// The terminal of this process, if it has one from which keys come.
pub(crate) fn keyboard() -> io::Result<File> {
    #[cfg(unix)]
    if io::stdin().is_terminal() {
        // Keys would be read from there, and this fails if that is another terminal.
        termios::tcgetsid(io::stdin())?;
    }
    tty()
}

/// The terminal of this process, if it has one.
fn tty() -> io::Result<File> {
    OpenOptions::new().read(true).write(true).open(TTY)
}

/// A terminal that is taken over. It is given back when this is dropped, when this thread panics, or by
/// [`give_back_at_last`].
#[derive(Debug)]
pub(super) struct Screen {
    terminal: Terminal<CrosstermBackend<Taken>>,
}

impl Screen {
    /// Takes the terminal over.
    pub(super) fn take(tty: File, color: bool) -> io::Result<Self> {
        // What NO_COLOR and the flag say together is known.
        force_color_output(color);
        give_back_in_a_panic();
        take_over(tty)?;
        // If this fails, there is no screen that would do so.
        let terminal =
            Terminal::new(CrosstermBackend::new(Taken::default())).inspect_err(|_| give_back())?;
        Ok(Self { terminal })
    }

    /// Draws what has changed.
    pub(super) fn draw(&mut self, view: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        self.terminal.draw(view).map(drop)
    }

    /// Draws all of it with the next frame.
    pub(super) fn redraw(&mut self) -> io::Result<()> {
        // Its `clear` would ask standard output where the cursor is.
        let size = self.terminal.size()?;
        self.terminal.resize(size.into())
    }

    /// How many columns and lines there are. Fails if the terminal is gone: a key would be waited for in
    /// vain then, and without a pause.
    pub(super) fn size(&self) -> io::Result<Size> {
        tty()?;
        self.terminal.size()
    }

    /// Puts a text into the clipboard of whoever sits at the terminal (OSC 52), which may be far away.
    pub(super) fn copy(text: &[u8]) -> io::Result<()> {
        let mut taken = Taken::default();
        execute!(taken, CopyToClipboard::to_clipboard_from(text))
    }

    /// Gives the terminal back as long as something else has it.
    pub(super) fn lend<T>(&mut self, lent: impl FnOnce(&File) -> T) -> io::Result<T> {
        let tty = tty()?;
        give_back();
        let mode = Mode::of(&tty)?;
        // There, Ctrl-C is a key of somebody else.
        let held = interrupt::hold();
        let done = lent(&tty);
        drop(held);
        mode.restore(&tty)?;
        take_over(tty)?;
        self.redraw()?;
        Ok(done)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

/// How a terminal treats what is typed.
struct Mode(#[cfg(unix)] Termios);

#[cfg(unix)]
impl Mode {
    fn of(tty: &File) -> io::Result<Self> {
        Ok(Self(termios::tcgetattr(tty)?))
    }

    /// Whoever had it may have left it otherwise.
    fn restore(&self, tty: &File) -> io::Result<()> {
        Ok(termios::tcsetattr(tty, OptionalActions::Now, &self.0)?)
    }
}

#[cfg(not(unix))]
impl Mode {
    fn of(_: &File) -> io::Result<Self> {
        Ok(Self())
    }

    fn restore(&self, _: &File) -> io::Result<()> {
        Ok(())
    }
}

fn take_over(tty: File) -> io::Result<()> {
    let mut state = state();
    if matches!(*state, State::Over) {
        return Ok(());
    }
    enable_raw_mode()?;
    *state = State::Taken(tty);
    drop(state);
    // If this fails, raw mode is left all the same.
    let mut taken = Taken::default();
    execute!(taken, EnterAlternateScreen, EnableBracketedPaste).inspect_err(|_| give_back())
}

/// Gives the terminal back, if it is taken over.
fn give_back() {
    let mut state = state();
    if let State::Taken(tty) = &*state {
        leave(tty);
        *state = State::Free;
    }
}

/// Gives the terminal back, if it is taken over, and for good: the program ends.
pub(crate) fn give_back_at_last() {
    let since = Instant::now();
    let mut state = loop {
        match STATE.try_lock() {
            Ok(state) => break state,
            Err(TryLockError::Poisoned(state)) => break state.into_inner(),
            // It is being written to.
            Err(TryLockError::WouldBlock) if since.elapsed() < PATIENCE => {
                thread::sleep(Duration::from_millis(1));
            }
            Err(TryLockError::WouldBlock) => {
                let _ = disable_raw_mode();
                return;
            }
        }
    };
    if let State::Taken(tty) = &*state {
        leave(tty);
    }
    *state = State::Over;
}

/// Whatever fails of this, the rest is done.
fn leave(mut tty: &File) {
    let _ = execute!(tty, DisableBracketedPaste, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
}

/// What a panic says should be readable. Other threads have theirs caught, and told as errors; what
/// they say would only spoil the screen.
fn give_back_in_a_panic() {
    let picking = thread::current().id();
    let report = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if thread::current().id() == picking {
            give_back();
        }
        if !matches!(*state(), State::Taken(_)) {
            report(panic);
        }
    }));
}

fn state() -> MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes to the terminal, as long as it is taken over: a frame at once.
#[derive(Debug, Default)]
struct Taken(Vec<u8>);

impl Write for Taken {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        let frame = mem::take(&mut self.0);
        match &mut *state() {
            State::Taken(tty) => tty.write_all(&frame),
            State::Free | State::Over => Ok(()),
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::{env, io::Read, process::Child, thread, time::Duration};

    use pty_process::blocking::{Command, open};

    use super::{Screen, tty};

    /// What a test of this program writes to a terminal of its own, with the terminal's state in front
    /// and behind.
    fn on_terminal(test: &str) -> String {
        let (mut pty, pts) = open().expect("a terminal");
        let line = format!("stty -g; $TEST --exact {test} --ignored --nocapture; stty -g");
        let command = Command::new("sh").args(["-c", &line]);
        let command = command.env("TEST", env::current_exe().expect("a program"));
        let child: Child = command.spawn(pts).expect("a shell");
        let reader = thread::spawn(move || {
            let mut written = Vec::new();
            let mut bytes = [0; 1024];
            // At its end, reading fails on some systems.
            while let Ok(len @ 1..) = pty.read(&mut bytes) {
                written.extend_from_slice(&bytes[..len]);
            }
            String::from_utf8_lossy(&written).replace("\r\n", "\n")
        });
        let ended = child.wait_with_output().expect("an end");
        assert!(ended.status.success());
        reader.join().expect("a text")
    }

    #[test]
    #[ignore = "another test runs it on a terminal"]
    fn panics_on_its_screen() {
        let tty = tty().expect("a terminal");
        let mut screen = Screen::take(tty, false).expect("a screen");
        screen.draw(|_| {}).expect("a frame");
        let silent = thread::spawn(|| panic!("of another thread"));
        assert!(silent.join().is_err());
        thread::sleep(Duration::from_millis(10));
        panic!("of the one that picks");
    }

    #[test]
    fn panic_is_told_on_a_terminal_that_is_left_as_it_was() {
        let name = format!("{}::panics_on_its_screen", module_path!());
        let (_, name) = name.split_once("::").expect("a crate in front");
        let text = on_terminal(name);
        assert!(!text.contains("of another thread"), "{text}");
        let (before, told) = text.split_once("of the one that picks").expect("a panic");
        let (_, left) = before.split_once("\x1b[?1049h").expect("another screen");
        assert!(
            left.contains("\x1b[?1049l") && left.contains("\x1b[?25h"),
            "{text:?}"
        );
        assert!(!told.contains("\x1b["), "{text:?}");
        let states = text.lines().filter(|line| line.matches(':').count() > 20);
        let states: Vec<_> = states.collect();
        assert_eq!(states.len(), 2, "{text}");
        assert_eq!(states[0], states[1]);
    }
}
