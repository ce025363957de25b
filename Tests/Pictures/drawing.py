"""Draws the window of a terminal as SVG."""
import base64
from html import escape

from screen import width

CELL, LINE, SIZE, MARGIN = 8.4, 19, 14, 16
FONT = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono','Noto Sans Mono',monospace"
# Text, quiet text, background and border, then the colours 1 to 6 of a terminal.
LIGHT = ["#1f2328", "#656d76", "#ffffff", "#d0d7de"], "#cf222e #116329 #7d4e00 #0969da #8250df #1b7c83".split()
DARK = ["#e6edf3", "#8b949e", "#0d1117", "#30363d"], "#ff7b72 #3fb950 #d29922 #58a6ff #bc8cff #39c5cf".split()
KINDS = {b"\x89PNG": "png", b"\xff\xd8": "jpeg", b"GIF8": "gif", b"RIFF": "webp"}
# A box-drawing character as a path from its cell's middle: left, right, up and down are half a cell long.
HALF, MIDDLE = CELL / 2, LINE / 2
ROUND = {"╭": (HALF, MIDDLE), "╮": (-HALF, MIDDLE), "╰": (HALF, -MIDDLE), "╯": (-HALF, -MIDDLE)}
STRAIGHT = {"─": "lr", "│": "ud", "├": "udr", "┤": "udl", "┬": "lrd", "┴": "lru", "┼": "lrud",
            "┌": "rd", "┐": "ld", "└": "ru", "┘": "lu"}
ARMS = {"l": (-HALF, 0), "r": (HALF, 0), "u": (0, -MIDDLE), "d": (0, MIDDLE)}


def number(value):
    return f"{value:.1f}".removesuffix(".0")


def box(character, x, y):
    """The path of a box-drawing character around the middle of its cell."""
    if character in ROUND:
        right, down = ROUND[character]
        return f"M{number(x)} {number(y + down)}Q{number(x)} {number(y)} {number(x + right)} {number(y)}"
    return "".join(f"M{number(x)} {number(y)}l{number(ARMS[arm][0])} {number(ARMS[arm][1])}" for arm in STRAIGHT[character])


def runs(cells):
    """Texts of one style without a gap, each with its first column and its width; text beyond Latin letters by the word."""
    run = None
    for column in sorted(cells):
        text, style = cells[column]
        columns = max(1, sum(map(width, text)))
        plain = text[0] < "\u0300"
        if run and text != " " and (run[0] + run[1], run[3], run[4]) == (column, style, plain):
            run[1] += columns
            run[2] += text
            continue
        if run:
            yield run
        run = None if text == " " else [column, columns, text, style, plain]
    if run:
        yield run


def attributes(style, theme):
    (text, quiet, background, _), colors = theme
    if "reversed" in style:
        return f'fill="{background}"' + (' font-weight="bold"' if "bold" in style else "")
    color = next((colors[word - 1] for word in style if isinstance(word, int) and 1 <= word <= 6), None)
    color = color or (quiet if "dim" in style else text)
    more = ' font-weight="bold"' if "bold" in style else ""
    if "underlined" in style:
        more += ' text-decoration="underline"'
    return f'fill="{color}"{more}'


def window(screen, columns, theme):
    """The SVG of everything that is on a screen."""
    (text, quiet, background, border), _ = theme
    high, wide = len(screen.rows) * LINE + 2 * MARGIN, columns * CELL + 2 * MARGIN
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(wide)}" height="{number(high)}" '
             f'viewBox="0 0 {number(wide)} {number(high)}" font-family="{FONT}" font-size="{SIZE}">',
             f'<rect x=".5" y=".5" width="{number(wide - 1)}" height="{number(high - 1)}" rx="8" fill="{background}" '
             f'stroke="{border}"/>']
    boxes = reversed_boxes = ""
    for row, cells in enumerate(screen.rows):
        top = MARGIN + row * LINE
        drawn = {column for column in cells if cells[column][0] in ROUND or cells[column][0] in STRAIGHT}
        reverse = {column + offset for column, (shown, style) in cells.items() if "reversed" in style
                   for offset in range(max(1, sum(map(width, shown))))}
        for start in sorted(column for column in reverse if column - 1 not in reverse):
            count = next(count for count in range(1, columns + 1) if start + count not in reverse)
            parts.append(f'<rect x="{number(MARGIN + start * CELL)}" y="{number(top)}" '
                         f'width="{number(count * CELL)}" height="{LINE}" fill="{text}"/>')
        for column in sorted(drawn):
            path = box(cells[column][0], MARGIN + column * CELL + HALF, top + MIDDLE)
            boxes, reversed_boxes = (boxes, reversed_boxes + path) if column in reverse else (boxes + path, reversed_boxes)
        for column, count, words, style, _ in runs({column: cells[column] for column in cells if column not in drawn}):
            parts.append(f'<text x="{number(MARGIN + column * CELL)}" y="{number(top + LINE * 0.74)}" '
                         f'textLength="{number(count * CELL)}" lengthAdjust="spacingAndGlyphs" '
                         f'{attributes(style, theme)}>{escape(words, quote=False)}</text>')
    parts.append(f'<path d="{boxes}" fill="none" stroke="{quiet}"/>')
    if reversed_boxes:
        parts.append(f'<path d="{reversed_boxes}" fill="none" stroke="{background}"/>')
    for row, column, count, rows, picture in screen.pictures:
        kind = next(kind for start, kind in KINDS.items() if picture.startswith(start))
        parts.append(f'<image x="{number(MARGIN + column * CELL)}" y="{number(MARGIN + row * LINE)}" '
                     f'width="{number(count * CELL)}" height="{number(rows * LINE)}" '
                     f'href="data:image/{kind};base64,{base64.b64encode(picture).decode()}"/>')
    return "\n".join(parts + ["</svg>"]) + "\n"
