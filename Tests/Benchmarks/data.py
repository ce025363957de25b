"""Makes the catalogs and avatars that are measured: the same bytes on every machine."""
import hashlib
import json
import os
import random
import re
import struct
import zlib

AVATARS = 10_000
EDITED_PHONE = "+351 21 555 0199"
# A catalog's name, its suppliers, and how many different avatars they have.
CATALOGS = [("hundred", 100, 100), ("five-hundred", 500, 500), ("thousand", 1_000, 1_000), ("shared", 10_000, 1_000),
            ("ten-thousand", 10_000, 10_000), ("million", 1_000_000, 10_000)]
FIRST = "Ana Bartholomew Casper Dimitra Emmanuelle François Giovanni Hạnh İpek Jermaine Klara Łukasz Noa Siobhán Zoë".split()
LAST = "Åkesson Bashirian Christiansen Dach Hamill Kerluke Li Müller O'Connell Quitzon Schowalter Swift Wójcik".split()
ESCAPES = str.maketrans({"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"})


def avatar_path(index):
    return f"avatars/{index:05d}-{zlib.crc32(str(index).encode()):08x}.png"


def png(source, size):
    """A picture of noise, about this large, in blocks that are not compressed."""
    width = 64
    height = max(8, size // (3 * width + 1))
    pixels = b"".join(b"\0" + source.randbytes(3 * width) for _ in range(height))

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(pixels, 0))
            + chunk(b"IEND", b""))


def write_avatars(site):
    """Writes all avatars, 2 to 60 KB each, and returns their checksums in order."""
    source = random.Random("avatars")
    os.makedirs(f"{site}/avatars")
    checksums = []
    for index in range(AVATARS):
        picture = png(source, int(min(60_000, max(2_000, source.lognormvariate(9.4, 0.8)))))
        checksums.append(hashlib.blake2b(picture).hexdigest())
        with open(f"{site}/{avatar_path(index)}", "wb") as file:
            file.write(picture)
    return checksums


def record(source, number, avatars):
    first, last = source.choice(FIRST), source.choice(LAST)
    company = f"{source.choice(LAST)}, {source.choice(LAST)} & {source.choice(LAST)}"
    if number % 1000 == 500:
        company += '\t"Sons\\Daughters"\nHolding'
    return {
        "id": str(number), "createdAt": f"20{source.randrange(10, 26)}-0{source.randrange(1, 10)}-11T09:11:16.040Z",
        "fullname": f"{first} {last}", "avatar": avatar_path((number - 1) % avatars),
        "phone": f"1-{source.randrange(200, 999)}-555-{source.randrange(10_000):04d}", "company": company,
        "email": f"{first}.{last}{number}@suppliers.example"}


def write_catalog(site, name, count, avatars):
    """Writes a catalog, and returns the checksum of its list as `tsv`."""
    source = random.Random(name)
    listing = hashlib.blake2b()
    with open(f"{site}/{name}.json", "w") as file:
        file.write("[")
        for number in range(1, count + 1):
            supplier = record(source, number, avatars)
            file.write(("," if number > 1 else "") + json.dumps(supplier, ensure_ascii=number % 100 == 8))
            fields = [supplier[key] for key in ("id", "fullname", "company", "phone", "email", "createdAt")]
            listing.update(("\t".join(field.translate(ESCAPES) for field in fields) + "\n").encode())
        file.write("]")
    return listing.hexdigest()


def write_edits(home, catalog, count):
    """Edits the telephone numbers of some suppliers of a catalog, evenly spread, and returns the data directory."""
    catalog = os.path.abspath(catalog)
    with open(catalog, "rb") as file:
        records = [match.groups() for match in re.finditer(rb'"id": "(\d+)".*?"phone": "([^"]+)"', file.read())]
    time = "2026-01-01T00:00:00.000Z"
    lines = [{"suppliergoEdits": 1, "catalog": catalog}]
    lines += [{"id": number.decode(), "edit": "changed", "since": time,
               "fields": {"phone": {"from": phone.decode(), "to": EDITED_PHONE, "at": time}}}
              for number, phone in records[::len(records) // count][:count]]
    name = hashlib.sha256(catalog.encode()).hexdigest()[:40]
    os.makedirs(f"{home}/suppliergo/edits")
    with open(f"{home}/suppliergo/edits/{name}.jsonl", "w") as file:
        file.writelines(json.dumps(line) + "\n" for line in lines)
    return home


def make(directory):
    """What is in a directory, which is filled first where it is empty: `site`, and the checksums of what is there."""
    summary = f"{directory}/checksums.json"
    if not os.path.exists(summary):
        site = f"{directory}/site"
        checksums = {"avatars": write_avatars(site)}
        for name, count, avatars in CATALOGS:
            checksums[name] = write_catalog(site, name, count, avatars)
        with open(summary, "w") as file:
            json.dump(checksums, file)
    with open(summary) as file:
        return json.load(file)
