//! Calls the functions as a C program does, with any bytes, for tests and fuzzing.

use std::{
    ffi::{c_char, c_int},
    mem::MaybeUninit,
    ptr, slice,
};

use crate::{
    check::{Verdict, urlsift_check, urlsift_host_ascii},
    codes::{URLSIFT_ADDRESS, URLSIFT_ADVICE_OPEN, URLSIFT_NONE},
    find::{
        urlsift_find, urlsift_find_html, urlsift_find_in_message, urlsift_find_in_part,
        urlsift_find_utf16, urlsift_show_html,
    },
    link::{Bytes, Link, Span},
    links::{
        Links, urlsift_links_at, urlsift_links_free, urlsift_links_get, urlsift_links_len,
        urlsift_links_text,
    },
    options::{
        Options, URLSIFT_UNITS_OF_TEXT, urlsift_options_free, urlsift_options_new,
        urlsift_options_set_conforms, urlsift_options_set_flags, urlsift_options_set_kinds,
        urlsift_options_set_max_len, urlsift_options_set_units, urlsift_options_set_width,
    },
    status::{URLSIFT_INVALID_ARGUMENT, URLSIFT_NOT_UTF8, URLSIFT_OK, URLSIFT_OUT_OF_RANGE},
};

/// Passes a text to every function that takes one, and checks all results. The first four bytes choose the options and
/// where a header ends; the rest is the text.
///
/// # Panics
///
/// Panics if a result is wrong.
pub fn exercise(data: &[u8]) {
    let (chosen, text) = data.split_at(data.len().min(4));
    let chosen = |index: usize| chosen.get(index).copied().map_or(0, u32::from);
    let units = chosen(1) / 8 % 3;
    let options = ChosenOptions::new(chosen(0), units, chosen(1) % 8, chosen(2));
    let cut = text.len().min(chosen(3) as usize);

    // Copies of exactly the right size, so that sanitizers detect reads beyond their ends.
    let bytes: Box<[u8]> = text.into();
    // SAFETY: all pointers are valid.
    let (status, links) =
        with_out(|out| unsafe { urlsift_find(bytes.as_ptr().cast(), bytes.len(), options.0, out) });
    let is_utf8 = str::from_utf8(&bytes).is_ok();
    if units == URLSIFT_UNITS_OF_TEXT || is_utf8 {
        assert_eq!(status, URLSIFT_OK);
    } else {
        assert_eq!((status, links.0), (URLSIFT_NOT_UTF8, ptr::null_mut()));
    }
    let in_bytes = (units == URLSIFT_UNITS_OF_TEXT).then_some(&*bytes);
    links.check(in_bytes);

    // SAFETY: all pointers are valid.
    let (status, links) = with_out(|out| unsafe {
        urlsift_find_html(bytes.as_ptr().cast(), bytes.len(), options.0, out)
    });
    let is_read = units == URLSIFT_UNITS_OF_TEXT || is_utf8;
    assert_eq!(
        status,
        if is_read {
            URLSIFT_OK
        } else {
            URLSIFT_NOT_UTF8
        }
    );
    links.check(None);
    // SAFETY: all pointers are valid.
    let (status, links) = with_out(|out| unsafe {
        urlsift_show_html(bytes.as_ptr().cast(), bytes.len(), options.0, out)
    });
    assert_eq!(status == URLSIFT_OK, is_utf8);
    links.check_shown();

    let wide: Box<[u16]> = text
        .chunks_exact(2)
        .map(|pair| u16::from_le_bytes([pair[0], pair[1]]))
        .collect();
    // SAFETY: all pointers are valid.
    let (status, links) =
        with_out(|out| unsafe { urlsift_find_utf16(wide.as_ptr(), wide.len(), options.0, out) });
    assert_eq!(status, URLSIFT_OK);
    links.check(None);

    // SAFETY: all pointers are valid.
    let (status, links) = with_out(|out| unsafe {
        urlsift_find_in_message(bytes.as_ptr().cast(), bytes.len(), options.0, out)
    });
    assert_eq!(status, URLSIFT_OK);
    links.check(None);

    let (header, body): (Box<[u8]>, Box<[u8]>) = (text[..cut].into(), text[cut..].into());
    // SAFETY: all pointers are valid.
    let (status, links) = with_out(|out| unsafe {
        urlsift_find_in_part(
            header.as_ptr().cast(),
            header.len(),
            body.as_ptr().cast(),
            body.len(),
            options.0,
            out,
        )
    });
    assert_eq!(status, URLSIFT_OK);
    links.check(None);
    check_url(&bytes);
}

