-- Which sites cite which hosts: the domain of the author of a message, and the host of its links, without those to the
-- site itself.
SELECT lower(regexp_extract(message_from, '@([A-Za-z0-9.-]+)', 1)) AS sender, host_ascii AS host,
    count(*) AS links, count(DISTINCT url) AS urls
FROM links_wide
WHERE host_ascii IS NOT NULL AND sender <> '' AND host_ascii <> sender AND NOT ends_with(host_ascii, '.' || sender)
GROUP BY ALL
ORDER BY links DESC, sender, host
LIMIT 1000;
