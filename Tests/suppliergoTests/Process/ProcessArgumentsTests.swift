import Glibc
import TestSupport
import Testing

@testable import suppliergo

@Suite struct ProcessArgumentsTests {
    @Test func areReadFromMain() {
        let words = ["suppliergo", "list", "", "é\u{fffd}"]
        let pointers = words.map { $0.utf8CString }
        let read = unsafe withPointers(pointers[...], []) { address in
            ProcessArguments(count: Int32(words.count), at: address)
        }
        #expect(read.words == ["list", "", "é\u{fffd}"] && read.unreadable == nil)
        #expect(ProcessArguments(count: 0, at: 0).words.isEmpty)
    }

    /// Repaired, each would name another file.
    @Test(arguments: [
        ("\"$0\" list -c c.json --cache-dir \"$B\"", 64, "the word 'b\u{fffd}' is not valid UTF-8"),
        ("\"$0\" list -c c.json -f tsv -o \"$B\"", 64, "the word 'b\u{fffd}' is not valid UTF-8"),
        ("\"$0\" fetch -c c.json --to=\"$B\"", 64, "the word '--to=b\u{fffd}' is not valid UTF-8"),
        ("\"$0\" list -c \"$B\"", 64, "the word 'b\u{fffd}' is not valid UTF-8"),
        (
            "SUPPLIERGO_CACHE_DIR=$B \"$0\" list -c c.json", 78,
            "the environment variable SUPPLIERGO_CACHE_DIR is not valid UTF-8"
        ),
        ("HOME=/$B \"$0\" list -c c.json", 78, "the environment variable HOME is not valid UTF-8"),
        ("mkdir $B; cd $B; \"$0\" list -c c.json", 78, "the path of the working directory is not valid UTF-8"),
        (
            "ln -s $B link; \"$0\" list -c c.json -f tsv -o link", 74,
            "the file 'HOME/link' of '--output' cannot be written: "
        ),
        (
            "mkdir -p .config/suppliergo; echo cache-dir = $B > .config/suppliergo/config; \"$0\" list -c c.json", 78,
            "HOME/.config/suppliergo/config:1: the line is not valid UTF-8"
        ),
    ])
    func thatAreNotUTF8AreRefused(script: String, status: Int32, sentence: String) async throws {
        let setting = try CommandSetting()
        try setting.directory.write(Array(Samples.catalog([Samples.record(1)]).utf8), to: "c.json")
        let files = "find . ! -name 'b?' ! -name link ! -path './.config*' | sort"
        let result = try await setting.shell("B=$(printf 'b\\377'); \(script); code=$?; cd \"$HOME\"; exit $code")
        let expected = sentence.replacing("HOME/", with: setting.directory.path + "/")
        #expect(result.errorOutput.hasPrefix("suppliergo: error: " + expected), "\(result.errorOutput)")
        #expect(result.status == status && result.output.isEmpty)
        #expect(try await setting.shell(files).output == ".\n./c.json\n")
    }

    /// Where the system gives each process a namespace of its own, one without `/proc` is tried: Dispatch would end the
    /// process in some of the runs.
    @Test(.enabled(if: NamespaceWithoutProc.isPossible, "unshare(1) may not mount here"))
    func areReadButNotObeyedWithoutProc() async throws {
        let result = try await NamespaceWithoutProc.run("list -c c.json")
        #expect(result.status == 74)
        #expect(
            result.errorOutput
                == "suppliergo: error: /proc cannot be read: mount it with 'mount -t proc proc /proc'\n")
    }

    private func withPointers<Value>(
        _ strings: ArraySlice<ContiguousArray<CChar>>, _ pointers: [UnsafePointer<CChar>?], _ body: (Int) -> Value
    ) -> Value {
        guard let first = strings.first else {
            return unsafe (pointers + [nil]).withUnsafeBufferPointer { body(Int(bitPattern: $0.baseAddress)) }
        }
        return unsafe first.withUnsafeBufferPointer { buffer in
            unsafe withPointers(strings.dropFirst(), pointers + [buffer.baseAddress], body)
        }
    }
}

/// A run of the program in a mount namespace whose `/proc` is an empty directory.
enum NamespaceWithoutProc {
    static let isPossible = CommandLineRun.searchPath.split(separator: ":").contains { directory in
        unsafe access("\(directory)/unshare", X_OK) == 0 && geteuid() == 0
    }

    static func run(_ line: String) async throws -> ProcessResult {
        let setting = try CommandSetting()
        try setting.directory.write([], to: "empty/file")
        return try await setting.shell(
            "exec unshare -m sh -c 'mount --bind empty /proc && exec \"$0\" \(line)' \"$0\"",
            environment: ["PATH": CommandLineRun.searchPath])
    }
}
