import { randomBytes } from 'node:crypto';
import { PDFArray, PDFDict, PDFHexString, PDFName, PDFString, type PDFDocument, type PDFObject, type PDFRef } from 'pdf-lib';
import { ENVELOPE_KEY, type PlaceholderInput, type PreparedPdf } from './contract.ts';
import { openPdf } from './open-pdf.ts';
import { savePdf } from './write-filled.ts';

/** Where the numbers of the byte range, and the signature, will be: random texts that no uploaded file can contain. */
export interface PlaceholderMarker {
  readonly range: string;
  readonly contents: string;
}

/** Prepares a PDF as it is for a digital signature. Throws `PdfError`. */
export async function preparePdf(content: Uint8Array, certify: PlaceholderInput): Promise<PreparedPdf> {
  return (await savePdf(await openPdf(content), certify)) as PreparedPdf;
}

/**
 * Adds a place for a digital signature over the whole file. It says that no later change is allowed (DocMDP, level 1), so that readers show
 * one as a change.
 */
export function addPlaceholder(document: PDFDocument, { size, ...details }: PlaceholderInput): PlaceholderMarker {
  const { context, catalog } = document;
  const marker = { range: randomBytes(16).toString('hex'), contents: randomBytes(16).toString('hex') };
  const signature = context.register(createSignature(document, marker, size, details));
  const field = addField(document, signature);
  catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [field], SigFlags: 3 }));
  catalog.set(PDFName.of('Perms'), context.obj({ DocMDP: signature }));
  return marker;
}

function createSignature(
  { context }: PDFDocument,
  marker: PlaceholderMarker,
  size: number,
  { envelopeId, at, name = 'Muster', reason }: Omit<PlaceholderInput, 'size'>,
): PDFDict {
  const text = (value: string): PDFObject => PDFHexString.fromText(value);
  return context.obj({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'ETSI.CAdES.detached',
    [ENVELOPE_KEY]: PDFHexString.of(Buffer.from(envelopeId).toString('hex')),
    ByteRange: [0, PDFName.of(marker.range), PDFName.of(marker.range), PDFName.of(marker.range)],
    Contents: PDFHexString.of(marker.contents.padEnd(size * 2, '0')),
    M: PDFString.fromDate(at),
    Name: text(name),
    ...(reason === undefined ? {} : { Reason: text(reason) }),
    Reference: [{ Type: 'SigRef', TransformMethod: 'DocMDP', TransformParams: { Type: 'TransformParams', P: 1, V: '1.2' } }],
  });
}

/** A field that is not shown, on the first page. */
function addField(document: PDFDocument, signature: PDFRef): PDFRef {
  const { context } = document;
  const page = document.getPage(0);
  const field = context.register(
    context.obj({
      Type: 'Annot',
      Subtype: 'Widget',
      FT: 'Sig',
      T: PDFString.of('Muster'),
      Rect: [0, 0, 0, 0],
      F: 132,
      P: page.ref,
      V: signature,
    }),
  );
  const annotations = page.node.lookup(PDFName.of('Annots'));
  page.node.set(PDFName.of('Annots'), context.obj([...(annotations instanceof PDFArray ? annotations.asArray() : []), field]));
  return field;
}

/** Writes the byte range into a file, and says where its signature goes. */
export function locatePlaceholder(content: Uint8Array, { range, contents }: PlaceholderMarker): PreparedPdf {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const start = bytes.lastIndexOf(`<${contents}`);
  const end = bytes.indexOf('>', start) + 1;
  const names = `/${range} /${range} /${range}`;
  const numbers = `${start} ${end} ${bytes.length - end}`;
  bytes.write(numbers.padEnd(names.length), bytes.lastIndexOf(names), 'latin1');
  return { content, gap: { start, end } };
}
