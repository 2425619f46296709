"""What makes a PDF file one of PDF/X: its output intent, its identification, its metadata.

It knows reportlab's document and a press, and nothing of what is drawn.  PDF/X-4 is ISO 15930-7
(PDF 1.6, layers, transparency), PDF/X-1a:2003 is ISO 15930-4 (PDF 1.4, neither of these).
"""

from __future__ import annotations

from typing import Any
from uuid import UUID
from xml.sax.saxutils import escape

from reportlab.pdfbase.pdfdoc import (
    PDFArray,
    PDFDictionary,
    PDFInfo,
    PDFName,
    PDFStream,
    PDFString,
    PDFZCompress,
)

from engine.drawing.writers.press import Press

_XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about=""
 xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{subject}</rdf:li></rdf:Alt></dc:description>
<pdf:Keywords>{keywords}</pdf:Keywords>
<pdf:Producer>{producer}</pdf:Producer>
<pdf:Trapped>False</pdf:Trapped>
<pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>
<xmp:CreateDate>{date}</xmp:CreateDate>
<xmp:CreatorTool>{creator}</xmp:CreatorTool>
<xmp:MetadataDate>{date}</xmp:MetadataDate>
<xmp:ModifyDate>{date}</xmp:ModifyDate>
<xmpMM:DocumentID>uuid:{key}</xmpMM:DocumentID>
<xmpMM:InstanceID>uuid:{key}</xmpMM:InstanceID>
<xmpMM:RenditionClass>default</xmpMM:RenditionClass>
<xmpMM:VersionID>1</xmpMM:VersionID>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>
"""


def enter(document: Any, press: Press, standard: str, digest: bytes) -> None:
    """Make a finished document one of PDF/X ``standard``; its ID is a ``digest`` of 16 bytes."""
    catalog, condition = document.Catalog, press.condition
    profile = PDFStream(PDFDictionary({"N": 4}), press.profile, filters=[PDFZCompress])
    intent = {
        "Type": PDFName("OutputIntent"),
        "S": PDFName("GTS_PDFX"),
        "OutputConditionIdentifier": PDFString(condition.identifier),
        "OutputCondition": PDFString(condition.words),
        "Info": PDFString(condition.words),
        "DestOutputProfile": document.Reference(profile),
    }
    if condition.registry:
        intent["RegistryName"] = PDFString(condition.registry)
    entries = {"OutputIntents": PDFArray([PDFDictionary(intent)])}
    if standard == "4":
        metadata = PDFDictionary({"Type": PDFName("Metadata"), "Subtype": PDFName("XML")})
        keys = ("title", "subject", "keywords", "producer", "creator")
        words = {name: escape(getattr(document.info, name)) for name in keys}
        key = UUID(bytes=digest, version=5)  # an identifier made by name (RFC 9562)
        # The same pages give the same bytes: the date is reportlab's when invariant.
        text = _XMP.format(date="2000-01-01T00:00:00+00:00", key=key, **words)
        entries["Metadata"] = document.Reference(PDFStream(metadata, text.encode()))
    else:
        document.info = _InfoOfX1a(document.info)
    catalog.__Defaults__ = {**catalog.__Defaults__, **entries}


class _InfoOfX1a(PDFInfo):  # type: ignore[misc]
    def __init__(self, info: Any) -> None:
        self.__dict__.update(info.__dict__)

    def format(self, document: Any) -> Any:
        written: bytes = super().format(document)
        return written.replace(b"/Title", b"/GTS_PDFXVersion (PDF/X-1a:2003) /Title", 1)
