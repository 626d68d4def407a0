//! The terminal, which is restored however the program ends.
//!
//! The state of the terminal is a `static` with a lock, although globals are avoided elsewhere: there is one terminal,
//! and a handler of signals or panics has to restore it without an object in hand. A guard alone would not be dropped
//! when the process ends by a signal.
//!
//! Frames are written whole, and under the lock, so that restoring cannot happen within an escape sequence. The
//! terminal may block, for instance after Ctrl-S. Restoring therefore waits 100 ms at most and then gives up the
//! screen, not the process.

#[cfg(unix)]
use std::io::IsTerminal;
use std::{
    fs::{File, OpenOptions},
    io::{self, Write},
    mem, panic,
    sync::{Mutex, MutexGuard, Once, PoisonError, TryLockError},
    thread::{self, ThreadId},
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
use ratatui_core::{
    layout::Size,
    terminal::{Frame, Terminal},
};
use ratatui_crossterm::CrosstermBackend;
#[cfg(unix)]
use rustix::termios::{self, OptionalActions, Termios};

use crate::host::Host;

/// The path of the controlling terminal.
#[cfg(unix)]
const TTY: &str = "/dev/tty";
#[cfg(windows)]
const TTY: &str = "CONOUT$";

/// The maximum time that [`restore_terminal`] waits for a write to the terminal.
const WRITE_TIMEOUT: Duration = Duration::from_millis(100);

static STATE: Mutex<State> = Mutex::new(State::Released);

/// The state of the terminal.
#[derive(Debug)]
enum State {
    /// In its original state.
    Released,
    /// In raw mode, with the alternate screen of a [`Screen`] of this thread.
    Acquired(File, ThreadId),
    /// Permanently in its original state.
    Closed,
}

/// Opens the terminal of the process, to read keys and to draw the screen.
///
/// # Errors
///
/// If the process has no controlling terminal, or standard input is a different terminal.
pub fn open_terminal() -> io::Result<File> {
    #[cfg(unix)]
    if io::stdin().is_terminal() {
        // Keys are then read from standard input. This call fails if it is not the controlling terminal.
        termios::tcgetsid(io::stdin())?;
    }
    tty()
}

/// Opens the controlling terminal.
fn tty() -> io::Result<File> {
    OpenOptions::new().read(true).write(true).open(TTY)
}

/// The acquired terminal. It is released on drop, when this thread panics, or by [`restore_terminal`].
#[derive(Debug)]
pub(crate) struct Screen {
    terminal: Terminal<CrosstermBackend<TtyWriter>>,
}

impl Screen {
    /// Acquires the terminal.
    pub(crate) fn acquire(tty: File, color: bool) -> io::Result<Self> {
        // The caller has already handled NO_COLOR.
        force_color_output(color);
        install_panic_hook();
        acquire(tty)?;
        // On failure there is no `Screen` whose drop would release the terminal.
        let terminal = Terminal::new(CrosstermBackend::new(TtyWriter::default()))
            .inspect_err(|_| release())?;
        Ok(Self { terminal })
    }

    /// Draws the cells that have changed.
    pub(crate) fn draw(&mut self, view: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        self.terminal.draw(view).map(drop)
    }

    /// Makes the next frame draw all cells.
    pub(crate) fn redraw(&mut self) -> io::Result<()> {
        // `Terminal::clear` would ask standard output for the position of the cursor.
        let size = self.terminal.size()?;
        self.terminal.resize(size.into())
    }

    /// Returns the size of the terminal. Fails if the terminal is gone, because polling for keys would then spin.
    pub(crate) fn size(&self) -> io::Result<Size> {
        tty()?;
        self.terminal.size()
    }

    /// Copies a text to the clipboard of the terminal (OSC 52), which may be on another host.
    pub(crate) fn copy(text: &[u8]) -> io::Result<()> {
        let mut writer = TtyWriter::default();
        execute!(writer, CopyToClipboard::to_clipboard_from(text))
    }

    /// Releases the terminal while `run` uses it.
    pub(crate) fn suspend<T>(
        &mut self,
        host: &dyn Host,
        run: impl FnOnce(&File) -> T,
    ) -> io::Result<T> {
        let tty = tty()?;
        release();
        let mode = Mode::of(&tty)?;
        // Ctrl-C now sends a signal, meant for the other program.
        let held = HeldInterrupt::new(host);
        let result = run(&tty);
        drop(held);
        mode.restore(&tty)?;
        acquire(tty)?;
        self.redraw()?;
        Ok(result)
    }
}

/// Leaves SIGINT to another program until this guard is dropped.
struct HeldInterrupt<'h>(&'h dyn Host);

impl<'h> HeldInterrupt<'h> {
    fn new(host: &'h dyn Host) -> Self {
        host.hold_interrupt();
        Self(host)
    }
}

impl Drop for HeldInterrupt<'_> {
    fn drop(&mut self) {
        self.0.release_interrupt();
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        release();
    }
}

