import Glibc
import TestSupport
import Testing

@testable import suppliergo

@Suite struct ProcessArgumentsTests {
    @Test func areReadFromMain() {
        let words = ["suppliergo", "list", "", "é\u{fffd}"]
        let pointers = words.map { $0.utf8CString }
        let read = unsafe withPointers(pointers[...], []) { address in
            ProcessArguments.words(count: Int32(words.count), at: address)
        }
        #expect(read == ["list", "", "é\u{fffd}"])
        #expect(ProcessArguments.words(count: 0, at: 0).isEmpty)
    }

    /// Where the system gives each process a namespace of its own, one without `/proc` is tried.
    @Test(.enabled(if: NamespaceWithoutProc.isPossible, "unshare(1) may not mount here"))
    func doNotNeedProc() async throws {
        let result = try await NamespaceWithoutProc.run("help status")
        #expect(result.status == 0)
        #expect(result.output.hasPrefix("OVERVIEW: The exit status tells programs"))
    }

    /// Dispatch would end the process in some of the runs.
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
private enum NamespaceWithoutProc {
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
