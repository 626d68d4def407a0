-- When each URL was first and last written, the most frequent URLs first. Broken links count for the URLs as which
-- evidence has settled them.
SELECT url, first_seen, last_seen, count, messages, files
FROM urls
WHERE first_seen IS NOT NULL
ORDER BY count DESC, url
LIMIT 1000;
