import SupplierGoKit

/// The options of `edit`, `add`, `revert` and `edits`.
extension Options {
    static let newFullname = Option<String?>(.edit, "fullname", .text("name"), isSetting: false, "The full name.")

    static let newCompany = Option<String?>(.edit, "company", .text("name"), isSetting: false, "The company.")

    static let newPhone = Option<String?>(
        .edit, "phone", .text("number"), isSetting: false, "The phone number; '' for none.")

    static let newEmail = Option<String?>(
        .edit, "email", .text("address"), isSetting: false, "The e-mail address; '' for none.")

    static let newAvatar = Option<String?>(
        .edit, "avatar", .image("url|file"), isSetting: false,
        "The avatar: a URL or an image's path; '' for none. The file stays where it is.")

    static let newID = Option<String?>(
        .edit, "id", .text("id"), shown: "a new UUID", isSetting: false, "The id of the supplier to add.")

    /// The options that set fields, by field.
    static let fields: [(field: Supplier.Field, option: Option<String?>)] = [
        (.fullname, newFullname), (.company, newCompany), (.phone, newPhone), (.email, newEmail),
        (.avatar, newAvatar),
    ]

    static let everyEdit = Option(
        .edit, flag: "all",
        "All edits. 'revert' undoes those of the catalog, 'edits' lists those of every catalog.")

    static let take = Option<String?>(
        .edit, "take", .editedSupplier("id"), isSetting: false,
        "Settle a supplier's conflicts with the catalog's values.")

    static let keep = Option<String?>(
        .edit, "keep", .editedSupplier("id"), isSetting: false, "Settle a supplier's conflicts with your own values.")

    static let rename = Option<String?>(
        .edit, "rename", .catalog("old"), isSetting: false,
        "Move a catalog's edits to its new location, the argument.")

    static let editsFormat = format(
        of: [.text, .json, .ndjson, .csv],
        "The output format. text is for people, the others are for programs and for the catalog's owner.")
}
