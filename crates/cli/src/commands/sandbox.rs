//! What each command may do in the sandbox.

use std::{env, fs, path::PathBuf};

use urlsift_search::Inputs;

use crate::{
    flags::{Request, Sandbox, Task},
    options::HarvestOptions,
    term::sandbox::{Rights, restrict},
};

/// Enters the sandbox, unless there is none and it is not required.
///
/// # Errors
///
/// Returns the reason if it is required and there is none.
pub(crate) fn enter(request: &Request) -> Result<(), String> {
    let is_required = match request.sandbox {
        Sandbox::Off => return Ok(()),
        Sandbox::Auto => false,
        Sandbox::Require => true,
    };
    let rights = match &request.task {
        Task::Search(options) => reading(&options.input.inputs()),
        Task::Info(options) => reading(&options.inputs()),
        // It reads no repositories.
        Task::Split(_) => Rights {
            writable: vec![temp_dir()],
            programs: Vec::new(),
        },
        Task::Harvest(options) => harvesting(options),
        // Without a page to write, it needs nothing but its streams and the message.
        Task::Check(options) => {
            let page = options
                .message
                .as_ref()
                .and_then(|message| message.html.as_ref());
            let dir = page.and_then(|page| page.parent());
            let dir = dir.map(|dir| {
                if dir.as_os_str().is_empty() {
                    ".".as_ref()
                } else {
                    dir
                }
            });
            Rights {
                writable: dir.map(PathBuf::from).into_iter().collect(),
                programs: Vec::new(),
            }
        }
        Task::Pick(_) | Task::Generate(_) => return Ok(()),
    };
    let restricted = restrict(&rights);
    if is_required { restricted } else { Ok(()) }
}

/// Returns what a command may do that reads these inputs: write temporary files, and run git if an input may be a
/// repository.
fn reading(inputs: &Inputs) -> Rights {
    let programs = if inputs.may_run_git() {
        programs()
    } else {
        Vec::new()
    };
    Rights {
        writable: vec![temp_dir()],
        programs,
    }
}

/// Returns the directory of temporary files. An empty `TMPDIR` is the current directory.
fn temp_dir() -> PathBuf {
    let dir = env::temp_dir();
    if dir.as_os_str().is_empty() {
        ".".into()
    } else {
        dir
    }
}

/// Returns the directories where git may be, and what it needs to run.
fn programs() -> Vec<PathBuf> {
    /// Where systems have programs, their loaders and their libraries.
    const SYSTEM: [&str; 7] = [
        "/usr",
        "/bin",
        "/lib",
        "/lib32",
        "/lib64",
        "/nix/store",
        "/opt",
    ];

    let path = env::var_os("PATH").unwrap_or_default();
    let named = env::split_paths(&path).filter(|dir| dir.is_absolute());
    named.chain(SYSTEM.map(PathBuf::from)).collect()
}

/// Returns what `harvest` may do: write temporary files, and to the directory of the data set. It reads no
/// repositories.
///
/// Only a directory that exists can be made writable, so it is created here.
fn harvesting(options: &HarvestOptions) -> Rights {
    // Without one, the data set is among the temporary files.
    let root = Some(options.root.clone()).filter(|root| !root.as_os_str().is_empty());
    if options.step.reads() {
        // The command tries again, and reports the error.
        let _ = fs::create_dir_all(&options.root);
    }
    Rights {
        writable: [temp_dir()].into_iter().chain(root).collect(),
        programs: Vec::new(),
    }
}
