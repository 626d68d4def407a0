-- Seeds for a crawler: each page once, in the form in which it is most often written, the most often cited first.
SELECT arg_max(url, count) AS url
FROM urls
WHERE scheme IN ('http', 'https')
GROUP BY url_key
ORDER BY sum(count) DESC, url;
