//! Access to the memory that C passes in. All functions here rely on what the interface demands of pointers.

use std::{
    ffi::{CStr, c_char},
    ptr, slice,
};

use crate::status::Failure;

/// Returns the elements that begin at a pointer, which may be null if there are none.
///
/// # Safety
///
/// If `start` is not null, it points to `len` elements that do not change while the result is used.
pub(crate) unsafe fn slice<'a, T>(start: *const T, len: usize) -> Result<&'a [T], Failure> {
    if start.is_null() {
        return if len == 0 {
            Ok(&[])
        } else {
            Err(Failure::InvalidArgument)
        };
    }
    if len > isize::MAX as usize / size_of::<T>() || !start.is_aligned() {
        return Err(Failure::InvalidArgument);
    }
    // SAFETY: `start` is not null and aligned, `len` is not too large, and the caller promises the rest.
    Ok(unsafe { slice::from_raw_parts(start, len) })
}

/// Returns the bytes of a string that ends with a NUL.
///
/// # Safety
///
/// If `start` is not null, it points to such a string, which does not change while the result is used.
pub(crate) unsafe fn c_string<'a>(start: *const c_char) -> Result<&'a [u8], Failure> {
    if start.is_null() {
        return Err(Failure::InvalidArgument);
    }
    // SAFETY: it is not null, and the caller promises the rest.
    Ok(unsafe { CStr::from_ptr(start) }.to_bytes())
}

/// Writes a text and a NUL to memory of the caller. The text has no NUL.
///
/// # Safety
///
/// If `out` is not null, the `out_size` bytes from `out` on may be written.
pub(crate) unsafe fn write_c_string(
    text: &str,
    out: *mut c_char,
    out_size: usize,
) -> Result<(), Failure> {
    if out.is_null() || out_size <= text.len() {
        return Err(Failure::InvalidArgument);
    }
    let out: *mut u8 = out.cast();
    // SAFETY: there are more bytes than in the text, which is not there: the caller may write to them.
    unsafe { ptr::copy_nonoverlapping(text.as_ptr(), out, text.len()) };
    // SAFETY: the offset is less than `out_size`.
    let end = unsafe { out.add(text.len()) };
    // SAFETY: this is the byte after the text.
    unsafe { end.write(0) };
    Ok(())
}

/// Returns the object that a pointer points to, if it is not null.
///
/// # Safety
///
/// If the pointer is not null, this library has made the object, it was not freed, and nothing changes it while the
/// result is used.
pub(crate) unsafe fn object<'a, T>(pointer: *const T) -> Option<&'a T> {
    // SAFETY: the caller promises it.
    unsafe { pointer.as_ref() }
}

/// Returns a mutable reference to the object that a pointer points to.
///
/// # Safety
///
/// As for [`object`], and nothing else uses the object.
pub(crate) unsafe fn object_mut<'a, T>(pointer: *mut T) -> Result<&'a mut T, Failure> {
    // SAFETY: the caller promises it.
    let object = unsafe { pointer.as_mut() };
    object.ok_or(Failure::InvalidArgument)
}

/// Moves an object to the heap, and returns a pointer to it, which C owns.
pub(crate) fn into_raw<T>(object: T) -> *mut T {
    Box::into_raw(Box::new(object))
}

/// Frees an object, unless it is null.
///
/// # Safety
///
/// If the pointer is not null, [`into_raw`] has returned it, and the object was not freed before.
pub(crate) unsafe fn free<T>(object: *mut T) {
    if !object.is_null() {
        // SAFETY: the caller promises it.
        drop(unsafe { Box::from_raw(object) });
    }
}

/// Sets a pointer of the caller to null until there is a result.
///
/// # Safety
///
/// If `out` is not null, it points to a pointer that may be written.
pub(crate) unsafe fn clear<T>(out: *mut *mut T) -> Result<(), Failure> {
    if out.is_null() {
        return Err(Failure::InvalidArgument);
    }
    // SAFETY: it is not null, and the caller promises the rest.
    unsafe { out.write(ptr::null_mut()) };
    Ok(())
}

/// Writes a result to a pointer of the caller.
///
/// # Safety
///
/// `out` points to a pointer that may be written.
pub(crate) unsafe fn store<T>(out: *mut *mut T, object: T) {
    // SAFETY: the caller promises it.
    unsafe { out.write(into_raw(object)) };
}

/// Writes a struct to memory of the caller, who may have been compiled for a version of the library in which it was
/// shorter or longer. Bytes beyond the fields of this version become 0. `least` is the size of the struct in its first
/// version.
///
/// # Safety
///
/// If `out` is not null, the `out_size` bytes from `out` on may be written.
pub(crate) unsafe fn write_struct<T: Copy>(
    value: &T,
    out: *mut T,
    out_size: usize,
    least: usize,
) -> Result<(), Failure> {
    if out.is_null() || out_size < least || out_size > isize::MAX as usize {
        return Err(Failure::InvalidArgument);
    }
    let known = out_size.min(size_of::<T>());
    let out: *mut u8 = out.cast();
    let bytes: *const u8 = ptr::from_ref(value).cast();
    // SAFETY: both have at least `known` bytes, and do not overlap, as `value` is an object of Rust.
    unsafe { ptr::copy_nonoverlapping(bytes, out, known) };
    // SAFETY: the offset is at most `out_size`.
    let rest = unsafe { out.add(known) };
    // SAFETY: these are the other bytes of the caller's struct.
    unsafe { rest.write_bytes(0, out_size - known) };
    Ok(())
}
