public import FoundationEssentials
import Glibc

/// A real web server over a directory: Debian's nginx on loopback, HTTP/1.1 and, over TLS, HTTP/2.
///
/// It ends with the last reference to it, or with this process.
public final class NginxServer: Sendable {
    /// Nginx is here; tests that need it skip with ``absence`` if it is not.
    public static var isInstalled: Bool { unsafe access(NginxProcess.executable, X_OK) == 0 }

    /// The reason why a test that needs nginx does not run.
    public static let absence = "nginx is not installed: apt-get install nginx-light"

    private let directory: TemporaryDirectory
    private let process: ServerProcess
    private let port, securePort: UInt16

    /// Starts it, and returns once it listens.
    ///
    /// - Parameter root: the absolute path of the directory that it serves.
    public convenience init(serving root: String) async throws {
        try await self.init(location: "root \(root);")
    }

    /// Starts it before another server, and returns once it listens.
    ///
    /// - Parameter server: the URL of the other server, without a path. It is asked for what this one is, over
    ///   HTTP/1.0.
    public convenience init(before server: String) async throws {
        try await self.init(location: "proxy_pass \(server); proxy_set_header Host $http_host;")
    }

    private init(location: String) async throws {
        let directory = try TemporaryDirectory()
        let (process, ports) = try await NginxProcess.start(in: directory, portCount: 2) { ports in
            Self.configuration(location: location, port: ports[0], securePort: ports[1], directory.path)
        }
        (self.directory, self.process, port, securePort) = (directory, process, ports[0], ports[1])
    }

    /// The URL of a request target over HTTP/1.1.
    public func url(_ target: String) -> URL { URL(loopbackPort: port, target: target) }

    /// The URL of a request target over TLS, which ``TestData`` has the authority for.
    public func secureURL(_ target: String) -> URL { URL(secureLoopbackPort: securePort, target: target) }

    /// Ends it, and gives all requests, as `PROTOCOL CONNECTION TARGET`: it notes a request only when it has answered
    /// it, so before its end some may be missing.
    public func endedRequests() async throws -> [String] {
        try await process.end()
        return String(decoding: try directory.read("access.log"), as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private static func configuration(location: String, port: UInt16, securePort: UInt16, _ directory: String) -> String
    {
        """
        http {
            log_format short '$server_protocol $connection $request_uri';
            access_log \(directory)/access.log short;
            client_body_temp_path tmp; proxy_temp_path tmp; fastcgi_temp_path tmp; uwsgi_temp_path tmp;
            scgi_temp_path tmp;
            gzip on; gzip_types application/json; gzip_min_length 1;
            types { application/json json; image/png png; image/jpeg jpg; }
            ssl_certificate \(TestData.path("tls/server.pem"));
            ssl_certificate_key \(TestData.path("tls/server.key"));
            server {
                listen 127.0.0.1:\(port);
                listen 127.0.0.1:\(securePort) ssl http2;
                client_max_body_size 0;
                location / { \(location) }
            }
        }
        """
    }
}
