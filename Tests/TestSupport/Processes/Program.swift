import Glibc

/// Programs that tests use where they are installed.
public enum Program {
    /// Whether a program of this name is in `PATH`, or where Debian keeps those for administrators.
    public static func isInstalled(_ name: String) -> Bool {
        let path = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? ""
        return (path.split(separator: ":").map(String.init) + ["/usr/sbin"]).contains { directory in
            unsafe access("\(directory)/\(name)", X_OK) == 0
        }
    }
}
