-- Hosts that nobody has written in the last five years of the data set: probably gone, and certainly out of use.
WITH newest AS (
    SELECT max(last_seen) AS date FROM urls
)
SELECT host, min(first_seen) AS first_seen, max(last_seen) AS last_seen, sum(count) AS links, count(*) AS urls
FROM urls
WHERE host IS NOT NULL
GROUP BY host
HAVING max(last_seen) < (SELECT date - INTERVAL 5 YEAR FROM newest)
ORDER BY links DESC, host
LIMIT 1000;