/// Options, which are freed on drop.
struct ChosenOptions(*mut Options);

impl ChosenOptions {
    fn new(kinds: u32, units: u32, flags: u32, max_len: u32) -> Self {
        let options = urlsift_options_new();
        let kinds = kinds % (2 * URLSIFT_ADDRESS - 1) + 1;
        // Half of the values give the default, which finds more than a tight bound does.
        let max_len = if max_len < 128 { 8192 } else { max_len - 127 };
        let statuses = [
            // SAFETY: the options are valid.
            unsafe { urlsift_options_set_kinds(options, kinds) },
            // SAFETY: the options are valid.
            unsafe { urlsift_options_set_units(options, units) },
            // SAFETY: the options are valid.
            unsafe { urlsift_options_set_flags(options, flags) },
            // SAFETY: the options are valid.
            unsafe { urlsift_options_set_max_len(options, max_len as usize) },
            // SAFETY: the options are valid.
            unsafe { urlsift_options_set_width(options, max_len as usize % 100) },
            // SAFETY: the options are valid.
            unsafe { urlsift_options_set_conforms(options, URLSIFT_NONE) },
        ];
        assert_eq!(statuses, [URLSIFT_OK; 6]);
        Self(options)
    }
}

impl Drop for ChosenOptions {
    fn drop(&mut self) {
        // SAFETY: the options are valid, and not used after this.
        unsafe { urlsift_options_free(self.0) };
    }
}

/// Links, which are freed on drop.
struct Found(*mut Links);

fn with_out(find: impl FnOnce(*mut *mut Links) -> c_int) -> (c_int, Found) {
    let mut links = ptr::dangling_mut();
    let status = find(&raw mut links);
    (status, Found(links))
}

impl Found {
    /// Reads all links of a page in the text that it shows, which need not show each of them.
    fn check_shown(&self) {
        // SAFETY: the links are null or valid.
        let text = bytes(unsafe { urlsift_links_text(self.0) });
        assert!(str::from_utf8(text).is_ok());
        self.check_all(None, 0);
    }

    /// Reads all links. `text` is where their spans point into, if it is known.
    fn check(&self, text: Option<&[u8]>) {
        self.check_all(text, 1);
    }

    fn check_all(&self, text: Option<&[u8]>, least_pieces: usize) {
        // SAFETY: the links are null or valid.
        let len = unsafe { urlsift_links_len(self.0) };
        let mut last = 0;
        for index in 0..len {
            let (status, link) = self.get(index);
            assert_eq!(status, URLSIFT_OK);
            let link = link.expect("a link");
            let spans = check_link(&link);
            assert!(spans.len() >= least_pieces);
            let range = |span: Span| {
                let index = |offset| usize::try_from(offset).expect("an index");
                index(span.start)..index(span.end)
            };
            if let Some(text) = text {
                assert_eq!(&text[range(link.span)], bytes(link.raw));
            }
            for span in spans {
                assert!(span.start <= span.end);
                for offset in [span.start, span.end.saturating_sub(1)] {
                    // SAFETY: the links are valid.
                    let at = unsafe { urlsift_links_at(self.0, offset) };
                    assert!(span.start == span.end || (0..len.cast_signed()).contains(&at));
                }
                last = last.max(span.end);
            }
        }
        if !self.0.is_null() {
            assert_eq!(self.get(len).0, URLSIFT_OUT_OF_RANGE);
        }
        for offset in [last, u64::MAX] {
            // SAFETY: the links are null or valid.
            let at = unsafe { urlsift_links_at(self.0, offset) };
            assert_eq!(at, -1);
        }
    }

