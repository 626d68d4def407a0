//! In C, each spelling in `corpus/hosts` has the host that browsers read.

use std::{ffi::CStr, mem::MaybeUninit, ptr};

use urlsift_capi::{
    Link, URLSIFT_ATTRIBUTE, URLSIFT_NONE, URLSIFT_OK, urlsift_find_in_part, urlsift_host_ascii,
    urlsift_links_free, urlsift_links_get, urlsift_links_len, urlsift_options_free,
    urlsift_options_new, urlsift_options_set_conforms, urlsift_options_set_kinds,
};
use urlsift_tests::hosts::{attributes, spellings};

/// Returns what `urlsift_host_ascii` writes.
fn host_ascii(url: &str) -> Option<String> {
    let mut host = [0; 1024];
    // SAFETY: the pointers are valid.
    let status = unsafe {
        urlsift_host_ascii(
            url.as_ptr().cast(),
            url.len(),
            host.as_mut_ptr(),
            host.len(),
        )
    };
    assert_eq!(status, URLSIFT_OK, "{url:?}");
    // SAFETY: it is a string.
    let host = unsafe { CStr::from_ptr(host.as_ptr()) };
    let host = host.to_str().expect("ASCII");
    (!host.is_empty()).then(|| host.to_owned())
}

/// Returns `host_ascii` of the links in the attributes of a page.
fn hosts_in_page(page: &str) -> Vec<Option<String>> {
    let header = "Content-Type: text/html; charset=utf-8\n";
    let mut links = ptr::null_mut();
    let options = urlsift_options_new();
    // SAFETY: the options are valid.
    let status = unsafe { urlsift_options_set_kinds(options, URLSIFT_ATTRIBUTE) };
    assert_eq!(status, URLSIFT_OK);
    // SAFETY: the options are valid.
    let status = unsafe { urlsift_options_set_conforms(options, URLSIFT_NONE) };
    assert_eq!(status, URLSIFT_OK);
    // SAFETY: the pointers are valid.
    let status = unsafe {
        urlsift_find_in_part(
            header.as_ptr().cast(),
            header.len(),
            page.as_ptr().cast(),
            page.len(),
            options,
            &raw mut links,
        )
    };
    assert_eq!(status, URLSIFT_OK);
    // SAFETY: they are not used any more.
    unsafe { urlsift_options_free(options) };
    // SAFETY: the links are valid.
    let len = unsafe { urlsift_links_len(links) };
    let hosts = (0..len).map(|index| {
        let mut link = MaybeUninit::<Link>::uninit();
        // SAFETY: the pointers are valid.
        let status =
            unsafe { urlsift_links_get(links, index, link.as_mut_ptr(), size_of::<Link>()) };
        assert_eq!(status, URLSIFT_OK);
        // SAFETY: it was written.
        let host = unsafe { link.assume_init() }.host_ascii;
        (!host.data.is_null()).then(|| {
            // SAFETY: it is valid as long as the links are.
            let bytes = unsafe { std::slice::from_raw_parts(host.data.cast::<u8>(), host.len) };
            str::from_utf8(bytes).expect("ASCII").to_owned()
        })
    });
    let hosts = hosts.collect();
    // SAFETY: they are not used any more.
    unsafe { urlsift_links_free(links) };
    hosts
}

#[test]
fn hosts_are_those_of_browsers() {
    for spelling in spellings() {
        assert_eq!(
            host_ascii(&spelling.url),
            spelling.host_ascii,
            "{spelling:?}"
        );
    }
    let attributes = attributes();
    let anchors = attributes
        .iter()
        .map(|(_, value)| format!("<a href=\"{value}\"></a>\n"));
    let hosts = hosts_in_page(&anchors.collect::<String>());
    assert_eq!(hosts.len(), attributes.len());
    for (host, (spelling, _)) in hosts.iter().zip(&attributes) {
        assert_eq!(*host, spelling.host_ascii, "{spelling:?}");
    }
}
