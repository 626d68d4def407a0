{%- for table in tables.iter() -%}
DROP TABLE IF EXISTS {{ table.name }};
CREATE TABLE {{ table.name }} (
{% for column in table.columns.iter() %}    "{{ column.name }}" {{ column.sqlite_type }}{% if !loop.last %},{% endif %}
{% endfor -%}
);

{% endfor -%}

{%- if format == "csv" -%}
{%- for table in tables.iter() -%}
{%- for file in table.files.iter() -%}
.import --csv --skip 1 {{ file }} {{ table.name }}
{% endfor -%}
{#- SQLite reads a null as an empty text. -#}
{%- for column in table.columns.iter() -%}
{%- if column.is_nullable -%}
UPDATE {{ table.name }} SET "{{ column.name }}" = NULL WHERE "{{ column.name }}" = '';
{% endif -%}
{%- endfor -%}
{%- endfor -%}
{%- else if format == "jsonl" -%}
CREATE TEMP TABLE json_lines (line TEXT);
.mode ascii
.separator "\037" "\n"
{% for table in tables.iter() -%}
{%- for file in table.files.iter() -%}
.import {{ file }} json_lines
{% endfor -%}
INSERT INTO {{ table.name }} SELECT {% for column in table.columns.iter() %}line ->> '$.{{ column.name }}'{% if !loop.last %}, {% endif %}{% endfor %} FROM json_lines;
DELETE FROM json_lines;
{% endfor -%}
.mode list
{% endif -%}
