-- Pages to look for in a web archive: URLs that several messages cite, none of them in the last five years of the data
-- set. The host may still be in use: hosts that are are listed first, because their pages have moved.
WITH newest AS (
    SELECT max(last_seen) AS date FROM urls
), hosts AS (
    SELECT host, max(last_seen) AS last_seen FROM urls GROUP BY host
)
SELECT urls.url, urls.count, urls.first_seen, urls.last_seen,
    hosts.last_seen >= newest.date - INTERVAL 5 YEAR AS host_is_in_use
FROM urls JOIN hosts ON hosts.host = urls.host, newest
WHERE urls.count >= 2 AND urls.last_seen < newest.date - INTERVAL 5 YEAR AND urls.scheme IN ('http', 'https', 'ftp')
ORDER BY host_is_in_use DESC, urls.count DESC, urls.url
LIMIT 1000;
