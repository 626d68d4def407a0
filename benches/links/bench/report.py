"""Writes the results: `results.json`, `results.md` and the table of the repository's README."""

import json
import math
import re
import statistics

# What stands after a figure: the preparation of the texts that was the best for this tool there.
MARKS = {"decoded": "", "unquoted": "ᵘ", "joined": "ʲ", "careful": "ᶜ"}
OURS = "urlsift --all"
# Classes that one cause decides for most tools.
ONE_CAUSE = ["at", "man-utf8"]
# No tool but urlsift gets what is in the frames of screens without the frames.
NO_MEAN = ["screens"]
# What a tool is documented not to read.
NOT_READ = {("SpamAssassin", "headers")}
# Classes that only a tool that joins lines can find.
ONLY_JOINED = ["bare-cut", "bare-quoted-cut"]
SAVED = "left out of this run to save time"


def percent(value):
    """Returns a share as a percentage; only what is whole is 0 or 100."""
    if value in (0, 1):
        return f"{100 * value:.0f}"
    return f"{min(99.9, max(0.1, 100 * value)):.1f}"


def ratio(part, whole):
    return percent(part / whole) if whole else "–"


def of(part, whole):
    return f"{part:.0f}/{whole:.0f}" if whole else "–"


def interval(part, whole):
    """Returns Wilson's interval of 95 % for a share, in whole percents."""
    if not whole:
        return "–"
    z = 1.96
    middle = (part + z * z / 2) / (whole + z * z)
    half = z * math.sqrt(part * (whole - part) / whole + z * z / 4) / (whole + z * z)
    return f"{100 * (middle - half):.0f} to {100 * (middle + half):.0f}"


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
        # Of the links in pieces, how many are found; of the others, how many are joined to something.
        "broken_found": mean([score.broken.recall for score in by_seed]), "broken_found_real": mean([score.broken_real.recall for score in by_seed]),
        "whole_joined": statistics.fmean(score.whole.found / score.whole.links if score.whole.links else 0.0 for score in by_seed),
        "parts": {part: {"links": counts.links, "joined": counts.found, "right": counts.right} for part, counts in total.parts.items()},
    }


def best(figures, value):
    """Returns the preparation with the best value, and its figures. What needs less preparation comes first."""
    preparation = max(MARKS, key=lambda name: (value(figures[name]) if name in figures else -1.0, -list(MARKS).index(name)))
    return preparation, figures[preparation]


def as_mail_is(by_class, shares):
    """Returns the figures of a tool where each class counts as often as it was seen. `by_class` has the scores of each seed.

    Of the classes of cut links only the links in pieces count: the others were seen, too, but not as cut ones.
    """
    def counts(name, seed):
        score = by_class[name][seed]
        return score.broken_real if name.endswith("-cut") else score.real

    recall, precision, f1 = [], [], []
    for seed in range(len(next(iter(by_class.values())))):
        links = sum(shares.values())
        # The links of a class that were found and are right, for each link of that class.
        right = sum(share * counts(name, seed).recall for name, share in shares.items())
        found = sum(share * counts(name, seed).found / counts(name, seed).links for name, share in shares.items())
        recall.append(right / links)
        precision.append(right / found if found else 0.0)
        f1.append(2 * right / (links + found))
    return {"f1": mean(f1), "recall": statistics.fmean(recall), "precision": statistics.fmean(precision)}


def real_figure(tool):
    """Returns the preparation that is best at real places, by the harmonic mean of both shares, and its figures."""
    def value(sets):
        joins = sets["labelled"]["counted"]
        both = joins["precision"] + joins["recall"]
        return 2 * joins["precision"] * joins["recall"] / both if both else 0.0

    return best(tool["joins"], value)


def mail_figure(tool):
    return best(tool["as_mail"], lambda figures: figures["f1"]["mean"])


def class_figure(tool, group):
    return best(tool["classes"][group], lambda figures: figures["f1"]["mean"])


def is_measured(name, tool, group):
    """Returns whether a tool reads a class, and is prepared for it: libraries that got no joined lines are not measured where lines are to be joined."""
    return (name, group) not in NOT_READ and not (group in ONLY_JOINED and is_unprepared(tool["classes"][group]))


def is_unprepared(by_preparation):
    return "unquoted" in by_preparation and "careful" not in by_preparation


