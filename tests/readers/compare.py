#!/usr/bin/env python3
"""Reads the tables of `urlsift harvest` with DuckDB and pyarrow, and compares the formats.

Needs the packages duckdb, pyarrow and pytz; the gate does not run it.

    compare.py URLSIFT PATH...
"""

import json
import os
import subprocess
import sys
import tempfile

import duckdb
import pyarrow.parquet

FORMATS = ["parquet", "jsonl", "csv"]
TABLES = ["links", "messages", "wide", "inputs", "errors", "urls", "settled", "implausible"]
VIEWS = ["links_once", "links_settled", "links_wide", "messages_once", "messages_dated"]


def rows(name):
    """Returns the rows of all tables and views in the current directory, without the names of shards."""
    connection = duckdb.connect()
    with open("schema.duckdb.sql", encoding="utf-8") as schema:
        connection.execute(schema.read())
    result = connection.execute(f"SELECT * FROM {name}")
    kept = [index for index, column in enumerate(result.description) if column[0] != "shard"]
    return sorted(repr([row[index] for index in kept]) for row in result.fetchall())


def main():
    program, *paths = sys.argv[1:]
    program = os.path.abspath(program)
    paths = [os.path.abspath(path) for path in paths]
    found = {}
    with tempfile.TemporaryDirectory() as directory:
        for form in FORMATS:
            out = os.path.join(directory, form)
            subprocess.run([program, "harvest", "--all", "--format", form, "-o", out, *paths], check=True)
            os.chdir(out)
            for name in TABLES + VIEWS:
                found[form, name] = rows(name)
        for name in TABLES + VIEWS:
            for form in FORMATS[1:]:
                assert found[form, name] == found["parquet", name], (form, name)
            print(f"{name}: {len(found['parquet', name])} rows in each format")
        os.chdir(os.path.join(directory, "parquet"))
        with open("manifest.json", encoding="utf-8") as manifest:
            tables = json.load(manifest)["tables"]
        for table in TABLES:
            count = sum(pyarrow.parquet.read_table(file["file"]).num_rows for file in tables[table])
            assert count == len(found["parquet", table]), table


if __name__ == "__main__":
    main()
