//! The sandbox of the kernel: from its start on, the process can read files and write what it was started for, and
//! neither run programs nor reach the network.
//!
//! A process that a hostile archive has taken over can do no more than that. Only Linux has a sandbox that needs no
//! privileges: Landlock for files, seccomp for system calls.

mod rights;

use cfg_if::cfg_if;

pub(crate) use rights::Rights;

cfg_if! {
    // The processors that seccompiler knows.
    if #[cfg(all(
        target_os = "linux",
        target_endian = "little",
        any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "riscv64"),
    ))] {
        mod calls;
        mod files;
        mod linux;
        #[cfg(test)]
        mod tests;
        pub(crate) use linux::restrict;
    } else {
        mod unsupported;
        pub(crate) use unsupported::restrict;
    }
}
