//! The flag of the sandbox, of each command but `pick`, which runs other programs.

use clap::{Args, ValueEnum};

#[derive(Args, Debug)]
pub(crate) struct SandboxFlags {
    /// Whether the kernel restricts the program: auto (if it can), require, off
    ///
    /// In the sandbox, a damaged or hostile file cannot make the program write anything but its temporary files, and
    /// the data set of `harvest`, run another program, or open a connection. Linux 6.2 and later restrict all of this
    /// (Landlock and seccomp), older ones all but writing. With `require`, it is an error if a part is missing.
    /// Commands that read public-inbox repositories may run git if an input is one or is not known yet.
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
