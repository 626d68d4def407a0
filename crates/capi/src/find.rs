//! Searches in memory.

use std::{
    ffi::{c_char, c_int, c_void},
    sync::LazyLock,
};

use urlsift::{Kind, OffsetUnit, ReadOptions, Sifter, Sink, UnitOffsets, archive::Encoding};

use crate::{
    links::Links,
    memory,
    options::Options,
    select::Collect,
    status::{Failure, status_of},
};

static DEFAULT: LazyLock<Options> = LazyLock::new(Options::new);

/// Returns the options that C passes in.
///
/// # Safety
///
/// They are null or valid, and nothing changes them while they are used.
pub(crate) unsafe fn options<'a>(options: *const Options) -> &'a Options {
    // SAFETY: the caller promises it.
    unsafe { memory::object(options) }.unwrap_or(&DEFAULT)
}

/// Runs a search with the options that C passes in, and stores its links in `out`, which is null if the search fails.
///
/// # Safety
///
/// As for [`options`]; and if `out` is not null, it points to a pointer that may be written.
unsafe fn store_links(
    options: *const Options,
    out: *mut *mut Links,
    search: impl FnOnce(&Options) -> Result<Links, Failure>,
) -> c_int {
    status_of(|| {
        // SAFETY: the caller promises it.
        unsafe { memory::clear(out) }?;
        // SAFETY: the caller promises it.
        let links = search(unsafe { self::options(options) })?;
        // SAFETY: `out` is not null, as `clear` has checked, and the caller promises the rest.
        unsafe { memory::store(out, links) };
        Ok(())
    })
}

/// As [`store_links`], for a search of `len` elements that begin at `start`.
///
/// # Safety
///
/// As for [`store_links`] and [`memory::slice`].
unsafe fn search<T>(
    start: *const T,
    len: usize,
    options: *const Options,
    out: *mut *mut Links,
    find: impl FnOnce(&[T], &Options) -> Result<Links, Failure>,
) -> c_int {
    let search = |options: &Options| {
        // SAFETY: the caller promises it.
        find(unsafe { memory::slice(start, len) }?, options)
    };
    // SAFETY: the caller promises it.
    unsafe { store_links(options, out, search) }
}

/// Finds the links in a decoded text, such as a client shows. Nothing is decoded, and no line is a header.
///
/// The text need not be UTF-8 or end with a NUL, and may be null if `len` is 0. It is not used after the call. Offsets
/// count bytes, unless the options say otherwise. `options` may be null.
///
/// On success, `*out` must be freed with urlsift_links_free; otherwise it is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_find(
    text: *const c_char,
    len: usize,
    options: *const Options,
    out: *mut *mut Links,
) -> c_int {
    let find =
        |text: &[u8], options: &Options| find(text, of_kind(Kind::Text), options, options.unit);
    // SAFETY: the caller promises it.
    unsafe { search(text.cast(), len, options, out, find) }
}

/// Finds the links in a decoded HTML page in UTF-8, such as the body of a message that a library for MIME has decoded:
/// in its text and in its attributes. A charset that the page declares is ignored.
///
/// Offsets count the bytes of the page as it is, with its tags, or what urlsift_options_set_units says. Otherwise, this
/// is the same as urlsift_find.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_find_html(
    page: *const c_char,
    len: usize,
    options: *const Options,
    out: *mut *mut Links,
) -> c_int {
    let find = |page: &[u8], options: &Options| {
        let reading = of_kind(Kind::Html).encoding(Encoding::for_label("utf-8"));
        find(page, reading, options, options.unit)
    };
    // SAFETY: the caller promises it.
    unsafe { search(page.cast(), len, options, out, find) }
}

/// Makes of a decoded HTML page in UTF-8 the text that it shows, as a client shows it that cannot show HTML, and finds
/// the links in it: urlsift_links_text returns the text, and the places of the links are in it. A link in an attribute
/// is where its element shows its text, such as "click here", with a piece for each line.
///
/// URLSIFT_NOT_UTF8 is returned for a page in another encoding. Otherwise, this is the same as urlsift_find_html.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_show_html(
    page: *const c_char,
    len: usize,
    options: *const Options,
    out: *mut *mut Links,
) -> c_int {
    let show = |page: &[u8], options: &Options| {
        let page = str::from_utf8(page).map_err(|_| Failure::NotUtf8)?;
        let (kinds, level) = (&options.selection.kinds, options.selection.level);
        let source = urlsift::html(page).config(options.config());
        let text = source.kinds(kinds).conforms(level).texts().next();
        let text = text.unwrap_or_default();
        let mut collect = Collect::new(options);
        for link in text.links() {
            let _ = collect.link(link);
        }
        let unit = options.unit.unwrap_or(OffsetUnit::Utf8);
        Ok(Links::of_shown(&text, collect.records, unit))
    };
    // SAFETY: the caller promises it.
    unsafe { search(page.cast(), len, options, out, show) }
}

