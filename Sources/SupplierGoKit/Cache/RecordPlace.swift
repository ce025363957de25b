import Glibc

/// Where entries' records are: in an extended attribute of the entry's file, which has it before it appears; and where the
/// file system has no room for attributes, in a file beside it that names the entry's file by its number.
struct RecordPlace: Sendable {
    /// Whether attributes are used at all.
    let usesAttributes: Bool

    /// Gives an entry's file its record, in one step.
    ///
    /// - Parameters:
    ///   - path: where the entry is, or will be.
    ///   - makeFile: begins a file that will appear at a path beside it.
    func keep(
        _ record: EntryRecord, of file: FileDescriptor, _ status: FileStatus, at path: String,
        makeFile: (_ path: String) throws(FileError) -> AtomicFile
    ) throws(FileError) {
        if usesAttributes, try setAttribute(record, of: file) { return }
        let (directory, name) = Self.split(path)
        let side = try makeFile(directory + "/" + CacheFileName.record(of: name))
        try side.write(SideRecord(record: record, fileNumber: status.fileNumber).bytes)
        _ = try side.publish()
        // Behind the other one: the attribute is what is believed.
        if usesAttributes { try file.removeAttribute(EntryRecord.attribute) }
    }

    /// The record of an open file that should be that of an entry's name (``CacheName/word``); `nil` where it has none, or
    /// is another one.
    static func record(
        of file: FileDescriptor, _ status: FileStatus, named nameWord: UInt64
    ) throws(FileError) -> EntryRecord? {
        let record = try file.attribute(EntryRecord.attribute) {
            EntryRecord($0, nameWord: nameWord, byteCount: status.byteCount)
        }
        if let record { return record }
        return try recordBeside(file.path, status, nameWord)
    }

    /// The record of a file, likewise.
    static func record(
        of path: PathBuffer, _ status: FileStatus, named nameWord: UInt64
    ) throws(FileError) -> EntryRecord? {
        let record = try FileSystem.attribute(EntryRecord.attribute, of: path) {
            EntryRecord($0, nameWord: nameWord, byteCount: status.byteCount)
        }
        if let record { return record }
        return try recordBeside(path.text, status, nameWord)
    }

    private static func recordBeside(
        _ path: String, _ status: FileStatus, _ nameWord: UInt64
    ) throws(FileError) -> EntryRecord? {
        let (directory, name) = split(path)
        return try Directory(at: directory).flatMap { (directory) throws(FileError) in
            try sideRecord(of: name, in: directory, status, nameWord)
        }
    }

    /// The record beside an entry's file. Where it is that of another file, which was there before, or is yet to come, or
    /// which this one is a copy of, it says nothing but what the bytes must be.
    private static func sideRecord(
        of name: String, in directory: Directory, _ status: FileStatus, _ nameWord: UInt64
    ) throws(FileError) -> EntryRecord? {
        guard let file = try directory.file(CacheFileName.record(of: name)) else { return nil }
        let fileStatus = try file.status()
        guard fileStatus.kind == .regular, fileStatus.byteCount <= 1 << 20,
            let side = SideRecord(
                try file.readAll(fileStatus.byteCount), nameWord: nameWord, byteCount: status.byteCount)
        else { return nil }
        return side.fileNumber == status.fileNumber ? side.record : side.record.withoutResponse
    }

    /// Whether the file system took the attribute.
    private func setAttribute(_ record: EntryRecord, of file: FileDescriptor) throws(FileError) -> Bool {
        do throws(FileError) {
            try file.setAttribute(EntryRecord.attribute, record.bytes)
            return true
        } catch {
            // None known, or no room for this one: a file has room for as long as the disk has.
            let expected = [ENOTSUP, ENOSPC, EDQUOT, E2BIG, ERANGE, EPERM]
            guard error.errorNumber.map(expected.contains) == true else { throw error }
            return false
        }
    }

    private static func split(_ path: String) -> (directory: String, name: String) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
        return (String(path[..<slash]), String(path[path.index(after: slash)...]))
    }
}

/// A record in a file of its own.
private struct SideRecord {
    let record: EntryRecord

    /// The number of the entry's file: another file under its name is another entry.
    let fileNumber: UInt64

    init(record: EntryRecord, fileNumber: UInt64) {
        self.record = record
        self.fileNumber = fileNumber
    }

    init?(_ bytes: [UInt8], nameWord: UInt64, byteCount: Int) {
        guard var reader = PackedValueReader(sealed: bytes), let fileNumber = reader.integer(UInt64.self),
            let record = EntryRecord(reader.rest.span, nameWord: nameWord, byteCount: byteCount)
        else { return nil }
        self.init(record: record, fileNumber: fileNumber)
    }

    var bytes: [UInt8] {
        var values = PackedValues()
        values.append(fileNumber)
        values.append(contentsOf: record.bytes)
        values.seal()
        return values.bytes
    }
}
