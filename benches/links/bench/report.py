"""Writes the results: `results.json`, `results.md` and the table of the repository's README."""

import json
import math
import statistics

# What stands after a figure: the preparation of the texts that was the best for this tool there.
MARKS = {"decoded": "", "unquoted": "ᵘ", "joined": "ʲ"}
OURS = "urlsift --all"
SAVED = "left out of this run to save time"


def percent(value):
    """Returns a share as a percentage; only what is whole is 0 or 100."""
    if value in (0, 1):
        return f"{100 * value:.0f}"
    return f"{min(99.9, max(0.1, 100 * value)):.1f}"


def ratio(part, whole):
    return percent(part / whole) if whole else "–"


def mean(values):
    return {"mean": statistics.fmean(values), "lowest": min(values), "highest": max(values)}


def class_figures(by_seed):
    """Returns the figures of a tool for a class: means over the seeds, with the lowest and the highest."""
    total = sum(by_seed[1:], by_seed[0])
    return {
        "f1": mean([score.plain.f1 for score in by_seed]), "f1_real": mean([score.real.f1 for score in by_seed]),
        "recall": statistics.fmean(score.plain.recall for score in by_seed),
        "precision": statistics.fmean(score.plain.precision for score in by_seed),
        "places": total.places, "placed": total.placed, "wrong": total.kinds,
    }


def best(figures, value):
    """Returns the preparation with the best value, and its figures. What needs less preparation comes first."""
    preparation = max(MARKS, key=lambda name: (value(figures[name]) if name in figures else -1.0, -list(MARKS).index(name)))
    return preparation, figures[preparation]


def as_mail_is(by_class, shares):
    """Returns the figures of a tool where each class counts as often as it was seen. `by_class` has the scores of each seed."""
    recall, precision, f1 = [], [], []
    for seed in range(len(next(iter(by_class.values())))):
        links = sum(shares.values())
        # The links of a class that were found and are right, for each link of that class.
        right = sum(share * by_class[name][seed].real.recall for name, share in shares.items())
        found = sum(share * by_class[name][seed].real.found / by_class[name][seed].real.links for name, share in shares.items())
        recall.append(right / links)
        precision.append(right / found if found else 0.0)
        f1.append(2 * right / (links + found))
    return {"f1": mean(f1), "recall": statistics.fmean(recall), "precision": statistics.fmean(precision)}


def real_figure(tool):
    """Returns the preparation that is best at real places, by the harmonic mean of both shares, and its figures."""
    def value(sets):
        joins = sets["labelled"]["weighted"]
        both = joins["precision"] + joins["recall"]
        return 2 * joins["precision"] * joins["recall"] / both if both else 0.0

    return best(tool["joins"], value)


def mail_figure(tool):
    return best(tool["as_mail"], lambda figures: figures["f1"]["mean"])


def class_figure(tool, group):
    return best(tool["classes"][group], lambda figures: figures["f1"]["mean"])


def ordered(tools):
    """Returns the tools, the best on mail as it is first."""
    return sorted(tools.items(), key=lambda item: -mail_figure(item[1])[1]["f1"]["mean"])


def speed_cell(tool):
    speed = tool.get("speed")
    if not speed:
        return "–"
    value = speed["ratio"]
    return (f"{value:.0f}" if value >= 10 else f"{value:.2g}") + ("" if speed["on"] == "mailbox" else "*")


def joins_cells(tool):
    if not tool.get("joins"):
        return ["–", "–"]
    preparation, sets = real_figure(tool)
    joins = sets["labelled"]["weighted"]
    return [ratio(joins["joins_right"], joins["joins"]) + (MARKS[preparation] if joins["joins"] else ""), ratio(joins["broken_found"], joins["broken"])]


def mail_rows(results, names):
    rows = [["program or library", "F1", "recall", "precision", "joins right", "broken found", "CPU"]]
    for name in names:
        tool = results["tools"][name]
        preparation, figures = mail_figure(tool)
        rows.append([name, percent(figures["f1"]["mean"]) + MARKS[preparation], percent(figures["recall"]), percent(figures["precision"]),
                     *joins_cells(tool), "1" if name == OURS else speed_cell(tool)])
    return rows


def hard_rows(results, names, groups):
    rows = [["program or library", *groups]]
    for name in names:
        cells = []
        for group in groups:
            preparation, figures = class_figure(results["tools"][name], group)
            cells.append(percent(figures["f1"]["mean"]) + MARKS[preparation])
        rows.append([name, *cells])
    return rows


def table(rows):
    head, *rest = rows
    return ["| " + " | ".join(head) + " |", "|---|" + "---:|" * (len(head) - 1)] + ["| " + " | ".join(row) + " |" for row in rest]


