"""Writes the results: `results.json`, `results.md` and `results.svg`."""

import html
import json

OURS = "urlsift"


def percent(value):
    """Returns a share as a percentage; only what is whole is 0 or 100."""
    if value in (0, 1):
        return f"{100 * value:.0f}"
    return f"{min(99.9, max(0.1, 100 * value)):.1f}"


def ratio(part, whole):
    return percent(part / whole) if whole else "–"


def score_json(score):
    return {
        "links": score.truths, "found": score.found, "right": score.right, "recall": round(score.recall, 4),
        "precision": round(score.precision, 4), "f1": round(score.f1, 4), "cut": score.cut, "invented": score.invented,
        "places": score.places, "placed": score.placed, "wrong": score.kinds,
    }


def speed_cell(speed):
    if not speed:
        return "–", "–"
    rate = speed["mb_per_s"]
    return f"{rate:.0f}" if rate >= 10 else f"{rate:.2g}", f"{speed['peak_mib']:.0f}"


def markdown(results):
    """Returns the page of tables."""
    tools, classes = results["tools"], results["classes"]
    out = [
        "# Link finders compared", "",
        f"Written by `benches/links/run.py`; the [readme](README.md) says how, and what the tables mean. {results['links']:,} links in "
        f"{results['documents']:,} documents of {len(classes)} classes. {results['machine']}, {results['date']}.", "",
        "![F1 of each tool for each class](results.svg)", "",
        "## All classes", "",
        "In percent, of all links together: F1, recall and precision (the whole URL, byte for byte); links of which only the beginning "
        "was found; found URLs of which no part is in the text; places that are right, of those that are given. MB per second of "
        "processor time, without the start; peak memory in MiB. Each program was run with one thread. *Typeset* is the F1 of what "
        "formatters wrote.", "",
        "| tool | F1 | typeset | recall | precision | cut | invented | place | MB/s | MiB |", "|---|" + "---:|" * 9,
    ]
    for name, tool in ordered(tools):
        total = tool["total"]
        rate, peak = speed_cell(tool.get("speed"))
        cells = [percent(total["f1"]), percent(tool["typeset"]["f1"]), percent(total["recall"]), percent(total["precision"]), ratio(total["cut"], total["links"]),
                 ratio(total["invented"], total["found"]), ratio(total["placed"], total["places"]), rate, peak]
        out.append(f"| {name} {tool['version']} | " + " | ".join(cells) + " |")
    out += ["", "## F1 by class", "", "In percent; the best of a row is bold.", ""]
    names = [name for name, _ in ordered(tools)]
    for chunk in (names[:9], names[9:]) if len(names) > 10 else (names,):
        out.append("| class | " + " | ".join(chunk) + " |")
        out.append("|---|" + "---:|" * len(chunk))
        for group in classes:
            scores = {name: tools[name]["classes"][group]["f1"] for name in names}
            best = max(scores.values())
            cells = [f"**{percent(scores[name])}**" if scores[name] == best else percent(scores[name]) for name in chunk]
            out.append(f"| {group} | " + " | ".join(cells) + " |")
        out.append("")
    out += ["## Classes", "", "*Broken* is the share of links that stand in several pieces, where it is known.", "",
            "| class | links | broken | what it is |", "|---|---:|---:|---|"]
    for group, what in classes.items():
        out.append(f"| {group} | {what['links']} | {ratio(what['broken'], what['placed'])} | {what['title']} |")
    out += ["", "## What urlsift gets wrong", "", "Kinds as in the [readme](README.md#kinds-of-wrong-links); `urlsift --all`.", ""]
    kinds = sorted({kind for group in classes for kind in tools["urlsift --all"]["classes"][group]["wrong"]})
    out += ["| class | " + " | ".join(kinds) + " |", "|---|" + "---:|" * len(kinds)]
    for group in classes:
        wrong = tools["urlsift --all"]["classes"][group]["wrong"]
        if wrong:
            out.append(f"| {group} | " + " | ".join(str(wrong.get(kind, "")) for kind in kinds) + " |")
    if results.get("public"):
        out += public(results["public"], names)
    out += ["", "## Left out", ""] + [f"- {name}: {reason}" for name, reason in results["left_out"]]
    return "\n".join(out) + "\n"


def public(sets, names):
    out = ["", "## Test data of others", "", "Examples that each come from the tests of another project: those in which exactly the links are "
           "found that the project expects, in percent of its examples. See the [readme](README.md#test-data-of-others).", ""]
    names = [name for name in names if any(name in what["tools"] for what in sets.values())]
    out += ["| tool | " + " | ".join(f"{name} ({what['examples']})" for name, what in sets.items()) + " |", "|---|" + "---:|" * len(sets)]
    for name in names:
        out.append(f"| {name} | " + " | ".join(ratio(what["tools"].get(name, 0), what["examples"]) for what in sets.values()) + " |")
    return out


