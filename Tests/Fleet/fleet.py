"""A site of avatars, the servers around it, and workers that fetch it into a store."""
import os
import random
import shutil
import signal
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.append(f"{ROOT}/Tests/Benchmarks")
from data import png
from servers import free_ports

# So that nothing of the user's own is used, neither caches nor credentials.
OWN = ("SUPPLIERGO_", "XDG_", "AWS_", "SLURM_", "PARALLEL_", "JOB_COMPLETION_INDEX")
ENVIRONMENT = {key: value for key, value in os.environ.items()
               if not key.lower().endswith("_proxy") and not key.startswith(OWN)}

NGINX = """
worker_processes 1;
worker_rlimit_nofile 8192;
daemon off;
pid {directory}/nginx.pid;
error_log {directory}/nginx-error.log;
{user}
events {{ worker_connections 4096; }}
http {{
    log_format target '$status $request_uri';
    access_log off;
    types {{ application/x-ndjson ndjson; }}
    client_body_temp_path {directory}/body; proxy_temp_path {directory}/proxy; fastcgi_temp_path {directory}/fastcgi;
    uwsgi_temp_path {directory}/uwsgi; scgi_temp_path {directory}/scgi;
    server {{
        listen 127.0.0.1:{ports[0]};
        root {directory}/site;
        location /avatars/ {{ expires 1d; access_log {directory}/origin.log target; }}
    }}
    server {{
        listen 127.0.0.1:{ports[1]};
        location / {{ proxy_pass {store}/; proxy_http_version 1.1; proxy_set_header Connection ""; }}
    }}
}}
"""


class Site:
    """Avatars of two kinds, under names that say nothing of them, and a catalog in which some are shared.

    Each twentieth of a hundred is not there. All have the same names and bytes on every machine.
    """

    def __init__(self, directory, count):
        self.directory, self.count, self.kinds = f"{directory}/site", count, {}
        os.makedirs(f"{self.directory}/avatars")
        source = random.Random("fleet")
        for number in range(count):
            if number % 100 == 20:
                continue
            if number % 3:
                self.kinds[number], content = "image/png", png(source, source.randrange(1_000, 6_000))
            else:
                self.kinds[number], content = "image/svg+xml", (
                    f'<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><desc>{source.randbytes(500).hex()}'
                    f'{number}</desc></svg>').encode()
            with open(f"{self.directory}/avatars/{number}", "wb") as file:
                file.write(content)
        with open(f"{self.directory}/catalog.ndjson", "w") as file:
            for number in [*range(count), *range(0, count, 10)]:
                file.write(f'{{"id":"{number}","createdAt":"2021-01-21T09:11:16Z","fullname":"Supplier {number}",'
                           f'"avatar":"avatars/{number}","phone":"1","company":"C","email":"{number}@c.example"}}\n')

    def bytes(self, number):
        with open(f"{self.directory}/avatars/{number}", "rb") as file:
            return file.read()


class Server:
    """A process that writes a line with `ready` to standard error, or has a file, once it answers."""

    def __init__(self, command, log, ready):
        self.log = log
        with open(log, "wb") as file:
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=file, stderr=file)
        deadline = time.monotonic() + 120
        try:
            while not ready():
                if self.process.poll() is not None or time.monotonic() > deadline:
                    with open(log, errors="replace") as file:
                        sys.exit(f"{command[0]} does not start:\n{file.read()[-2000:]}")
                time.sleep(0.02)
        except BaseException:
            self.stop()
            raise

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait()


def start_store(kind, directory):
    """A store by `Tests/Fleet/store`, and its variables."""
    home = f"{directory}/store"
    os.makedirs(home)
    log = f"{directory}/store.log"

    def ready():
        with open(log) as file:
            return "ready\n" in file

    server = Server([f"{ROOT}/Tests/Fleet/store", kind, home], log, ready)
    with open(f"{home}/environment") as file:
        return server, dict(line.rstrip("\n").split("=", 1) for line in file)


def start_nginx(directory, store_url):
    """The site's server and one that hands the store's objects on, with the URL of each."""
    ports = free_ports(2)
    user = "user root;" if os.geteuid() == 0 else ""
    with open(f"{directory}/nginx.conf", "w") as file:
        file.write(NGINX.format(directory=directory, user=user, ports=ports, store=store_url))
    nginx = shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin")
    if not nginx:
        sys.exit("nginx is not installed: apt-get install nginx-light")
    command = [nginx, "-p", directory, "-c", f"{directory}/nginx.conf", "-e", f"{directory}/nginx-error.log"]
    pid = f"{directory}/nginx.pid"
    server = Server(command, f"{directory}/nginx.log", lambda: os.path.exists(pid) and os.path.getsize(pid))
    return server, *(f"http://127.0.0.1:{port}" for port in ports)


class Worker:
    """A machine's run of one shard, with a cache of its own."""

    running = []

    @classmethod
    def stop_all(cls):
        """Kills those that a script leaves behind when it is ended."""
        for process in cls.running:
            process.kill()
            process.wait()

    def __init__(self, program, arguments, variables, shard, directory, number):
        self.shard, self.directory, self.was_killed = shard, f"{directory}/worker-{number}", False
        os.makedirs(self.directory)
        Worker.running[:] = [process for process in Worker.running if process.poll() is None]
        command = [program, "fetch", "--quiet", "--format", "ndjson", "--cache-dir", f"{self.directory}/cache",
                   "--shard", shard, *arguments]
        with open(f"{self.directory}/lines", "wb") as lines, open(f"{self.directory}/errors", "wb") as errors:
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=lines, stderr=errors,
                                            env=ENVIRONMENT | variables)
        Worker.running.append(self.process)

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.was_killed = self.process.wait() == -signal.SIGKILL
        return self.was_killed

    @property
    def lines(self):
        """The whole lines that it wrote: the last one of a run that was killed may be a part."""
        with open(f"{self.directory}/lines") as file:
            return [line for line in file if line.endswith("\n")]

    @property
    def errors(self):
        with open(f"{self.directory}/errors", errors="replace") as file:
            return file.read()
