//! The flag of the sandbox, of each command but `pick`, which runs other programs.

use clap::{Args, ValueEnum};

#[derive(Args, Debug, Default)]
pub(crate) struct SandboxFlags {
    /// Restrict the process with the kernel: auto (if it can), require, off
    ///
    /// In the sandbox (Linux), a hostile file cannot make urlsift run a program, connect to anything or write to other
    /// files.
    ///
    /// Linux 6.2 and later restrict all of this with Landlock and seccomp; older ones do not restrict writing.
    /// Temporary files, and the data set of `harvest`, can be written. With `require`, it is an error if the kernel
    /// lacks a part. If an input is, or may be, a public-inbox repository, git may be run, inside the same sandbox.
    #[arg(
        long,
        value_name = "WHEN",
        value_enum,
        default_value_t,
        hide_possible_values = true
    )]
    pub(crate) sandbox: Sandbox,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Sandbox {
    /// Where the kernel has one
    #[default]
    Auto,
    /// Always
    Require,
    /// Never
    Off,
}
