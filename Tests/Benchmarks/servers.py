"""nginx on loopback with what is measured, over HTTP/1.1 and over HTTP/2 with TLS, and links to it that are slow."""
import asyncio
import multiprocessing
import os
import shutil
import socket
import subprocess
import time

CONFIGURATION = """
worker_processes 1;
worker_rlimit_nofile 20000;
daemon off;
pid {directory}/nginx.pid;
error_log {directory}/error.log;
{user}
events {{ worker_connections 8192; }}
http {{
    access_log off;
    types {{ image/png png; application/json json; }}
    client_body_temp_path {directory}/body; proxy_temp_path {directory}/proxy; fastcgi_temp_path {directory}/fastcgi;
    uwsgi_temp_path {directory}/uwsgi; scgi_temp_path {directory}/scgi;
    sendfile on; tcp_nopush on; keepalive_requests 1000000;
    open_file_cache max=11000 inactive=10m; open_file_cache_valid 10m;
    ssl_certificate {tls}/server.pem; ssl_certificate_key {tls}/server.key;
    root {directory}/site;
    server {{
        listen 127.0.0.1:{ports[0]};
        listen 127.0.0.1:{ports[1]} ssl http2;
        location /avatars/ {{ expires 1d; }}
    }}
}}
"""


def free_ports(count):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [listener.getsockname()[1] for listener in sockets]
    for listener in sockets:
        listener.close()
    return ports


class Link:
    """A way to a server that takes time: half of the round trip each way, and a limited number of bytes a second towards the client."""

    BUFFERED = 0.05  # seconds that bytes may wait for their turn

    def __init__(self, round_trip, rate):
        self.delay, self.rate, self.free = round_trip / 2, rate, 0.0

    async def serve(self, port, target):
        async def connected(reader, writer):
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", target, limit=262_144)
            # The first bytes also wait for the handshake of a connection, which takes a round trip.
            await asyncio.gather(self.carry(reader, far_writer, 2 * self.delay, None),
                                 self.carry(far_reader, writer, 0, self.rate), return_exceptions=True)

        server = await asyncio.start_server(connected, "127.0.0.1", port)
        await server.serve_forever()

    async def carry(self, reader, writer, handshake, rate):
        queue = asyncio.Queue(64)
        sender = asyncio.create_task(self.send(queue, writer))
        ready = time.monotonic() + handshake
        while chunk := await reader.read(16_384 if rate else 262_144):
            due = max(time.monotonic(), ready)
            if rate:
                self.free = due = max(due, self.free) + len(chunk) / rate
            await queue.put((due + self.delay, chunk))
            if rate and (early := self.free - time.monotonic() - self.BUFFERED) > 0:
                await asyncio.sleep(early)
        await queue.put((time.monotonic() + self.delay, b""))
        await sender

    async def send(self, queue, writer):
        while True:
            due, chunk = await queue.get()
            if (early := due - time.monotonic()) > 0:
                await asyncio.sleep(early)
            if not chunk:
                return writer.close()
            writer.write(chunk)
            await writer.drain()


class Servers:
    """The running servers, by the name of the way to them."""

    def __init__(self, directory, certificates):
        ports = free_ports(5)
        user = "user root;" if os.geteuid() == 0 else ""
        with open(f"{directory}/nginx.conf", "w") as file:
            file.write(CONFIGURATION.format(directory=directory, user=user, ports=ports, tls=certificates))
        self.nginx = subprocess.Popen(
            [shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin"), "-p", directory, "-c", f"{directory}/nginx.conf",
             "-e", f"{directory}/error.log"])
        self.authority = f"{certificates}/authority.pem"
        self.addresses = {"http": f"http://127.0.0.1:{ports[0]}", "tls": f"https://127.0.0.1:{ports[1]}"}
        self.links = []
        self.link("20 ms", "http", ports[2], ports[0], 0.02, None)
        self.link("30 ms", "http", ports[3], ports[0], 0.03, 50_000_000 / 8)
        self.link("30 ms tls", "https", ports[4], ports[1], 0.03, 50_000_000 / 8)
        for port in ports:
            self.await_listener(port)

    def link(self, name, scheme, port, target, round_trip, rate):
        link = Link(round_trip, rate)
        process = multiprocessing.get_context("fork").Process(target=lambda: asyncio.run(link.serve(port, target)), daemon=True)
        process.start()
        self.links.append(process)
        self.addresses[name] = f"{scheme}://127.0.0.1:{port}"

    def await_listener(self, port):
        deadline = time.monotonic() + 10
        while True:
            try:
                return socket.create_connection(("127.0.0.1", port)).close()
            except OSError:
                if self.nginx.poll() is not None or time.monotonic() > deadline:
                    raise
                time.sleep(0.01)

    def stop(self):
        for process in self.links:
            process.kill()
        self.nginx.terminate()
        self.nginx.wait()
