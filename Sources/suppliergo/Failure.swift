import SupplierGoFleet
import SupplierGoKit

/// Why a run ends early: one sentence for people and one status for programs. Only this type turns errors into either.
struct Failure: Error, Sendable, Hashable {
    /// What the process ends with.
    let status: ExitStatus

    /// What happened, and what to do next where that is known; a clause without a full stop, fit for a terminal.
    let sentence: String

    /// Creates a failure. Part of the sentence may come from a catalog or a server: control characters are made visible,
    /// and URLs lose their user and password.
    init(_ status: ExitStatus, _ sentence: String) {
        self.status = status
        self.sentence = sentence.withoutCredentials.visibleText
    }

    /// Creates the failure for an error; `nil` where the reader has closed standard output, which is not a failure.
    init?(_ error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        case let error as UsageError: self.init(error)
        case let error as CatalogError:
            let advice = Self.advice(on: error).map { ": " + $0 } ?? ""
            self.init(Self.status(of: error), Self.sentence(of: error) + advice)
        case let error as SupplierEdit.Error: self.init(error)
        case let error as EditStoreError: self.init(error)
        case let error as CacheError: self.init(.inputOutput, Self.sentence(of: error))
        case is ObjectStoreError: self.init(.inputOutput, Self.sentence(ofStore: error))
        case let error as ObjectStoreLocation.Error: self.init(.configuration, error.description)
        case let error as FileError where error.operation == .read:
            self.init(.noInput, error.description)
        case OutputError.closedByReader: return nil
        case let error as OutputError: self.init(.inputOutput, error.description)
        default: self.init(.inputOutput, String(describing: error))
        }
    }

    /// Creates the failure that a wrong command line is.
    init(_ error: UsageError) {
        let suggestion = error.nearest.map { ": did you mean '\($0)'?" } ?? ""
        let help = error.topic.map { " (see 'suppliergo \($0.words)')" } ?? ""
        self.init(error.status, error.description + suggestion + help)
    }

    private static func status(of error: CatalogError) -> ExitStatus {
        switch error {
        case .unreadableFile: .noInput
        case .syntax, .badRecord, .brokenAnswer, .paging(.loop), .paging(.malformedLink): .badData
        case .status(_, let status, _) where status.isRefusal: .noPermission
        case .page(_, let cause): status(of: cause)
        case .unreachable, .status, .paging, .becameEmpty, .noSnapshot, .damagedSnapshot: .unavailable
        }
    }
}
