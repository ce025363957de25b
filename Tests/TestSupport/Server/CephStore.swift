import FoundationEssentials
import Glibc

/// A real object store on loopback: Ceph with its RADOS gateway, which `Tests/Fleet/store` starts, and an empty bucket.
///
/// It ends with the last reference to it, or with this process.
public final class CephStore: Sendable {
    /// Ceph is here; tests that need it skip with ``absence`` if it is not.
    public static var isInstalled: Bool {
        ["ceph", "ceph-mon", "ceph-osd", "radosgw", "radosgw-admin", "curl", "python3"].allSatisfy(Program.isInstalled)
    }

    /// The reason why a test that needs Ceph does not run.
    public static let absence =
        "Ceph is not installed: apt-get install --no-install-recommends ceph-mon ceph-osd radosgw curl python3"

    /// The bucket's location.
    public static let location = "s3://fleet"

    /// The variables that every S3 tool reads: endpoint, region and credentials.
    public let environment: [String: String]

    private let directory: TemporaryDirectory
    private let process: ServerProcess
    private let gateway: Int32

    /// Starts it, and returns once it answers.
    public init() async throws {
        directory = try TemporaryDirectory()
        process = try await ServerProcess(
            [TestData.path("../Tests/Fleet/store"), "ceph", directory.path], readyWith: "ready\n")
        let lines = String(decoding: try directory.read("environment"), as: UTF8.self).split(separator: "\n")
        var variables = [String: String](
            uniqueKeysWithValues: lines.compactMap { line in
                line.firstIndex(of: "=").map { (String(line[..<$0]), String(line[line.index(after: $0)...])) }
            })
        gateway = variables.removeValue(forKey: "STORE_PROCESS").flatMap(Int32.init) ?? 0
        variables["STORE_READ_URL"] = nil
        environment = variables
    }

    /// Lets the store take no further object, as a full one does.
    public func forbidObjects() async throws {
        var configuration = CommandLineRun.Configuration()
        configuration.executable = "/bin/sh"
        let result = try await CommandLineRun(
            ["-c", Self.quota, directory.path], configuration: configuration
        ).result()
        guard result.status == 0 else {
            throw CommandLineRun.Failure.ended(output: "", errorOutput: result.errorOutput)
        }
    }

    private static let quota = """
        CEPH_CONF=$(echo "$0"/*/ceph.conf)
        export CEPH_CONF
        radosgw-admin quota set --uid fleet --quota-scope user --max-objects 0 &&
            radosgw-admin quota enable --uid fleet --quota-scope user
        """

    /// Stops the gateway where it is, so that no request is answered any more.
    public func pause() {
        kill(gateway, SIGSTOP)
    }

    /// Ends the gateway, so that its port is closed.
    public func endGateway() {
        kill(gateway, SIGKILL)
    }
}
