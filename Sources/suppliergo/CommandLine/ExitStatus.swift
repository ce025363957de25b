/// The exit status; the numbers are those of `sysexits.h` if it has one.
struct ExitStatus: CaseIterable, Hashable, Sendable {
    let rawValue: Int32

    /// The meaning for help and the manual page.
    let meaning: String

    private init(_ rawValue: Int32, _ meaning: String) {
        (self.rawValue, self.meaning) = (rawValue, meaning)
    }

    static let done = Self(0, "Success.")
    static let noMatch = Self(
        1, "Nothing matched, several suppliers did when one was needed, or nothing has changed.")
    static let partlyDone = Self(
        3, "Partly done: records were skipped, the catalog is incomplete, avatars failed, or 'check' found something.")

    /// Nothing matched, and records were skipped: a run without output.
    static let noMatchInPart = Self(partlyDone.rawValue, "Nothing matched, and records were skipped.")
    static let usage = Self(64, "The command line is wrong.")
    static let badData = Self(
        65,
        """
        The catalog is not valid: malformed, cut short, or with a bad record under '--strict'; or an editor's text \
        was abandoned.
        """)
    static let noInput = Self(66, "The catalog's file does not exist or cannot be read.")
    static let unavailable = Self(
        69, "The catalog's server could not be reached or returned an error, and no snapshot stands in for it.")
    static let inputOutput = Self(74, "Standard output, the cache, the store or your edits could not be written.")
    static let noPermission = Self(77, "The catalog's server refused access.")
    static let configuration = Self(78, "An environment variable, or the settings file, is unusable.")

    /// The status of a run that may be partly done as well: an error goes before that, and that before 'nothing
    /// matched'.
    func orPartlyDone(if isPartial: Bool) -> ExitStatus {
        guard isPartial, rawValue < Self.partlyDone.rawValue else { return self }
        return self == .noMatch ? .noMatchInPart : .partlyDone
    }

    /// The user pressed Ctrl-C, or left `browse --print` without a choice.
    static let interrupted = Self(EndingSignal.interrupt.exitStatus, EndingSignal.interrupt.meaning)

    /// Every exit status.
    static let allCases =
        [
            done, noMatch, partlyDone, usage, badData, noInput, unavailable, inputOutput, noPermission, configuration,
        ] + EndingSignal.allCases.map { Self($0.exitStatus, $0.meaning) }.sorted { $0.rawValue < $1.rawValue }
}
