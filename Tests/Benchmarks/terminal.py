"""A program in a pseudo-terminal, and what its screen shows."""
import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time
import unicodedata

from measuring import ENVIRONMENT, Failure

SEQUENCE = re.compile(
    rb"\x1b\[(?P<parameters>[<-?]?[0-9;:]*)[ -/]*(?P<final>[@-~])|\x1b[P_\]^X].*?(?:\x1b\\|\x07)|\x1b[ -/]*[0-OQ-WYZ\\`-~]",
    re.DOTALL)


class Terminal:
    """A program, the bytes that it wrote, and the cells that they make. Only what `browse` writes is understood."""

    def __init__(self, command, columns=120, rows=40, environment=None):
        self.columns, self.rows = columns, rows
        self.cells = [[" "] * columns for _ in range(rows)]
        self.row = self.column = self.byte_count = 0
        self.pending = b""
        self.started = time.perf_counter()
        self.process, self.descriptor = pty.fork()
        if self.process == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            os.execvpe(command[0], command, {**ENVIRONMENT, "TERM": "xterm-256color", "LANG": "C.UTF-8", **(environment or {})})
        fcntl.ioctl(self.descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def line(self, row):
        return "".join(self.cells[row]).rstrip()

    def text(self):
        return "\n".join(self.line(row) for row in range(self.rows))

    def send(self, text):
        os.write(self.descriptor, text.encode())

    def wait(self, condition, timeout=30):
        """Reads until the screen is as a condition wants it, and returns when that was."""
        deadline = time.perf_counter() + timeout
        while not condition(self):
            if not self.read(deadline - time.perf_counter()):
                raise Failure(f"the screen never came:\n{self.text()}")
        return self.read_at

    def read(self, seconds):
        """Takes what was written in the meantime; `False` where nothing comes."""
        ready, _, _ = select.select([self.descriptor], [], [], max(0, seconds))
        if not ready:
            return False
        try:
            data = os.read(self.descriptor, 1 << 20)
        except OSError:
            data = b""
        self.read_at = time.perf_counter()
        if data:
            self.take(data)
        return bool(data)

    def settle(self, seconds):
        """Reads until nothing was written for so long."""
        while self.read(seconds):
            pass

    def memory(self):
        """The most bytes that the program had in memory."""
        with open(f"/proc/{self.process}/status") as file:
            return next(int(line.split()[1]) * 1024 for line in file if line.startswith("VmHWM"))

    def processor_time(self):
        with open(f"/proc/{self.process}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def end(self):
        os.kill(self.process, signal.SIGTERM)
        while self.read(5):
            pass
        os.close(self.descriptor)
        os.waitpid(self.process, 0)

    # What follows draws.

    def take(self, data):
        self.byte_count += len(data)
        data, self.pending = self.pending + data, b""
        at = 0
        while at < len(data):
            escape = data.find(b"\x1b", at)
            end = escape if escape >= 0 else len(data)
            if end > at:
                text = data[at:end]
                # A character may be split between two reads.
                cut = next((n for n in (1, 2, 3) if n <= len(text) and text[-n] >= 0xC0), 0) if end == len(data) else 0
                if cut and len(text[-cut:]) < (2 if text[-cut] < 0xE0 else 3 if text[-cut] < 0xF0 else 4):
                    text, self.pending = text[:-cut], text[-cut:]
                self.write(text.decode("utf-8", "replace"))
            if escape < 0:
                return
            match = SEQUENCE.match(data, escape)
            if not match:
                self.pending = data[escape:]
                return
            if match["final"]:
                self.control(match["parameters"].decode(), match["final"].decode())
            at = match.end()

    def write(self, text):
        for character in text:
            if character == "\r":
                self.column = 0
            elif character == "\n":
                self.row = min(self.row + 1, self.rows - 1)
            elif unicodedata.combining(character) or unicodedata.category(character) in ("Cf", "Cc"):
                continue
            else:
                width = 2 if unicodedata.east_asian_width(character) in "WF" else 1
                if self.column + width <= self.columns:
                    self.cells[self.row][self.column:self.column + width] = [character] + [""] * (width - 1)
                self.column += width

    def control(self, parameters, final):
        numbers = [int(part) if part.isdigit() else 0 for part in parameters.lstrip("<=>?").split(";")]
        if final in "Hf":
            self.row = min(max(1, numbers[0]), self.rows) - 1
            self.column = min(max(1, numbers[1] if len(numbers) > 1 else 1), self.columns) - 1
        elif final == "G":
            self.column = max(1, numbers[0]) - 1
        elif final == "C":
            self.column += max(1, numbers[0])
        elif final == "J" and numbers[0] in (2, 3):
            self.cells = [[" "] * self.columns for _ in range(self.rows)]
        elif final == "K":
            self.cells[self.row][self.column:] = [" "] * (self.columns - self.column)
        elif final == "X":
            count = min(max(1, numbers[0]), self.columns - self.column)
            self.cells[self.row][self.column:self.column + count] = [" "] * count