def spread(figure, exact=False):
    """Returns a mean in whole points with half of its range over the seeds; with a digit above 99, or if it is to be exact."""
    half = 50 * (figure["highest"] - figure["lowest"])
    if exact or figure["mean"] > 0.99 or figure["mean"] < 0.01:
        return percent(figure["mean"]) + (f" ± {half:.1f}" if half >= 0.05 else "")
    return f"{100 * figure['mean']:.0f}" + (f" ± {half:.0f}" if half >= 0.5 else "")


def cut_cell(name, tool, group):
    """Returns the share of broken links that are found, and that of whole ones which are joined to something."""
    if not is_measured(name, tool, group):
        return "–"
    preparation, figures = class_figure(tool, group)
    return f"{percent(figures['broken_found']['mean'])} / {percent(figures['whole_joined'])}{MARKS[preparation]}"


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
        return ["–"] * 3
    preparation, sets = real_figure(tool)
    sets = sets["labelled"]
    return [weighted_joins(sets["weighted"]) + (MARKS[preparation] if sets["counted"]["joins"] else ""),
            *("–" if kind == "bare" and is_unprepared(tool["joins"]) else of(sets[kind]["broken_found"], sets[kind]["broken"])
              for kind in ("bare", "bracketed"))]


def weighted_joins(weighted):
    """Returns the share of joins that are right, weighted by strata, with its interval (95 %)."""
    if not weighted["joins"]:
        return "–"
    share, count = weighted["joins_right"] / weighted["joins"], weighted["joins_effective"]
    return f"{100 * share:.0f} ({interval(share * count, count)})"


def mail_rows(results, names):
    rows = [["program or library", "F1", "recall", "precision", "joins right", "bare found", "bracketed found", "CPU"]]
    for name in names:
        tool = results["tools"][name]
        preparation, figures = mail_figure(tool)
        rows.append([name, percent(figures["f1"]["mean"]) + MARKS[preparation], percent(figures["recall"]), percent(figures["precision"]),
                     *joins_cells(tool), "1" if name == OURS else speed_cell(tool)])
    return rows


def hard_rows(results, names, groups):
    """Returns the rows of the README's hard cases: of cut links, broken ones found and whole ones joined; of `ends`, its two parts."""
    rows = [["program or library", *groups]]
    for name in names:
        tool, cells = results["tools"][name], []
        for group in groups:
            preparation, figures = class_figure(tool, group)
            if not is_measured(name, tool, group):
                cells.append("–")
            elif results["classes"][group]["kind"] == "cut":
                cells.append(f"{spread(figures['broken_found'])} / {percent(figures['whole_joined'])}{MARKS[preparation]}")
            elif group == "ends":
                parts_of = [figures["parts"][part] for part in ENDS_PARTS]
                cells.append(" / ".join(f"{100 * part['right'] / part['links']:.0f}" for part in parts_of) + MARKS[preparation])
            else:
                cells.append(spread(figures["f1"]) + MARKS[preparation])
        rows.append([name, *cells])
    return rows


ENDS_PARTS = ["something stands next to it", "the URL ends in punctuation"]


def table(rows):
    head, *rest = rows
    return ["| " + " | ".join(head) + " |", "|---|" + "---:|" * (len(head) - 1)] + ["| " + " | ".join(row) + " |" for row in rest]


def markdown(results):
    """Returns the page of tables."""
    names = [name for name, _ in ordered(results["tools"])]
    sections = [head, as_mail, hard_cases, cut_cases, line_ends, by_width, by_rule, parts, settled, real_places, one_preparation, speeds, described_classes,
                own_errors, names_and_addresses, public_sets]
    out = [line for section in sections for line in section(results, names)]
    return "\n".join([*out, "## Left out", "", *(f"- {name}: {reason}" for name, reason in results["left_out"])]) + "\n"


def incomplete(results):
    """Returns what a run left out, as sentences."""
    without = [name for name, reason in results["left_out"] if reason == SAVED]
    failed = [name for name, reason in results["left_out"] if reason != SAVED and name not in results["known_left_out"]]
    out = [f"Not installed: {', '.join(results['missing'])}."] * bool(results["missing"])
    out += [f"Could not be run: {', '.join(failed)}."] * bool(failed)
    return out + [f"Left out to save time: {', '.join(without)}."] * bool(without)


