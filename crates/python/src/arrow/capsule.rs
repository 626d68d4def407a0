//! Capsules of the Arrow PyCapsule interface.

use arrow_array::{RecordBatchReader, ffi_stream::FFI_ArrowArrayStream};
use arrow_schema::{Schema, ffi::FFI_ArrowSchema};
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
    let schema = FFI_ArrowSchema::try_from(schema);
    let schema = schema.map_err(|error| PyValueError::new_err(error.to_string()))?;
    PyCapsule::new_with_value(py, schema, c"arrow_schema")
}
