//! The class `ArrowArray`.

use arrow_array::{Array, ListArray};
use pyo3::{
    prelude::*,
    types::{PyCapsule, PyTuple},
};

use super::capsule;

/// An Arrow array in memory, for any library that reads the Arrow PyCapsule interface.
#[pyclass(frozen, module = "urlsift._urlsift")]
#[derive(Debug)]
pub(crate) struct ArrowArray(pub(super) ListArray);

#[pymethods]
impl ArrowArray {
    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// Returns the Arrow schema and the Arrow array. `requested_schema` is ignored.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let _ = requested_schema;
        let schema = self.__arrow_c_schema__(py)?;
        (schema, capsule::array(py, &self.0)?).into_pyobject(py)
    }

    /// Returns the Arrow schema.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        capsule::data_type(py, self.0.data_type())
    }
}