def head(results, names):
    versions = dict.fromkeys(f"{re.split(' [(]| --', name)[0]} {results['tools'][name]['version']}" for name in names)
    programs = [f"{name} {version}" for name, version in results["programs"].items() if name != "grep"]
    return [
        "# Link finders compared", "",
        f"Written by `benches/links/run.py`; the [readme](README.md) says how, and what the tables mean. {results['links']:,} links, "
        f"{results['different']:,} of them different, in {results['documents']:,} documents of {len(results['classes'])} classes, over the seeds "
        f"{', '.join(map(str, results['seeds']))}. {results['machine']}, {results['date']}, {results['commit']}.", "",
        f"{', '.join(versions)}. Texts set by {', '.join(programs)}. "
        "Called as `LC_ALL=C grep -aoE`, `rg -aoN`, `rg -aoNU`.", "",
        *([f"**Incomplete.** {' '.join(incomplete(results))}", ""] if incomplete(results) else []), " ".join(filter(None, [behind(results, results["classes"]), lower_elsewhere(results)])), "",
        "Figures are means over the seeds, in percent. Marks say which preparation of the texts is printed, the best one for the tool there: without "
        "quote prefixes and line breaks in brackets (`ᵘ`), with all full lines joined, too (`ʲ`), or those before a word that looks like more (`ᶜ`).", "",
    ]


def as_mail(results, names):
    count, agreed, kappa = results["labels"]
    tools = results["tools"]
    return [
        "## As mail is", "",
        "Made texts, in which each class counts as often as its links were seen in real mail. Then real mail: *joins right*, of the joins of a line "
        "to the next, how many are right, up to final punctuation; *found*, of the links that a line break cuts there, how many are found whole; "
        f"{count} places, labelled twice by one reader, a language model, {agreed} alike (kappa {kappa:.3f}). *CPU*: processor time as a multiple of "
        "`urlsift --all`, on the same mailbox, or (`*`) on the same decoded texts, without the time to decode them; always with decoded texts only, "
        "whatever the marks say.", "",
        *table(mail_rows(results, names)), "", "The range of F1 over the seeds:", "",
        *table([["program or library", "lowest", "highest"]] + [
            [name, *(percent(mail_figure(tools[name])[1]["f1"][end]) for end in ("lowest", "highest"))] for name in names]), "",
        "| class | share of links |", "|---|---:|",
        *[f"| {name} | {percent(share / sum(results['shares'].values()))} |" for name, share in results["shares"].items() if share], "",
    ]


def chunks(names):
    return [chunk for chunk in (names[at : at + 7] for at in range(0, len(names), 7)) if chunk]


def hard_cases(results, names):
    tools, classes = results["tools"], results["classes"]
    out = ["## The hard cases", "", "F1. In the classes of cut links all rules and widths count alike, seen or not, and some of their links are whole. "
           "One cause decides `at` and `man-utf8` for most tools. A dash is a class that a tool does not read (SpamAssassin: header fields), or for which "
           "a library was not prepared, since its lines were not joined; these are left out of its means. So is `screens` of all means, since no other "
           "tool gets the text without its frames. *Weighted*: each delimiter as often as it was seen.", ""]
    for chunk in chunks(names):
        rows = [["class", *chunk]]
        for group in classes:
            rows.append([group, *(hard_cell(name, tools[name], group, "f1") for name in chunk)])
            if group == "delimited":
                rows.append(["delimited, weighted", *(hard_cell(name, tools[name], group, "f1_real") for name in chunk)])
        for title, left_out in (("plain mean of the classes", NO_MEAN), (f"without {' and '.join(ONE_CAUSE)}", NO_MEAN + ONE_CAUSE)):
            kept = [group for group in classes if group not in left_out]
            means = [statistics.fmean(class_figure(tools[name], group)[1]["f1"]["mean"] for group in kept if is_measured(name, tools[name], group))
                     for name in chunk]
            rows.append([f"*{title}*", *map(percent, means)])
        out += table(rows) + [""]
    return out


def hard_cell(name, tool, group, key):
    if not is_measured(name, tool, group):
        return "–"
    preparation, figures = best(tool["classes"][group], lambda figures: figures[key]["mean"])
    return percent(figures[key]["mean"]) + MARKS[preparation]


