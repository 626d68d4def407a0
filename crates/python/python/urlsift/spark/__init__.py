"""The links of files as a table of PySpark 4. All but the data source also works with PySpark 3.5.

    import urlsift.spark

    urlsift.spark.register(spark)
    links = spark.read.format("urlsift").option("host", "a.example").load("/archives")

To write many links, let the tasks write the files themselves, which takes a third of the time:

    written = urlsift.spark.write_parquet(spark, "/archives", "/links")
    made = urlsift.spark.harvest(spark, "/archives", "/data-set")
    links = made.dataframe(spark, "links")

urlsift and pyarrow must be installed on all machines, which see the same files under the same paths.
"""

from typing import Any

from ._run import SparkHarvest, harvest, register, write_parquet

__all__ = ["SparkHarvest", "UrlsiftSource", "harvest", "register", "write_parquet"]


def __getattr__(name: str) -> Any:
    # Spark 3.5, which has no data sources of Python, has all the others.
    if name == "UrlsiftSource":
        from ._source import UrlsiftSource  # noqa: PLC0415

        return UrlsiftSource
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
