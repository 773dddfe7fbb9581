"""The specifications whose stages are measured."""

from canonbench.model.text import Text

__all__ = [
    "CID",
    "FIPS_180",
    "FIPS_186",
    "ISO_18013_5",
    "JSON",
    "JSON_LD_API",
    "N_QUADS",
    "RDF_CANON",
    "RFC2104",
    "RFC4648",
    "RFC5280",
    "RFC5869",
    "RFC7515",
    "RFC8032",
    "RFC8785",
    "RFC8949",
    "RFC9052",
    "RFC9053",
    "RFC9901",
    "SD_JWT_VC",
    "VC_DATA_INTEGRITY",
    "VC_DI_ECDSA",
    "VC_DI_EDDSA",
]

JSON_LD_API = Text(
    "JSON-LD 1.1 API", "REC 2020-07-16", "https://www.w3.org/TR/2020/REC-json-ld11-api-20200716/"
)
N_QUADS = Text("RDF 1.1 N-Quads", "REC 2014-02-25", "https://www.w3.org/TR/2014/REC-n-quads-20140225/")
RDF_CANON = Text("RDF-CANON", "REC 2024-05-21", "https://www.w3.org/TR/2024/REC-rdf-canon-20240521/")
CID = Text("Controlled Identifiers 1.0", "REC 2025-05-15", "https://www.w3.org/TR/2025/REC-cid-1.0-20250515/")
VC_DATA_INTEGRITY = Text(
    "VC Data Integrity 1.0", "REC 2025-05-15", "https://www.w3.org/TR/2025/REC-vc-data-integrity-20250515/"
)
VC_DI_ECDSA = Text(
    "VC-DI-ECDSA 1.0", "REC 2025-05-15", "https://www.w3.org/TR/2025/REC-vc-di-ecdsa-20250515/"
)
VC_DI_EDDSA = Text(
    "VC-DI-EDDSA 1.0", "REC 2025-05-15", "https://www.w3.org/TR/2025/REC-vc-di-eddsa-20250515/"
)
FIPS_180 = Text("FIPS 180-4", "2015-08", "https://csrc.nist.gov/pubs/fips/180-4/upd1/final")
FIPS_186 = Text("FIPS 186-5", "2023-02", "https://csrc.nist.gov/pubs/fips/186-5/final")
JSON = Text("RFC 8259", "2017-12", "https://www.rfc-editor.org/rfc/rfc8259.html")
RFC2104 = Text("RFC 2104", "1997-02", "https://www.rfc-editor.org/rfc/rfc2104.html")
RFC4648 = Text("RFC 4648", "2006-10", "https://www.rfc-editor.org/rfc/rfc4648.html")
RFC5280 = Text("RFC 5280", "2008-05", "https://www.rfc-editor.org/rfc/rfc5280.html")
RFC5869 = Text("RFC 5869", "2010-05", "https://www.rfc-editor.org/rfc/rfc5869.html")
RFC8032 = Text("RFC 8032", "2017-01", "https://www.rfc-editor.org/rfc/rfc8032.html")
RFC8785 = Text("RFC 8785", "2020-06", "https://www.rfc-editor.org/rfc/rfc8785.html")
RFC8949 = Text("RFC 8949", "2020-12", "https://www.rfc-editor.org/rfc/rfc8949.html")
RFC9052 = Text("RFC 9052", "2022-08", "https://www.rfc-editor.org/rfc/rfc9052.html")
RFC9053 = Text("RFC 9053", "2022-08", "https://www.rfc-editor.org/rfc/rfc9053.html")
ISO_18013_5 = Text("ISO/IEC 18013-5", "2021", "https://www.iso.org/standard/69084.html")
RFC7515 = Text("RFC 7515", "2015-05", "https://www.rfc-editor.org/rfc/rfc7515.html")
RFC9901 = Text("RFC 9901", "2025-11", "https://www.rfc-editor.org/rfc/rfc9901.html")
SD_JWT_VC = Text(
    "SD-JWT VC", "draft-19", "https://www.ietf.org/archive/id/draft-ietf-oauth-sd-jwt-vc-19.html"
)
