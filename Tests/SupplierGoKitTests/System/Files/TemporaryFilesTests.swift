import Dispatch
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import SupplierGoKit

@Suite(.timeLimit(.minutes(1))) struct TemporaryFilesTests {
    private let directory: TemporaryDirectory
    private let registry = TemporaryFiles(patience: .seconds(60))

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func leavesNothingWhateverIsOnItsWay() async throws {
        let progress = BoundedChannel<Void>(capacity: 4)
        try await withThrowingTaskGroup(of: Int.self) { [directory, registry] group in
            for task in 0..<4 {
                group.addTask { try await Self.publishUntilTheEnd(task, in: directory, registry, progress) }
            }
            for _ in 0..<4 { _ = try await progress.next() }
            registry.removeAll()
            let files = try directory.files()
            #expect(files.allSatisfy { $0.hasPrefix("published-") })
            // What was published is there, and nothing was after the end.
            #expect(try await group.reduce(0, +) == files.count)
            #expect(try directory.files() == files)
        }
    }

    @Test func removesAFileThatIsBeingCreatedWhenTheEndComes() async throws {
        let path = directory.path(of: "temporary")
        let isOver = Atomic(false)
        try await BlockingThreads(threadCount: 1).run { () throws(FileError) in
            let end = DispatchSemaphore(value: 0)
            _ = try registry.create(path) { () throws(FileError) in
                #expect(
                    SystemThread.start {
                        registry.removeAll()
                        isOver.store(true, ordering: .releasing)
                        end.signal()
                    })
                while try !Self.isClosed(registry) {}
                // The end has come, and waits for this.
                let wasOver = isOver.load(ordering: .acquiring)
                #expect(!wasOver)
                return try FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL, permissions: 0o600)
            }
            end.wait()
        }
        #expect(try directory.files().isEmpty)
    }

    /// No file can be published any more.
    private static func isClosed(_ registry: TemporaryFiles) throws(FileError) -> Bool {
        do throws(FileError) {
            try registry.publish("other") {}
            return false
        } catch {
            guard error.reason == .processIsEnding else { throw error }
            return true
        }
    }

    /// Publishes files until that is refused, says so after a few, and returns how many there were.
    private static func publishUntilTheEnd(
        _ task: Int, in directory: TemporaryDirectory, _ registry: TemporaryFiles, _ progress: BoundedChannel<Void>
    ) async throws -> Int {
        let pool = BlockingThreads(threadCount: 1)
        for number in 0... {
            if number == 20 { _ = await progress.send(()) }
            let isPublished = try await pool.run {
                do {
                    let file = try AtomicFile(
                        at: directory.path(of: "published-\(task)-\(number)"),
                        registry: registry,
                        naming: { "temporary-\(task)-\(number)" })
                    try file.write([1])
                    _ = try file.publishNow()
                    return true
                } catch let error as FileError where error.reason == .processIsEnding {
                    return false
                }
            }
            guard isPublished else { return number }
        }
        return 0
    }
}
