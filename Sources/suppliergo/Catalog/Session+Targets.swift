import SupplierGoKit

extension Session {
    /// Completes a supplier by its details, which are loaded if the catalog has any.
    ///
    /// - Parameter limit: the time for that; `nil` for enough to time out over the catalog's connection, which may be
    ///   dead, and over a new one.
    func details(
        of supplier: Supplier, within limit: Duration? = nil
    ) async throws(CancellationError) -> SupplierLoader.Details {
        let longest = options.dataLoader.idleTimeout * 2 + .seconds(1)
        let details = try await loader.details(of: supplier, within: limit ?? longest)
        if let error = details.cacheError { cacheWarnings.say("the details are not kept", error) }
        return details
    }

    /// The target of a field: a URI (`TelephoneNumber.uri` for a call), or the path of the avatar's file, which is
    /// fetched if it is missing.
    ///
    /// - Returns: the target, and a sentence for each address that cannot be used.
    /// - Throws: ``Failure`` if the supplier has none, or it cannot be fetched; `CancellationError`.
    func target(of supplier: Supplier, for field: Supplier.Field) async throws -> (text: String, warnings: [String]) {
        var (target, warnings) = (String?.none, [String]())
        switch field {
        case .email:
            let message = message(to: [supplier])
            (target, warnings) = (message.target, message.warnings)
        case .phone:
            target = TelephoneNumber(supplier.phone)?.uri
            if target == nil, !supplier.phone.trimmed.isEmpty {
                warnings = ["the phone number '\(supplier.phone)' of the supplier '\(supplier.id)' cannot be used"]
            }
        case .avatar: target = try await avatarFile(of: supplier)
        case .id, .createdAt, .fullname, .company: break
        }
        guard let target else {
            throw Failure(.noMatch, warnings.first ?? "the supplier '\(supplier.id)' has no \(field.noun)")
        }
        return (target, warnings)
    }

    /// A message to suppliers.
    ///
    /// - Parameter isBlind: true if no recipient sees the others' addresses. Default `false`.
    /// - Returns: the URI, or `nil` if no address can be used, the number of suppliers that have a usable address, and
    ///   a sentence for each address that cannot be used.
    func message(
        to suppliers: [Supplier], isBlind: Bool = false
    ) -> (target: String?, recipientCount: Int, warnings: [String]) {
        let addresses = suppliers.map { MailAddresses(of: $0.email) }
        let warnings = zip(suppliers, addresses).flatMap { supplier, addresses in
            addresses.unusable.map { "the e-mail address '\($0)' of the supplier '\(supplier.id)' cannot be used" }
        }
        let target = MailAddresses.link(to: addresses.flatMap(\.usable), isBlind: isBlind)
        return (target, addresses.count { !$0.usable.isEmpty }, warnings)
    }

    /// The avatar's file, or `nil` if the supplier has no avatar.
    private func avatarFile(of supplier: Supplier) async throws -> String? {
        switch try await loader.avatar(for: supplier, delivering: .files).result {
        case .none: return nil
        case .failed(let failure):
            throw Failure(
                .unavailable,
                "the avatar is not available: \(failure.sentence(isOffline: loader.configuration.isOffline))")
        case .loaded(let avatar):
            if let file = avatar.file { return file }
            let reason = avatar.cacheError.map { "; \($0.sentence)" } ?? ", because its server forbids it"
            throw Failure(.unavailable, "the avatar is not kept in a file" + reason)
        }
    }

    /// The time after which a program that runs on is taken to have succeeded.
    private static let patience = Duration.seconds(5)

    /// Opens a URI or a file by the desktop's program, which `xdg-open` finds; returns when that was started, and may
    /// go on.
    ///
    /// - Parameter advice: the next step if no program opens it: a clause.
    /// - Throws: ``Failure``.
    func open(_ target: String, advice: String? = nil) async throws {
        let program = Program(
            words: ["xdg-open", target], environment: console.environment.variables, startsSession: true)
        let advice = advice.map { ": " + $0 } ?? ""
        do {
            let status = try await BlockingThreads.waiting.run { () throws(SystemFailure) in
                try program.start().status(until: .now + Self.patience)
            }
            guard status ?? 0 == 0 else { throw Failure(.unavailable, "no program opens '\(target)'\(advice)") }
        } catch let failure as SystemFailure {
            throw Failure(.unavailable, "no program opens '\(target)', since \(failure)\(advice)")
        }
    }
}

extension Supplier.Field {
    /// The field's name for people.
    var noun: String {
        [.fullname: "name", .email: "e-mail address", .phone: "phone number", .createdAt: "date"][self] ?? rawValue
    }
}
