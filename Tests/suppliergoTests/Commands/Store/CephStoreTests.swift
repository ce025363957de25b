import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// The commands over a real store.
@Suite(.enabled(if: CephStore.isInstalled, Comment(rawValue: CephStore.absence)))
struct CephStoreTests {
    /// Debian's `libfaketime`, which gives a process another clock.
    private static let clock: String? = ["x86_64", "aarch64"]
        .map { machine in "/usr/lib/\(machine)-linux-gnu/faketime/libfaketime.so.1" }
        .first { path in unsafe access(path, R_OK) == 0 }

    private let server: LoopbackServer

    init() throws {
        server = try Samples.server(Samples.catalog(avatarCount: 5))
    }

    @Test func sharesAvatarsBetweenMachines() async throws {
        defer { server.stop() }
        let store = try await CephStore()
        let first = try await run("fetch -c CATALOG --store s3://fleet/p", with: store.environment)
        #expect(first.status == 0, "\(first)")
        #expect(asked == ["/1.png", "/2.png", "/3.png", "/4.png", "/5.png"])
        let second = try await run("fetch -c CATALOG --store s3://fleet/p", with: store.environment)
        #expect(second.status == 0, "\(second)")
        #expect(second.files.count == 5)
        #expect(second.files.allSatisfy { $0 == Samples.picture })
        #expect(asked.count == 5)
    }

    /// What makes the store unusable, and what is said of it.
    enum Fault: CaseIterable {
        case wrongSecret, noBucket, wrongClock, full, silent, gone

        /// The faults that can be made here.
        static let possible = allCases.filter { $0 != .wrongClock || clock != nil }

        var sentence: String {
            switch self {
            case .wrongSecret: "refuses access (SignatureDoesNotMatch)"
            case .noBucket: "has no such bucket"
            case .wrongClock: "since this machine's clock is"
            case .full: "is full (QuotaExceeded)"
            case .silent: "did not answer within 1 second"
            case .gone: "cannot connect to"
            }
        }
    }

    @Test(arguments: Fault.possible)
    func fetchesFromTheOriginWhereTheStoreFails(_ fault: Fault) async throws {
        defer { server.stop() }
        let store = try await CephStore()
        var (environment, address, prefix) = (store.environment, "s3://fleet/p", "")
        switch fault {
        case .wrongSecret: environment["AWS_SECRET_ACCESS_KEY"] = "wrong"
        case .noBucket: address = "s3://other/p"
        case .wrongClock:
            prefix = "LD_PRELOAD=\(Self.clock ?? "") FAKETIME=-20m timeout 60 "
        case .full: try await store.forbidObjects()
        case .silent: store.pause()
        case .gone: store.endGateway()
        }
        let result = try await run(
            "fetch -c CATALOG --store \(address) --timeout 1 --retries 0", with: environment, after: prefix)
        #expect(result.status == 74)
        #expect(result.errorOutput.contains("suppliergo: error: 5 avatars are not stored, those of "))
        #expect(result.errorOutput.contains(fault.sentence), "\(result.errorOutput)")
        #expect(result.files.count == 5)
        #expect(asked.count == 5)
    }

    /// What a machine's run ended with, and the avatars in its cache.
    private struct Run {
        let status: Int32?
        let output, errorOutput: String
        let files: [[UInt8]]
    }

    /// Runs a command line on a machine without a cache. `CATALOG` stands for the catalog's URL.
    ///
    /// - Parameter prefix: what stands before the program in a shell: one that libfaketime is loaded into first finds
    ///   no arguments, since that moves the environment.
    private func run(
        _ line: String, with environment: [String: String], after prefix: String = ""
    ) async throws -> Run {
        let setting = try CommandSetting()
        let catalog = server.url("/catalog.json").absoluteString
        let result = try await setting.shell(
            prefix + "\"$0\" " + line.replacing("CATALOG", with: catalog), environment: environment)
        let files = try setting.avatarFiles().map { try setting.directory.read($0) }
        return Run(status: result.status, output: result.output, errorOutput: result.errorOutput, files: files)
    }

    private var asked: [String] { server.requests.map(\.target).filter { $0 != "/catalog.json" }.sorted() }
}