def ordered(tools):
    """Returns the tools, the best F1 first."""
    return sorted(tools.items(), key=lambda item: -item[1]["total"]["f1"])


# The table of the README of the repository: its columns are groups of classes, its rows one tool of each kind.

# `--settle` is not among them: it reads several copies of a text, which the others do not get.
ROWS = ["urlsift --all", "urlsift", "URI::Find", "linkify-it", "linkify", "ripgrep -oU", "grep"]

COLUMNS = {
    "one line": ["bare", "angle", "quoted", "flowed", "digest"],
    "encoded": ["qp", "base64", "gmail", "outlook", "html", "headers"],
    "in brackets, cut": ["angle-cut", "angle-quoted-cut", "delsp"],
    "bare, cut at 72 or 76": ["bare-cut", "bare-quoted-cut"],
    "at other widths": ["bare-cut-odd"],
    "cut twice": ["rewrapped"],
    "typeset": ["man", "man-npm", "rfc", "rst", "markdown", "browsers"],
}
START, END = "<!-- benches/links/run.py --publish writes this table -->", "<!-- the end of the table -->"


def f1(scores):
    right, all_links = (sum(score[name] for score in scores) for name in ("right", "links"))
    found = sum(score["found"] for score in scores)
    return 2 * right / (all_links + found) if all_links + found else 0.0


def summary(results):
    """Returns a table with few columns."""
    out = ["| program or library | " + " | ".join(COLUMNS) + " |", "|---|" + "---:|" * len(COLUMNS)]
    for name, tool in ordered(results["tools"]):
        if name not in ROWS:
            continue
        cells = [percent(f1([tool["classes"][group] for group in groups if group in tool["classes"]])) for groups in COLUMNS.values()]
        out.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(out)


def write_summary(results, path):
    """Replaces the table in a page."""
    page = path.read_text()
    before, _, rest = page.partition(START)
    _, end, after = rest.partition(END)
    if not end:
        raise ValueError(f"{path}: there is no place for the table")
    path.write_text(f"{before}{START}\n\n{summary(results)}\n\n{END}{after}")


# The picture: a table of cells, the darker the better.

CELL, ROW, LEFT, TOP = 34, 22, 190, 120


def colour(value):
    """Returns a colour from white to blue."""
    value = max(0.0, value - 0.3) / 0.7
    return "#" + "".join(f"{round(a + (b - a) * value**1.5):02x}" for a, b in [(250, 22), (250, 94), (250, 160)])


def svg(results):
    tools, classes = ordered(results["tools"]), list(results["classes"])
    width, height = LEFT + CELL * (len(classes) + 1) + 40, TOP + ROW * len(tools) + 30
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">',
           "<title>F1 of each tool for each class of links, in percent</title>", f'<rect width="{width}" height="{height}" fill="#fff"/>']
    for column, group in enumerate(["all", *classes]):
        x = LEFT + CELL * column + CELL // 2
        out.append(f'<text transform="translate({x + 4} {TOP - 8}) rotate(-55)">{html.escape(group)}</text>')
    for row, (name, tool) in enumerate(tools):
        y = TOP + ROW * row
        weight = ' font-weight="bold"' if name.startswith(OURS) else ""
        out.append(f'<text x="{LEFT - 8}" y="{y + 15}" text-anchor="end"{weight}>{html.escape(name)}</text>')
        values = [tool["total"]["f1"], *(tool["classes"][group]["f1"] for group in classes)]
        for column, value in enumerate(values):
            ink = "#fff" if value > 0.72 else "#222"
            x = LEFT + CELL * column
            out.append(f'<rect x="{x}" y="{y}" width="{CELL - 1}" height="{ROW - 1}" fill="{colour(value)}"/>'
                       f'<text x="{x + CELL / 2 - 0.5}" y="{y + 15}" text-anchor="middle" font-size="11" fill="{ink}">{percent_short(value)}</text>')
    out.append("</svg>")
    return "\n".join(out) + "\n"


def percent_short(value):
    if value in (0, 1):
        return f"{100 * value:.0f}"
    return f"{min(99, max(1, round(100 * value)))}"


def write(results, folder):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "results.json").write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n")
    (folder / "results.md").write_text(markdown(results))
    (folder / "results.svg").write_text(svg(results))


def write_wrong(folder, name, wrong):
    folder.mkdir(parents=True, exist_ok=True)
    lines = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in wrong)
    (folder / (name.replace(" ", "_").replace(":", "") + ".jsonl")).write_text(lines)
