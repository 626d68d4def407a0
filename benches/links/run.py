#!/usr/bin/env python3
"""Compares programs and libraries that find links, on texts whose links are known. See README.md.

    python3 benches/links/run.py                  # everything: builds, installs, generates, measures
    python3 benches/links/run.py --quick --urlsift target/debug/urlsift
"""

import argparse
import datetime
import functools
import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.dont_write_bytecode = True

from bench import compose, install, labels, mail, names, public, real, report, tools, typeset  # noqa: E402
from bench.score import Score, score  # noqa: E402
from bench.speed import compare as compare_speed  # noqa: E402
from bench.urls import COUNTS  # noqa: E402

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BASELINE = HERE / "baseline.json"

# The seeds of the published figures, those of the gate, and those that only `--publish` runs, to see whether the first are lucky.
SEEDS = [31, 32, 33, 34, 35]
GATE_SEEDS = [11, 12]
FRESH_SEEDS = [21, 22, 23, 24, 25]
# What the names of documents of `bare-cut` say: the width with a hyphen, or the rule and its way to cut.
RULES = [f"{rule}-{way}" for rule, ways in compose.RULES.items() for way in ways]
BARE_CUT_PARTS = [*(f"{width}-" for width in compose.WIDTHS), *RULES]
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
    parser.add_argument("--archives", metavar="DIR", type=Path, help="the archives of real mail whose places are labelled; without them those are not measured")
    parser.add_argument("--unicode", metavar="DIR", type=Path, help="where LinkDetectionTest.txt of UTS #58 is")
    parser.add_argument("--seeds", metavar="N", type=int, default=len(SEEDS), help="run only the first seeds")
    parser.add_argument("--only", metavar="CLASSES", help="only these classes, separated by commas")
    parser.add_argument("--without", metavar="TOOLS", default="", help="leave these tools out, separated by commas; the results say so")
    parser.add_argument("--no-speed", action="store_true", help="do not measure speed and memory")
    parser.add_argument("--publish", action="store_true", help="write the results into this directory, and the README's tables, unless they are lucky")
    return parser.parse_args()


def step(what, start=time.monotonic()):
    print(f"[{time.monotonic() - start:4.0f} s] {what}", file=sys.stderr)


def generated(seed, only, is_small=False):
    """Returns the documents of each class of mail, by name."""
    return {name: mail.generate(name, seed, is_small) for name in mail.TITLES if not only or name in only}


def everything(formatters, only, seed):
    """Returns the documents of each class, with those that formatters make, if these are there."""
    return generated(seed, only) | {name: typeset.generate(name, formatters, seed) for name in typeset.CLASSES
            if (not only or name in only) and not typeset.missing(name, formatters)}


def digest(corpus):
    """Returns a digest of all texts and their links."""
    hasher = hashlib.sha256()
    for documents in corpus.values():
        for document in documents:
            hasher.update(document.data + repr([(truth.url, truth.pieces) for truth in document.truths]).encode())
    return hasher.hexdigest()


def measured(corpus, rows, cache):
    """Returns the score of each tool and preparation for each class and each width, and all wrong links."""
    folder = cache / "texts" / str(os.getpid())
    documents = [document for documents in corpus.values() for document in documents]
    paths = [document.write(folder) for document in documents]
    scores, wrong = {}, {}

    def one(tool):
        # All classes at once: most tools take longer to start than to read a class.
        found = iter(tool.find(documents, paths))
        for group, of_group in corpus.items():
            links = [next(found) for _ in of_group]
            scores[tool.name, tool.preparation, group], lines = score(of_group, links)
            wrong.setdefault((tool.name, tool.preparation), []).extend(lines)
            for part in BARE_CUT_PARTS if group == "bare-cut" and tool.name in report.WIDTH_TOOLS else []:
                chosen = [(document, one) for document, one in zip(of_group, links) if f"-{part}" in document.name]
                if chosen:
                    scores[tool.name, tool.preparation, part], _ = score(*zip(*chosen))

    tools.by_tool(one, rows)
    shutil.rmtree(folder)
    return scores, wrong


def of_seed(make, rows, cache, seed):
    """Returns what `measured` does of the texts of a seed, and these."""
    texts = make(seed)
    step(f"seed {seed}: {sum(len(document.truths) for documents in texts.values() for document in documents):,} links")
    return texts, *measured(texts, rows, cache)


def each_seed(what, seeds, *given):
    """Calls a function with what is given and each seed, in as many processes as there are processors."""
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(functools.partial(what, *given), seeds))


