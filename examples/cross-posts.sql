-- Messages with links of which the data set has several copies: those with the same Message-ID and body.
SELECT id, count(*) AS copies, any_value(subject) AS subject, min(date) AS date,
    list_sort(list_distinct(flatten(list(newsgroups)))) AS newsgroups, list(path ORDER BY path) AS paths
FROM messages
WHERE id IS NOT NULL AND body_hash <> unhex('00000000000000000000000000000000')
GROUP BY id, body_hash
HAVING count(*) > 1
ORDER BY copies DESC, id
LIMIT 1000;
