//! Capsules of the Arrow PyCapsule interface.

use arrow_array::{
    Array, RecordBatchReader, ffi::FFI_ArrowArray, ffi_stream::FFI_ArrowArrayStream,
};
use arrow_schema::{ArrowError, DataType, Schema, ffi::FFI_ArrowSchema};
use pyo3::{exceptions::PyValueError, prelude::*, types::PyCapsule};

/// Returns the capsule of a stream of batches.
pub(super) fn stream(
    py: Python<'_>,
    reader: impl RecordBatchReader + Send + 'static,
) -> PyResult<Bound<'_, PyCapsule>> {
    let stream = FFI_ArrowArrayStream::new(Box::new(reader));
    PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
}

/// Returns the capsule of a schema.
pub(super) fn schema<'py>(py: Python<'py>, schema: &Schema) -> PyResult<Bound<'py, PyCapsule>> {
    schema_of(py, FFI_ArrowSchema::try_from(schema))
}

/// Returns the capsule of the schema of an array of a type.
pub(super) fn data_type<'py>(
    py: Python<'py>,
    data_type: &DataType,
) -> PyResult<Bound<'py, PyCapsule>> {
    schema_of(py, FFI_ArrowSchema::try_from(data_type))
}

/// Returns the capsule of an array.
pub(super) fn array<'py>(py: Python<'py>, array: &dyn Array) -> PyResult<Bound<'py, PyCapsule>> {
    PyCapsule::new_with_value(py, FFI_ArrowArray::new(&array.to_data()), c"arrow_array")
}

fn schema_of(
    py: Python<'_>,
    schema: Result<FFI_ArrowSchema, ArrowError>,
) -> PyResult<Bound<'_, PyCapsule>> {
    let schema = schema.map_err(|error| PyValueError::new_err(error.to_string()))?;
    PyCapsule::new_with_value(py, schema, c"arrow_schema")
}