def over_seeds(make, seeds, rows, cache):
    """Returns the scores by class, tool and preparation, one for each seed, and the documents of all classes."""
    scores, corpus, wrong = {}, {}, {}
    step(f"making and measuring the texts of the seeds {', '.join(map(str, seeds))}")
    for texts, one, lines in each_seed(of_seed, seeds, make, rows, cache):
        for (name, preparation, group), result in one.items():
            scores.setdefault(group, {}).setdefault(name, {}).setdefault(preparation, []).append(result)
        for key, more in lines.items():
            wrong.setdefault(key, []).extend(more)
        for group, documents in texts.items():
            corpus.setdefault(group, []).extend(documents)
    for (name, preparation), lines in wrong.items():
        report.write_wrong(cache / "wrong", f"{name} {preparation}", lines)
    return scores, corpus


def names_of_seed(rows, cache, is_small, seed):
    """Returns the texts of names and addresses of a seed, and what each tool found in them."""
    texts = {group: names.generate(group, seed, is_small) for group in names.CLASSES}
    return texts, names.measure(texts, rows, cache / "texts" / str(seed))


def names_over_seeds(seeds, rows, cache, is_small=False):
    """Returns what was found of names and addresses: the scores of each tool, one for each seed, the false friends, and the texts."""
    scores, friends, wrong, corpus = {}, {}, {}, {}
    for texts, by_tool in each_seed(names_of_seed, seeds, rows, cache, is_small):
        for tool, (by_measure, found, lines) in by_tool.items():
            for title, result in by_measure.items():
                scores.setdefault(tool, {}).setdefault(title, []).append(result)
            for kind, counts in found.items():
                before = friends.setdefault(tool, {}).get(kind, (0, 0))
                friends[tool][kind] = [one + other for one, other in zip(before, counts)]
            wrong.setdefault(tool, []).extend(lines)
        for group, more in texts.items():
            corpus.setdefault(group, []).extend(more)
    for tool, lines in wrong.items():
        report.write_wrong(cache / "wrong" / "names", tool, lines)
    return scores, friends, corpus


def names_results(seeds, rows, cache):
    """Returns the figures of names and addresses, as the results have them."""
    step("names and addresses")
    scores, friends, corpus = names_over_seeds(seeds, rows, cache)
    links = {title: sum(text.kinds[truth.url] == kind for text in corpus[group] for truth in text.truths) for title, (group, kind) in names.MEASURES.items()}
    return {"digest": digest(corpus), "links": links, "tools": {
        tool.name: {"version": tool.version, "friends": friends[tool.name],
                    "measures": {title: report.class_figures(by_seed) for title, by_seed in scores[tool.name].items()}} for tool in rows}}


def figures(scores):
    """Returns the figures of each tool for each class, each width and *as mail is*, by preparation."""
    out = {}
    for group, by_tool in scores.items():
        for name, by_preparation in by_tool.items():
            kind = "rules" if group in RULES else "widths" if group in BARE_CUT_PARTS else "classes"
            one = {preparation: report.class_figures(by_preparation[preparation]) for preparation in report.MARKS if preparation in by_preparation}
            out.setdefault(name, {"classes": {}, "widths": {}, "rules": {}})[kind][group.rstrip("-")] = one
    counted = shares()
    for name, tool in out.items():
        if counted.keys() <= scores.keys():
            own = {group: share for group, share in counted.items() if (name, group) not in report.NOT_READ}
            tool["as_mail"] = {one: report.as_mail_is({group: scores[group][name][one] for group in own}, own)
                               for one in next(iter(tool["classes"].values()))}
    return out


