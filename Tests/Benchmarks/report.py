"""The tables in Markdown."""
import os
import shutil
import subprocess
import textwrap

from works import PEERS

# The works whose figures stand in the README, by their keys.
CHOSEN = ["list", "first", "show-offline", "sort", "fetch", "30ms-tls"]


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


def chosen(works):
    """The README's table: a line for each chosen work, with all its peers."""
    lines = ["| work | suppliergo | peak memory | compared with |", "| --- | ---: | ---: | --- |"]
    for work in works:
        if work.key in CHOSEN:
            peers = ", ".join(f"{peer.program}: {duration(peer.time)}" for peer in work.best())
            lines.append(f"| {work.title} | {duration(work.ours.time)} | {work.ours.memory / 1e6:.0f} MB | {peers} |")
    return "\n".join(lines)


def write_section(path, text):
    """Puts a text between a document's marks."""
    with open(path) as file:
        document = file.read()
    before, rest = document.split("<!-- speed -->\n")
    _, after = rest.split("<!-- end of speed -->")
    with open(path, "w") as file:
        file.write(f"{before}<!-- speed -->\n{text}\n<!-- end of speed -->{after}")
