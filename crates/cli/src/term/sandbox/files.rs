//! Landlock: which files may be written and run.

use std::path::Path;

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd,
    Ruleset, RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetError, Scope, make_bitflags,
};

use super::rights::Rights;

/// The oldest version of Landlock that can keep a file from being changed, which Linux has since 6.2. With older ones,
/// files could be truncated, and with the first one, no file could be moved to another directory.
const NEEDED: ABI = ABI::V3;

/// The newest version whose restrictions are used, as far as the kernel knows them. Linux has it since 6.12.
const KNOWN: ABI = ABI::V6;

/// Restricts writing to the directories, and running of programs; also TCP and signals to other processes, if the
/// kernel can.
///
/// # Errors
///
/// If the kernel cannot restrict all ways to write. Then it restricts none.
pub(super) fn restrict(rights: &Rights) -> Result<(), String> {
    rules(rights).map_err(|error| match error {
        RulesetError::CreateRuleset(_) | RulesetError::HandleAccesses(_) => {
            "the kernel has no Landlock, or one that is older than Linux 6.2".into()
        }
        error => format!("Landlock: {error}"),
    })
}

fn rules(rights: &Rights) -> Result<(), RulesetError> {
    let needed = AccessFs::from_write(NEEDED) | AccessFs::Execute;
    let ruleset = Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(needed)?
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_write(KNOWN))?
        .handle_access(AccessNet::from_all(KNOWN))?
        .scope(Scope::from_all(KNOWN))?;
    let mut created = ruleset.create()?;
    let in_file = make_bitflags!(AccessFs::{WriteFile | Truncate});
    let in_directory =
        in_file | make_bitflags!(AccessFs::{MakeReg | RemoveFile | MakeDir | RemoveDir | Refer});
    for path in &rights.writable {
        created = allow(created, path, in_directory)?;
    }
    for path in &rights.programs {
        created = allow(created, path, AccessFs::Execute.into())?;
    }
    // git opens it before anything else.
    created = allow(created, Path::new("/dev/null"), in_file)?;
    created.restrict_self()?;
    Ok(())
}

/// Allows accesses to a path and below it. A path that cannot be opened stays forbidden.
fn allow(
    created: RulesetCreated,
    path: &Path,
    access: BitFlags<AccessFs>,
) -> Result<RulesetCreated, RulesetError> {
    match PathFd::new(path) {
        Ok(path) => created.add_rule(PathBeneath::new(path, access)),
        Err(_) => Ok(created),
    }
}
