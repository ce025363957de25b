extension HelpText {
    /// The sections about the settings file.
    var settings: [String] {
        [
            overview("What no option and no environment variable says may stand in the settings file."),
            section("FILES", [entry(SettingsFile.places, "The settings file.")]) ?? "",
        ] + SettingsFile.rules.map { wrapped($0) } + [
            section("KEYS", OptionDescription.settings.map { entry($0.option.rawValue, $0.meaning) }) ?? "",
            hint("See 'suppliergo config' for what holds now, and where it comes from."),
        ]
    }

    /// The sections about the environment variables.
    var environment: [String] {
        [
            overview("What no option says may stand in an environment variable; one that is empty counts as not set."),
            section("VARIABLES", EnvironmentVariable.allCases.map { entry($0.rawValue, $0.meaning) }) ?? "",
        ]
    }

    /// The sections about the exit status.
    var exitStatus: [String] {
        [
            overview("The exit status tells programs how a run ended; the numbers are those of sysexits.h."),
            section("STATUS", ExitStatus.meanings.map { entry(String($0.number), $0.meaning) }) ?? "",
        ]
    }
}

extension SettingsFile {
    /// Where the settings file is, for people.
    static let places = "$XDG_CONFIG_HOME/suppliergo/config, else ~/.config/suppliergo/config"

    /// What the settings file may hold, for people; one paragraph each.
    static let rules = [
        """
        A line is 'key = value': the keys are the options' long names, and the value of a flag is true or false. What an \
        option says goes before an environment variable, that before the settings file, and that before the default. \
        '--FLAG=false' takes a flag back.
        """,
        """
        A line '[work]' begins the part of a catalog of that name, which '--catalog work' chooses; its values go before \
        those above all such lines. A file of that name is './work'.
        """,
        """
        A '#' at the beginning of a line or behind a space begins a comment. Paths start from the settings file's \
        directory, or with '~/'. The key 'header' may stand several times; such fields are sent to the catalog of their \
        own part only, and not where the catalog is named elsewhere.
        """,
    ]
}
