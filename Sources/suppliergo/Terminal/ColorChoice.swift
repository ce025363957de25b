/// A value of `--color`.
enum ColorChoice: String, CaseIterable, Sendable {
    case auto, always, never
}
