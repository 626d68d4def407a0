"""The links of files as a table of PySpark 4.

    from urlsift.spark import UrlsiftSource

    spark.dataSource.register(UrlsiftSource)
    links = spark.read.format("urlsift").option("host", "a.example").load("/archives")

urlsift and pyarrow must be installed on all machines, which see the same files under the same paths.
"""

from ._source import UrlsiftSource

__all__ = ["UrlsiftSource"]
