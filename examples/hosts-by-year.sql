-- The 20 hosts with the most links in each year. A cross-post counts once. Messages with an implausible date are left
-- out; docs/HARVEST.md has the rule, and says when to leave the condition out.
WITH hosts AS (
    SELECT year(m.date) AS year, l.host_ascii AS host, count(*) AS links, count(DISTINCT l.url) AS urls
    FROM links_once AS l JOIN messages_dated AS m
        ON (m.shard, m.input, m.path, m.member, m."offset") = (l.shard, l.input, l.path, l.member, l.message_offset)
    WHERE m.date_is_plausible AND l.host_ascii IS NOT NULL
    GROUP BY ALL
)
SELECT year, host, links, urls
FROM hosts
QUALIFY rank() OVER (PARTITION BY year ORDER BY links DESC, host) <= 20
ORDER BY year, links DESC, host;