    fn get(&self, index: usize) -> (c_int, Option<Link>) {
        let mut link = MaybeUninit::<Link>::uninit();
        // SAFETY: the links are valid, and the link can be written.
        let status =
            unsafe { urlsift_links_get(self.0, index, link.as_mut_ptr(), size_of::<Link>()) };
        // SAFETY: on success, the link was written.
        let link = (status == URLSIFT_OK).then(|| unsafe { link.assume_init() });
        (status, link)
    }
}

impl Drop for Found {
    fn drop(&mut self) {
        // SAFETY: the links are null or valid, and not used after this.
        unsafe { urlsift_links_free(self.0) };
    }
}

/// Returns the bytes of a string of the library.
fn bytes<'a>(bytes: Bytes) -> &'a [u8] {
    if bytes.data.is_null() {
        assert_eq!(bytes.len, 0);
        return &[];
    }
    // SAFETY: the bytes are valid as long as the links are, which the callers keep.
    unsafe { slice::from_raw_parts(bytes.data.cast(), bytes.len) }
}

/// Reads everything that a link points to, and returns its pieces.
fn check_link<'a>(link: &Link) -> &'a [Span] {
    let url = bytes(link.url);
    assert!(!url.is_empty());
    check_ranges(url, link.scheme, link.host);
    let strings = [
        link.raw,
        link.part,
        link.header,
        link.text,
        link.target,
        link.path,
        link.message_id,
        link.host_ascii,
        link.absolute,
    ];
    let sum: usize = strings
        .iter()
        .flat_map(|&string| bytes(string))
        .map(|&byte| usize::from(byte))
        .sum();
    assert!(sum > 0);
    // SAFETY: the pieces are valid as long as the links are, which the callers keep.
    unsafe { slice::from_raw_parts(link.pieces, link.pieces_len) }
}

/// Checks that a scheme begins a URL, and that its host follows.
fn check_ranges(url: &[u8], scheme: Span, host: Span) {
    // What browsers trim may stand before the scheme.
    assert!(scheme.start <= scheme.end && scheme.end <= host.start.max(scheme.end));
    assert!(host.end <= url.len() as u64);
    if scheme.end > 0 {
        assert_eq!(
            url.get(usize::try_from(scheme.end).expect("an index")),
            Some(&b':')
        );
        assert!(host.end == 0 || host.start > scheme.end);
    }
}

fn check_host(url: &[u8]) {
    let mut host = [c_char::MAX; 64];
    // SAFETY: the pointers are valid.
    let status = unsafe {
        urlsift_host_ascii(
            url.as_ptr().cast(),
            url.len(),
            host.as_mut_ptr(),
            host.len(),
        )
    };
    let len = host.iter().position(|&byte| byte == 0);
    let len = len.expect("a string that ends");
    assert!(status == URLSIFT_OK || status == URLSIFT_INVALID_ARGUMENT && len == 0);
    let rest = &host[len + 1..];
    assert!(rest.iter().all(|&byte| byte == c_char::MAX));
}

fn check_url(url: &[u8]) {
    let mut verdict = MaybeUninit::<Verdict>::uninit();
    // SAFETY: the pointers are valid.
    let status = unsafe {
        urlsift_check(
            url.as_ptr().cast(),
            url.len(),
            verdict.as_mut_ptr(),
            size_of::<Verdict>(),
        )
    };
    assert_eq!(status, URLSIFT_OK);
    // SAFETY: on success, the verdict was written.
    let verdict = unsafe { verdict.assume_init() };
    check_ranges(url, verdict.scheme, verdict.host);
    check_host(url);
    assert_eq!(
        verdict.problems_len == 0,
        verdict.problem_code.data.is_null()
    );
    assert_eq!(
        verdict.advice == URLSIFT_ADVICE_OPEN,
        verdict.advice_reason.data.is_null()
    );
    assert!(
        verdict.problem.start <= verdict.problem.end && verdict.problem.end <= url.len() as u64
    );
}
