import SupplierGoKit

/// What of a supplier the desktop's programs open.
enum OpenedField: Sendable, Hashable, CaseIterable {
    case email, phone, avatar

    /// What people call it.
    var noun: String {
        switch self {
        case .email: "e-mail address"
        case .phone: "telephone number"
        case .avatar: "avatar"
        }
    }
}

extension Session {
    /// What is opened: a URI, or the path of the avatar's file, which is fetched where it is missing.
    ///
    /// - Throws: ``Failure`` where the supplier has none, or it cannot be fetched; `CancellationError`.
    func target(of supplier: Supplier, for field: OpenedField) async throws -> String {
        let target =
            switch field {
            case .email: Hyperlink(mailTo: supplier.email)?.target
            case .phone: Hyperlink(phone: supplier.phone)?.target
            case .avatar: try await avatarFile(of: supplier)
            }
        guard let target else { throw Failure(.noMatch, "the supplier '\(supplier.id)' has no \(field.noun)") }
        return target
    }

    /// The avatar's file, fetched where it is missing; `nil` where the supplier has no avatar.
    private func avatarFile(of supplier: Supplier) async throws -> String? {
        switch try await loader.avatar(for: supplier, delivering: .files).result {
        case .none: return nil
        case .failed(let failure):
            throw Failure(.unavailable, "the avatar is not available: \(Failure.sentence(of: failure))")
        case .loaded(let avatar):
            if let file = avatar.file { return file }
            let reason = avatar.cacheError.map { ": " + Failure.sentence(of: $0) } ?? ", because its server forbids it"
            throw Failure(.unavailable, "the avatar is not kept in a file" + reason)
        }
    }
}

/// The desktop's program for a URI or a file, which `xdg-open` finds.
enum DesktopProgram {
    /// How long the program may take to say that it failed.
    private static let patience = Duration.seconds(5)

    private static let pool = BlockingThreads.waiting

    /// Opens a URI or a file; returns when the program was started, which may go on.
    ///
    /// - Parameter advice: what to do where no program opens it: a clause.
    /// - Throws: ``Failure``.
    static func open(_ target: String, in environment: [String: String], advice: String? = nil) async throws {
        let program = Program(words: ["xdg-open", target], environment: environment)
        let advice = advice.map { ": " + $0 } ?? ""
        do {
            guard try await pool.run({ Result { try program.succeeds(within: patience) } }).get() else {
                throw Failure(.unavailable, "no program opens '\(target)'\(advice)")
            }
        } catch let failure as SystemFailure {
            throw Failure(.unavailable, "no program opens '\(target)', since \(failure)\(advice)")
        }
    }
}