def cut_cases(results, names):
    tools, cut = results["tools"], [group for group, what in results["classes"].items() if what["kind"] == "cut"]
    def real(name, tool, group):
        if not is_measured(name, tool, group):
            return "–"
        preparation, figures = best(tool["classes"][group], lambda figures: figures["broken_found_real"]["mean"])
        return percent(figures["broken_found_real"]["mean"]) + MARKS[preparation]

    return ["## Cut links: broken ones, and whole ones", "", "Of the links in pieces, how many are found whole; after the stroke, of the links in one "
            "piece in the same texts, how many are joined to what is not theirs. The preparation is the one with the best F1.", "",
            *table([["program or library", *cut]] + [[name, *(cut_cell(name, tools[name], group) for group in cut)] for name in names]), "",
            "The links in pieces, with rules, widths and numbers of links weighted by how often they were seen in real mail. The preparation is the "
            "one that finds most, whatever it joins wrongly.", "",
            *table([["program or library", *cut]] + [[name, *(real(name, tools[name], group) for group in cut)] for name in names]), ""]


def is_hard(part):
    """Returns whether a reader might hesitate at a link of this part of the class `line-end`."""
    return bool(re.match("looks like more|alone, (under|in)|.*(/ - [?]|looks like more)", part))


def line_ends(results, names):
    classes = results["classes"]
    if "line-end" not in classes:
        return []
    columns = sorted(results["tools"][OURS]["classes"]["line-end"]["decoded"]["parts"], key=lambda part: (not is_hard(part), part))
    rows = [["program or library", "preparation", "precision", "recall", "all hard ones", *columns]]
    for name in names:
        for preparation, figures in results["tools"][name]["classes"]["line-end"].items():
            by_part = figures["parts"]
            hard = [sum(by_part[part][key] for part in columns if is_hard(part)) for key in ("joined", "links")]
            rows.append([name, preparation, percent(figures["precision"]), percent(figures["recall"]), of(*hard),
                         *(of(by_part[part]["joined"], by_part[part]["links"]) for part in columns)])
    return ["## Precision where nothing is to be joined", "", "The class `line-end`: whole links at a line's end. The last columns show how many of "
            f"them are joined to the next word, by what stands there; the first {sum(map(is_hard, columns))} of these are hard. *A space*: each line "
            "ends in one, as in flowed text whose header field is lost. *Bait* has characters that "
            "hardly any link has. The figures are those of each preparation, since one that joins more costs precision.", "", *table(rows), ""]


def parts(results, names):
    """Returns the table of the class `ends` by its two parts."""
    if "ends" not in results["classes"]:
        return []
    columns = ENDS_PARTS
    rows = [["program or library", *columns]]
    for name in names:
        preparation, figures = class_figure(results["tools"][name], "ends")
        rows.append([name + MARKS[preparation], *(ratio(figures["parts"][part]["right"], figures["parts"][part]["links"]) for part in columns)])
    return ["## Ends", "", "The class `ends` by its two parts: of the links, how many are found. Who keeps final punctuation gains in one what he loses in "
            "the other.", "", *table(rows), ""]


def settled(results, _):
    return ["## `--settle`", "", "It decides between readings by what stands elsewhere in one piece. F1 over typeset pages of all seeds: each page once, "
            "each seed's pages together, and each page at several widths.", "",
            *table([["pages", OURS, f"{OURS} --settle"]] + [[name, *(percent(values[tool]) for tool in (OURS, f"{OURS} --settle"))]
                                                            for name, values in results["settle"].items()]), ""]


