public import FoundationEssentials
import Glibc

/// TLS before a server that has none: Debian's nginx, which passes bytes on as they come.
///
/// It ends with the last reference to it, or with this process.
public final class TLSFront: Sendable {
    private static let module = "/usr/lib/nginx/modules/ngx_stream_module.so"

    /// All that it needs is here; tests that need it skip with ``absence`` if it is not.
    public static var isInstalled: Bool { unsafe access(module, R_OK) == 0 && NginxServer.isInstalled }

    /// The reason why a test that needs it does not run.
    public static let absence = "nginx has no streams: apt-get install nginx-light libnginx-mod-stream"

    private let server: LoopbackServer
    private let directory: TemporaryDirectory
    private let process: ServerProcess

    /// The port.
    public let port: UInt16

    /// Starts it, and returns once it listens.
    ///
    /// - Parameters:
    ///   - server: the server behind it, which stays as long.
    ///   - protocols: what it agrees to speak, by the names that TLS has for protocols (`h2`).
    public init(before server: LoopbackServer, speaking protocols: [String]) async throws {
        let directory = try TemporaryDirectory()
        let (process, ports) = try await NginxProcess.start(in: directory, portCount: 1, module: Self.module) { ports in
            Self.configuration(port: ports[0], server: server.port, protocols)
        }
        self.server = server
        (self.directory, self.process, port) = (directory, process, ports[0])
    }

    /// The URL of a request target, which ``TestData`` has the authority for.
    public func url(_ target: String) -> URL { URL(secureLoopbackPort: port, target: target) }

    private static func configuration(port: UInt16, server: UInt16, _ protocols: [String]) -> String {
        """
        stream {
            ssl_certificate \(TestData.path("tls/server.pem"));
            ssl_certificate_key \(TestData.path("tls/server.key"));
            ssl_alpn \(protocols.joined(separator: " "));
            server {
                listen 127.0.0.1:\(port) ssl;
                proxy_pass 127.0.0.1:\(server);
                tcp_nodelay on;
            }
        }
        """
    }
}
