//! Systems without a sandbox that needs no privileges.

use super::rights::Rights;

/// Fails.
pub(crate) fn restrict(_: &Rights) -> Result<(), String> {
    Err("urlsift has one only for Linux on x86_64, aarch64 and riscv64".into())
}