def real_places(results, names):
    tools = results["tools"]
    if not any(tool.get("joins") for tool in tools.values()):
        return []
    sources = ", ".join(f"{count} {name}" for name, count in results["real_sources"].items())
    first = [["program or library", "joins right", "of 100", "bare found", "of 100", "bracketed found", "of 100", "weighted: joins right", "found",
              "doubtful joined"]]
    second = [["program or library", "joins", "right", "broken", "found"]]
    for name in names:
        preparation, sets = real_figure(tools[name])
        one, cells = sets["labelled"], []
        for part, whole, kind in (("joins_right", "joins", "counted"), ("broken_found", "broken", "bare"), ("broken_found", "broken", "bracketed")):
            cells += [of(one[kind][part], one[kind][whole]), interval(one[kind][part], one[kind][whole])]
        weighted = one["weighted"]
        if is_unprepared(tools[name]["joins"]):
            cells[2:4] = ["–"] * 2
        first.append([name + MARKS[preparation], *cells, weighted_joins(weighted), ratio(weighted["broken_found"], weighted["broken"]),
                      f"{sets['doubtful']['counted']['joins']:.0f}"])
        second.append([name, *(str(round(sets["older"]["counted"][key])) for key in ("joins", "joins_right", "broken", "broken_found"))])
    return ["## Places in real mail", "", f"The places that are cut: {sources}. So most are from one list, and an interval (95 %) holds for such mail only. "
            "The weights are by strata; those of bracketed links are too low. *Doubtful joined*: the places that either reading found doubtful count "
            "in no other column; so many of them a tool joins, and nobody knows how many rightly.", "", *table(first), "",
            "The older set, labelled once by another reader. It is a regression test of urlsift, so that nothing "
            "follows from the figures for urlsift:", "", *table(second), ""]


def one_preparation(results, names):
    """Returns the table of each preparation throughout, which a program could have."""
    tools, classes = results["tools"], results["classes"]
    groups = [group for group in ("line-end", "bare-cut", "angle-cut", "ends", "man") if group in classes]
    rows = [["program or library", "preparation", "as mail is", "joins right", "broken found", *groups]]
    for name in names:
        for preparation, figures in tools[name]["as_mail"].items():
            joins = tools[name].get("joins", {}).get(preparation, {}).get("labelled", {}).get("counted")
            cells = [of(joins["joins_right"], joins["joins"]), of(joins["broken_found"], joins["broken"])] if joins else ["–"] * 2
            by_class = [percent(tools[name]["classes"][group][preparation]["f1"]["mean"]) for group in groups]
            rows.append([name, preparation, percent(figures["f1"]["mean"]), *cells, *by_class])
    return ["## One preparation throughout", "", "The other tables have the best preparation of each tool for each class, which no program has at once. "
            "These rows are programs that exist; F1 for classes.", "", *table(rows), ""]


def speeds(results, names):
    rows = [["program or library", "input", "times urlsift --all", "lowest", "highest", "MiB", "real mail"]]
    for name in names:
        speed, real = (results["tools"][name].get(key) for key in ("speed", "speed_real"))
        if speed:
            rows.append([name, f"{speed['on']}, {speed['bytes'] / 2**20:.3g} MiB", *(f"{speed[key]:.2g}" for key in ("ratio", "lowest", "highest")),
                         f"{speed['peak_mib']:.0f}", f"{real['ratio']:.2g}" if real else "–"])
    return ["## Processor time", "", "urlsift always reads 8 MiB. A slower program reads less; one that compiles while it runs reads as much. Each prints "
            "URLs only, but KDE's prints HTML. *Real mail*: the same on messages drawn from the archives, for the tools of the README's table.", "", *table(rows), ""] if len(rows) > 1 else []


def described_classes(results, _):
    out = ["## Classes", "", "*Broken* is the share of links that stand in several pieces, where it is known. The range is that of `urlsift --all` over "
           "the seeds.", "", "| class | links | different | broken | F1 of `urlsift --all`, range | what it is |", "|---|---:|---:|---:|---:|---|"]
    for group, what in results["classes"].items():
        f1 = class_figure(results["tools"][OURS], group)[1]["f1"]
        out.append(f"| {group} | {what['links']} | {what['different']} | {ratio(what['broken'], what['placed'])} | {percent(f1['lowest'])}–{percent(f1['highest'])} | "
                   f"{what['title']} |")
    return [*out, ""]


def own_errors(results, _):
    wrong = {group: class_figure(results["tools"][OURS], group)[1]["wrong"] for group in results["classes"]}
    kinds = sorted({kind for counts in wrong.values() for kind in counts})
    return ["## What urlsift gets wrong", "", "Kinds as in the [readme](README.md#kinds-of-wrong-links); `urlsift --all`.", "",
            *table([["class", *kinds]] + [[group, *(str(counts.get(kind, "")) for kind in kinds)] for group, counts in wrong.items() if counts]), ""]


