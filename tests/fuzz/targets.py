"""What is fuzzed: every reader of texts, files, requests and command lines."""

from tests.fuzz import documents, settings, sheets, texts
from tests.fuzz.target import Target

TARGETS: tuple[Target, ...] = (
    *texts.TARGETS,
    *settings.TARGETS,
    *documents.TARGETS,
    *sheets.TARGETS,
)
