"""Runs a program on a pseudo-terminal, and keeps what its window shows: characters, styles and pictures."""
import base64
import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import unicodedata

# What a terminal answers that is asked for its name and its attributes (XTVERSION, DA1).
ANSWERS = {b"\x1b[>0q": b"\x1bP>|iTerm2 3.5.0\x1b\\", b"\x1b[c": b"\x1b[?62;4c"}
TOKEN = re.compile(
    r"\x1b\[(?P<arguments>[?>0-9;]*)(?P<final>[A-Za-z])"
    r"|\x1b\](?P<system>[^\x07\x1b]*)(?:\x07|\x1b\\)"
    r"|\x1b[_P][^\x1b]*\x1b\\|\x1b(?P<escape>[^\[\]])|(?P<character>[^\x1b])", re.DOTALL)


def output(arguments, columns, environment, directory):
    """Everything that a program writes to a terminal of this width until it ends."""
    process, terminal = pty.fork()
    if process == 0:
        os.chdir(directory)
        os.execvpe(arguments[0], arguments, environment)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 60, columns, columns * 10, 1200))
    written = b""
    while True:
        try:
            chunk = os.read(terminal, 65536)
        except OSError:
            break
        if not chunk:
            break
        written += chunk
        for question, answer in ANSWERS.items():
            if question in chunk:
                os.write(terminal, answer)
    os.close(terminal)
    os.waitpid(process, 0)
    return written.decode()


def browser(arguments, columns, rows, keys, environment, directory):
    """What a program writes that fills the screen, until it has been quiet for a second after each key; q leaves a card, and then ends it."""
    process, terminal = pty.fork()
    if process == 0:
        os.chdir(directory)
        os.execvpe(arguments[0], arguments, environment)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, columns * 10, rows * 20))
    os.kill(process, signal.SIGWINCH)
    written = b""
    for key in [b""] + [key.encode() for key in keys]:
        os.write(terminal, key)
        while select.select([terminal], [], [], 1)[0]:
            chunk = os.read(terminal, 65536)
            written += chunk
            for question, answer in ANSWERS.items():
                if question in chunk:
                    os.write(terminal, answer)
    os.write(terminal, b"qq")
    try:
        while os.read(terminal, 65536):
            pass
    except OSError:
        pass
    os.close(terminal)
    os.waitpid(process, 0)
    return written.decode()


def width(character):
    """The columns that a character takes."""
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


class Screen:
    """The rows of a window: cells by their column, each a text and its style, and pictures by their position."""

    def __init__(self, rows=1):
        self.rows, self.pictures = [{} for _ in range(rows)], []
        self.row = self.column = 0
        self.saved = (0, 0)
        self.style = frozenset()

    def write(self, text):
        for token in TOKEN.finditer(text):
            if token["character"]:
                self.put(token["character"])
            elif token["final"]:
                self.control(token["arguments"], token["final"])
            elif token["system"] is not None and token["system"].startswith("1337;File="):
                self.draw(token["system"].removeprefix("1337;File="))
            elif token["escape"] == "7":
                self.saved = (self.row, self.column)
            elif token["escape"] == "8":
                self.row, self.column = self.saved

    def put(self, character):
        if character == "\r":
            self.column = 0
        elif character == "\n":
            self.row += 1
            while len(self.rows) <= self.row:
                self.rows.append({})
        elif character in "\u2068\u2069":  # Isolates only matter to what reorders letters.
            pass
        elif columns := width(character):
            self.rows[self.row][self.column] = (character, self.style)
            # Text takes the place of a picture.
            self.pictures = [
                other for other in self.pictures
                if not (0 <= self.row - other[0] < other[3] and 0 <= self.column - other[1] < other[2])]
            self.column += columns
        else:  # It belongs to the character before it.
            cells = self.rows[self.row]
            before = max((column for column in cells if column < self.column), default=None)
            if before is not None:
                cells[before] = (cells[before][0] + character, cells[before][1])

    def control(self, arguments, final):
        numbers = [int(word) for word in re.findall(r"\d+", arguments)]
        count = numbers[0] if numbers else 1
        if final == "m":
            self.select(numbers or [0])
        elif final == "A":
            self.row = max(0, self.row - count)
        elif final == "B":
            self.row = min(len(self.rows) - 1, self.row + count)
        elif final == "C":
            self.column += count
        elif final == "D":
            self.column = max(0, self.column - count)
        elif final == "G":
            self.column = count - 1
        elif final == "H":
            self.row, self.column = ([number - 1 for number in numbers] + [0, 0])[:2]
        elif final == "J" and numbers == [2]:
            self.rows = [{} for _ in self.rows]
            self.pictures = []
        elif final in "JK":
            cells = self.rows[self.row]
            self.rows[self.row] = {column: cells[column] for column in cells if column < self.column}
            if final == "J":
                del self.rows[self.row + 1:]

    def select(self, numbers):
        for number in numbers:
            if number == 0:
                self.style = frozenset()
            elif number == 22:
                self.style -= {"bold", "dim"}
            elif number in (1, 2, 4, 7):
                self.style |= {{1: "bold", 2: "dim", 4: "underlined", 7: "reversed"}[number]}
            elif number in (24, 27):
                self.style -= {{24: "underlined", 27: "reversed"}[number]}
            elif 30 <= number <= 39 or 90 <= number <= 97:
                self.style = frozenset(word for word in self.style if isinstance(word, str))
                if number != 39:
                    self.style |= {number % 10}

    def draw(self, text):
        """Keeps a picture of iTerm2's protocol."""
        header, payload = text.split(":", 1)
        fields = dict(field.split("=", 1) for field in header.split(";"))
        picture = base64.b64decode(payload)
        if len(picture) != int(fields["size"]):
            raise ValueError(f"a picture has {len(picture)} bytes in place of {fields['size']}")
        # One at the same place is covered by it.
        self.pictures = [other for other in self.pictures if other[:2] != (self.row, self.column)]
        self.pictures.append((self.row, self.column, int(fields["width"]), int(fields["height"]), picture))

    def lines(self):
        """The text of each row, without its styles."""
        for cells in self.rows:
            line, end = "", 0
            for column in sorted(cells):
                text = cells[column][0]
                line += " " * (column - end) + text
                end = column + sum(map(width, text))
            yield line.rstrip()
