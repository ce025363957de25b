import SupplierGoKit

extension SettingsFile {
    /// The settings file's path, for people.
    static let places = "$XDG_CONFIG_HOME/suppliergo/config, else ~/.config/suppliergo/config"

    /// The keys that say where the parts of a catalog are, and their meaning.
    static let placeKeys = CatalogShape.Part.allCases.map(\.rawValue).joined(separator: ", ")
    static let meaningOfPlaces = """
        Where the records, the pages and the fields are, as for '--map': names separated by dots, or a text with paths \
        in braces, such as '{first} {last}'.
        """

    /// The settings file's rules, for people; one paragraph each.
    static let rules = [
        """
        A line is 'key = value': the keys are the options' long names. Options override environment variables, and \
        those override the settings file. 'sort', 'group', 'columns' and 'width' are for cards on standard output and \
        for 'browse': an export has all suppliers and fields, whatever the file says.
        """,
        """
        A line '[work]' begins the section of a catalog of that name, which '--catalog work' chooses; its values \
        override those above the first section. A file of that name is './work'. 'insecure' and 'allow-private-hosts', \
        which are true or false, belong in a catalog's section, and so does 'ignore': fields, separated by commas, \
        that 'list --changes' does not compare.
        """,
        """
        A '#' at the beginning of a line or after a space begins a comment. Paths are relative to the settings file's \
        directory, or begin with '~/'. The key 'header' can be given several times; header fields are sent only to the \
        catalog of their own section, and not to a catalog that an option or a variable gives.
        """,
        """
        In place of 'catalog', a section can have 'catalog-command', whose output is the catalog. The first line that \
        'token-command' prints is the bearer token for the catalog's server. Both are run with 'sh -c' when the \
        catalog is read, and only if the settings file and its directory belong to you or root, only the owner can \
        write to the file, and not everyone to the directory. In a command a '#' begins no comment.
        """,
    ]
}
