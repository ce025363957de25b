"""What is measured: `suppliergo` first in each work, then those that it is compared with."""
import shutil

from data import EDITED_PHONE, avatar_path, write_edits
from measuring import Contender, Work, run

FIELDS = ".id,.fullname,.company,.phone,.email,.createdAt"
PEERS = ["curl", "wget2", "jq", "find"]


class Works:
    def __init__(self, program, bench, servers, checksums):
        self.program, self.bench, self.servers, self.checksums = program, bench, servers, checksums
        self.site = f"{bench.directory}/site"

    def all(self):
        works = [*self.lists(), *self.edits(), *self.cards(), *self.fetches(), *self.again(), *self.far()]
        for work in works:
            work.contenders = [contender for contender in work.contenders
                               if contender.program not in PEERS or shutil.which(contender.program)]
        return works

    def url(self, server, catalog):
        return f"{self.servers.addresses[server]}/{catalog}.json"

    def ours(self, command, location, *options, cache=None, name="suppliergo", check=None):
        """A run of `suppliergo`, with a cache of its own unless one is given."""
        def arguments(directory):
            return [self.program, *command.split(), "--catalog", location, *options, "--cache-dir", cache or directory]
        return Contender(name, arguments(None) if cache else arguments, check=check)

    def lists(self):
        path, address = f"{self.site}/million.json", self.url("http", "million")
        rows, check = f"jq -r '.[]|[{FIELDS}]|@tsv'", self.bench.prints(self.checksums["million"])
        tsv = "list --format tsv"

        def printed(name, location):
            # The output is checked, not the directory.
            cache = self.bench.fresh()
            return self.ours(tsv, location, name=name, cache=cache, check=check)

        yield Work("start", "`--version`", [
            Contender("suppliergo", [self.program, "--version"]), Contender("curl", ["curl", "--version"])])
        yield Work("list", "list a million suppliers from a file", [
            printed("suppliergo", path), Contender("jq", f"{rows} {path}", check=check)])
        yield Work("list-http", "list a million suppliers over HTTP", [
            self.ours(tsv, address), Contender("jq", f"curl -sS {address} | {rows}", "after curl", check),
            Contender("curl", lambda out: ["curl", "-sS", "-o", f"{out}/catalog", address], "download alone")])
        yield Work("first", "the first of a million lines over HTTP", [
            self.ours(tsv, address), Contender("jq", f"curl -sS {address} | {rows}", "after curl")], first_line=True)
        for format in ("json", "ndjson"):
            yield Work(format, f"list a million as `{format}`", [
                self.ours(f"list --avatars off --format {format}", path), self.ours(tsv, path, name="`tsv`")])
        yield Work("sort", "`--sort name --limit 10` of a million", [
            self.ours(f"{tsv} --sort name --limit 10", path),
            Contender("jq", f"jq -r 'sort_by(.fullname)[:10][]|[{FIELDS}]|@tsv' {path}")])

    def edits(self):
        """A list with edits of one's own, beside the same list without them."""
        path = f"{self.site}/million.json"

        def printed(home, name, check=None):
            return Contender(name, ["env", f"XDG_DATA_HOME={home}", self.program, "list", "--format", "tsv", "--catalog", path,
                                    "--cache-dir", cache], check=check)

        for key, count in [("edits-10", 10), ("edits-10000", 10_000)]:
            cache, home = self.bench.fresh(), write_edits(self.bench.fresh(), path, count)
            yield Work(key, f"list a million, {count:,} of them edited", [
                printed(home, "suppliergo", self.bench.prints_lines(count, EDITED_PHONE)),
                printed(self.bench.fresh(), "without edits", self.bench.prints(self.checksums["million"]))])

    def cards(self):
        cache = self.bench.fresh()
        hundred = "a hundred"

        def ready(*locations):
            for location in locations:
                run([self.program, "list", "--format", "tsv", "--catalog", location, "--cache-dir", cache])

        for key, title, options, million, hundredth in [
            ("show-offline", "show one of a million, offline", ["--offline"], self.url("http", "million"),
             self.url("http", "hundred")),
            ("show-304", "show one of a million, after a 304", [], self.url("http", "million"),
             self.url("http", "hundred")),
            ("show-file", "show one of a million, from a known file", ["--offline"], f"{self.site}/million.json",
             f"{self.site}/hundred.json")]:
            contenders = [self.ours("show 900000", million, "--image", "none", *options, cache=cache),
                          self.ours("show 90", hundredth, "--image", "none", *options, cache=cache, name=hundred)]
            if key == "show-file":
                contenders.append(Contender("jq", ["jq", '.[]|select(.id=="900000")', million]))
            locations = (million, hundredth)
            yield Work(key, title, contenders, prepare=lambda locations=locations: ready(*locations))

    def addresses(self, server, count):
        """The paths of lists of avatars' URLs: plain, for curl, and for curl with each file's time."""
        base = f"{self.bench.directory}/{server.replace(' ', '-')}-{count}"
        urls = [f"{self.servers.addresses[server]}/{avatar_path(index)}" for index in range(count)]
        with open(base, "w") as file:
            file.writelines(f"{url}\n" for url in urls)
        with open(f"{base}.curl", "w") as file:
            file.writelines(f'url = "{url}"\n' for url in urls)
        with open(f"{base}-since.curl", "w") as file:
            file.write("next\n".join(f'url = "{url}"\nremote-name\nremote-time\ntime-cond = "{url.rsplit("/", 1)[1]}"\n'
                                     for url in urls))
        return base

    def fetch(self, key, title, server, catalog, count, options=(), curl=(16, 64, 256), wget2=(4, 16, 64), more=()):
        """An empty directory gets all avatars."""
        urls, authority = self.addresses(server, count), self.servers.authority
        check = self.bench.holds(self.checksums["avatars"][:count])
        secure = ["--cacert", authority] if "tls" in server else []
        contenders = [self.ours("fetch --quiet", self.url(server, catalog), *options, *secure, check=check), *more]
        for many in curl:
            contenders.append(Contender("curl", lambda out, many=many: [
                "curl", "-sS", "-Z", "--parallel-max", str(many), "--cacert", authority, "--remote-name-all", "--output-dir", out,
                "-K", f"{urls}.curl"], f"{many} at once", check))
        for many in wget2:
            contenders.append(Contender("wget2", lambda out, many=many: [
                "wget2", "-q", "--no-xattr", "-nd", "-P", out, f"--ca-certificate={authority}", f"--max-threads={many}",
                "-i", urls], f"{many} at once", check))
        return Work(key, title, contenders)

    def fetches(self):
        yield self.fetch("fetch", "fetch 10,000 avatars, HTTP/1.1", "http", "ten-thousand", 10_000)
        yield self.fetch("fetch-tls", "fetch 10,000 avatars, HTTP/2 with TLS", "tls", "ten-thousand", 10_000)
        alone = self.ours("fetch --quiet", self.url("http", "thousand"), name="the thousand alone")
        yield self.fetch("shared", "10,000 suppliers that share 1,000 avatars", "http", "shared", 1_000, more=[alone])

    def again(self):
        urls, check = self.addresses("http", 10_000), self.bench.holds(self.checksums["avatars"])
        ours, theirs = self.bench.fresh(), {name: self.bench.fresh() for name in ("curl", "wget2", "find")}
        address = self.url("http", "ten-thousand")
        since = {
            "curl": ["env", "-C", theirs["curl"], "curl", "-sS", "-Z", "--parallel-max", "64", "-K", f"{urls}-since.curl"],
            "wget2": ["wget2", "-q", "-N", "--no-xattr", "-nd", "-P", theirs["wget2"], "--max-threads=16", "-i", urls]}

        def prepare():
            run([self.program, "fetch", "--quiet", "--catalog", address, "--cache-dir", ours])
            run(["cp", "-rT", f"{self.site}/avatars", theirs["find"]])
            for name, command in since.items():
                if shutil.which(name):
                    run(command)

        yield Work("fresh", "fetch 10,000 avatars again, all fresh", [
            self.ours("fetch --quiet", address, cache=ours, check=lambda _: check(ours)),
            Contender("find", ["find", theirs["find"], "-type", "f", "-size", "0"], "stat of each file")], prepare=prepare)
        yield Work("304", "fetch 10,000 avatars again, all 304", [
            self.ours("fetch --quiet --refresh", address, cache=ours, check=lambda _: check(ours)),
            Contender("curl", since["curl"], "64 at once"), Contender("wget2", since["wget2"], "-N, 16 at once")])

    def far(self):
        for many in (16, 64):
            most = ["--concurrency", str(many), "--per-host", str(many)]
            ideal = Contender("the ideal", ["sleep", str(1_000 / many * 0.02)])
            yield self.fetch(f"20ms-{many}", f"1,000 avatars 20 ms away, {many} at once", "20 ms", "thousand", 1_000, most,
                             curl=[many], wget2=[many], more=[ideal])
        yield self.fetch("30ms", "500 avatars 30 ms away at 50 Mbit/s, HTTP/1.1", "30 ms", "five-hundred", 500)
        yield self.fetch("30ms-tls", "500 avatars 30 ms away at 50 Mbit/s, HTTP/2", "30 ms tls", "five-hundred", 500)
