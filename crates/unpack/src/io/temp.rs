//! The limit on the size of temporary files.
//!
//! # For maintainers
//!
//! *Why turns.* They prevent deadlocks. Without them, each of two sources that are unpacked concurrently could hold a
//! part of the space and wait for the rest; and a thread could hold space while it waits for the threads whose output
//! precedes its own, which need that space. With turns, space is granted in one order: only the first turn that has
//! not ended gets any, and all others wait for it. That turn never waits, because all space in use is held by it or
//! by a turn that was given up. So later turns wait only for earlier ones, and whether a source has enough space
//! depends on that source alone. Turns must be taken in the order in which the sources have to be completed.

use std::{
    collections::BTreeSet,
    env,
    fs::File,
    io,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
};

/// The space that the temporary files of several unpackers share.
#[derive(Clone, Debug)]
pub(crate) struct TempSpace(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    max: u64,
    state: Mutex<TurnQueue>,
    /// Notified when a turn ends.
    changed: Condvar,
}

#[derive(Debug, Default)]
struct TurnQueue {
    used: u64,
    /// The number of turns taken.
    count: u64,
    /// The numbers of the turns that have not ended.
    turns: BTreeSet<u64>,
}

impl TempSpace {
    /// Creates a space of `max` bytes.
    pub(crate) fn new(max: u64) -> Self {
        Self(Arc::new(Shared {
            max,
            state: Mutex::default(),
            changed: Condvar::new(),
        }))
    }

    /// Returns the number of bytes.
    pub(crate) fn max(&self) -> u64 {
        self.0.max
    }

    /// Returns a new turn, after all turns so far.
    pub(crate) fn turn(&self) -> TempTurn {
        let mut state = self.lock();
        let number = state.count;
        state.count += 1;
        state.turns.insert(number);
        let space = self.clone();
        TempTurn(Arc::new(Turn { space, number }))
    }

    fn lock(&self) -> MutexGuard<'_, TurnQueue> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A turn to write temporary files. It ends when all its clones are dropped.
///
/// Sources that are unpacked concurrently take turns: a zip or an Outlook file that needs a temporary file waits until
/// all earlier turns have ended. If the output of one source waits for the output of another, take the turns in the
/// order of the output, or the sources deadlock.
#[derive(Clone, Debug)]
pub struct TempTurn(Arc<Turn>);

#[derive(Debug)]
struct Turn {
    space: TempSpace,
    number: u64,
}

impl TempTurn {
    /// Ends the turn although its source may still be read, for example by a thread that blocks forever. The
    /// turn gets no more space; the space that it holds is freed when its temporary files are dropped.
    pub fn give_up(&self) {
        self.0.end();
    }
}

impl Turn {
    fn end(&self) {
        self.space.lock().turns.remove(&self.number);
        self.space.0.changed.notify_all();
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.end();
    }
}

/// Why no space can be reserved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoSpace {
    /// The request exceeds the limit of `max` bytes.
    Full { max: u64 },
    /// The turn was given up.
    GivenUp,
}

/// The space that a temporary file takes. It is freed on drop.
#[derive(Debug)]
pub(crate) struct Reservation {
    turn: TempTurn,
    bytes: u64,
}

impl Reservation {
    /// Creates an empty reservation.
    pub(crate) fn new(turn: &TempTurn) -> Self {
        Self {
            turn: turn.clone(),
            bytes: 0,
        }
    }

    /// Reserves more bytes. Blocks until all earlier turns have ended.
    pub(crate) fn grow(&mut self, bytes: u64) -> Result<(), NoSpace> {
        let Turn { space, number } = &*self.turn.0;
        let must_wait = |state: &mut TurnQueue| {
            let is_over = !state.turns.contains(number);
            !is_over && state.turns.first() != Some(number)
        };
        let waited = space.0.changed.wait_while(space.lock(), must_wait);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner);
        if !state.turns.contains(number) {
            return Err(NoSpace::GivenUp);
        }
        let max = space.0.max;
        let used = state.used.checked_add(bytes).filter(|&used| used <= max);
        state.used = used.ok_or(NoSpace::Full { max })?;
        self.bytes += bytes;
        Ok(())
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.turn.0.space.lock().used -= self.bytes;
    }
}

/// Creates an unnamed temporary file.
///
/// # Errors
///
/// If the file cannot be created. The error names the directory.
pub fn create_temp_file() -> io::Result<File> {
    let dir = env::temp_dir();
    tempfile::tempfile_in(&dir).map_err(|error| explain_temp_error(&error))
}

/// Converts an error of a temporary file into one that names its directory.
#[must_use]
pub fn explain_temp_error(error: &io::Error) -> io::Error {
    let system = |error: &io::Error| error.raw_os_error();
    // tempfile wraps the OS error to append the path, and the standard library appends its number.
    let inner = || system(error.get_ref()?.source()?.downcast_ref()?);
    let number = system(error).or_else(inner);
    let reason = number.map_or_else(
        || error.kind().to_string(),
        |number| io::Error::from_raw_os_error(number).to_string(),
    );
    let reason = reason.split(" (os error ").next().unwrap_or(&reason);
    let dir = env::temp_dir();
    let text = format!("temporary file in {}: {reason}", dir.display());
    io::Error::new(error.kind(), text)
}

#[cfg(test)]
mod tests {
    use std::{sync::mpsc::channel, thread, time::Duration};

    use super::{NoSpace, Reservation, TempSpace};

    #[test]
    fn reservations_share_the_limit() {
        let space = TempSpace::new(10);
        let turn = space.turn();
        let mut outer = Reservation::new(&turn);
        let mut inner = Reservation::new(&turn);
        assert_eq!(outer.grow(6), Ok(()));
        assert_eq!(inner.grow(4), Ok(()));
        assert_eq!(inner.grow(1), Err(NoSpace::Full { max: 10 }));
        drop(inner);
        assert_eq!(outer.grow(u64::MAX), Err(NoSpace::Full { max: 10 }));
        assert_eq!(outer.grow(4), Ok(()));
    }

    /// The second turn waits before it reserves anything, so that neither holds a part that the other needs.
    #[test]
    fn later_turn_waits_for_earlier_ones() {
        let space = TempSpace::new(10);
        let (first, second) = (space.turn(), space.turn());
        let (sender, done) = channel();
        let later = thread::spawn(move || {
            let mut space = Reservation::new(&second);
            let grown = space.grow(8);
            sender.send(grown).expect("a receiver");
        });
        let mut outer = Reservation::new(&first);
        let mut inner = Reservation::new(&first);
        assert_eq!((outer.grow(6), inner.grow(4)), (Ok(()), Ok(())));
        assert!(done.recv_timeout(Duration::from_millis(50)).is_err());
        drop((outer, inner));
        assert!(done.recv_timeout(Duration::from_millis(50)).is_err());
        drop(first);
        assert_eq!(done.recv(), Ok(Ok(())));
        later.join().expect("no panic");
    }

    #[test]
    fn abandoned_turn_does_not_block_others() {
        let space = TempSpace::new(10);
        let (first, second) = (space.turn(), space.turn());
        let mut held = Reservation::new(&first);
        assert_eq!(held.grow(4), Ok(()));
        first.give_up();
        assert_eq!(held.grow(1), Err(NoSpace::GivenUp));
        let mut other = Reservation::new(&second);
        assert_eq!(other.grow(7), Err(NoSpace::Full { max: 10 }));
        assert_eq!(other.grow(6), Ok(()));
    }
}
