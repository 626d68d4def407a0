//! Calls the searches of the library from Rust.

use std::{ffi::c_int, mem::MaybeUninit, ptr, slice};

use urlsift_capi::{
    Bytes, Link, Links, Options, Span, URLSIFT_OK, urlsift_links_free, urlsift_links_get,
    urlsift_links_len, urlsift_options_free, urlsift_options_new,
};

/// A function that sets an option.
pub(crate) type Setter = unsafe extern "C" fn(*mut Options, u32) -> c_int;

/// The links that a search has found. They are freed on drop.
pub(crate) struct Found(*mut Links);

#[expect(
    clippy::unused_self,
    reason = "what a link points to belongs to the links"
)]
impl Found {
    /// Searches with some options. `search` calls a function of the library, and returns its status.
    pub(crate) fn new(
        options: &[(Setter, u32)],
        search: impl FnOnce(*const Options, *mut *mut Links) -> c_int,
    ) -> Self {
        let made = urlsift_options_new();
        for &(set, value) in options {
            // SAFETY: the options are valid.
            assert_eq!(unsafe { set(made, value) }, URLSIFT_OK);
        }
        let mut links = ptr::null_mut();
        assert_eq!(search(made, &raw mut links), URLSIFT_OK);
        // SAFETY: they are not used any more.
        unsafe { urlsift_options_free(made) };
        Self(links)
    }

    pub(crate) const fn as_ptr(&self) -> *const Links {
        self.0
    }

    /// Returns all links. What they point to is valid as long as `self`.
    pub(crate) fn links(&self) -> impl Iterator<Item = Link> {
        // SAFETY: the links are valid.
        let len = unsafe { urlsift_links_len(self.0) };
        (0..len).map(|index| {
            let mut link = MaybeUninit::<Link>::uninit();
            // SAFETY: both are valid.
            let status =
                unsafe { urlsift_links_get(self.0, index, link.as_mut_ptr(), size_of::<Link>()) };
            assert_eq!(status, URLSIFT_OK);
            // SAFETY: it was written.
            unsafe { link.assume_init() }
        })
    }

    /// Returns a string of one of the links.
    pub(crate) fn string(&self, bytes: Bytes) -> Option<&str> {
        (!bytes.data.is_null()).then(|| {
            // SAFETY: it is valid as long as the links are.
            let bytes = unsafe { slice::from_raw_parts(bytes.data.cast::<u8>(), bytes.len) };
            str::from_utf8(bytes).expect("UTF-8")
        })
    }

    /// Returns the pieces of one of the links.
    pub(crate) fn pieces(&self, link: &Link) -> &[Span] {
        // SAFETY: they are valid as long as the links are.
        unsafe { slice::from_raw_parts(link.pieces, link.pieces_len) }
    }
}

impl Drop for Found {
    fn drop(&mut self) {
        // SAFETY: the links are valid, and not used after this.
        unsafe { urlsift_links_free(self.0) };
    }
}
