"""A namespace and a document type for education credentials: made up here, for benchmarks only.

No public ones exist: neither ISO/IEC 18013-5 nor any register that it names has a document type for diplomas,
badges or learner records. These two stand under ``example.org``, a domain reserved for examples (RFC 2606
section 3), in the reverse order that clause 7.1 recommends, so that nobody takes them for anything else.
"""

__all__ = ["EDUCATION_DOCTYPE", "EDUCATION_NAMESPACE"]

EDUCATION_NAMESPACE = "org.example.education.1"

EDUCATION_DOCTYPE = "org.example.education.1.credential"
