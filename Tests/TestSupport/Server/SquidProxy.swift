import Glibc

/// A real proxy on loopback: Debian's squid, HTTP and `CONNECT`, which keeps nothing.
///
/// It ends with the last reference to it, or with this process.
public final class SquidProxy: Sendable {
    private static let executable = "/usr/sbin/squid"

    /// Squid is here; tests that need it skip with ``absence`` if it is not.
    public static var isInstalled: Bool { unsafe access(executable, X_OK) == 0 }

    /// The reason why a test that needs squid does not run.
    public static let absence = "squid is not installed: apt-get install squid"

    private let directory: TemporaryDirectory
    private let process: ServerProcess
    private let port: UInt16

    /// Starts it, and returns once it listens.
    public init() async throws {
        try Network.require()
        directory = try TemporaryDirectory()
        let (descriptor, port) = try Socket.bound()
        close(descriptor)
        try directory.write(Array(Self.configuration(port: port).utf8), to: "squid.conf")
        process = try await ServerProcess(
            [Self.executable, "-N", "-d1", "-f", directory.path(of: "squid.conf")],
            readyWith: "Accepting HTTP Socket connections")
        self.port = port
        // It says so a moment before it listens.
        while true {
            do {
                close(try Socket.connected(to: port))
                return
            } catch {
                try Task.checkCancellation()
                await Task.yield()
            }
        }
    }

    /// The proxy's URL.
    public var url: String { "http://127.0.0.1:\(port)" }

    private static func configuration(port: UInt16) -> String {
        """
        http_port 127.0.0.1:\(port)
        http_access allow all
        cache deny all
        access_log none
        cache_log /dev/stderr
        pid_filename none
        netdb_filename none
        coredump_dir none
        pinger_enable off
        shutdown_lifetime 0 seconds
        visible_hostname localhost
        connect_timeout 5 seconds

        """
    }
}