def quick(args):
    """Tests the benchmark, measures urlsift only, and compares each class with the baseline."""
    subprocess.run([sys.executable, "-m", "unittest", "-q", "tests"], cwd=HERE, env=dict(os.environ, PYTHONDONTWRITEBYTECODE="1"), check=True)
    urlsift = args.urlsift or install.urlsift(args.cache)
    only = args.only and args.only.split(",")
    scores, corpus = over_seeds(functools.partial(generated, only=only, is_small=True), GATE_SEEDS, tools.ours(str(Path(urlsift).resolve())), args.cache)
    names_scores, _, names_corpus = names_over_seeds(GATE_SEEDS, tools.with_names(str(Path(urlsift).resolve()), []), args.cache, True)
    scores |= {title: {name: {"decoded": results}} for name, by_title in names_scores.items() for title, results in by_title.items()}
    new = {"digest": digest(corpus | names_corpus), "tools": {}}
    for group, by_tool in scores.items():
        for name, results in by_tool.items():
            if group in BARE_CUT_PARTS:
                continue
            total = sum(results["decoded"], Score())
            place = total.placed / total.places if total.places else None
            new["tools"].setdefault(name, {})[group] = {"f1": round(total.plain.f1, 4), "precision": round(total.plain.precision, 4),
                                                        "place": place and round(place, 4)}
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
    if args.publish and (refused := unfit(args)):
        print(f"Not published: {refused}", file=sys.stderr)
        return 1
    cache = args.cache.resolve()
    cache.mkdir(parents=True, exist_ok=True)
    step("installing")
    missing = install.debian()
    urlsift = str(Path(args.urlsift).resolve()) if args.urlsift else install.urlsift(cache)
    install.rust(cache)
    install.built(cache)
    found, left_out = tools.others(cache, install.python(cache), install.node(cache))
    ours = tools.ours(urlsift)
    without = args.without.split(",")
    rows = ours[:2] + [tool for tool in found if tool.name not in without]
    left_out += [tools.Failure(name, report.SAVED) for name in without if name]
    folders = install.fetched(cache) | ({"unicode": args.unicode} if args.unicode else {})
    formatters = typeset.Formatters(cache, folders)
    only = args.only and args.only.split(",")
    seeds = SEEDS[: args.seeds]
    scores, corpus = over_seeds(functools.partial(everything, formatters, only), seeds, rows, cache)
    by_tool = figures(scores)
    results = {
        "date": datetime.date.today().isoformat(), "machine": machine(), "commit": commit(), "programs": install.system_versions(),
        "missing": missing, "seeds": seeds, "digest": digest(corpus), **size(corpus), "shares": shares(), "labels": labels.agreement(),
        "classes": {name: described(name, documents) for name, documents in corpus.items()},
        "tools": {tool.name: {"version": tool.version, **by_tool[tool.name]} for tool in rows},
        "widths": by_width(corpus), "rules": by_rule(corpus), "settle": settle(seeds, corpus, ours, formatters, cache),
        "known_left_out": [name for name, _ in tools.LEFT_OUT],
        "left_out": [list(failure) for failure in left_out] + tools.LEFT_OUT + [
            [f"class {name}", f"no {' or '.join(typeset.missing(name, formatters))}"] for name in typeset.CLASSES if typeset.missing(name, formatters)],
    }
    if args.archives:
        step("places in real mail")
        places = real.load(args.archives)
        results["real_sources"] = real.sources(places["labelled"])
        for name, sets in joins(places, rows, cache).items():
            results["tools"][name]["joins"] = sets
    else:
        results["left_out"].append(["real places", "the archives of real mail are not part of the repository (`--archives`)"])
    if not only:
        results["names"] = names_results(seeds, tools.with_names(urlsift, rows), cache)
        results["public"] = public_sets(folders, [row for row in rows if row.preparation == "decoded"], cache)
    if not args.no_speed:
        documents = [document for name in mail.TITLES for document in corpus.get(name, [])[:40]]
        step("speed")
        timed = [row for row in rows if row.preparation == "decoded" and not row.name.startswith(NOT_COMPARED)]
        for name, speed in compare_speed(timed, ours[0], documents).items():
            results["tools"][name]["speed"] = speed
        # Of real mail, only the tools that are timed quickly.
        timed = [row for row in timed if row.name in report.README_TOOLS]
        for name, speed in (compare_speed(timed, ours[0], real.sample(args.archives)) if args.archives else {}).items():
            results["tools"][name]["speed_real"] = speed
    if only:
        print(json.dumps({name: {group: what["f1"] for group, by in tool["classes"].items() for what in [by["decoded"]]}
                          for name, tool in results["tools"].items()}, indent=1))
        return 0
    report.write(results, cache / "results")
    print((cache / "results/results.md").read_text())
    if args.publish:
        return publish(results, ours, formatters, cache)
    return 0


# Tools that read one message at a time, whose start would be measured.
NOT_COMPARED = ("SpamAssassin", "urlscan")


def publish(results, ours, formatters, cache):
    """Writes the results into the repository, unless something is missing or other seeds are worse for urlsift."""
    step("fresh seeds")
    # The lists of wrong links are those of the published seeds.
    scores, _ = over_seeds(functools.partial(everything, formatters, None), FRESH_SEEDS, ours[:2], cache / "fresh")
    names_scores, _, _ = names_over_seeds(FRESH_SEEDS, tools.with_names(ours[0].command[0], []), cache / "fresh")
    fresh = figures(scores)
    problems = report.lucky(results, fresh) + report.lucky_names(results, names_scores) + [f"not installed: {name}" for name in results["missing"]]
    if problems:
        print("Not published:", *problems, sep="\n  ", file=sys.stderr)
        return 1
    results["fresh"] = report.fresh_figures(fresh)
    report.write(results, HERE)
    report.write_summary(results, ROOT / "README.md")
    return 0


