//! Arrow arrays that Python passes in.
#![expect(
    unsafe_code,
    reason = "capsules hold the structs of the Arrow C interfaces"
)]

use std::{ffi::CStr, ptr::NonNull, sync::Arc};

use arrow_array::{
    ArrayReader, ArrayRef, LargeStringArray,
    ffi::{FFI_ArrowArray, from_ffi},
    ffi_stream::{ArrayStreamReader, FFI_ArrowArrayStream},
    make_array,
};
use arrow_schema::{ArrowError, DataType, ffi::FFI_ArrowSchema};
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::{PyCapsule, PyList, PyTuple},
};

/// Returns the chunks of an object of the Arrow PyCapsule interface, or of a list of texts: one for an array or a list,
/// any number for a stream.
/// `check` returns an error for a type that is not wanted, before a stream of it is read.
///
/// # Errors
///
/// The error of `check`, `TypeError` for other objects, `ValueError` for data that is not a valid array, and the
/// exceptions that the object raises.
pub(super) fn chunks(
    object: &Bound<'_, PyAny>,
    check: impl FnOnce(&DataType) -> PyResult<()>,
) -> PyResult<Vec<ArrayRef>> {
    if object.hasattr("__arrow_c_array__")? {
        let capsules = object.call_method0("__arrow_c_array__")?;
        let capsules = capsules.cast_into::<PyTuple>()?;
        let (schema, array): (Bound<'_, PyAny>, Bound<'_, PyAny>) = capsules.extract()?;
        let schema = pointer::<FFI_ArrowSchema>(&schema, c"arrow_schema")?;
        let array = pointer::<FFI_ArrowArray>(&array, c"arrow_array")?;
        // SAFETY: By the PyCapsule interface, capsules with these names hold such structs, and no Python code runs
        // before they are moved out of them.
        let (schema, array) = unsafe {
            let schema = FFI_ArrowSchema::from_raw(schema.as_ptr());
            (schema, FFI_ArrowArray::from_raw(array.as_ptr()))
        };
        if array.is_released() {
            return Err(PyValueError::new_err(
                "the array was moved out of its capsule",
            ));
        }
        // SAFETY: The object has exported the array with this schema.
        let data = unsafe { from_ffi(array, &schema) }.map_err(|error| invalid(&error))?;
        check(data.data_type())?;
        return Ok(vec![make_array(data)]);
    }
    if object.hasattr("__arrow_c_stream__")? {
        let stream = object.call_method0("__arrow_c_stream__")?;
        let stream = pointer::<FFI_ArrowArrayStream>(&stream, c"arrow_array_stream")?;
        // SAFETY: As above. The stream may call Python, and this thread holds the GIL.
        let reader = unsafe { ArrayStreamReader::from_raw(stream.as_ptr()) };
        let reader = reader.map_err(|error| invalid(&error))?;
        check(reader.field().data_type())?;
        return reader
            .collect::<Result<_, _>>()
            .map_err(|error| invalid(&error));
    }
    if let Ok(list) = object.cast::<PyList>() {
        check(&DataType::LargeUtf8)?;
        let texts: Vec<Option<String>> = list.extract()?;
        return Ok(vec![Arc::new(LargeStringArray::from(texts))]);
    }
    Err(PyTypeError::new_err(format!(
        "expected a list of str or an object with '__arrow_c_array__' or '__arrow_c_stream__', not '{}'",
        object.get_type().name()?
    )))
}

/// Returns the pointer in a capsule with a name.
fn pointer<T>(capsule: &Bound<'_, PyAny>, name: &CStr) -> PyResult<NonNull<T>> {
    let capsule = capsule.cast::<PyCapsule>()?;
    Ok(capsule.pointer_checked(Some(name))?.cast())
}

fn invalid(error: &ArrowError) -> PyErr {
    PyValueError::new_err(error.to_string())
}