/// Finds the links in a decoded text in UTF-16, as Qt, Windows and JavaScript have it. `len` is the number of units.
///
/// Offsets count units of UTF-16, unless the options say otherwise; strings of the links are UTF-8. An unpaired
/// surrogate is read as U+FFFD. Otherwise, this is the same as urlsift_find.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_find_utf16(
    text: *const u16,
    len: usize,
    options: *const Options,
    out: *mut *mut Links,
) -> c_int {
    let find = |text: &[u16], options: &Options| {
        let text = String::from_utf16_lossy(text);
        let unit = options.unit.or(Some(OffsetUnit::Utf16));
        find(text.as_bytes(), of_kind(Kind::Text), options, unit)
    };
    // SAFETY: the caller promises it.
    unsafe { search(text, len, options, out, find) }
}

fn find(
    text: &[u8],
    reading: ReadOptions,
    options: &Options,
    unit: Option<OffsetUnit>,
) -> Result<Links, Failure> {
    if unit.is_some() && str::from_utf8(text).is_err() {
        return Err(Failure::NotUtf8);
    }
    let records = collect(options, reading, |sifter, sink| {
        // Reading a slice does not fail, and the sink skips nothing.
        let _ = sifter.sift_slice(text, sink);
    });
    // Without links, there is nothing to convert.
    let unit = unit.filter(|_| !records.is_empty());
    let records = match unit.map(|unit| UnitOffsets::new(text, unit)) {
        Some(units) => records
            .into_iter()
            .map(|record| units.place(record))
            .collect(),
        None => records,
    };
    Ok(Links::new(records))
}

/// Finds the links in a raw message (RFC 5322): in its header and in its parts, which are decoded. Offsets count the
/// bytes of the message. Otherwise, this is the same as urlsift_find.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_find_in_message(
    message: *const c_void,
    len: usize,
    options: *const Options,
    out: *mut *mut Links,
) -> c_int {
    let find = |message: &[u8], options: &Options| {
        let records = collect(options, of_kind(Kind::Message), |sifter, sink| {
            let _ = sifter.sift_slice(message, sink);
        });
        Ok(Links::new(records))
    };
    // SAFETY: the caller promises it.
    unsafe { search(message.cast(), len, options, out, find) }
}

/// Finds the links in the raw body of a part, which is decoded as its header says. No links are found in the header
/// itself. Offsets count the bytes of the body. Otherwise, this is the same as urlsift_find.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_find_in_part(
    header: *const c_void,
    header_len: usize,
    body: *const c_void,
    body_len: usize,
    options: *const Options,
    out: *mut *mut Links,
) -> c_int {
    let search = |options: &Options| {
        // SAFETY: the caller promises it.
        let header = unsafe { memory::slice(header.cast::<u8>(), header_len) }?;
        // SAFETY: the caller promises it.
        let body = unsafe { memory::slice(body.cast::<u8>(), body_len) }?;
        let records = collect(options, of_kind(Kind::Message), |sifter, sink| {
            let _ = sifter.sift_part(header, body, sink);
        });
        Ok(Links::new(records))
    };
    // SAFETY: the caller promises it.
    unsafe { store_links(options, out, search) }
}

fn of_kind(kind: Kind) -> ReadOptions {
    ReadOptions::new().kind(Some(kind))
}

/// Returns the links that `sift` finds in a source that is read so.
fn collect(
    options: &Options,
    reading: ReadOptions,
    sift: impl FnOnce(&mut Sifter, &mut Collect<'_>),
) -> Vec<urlsift::Link<'static>> {
    let mut collect = Collect::new(options);
    sift(&mut options.sifter(reading), &mut collect);
    collect.records
}
