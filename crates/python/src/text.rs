//! Texts that Python passes in.
#![expect(unsafe_code, reason = "large buffers are read without a copy")]

use std::{borrow::Cow, slice};

use pyo3::{
    buffer::PyBuffer,
    exceptions::PyTypeError,
    prelude::*,
    types::{PyBytes, PyString},
};
use urlsift::OffsetUnit;

/// The bytes of a `str` or a buffer.
pub(crate) struct Text<'py> {
    bytes: TextBytes<'py>,
    pub(crate) unit: OffsetUnit,
}

enum TextBytes<'py> {
    /// A `str` without lone surrogates, which provides its UTF-8.
    Str(Bound<'py, PyString>),
    Bytes(Bound<'py, PyBytes>),
    /// Bytes in one piece that their owner says nobody writes, such as a file in memory.
    ReadOnly(PyBuffer<u8>),
    /// A copy: others may change the buffer while the GIL is released; or a `str` with lone surrogates.
    Copy(Vec<u8>),
}

impl<'py> Text<'py> {
    /// Returns the bytes of a `str` or a buffer. A lone surrogate of a `str` is three bytes that are not UTF-8, which
    /// [`decode`] and [`show_surrogates`] restore.
    pub(crate) fn new(text: &Bound<'py, PyAny>) -> PyResult<Self> {
        if let Ok(string) = text.cast::<PyString>() {
            let bytes = if string.to_str().is_ok() {
                TextBytes::Str(string.clone())
            } else {
                TextBytes::Copy(hide_surrogates(encode(string)?.as_bytes()))
            };
            let unit = OffsetUnit::CodePoints;
            return Ok(Self { bytes, unit });
        }
        let bytes = match text.cast::<PyBytes>() {
            Ok(bytes) => TextBytes::Bytes(bytes.clone()),
            Err(_) => of_buffer(text)?,
        };
        let unit = OffsetUnit::Utf8;
        Ok(Self { bytes, unit })
    }

    /// Returns the bytes.
    pub(crate) fn bytes(&self) -> &[u8] {
        match &self.bytes {
            // `new` has converted it before, so this does not fail.
            TextBytes::Str(string) => string.to_str().map_or(&[], str::as_bytes),
            TextBytes::Bytes(bytes) => bytes.as_bytes(),
            // SAFETY: The object keeps the memory until the buffer is dropped. It is in one piece and read-only, which
            // is the promise of its owner that it does not change.
            TextBytes::ReadOnly(buffer) if buffer.len_bytes() > 0 => unsafe {
                slice::from_raw_parts(buffer.buf_ptr().cast(), buffer.len_bytes())
            },
            TextBytes::ReadOnly(_) => &[],
            TextBytes::Copy(bytes) => bytes,
        }
    }
}

/// Encodes a `str`, lone surrogates as `surrogatepass` does.
pub(crate) fn encode<'py>(string: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyBytes>> {
    let encoded = string.call_method1("encode", ("utf-8", "surrogatepass"))?;
    Ok(encoded.cast_into()?)
}

/// The first of the eight bytes that begin a lone surrogate in a text that is searched. UTF-8 has none of them.
const SURROGATE: u8 = 0xf8;

/// Replaces the lone surrogates of [`encode`] by three other bytes, so that the search does not take one of them for
/// the no-break space of a charset of one byte.
fn hide_surrogates(encoded: &[u8]) -> Vec<u8> {
    replace_threes(encoded, |three| match three {
        [0xed, second @ 0xa0..=0xbf, third] => {
            let bits = u16::from(second & 0x1f) << 6 | u16::from(third & 0x3f);
            let last = |bits: u16| 0xb0 | (bits & 0xf) as u8;
            Some([SURROGATE | (bits >> 8) as u8, last(bits >> 4), last(bits)])
        }
        _ => None,
    })
}

/// Returns bytes of a text that was searched as [`encode`] encodes them.
pub(crate) fn show_surrogates(searched: &[u8]) -> Cow<'_, [u8]> {
    if searched.iter().all(|&byte| byte < SURROGATE) {
        return Cow::Borrowed(searched);
    }
    Cow::Owned(replace_threes(searched, |three| match three {
        [
            first @ SURROGATE..=0xff,
            second @ 0xb0..=0xbf,
            third @ 0xb0..=0xbf,
        ] => {
            let [first, second, third] = [first & 7, second & 0xf, third & 0xf].map(u16::from);
            let bits = first << 8 | second << 4 | third;
            Some([0xed, 0xa0 | (bits >> 6) as u8, 0x80 | (bits & 0x3f) as u8])
        }
        _ => None,
    }))
}

/// Replaces sequences of three bytes.
fn replace_threes(bytes: &[u8], replace: impl Fn([u8; 3]) -> Option<[u8; 3]>) -> Vec<u8> {
    let mut replaced = bytes.to_vec();
    for at in 0..bytes.len() {
        if let Some(three) = replaced[at..].first_chunk_mut()
            && let Some(new) = replace(*three)
        {
            *three = new;
        }
    }
    replaced
}

fn of_buffer<'py>(buffer: &Bound<'py, PyAny>) -> PyResult<TextBytes<'py>> {
    let py = buffer.py();
    match PyBuffer::<u8>::get(buffer) {
        Ok(buffer) if buffer.readonly() && buffer.is_c_contiguous() => {
            Ok(TextBytes::ReadOnly(buffer))
        }
        Ok(buffer) => buffer.to_vec(py).map(TextBytes::Copy),
        Err(_) => Err(PyTypeError::new_err(format!(
            "expected a str or a buffer of bytes, not '{}'",
            buffer.get_type().name()?
        ))),
    }
}

/// Returns a `str` for bytes: exactly, also with lone surrogates, if they come from a `str`, otherwise with U+FFFD for
/// what is not UTF-8.
pub(crate) fn decode<'py>(py: Python<'py>, bytes: &[u8], unit: OffsetUnit) -> Bound<'py, PyString> {
    let text = String::from_utf8_lossy(bytes);
    if unit != OffsetUnit::Utf8
        && let Cow::Owned(_) = text
        && let Some(exact) = decode_exactly(py, bytes)
    {
        return exact;
    }
    PyString::new(py, &text)
}

/// Returns whether [`decode`] represents all bytes.
pub(crate) fn is_exact(py: Python<'_>, bytes: &[u8], unit: OffsetUnit) -> bool {
    str::from_utf8(bytes).is_ok() || unit != OffsetUnit::Utf8 && decode_exactly(py, bytes).is_some()
}

/// Returns the part of a `str` that was searched as these bytes; `None` if there is none.
pub(crate) fn decode_exactly<'py>(py: Python<'py>, bytes: &[u8]) -> Option<Bound<'py, PyString>> {
    let bytes = PyBytes::new(py, &show_surrogates(bytes));
    let decoded = bytes.call_method1("decode", ("utf-8", "surrogatepass"));
    decoded.ok()?.cast_into().ok()
}
