-- Links that were broken or damaged, as the evidence of the whole data set mends them. `resolved_by` says what the
-- right reading is, and whether it stands elsewhere (`twin`) or only its host does (`host`).
SELECT url, settled, resolved_by, count(*) AS links
FROM links_settled
WHERE settled <> url
GROUP BY ALL
ORDER BY links DESC, url
LIMIT 1000;