def markdown(results):
    """Returns the page of tables."""
    tools, classes = results["tools"], results["classes"]
    names = [name for name, _ in ordered(tools)]
    count, agreed, kappa = results["labels"]
    out = [
        "# Link finders compared", "",
        f"Written by `benches/links/run.py`; the [readme](README.md) says how, and what the tables mean. {results['links']:,} links, "
        f"{results['different']:,} of them different, in {results['documents']:,} documents of {len(classes)} classes, over the seeds "
        f"{', '.join(map(str, results['seeds']))}. {results['machine']}, {results['date']}, {results['commit']}.", "",
    ]
    if results["missing"]:
        out += ["**Incomplete:** these packages could not be installed, so that tools or classes are missing: " + ", ".join(results["missing"]) + ".", ""]
    without = [name for name, reason in results["left_out"] if reason == SAVED]
    if without:
        out += ["**Incomplete:** this run left out " + ", ".join(without) + " to save time.", ""]
    out += [
        "Figures are means over the seeds, in percent. `ᵘ` and `ʲ`: the texts were prepared further for this library, without quote prefixes and "
        "line breaks in brackets (`ᵘ`), or also with full lines joined (`ʲ`); the best of its preparations is printed.", "",
        "## As mail is", "",
        "Each class counts as often as its links were seen in real mail. *Joins right*: of 100 joins of a line to the next in real mail, how many "
        f"are right. *Broken found*: of 100 links that a line break cuts there, how many are found whole; {count} places labelled twice, {agreed} "
        f"alike (kappa {kappa:.3f}). *CPU*: processor time as a multiple of `urlsift --all`, on the same mailbox, or (`*`) on the same decoded "
        "texts, without the time to decode them.", "",
        *table(mail_rows(results, names)), "", "The range of F1 over the seeds:", "",
        *table([["program or library", "lowest", "highest"]] + [
            [name, *(percent(mail_figure(tools[name])[1]["f1"][end]) for end in ("lowest", "highest"))] for name in names]), "",
        "| class | share of links |", "|---|---:|",
        *[f"| {name} | {percent(share / sum(results['shares'].values()))} |" for name, share in results["shares"].items() if share], "",
        "## The hard cases", "", "F1. In the classes of cut links all rules and widths count alike, seen or not.", "",
    ]
    for chunk in (names[:7], names[7:14], names[14:]):
        rows = [["class", *chunk]]
        for group in classes:
            cells = [class_figure(tools[name], group) for name in chunk]
            rows.append([group, *(percent(figures["f1"]["mean"]) + MARKS[preparation] for preparation, figures in cells)])
        means = [statistics.fmean(class_figure(tools[name], group)[1]["f1"]["mean"] for group in classes) for name in chunk]
        out += table(rows + [["*plain mean of the classes*", *map(percent, means)]]) + [""] if chunk else []
    out += ["## Cut links, by the rules and widths of real mail", "", "The same classes, with rules, widths and numbers of links weighted by how often "
            "they were seen.", ""]
    cut = [group for group, what in classes.items() if what["kind"] == "cut"]
    out += table([["program or library", *cut]] + [
        [name, *(percent(best(tools[name]["classes"][group], lambda figures: figures["f1_real"]["mean"])[1]["f1_real"]["mean"]) for group in cut)]
        for name in names]) + [""]
    out += ["## Precision where nothing is to be joined", "", "The class `line-end`: whole links before lines that look like more. *Grown* are links "
            "with something of the next line. The figures are those of each preparation, since one that joins more costs precision.", ""]
    rows = [["program or library", "preparation", "precision", "recall", "grown", "of links"]]
    for name in names:
        for preparation, figures in tools[name]["classes"]["line-end"].items():
            rows.append([name, preparation, percent(figures["precision"]), percent(figures["recall"]), str(figures["wrong"].get("grown", 0)),
                         str(classes["line-end"]["links"])])
    out += table(rows) + [""]
    out += by_width(results)
    out += ["## `--settle`", "", "It decides between readings by what stands elsewhere in one piece. F1 over typeset pages: each page alone in a file and "
            "once in all, and each page at several widths.", ""]
    out += table([["pages", "urlsift --all", "urlsift --all --settle"]] + [[name, *(percent(values[tool]) for tool in ("urlsift --all", "urlsift --all --settle"))]
                                                                            for name, values in results["settle"].items()]) + [""]
    if any(tool.get("joins") for tool in tools.values()):
        out += ["## Real places, counted", "", "*Labelled* are the places of `labels.jsonl`, without weights; *older* are those of another reader, labelled "
                "once. The preparation is the best one of the first table.", ""]
        rows = [["program or library", "joins", "right", "broken", "found", "older: joins", "right", "broken", "found"]]
        for name in names:
            _, sets = real_figure(tools[name])
            rows.append([name, *(str(round(sets[one]["counted"][key])) for one in ("labelled", "older")
                                 for key in ("joins", "joins_right", "broken", "broken_found"))])
        out += table(rows) + [""]
    out += ["## Classes", "", "*Broken* is the share of links that stand in several pieces, where it is known. The range is that of `urlsift --all` over "
            "the seeds.", "", "| class | links | different | broken | F1 of `urlsift --all`, range | what it is |", "|---|---:|---:|---:|---:|---|"]
    for group, what in classes.items():
        f1 = class_figure(tools[OURS], group)[1]["f1"]
        out.append(f"| {group} | {what['links']} | {what['different']} | {ratio(what['broken'], what['placed'])} | {percent(f1['lowest'])}–{percent(f1['highest'])} | "
                   f"{what['title']} |")
    out += ["", "## What urlsift gets wrong", "", "Kinds as in the [readme](README.md#kinds-of-wrong-links); `urlsift --all`.", ""]
    wrong = {group: class_figure(tools[OURS], group)[1]["wrong"] for group in classes}
    kinds = sorted({kind for counts in wrong.values() for kind in counts})
    out += table([["class", *kinds]] + [[group, *(str(counts.get(kind, "")) for kind in kinds)] for group, counts in wrong.items() if counts])
    if results.get("public"):
        out += ["", "## Test data of others", "", "Examples that each come from the tests of another project: those in which exactly the links are found "
                "that the project expects, in percent of its examples. See the [readme](README.md#test-data-of-others).", ""]
        sets = results["public"]
        out += table([["program or library", *(f"{name} ({what['examples']})" for name, what in sets.items())]] + [
            [name, *(ratio(what["tools"][name], what["examples"]) for what in sets.values())] for name in names if name in next(iter(sets.values()))["tools"]])
    out += ["", "## Left out", ""] + [f"- {name}: {reason}" for name, reason in results["left_out"]]
    return "\n".join(out) + "\n"


