/// Every setting as one command line finds it, fit to be printed: nothing that may be a secret is in it.
struct CurrentSettings: Sendable, Hashable {
    /// A setting.
    struct Value: Sendable, Hashable {
        /// The option's long name, or what else the value is.
        let name: String

        /// The value, secrets left out; `nil` where there is none.
        let text: String?

        /// Where it was given; `nil` for a default.
        let source: ValueSource?
    }

    /// A named catalog.
    struct Catalog: Sendable, Hashable {
        /// Its name.
        let name: String

        /// Where it is; `nil` where the settings file does not say.
        let location: String?

        /// The first line of its part.
        let place: SettingPlace
    }

    /// The settings file's absolute path; `nil` where there is none.
    let path: String?

    /// The settings, in the order help names the options in.
    let values: [Value]

    /// The named catalogs, in the settings file's order.
    let catalogs: [Catalog]

    /// What stands for a secret.
    static let hidden = "(hidden)"
}
