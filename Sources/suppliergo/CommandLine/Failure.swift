import SupplierGoFleet
import SupplierGoKit

/// The error that ends a run: one sentence for people and one status for programs. Only this type turns errors into
/// either.
struct Failure: Error, Sendable, Hashable {
    let status: ExitStatus

    /// The error, and the next step if one is known: a clause without a full stop, of at most 400
    /// characters that a terminal can show (``Swift/String/asMessage``).
    let sentence: String

    /// The lines below it, such as the suppliers of which one may be meant, as a terminal may show them.
    let details: [String]

    /// Creates a failure. Part of the sentence may come from a catalog or a server.
    init(_ status: ExitStatus, _ sentence: String, details: [String] = []) {
        (self.status, self.sentence, self.details) = (status, sentence.asMessage, details)
    }

    /// Creates the failure for an error, or `nil` if the reader has closed standard output, which is not a failure.
    ///
    /// - Parameter catalog: the catalog as the command line gave it, for the command that undoes an edit; `nil` if it
    ///   did not.
    init?(_ error: any Error, catalog: String? = nil) {
        switch error {
        case let failure as Failure: self = failure
        case let error as UsageError: self.init(error)
        case let error as CatalogError:
            self.init(Self.status(of: error), Self.sentence(error.sentence, error.advice))
        case SupplierEdits.Edit.Error.removed(let id):
            let undoing = ShellWord.call("revert", for: id.rawValue, catalog: catalog)
            self.init(.noMatch, "\(error): '\(undoing)' undoes this")
        case SupplierEdits.Edit.Error.fields, EditStoreError.unnamedCatalog: self.init(.usage, "\(error)")
        case is SupplierEdits.Edit.Error, EditStoreError.noEdits, EditStoreError.hasEdits:
            self.init(.noMatch, "\(error)")
        case EditStoreError.untrusted:
            self.init(
                .configuration,
                "\(error): run 'chmod o-w' if it is yours; to list, show or fetch, '--no-edits' ignores them")
        case let error as CacheError: self.init(.inputOutput, error.sentence)
        case let error as ObjectStoreLocation.Error: self.init(.configuration, error.description)
        case let error as FileError where error.operation == .read:
            self.init(.noInput, error.description)
        case OutputError.closedByReader: return nil
        case let error as DataLoadError: self.init(.inputOutput, error.sentence)
        case is OutputError, is FileError, is EditStoreError, is SystemFailure, is ObjectStoreError:
            self.init(.inputOutput, "\(error)")
        default: self.init(.inputOutput, "an unexpected error has ended the run: \(type(of: error))")
        }
    }

    /// Creates the failure that a wrong command line is.
    init(_ error: UsageError) {
        let help = error.topic.map { " (see 'suppliergo \($0.words)')" } ?? ""
        self.init(error.status, Self.sentence(error.description, error.nearest.map(NearestWord.question)) + help)
    }

    /// An error and the next step; a sentence has one colon.
    private static func sentence(_ error: String, _ advice: String?) -> String {
        guard let advice else { return error }
        return error + (error.contains(": ") ? "; " : ": ") + advice
    }

    private static func status(of error: CatalogError) -> ExitStatus {
        switch error {
        case .unreadableFile: .noInput
        case .syntax, .badRecord, .brokenResponse, .paging(.loop), .paging(.malformedLink): .badData
        case .status(_, let status, _, _) where status.isRefusal: .noPermission
        case .page(_, let cause), .brokenOff(let cause, _): status(of: cause)
        case .unreachable, .status, .paging, .becameEmpty, .noSnapshot, .damagedSnapshot: .unavailable
        case .unreadableSnapshot: .inputOutput
        }
    }
}

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
        1, "Nothing matched, several suppliers did when one was needed, nothing changed, or there is no such field.")
    static let partlyDone = Self(
        3, "Partly done: records were skipped, the catalog is incomplete, avatars failed, or 'check' found something.")
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
        isPartial && rawValue < Self.partlyDone.rawValue ? .partlyDone : self
    }

    /// The user pressed Ctrl-C, or left `browse --print` without a choice.
    static let interrupted = Self(EndingSignal.interrupt.exitStatus, EndingSignal.interrupt.meaning)

    /// Every exit status.
    static let allCases =
        [
            done, noMatch, partlyDone, usage, badData, noInput, unavailable, inputOutput, noPermission, configuration,
        ] + EndingSignal.allCases.map { Self($0.exitStatus, $0.meaning) }.sorted { $0.rawValue < $1.rawValue }
}
