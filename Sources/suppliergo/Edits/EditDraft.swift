import Glibc
import SupplierGoKit

/// A text that is being edited in another program: a file in the directory of the edits, which only its user can read.
///
/// It stays if the process ends before ``remove()``, so that nothing that was written is lost.
struct EditDraft: Sendable {
    /// The file's path.
    let path: String
    let store: EditStore

    /// Makes an empty file.
    ///
    /// - Throws: ``EditStoreError``.
    static func make(in store: EditStore) async throws -> EditDraft {
        try await store.run {
            try FileSystem.makeDirectories(store.directory)
            let path = store.directory + "/draft-" + String(UInt64.random(in: 0 ... .max), radix: 36) + ".txt"
            try FileDescriptor(
                opening: path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, permissions: 0o600, operation: .create
            ).close()
            return EditDraft(path: path, store: store)
        }
    }

    /// Replaces the text.
    func write(_ text: String) async throws {
        try await store.run {
            let file = try FileDescriptor(opening: path, O_WRONLY | O_TRUNC | O_NOFOLLOW, operation: .write)
            try file.write(Array(text.utf8))
            try file.close()
        }
    }

    /// The text; another program may have replaced the file.
    func read() async throws -> String {
        try await store.run { String(decoding: try store.bytes(at: path) ?? [], as: UTF8.self) }
    }

    /// Removes the file.
    func remove() async throws {
        try await store.run { _ = try FileSystem.removeFile(path) }
    }
}
