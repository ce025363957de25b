import Glibc

/// Programs that tests use if they are installed.
public enum Program {
    /// A program of this name is in `PATH`, or where Debian keeps those for administrators.
    public static func isInstalled(_ name: String) -> Bool {
        let path = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? ""
        return (path.split(separator: ":").map(String.init) + ["/usr/sbin"]).contains { directory in
            unsafe access("\(directory)/\(name)", X_OK) == 0
        }
    }
}