def names_and_addresses(results, _):
    """Returns the tables of what has no scheme, which only some tools find."""
    if "names" not in results:
        return []
    tools, links = results["names"]["tools"], results["names"]["links"]
    names = sorted(tools, key=lambda name: -tools[name]["measures"]["names"]["f1"]["mean"])
    out = ["## Names and addresses", "", "F1, precision and recall of what has no scheme: names of hosts, e-mail addresses, and both next to and in nine "
           "scripts. What counts is in the [readme](README.md#names-and-addresses). Each tool is set to find names and addresses; those that find no "
           "addresses have a dash.", ""]
    cells = {name: {title: names_cell(figures) for title, figures in tools[name]["measures"].items()} for name in names}
    out += [*table([["program or library", *(f"{title} ({count})" for title, count in links.items())]] + [[name, *cells[name].values()] for name in names]), ""]
    parts = [(title, part) for title, figures in tools[names[0]]["measures"].items() for part in figures["parts"]]
    out += ["How many are found, by part:", ""]
    for chunk in chunks(names):
        rows = [["what", *chunk]]
        for title, part in parts:
            counts = [tools[name]["measures"][title]["parts"][part] for name in chunk]
            rows.append([part if title != "names" else f"name, {part}", *(of(one["right"], one["links"]) for one in counts)])
        out += [*table(rows), ""]
    out += ["Of the false friends, how many have something that is found, in `names` as a name, in `addresses` as an address:", ""]
    for chunk in chunks(names):
        rows = [["false friends", *chunk]]
        for kind in tools[names[0]]["friends"]:
            rows.append([kind, *(of(*tools[name]["friends"][kind]) for name in chunk)])
        out += [*table(rows), ""]
    return out


def names_cell(figures):
    if not figures["recall"]:
        return "–"
    return " / ".join(map(percent, (figures["f1"]["mean"], figures["precision"], figures["recall"])))


def public_sets(results, names):
    sets = results.get("public")
    if not sets:
        return []
    return ["## Test data of others", "", "Examples that each come from the tests of another project: those in which exactly the links are found "
            "that the project expects, in percent of its examples. See the [readme](README.md#test-data-of-others).", "",
            *table([["program or library", *(f"{name} ({what['examples']})" for name, what in sets.items())]] + [
                [name, *(ratio(what["tools"][name], what["examples"]) for what in sets.values())] for name in names
                if name in next(iter(sets.values()))["tools"]]), ""]


def by_width(results, _):
    """Returns the table of bare links by the width at which they are cut."""
    widths = results["widths"]
    names = [name for name in WIDTH_TOOLS if name in results["tools"]]
    rows = [["width", *names]]
    for group in widths:
        cells = [best(results["tools"][name]["widths"][group], lambda figures: figures["f1"]["mean"]) for name in names]
        rows.append([group, *(percent(figures["f1"]["mean"]) + MARKS[preparation] for preparation, figures in cells)])
    return ["## Bare links, cut, by width", "", "F1 of the class `bare-cut` at each width.", "", *table(rows), ""] if widths else []


def by_rule(results, _):
    """Returns the table of bare links by the way in which they are cut."""
    names = [name for name in WIDTH_TOOLS if name in results["tools"]]
    rows = [["rule", "broken links", *names]]
    for rule, count in results["rules"].items():
        cells = [best(results["tools"][name]["rules"][rule], lambda figures: figures["f1"]["mean"]) for name in names]
        rows.append([rule, str(count["broken"]), *(f"{percent(figures['broken_found']['mean'])} / {percent(figures['whole_joined'])}{MARKS[preparation]}"
                                                   for preparation, figures in cells)])
    return ["## Bare links, cut, by rule", "", "Broken links found / whole ones joined wrongly, in the class `bare-cut`, by the way in which programs cut. "
            "Those of `flowed` leave a space at the line's end.", "", *table(rows), ""] if len(rows) > 1 else []


# The tools whose figures are printed by width and by rule.
WIDTH_TOOLS = [OURS, "email + regex", "URI::Find", "linkify"]


# The README of the repository: one small table.

README_TOOLS = ["urlsift --all", "urlsift", "email + regex", "linkify", "mail-parser + linkify", "ripgrep -U", "grep"]
README_CLASSES = ["line-end", "bare-cut", "rewrapped", "angle-cut", "ends", "man", "man-npm"]
START, END = "<!-- benches/links/run.py --publish writes this table -->", "<!-- the end of the table -->"


