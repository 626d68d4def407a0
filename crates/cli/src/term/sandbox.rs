//! The sandbox of the kernel: from its start on, the process can read files and write what it was started for, and
//! neither run programs nor reach the network.
//!
//! A process that a hostile archive has taken over can do no more than that. Only Linux has a sandbox that needs no
//! privileges: Landlock for files, seccomp for system calls.

mod rights;

pub(crate) use rights::Rights;

cfg_select! {
    // The processors that seccompiler knows.
    all(target_os = "linux", target_endian = "little", any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "riscv64")) => {
        mod calls;
        mod files;
        mod linux;
        #[cfg(test)]
        mod tests;
        pub(crate) use linux::restrict;
    }
    _ => {
        mod unsupported;
        pub(crate) use unsupported::restrict;
    }
}
