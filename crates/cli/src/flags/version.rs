//! The version that `-V` prints.

use std::{fmt::Write, sync::LazyLock};

use urlsift::rfc1738::UNICODE_VERSION;

/// The version of the crate.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The commit that the program was built from, if the build script knows it.
const COMMIT: Option<&str> = option_env!("URLSIFT_COMMIT");

/// The optional features, and whether the program was built with each.
const FEATURES: [(&str, bool); 2] = [
    ("outlook", cfg!(feature = "outlook")),
    (
        "parquet",
        cfg!(all(feature = "parquet", target_endian = "little")),
    ),
];

/// The data that decide where bare links end and which names exist: `corpus/uts58`, and `tlds.txt` in `crates/scan`.
const LINK_DATA: &str = "UTS #58 17.0, top-level domains of 2026-11-28";

/// Returns the version, the commit if it is known, the features, and the versions of the data, on three lines.
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
        // Hosts are read by IDNA (UTS #46) and judged by UTS #39, which follow one version of Unicode.
        let (major, minor, _) = UNICODE_VERSION;
        let _ = write!(
            text,
            "\ndata: {LINK_DATA}, hosts by Unicode {major}.{minor}"
        );
        text
    });
    &DETAILED
}
