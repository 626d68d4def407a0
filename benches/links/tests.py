"""Tests of the benchmark where a mistake would flatter one of the tools. `run.py --quick` runs them first."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.dont_write_bytecode = True

import run  # noqa: E402
from bench import compose, labels, mail, report  # noqa: E402
from bench.document import Document, Truth  # noqa: E402
from bench.score import Counts, Score, score  # noqa: E402
from bench.texts import prepared, texts_of, unflowed  # noqa: E402

A, B = "http://example.org/a", "http://example.org/b/c"


def scored(found, truths=(A, B), **options):
    document = Document("class", "name", b"", [Truth(url) for url in truths], **options)
    return score([document], [[(url, None) for url in found]])[0]


class Scores(unittest.TestCase):
    def test_only_whole_links_are_right_and_each_counts_once(self):
        self.assertEqual(scored([A, A, B]).plain, Counts(2, 2, 2))
        self.assertEqual(scored([A + "x", "http://example.org/b/"]).plain, Counts(2, 2, 0))
        self.assertEqual(scored([A + "x", "http://example.org/b/"]).kinds, {"cut": 1, "grown": 1})

    def test_names_without_a_scheme_count_neither_way(self):
        self.assertEqual(scored([A, "example.org", "mailto:a@example.org"]).plain, Counts(2, 1, 1))

    def test_what_is_doubtful_counts_neither_way_but_a_truth_does(self):
        self.assertEqual(scored(["http://x", A], doubtful=[A, "http://x/y"]).plain, Counts(2, 1, 1))

    def test_weights_apply_to_links_and_to_what_is_found(self):
        result = scored([A, A + "x"], plain=0.5, real=0.25)
        self.assertEqual((result.plain, result.real), (Counts(1, 1, 0.5), Counts(0.5, 0.5, 0.25)))

    def test_f1_is_rounded_once_and_nothing_but_all_is_100(self):
        self.assertEqual([report.percent(value) for value in (1, 0.9999, 0.99949, 0.0001, 0)], ["100", "99.9", "99.9", "0.1", "0"])


class Means(unittest.TestCase):
    def test_each_class_counts_by_its_share(self):
        # Nine links of ten are all found; of the tenth, half is found, and as many are wrong.
        whole, cut = Score(real=Counts(10, 10, 10)), Score(real=Counts(10, 10, 5))
        figures = report.as_mail_is({"whole": [whole], "cut": [cut]}, {"whole": 9, "cut": 1})
        self.assertAlmostEqual(figures["recall"], 0.95)
        self.assertAlmostEqual(figures["f1"]["mean"], 0.95)

    def test_a_library_gets_its_best_preparation(self):
        figures = {name: {"f1": {"mean": value}} for name, value in (("decoded", 0.5), ("unquoted", 0.7), ("joined", 0.7))}
        self.assertEqual(report.best(figures, lambda one: one["f1"]["mean"])[0], "unquoted")

    def test_lucky_figures_are_refused(self):
        def tool(mean):
            return {"decoded": {"f1": {"mean": mean, "lowest": 0.78, "highest": 0.80}}}

        published = {"seeds": [1, 2], "classes": {"bare-cut": {"links": 20000}}, "tools": {"urlsift --all": {"classes": {"bare-cut": tool(0.79)}}}}
        self.assertEqual(report.lucky(published, {"urlsift --all": {"bare-cut": tool(0.775)}}), [])
        self.assertEqual(len(report.lucky(published, {"urlsift --all": {"bare-cut": tool(0.76)}})), 1)
        # A figure of 100 that other seeds do not have, by 17 of 480 links.
        published["classes"]["bare-cut"]["links"] = 960
        published["tools"]["urlsift --all"]["classes"]["bare-cut"]["decoded"]["f1"] = {"mean": 1, "lowest": 1, "highest": 1}
        self.assertEqual(len(report.lucky(published, {"urlsift --all": {"bare-cut": tool(463 / 480)}})), 1)

    def test_seeds_of_the_gate_and_of_publishing_are_others(self):
        self.assertEqual(len({*run.SEEDS, *run.GATE_SEEDS, *run.FRESH_SEEDS}), len(run.SEEDS + run.GATE_SEEDS + run.FRESH_SEEDS))

    def test_the_shares_are_those_of_all_counted_links(self):
        counted = sum(run.COUNTS["places"].values())
        self.assertAlmostEqual(sum(run.shares().values()), counted)
        self.assertLess(sum(share for name, share in run.shares().items() if name.endswith("-cut")) / counted, 0.01)


class Texts(unittest.TestCase):
    def test_every_rule_and_width_counts_alike_or_by_what_was_seen(self):
        documents = mail.generate("bare-cut", 1)
        self.assertAlmostEqual(sum(document.real for document in documents), 1)
        self.assertAlmostEqual(sum(document.plain for document in documents), len(compose.RULES) * len(compose.WIDTHS))

    def test_cut_links_are_mostly_in_pieces_and_hard_negatives_never(self):
        pieces = [len(truth.pieces) for document in mail.generate("bare-cut", 1) for truth in document.truths]
        self.assertGreater(sum(count > 1 for count in pieces) / len(pieces), 0.5)
        for document in mail.generate("line-end", 1):
            for truth in document.truths:
                (start, end), = truth.pieces
                self.assertEqual(document.data[end : end + 1], b"\n", truth.url)
                self.assertEqual(document.data[start:end].decode(), truth.url)

    def test_delimiters_count_by_what_was_seen(self):
        documents = mail.generate("delimited", 1)
        counted = run.COUNTS["delimiters"]
        self.assertAlmostEqual(sum(document.real for document in documents), sum(counted.values()))

    def test_a_document_has_no_url_twice(self):
        for group in ("bare-cut", "line-end", "ends"):
            for document in mail.generate(group, 1):
                self.assertEqual(len({truth.url for truth in document.truths}), len(document.truths))

    def test_flowed_text_is_put_together_for_libraries(self):
        self.assertEqual(unflowed("> a \n> b\nc \nd", False), "a b\nc d")
        self.assertEqual(unflowed("http://example.org/ \nx", True), "http://example.org/x")
        message = b"From: a\nContent-Type: text/plain; format=flowed; delsp=yes\n\nhttp://example.org/ \nx\n"
        self.assertEqual(texts_of(message)[1], "http://example.org/x\n")

    def test_preparations_undo_what_they_say(self):
        quoted = "> <http://example.org/\n> a> b"
        self.assertEqual(prepared(quoted, "decoded"), quoted)
        self.assertEqual(prepared(quoted, "unquoted"), "<http://example.org/a> b")
        full = "x" * 40 + " http://example.org/long/path"
        self.assertEqual(prepared(f"{full}\nrest more", "unquoted"), f"{full}\nrest more")
        self.assertEqual(prepared(f"{full}\nrest more", "joined"), f"{full}rest more")


class Labels(unittest.TestCase):
    def test_no_place_is_there_twice_and_broken_ones_have_pieces(self):
        strata, rows = labels.rows()
        self.assertEqual(len({(row["path"], row["offset"], row["start"]) for row in rows}), len(rows))
        for row in rows:
            self.assertIn(row["stratum"], strata)
            is_broken = row["first"] == row["second"] and row["first"][0] == "+"
            self.assertEqual(is_broken, "more" in row)
            if is_broken:
                self.assertEqual(len(row["more"]), len(row["first"]))

    def test_the_agreement_is_that_of_all_places(self):
        count, agreed, kappa = labels.agreement()
        self.assertGreaterEqual(count, 500)
        self.assertLess(agreed, count)
        self.assertLess(kappa, agreed / count)
