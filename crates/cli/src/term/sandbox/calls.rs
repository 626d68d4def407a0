//! seccomp: which system calls may be made.

use std::{collections::BTreeMap, env, fmt::Display, process};

use libc::c_long;
use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition,
    SeccompFilter, SeccompRule, TargetArch,
};

use super::rights::Rights;

/// Calls that connect to something, and those that make or name sockets. `socketpair` has rules.
pub(super) const SOCKETS: &[c_long] = &[
    libc::SYS_socket,
    libc::SYS_connect,
    libc::SYS_bind,
    libc::SYS_listen,
];

/// Calls that run programs.
const PROGRAMS: &[c_long] = &[libc::SYS_execve, libc::SYS_execveat];

/// Calls that change the owner, the rights, the times or the attributes of files, which Landlock does not restrict.
pub(super) const METADATA: &[c_long] = &[
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    FCHMODAT2,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_utimensat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    SETXATTRAT,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
    REMOVEXATTRAT,
    FILE_SETATTR,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chmod,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chown,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_lchown,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utime,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utimes,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_futimesat,
];

/// Calls that act on other processes. `kill` and some others have rules.
pub(super) const PROCESSES: &[c_long] = &[
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_pidfd_getfd,
    libc::SYS_rt_sigqueueinfo,
    libc::SYS_rt_tgsigqueueinfo,
    libc::SYS_tkill,
    libc::SYS_setpriority,
    libc::SYS_ioprio_set,
];

/// Calls that change the system, or that go around these rules. Most of them need privileges that the user may have.
pub(super) const SYSTEM: &[c_long] = &[
    libc::SYS_io_uring_setup,
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_chroot,
    libc::SYS_pivot_root,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_open_by_handle_at,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_kexec_load,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_acct,
    libc::SYS_quotactl,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_clock_adjtime,
    libc::SYS_adjtimex,
];

/// The requests of `ioctl` that are denied: `TIOCSTI`, `TIOCLINUX` and `FS_IOC_SETFLAGS`. They have the same numbers on
/// the processors that are known here, but another type in each C library.
const REQUESTS: [u64; 3] = [0x5412, 0x541c, 0x4008_6602];

/// The numbers of calls that libc does not define for all processors. New calls have one number on all of them.
const FCHMODAT2: c_long = 452;
const SETXATTRAT: c_long = 463;
const REMOVEXATTRAT: c_long = 466;
const FILE_SETATTR: c_long = 469;

/// Denies the system calls that make sockets, run programs, or reach beyond files and this process.
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
    seccompiler::apply_filter(&program).map_err(|error| fail(&error))?;
    #[cfg(target_arch = "x86_64")]
    seccompiler::apply_filter(&x32::DENIED).map_err(|error| fail(&error))?;
    Ok(())
}

fn filter(rights: &Rights, arch: TargetArch) -> Result<SeccompFilter, BackendError> {
    // Without conditions, a call is denied whatever its arguments are.
    let mut rules: BTreeMap<c_long, Vec<SeccompRule>> = BTreeMap::new();
    for calls in [SOCKETS, METADATA, PROCESSES, SYSTEM] {
        rules.extend(calls.iter().map(|&call| (call, Vec::new())));
    }
    if rights.programs.is_empty() {
        rules.extend(PROGRAMS.iter().map(|&call| (call, Vec::new())));
        // Without programs, there are no other processes to signal.
        rules.insert(libc::SYS_pidfd_send_signal, Vec::new());
        for call in [libc::SYS_kill, libc::SYS_tgkill] {
            rules.insert(call, vec![denied_unless(0, process::id().into())?]);
        }
    }
    // The handler of signals has a pair of streams, and the start of a program a pair of SOCK_SEQPACKET. Both send only
    // to each other; a pair of datagram sockets can send to any socket that has a path.
    let pair = vec![
        denied_unless(0, libc::AF_UNIX.unsigned_abs().into())?,
        denied_if_bits(1, 0xf, libc::SOCK_DGRAM)?,
        denied_if_bits(1, 0xf, libc::SOCK_RAW)?,
    ];
    rules.insert(libc::SYS_socketpair, pair);
    // A terminal that was inherited must not get input, which its shell would read.
    let denied: Result<_, _> = REQUESTS
        .into_iter()
        .map(|request| condition(1, SeccompCmpOp::Eq, request))
        .collect();
    rules.insert(libc::SYS_ioctl, denied?);
    // 0 is this process.
    for call in [libc::SYS_prlimit64, libc::SYS_sched_setaffinity] {
        rules.insert(call, vec![denied_unless(0, 0)?]);
    }
    let deny = SeccompAction::Errno(libc::EPERM.unsigned_abs());
    SeccompFilter::new(rules, SeccompAction::Allow, deny, arch)
}

/// Returns the rule that denies a call unless an argument has this value.
fn denied_unless(argument: u8, value: u64) -> Result<SeccompRule, BackendError> {
    condition(argument, SeccompCmpOp::Ne, value)
}

/// Returns the rule that denies a call if these bits of an argument have this value.
fn denied_if_bits(argument: u8, bits: u64, value: i32) -> Result<SeccompRule, BackendError> {
    condition(
        argument,
        SeccompCmpOp::MaskedEq(bits),
        value.unsigned_abs().into(),
    )
}

/// Returns the rule that compares the lower 32 bits of an argument, which is all that these calls read.
fn condition(argument: u8, compare: SeccompCmpOp, value: u64) -> Result<SeccompRule, BackendError> {
    let condition = SeccompCondition::new(argument, SeccompCmpArgLen::Dword, compare, value)?;
    SeccompRule::new(vec![condition])
}

/// The x32 interface, which some kernels have beside x86-64's: other numbers for the same calls. Nothing here uses it,
/// so all of it is denied.
#[cfg(target_arch = "x86_64")]
mod x32 {
    use seccompiler::sock_filter;

    /// The bit that its numbers have.
    const BIT: u32 = 0x4000_0000;

    /// `BPF_LD | BPF_W | BPF_ABS`, of the number of the call, at offset 0.
    const LOAD: u16 = 0x20;
    /// `BPF_JMP | BPF_JSET | BPF_K`
    const JUMP_IF_SET: u16 = 0x45;
    /// `BPF_RET | BPF_K`
    const RETURN: u16 = 0x06;

    const ALLOW: u32 = libc::SECCOMP_RET_ALLOW;
    const DENY: u32 = libc::SECCOMP_RET_ERRNO | libc::EPERM.unsigned_abs();

    pub(super) const DENIED: [sock_filter; 4] = [
        instruction(LOAD, 0, 0),
        // If the bit is not set, the next instruction is passed over.
        instruction(JUMP_IF_SET, 1, BIT),
        instruction(RETURN, 0, DENY),
        instruction(RETURN, 0, ALLOW),
    ];

    const fn instruction(code: u16, jump_unless: u8, value: u32) -> sock_filter {
        sock_filter {
            code,
            jt: 0,
            jf: jump_unless,
            k: value,
        }
    }
}
