//! The memory that JavaScript and the module share, and the exported functions.
//!
//! A function that fails ends in a trap, and may leave the memory in an inconsistent state: JavaScript does not use
//! this instance any more.

use std::{cell::RefCell, num::NonZeroUsize};

use urlsift::Config;
use urlsift_select::Selection;

use crate::{
    Search, SlicedSearch, advice::advice, answer::Answer, check::check, find::find, names::names,
};

/// A flag of a search: names that begin with `www.` are bare links.
pub const URLSIFT_WWW: u32 = 1;

/// A flag of a search: links without angle brackets end at the end of their line.
pub const URLSIFT_NO_REJOIN: u32 = 2;

/// A flag of a search: defanged URLs are found, too.
pub const URLSIFT_REFANG: u32 = 4;

/// A flag of a search: links have the target that a known rewriter has wrapped in them.
pub const URLSIFT_UNWRAP: u32 = 8;

/// One column in the flags of a search, whose higher bits are the width of the screen from which the text was copied.
pub const URLSIFT_WIDTH: u32 = 1 << 8;

/// The input and the answer of a call.
#[derive(Debug, Default)]
struct Exchange {
    /// The memory that JavaScript writes the input to.
    input: Vec<u8>,
    answer: Answer,
    /// The addresses and lengths of the numbers and the string of the answer.
    answer_slices: [usize; 4],
}

thread_local! {
    /// The open searches. JavaScript has their indices, which are used again.
    static SEARCHES: RefCell<Vec<Option<SlicedSearch>>> = const { RefCell::new(Vec::new()) };

    // A module has a single thread.
    static EXCHANGE: RefCell<Exchange> = RefCell::default();
}

/// Calls a function with the first `len` bytes of the input, and returns the address of the four numbers that locate
/// its answer.
fn answer(len: usize, function: impl FnOnce(&[u8]) -> Answer) -> *const usize {
    EXCHANGE.with_borrow_mut(|exchange| {
        let input = exchange.input.get(..len).unwrap_or_default();
        exchange.answer = function(input);
        let Answer { numbers, text } = &exchange.answer;
        exchange.answer_slices = [
            numbers.as_ptr().addr(),
            numbers.len(),
            text.as_ptr().addr(),
            text.len(),
        ];
        exchange.answer_slices.as_ptr()
    })
}

/// Returns the address of memory for at least `len` bytes of input.
#[unsafe(no_mangle)]
pub extern "C" fn urlsift_reserve(len: usize) -> *mut u8 {
    EXCHANGE.with_borrow_mut(|exchange| {
        // JavaScript has read the previous answer.
        exchange.answer = Answer::default();
        if exchange.input.len() < len {
            // Freed first, since growing it would copy its old content.
            exchange.input = Vec::new();
            exchange.input.resize(len, 0);
        }
        exchange.input.as_mut_ptr()
    })
}

/// Calls [`find()`](crate::find()) with the first `len` bytes of the input, and returns the address of four numbers:
/// the address and length of the numbers of the answer, and the address and length of its string.
///
/// `max_len` is the maximum length of a link in bytes. The first `schemes_len` bytes are not part of the text: they are
/// names of schemes, with spaces between them, that begin a link without `//` after the colon. Invalid ones are
/// ignored. `kinds` has a bit for each kind of links that is wanted, in the order of their [names](crate::names()).
/// `flags` are [`URLSIFT_WWW`] to [`URLSIFT_UNWRAP`], and from [`URLSIFT_WIDTH`] on the width of a screen.
#[unsafe(no_mangle)]
pub extern "C" fn urlsift_find(
    len: usize,
    max_len: usize,
    schemes_len: usize,
    kinds: u32,
    flags: u32,
) -> *const usize {
    search(len, max_len, schemes_len, kinds, flags, find)
}

/// Calls [`find_in_message()`](crate::find_in_message()) with the same arguments and result as [`urlsift_find`].
#[cfg(feature = "message")]
#[unsafe(no_mangle)]
pub extern "C" fn urlsift_find_in_message(
    len: usize,
    max_len: usize,
    schemes_len: usize,
    kinds: u32,
    flags: u32,
) -> *const usize {
    search(
        len,
        max_len,
        schemes_len,
        kinds,
        flags,
        crate::message::find_in_message,
    )
}

