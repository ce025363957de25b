/// The URLs of a batch that wait for their turn: the most urgent first, and otherwise in the suppliers' order.
struct AvatarBacklog: Sendable {
    private var avatars: [SharedAvatar]
    private var first = 0
    private var sortedBy = 0

    /// Lets avatars wait.
    init(_ avatars: [SharedAvatar]) {
        self.avatars = avatars
    }

    /// Takes the next ones, up to `count`, and says by which wishes they are the next; `nil` at the end.
    mutating func next(_ count: Int, by ledger: AvatarLedger) -> (ArraySlice<SharedAvatar>, wishes: Int)? {
        guard first < avatars.count else { return nil }
        let wishes = ledger.wishCount
        if wishes != sortedBy {
            sort(by: ledger)
            sortedBy = wishes
        }
        let slice = avatars[first..<min(first + count, avatars.count)]
        first = slice.endIndex
        return (slice, wishes)
    }

    /// Puts back the last ones that were taken, to be ordered anew.
    mutating func putBack(_ slice: ArraySlice<SharedAvatar>) {
        first -= slice.count
    }

    private mutating func sort(by ledger: AvatarLedger) {
        let waiting = avatars[first...].map { (avatar: $0, priority: ledger.priority(of: $0.key)) }
        let levels = DataRequest.Priority.allCases.reversed().map { level in waiting.filter { $0.priority == level } }
        avatars = levels.joined().map(\.avatar)
        first = 0
    }
}