def summary(results):
    names = [name for name, _ in ordered(results["tools"]) if name in readme_tools(results)]
    head = " ".join([f"Means of the seeds {', '.join(map(str, results['seeds']))}, ± half their range; {results['commit']}.", *incomplete(results),
                     *ahead(results)])
    note = ("*Joins right* is weighted, with an interval of 95 %. Columns with two figures: broken links found / whole ones joined wrongly; of `ends`, "
            "its two parts. The best rival of each column is in the table. `LC_ALL=C grep -aoE` and `rg -aoNU` read undecoded files. A dash: not prepared, or not "
            "measured. Marks say what our script did for a library, whatever was best there: it removed quote prefixes and breaks in `<...>` (`ᵘ`), or "
            "joined lines, too (`ʲ` all, `ᶜ` with care). `*`: the time to decode is not counted.")
    mail = [[row[0], row[1], *row[4:]] for row in mail_rows(results, names)]
    for row, name in zip(mail[1:], names):
        preparation, figures = mail_figure(results["tools"][name])
        row[1] = spread(figures["f1"], exact=True) + MARKS[preparation]
    hard = hard_rows(results, names, [group for group in README_CLASSES if group in results["classes"]])
    rows = [left + right[1:] for left, right in zip(mail, hard)]
    rows[0][1] = "as mail is"
    return "\n".join([*table(rows), "", f"{head} {note}"])


def readme_tools(results):
    """Returns the tools of the README's table: some, and the best rival of each column, whatever its name."""
    tools = {name: tool for name, tool in results["tools"].items() if not name.startswith("urlsift")}
    columns = [lambda tool: mail_figure(tool)[1]["f1"]["mean"]]
    for group in (group for group in README_CLASSES if group in results["classes"]):
        keys = ["f1", "broken_found"] if results["classes"][group]["kind"] == "cut" else ["f1"]
        columns += [lambda tool, group=group, key=key: class_figure(tool, group)[1][key]["mean"] for key in keys]
    if any(tool.get("joins") for tool in tools.values()):
        columns += [lambda tool, kind=kind: real_figure(tool)[1]["labelled"][kind]["recall"] for kind in ("bare", "bracketed")]
    columns.append(lambda tool: -tool["speed"]["ratio"] if tool.get("speed") else -math.inf)
    kept = list(README_TOOLS)
    for value in columns:
        # Of those that are printed alike, one that is there already.
        values = {name: round(value(tool), 3) if math.isfinite(value(tool)) else -math.inf for name, tool in tools.items()}
        best_names = [name for name, one in values.items() if one == max(values.values())]
        if not set(best_names) & set(kept):
            kept.append(best_names[0])
    return kept


def ahead(results):
    """Returns sentences that say where another tool is better than `urlsift --all`: by F1, by weighted figures, and by wrong joins."""
    classes = results["classes"]
    out = [behind(results, classes)]
    cut = [group for group, what in classes.items() if what["kind"] == "cut"]
    for title, groups, key in (("Of the broken links, weighted, another finds more in", cut, "broken_found_real"), ("By F1, weighted, another is better in", [*cut, "delimited"], "f1_real")):
        better = [line for group in groups if group in classes and (line := better_by(results, group, key))]
        out.append(f"{title} {', '.join(better)}." if better else "")
    fewer = []
    for group in [*cut, *(["line-end"] if "line-end" in classes else [])]:
        # Of what joins nothing nothing can be joined wrongly.
        figures = {name: class_figure(tool, group)[1] for name, tool in results["tools"].items() if name == OURS or not name.startswith("urlsift")}
        able = {name: one["whole_joined"] for name, one in figures.items() if group == "line-end" or one["broken_found"]["mean"] >= 0.5}
        name = min(able, key=able.get, default=OURS)
        own = figures[OURS]["whole_joined"]
        if name != OURS and percent(able[name]) != percent(own) and able[name] < own:
            fewer.append(f"`{group}` ({percent(own)}; {name} {percent(able[name])})")
    out.append(f"Fewer whole links are joined wrongly by another in {', '.join(fewer)}." if fewer else "")
    out.append(lower_elsewhere(results))
    return list(filter(None, out))


