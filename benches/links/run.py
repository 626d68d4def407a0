#!/usr/bin/env python3
"""Compares programs and libraries that find links, on texts whose links are known. See README.md.

    python3 benches/links/run.py                  # everything: builds, installs, generates, measures
    python3 benches/links/run.py --quick --urlsift target/debug/urlsift
"""

import argparse
import datetime
import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.dont_write_bytecode = True

from bench import install, mail, public, report, tools, typeset  # noqa: E402
from bench.score import Score, score  # noqa: E402
from bench.speed import measure  # noqa: E402

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BASELINE = HERE / "baseline.json"

LINKS_PER_CLASS = 480
QUICK_LINKS_PER_CLASS = 120
# A measure of `--quick` may fall by this much if another version of Python wraps the texts differently.
TOLERANCE = 0.01


def arguments():
    parser = argparse.ArgumentParser(description="Compare programs and libraries that find links.")
    parser.add_argument("--quick", action="store_true",
                        help="measure only urlsift, on mail and news, and fail if a class has fallen below baseline.json")
    parser.add_argument("--bless", action="store_true", help="with --quick: write baseline.json instead")
    parser.add_argument("--urlsift", metavar="PATH", help="measure this command instead of building one")
    parser.add_argument("--cache", metavar="DIR", type=Path, default=ROOT / "target/links",
                        help="where tools are installed, and texts and wrong links are written")
    parser.add_argument("--links", metavar="N", type=int, help="links of each class of mail")
    parser.add_argument("--only", metavar="CLASSES", help="only these classes, separated by commas")
    parser.add_argument("--no-speed", action="store_true", help="do not measure speed and memory")
    parser.add_argument("--publish", action="store_true", help="write the results into this directory, and the README's table")
    return parser.parse_args()


def step(what, start=time.monotonic()):
    print(f"[{time.monotonic() - start:4.0f} s] {what}", file=sys.stderr)


def generated(links, only):
    """Returns the documents of each class, by name."""
    return {name: mail.generate(name, links) for name in mail.CLASSES if not only or name in only}


def typeset_texts(cache, folders, only):
    """Returns the documents of each class that formatters make, and the classes whose formatters are missing."""
    formatters = typeset.Formatters(cache, folders)
    corpus, left_out = {}, []
    for name, (_, programs, _) in typeset.CLASSES.items():
        if only and name not in only:
            continue
        missing = [program for program in programs if not formatters.has(program)]
        if missing:
            left_out.append([f"class {name}", f"no {' or '.join(missing)}"])
        else:
            step(f"setting the texts of {name}")
            corpus[name] = typeset.generate(name, formatters)
    return corpus, left_out


def digest(corpus):
    """Returns a digest of all texts and their links."""
    hasher = hashlib.sha256()
    for documents in corpus.values():
        for document in documents:
            hasher.update(document.data + repr([(truth.url, truth.pieces) for truth in document.truths]).encode())
    return hasher.hexdigest()


def measured(corpus, rows, cache):
    """Returns the score of each tool for each class."""
    folder = cache / "texts"
    shutil.rmtree(folder, ignore_errors=True)
    scores, wrong = {}, {}
    for group, documents in corpus.items():
        step(f"{group}: {sum(len(document.truths) for document in documents)} links")
        paths = [document.write(folder) for document in documents]
        for tool in rows:
            result, lines = score(documents, tool.find(documents, paths))
            scores.setdefault(tool.name, {})[group] = result
            wrong.setdefault(tool.name, []).extend(lines)
    for name, lines in wrong.items():
        report.write_wrong(cache / "wrong", name, lines)
    return scores


def quick(args):
    """Measures urlsift only, and compares each class with the baseline."""
    urlsift = args.urlsift or install.urlsift(args.cache)
    corpus = generated(args.links or QUICK_LINKS_PER_CLASS, args.only and args.only.split(","))
    scores = measured(corpus, tools.ours(str(Path(urlsift).resolve())), args.cache)
    new = {"digest": digest(corpus), "tools": {
        name: {group: {"f1": round(s.f1, 4), "precision": round(s.precision, 4), "place": round(s.placed / s.places, 4) if s.places else None}
               for group, s in groups.items()} for name, groups in scores.items()}}
    if args.bless:
        BASELINE.write_text(json.dumps(new, indent=1) + "\n")
        return 0
    return compare(new, json.loads(BASELINE.read_text()))


