import TestSupport
import Testing

/// Catalogs in gzip: a file is read by `gzip -dc`, anything else is named.
@Suite struct GzipCatalogTests {
    private let setting: CommandSetting
    private let lines = (1...3).map { Samples.line($0) }.joined()

    init() throws {
        setting = try CommandSetting()
        try setting.directory.write(Array(Samples.catalog((1...3).map { Samples.record($0) }).utf8), to: "c.json")
    }

    /// Makes files of the catalog by a shell's commands.
    private func prepare(_ script: String) async throws {
        #expect(try await setting.shell(script).status == 0)
    }

    @Test(arguments: [
        ("gzip -c c.json > c.gz", "c.gz"), ("gzip -c c.json > \"it's in gzip.json\"", "it's in gzip.json"),
        ("gzip -c c.json > ./-c.gz", "./-c.gz"),
        ("(head -c 9 c.json | gzip -c; tail -c +10 c.json | gzip -c) > c.gz", "c.gz"),
        ("(gzip -c c.json; echo garbage) > c.gz", "c.gz"),
    ])
    func areReadFromFiles(script: String, path: String) async throws {
        try await prepare(script)
        let result = try await setting.shell("$0 list -f tsv -c \"\(path)\"")
        #expect(result.output == lines && result.errorOutput.isEmpty && result.status == 0, "\(result.errorOutput)")
        #expect(try await setting.shell("$0 show 2 -f tsv -c \"\(path)\"").output == Samples.line(2))
        #expect(try await setting.shell("$0 inspect \"\(path)\"").output.contains(": 3 records of JSON read\n"))
    }

    /// Nothing but the reader opens a pipe.
    @Test func leavesAPipeToItsReader() async throws {
        try await prepare("mkfifo p; sed 's/fullname/Name/g' c.json > own.json")
        for _ in 0..<8 {
            let result = try await setting.shell("cat c.json > p & $0 list -f tsv -c p; wait")
            #expect(result.output == lines && result.status == 0, "\(result.errorOutput)")
        }
        // It is read once: its fields are not looked at, nor is that proposed.
        let result = try await setting.shell("cat own.json > p & $0 list -f tsv -c p; wait")
        #expect(result.errorOutput.contains("fullname") && !result.errorOutput.contains("inspect"))
    }

    @Test func areComparedWithOthers() async throws {
        try await prepare("gzip -c c.json > c.gz")
        let result = try await setting.run("list -c c.json --since c.gz")
        #expect(result.errorOutput == "suppliergo: nothing has changed\n" && result.status == 1)
    }

    @Test func saysIfTheFileIsDamaged() async throws {
        try await prepare("gzip -c c.json | head -c 100 > c.gz")
        let result = try await setting.run("list -f tsv -c c.gz")
        #expect(result.status == 65)
        let path = setting.directory.path(of: "c.gz")
        #expect(result.errorOutput.contains("error: \(path) is damaged ('gzip -dc' ended with status 1: gzip: "))
    }

    /// An index would have the records' places in the text, not in the file.
    @Test func haveNoIndex() async throws {
        let records = (1...30_000).map { Samples.record($0) }
        try setting.directory.write(Array(Samples.catalog(records).utf8), to: "long.json")
        try await prepare("gzip -c long.json > c.gz; touch -d '1 hour ago' c.gz long.json")
        func indexesAfterShowing(in path: String) async throws -> [String] {
            #expect(try await setting.run("show 29000 -f tsv -c \(path)").output == Samples.line(29_000))
            return try setting.directory.files().filter { $0.hasPrefix("cache/indexes/") }
        }
        // No file has one in the first two seconds after it was written.
        let end = ContinuousClock.now + .seconds(60)
        var indexes = try await indexesAfterShowing(in: "long.json")
        while indexes.isEmpty, ContinuousClock.now < end { indexes = try await indexesAfterShowing(in: "long.json") }
        #expect(indexes.count == 1)
        #expect(try await indexesAfterShowing(in: "c.gz") == indexes)
    }

    @Test(arguments: [
        "list -c - < c.gz", "list -c /dev/stdin < c.gz", "list -c it", "inspect - < c.gz", "list -c c.gz",
    ])
    func areNamedElsewhereAndWithoutGzip(line: String) async throws {
        try await prepare("gzip -c c.json > c.gz")
        let settings = "[it]\ncatalog-command = /bin/cat c.gz\n"
        try setting.directory.write(Array(settings.utf8), to: ".config/suppliergo/config")
        try await prepare("mkdir bin; ln -s /bin/sh bin/sh")
        let path = setting.directory.path(of: "bin")
        let result = try await setting.shell("PATH=\(path); \"$0\" \(line)")
        #expect(result.status == 65)
        let error = "suppliergo: error: the catalog is compressed with gzip: decompress it with 'gzip -dc'\n"
        #expect(result.errorOutput == error)
    }
}