def better_by(results, group, key):
    """Returns a class with both figures if another tool is better than `urlsift --all` by what is printed."""
    figures = {name: best(tool["classes"][group], lambda figures: figures[key]["mean"]) for name, tool in results["tools"].items()}
    name = max(figures, key=lambda name: figures[name][1][key]["mean"])
    preparation, best_figures = figures[name]
    theirs, own = best_figures[key]["mean"], figures[OURS][1][key]["mean"]
    return f"`{group}` ({percent(own)}; {name}{MARKS[preparation]} {percent(theirs)})" if percent(theirs) != percent(own) and theirs > own else ""


def behind(results, groups):
    """Returns a sentence that says in which classes another tool is better than `urlsift --all` by what is printed."""
    out = [line for group in groups if (line := better_by(results, group, "f1"))]
    return f"By F1, another is better than `{OURS}` in {', '.join(out)}." if out else ""


def write_summary(results, path):
    """Replaces the table in a page."""
    page = path.read_text()
    before, _, rest = page.partition(START)
    _, end, after = rest.partition(END)
    if not end:
        raise ValueError(f"{path}: there is no place for the table")
    path.write_text(f"{before}{START}\n{summary(results)}\n{END}{after}")


def lucky(published, fresh):
    """Returns the published figures of urlsift that are better than those of fresh seeds by more than chance.

    `fresh` has the classes, the widths and *as mail is* of each tool, as the published results have them.
    """
    out = []
    for name, tool in fresh.items():
        known = published["tools"][name]
        # With the weights of real mail, few links have most of the weight.
        groups = [("classes", group, key, published["classes"][group]["effective" if key.endswith("real") else "links"])
                  for group in tool["classes"] for key in ("f1", "f1_real", "broken_found", "broken_found_real")]
        groups += [("widths", group, "f1", links) for group, links in published["widths"].items() if group in tool["widths"]]
        for kind, group, key, links in groups:
            out += lucky_figure(f"{name}, {group}, {key}", known[kind][group]["decoded"][key], tool[kind][group]["decoded"][key], links, published["seeds"])
        if "as_mail" in tool:
            out += lucky_figure(f"{name}, as mail is", known["as_mail"]["decoded"]["f1"], tool["as_mail"]["decoded"]["f1"], published["links"],
                                published["seeds"])
    return out


def lucky_names(published, fresh):
    """Returns the same of names and addresses. `fresh` has the scores of each seed."""
    known, links = published["names"]["tools"], published["names"]["links"]
    return [line for name, by_title in fresh.items() for title, by_seed in by_title.items() for line in lucky_figure(
        f"{name}, {title}", known[name]["measures"][title]["f1"], class_figures(by_seed)["f1"], links[title], published["seeds"])]


def lucky_figure(what, figure, fresh, links, seeds):
    # The range over either set of seeds: links of one text are found or lost together, so that five seeds may have a
    # small range by chance. But no less than a link a seed, and two standard errors.
    error = 2 * math.sqrt(2 * figure["mean"] * (1 - figure["mean"]) / links)
    spread = max(*(one["highest"] - one["lowest"] for one in (figure, fresh)), len(seeds) / links, error)
    is_lucky = figure["mean"] - fresh["mean"] > spread
    return [f"{what}: {percent(figure['mean'])} is published, and other seeds have {percent(fresh['mean'])}"] * is_lucky


def fresh_figures(scores):
    """Returns F1 of `urlsift --all` over the fresh seeds for each class, to stand beside the published figures."""
    return {group: figures["decoded"]["f1"]["mean"] for group, figures in scores[OURS]["classes"].items()}


def lower_elsewhere(results):
    """Returns a sentence that says in which classes `urlsift --all` is worse at the fresh seeds by more than a point."""
    own = {group: class_figure(results["tools"][OURS], group)[1]["f1"]["mean"] for group in results["classes"]}
    out = [f"`{group}` {percent(value)} ({percent(own[group])})" for group, value in results.get("fresh", {}).items() if own[group] - value > 0.01]
    return f"At five other seeds `{OURS}` is worse, by F1, in {', '.join(out)}." if out else ""


def write(results, folder):
    if not results["digest"]:
        raise ValueError("results without the digest of their texts are not those of a run")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "results.json").write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n")
    (folder / "results.md").write_text(markdown(results))


def write_wrong(folder, name, wrong):
    folder.mkdir(parents=True, exist_ok=True)
    lines = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in wrong)
    (folder / (name.replace(" ", "_").replace(":", "") + ".jsonl")).write_text(lines)
