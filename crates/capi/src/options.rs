//! The options of a search.

use std::{
    ffi::{c_char, c_int},
    num::NonZeroUsize,
};

use urlsift::{Config, OffsetUnit, ReadOptions, Sifter};
use urlsift_select::Selection;

use crate::{
    codes::{URLSIFT_ADDRESS, URLSIFT_EVERY_KIND, URLSIFT_NAME, kinds_of, level},
    memory,
    status::{Failure, status_of, value_or},
};

/// Offsets count what the text consists of: bytes, or 16-bit units. This is the default.
pub const URLSIFT_UNITS_OF_TEXT: u32 = 0;
/// Offsets in a text count code points, as GTK does.
pub const URLSIFT_UNITS_CODE_POINTS: u32 = 1;
/// Offsets in a text count units of UTF-16, as Qt and JavaScript do.
pub const URLSIFT_UNITS_UTF16: u32 = 2;

/// Names that begin with `www.` are URLs. Needs URLSIFT_BARE.
pub const URLSIFT_WWW: u32 = 1;
/// Defanged URLs, which were written so that they cannot be clicked, are found, too.
pub const URLSIFT_REFANG: u32 = 2;
/// A link has a target if a known link rewriter has wrapped another URL in it.
pub const URLSIFT_UNWRAP: u32 = 4;
/// Links without brackets end with their line.
pub const URLSIFT_NO_REJOIN: u32 = 8;

const ALL_FLAGS: u32 = URLSIFT_WWW | URLSIFT_REFANG | URLSIFT_UNWRAP | URLSIFT_NO_REJOIN;

/// The options of a search.
///
/// Several threads may use them at the same time, as long as no thread changes them.
#[derive(Clone, Debug)]
pub struct Options {
    pub(crate) selection: Selection,
    /// The unit of offsets in texts; `None` for that of the text itself.
    pub(crate) unit: Option<OffsetUnit>,
}

impl Options {
    pub(crate) fn new() -> Self {
        Self {
            selection: Selection::of_all_kinds(),
            unit: None,
        }
    }

    /// Returns the options of the scanner.
    pub(crate) fn config(&self) -> Config {
        // The names of schemes are valid: `urlsift_options_add_scheme` has checked them.
        self.selection.config().unwrap_or_default()
    }

    /// Returns a sifter for texts that are read so.
    pub(crate) fn sifter(&self, reading: ReadOptions) -> Sifter {
        Sifter::with(self.config()).reading(reading)
    }
}

/// Returns new options with default values. They must be freed with urlsift_options_free.
///
/// By default, these find links of all kinds whose URLs browsers accept.
#[unsafe(no_mangle)]
pub extern "C" fn urlsift_options_new() -> *mut Options {
    value_or(std::ptr::null_mut(), || memory::into_raw(Options::new()))
}

/// Frees options that were made by urlsift_options_new. Null has no effect.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_options_free(options: *mut Options) {
    // SAFETY: the caller promises it.
    value_or((), || unsafe { memory::free(options) });
}

/// Changes options. The closure returns `None` for an invalid value.
///
/// # Safety
///
/// If the options are not null, they are valid, and nothing else uses them.
unsafe fn change(options: *mut Options, change: impl FnOnce(&mut Options) -> Option<()>) -> c_int {
    status_of(|| {
        // SAFETY: the caller promises it.
        let options = unsafe { memory::object_mut(options) }?;
        change(options).ok_or(Failure::InvalidArgument)
    })
}

/// Sets the kinds of links that are wanted, such as `URLSIFT_EVERY_KIND | URLSIFT_NAME`. The default is
/// URLSIFT_EVERY_KIND.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_options_set_kinds(options: *mut Options, kinds: u32) -> c_int {
    let set = |options: &mut Options| {
        let known = URLSIFT_EVERY_KIND | URLSIFT_NAME | URLSIFT_ADDRESS;
        let is_known = kinds != 0 && kinds & !known == 0;
        is_known.then(|| options.selection.kinds = kinds_of(kinds))
    };
    // SAFETY: the caller promises it.
    unsafe { change(options, set) }
}

/// Sets the least conformance of links: from URLSIFT_RFC1738, for the strictest links, to URLSIFT_NONE, for all. The
/// default is URLSIFT_WHATWG.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_options_set_conforms(
    options: *mut Options,
    conforms: u32,
) -> c_int {
    let set = |options: &mut Options| {
        options.selection.level = level(conforms)?;
        Some(())
    };
    // SAFETY: the caller promises it.
    unsafe { change(options, set) }
}

/// Sets what offsets in a text count: URLSIFT_UNITS_OF_TEXT, URLSIFT_UNITS_CODE_POINTS or URLSIFT_UNITS_UTF16. Offsets
/// in a message, a part or a file always count bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_options_set_units(options: *mut Options, units: u32) -> c_int {
    let set = |options: &mut Options| {
        options.unit = match units {
            URLSIFT_UNITS_OF_TEXT => None,
            URLSIFT_UNITS_CODE_POINTS => Some(OffsetUnit::CodePoints),
            URLSIFT_UNITS_UTF16 => Some(OffsetUnit::Utf16),
            _ => return None,
        };
        Some(())
    };
    // SAFETY: the caller promises it.
    unsafe { change(options, set) }
}

/// Sets all flags, such as `URLSIFT_WWW | URLSIFT_UNWRAP`; 0, the default, for none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_options_set_flags(options: *mut Options, flags: u32) -> c_int {
    let set = |options: &mut Options| {
        if flags & !ALL_FLAGS != 0 {
            return None;
        }
        options.selection.www = flags & URLSIFT_WWW != 0;
        options.selection.refang = flags & URLSIFT_REFANG != 0;
        options.selection.rejoin = flags & URLSIFT_NO_REJOIN == 0;
        options.selection.unwrap = flags & URLSIFT_UNWRAP != 0;
        Some(())
    };
    // SAFETY: the caller promises it.
    unsafe { change(options, set) }
}

/// Sets the maximum length of a link in bytes of the text, at least 1. The default is 8192.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_options_set_max_len(options: *mut Options, bytes: usize) -> c_int {
    let set = |options: &mut Options| (bytes > 0).then(|| options.selection.max_len = bytes);
    // SAFETY: the caller promises it.
    unsafe { change(options, set) }
}

/// Sets the width in columns of the screen from which the text was copied: a bare link that ends in the last column
/// continues on the next line. 0, the default, says that it is not known.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_options_set_width(options: *mut Options, columns: usize) -> c_int {
    let set = |options: &mut Options| {
        options.selection.width = NonZeroUsize::new(columns);
        Some(())
    };
    // SAFETY: the caller promises it.
    unsafe { change(options, set) }
}

/// Adds a scheme that begins a link in angle brackets without `//` after its colon. `scheme` is a string that ends with
/// a NUL. Its case is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_options_add_scheme(
    options: *mut Options,
    scheme: *const c_char,
) -> c_int {
    let set = |options: &mut Options| {
        // SAFETY: the caller promises it.
        let scheme = unsafe { memory::c_string(scheme) }.ok()?;
        let scheme = str::from_utf8(scheme).ok()?;
        Config::new().scheme(scheme).ok()?;
        options.selection.schemes.push(scheme.to_owned());
        Some(())
    };
    // SAFETY: the caller promises it.
    unsafe { change(options, set) }
}
