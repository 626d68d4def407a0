{%- macro names(files) -%}
[
{% for file in files.iter() %}    '{{ file }}'{% if !loop.last %},{% endif %}
{% endfor -%}
]
{%- endmacro -%}

{%- macro values(columns) -%}
{%- for column in columns.iter() %}{{ column.value }}{% if !loop.last %}, {% endif %}{% endfor -%}
{%- endmacro -%}

{%- macro types(columns) -%}
columns={{ "{" }}{% for column in columns.iter() %}'{{ column.name }}': '{{ column.file_type }}'{% if !loop.last %}, {% endif %}{% endfor %}}
{%- endmacro -%}

{%- for table in tables.iter() -%}
CREATE OR REPLACE VIEW {{ table.name }} AS
{% if table.files.is_empty() -%}
SELECT {% for column in table.columns.iter() %}NULL::{{ column.duckdb_type }} AS "{{ column.name }}"{% if !loop.last %}, {% endif %}{% endfor %} WHERE false
{%- else if format == "parquet" -%}
SELECT * FROM read_parquet({{ names(table.files) }})
{%- else if format == "jsonl" -%}
SELECT {{ values(table.columns) }} FROM read_json({{ names(table.files) }}, format='newline_delimited', maximum_object_size=1073741824, {{ types(table.columns) }})
{%- else -%}
SELECT {{ values(table.columns) }} FROM read_csv({{ names(table.files) }}, header=true, delim=',', quote='"', escape='"', allow_quoted_nulls=false, max_line_size=1073741824, parallel=false, {{ types(table.columns) }})
{%- endif -%}
;

{% endfor -%}