/// Calls [`find_html()`](crate::find_html()) with the same arguments and result as [`urlsift_find`].
#[cfg(feature = "message")]
#[unsafe(no_mangle)]
pub extern "C" fn urlsift_find_html(
    len: usize,
    max_len: usize,
    schemes_len: usize,
    kinds: u32,
    flags: u32,
) -> *const usize {
    search(
        len,
        max_len,
        schemes_len,
        kinds,
        flags,
        crate::message::find_html,
    )
}

/// Opens a search of a text in slices with the arguments of [`urlsift_find`], but without a text, and returns its
/// number.
#[unsafe(no_mangle)]
pub extern "C" fn urlsift_open_search(
    len: usize,
    max_len: usize,
    schemes_len: usize,
    kinds: u32,
    flags: u32,
) -> usize {
    let search = EXCHANGE.with_borrow(|exchange| {
        let schemes = exchange.input.get(..schemes_len.min(len));
        search_of(schemes.unwrap_or_default(), max_len, kinds, flags)
    });
    SEARCHES.with_borrow_mut(|searches| {
        let free = searches.iter().position(Option::is_none);
        let index = free.unwrap_or_else(|| {
            searches.push(None);
            searches.len() - 1
        });
        searches[index] = Some(SlicedSearch::new(search));
        index
    })
}

/// Passes the first `len` bytes of the input to an open search as the next slice of its text. The result is as for
/// [`urlsift_find`], with the links that are decided.
#[unsafe(no_mangle)]
pub extern "C" fn urlsift_search_slice(len: usize, search: usize) -> *const usize {
    answer(len, |slice| {
        SEARCHES.with_borrow_mut(|searches| match searches.get_mut(search) {
            Some(Some(search)) => search.push(slice),
            _ => Answer::default(),
        })
    })
}

/// Ends an open search. The result is as for [`urlsift_find`], with the other links.
#[unsafe(no_mangle)]
pub extern "C" fn urlsift_close_search(search: usize) -> *const usize {
    answer(0, |_| {
        let search = SEARCHES.with_borrow_mut(|searches| searches.get_mut(search)?.take());
        search.map(SlicedSearch::finish).unwrap_or_default()
    })
}

fn search(
    len: usize,
    max_len: usize,
    schemes_len: usize,
    kinds: u32,
    flags: u32,
    function: impl FnOnce(&[u8], &Search) -> Answer,
) -> *const usize {
    answer(len, |input| {
        let (schemes, text) = input.split_at(schemes_len.min(input.len()));
        function(text, &search_of(schemes, max_len, kinds, flags))
    })
}

fn search_of(schemes: &[u8], max_len: usize, kinds: u32, flags: u32) -> Search {
    let names = String::from_utf8_lossy(schemes);
    let is_valid = |name: &&str| Config::new().scheme(name).is_ok();
    let names = names.split_ascii_whitespace().filter(is_valid);
    let selection = Selection {
        max_len,
        www: flags & URLSIFT_WWW != 0,
        rejoin: flags & URLSIFT_NO_REJOIN == 0,
        refang: flags & URLSIFT_REFANG != 0,
        unwrap: flags & URLSIFT_UNWRAP != 0,
        width: NonZeroUsize::new((flags / URLSIFT_WIDTH) as usize),
        schemes: names.map(str::to_owned).collect(),
        ..Selection::default()
    };
    Search::new(selection, kinds)
}

/// Calls [`check()`](crate::check()) with the first `len` bytes of the input. The result is as for [`urlsift_find`].
#[unsafe(no_mangle)]
pub extern "C" fn urlsift_check(len: usize) -> *const usize {
    answer(len, check)
}

/// Calls [`advice()`](crate::advice()). The result is as for [`urlsift_find`], without numbers.
#[unsafe(no_mangle)]
pub extern "C" fn urlsift_advice(len: usize) -> *const usize {
    answer(len, advice)
}

/// Calls [`names()`](crate::names()). The result is as for [`urlsift_find`], without numbers.
#[unsafe(no_mangle)]
pub extern "C" fn urlsift_names() -> *const usize {
    answer(0, |_| Answer {
        numbers: Vec::new(),
        text: names().into_bytes(),
    })
}