def by_width(results):
    """Returns the table of bare links by the width at which they are cut."""
    widths = results["by_width"]
    names = list(next(iter(widths.values())))
    return ["## Bare links, cut, by width", "", "F1 of the class `bare-cut` at each width; the text as it is decoded.", "",
            *table([["width", *names]] + [[width, *(percent(values[name]) for name in names)] for width, values in widths.items()]), ""]


# The README of the repository: one small table.

README_TOOLS = ["urlsift --all", "urlsift", "KDE's KTextToHTML", "URI::Find", "linkify-it", "linkify", "mail-parser + linkify", "ripgrep -oU", "grep"]
README_CLASSES = ["line-end", "bare-cut", "angle-cut", "ends", "man"]
START, END = "<!-- benches/links/run.py --publish writes this table -->", "<!-- the end of the table -->"


def summary(results):
    names = [name for name, _ in ordered(results["tools"]) if name in README_TOOLS]
    seeds = ", ".join(map(str, results["seeds"]))
    without = [name for name, reason in results["left_out"] if reason == SAVED]
    note = f" This run left out {', '.join(without)}." if without else ""
    if results["missing"]:
        note += f" Not installed: {', '.join(results['missing'])}."
    mail = [[row[0], row[1], *row[4:]] for row in mail_rows(results, names)]
    hard = hard_rows(results, names, README_CLASSES)
    rows = [left + right[1:] for left, right in zip(mail, hard)]
    rows[0][1] = "as mail is"
    return "\n".join([f"Means of the seeds {seeds}.{note}", "", *table(rows)])


def write_summary(results, path):
    """Replaces the table in a page."""
    page = path.read_text()
    before, _, rest = page.partition(START)
    _, end, after = rest.partition(END)
    if not end:
        raise ValueError(f"{path}: there is no place for the table")
    path.write_text(f"{before}{START}\n{summary(results)}\n{END}{after}")


def lucky(published, fresh):
    """Returns the classes in which a published figure of urlsift is better than that of fresh seeds by more than chance."""
    out = []
    for name in fresh:
        for group, figures in fresh[name].items():
            f1, links = published["tools"][name]["classes"][group]["decoded"]["f1"], published["classes"][group]["links"]
            # Its range over the seeds; but few seeds may have a small one, so no less than a link a seed, and two standard errors.
            error = 2 * math.sqrt(2 * f1["mean"] * (1 - f1["mean"]) / links)
            spread = max(f1["highest"] - f1["lowest"], len(published["seeds"]) / links, error)
            if f1["mean"] - figures["decoded"]["f1"]["mean"] > spread:
                out.append(f"{name}, {group}: {percent(f1['mean'])} is published, and other seeds have {percent(figures['decoded']['f1']['mean'])}")
    return out


def write(results, folder):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "results.json").write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n")
    (folder / "results.md").write_text(markdown(results))


def write_wrong(folder, name, wrong):
    folder.mkdir(parents=True, exist_ok=True)
    lines = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in wrong)
    (folder / (name.replace(" ", "_").replace(":", "") + ".jsonl")).write_text(lines)
