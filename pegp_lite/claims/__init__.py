"""The paper's claims, one by one: the test that decides each, our number, and the verdict."""

from pegp_lite.claims.entries import Entry
from pegp_lite.claims.formats import as_json, as_markdown, as_table
from pegp_lite.claims.ledger import claims_ledger
from pegp_lite.claims.outcome import real_outcome
from pegp_lite.claims.statements import CLAIMS, Claim
from pegp_lite.claims.verdicts import Finding, Part

__all__ = [
    "CLAIMS",
    "Claim",
    "Entry",
    "Finding",
    "Part",
    "as_json",
    "as_markdown",
    "as_table",
    "claims_ledger",
    "real_outcome",
]
