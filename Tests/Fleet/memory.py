"""A store with S3's interface in memory, and an origin that takes its time over each avatar, for what is measured."""
import asyncio
import datetime
import hashlib
import multiprocessing
import urllib.parse


class Connection(asyncio.Protocol):
    """A connection over which HTTP/1.1 requests come one after the other, each with all of its body."""

    def __init__(self, server):
        self.server, self.received = server, bytearray()

    def connection_made(self, transport):
        self.transport = transport

    def data_received(self, data):
        self.received += data
        while (end := self.received.find(b"\r\n\r\n")) >= 0:
            first, *lines = self.received[:end].decode("latin-1").split("\r\n")
            fields = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
            length = end + 4 + int(fields.get("content-length", 0))
            if len(self.received) < length:
                return
            body, self.received = bytes(self.received[end + 4:length]), self.received[length:]
            method, target, _ = first.split(" ")
            delay, *answer = self.server.answer(method, target, fields, body)
            if delay:
                asyncio.get_running_loop().call_later(delay, self.send, method, *answer)
            else:
                self.send(method, *answer)

    def send(self, method, status, fields, body):
        length = "" if status == 204 else f"Content-Length: {len(body)}\r\n"
        head = f"HTTP/1.1 {status} S\r\n{length}" + "".join(f"{name}: {value}\r\n" for name, value in fields.items())
        self.transport.write(head.encode("latin-1") + b"\r\n" + (b"" if method == "HEAD" or status == 204 else body))


class Store:
    """Objects by name. Signatures are not checked: that is for the tests."""

    def __init__(self):
        self.objects = {}

    def answer(self, method, target, fields, body):
        name = urllib.parse.unquote(target).partition("/")[2].partition("/")[2]
        if method == "PUT":
            kept = {key: value for key, value in fields.items()
                    if key.startswith("x-amz-meta-") or key in ("content-type", "cache-control", "expires")}
            self.objects[name] = kept | {"last-modified": now("%a, %d %b %Y %H:%M:%S GMT")}, body
            return 0, 200, {"ETag": f'"{hashlib.md5(body).hexdigest()}"'}, b""
        if method == "DELETE":
            self.objects.pop(name, None)
            return 0, 204, {}, b""
        if found := self.objects.get(name):
            return 0, 200, *found
        return 0, 404, {"Content-Type": "application/xml"}, b"<Error><Code>NoSuchKey</Code></Error>"


class Origin:
    """A catalog of any size, at `/COUNT.ndjson`, and its avatars, each of which takes this many seconds."""

    def __init__(self, delay):
        self.delay = delay

    def answer(self, method, target, fields, body):
        name = target.rpartition("/")[2]
        if name.endswith(".ndjson"):
            return 0, 200, {"Content-Type": "application/x-ndjson"}, "".join(
                f'{{"id":"{number}","createdAt":"2021-01-21T09:11:16Z","fullname":"Supplier {number}",'
                f'"avatar":"avatars/{number}","phone":"1","company":"C","email":"{number}@c.example"}}\n'
                for number in range(int(name.partition(".")[0]))).encode()
        picture = f'<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><desc>{name * 1000}</desc></svg>'
        fields = {"Content-Type": "image/svg+xml", "Cache-Control": "max-age=86400", "Date": now("%a, %d %b %Y %H:%M:%S GMT")}
        return self.delay, 200, fields, picture.encode()


def now(form):
    return datetime.datetime.now(datetime.timezone.utc).strftime(form)


def start(server):
    """A process that serves, and its URL. The process ends with this one."""
    receiver, sender = multiprocessing.Pipe(duplex=False)

    async def serve():
        loop = asyncio.get_running_loop()
        listener = await loop.create_server(lambda: Connection(server), "127.0.0.1", 0, backlog=1024)
        sender.send(listener.sockets[0].getsockname()[1])
        await listener.serve_forever()

    process = multiprocessing.get_context("fork").Process(target=lambda: asyncio.run(serve()), daemon=True)
    process.start()
    return process, f"http://127.0.0.1:{receiver.recv()}"
