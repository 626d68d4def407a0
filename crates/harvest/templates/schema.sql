{%- if is_duckdb -%}
-- Views of the tables, for DuckDB. Run it in the directory of the data set:
--     duckdb -init schema.duckdb.sql
-- In another directory, name that of the data set first: SET file_search_path = '...';
-- The names offset, start, end and from are keywords: write "offset", or use start_offset and end_offset of the
-- views links_wide, links_once and links_settled.
{% else -%}
-- Tables, and views of them, for SQLite. Run it in the directory of the data set:
--     sqlite3 links.db < schema.sqlite.sql
{% if format == "parquet" -%}
-- SQLite does not read Parquet. DuckDB fills the tables:
--     duckdb -init schema.duckdb.sql -c "INSTALL sqlite; LOAD sqlite;
--         ATTACH 'links.db' AS target (TYPE sqlite);
--         INSERT INTO target.urls SELECT * FROM urls;"
-- Of the other tables, cast lists to text: CAST(CAST(pieces AS JSON) AS VARCHAR).
{% endif -%}
{%- endif %}
-- Views of an earlier run may need columns that do not exist any more.
DROP VIEW IF EXISTS links_once;
DROP VIEW IF EXISTS links_settled;
DROP VIEW IF EXISTS links_wide;
DROP VIEW IF EXISTS messages_once;
DROP VIEW IF EXISTS messages_dated;

{% if is_duckdb -%}
{% include "tables.duckdb.sql" %}
{%- else -%}
{% include "tables.sqlite.sql" %}
{%- endif %}
{% include "views.sql" %}
