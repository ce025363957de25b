import Glibc

/// The length of random walks: short for somebody who waits, long in `.ci/run walks`.
public enum RandomWalk {
    /// The environment asks for long walks (`LONG_TESTS=1`).
    public static let isLong = unsafe getenv("LONG_TESTS") != nil
}
