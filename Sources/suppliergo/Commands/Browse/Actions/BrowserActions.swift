import FoundationEssentials
import SupplierGoKit

/// Performs the actions that `BrowserState+Actions` decides on, beside the browser's loop; results come as events.
struct BrowserActions: Sendable {
    let session: Session
    let terminal: TerminalSession
    let mailbox: Mailbox

    /// The store of edits; `nil` if they are not applied.
    let edits: EditStore?

    /// Shows the edits of the catalog; the changes are those that were made just now.
    let showEdits: @Sendable (SupplierEdits, [SupplierChange]) -> Void

    /// The changes that can be undone.
    let undoable = Lock([StoredChanges]())

    /// Opens a supplier's address, number or avatar with the desktop's program.
    func open(_ field: Supplier.Field, of supplier: Supplier) {
        start {
            let (target, omitted) = try await session.target(of: supplier, for: field)
            try await session.open(target)
            return .done((["opened \(target.visibleText)"] + omitted).joined(separator: "; "))
        }
    }

    /// Opens a message to several suppliers, whose number `BrowserState.write()` limits.
    func openMessage(to suppliers: [Supplier]) {
        start {
            let message = session.message(to: suppliers, isBlind: true)
            guard let target = message.target else {
                let reason = message.warnings.first ?? "none of the marked suppliers has an e-mail address"
                throw Failure(.noMatch, reason)
            }
            let empty = suppliers.filter { $0.email.trimmed.isEmpty }.map { "'\($0.id)' has no e-mail address" }
            let omitted = empty + message.warnings
            try await session.open(target)
            let count = Count.formatted(message.recipientCount, "marked supplier")
            return .done((["opened a message to \(count)"] + omitted).joined(separator: "; "))
        }
    }

    /// Puts a text into the terminal's clipboard (xterm's OSC 52): the user's own through ssh as well. A terminal does
    /// not answer, and may be set to refuse.
    func copy(_ text: String) {
        var bytes = Array("\u{1b}]52;c;".utf8)
        bytes.append(base64: Array(text.utf8))
        terminal.write(bytes + [0x07])
        let count = text.split(separator: "\n", omittingEmptySubsequences: false).count
        mailbox.post(.done("copied \(count > 1 ? Count.formatted(count, "line") : text)"))
    }

    /// Writes suppliers to a file.
    ///
    /// - Returns: false if it was given up.
    func export(_ export: Export) async -> Bool {
        let begin = export.format.embedsAvatars ? "exporting, with avatars" : "exporting"
        mailbox.post(.done("\(begin)..."))
        let isOver = await report({ .exportFailed(export, $0) }) {
            guard try await writeFile(of: export) else { return .fileExists(export) }
            let count = Count.formatted(export.rows.count, "supplier")
            return .done("exported \(count) to \(export.path.visibleText)")
        }
        mailbox.post(.exportEnded)
        return isOver
    }

    /// Writes suppliers to a file in a format for programs or address books; avatars that the format holds are fetched.
    ///
    /// A quiet console stays quiet.
    ///
    /// - Returns: true if it was written: `false` if there is a file already that may not be replaced.
    /// - Throws: ``Failure`` if the file cannot be written; `CancellationError`.
    private func writeFile(of export: Export) async throws -> Bool {
        let environment = session.console.environment
        let path = environment.absolutePath(environment.replacingTilde(in: export.path))
        // The end of the path is enough, so that the reason has room.
        let name = export.path.count > 24 ? "..." + export.path.suffix(21) : export.path
        do {
            try await session.console.writingFile(
                at: path, named: "'\(name)'", isRegular: true, replacing: export.overwrites
            ) { console in
                // Before the avatars are fetched: a person waits for the question.
                if !export.overwrites, FileManager.default.fileExists(atPath: path) {
                    throw FileError(.create, path, .exists)
                }
                try await Self.print(export, in: session.on(console))
                // Without the avatars that were not fetched any more it would be half an export.
                try Task.checkCancellation()
            }
            return true
        } catch let error as FileError where error.reason == .exists {
            return false
        }
    }

    private static func print(_ export: Export, in session: Session) async throws {
        var printer = SupplierPrinter(format: export.format, query: SupplierQuery(""), session: session)
        if export.format.embedsAvatars {
            let suppliers = export.rows.map { export.table.supplier(at: $0) }
            printer.images = try await AvatarImages(of: suppliers, from: nil, in: session)
        }
        try printer.begin(from: export.source)
        try await printer.print(export.rows.map { UInt32($0) }[...], of: export.table)
        try printer.end()
    }

    /// Lets a timer run out after some time.
    func wait(_ time: Duration, for timer: BrowserTimer) {
        start {
            try await Task.sleep(for: time)
            return .expired(timer)
        }
    }

    private func start(_ work: @escaping @Sendable () async throws -> BrowserEvent) {
        Task { await report({ .failed($0) }, work) }
    }

    /// Posts what some work ends with; returns `false` if it was cancelled.
    @discardableResult
    func report(_ failed: (Failure) -> BrowserEvent, _ work: () async throws -> BrowserEvent) async -> Bool {
        do {
            mailbox.post(try await work())
        } catch {
            guard !(error is CancellationError), let failure = Failure(error) else { return false }
            mailbox.post(failed(failure))
        }
        return true
    }
}