def unfit(args):
    """Returns why what these arguments measure is not fit to be published, if it is not."""
    if args.seeds < len(SEEDS):
        return f"fewer than {len(SEEDS)} seeds"
    if args.without or args.only or args.no_speed:
        return "--without, --only and --no-speed leave out what the tables have"
    return "" if args.archives else "the places in real mail are not measured without --archives"


def shares():
    """Returns how many links of each class were seen in real mail."""
    places, ends, quoted = (COUNTS[name] for name in ("places", "ends", "cuts"))
    cut, quoted = ends["cut, by the labels"], quoted["quoted"]["quoted"] / sum(quoted["quoted"].values())
    out = {name: count for name, count in places.items() if name not in ("angle-cut", "bare")}
    return out | {"bare": places["bare"] - cut, "bare-cut": cut * (1 - quoted), "bare-quoted-cut": cut * quoted,
                  "angle-cut": places["angle-cut"] * (1 - quoted), "angle-quoted-cut": places["angle-cut"] * quoted}


def by_width(corpus):
    """Returns how many bare links are cut, or not, at each width."""
    documents = corpus.get("bare-cut", [])
    links = {str(width): sum(len(document.truths) for document in documents if f"-{width}-" in document.name) for width in compose.WIDTHS}
    return {width: count for width, count in links.items() if count}


def by_rule(corpus):
    """Returns how many bare links are broken, and how many are there, by the way in which they are cut."""
    out = {}
    for rule in RULES:
        truths = [truth for document in corpus.get("bare-cut", []) if f"-{rule}." in document.name for truth in document.truths]
        if truths:
            out[rule] = {"links": len(truths), "broken": sum(len(truth.pieces) > 1 for truth in truths)}
    return out


def settle(seeds, corpus, ours, formatters, cache):
    """Returns the F1 of `--settle` over pages that are there once, and over pages at several widths."""
    step("--settle")
    groups = [name for name in SETTLED if name in corpus]
    pages = {name: corpus[name] for name in groups}
    out = {}
    for title, make in (("once", functools.partial(at_one_width, pages)), (f"at {len(SETTLE_WIDTHS)} widths", functools.partial(at_widths, formatters, groups))):
        by_seed = each_seed(of_seed, seeds, make, [ours[0], ours[2]], cache)
        out[title] = {tool.name: sum((scores[tool.name, "decoded", name] for _, scores, _ in by_seed for name in groups), Score()).plain.f1
                      for tool in (ours[0], ours[2])}
    return out


# The classes of pages that formatters set at any width, and some widths.
SETTLED = ("man", "rst", "markdown", "browsers")
SETTLE_WIDTHS = typeset.WIDTHS[::2]


def at_one_width(pages, seed):
    return {name: [one for one in documents if one.name.startswith(f"{seed}.")] for name, documents in pages.items()}


def at_widths(formatters, groups, seed):
    return {name: typeset.generate(name, formatters, seed, SETTLE_WIDTHS) for name in groups}


def joins(sets, rows, cache):
    """Returns what each tool joins at places in real mail."""
    files = {name: real.written(name, places, cache / "texts") for name, places in sets.items()}

    def one(tool):
        return {name: {kind: real.summary(joins) for kind, joins in real.measure(places, tool, *files[name]).items()} for name, places in sets.items()}

    out = {}
    for tool, by_set in zip(rows, tools.by_tool(one, rows)):
        out.setdefault(tool.name, {})[tool.preparation] = by_set
    return out


def public_sets(folders, rows, cache):
    """Returns how many examples of each public set each tool gets right."""
    step("the examples of other projects")
    sets = public.load(folders)
    out = {name: {"examples": len(examples), "tools": {}} for name, examples in sets.items()}
    for name, tool, right, wrong in public.measure(sets, rows, cache / "texts"):
        out[name]["tools"][tool] = right
        report.write_wrong(cache / "wrong" / f"public-{name}", tool, wrong)
    return out


def size(corpus):
    truths = [truth.url for documents in corpus.values() for document in documents for truth in document.truths]
    return {"links": len(truths), "different": len(set(truths)), "documents": sum(map(len, corpus.values()))}


def described(name, documents):
    truths = [truth for document in documents for truth in document.truths]
    placed = [truth for truth in truths if truth.pieces]
    kind = "cut" if name in mail.CUT_CLASSES else "mail" if name in mail.CLASSES else "typeset"
    # As many links with equal weights would be as uncertain as these with the weights of real mail.
    weights = [document.real for document in documents for _ in document.truths]
    effective = sum(weights) ** 2 / (sum(weight * weight for weight in weights) or 1)
    return {"title": (mail.TITLES | typeset.TITLES)[name], "kind": kind, **size({name: documents}), "effective": effective, "placed": len(placed),
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
    os.nice(10)
    options = arguments()
    sys.exit(quick(options) if options.quick else full(options))
