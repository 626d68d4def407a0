//! `urlsift_check` and `urlsift_host_ascii`.

use std::{
    ffi::{c_char, c_int},
    mem::offset_of,
};

use urlsift::Advice;

use crate::{
    codes::{number_of_advice, number_of_level, warning_bits},
    link::{Bytes, Span, scheme_and_host},
    memory,
    status::status_of,
};

/// The result of validating a URL. Later versions add fields at the end.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Verdict {
    /// The strictest standard that the URL satisfies: one of URLSIFT_RFC1738 to URLSIFT_NONE.
    pub conforms: u32,
    /// Bits URLSIFT_WARN_*.
    pub warnings: u32,
    /// The scheme: a range of the URL, in any case. Empty at 0 if there is none.
    pub scheme: Span,
    /// The host to which a client connects: a range of the URL. Empty at 0 if there is none.
    pub host: Span,
    /// The port; -1 if there is none, or if it is not a number that fits into an int64_t.
    pub port: i64,
    /// The number of reasons why the URL does not conform to RFC 1738. At most 1000 are counted.
    pub problems_len: usize,
    /// The range of the first problem in the URL.
    pub problem: Span,
    /// The code of the first problem, such as "missing-host". The string is static.
    pub problem_code: Bytes,
    /// The production of RFC 1738 that the first problem violates, such as "hostport". The string is static.
    pub problem_rule: Bytes,
    /// Why `advice` is what it is, in words for people. None for URLSIFT_ADVICE_OPEN. The string is static.
    pub advice_reason: Bytes,
    /// What a client does before it opens the URL: one of URLSIFT_ADVICE_OPEN to URLSIFT_ADVICE_TEXT.
    pub advice: u32,
}

/// The size of a verdict in bytes in the first version of the library, whose last field was `problem_rule`.
const LEAST_VERDICT: usize = offset_of!(Verdict, problem_rule) + size_of::<Bytes>();

/// Validates a URL, and writes the verdict to `out`. `out_size` is `sizeof(urlsift_verdict)`.
///
/// The URL may contain any bytes, and need not end with a NUL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_check(
    url: *const c_char,
    len: usize,
    out: *mut Verdict,
    out_size: usize,
) -> c_int {
    status_of(|| {
        // SAFETY: the caller promises it.
        let url = unsafe { memory::slice(url.cast::<u8>(), len) }?;
        let verdict = verdict(url);
        // SAFETY: the caller promises it.
        unsafe { memory::write_struct(&verdict, out, out_size, LEAST_VERDICT) }
    })
}

/// Writes the canonical form of the host of a URL to `out`, with a NUL at the end: decoded, in ASCII and in lower case.
/// Hosts are compared by it. It is an empty string if there is no host, or if browsers reject it.
///
/// `out_size` is the size of `out`. 256 bytes are enough for every host that can be looked up. If they are too few,
/// `out` becomes an empty string, and the status is URLSIFT_INVALID_ARGUMENT.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_host_ascii(
    url: *const c_char,
    len: usize,
    out: *mut c_char,
    out_size: usize,
) -> c_int {
    status_of(|| {
        // SAFETY: the caller promises it.
        unsafe { memory::write_c_string("", out, out_size) }?;
        // SAFETY: the caller promises it.
        let url = unsafe { memory::slice(url.cast::<u8>(), len) }?;
        let verdict = urlsift::Verdict::of(url);
        let host = verdict.parts().host_ascii().unwrap_or_default();
        // SAFETY: the caller promises it.
        unsafe { memory::write_c_string(&host, out, out_size) }
    })
}

fn verdict(url: &[u8]) -> Verdict {
    let verdict = urlsift::Verdict::of(url);
    let problem = verdict.problems().first();
    let port = verdict.parts().port_number();
    let [scheme, host] = scheme_and_host(verdict.parts());
    let (advice, reason) = Advice::of_url(&verdict, []);
    Verdict {
        conforms: number_of_level(verdict.conformance()),
        warnings: warning_bits([].into_iter(), verdict.warnings().iter()),
        scheme,
        host,
        port: port.and_then(|port| i64::try_from(port).ok()).unwrap_or(-1),
        problems_len: verdict.problems().len(),
        problem: problem.map_or(Span::default(), |problem| Span::of(problem.span())),
        problem_code: Bytes::of_optional(problem.map(|problem| problem.code().name().as_bytes())),
        problem_rule: Bytes::of_optional(problem.map(|problem| problem.rule().name().as_bytes())),
        advice_reason: Bytes::of_reason(reason),
        advice: number_of_advice(advice),
    }
}