def compare(new, old):
    """Prints what differs from the baseline. Returns 1 if anything has fallen."""
    tolerance = 0 if new["digest"] == old["digest"] else TOLERANCE
    if tolerance:
        print("The texts are not those of the baseline: another Python, or the generator has changed (then use --bless).")
    fallen = compared = 0
    for name, groups in new["tools"].items():
        for group, values in groups.items():
            if group not in old["tools"].get(name, {}):
                fallen += 1
                print(f"{name}, {group}: not in the baseline")
                continue
            for measure_name, value in values.items():
                before = old["tools"][name][group][measure_name]
                compared += 1
                if before is None or value == before:
                    continue
                is_worse = value is None or value < before - tolerance
                fallen += is_worse
                print(f"{name}, {group}: {measure_name} {before} -> {value}" + (": fallen" if is_worse else ""))
    print(f"links: {compared} figures compared, {fallen} fallen")
    if fallen:
        print("Every wrong link is in target/links/wrong. If the change is right, run again with --bless.")
    return int(fallen > 0 or not compared)


def full(args):
    """Measures everything, and writes the results."""
    cache = args.cache.resolve()
    cache.mkdir(parents=True, exist_ok=True)
    step("installing")
    install.debian()
    urlsift = str(Path(args.urlsift).resolve()) if args.urlsift else install.urlsift(cache)
    install.rust(cache)
    found = tools.others(cache, install.python(cache), install.node(cache))
    rows = tools.ours(urlsift) + [tool for tool in found if not isinstance(tool, tools.Failure)]
    only = args.only and args.only.split(",")
    corpus = generated(args.links or LINKS_PER_CLASS, only)
    folders = install.fetched(cache)
    set_texts, left_out = typeset_texts(cache, folders, only)
    corpus |= set_texts
    titles = {name: what[0] for name, what in (mail.CLASSES | typeset.CLASSES).items()}
    scores = measured(corpus, rows, cache)
    others_sets = {} if only else public_sets(folders, rows, cache)
    speeds = {}
    if not args.no_speed:
        documents = [document for name in mail.CLASSES for document in corpus.get(name, [])]
        for tool in rows:
            step(f"speed of {tool.name}")
            speeds[tool.name] = measure(tool, documents)
    results = {
        "date": datetime.date.today().isoformat(), "machine": machine(), "commit": commit(), "programs": install.system_versions(), "digest": digest(corpus),
        "links": sum(len(document.truths) for documents in corpus.values() for document in documents),
        "documents": sum(len(documents) for documents in corpus.values()),
        "classes": {name: described(titles[name], documents) for name, documents in corpus.items()},
        "tools": {tool.name: {"version": tool.version, "speed": speeds.get(tool.name),
                              "total": report.score_json(sum(scores[tool.name].values(), Score())),
                              "typeset": report.score_json(sum((scores[tool.name][name] for name in set_texts), Score())),
                              "classes": {group: report.score_json(one) for group, one in scores[tool.name].items()}} for tool in rows},
        "public": others_sets,
        "left_out": [[failure.name, failure.reason] for failure in found if isinstance(failure, tools.Failure)] + tools.LEFT_OUT + left_out,
    }
    report.write(results, cache / "results")
    if args.publish:
        report.write(results, HERE)
        report.write_summary(results, ROOT / "README.md")
    print((cache / "results/results.md").read_text())
    return 0


def public_sets(folders, rows, cache):
    """Returns how many examples of each public set each tool gets right."""
    out = {}
    # The examples of a set are no evidence for each other.
    rows = [row for row in rows if "--settle" not in row.name]
    for name, examples in public.load(folders).items():
        step(f"the examples of {name}")
        right, wrong = public.measure(examples, rows, cache / "texts")
        out[name] = {"examples": len(examples), "tools": right}
        for tool, lines in wrong.items():
            report.write_wrong(cache / "wrong" / f"public-{name}", tool, lines)
    return out


def described(title, documents):
    truths = [truth for document in documents for truth in document.truths]
    placed = [truth for truth in truths if truth.pieces]
    return {"title": title, "documents": len(documents), "links": len(truths), "placed": len(placed),
            "broken": sum(len(truth.pieces) > 1 for truth in placed)}


def commit():
    """Returns the commit that is checked out, if it is known."""
    done = subprocess.run(["git", "-C", str(ROOT), "describe", "--always", "--dirty"], capture_output=True, text=True, check=False)
    return done.stdout.strip()


def machine():
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        name = next(line.split(": ")[1] for line in lines if line.startswith("model name"))
    except (OSError, StopIteration, IndexError):
        name = platform.processor() or "unknown processor"
    return f"{name}, {os.cpu_count()} cores, {platform.system()}"


if __name__ == "__main__":
    options = arguments()
    sys.exit(quick(options) if options.quick else full(options))
