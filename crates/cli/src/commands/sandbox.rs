//! What each command may do in the sandbox.

use std::{env, fs};

use urlsift_search::Inputs;

use crate::{
    flags::{Request, Sandbox, Task},
    options::{HarvestOptions, HarvestStep},
    term::sandbox::{Rights, restrict},
};

/// Enters the sandbox, unless there is none and it is not required.
///
/// # Errors
///
/// If it is required and there is none. Says why.
pub(crate) fn enter(request: &Request) -> Result<(), String> {
    let is_required = match request.sandbox {
        Sandbox::Off => return Ok(()),
        Sandbox::Auto => false,
        Sandbox::Require => true,
    };
    let rights = match &request.task {
        Task::Search(options) => reading(&options.input.inputs()),
        Task::Info(options) => reading(&options.inputs()),
        Task::Split(options) => reading(&options.inputs()),
        Task::Harvest(options) => harvesting(options),
        // It needs nothing but its streams.
        Task::Check(_) => Rights::default(),
        Task::Pick(_) | Task::Generate(_) => return Ok(()),
    };
    let restricted = restrict(&rights);
    if is_required { restricted } else { Ok(()) }
}

/// Returns what a command may do that reads these inputs: write temporary files, and run git if an input may be a
/// repository.
fn reading(inputs: &Inputs) -> Rights {
    Rights {
        writable: vec![env::temp_dir()],
        runs_programs: inputs.may_run_git(),
    }
}

/// Returns what `harvest` may do: also write to the directory of the data set.
///
/// Only a directory that exists can be made writable, so it is created here.
fn harvesting(options: &HarvestOptions) -> Rights {
    let mut rights = reading(&options.input.inputs());
    if matches!(options.step, HarvestStep::All | HarvestStep::Plan) {
        // The command tries again, and reports the error.
        let _ = fs::create_dir_all(&options.root);
    }
    rights.writable.push(options.root.clone());
    rights
}
