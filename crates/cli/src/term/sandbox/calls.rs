//! seccomp: which system calls may be made.

use std::{collections::BTreeMap, env, fmt::Display};

use seccompiler::{BackendError, BpfProgram, SeccompAction, SeccompFilter, TargetArch};

use super::rights::Rights;

/// The bit that marks system calls of the x32 interface, which have numbers of their own.
#[cfg(target_arch = "x86_64")]
const X32: i64 = 0x4000_0000;

/// Denies the system calls that make sockets, that run programs, and that go around other restrictions.
///
/// # Errors
///
/// If the kernel has no seccomp.
pub(super) fn restrict(rights: &Rights) -> Result<(), String> {
    let fail = |error: &dyn Display| format!("seccomp: {error}");
    let arch = TargetArch::try_from(env::consts::ARCH).map_err(|error| fail(&error))?;
    let program: BpfProgram = filter(rights, arch)
        .and_then(BpfProgram::try_from)
        .map_err(|error| fail(&error))?;
    seccompiler::apply_filter(&program).map_err(|error| fail(&error))
}

fn filter(rights: &Rights, arch: TargetArch) -> Result<SeccompFilter, BackendError> {
    let mut denied = vec![libc::SYS_socket, libc::SYS_io_uring_setup, libc::SYS_ptrace];
    if !rights.runs_programs {
        denied.extend([libc::SYS_execve, libc::SYS_execveat]);
    }
    #[cfg(target_arch = "x86_64")]
    denied.extend(denied.clone().into_iter().map(|call| call | X32));
    // Without conditions, a call is denied whatever its arguments are.
    let rules: BTreeMap<_, _> = denied.into_iter().map(|call| (call, Vec::new())).collect();
    let deny = SeccompAction::Errno(libc::EPERM.unsigned_abs());
    SeccompFilter::new(rules, SeccompAction::Allow, deny, arch)
}
