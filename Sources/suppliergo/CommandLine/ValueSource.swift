/// Where a value was given; the later cases take precedence over the earlier ones.
enum ValueSource: Sendable, Hashable {
    /// A line of the settings file.
    case setting(SettingPlace)

    /// An environment variable.
    case variable(EnvironmentVariable)

    /// The command line.
    case option

    /// How far the source goes before others: command line, environment, a named catalog's part of the settings file, its
    /// general part.
    var rank: Int {
        switch self {
        case .option: 3
        case .variable: 2
        case .setting(let place): place.section == nil ? 0 : 1
        }
    }

    /// An option as it was written there.
    func name(of option: Option) -> String {
        switch self {
        case .option: "'\(option.spelling)'"
        case .variable(let variable): "the environment variable \(variable.rawValue)"
        case .setting(let place): "'\(option.rawValue)' in \(place)"
        }
    }
}
