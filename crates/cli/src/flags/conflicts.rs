//! Why flags cannot be combined, where the names of the flags do not say it.

use clap::{
    Error,
    builder::StyledStr,
    error::{ContextKind, ContextValue, ErrorKind},
};

/// The flags that `--range` excludes, each with the flag that undoes it.
const RANGE_CONFLICTS: [(&str, &str); 2] = [("--line-number", "-N"), ("--column", "--no-column")];

/// Adds the reason to the error for a flag that `--range` excludes.
pub(super) fn with_reason(mut error: Error) -> Error {
    if error.kind() != ErrorKind::ArgumentConflict {
        return error;
    }
    let kinds = [ContextKind::InvalidArg, ContextKind::PriorArg];
    let values = kinds.iter().filter_map(|kind| error.get(*kind));
    let names: Vec<_> = values.flat_map(names).collect();
    if !names.iter().any(|name| name == "--range") {
        return error;
    }
    let excluded = RANGE_CONFLICTS
        .iter()
        .find(|(flag, _)| names.iter().any(|name| name == flag));
    if let Some((flag, opposite)) = excluded {
        let tip = format!(
            "what precedes a range is not read, so that its line numbers are unknown; {opposite} undoes {flag}"
        );
        let tips = vec![StyledStr::from(tip)];
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
    }
    error
}

/// Returns the names of flags, without those of their values.
fn names(value: &ContextValue) -> Vec<String> {
    let flags = match value {
        ContextValue::String(flag) => std::slice::from_ref(flag),
        ContextValue::Strings(flags) => flags,
        _ => &[],
    };
    let name = |flag: &String| flag.split([' ', '=']).next().map(str::to_owned);
    flags.iter().filter_map(name).collect()
}
