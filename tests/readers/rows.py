#!/usr/bin/env python3
"""Compares the tables of `urlsift harvest` with what `urlsift list --json --conforms none` prints of the same files.

The tables are read with DuckDB and with pyarrow; which field is which column is read from docs/tables.json and
docs/JSON.md.
Needs the packages duckdb, pyarrow and pytz; the gate does not run it.

    rows.py URLSIFT PATH...
"""

import base64
import collections
import datetime
import json
import os
import re
import subprocess
import sys
import tempfile

import duckdb
import pyarrow.parquet

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")

# Sizes of shards, and sets of flags, each of which gives different links.
RUNS = [("1M", []), ("4M", ["--all", "--www", "--unwrap", "--base", "http://base.example/"])]

# Columns that JSON does not have.
OWN_COLUMNS = {"shard", "input", "member", "received", "list_id", "references", "body_hash"}

# Columns of the table `links` that are fields of the message, with the names of these.
OF_MESSAGE = {"message_offset": "offset", "part": "part", "type": "type", "header": "header"}


def mapping():
    """Returns the columns of each field in each table, from the documentation, and the fields without a column."""
    with open(os.path.join(ROOT, "docs", "JSON.md"), encoding="utf-8") as text:
        section = text.read().split("### Its columns in tables")[1].split("\n#")[0]
    with open(os.path.join(ROOT, "docs", "tables.json"), encoding="utf-8") as text:
        tables = json.load(text)
    columns = {}
    for table in ("links", "messages"):
        for column in tables[table]:
            if column.endswith("_bytes") or column in OWN_COLUMNS:
                continue
            if table == "links":
                name = f"message.{OF_MESSAGE[column]}" if column in OF_MESSAGE else column
            else:
                name = column if column == "path" else f"message.{column}"
            exact = [f"{column}_bytes"] if f"{column}_bytes" in tables[table] else []
            columns[name, table] = [column, *exact]
    without = section.split("\nNot in tables: ")[1].split("\n\n")[0]
    return columns, set(re.findall(r"`([\w.]+)`", without))


COLUMNS, WITHOUT = mapping()


def text_of_join(join):
    """Returns a join as columns have it, such as `11:break+leader`."""
    hyphen = "~" if "typeset" in join else "-" if join["hyphen"] else ""
    return f"{hyphen}{join['url_at']}" + (f":{'+'.join(join['dropped'])}" if join["dropped"] else "")


def value(name, found):
    """Returns the value of a column from that of the field."""
    if name == "joins":
        return [text_of_join(join) for join in found]
    if name == "pieces":
        return [offset for piece in found for offset in piece]
    if name == "also":
        return [f"{guess['why']}:{guess['url']}" for guess in found]
    if name == "port" and found >= 1 << 63:
        return None
    if name == "date":
        return datetime.datetime.fromisoformat(found.replace("Z", "+00:00"))
    return found


def flat(link):
    """Returns the fields of a link with those of its message, by the names of the documentation."""
    fields = {name: found for name, found in link.items() if name != "message"}
    fields.update({f"message.{name}": found for name, found in link.get("message", {}).items()})
    return fields


def row(fields, table, columns):
    """Returns the row of a table for these fields."""
    expected = {}
    for name, found in fields.items():
        text = name.removesuffix("_base64")
        if name in WITHOUT:
            continue
        if text != name:
            if (text, table) in COLUMNS:
                expected[COLUMNS[text, table][1]] = base64.b64decode(found)
        elif (name, table) in COLUMNS:
            column = COLUMNS[name, table][0]
            expected[column] = value(column, found)
        else:
            assert any(known == name for known, _ in COLUMNS), f"docs/JSON.md does not know {name}"
    return {name: expected.get(name, [] if is_list else None) for name, is_list in columns.items()}


def expected_rows(program, flags, paths, columns):
    """Returns the rows of links, in order, and those of messages."""
    command = [program, "list", "--json", "--conforms", "none", *flags, *paths]
    listed = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    assert listed.returncode in (0, 2), listed.returncode
    links, messages = [], {}
    for line in listed.stdout.splitlines():
        fields = flat(json.loads(line))
        links.append(row(fields, "links", columns["links"]))
        if "message.offset" in fields:
            key = fields["path"], fields["message.index"], fields["message.offset"]
            messages.setdefault(key, row(fields, "messages", columns["messages"]))
    return links, list(messages.values())


def comparable(rows):
    return collections.Counter(repr(sorted(found.items())) for found in rows)


def plain(found):
    """Returns a value as `list` has it."""
    if isinstance(found, datetime.datetime):
        return found.astimezone(datetime.timezone.utc)
    return found


def read_duckdb(table):
    connection = duckdb.connect()
    connection.execute("SET TimeZone = 'UTC'")
    with open("schema.duckdb.sql", encoding="utf-8") as schema:
        connection.execute(schema.read())
    result = connection.execute(f"SELECT * FROM {table}")
    names = [column[0] for column in result.description]
    return [{name: plain(found) for name, found in zip(names, row)} for row in result.fetchall()]


def read_pyarrow(table):
    with open("manifest.json", encoding="utf-8") as manifest:
        files = json.load(manifest)["tables"][table]
    rows = []
    for file in files:
        found = pyarrow.parquet.read_table(file["file"], partitioning=None)
        assert found.num_rows == file["rows"], file
        rows += [{name: plain(value) for name, value in row.items()} for row in found.to_pylist()]
    return rows


def compare(program, size, flags, paths, out):
    command = [program, "harvest", "-o", out, "--shard-size", size, *flags, *paths]
    subprocess.run(command, check=True)
    before = os.getcwd()
    os.chdir(out)
    read = {
        (reader.__name__, table): reader(table) for reader in (read_pyarrow, read_duckdb) for table in ("links", "messages")
    }
    os.chdir(before)
    # Columns that JSON does not have are not compared.
    columns = {}
    for table in ("links", "messages"):
        known = {column for (_, of), named in COLUMNS.items() if of == table for column in named}
        first = read["read_pyarrow", table][0]
        assert known <= set(first), known - set(first)
        names = [name for name in first if name in known - OWN_COLUMNS]
        columns[table] = {name: isinstance(first[name], list) for name in names}
    links, messages = expected_rows(program, flags, paths, columns)
    for (reader, table), rows in read.items():
        rows = [{name: row[name] for name in columns[table]} for row in rows]
        expected = links if table == "links" else messages
        if table == "links" and reader == "read_pyarrow":
            # In the order of the manifest, which is that of the files.
            for number, (found, wanted) in enumerate(zip(rows, expected)):
                assert found == wanted, f"link {number}:\n{found}\n{wanted}"
        found, wanted = comparable(rows), comparable(expected)
        only_found, only_wanted = found - wanted, wanted - found
        assert not only_found and not only_wanted, (
            f"{reader}, {table}: {sum(only_found.values())} rows too many, {sum(only_wanted.values())} too few\n"
            f"{next(iter(only_found), '')}\n{next(iter(only_wanted), '')}"
        )
        print(f"{reader}: {len(rows)} {table} are those of list, {len(columns[table])} columns")


def main():
    program, *paths = sys.argv[1:]
    program = os.path.abspath(program)
    with tempfile.TemporaryDirectory() as directory:
        for size, flags in RUNS:
            print(" ".join(["shards of", size, *flags]))
            compare(program, size, flags, paths, os.path.join(directory, size))


if __name__ == "__main__":
    main()
