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
    /// A copy: others may change the buffer while the GIL is released.
    Copy(Vec<u8>),
}

impl<'py> Text<'py> {
    /// Returns the bytes of a `str` or a buffer. Lone surrogates of a `str` are encoded like other code points.
    pub(crate) fn new(text: &Bound<'py, PyAny>) -> PyResult<Self> {
        if let Ok(string) = text.cast::<PyString>() {
            let bytes = if string.to_str().is_ok() {
                TextBytes::Str(string.clone())
            } else {
                TextBytes::Bytes(encode(string)?)
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

/// Encodes a `str` with lone surrogates.
pub(crate) fn encode<'py>(string: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyBytes>> {
    let encoded = string.call_method1("encode", ("utf-8", "surrogatepass"))?;
    Ok(encoded.cast_into()?)
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

/// Returns a `str` for bytes: exactly as `surrogatepass` decodes them if they come from a `str`, otherwise with U+FFFD
/// for what is not UTF-8.
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

/// Returns the `str` that `surrogatepass` encodes as these bytes; `None` if there is none.
pub(crate) fn decode_exactly<'py>(py: Python<'py>, bytes: &[u8]) -> Option<Bound<'py, PyString>> {
    let bytes = PyBytes::new(py, bytes);
    let decoded = bytes.call_method1("decode", ("utf-8", "surrogatepass"));
    decoded.ok()?.cast_into().ok()
}
