#!/usr/bin/env python3
"""Prints TestData/signatures.json: requests as botocore, Amazon's own client library for Python, makes and signs them.

It needs `botocore` from PyPI. No request leaves it: each is caught before it is sent. The time of signing is fixed. Only the
fields that are signed are kept, and not those that botocore adds about itself.
"""
import datetime
import json
from urllib.parse import urlsplit

import botocore.auth
import botocore.awsrequest
import botocore.config
import botocore.handlers
import botocore.session

TIME = datetime.datetime(2026, 2, 28, 23, 59, 58)
SECRET = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"
ENDPOINTS = ["http://127.0.0.1:9000", "http://store.example", "http://store.example:8080/s3"]
PREFIXES = ["", "avatars", "a b/c+d", "Ünïcödé/日本", "100%/~-._", "q?x=1&y=2#z", "(),;:@!$'*[]{}|\\^`\"<>"]
NAMES = [
    "avatars/ab/cdef0123", "missing/00/ff", "a b", " lead and trail ", "e\u0301 and \u00e9", "emoji 🦊", "plus+percent%41",
    "semi;colon:at@", "tilde~dash-dot.under_", "quote'\"back\\slash",
]


def caught(endpoint, token, call):
    """What a call of a client would send."""
    botocore.auth.get_current_datetime = lambda: TIME
    session = botocore.session.Session()
    session.set_credentials("AKIDEXAMPLE", SECRET, token)
    config = botocore.config.Config(
        s3={"addressing_style": "path"}, request_checksum_calculation="when_required",
        response_checksum_validation="when_required")
    client = session.create_client("s3", region_name="eu-north-7", endpoint_url=endpoint, config=config)
    # What botocore says about itself is signed; it would change with each version of it.
    client.meta.events.register("before-sign.s3", lambda request, **_: [
        request.headers.__delitem__(name) for name in ("amz-sdk-invocation-id", "amz-sdk-request")
        if name in request.headers])
    requests = []

    def catch(request, **_):
        requests.append(request)
        return botocore.awsrequest.AWSResponse(request.url, 200, {}, None)

    client.meta.events.register("before-send.s3", catch)
    try:
        call(client)
    except Exception:
        # The answer is nothing it can read.
        if not requests:
            raise
    return requests[0]


def row(endpoint, prefix, name, method, token=None, body=b"", fields={}):
    key = prefix + "/" + name if prefix else name
    calls = {
        "GET": lambda client: client.get_object(Bucket="fleet", Key=key),
        "HEAD": lambda client: client.head_object(Bucket="fleet", Key=key),
        "DELETE": lambda client: client.delete_object(Bucket="fleet", Key=key),
        "PUT": lambda client: client.put_object(Bucket="fleet", Key=key, Body=body, **fields),
    }
    request = caught(endpoint, token, calls[method])
    headers = {n.lower(): v.decode() if isinstance(v, bytes) else v for n, v in request.headers.items()}
    signed = headers["authorization"].split("SignedHeaders=")[1].split(",")[0].split(";")
    parts = urlsplit(request.url)
    headers["host"] = parts.netloc
    return {
        "endpoint": endpoint, "prefix": prefix, "name": name, "operation": method, "method": request.method,
        "target": parts.path + ("?" + parts.query if parts.query else ""), "body": body.decode(), "token": token,
        "fields": {n: headers[n] for n in signed}, "authorization": headers["authorization"],
    }


rows = [row(ENDPOINTS[0], prefix, name, "GET") for prefix in PREFIXES for name in NAMES]
rows += [row(endpoint, "avatars", "ab/cd ef", method) for endpoint in ENDPOINTS for method in ("HEAD", "DELETE", "GET")]
stored = {
    "ContentType": "image/svg+xml; charset=utf-8", "CacheControl": "max-age=60,  stale-if-error=5",
    "Metadata": {"suppliergo": "AAEC/+8=", "other": "two  blanks"},
}
for token in (None, "a/token+with=signs"):
    for body in (b"", b"bytes", "Ünïcödé 🦊".encode()):
        rows.append(row(ENDPOINTS[1], "a b", "ab/cdef", "PUT", token, body, stored))
print("[\n" + ",\n".join(json.dumps(r, ensure_ascii=False, sort_keys=True) for r in rows) + "\n]")
