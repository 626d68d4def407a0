"""The methods of `ArrowScan` that call other libraries.

These release the GIL and then read the stream, which the extension module would not know if it had called them.
"""

from __future__ import annotations

from typing import Any

from ._urlsift import ArrowScan


def to_pandas(self: ArrowScan, **arguments: Any) -> Any:
    """Returns the links as a dataframe of pandas; pyarrow must be installed.

    Arguments are those of `pyarrow.Table.to_pandas`.
    """
    import pyarrow as pa  # noqa: PLC0415 (optional)

    return pa.table(self).to_pandas(**arguments)


def to_polars(self: ArrowScan) -> Any:
    """Returns the links as a dataframe of polars."""
    import polars  # noqa: PLC0415 (optional)

    return polars.DataFrame(self)


def to_duckdb(self: ArrowScan, connection: Any = None) -> Any:
    """Returns the links as a relation of DuckDB; pyarrow must be installed.

    `connection` is one of DuckDB, the default connection if it is `None`. The links are in memory, and the files are
    read once.
    """
    import duckdb  # noqa: PLC0415 (optional)
    import pyarrow as pa  # noqa: PLC0415 (optional)

    return (duckdb if connection is None else connection).from_arrow(pa.table(self))


for method in (to_pandas, to_polars, to_duckdb):
    setattr(ArrowScan, method.__name__, method)
