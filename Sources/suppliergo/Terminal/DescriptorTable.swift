import Glibc

/// The kernel's table of this process's open descriptors.
enum DescriptorTable {
    /// What ``widen()`` makes room for, in 8 KiB: several times what a `fetch` has open by default.
    private static let room: Int32 = 1024

    /// Makes room for all descriptors that a run may need, or for as many as it may have (`ulimit -n`).
    ///
    /// It must run before the process has a second thread. A table grows by itself too, from 64 on, but with threads that
    /// share it whoever needs the new room is held up until none of them can be reading the old table: some 10 ms.
    static func widen() {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        let last = min(room, Int32(clamping: limit.rlim_cur)) - 1
        let copy = fcntl(StandardStream.error.descriptor, F_DUPFD_CLOEXEC, last)
        if copy != -1 { close(copy) }
    }
}