/// The input mode of a terminal.
struct Mode(#[cfg(unix)] Termios);

#[cfg(unix)]
impl Mode {
    fn of(tty: &File) -> io::Result<Self> {
        Ok(Self(termios::tcgetattr(tty)?))
    }

    /// Restores the mode, which another program may have changed.
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

fn acquire(tty: File) -> io::Result<()> {
    let mut state = state();
    if matches!(*state, State::Closed) {
        return Ok(());
    }
    enable_raw_mode()?;
    *state = State::Acquired(tty, thread::current().id());
    drop(state);
    let mut writer = TtyWriter::default();
    // On failure, raw mode is left again.
    execute!(writer, EnterAlternateScreen, EnableBracketedPaste).inspect_err(|_| release())
}

/// Releases the terminal, if it is acquired.
fn release() {
    release_if(|_| true);
}

/// Releases the terminal, if it is acquired by a thread that satisfies a condition.
fn release_if(condition: impl FnOnce(ThreadId) -> bool) {
    let mut state = state();
    if let State::Acquired(tty, thread) = &*state
        && condition(*thread)
    {
        leave(tty);
        *state = State::Released;
    }
}

/// Restores the terminal permanently, if a picker has acquired it. Call this when the process is about to end, on any
/// thread.
///
/// Waits at most 100 ms for a write to a terminal that blocks; after that, only raw mode is left.
pub fn restore_terminal() {
    let since = Instant::now();
    let mut state = loop {
        match STATE.try_lock() {
            Ok(state) => break state,
            Err(TryLockError::Poisoned(state)) => break state.into_inner(),
            // Another thread writes to the terminal.
            Err(TryLockError::WouldBlock) if since.elapsed() < WRITE_TIMEOUT => {
                thread::sleep(Duration::from_millis(1));
            }
            Err(TryLockError::WouldBlock) => {
                let _ = disable_raw_mode();
                return;
            }
        }
    };
    if let State::Acquired(tty, _) = &*state {
        leave(tty);
    }
    *state = State::Closed;
}

/// Leaves the alternate screen and raw mode. Each step is tried, even if the one before it fails.
fn leave(mut tty: &File) {
    let _ = execute!(tty, DisableBracketedPaste, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
}

/// Installs a panic hook, once per process, that releases the terminal before it reports a panic of the thread that has
/// acquired it. Panics of search threads are caught and reported as errors; their messages would corrupt the screen.
fn install_panic_hook() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let report = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            let panicking = thread::current().id();
            release_if(|thread| thread == panicking);
            if !matches!(*state(), State::Acquired(..)) {
                report(panic);
            }
        }));
    });
}

fn state() -> MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes whole frames to the terminal while it is acquired.
#[derive(Debug, Default)]
struct TtyWriter(Vec<u8>);

impl Write for TtyWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        let frame = mem::take(&mut self.0);
        match &mut *state() {
            State::Acquired(tty, _) => tty.write_all(&frame),
            State::Released | State::Closed => Ok(()),
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::{
        env,
        io::Read,
        process::Child,
        sync::{Arc, Barrier},
        thread,
        time::Duration,
    };

    use pty_process::blocking::{Command, open};

    use super::{Screen, tty};

    /// Runs an ignored test on a new terminal. Returns its output, and the mode of the terminal before and after.
    fn on_terminal(test: &str) -> String {
        let (mut pty, pts) = open().expect("a terminal");
        let line = format!("stty -g; $TEST --exact {test} --ignored --nocapture; stty -g");
        let command = Command::new("sh").args(["-c", &line]);
        let command = command.env("TEST", env::current_exe().expect("a program"));
        let child: Child = command.spawn(pts).expect("a shell");
        let reader = thread::spawn(move || {
            let mut written = Vec::new();
            let mut bytes = [0; 1024];
            // On some systems, reading fails at the end.
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
        let acquire = || Screen::acquire(tty().expect("a terminal"), false).expect("a screen");
        // If it cannot be acquired, the test ends here, and not in a thread for which another one waits.
        drop(acquire());
        let turn = Arc::new(Barrier::new(2));
        let turn_of_silent = Arc::clone(&turn);
        // A thread that had the terminal before is like any other.
        let silent = thread::spawn(move || {
            drop(acquire());
            turn_of_silent.wait();
            turn_of_silent.wait();
            panic!("of another thread");
        });
        turn.wait();
        let mut screen = acquire();
        screen.draw(|_| {}).expect("a frame");
        turn.wait();
        assert!(silent.join().is_err());
        thread::sleep(Duration::from_millis(10));
        panic!("of the picker");
    }

    #[test]
    fn panic_is_reported_on_the_restored_terminal() {
        let name = format!("{}::panics_on_its_screen", module_path!());
        let (_, name) = name.split_once("::").expect("a crate");
        let text = on_terminal(name);
        assert!(!text.contains("of another thread"), "{text}");
        let (before, after) = text.split_once("of the picker").expect("a panic");
        let (_, left) = before.rsplit_once("\x1b[?1049h").expect("another screen");
        assert!(
            left.contains("\x1b[?1049l") && left.contains("\x1b[?25h"),
            "{text:?}"
        );
        assert!(!after.contains("\x1b["), "{text:?}");
        let states = text.lines().filter(|line| line.matches(':').count() > 20);
        let states: Vec<_> = states.collect();
        assert_eq!(states.len(), 2, "{text}");
        assert_eq!(states[0], states[1]);
    }
}
