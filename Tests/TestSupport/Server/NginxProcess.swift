import Glibc

/// Debian's nginx, started on free ports.
enum NginxProcess {
    static let executable = "/usr/sbin/nginx"

    /// It did not start.
    struct CouldNotStart: Error {
        /// Its output.
        let text: String
    }

    /// Starts it, and returns once it listens.
    ///
    /// - Parameters:
    ///   - module: the path of a module that it needs.
    ///   - configuration: the text of what it serves, at such ports.
    static func start(
        in directory: TemporaryDirectory, portCount: Int, module: String? = nil, configuration: ([UInt16]) -> String
    ) async throws -> (ServerProcess, [UInt16]) {
        try Network.require()
        // The ports are free now; if another process is quicker to take one, nginx says so, and others are tried.
        var attempts = 0
        while true {
            let ports = try freePorts(portCount)
            let text = process(in: directory.path, module) + configuration(ports)
            try directory.write(Array(text.utf8), to: "nginx.conf")
            attempts += 1
            do {
                let process = try await ServerProcess(
                    [executable, "-p", directory.path, "-c", "\(directory.path)/nginx.conf", "-e", "/dev/stderr"],
                    readyWith: "start worker processes")
                return (process, ports)
            } catch CommandLineRun.Failure.ended(_, let errorOutput) {
                guard attempts < 5 else { throw CouldNotStart(text: errorOutput) }
            }
        }
    }

    /// What is said of the process, before what it serves.
    private static func process(in directory: String, _ module: String?) -> String {
        """
        \(module.map { "load_module \($0);" } ?? "")
        worker_processes 1;
        daemon off;
        pid \(directory)/nginx.pid;
        error_log stderr notice;
        \(getuid() == 0 ? "user root;" : "")
        events { worker_connections 1024; }

        """
    }

    private static func freePorts(_ count: Int) throws -> [UInt16] {
        var bound: [(descriptor: Int32, port: UInt16)] = []
        defer { for (descriptor, _) in bound { close(descriptor) } }
        for _ in 0..<count { bound.append(try Socket.bound()) }
        return bound.map(\.port)
    }
}
