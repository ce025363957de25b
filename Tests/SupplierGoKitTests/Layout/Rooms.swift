/// A product's rooms, and the names by which one knows another.
///
/// A room knows another if it names one of its types, or a member that the other one declares in an extension of a type
/// that is not its own. A name that several rooms declare tells nothing.
struct Rooms {
    /// The room of the files that lie in no folder.
    static let root = "the root"

    /// Members of these names are the standard library's too, or those of a type inside another.
    private static let common: Set<Substring> = ["offset", "Source", "take"]

    private let files: [String: [SourceFile]]

    /// - Parameter split: the folders that are no rooms: each folder in them is one.
    init(_ files: [SourceFile], split: Set<String> = []) {
        self.files = Dictionary(grouping: files) { file in
            let folders = file.path.split(separator: "/").dropLast().map(String.init)
            guard let first = folders.first else { return Self.root }
            return split.contains(first) && folders.count > 1 ? "\(first)/\(folders[1])" : first
        }
    }

    /// The names of all rooms.
    var names: Set<String> { Set(files.keys) }

    /// The names by which each room knows one that it may not know, as `Room -> Other: name`, with the file that uses
    /// it.
    func violations(of arrows: [String: Set<String>]) -> [String: String] {
        var violations: [String: String] = [:]
        for (other, declaring) in files {
            let types = declaring.reduce(into: Set<Substring>()) { $0.formUnion($1.topLevelNames) }
            let members = members(of: other, types: types)
            for (room, using) in files where room != other && arrows[room]?.contains(other) != true {
                for file in using {
                    let known = file.words.intersection(types).subtracting(file.declaredNames)
                    let used = file.wordsAfterDot.intersection(members).subtracting(file.declaredNames)
                    for name in known { violations["\(room) -> \(other): \(name)"] = file.path }
                    for name in used { violations["\(room) -> \(other): .\(name)"] = file.path }
                }
            }
        }
        return violations
    }

    /// The members that only this room declares, in extensions of types of other rooms.
    private func members(of room: String, types: Set<Substring>) -> Set<Substring> {
        var members: Set<Substring> = []
        for file in files[room] ?? [] {
            for (type, names) in file.extensionMembers where !types.contains(type) { members.formUnion(names) }
        }
        for (other, declaring) in files where other != room {
            for file in declaring { members.subtract(file.memberNames.union(file.topLevelNames)) }
        }
        return members.subtracting(Self.common)
    }
}
