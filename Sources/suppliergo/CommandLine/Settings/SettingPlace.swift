/// A line of the settings file.
struct SettingPlace: Sendable, Hashable {
    /// The file's absolute path.
    let path: String

    /// The line's number, from 1.
    let line: Int

    /// The named catalog whose part of the file it is; `nil` for the general part.
    var section: String?
}

extension SettingPlace: CustomStringConvertible {
    /// The place as compilers name places.
    var description: String { "\(path):\(line)" }
}
