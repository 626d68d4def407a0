//! In C, each spelling in `corpus/hosts` has the host that browsers read.

use std::ffi::CStr;

use urlsift_capi::{
    URLSIFT_ATTRIBUTE, URLSIFT_NONE, URLSIFT_OK, urlsift_find_in_part, urlsift_host_ascii,
    urlsift_options_set_conforms, urlsift_options_set_kinds,
};
use urlsift_tests::hosts::{attributes, spellings};

use crate::found::{Found, Setter};

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
    let options: [(Setter, u32); 2] = [
        (urlsift_options_set_kinds, URLSIFT_ATTRIBUTE),
        (urlsift_options_set_conforms, URLSIFT_NONE),
    ];
    // SAFETY: the pointers are valid.
    let found = Found::new(&options, |options, out| unsafe {
        urlsift_find_in_part(
            header.as_ptr().cast(),
            header.len(),
            page.as_ptr().cast(),
            page.len(),
            options,
            out,
        )
    });
    let hosts = found.links().map(|link| found.string(link.host_ascii));
    hosts.map(|host| host.map(str::to_owned)).collect()
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
