{#- All columns of links, and again those whose names are keywords. -#}
{%- macro link_columns() -%}
links.*, links."offset" AS start_offset{% if has_end %}, links."end" AS end_offset{% endif %}
{%- endmacro -%}

{%- macro is_message_of_link(messages) -%}
{{ messages }}.shard = links.shard AND {{ messages }}.input = links.input
    AND {{ messages }}.path = links.path AND {{ messages }}.member = links.member
    AND {{ messages }}."offset" = links.message_offset
{%- endmacro -%}

{#- From Parquet, DuckDB inserts bytes into the tables of SQLite. -#}
{%- macro is_kept() -%}
id IS NULL OR body_hash {% if is_duckdb -%}
= unhex('00000000000000000000000000000000')
{%- else -%}
IN ('00000000000000000000000000000000', x'00000000000000000000000000000000')
{%- endif -%}
{%- endmacro -%}

-- Each link with the date, the author, the subject and the list of its message; nulls outside messages.
CREATE VIEW links_wide AS
{% if has_wide -%}
SELECT {{ link_columns() }} FROM wide AS links;
{%- else -%}
SELECT {{ link_columns() }}
{%- for name in message_columns.iter() %},
    messages."{{ name }}" AS message_{{ name }}
{%- endfor %}
FROM links LEFT JOIN messages ON {{ is_message_of_link("messages") }};
{%- endif %}
{% if has_copies %}
-- Each message once: the first of those with the same Message-ID and body. Messages without a Message-ID, and those in
-- pages of archives, whose bodies have no hash, are all kept.
CREATE VIEW messages_once AS
SELECT * FROM (
    SELECT *, row_number() OVER (
        PARTITION BY id, body_hash, CASE WHEN {{ is_kept() }} THEN path END,
            CASE WHEN {{ is_kept() }} THEN member END, CASE WHEN {{ is_kept() }} THEN "offset" END
        ORDER BY path, member, "offset"
    ) AS copy FROM messages
) AS copies WHERE copy = 1;

-- The links of these messages, and those outside messages.
CREATE VIEW links_once AS
SELECT {{ link_columns() }}
FROM links LEFT JOIN messages_once ON {{ is_message_of_link("messages_once") }}
WHERE links.message_offset IS NULL OR messages_once.copy = 1;
{% endif -%}
{% if has_readings %}
-- The links with their URLs as evidence has settled them. Of several readings for which there is evidence, the one with
-- the lowest rank holds. A link with one reading may be the part before a line break of a URL that was joined elsewhere.
CREATE VIEW links_settled AS
SELECT {{ link_columns() }}, coalesce(evidence.settled, links.url) AS settled, evidence.resolved_by
FROM links LEFT JOIN (
    SELECT links.shard, links.input, links.path, links.member, links."offset", links.url,
        settled.settled, settled.resolved_by, row_number() OVER (
            PARTITION BY links.shard, links.input, links.path, links.member, links."offset", links.url
            ORDER BY settled.rank
        ) AS place
    FROM links JOIN settled ON settled.url = links.url AND {% if is_duckdb -%}
        list_contains(list_concat(links.readings, links.also, if(len(links.also) = 0, [links.url], [])), settled.reading)
        {%- else -%}
        settled.reading IN (SELECT value FROM json_each(links.readings) UNION ALL SELECT value FROM json_each(links.also)
            UNION ALL SELECT links.url WHERE json_array_length(links.also) = 0)
        {%- endif %}
) AS evidence ON evidence.place = 1 AND evidence.shard = links.shard AND evidence.input = links.input
    AND evidence.path = links.path AND evidence.member = links.member
    AND evidence."offset" = links."offset" AND evidence.url = links.url;
{% endif -%}
{% if has_dates %}
-- The messages, and whether their dates are plausible. The table implausible has the other dates of each input.
CREATE VIEW messages_dated AS
SELECT messages.*, CASE WHEN messages.date IS NOT NULL THEN implausible.date IS NULL END AS date_is_plausible
FROM messages JOIN inputs ON inputs.shard = messages.shard AND inputs.input = messages.input
    LEFT JOIN implausible ON implausible.path = inputs.path
    AND implausible.path_bytes IS NOT DISTINCT FROM inputs.path_bytes AND implausible.date = messages.date;
{% endif -%}
