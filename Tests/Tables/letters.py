#!/usr/bin/env python3
"""Prints Sources/SupplierGoKit/Suppliers/Search/TextFolding+LetterVariants.swift, from Python's own copy of the Unicode database.

A letter's row begins with what it is folded to: the letter in lower case, without its marks. A letter that is folded to its
own lower case has no row. Letters that Unicode does not decompose, such as the o with a stroke, are named here. The ranges
are Latin, Greek, Cyrillic, Arabic and the ligatures; they were complete long before any Python that may run this, so its
version makes no difference.
"""
import unicodedata

RANGES = [(0xA0, 0x530), (0x620, 0x700), (0x1E00, 0x2000), (0x2100, 0x2135), (0xFB00, 0xFB07)]
WHOLE = {
    "ß": "ss", "ẞ": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ħ": "h", "ŧ": "t",
    "ı": "i", "ŋ": "n", "ĸ": "k", "ƀ": "b", "ɓ": "b", "ƈ": "c", "ɖ": "d", "ɗ": "d", "ɛ": "e", "ƒ": "f", "ɠ": "g",
    "ɨ": "i", "ɩ": "i", "ƙ": "k", "ƚ": "l", "ɲ": "n", "ƞ": "n", "ɔ": "o", "ɵ": "o", "ƥ": "p", "ƭ": "t", "ʈ": "t",
    "ʊ": "u", "ʋ": "v", "ƴ": "y", "ƶ": "z", "ȥ": "z", "ɇ": "e", "ɉ": "j", "ɍ": "r", "ɏ": "y", "ʉ": "u", "ǝ": "e",
    "ə": "e", "ς": "σ", "ـ": "",
}


def folded(letter):
    """What a letter is folded to; the letter itself if it is plain."""
    return without_marks(without_marks(letter).casefold())


def without_marks(text):
    pieces = unicodedata.normalize("NFKD", text)
    return "".join(WHOLE.get(piece, piece) for piece in pieces if unicodedata.category(piece) != "Mn")


rows = {}
for first, end in RANGES:
    for value in range(first, end):
        letter = chr(value)
        # The typographic apostrophe, and other letters used as one, are folded elsewhere. Modifier letters are of phonetic alphabets.
        category = unicodedata.category(letter)
        if category[0] == "L" and category != "Lm" and value not in (0x2B9, 0x2BA, 0x2BB, 0x2BC, 0x2BD, 0x149, 0x374, 0x1FBD):
            plain = folded(letter)
            if plain not in (letter, letter.lower()) and plain.strip() and " " not in plain:
                rows.setdefault(plain, []).append(letter)

print('''extension TextFolding {
    /// The letters that are folded to others than their lower case; written by `Tests/Tables/letters.py`.
    enum LetterVariants {
        /// Each row is what letters are folded to, a space, and the letters.
        static let rows = """''')
for plain in sorted(rows):
    line = "            " + plain + " "
    for letter in rows[plain]:
        if len(line) >= 116:
            print(line)
            line = "            " + plain + " "
        line += letter
    print(line)
print('            """\n    }\n}')
