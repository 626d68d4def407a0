//! The class `ArrowTable`.

use arrow_array::{RecordBatch, RecordBatchIterator};
use pyo3::{prelude::*, types::PyCapsule};

use super::capsule;

/// An Arrow table in memory, for any library that reads the Arrow PyCapsule interface.
#[pyclass(frozen, module = "urlsift._urlsift")]
#[derive(Debug)]
pub(crate) struct ArrowTable(pub(super) RecordBatch);

#[pymethods]
impl ArrowTable {
    fn __len__(&self) -> usize {
        self.0.num_rows()
    }

    /// Returns the Arrow stream of its rows. `requested_schema` is ignored.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        let batches = [Ok(self.0.clone())];
        capsule::stream(py, RecordBatchIterator::new(batches, self.0.schema()))
    }

    /// Returns the Arrow schema of its columns.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        capsule::schema(py, &self.0.schema())
    }
}
