"""Runs programs and takes their times."""
import contextlib
import hashlib
import os
import statistics
import sys
import time

ENVIRONMENT = {key: value for key, value in os.environ.items()
               if not key.lower().endswith("_proxy") and not key.startswith(("SUPPLIERGO_", "XDG_"))}


class Failure(Exception):
    """A program did not do what it was measured for."""


class Contender:
    """A program with its settings in one work.

    `command` is a list of arguments, a string for the shell, or a function that makes one of them for a fresh directory.
    `check` gets that directory, or the path of what was printed, after the first run.
    """

    def __init__(self, program, command, setting="", check=None):
        self.program, self.command, self.setting, self.check = program, command, setting, check
        self.times, self.memory, self.problem = [], 0, None

    @property
    def time(self):
        return statistics.median(self.times) if self.times else None


class Work:
    """A row of the table: `suppliergo` and those that it is compared with."""

    def __init__(self, key, title, contenders, first_line=False, prepare=None):
        self.key, self.title, self.contenders = key, title, contenders
        self.first_line, self.prepare = first_line, prepare

    @property
    def ours(self):
        return self.contenders[0]

    def best(self):
        """The fastest setting of each program that it is compared with."""
        best = {}
        for contender in self.contenders[1:]:
            if contender.time and (contender.program not in best or contender.time < best[contender.program].time):
                best[contender.program] = contender
        return list(best.values())


def spawn(command, output="/dev/null"):
    arguments = ["/bin/sh", "-c", command] if isinstance(command, str) else command
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    target = (os.POSIX_SPAWN_OPEN, 1, output, flags, 0o600) if isinstance(output, str) else (os.POSIX_SPAWN_DUP2, output, 1)
    return os.posix_spawnp(arguments[0], arguments, ENVIRONMENT, file_actions=[
        (os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0), target, (os.POSIX_SPAWN_OPEN, 2, "/dev/null", flags, 0o600)])


def finish(process):
    _, status = os.waitpid(process, 0)
    if code := os.waitstatus_to_exitcode(status):
        raise Failure(f"exit status {code}")


def peak_memory(process):
    """Waits for a process, and returns the most bytes that it had in memory; looked up, since `wait4` adds its parent's."""
    peak = 0
    while True:
        with contextlib.suppress(OSError), open(f"/proc/{process}/status") as file:
            peak = next((int(line.split()[1]) * 1024 for line in file if line.startswith("VmHWM")), peak)
        ended, status = os.waitpid(process, os.WNOHANG)
        if ended:
            break
        time.sleep(0.001)
    if code := os.waitstatus_to_exitcode(status):
        raise Failure(f"exit status {code}")
    return peak


def run(command):
    begin = time.perf_counter()
    finish(spawn(command))
    return time.perf_counter() - begin


def time_to_first_line(command):
    reader, writer = os.pipe()
    begin = time.perf_counter()
    process = spawn(command, writer)
    os.close(writer)
    data = b""
    while b"\n" not in data and (chunk := os.read(reader, 65536)):
        data += chunk
    seconds = time.perf_counter() - begin
    os.close(reader)
    os.waitpid(process, 0)
    if b"\n" not in data:
        raise Failure("printed no line")
    return seconds


class Bench:
    """Measures works in a directory."""

    def __init__(self, directory, rounds):
        self.directory, self.rounds, self.count = directory, rounds, 0
        ENVIRONMENT["HOME"] = directory

    def fresh(self):
        self.count += 1
        path = f"{self.directory}/runs/{self.count}"
        os.makedirs(path)
        return path

    def holds(self, checksums):
        """A check that a directory has every one of these files, whatever they are called."""
        def check(directory):
            found = set()
            for path, _, names in os.walk(directory):
                for name in names:
                    with open(f"{path}/{name}", "rb") as file:
                        found.add(hashlib.blake2b(file.read()).hexdigest())
            if missing := set(checksums) - found:
                raise Failure(f"{len(missing)} avatars are missing or damaged")
        return check

    def prints(self, checksum):
        """A check that a program printed just this."""
        def check(path):
            with open(path, "rb") as file:
                if hashlib.file_digest(file, "blake2b").hexdigest() != checksum:
                    raise Failure("printed another list")
        return check

    def prints_lines(self, count, text):
        """A check that a program printed a text in this many lines."""
        def check(path):
            with open(path, encoding="utf-8") as file:
                if (found := sum(text in line for line in file)) != count:
                    raise Failure(f"printed '{text}' in {found} lines")
        return check

    def measure(self, work):
        """Runs every contender once to be checked, then all of them in turn; slow ones twice at most."""
        if work.prepare:
            work.prepare()
        for number in range(self.rounds + 1):
            for contender in work.contenders:
                if contender.problem or len(contender.times) >= 2 and contender.time > 5:
                    continue
                progress = f"{work.title}: {contender.program}, {number} of {self.rounds}"
                print(f"\r\033[K{progress}", end="", file=sys.stderr, flush=True)
                try:
                    self.once(work, contender, is_first=number == 0)
                except (Failure, OSError) as failure:
                    contender.problem = str(failure)
        print("\r\033[K", end="", file=sys.stderr)

    def once(self, work, contender, is_first):
        directory, command = None, contender.command
        if callable(command):
            directory = self.fresh()
            command = command(directory)
        os.sync()  # so that no run pays for writing what the one before it left
        if not is_first:
            contender.times.append((time_to_first_line if work.first_line else run)(command))
        else:
            printed = f"{self.directory}/printed"
            contender.memory = peak_memory(spawn(command, printed))
            if contender.check:
                contender.check(directory or printed)
        if directory:
            self.empty(directory)

    def empty(self, directory):
        """Empties the files of a run. On ext4, removing thousands of files slows down those that are made soon after."""
        for path, _, names in os.walk(directory):
            for name in names:
                with contextlib.suppress(OSError):
                    os.truncate(f"{path}/{name}", 0)
