import Glibc

/// A moment of the clock that ``ContinuousClock`` reads (`CLOCK_BOOTTIME`), in a form that the compiler sees into: the
/// transfer engine keeps and compares several for each transfer, and the avatars one for each.
struct Moment: Sendable, Hashable, Comparable {
    private let sinceStart: Duration

    private init(sinceStart: Duration) {
        self.sinceStart = sinceStart
    }

    /// This moment.
    static var now: Moment {
        var time = timespec()
        unsafe clock_gettime(CLOCK_BOOTTIME, &time)
        return Moment(sinceStart: .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec))
    }

    static func < (left: Moment, right: Moment) -> Bool { left.sinceStart < right.sinceStart }

    static func + (moment: Moment, duration: Duration) -> Moment {
        Moment(sinceStart: moment.sinceStart + duration)
    }

    static func - (end: Moment, start: Moment) -> Duration { end.sinceStart - start.sinceStart }
}
