import Glibc
import TestSupport
import Testing

struct ServerProcessTests {
    @Test(.timeLimit(.minutes(1))) func endsWithItsLastReference() async throws {
        let directory = try TemporaryDirectory()
        let pipe = directory.path(of: "pipe")
        try #require(unsafe mkfifo(pipe, 0o600) == 0)
        // The program is the only one that has the pipe open for writing: its end is the pipe's.
        let program = ["/bin/sh", "-c", "exec 4>\"$0\"; echo ready >&2; exec tail -f /dev/null", pipe]
        let reader = Task { try await BlockingThread.run { readToEnd(of: pipe) } }
        var server: ServerProcess? = try await ServerProcess(program, readyWith: "ready")
        #expect(server != nil)
        server = nil
        #expect(try await reader.value == 0)
    }

    @Test func saysWhatAProgramWroteThatEndsBeforeItIsReady() async throws {
        await #expect(throws: CommandLineRun.Failure.ended(output: "", errorOutput: "no port\n")) {
            _ = try await ServerProcess(["/bin/sh", "-c", "echo no port >&2; exit 1"], readyWith: "ready")
        }
    }
}

/// Reads until no process has the file open for writing, and returns what `read` says in the end.
private func readToEnd(of path: String) -> Int {
    let descriptor = unsafe open(path, O_RDONLY)
    defer { close(descriptor) }
    var byte: UInt8 = 0
    while true {
        let count = unsafe read(descriptor, &byte, 1)
        if count <= 0 { return count }
    }
}
