"""The table in Markdown, and the plot as SVG."""
import math
import os
import shutil
import subprocess
import textwrap
from html import escape

from works import PEERS

THEMES = {
    "light": {"text": "#1f2328", "quiet": "#656d76", "line": "#d8dee4", "back": "#ffffff", "suppliergo": "#0969da",
              "curl": "#bc4c00", "wget2": "#8250df", "jq": "#1a7f37", "find": "#656d76"},
    "dark": {"text": "#e6edf3", "quiet": "#8b949e", "line": "#30363d", "back": "#0d1117", "suppliergo": "#58a6ff",
             "curl": "#f0883e", "wget2": "#bc8cff", "jq": "#3fb950", "find": "#8b949e"}}
# The shape of a program's mark, around a middle.
SHAPES = {"suppliergo": "M-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0", "curl": "M-5-5h10v10h-10z", "wget2": "M0-6l6 11h-12z",
          "jq": "M0-6l6 6l-6 6l-6-6z", "find": "M-5-2h10v4h-10z"}
LABELS, AXIS, LINE, TOP = 350, 460, 24, 56


def duration(seconds):
    return f"{seconds:.1f} s" if seconds >= 9.95 else f"{seconds:.2f} s" if seconds >= 0.995 else \
        f"{seconds * 1000:.0f} ms" if seconds >= 0.00995 else f"{seconds * 1000:.1f} ms"


def multiple(ratio):
    return f"{ratio:.2f} ×" if ratio >= 0.1 else f"{ratio:.2g} ×"


def first_line(*command):
    try:
        result = subprocess.run(command, capture_output=True, text=True)
    except OSError:
        return ""
    return (result.stdout or result.stderr).strip().split("\n")[0]


def machine(program, rounds):
    """What it was measured on, and with."""
    with open("/proc/cpuinfo") as file:
        model = next((line.split(":")[1].strip() for line in file if line.startswith("model name")), "unknown")
    with open("/etc/os-release") as file:
        system = next((line.split('"')[1] for line in file if line.startswith("PRETTY_NAME")), "Linux")
    versions = [" ".join(first_line("nginx", "-v").split("/")[-1:]), *(first_line(peer, "--version") for peer in PEERS)]
    words = [first_line(program, "--version"), f"nginx {versions[0]}"]
    for peer, version in zip(PEERS, versions[1:]):
        number = next((word for word in version.replace("-", " ").split() if word[0].isdigit()), "")
        words.append(f"{peer} {number}" if number else "")
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    text = (f"{os.cpu_count()} cores ({model}), {memory:.0f} GiB, {system}, Linux {os.uname().release.split('-')[0]}; "
            f"{', '.join(filter(None, words))}. Client and server share the machine. Medians of {rounds} runs in turn.")
    if missing():
        text += f" Not installed, so not compared with: {', '.join(missing())}."
    return textwrap.fill(f"{text} `Tests/Benchmarks/run` repeats it.", 125, break_on_hyphens=False)


def table(works):
    lines = ["| work | suppliergo | peak memory | compared with | suppliergo takes |", "| --- | ---: | ---: | --- | ---: |"]
    for work in works:
        ours = work.ours
        cells = [work.title, duration(ours.time) if ours.time else "failed", f"{ours.memory / 1e6:.0f} MB" if ours.memory > 1e6 else ""]
        best = work.best() or [None]
        for index, peer in enumerate(best):
            if peer:
                name = f"{peer.program} ({peer.setting})" if peer.setting else peer.program
                ratio = multiple(ours.time / peer.time) if ours.time else ""
                both = [f"{name}: {duration(peer.time)}", ratio]
            else:
                both = ["", ""]
            lines.append("| " + " | ".join((["", "", ""] if index else cells) + both) + " |")
    return "\n".join(lines)


def failures(works):
    return [f"{work.title}: {contender.program} {contender.setting}: {contender.problem}"
            for work in works for contender in work.contenders if contender.problem]


def missing():
    return [peer for peer in PEERS if not shutil.which(peer)]


def plot(works, theme):
    """A line a work, and on it a mark for each program at its time; the axis is logarithmic."""
    color = THEMES[theme]
    rows = [(work, [mark for mark in [work.ours, *work.best()] if mark.time and mark.program in SHAPES]) for work in works]
    rows = [(work, marks) for work, marks in rows if len(marks) > 1]
    times = [mark.time for _, marks in rows for mark in marks]
    low, high = math.floor(math.log10(min(times))), math.ceil(math.log10(max(times)))
    height = TOP + len(rows) * LINE + 34

    def x(seconds):
        return LABELS + (math.log10(seconds) - low) / (high - low) * AXIS

    width = LABELS + AXIS + 40
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
             f'font-family="system-ui,-apple-system,\'Segoe UI\',sans-serif" font-size="13" fill="{color["text"]}">',
             f'<rect width="{width}" height="{height}" rx="8" fill="{color["back"]}"/>']
    at = LABELS
    for program in SHAPES:
        if any(mark.program == program for _, marks in rows for mark in marks):
            parts.append(f'<path transform="translate({at} 22)" d="{SHAPES[program]}" fill="{color[program]}"/>'
                         f'<text x="{at + 11}" y="26">{program}</text>')
            at += 36 + 8 * len(program)
    for power in range(low, high + 1):
        parts.append(f'<path d="M{x(10 ** power):.0f} {TOP - 12}V{height - 30}" stroke="{color["line"]}"/>'
                     f'<text x="{x(10 ** power):.0f}" y="{height - 12}" text-anchor="middle" fill="{color["quiet"]}">'
                     f'{f"{10 ** power} s" if power >= 0 else f"{10 ** (power + 3)} ms"}</text>')
    for number, (work, marks) in enumerate(rows):
        y = TOP + number * LINE
        ends = [x(mark.time) for mark in marks]
        parts.append(f'<text x="{LABELS - 16}" y="{y + 4}" text-anchor="end">{escape(work.title.replace("`", ""))}</text>'
                     f'<path d="M{min(ends):.1f} {y}H{max(ends):.1f}" stroke="{color["line"]}" stroke-width="3"/>')
        for mark in reversed(marks):
            parts.append(f'<path transform="translate({x(mark.time):.1f} {y})" d="{SHAPES[mark.program]}" '
                         f'fill="{color[mark.program]}"><title>{mark.program}: {duration(mark.time)}</title></path>')
    return "\n".join(parts + ["</svg>"]) + "\n"


def write_plots(works, directory):
    os.makedirs(directory, exist_ok=True)
    for theme in THEMES:
        with open(f"{directory}/speed-{theme}.svg", "w") as file:
            file.write(plot(works, theme))


def write_section(path, text):
    """Puts a text between the README's marks."""
    with open(path) as file:
        readme = file.read()
    before, rest = readme.split("<!-- speed -->\n")
    _, after = rest.split("<!-- end of speed -->")
    with open(path, "w") as file:
        file.write(f"{before}<!-- speed -->\n{text}\n<!-- end of speed -->{after}")


def section(works, program, rounds):
    picture = ('<picture>\n  <source media="(prefers-color-scheme: dark)" srcset=".github/pictures/speed-dark.svg">\n'
               '  <img alt="The times of suppliergo, curl, wget2 and jq" src=".github/pictures/speed-light.svg">\n</picture>')
    return f"{picture}\n\n{table(works)}\n\n{machine(program, rounds)}"
