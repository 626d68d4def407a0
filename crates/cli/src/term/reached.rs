//! How far a run has come, for those who interrupt it.

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use urlsift_record::escaped;

use super::interrupt;

/// The place up to which everything was written.
static REACHED: Mutex<Option<Reached>> = Mutex::new(None);

/// A place in an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reached {
    pub(crate) path: PathBuf,
    /// The offset of a message: everything before it was written. `None` if only the beginning of the file is such a
    /// place.
    pub(crate) offset: Option<u64>,
    /// Whether other inputs may follow.
    pub(crate) is_one_of_several: bool,
}

/// Has a signal report the place before it ends the process.
pub(crate) fn report_on_signal() {
    interrupt::on_exit(report);
}

/// Sets the place.
pub(crate) fn set(reached: &Reached) {
    let mut current = REACHED.lock().unwrap_or_else(PoisonError::into_inner);
    if current.as_ref() != Some(reached) {
        *current = Some(reached.clone());
    }
}

/// Reports the place on standard error, once.
pub(crate) fn report() {
    let reached = REACHED
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .take();
    if let Some(reached) = reached {
        // If standard error fails, there is nowhere to report it.
        let message = format!("urlsift: {}", line(&reached));
        let _ = io::stderr().write_all(message.as_bytes());
    }
}

fn line(reached: &Reached) -> String {
    let Reached {
        path,
        offset,
        is_one_of_several,
    } = reached;
    let path = shown(path);
    let place = match offset {
        Some(offset) => {
            format!("interrupted at byte {offset} of {path}: go on with --range {offset}: {path}")
        }
        None => format!("interrupted in {path}: go on with this file"),
    };
    let then = if *is_one_of_several {
        ", then the files after it"
    } else {
        ""
    };
    format!("{place}{then}\n")
}

fn shown(path: &Path) -> String {
    escaped(path.as_os_str().as_encoded_bytes())
}

#[cfg(test)]
mod tests {
    use super::{Reached, line};

    #[test]
    fn lines_name_the_place() {
        let mut reached = Reached {
            path: "a\x1b.mbox".into(),
            offset: Some(17),
            is_one_of_several: false,
        };
        assert_eq!(
            line(&reached),
            "interrupted at byte 17 of a\\x1b.mbox: go on with --range 17: a\\x1b.mbox\n"
        );
        reached.offset = None;
        reached.is_one_of_several = true;
        assert_eq!(
            line(&reached),
            "interrupted in a\\x1b.mbox: go on with this file, then the files after it\n"
        );
    }
}
