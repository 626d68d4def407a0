//! The version that `-V` prints.

use std::{fmt::Write, sync::LazyLock};

/// The version of the crate.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The commit that the program was built from, if the build script knows it.
const COMMIT: Option<&str> = option_env!("URLSIFT_COMMIT");

/// The optional features, and whether the program was built with each.
const FEATURES: [(&str, bool); 2] = [
    ("outlook", cfg!(feature = "outlook")),
    ("parquet", cfg!(feature = "parquet")),
];

/// Returns the version, the commit if it is known, and the features, on two lines.
pub(super) fn detailed() -> &'static str {
    static DETAILED: LazyLock<String> = LazyLock::new(|| {
        let mut text = VERSION.to_owned();
        if let Some(commit) = COMMIT.filter(|commit| !commit.is_empty()) {
            // Writing to a string never fails.
            let _ = write!(text, " (commit {commit})");
        }
        text.push_str("\nfeatures:");
        for (name, is_on) in FEATURES {
            let sign = if is_on { '+' } else { '-' };
            let _ = write!(text, " {sign}{name}");
        }
        text
    });
    &DETAILED
}
