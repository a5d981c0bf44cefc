import { deflateSync } from 'node:zlib';
import { PDFDocument, PDFHexString, PDFName, PDFString, StandardFonts } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { fillPdf, inspectPdf } from '../server/pdf/index.ts';
import { createInput, PDF_CONTEXT } from './pdf-support.ts';

/** A file of its objects, with no more than a reader needs. */
function writePdf(objects: readonly (string | Buffer)[], trailer = ''): Buffer {
  const parts = objects.map((object, index) =>
    Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]),
  );
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), ...parts, Buffer.from(`trailer\n<< /Root 1 0 R ${trailer} >>\n%%EOF`)]);
}

function writeStream(dict: string, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`<< ${dict} /Length ${content.length} >>\nstream\n`), content, Buffer.from('\nendstream')]);
}

const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>';
const ONE_PAGE = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';

function page(more: string): string {
  return `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] ${more} >>`;
}

/** Compressed several times: the whole of it is much larger than the file. */
function compressZeros(megabytes: number, times: number): Buffer {
  let content: Buffer = Buffer.alloc(megabytes * 1_048_576);
  for (let time = 0; time < times; time += 1) content = deflateSync(content);
  return content;
}

/** Parts that draw the next part ten times, eight levels deep. */
function writeNestedParts(): Buffer {
  const parts = Array.from({ length: 8 }, (_, level) =>
    writeStream(
      `/Type /XObject /Subtype /Form /BBox [0 0 1 1] /Resources << /XObject << /X ${level + 6} 0 R >> >>`,
      Buffer.from('/X Do '.repeat(10)),
    ),
  );
  const last = writeStream('/Type /XObject /Subtype /Form /BBox [0 0 1 1]', Buffer.from('0 0 1 1 re f'));
  const content = writeStream('', Buffer.from('/X Do '.repeat(10)));
  return writePdf([CATALOG, ONE_PAGE, page('/Contents 4 0 R /Resources << /XObject << /X 5 0 R >> >>'), content, ...parts, last]);
}

function writePages(count: number): Buffer {
  const kids = Array.from({ length: count }, (_, index) => `${index + 3} 0 R`).join(' ');
  return writePdf([CATALOG, `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`, ...Array.from({ length: count }, () => page(''))]);
}

async function encrypt(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.addPage();
  document.encrypt({ userPassword: '', ownerPassword: 'owner' });
  return document.save();
}

const LIES: readonly (readonly [name: string, code: string, write: () => Uint8Array | Promise<Uint8Array>])[] = [
  ['an encrypted file', 'pdf_encrypted', encrypt],
  ['no PDF', 'pdf_damaged', () => Buffer.from('<html>')],
  ['a file that ends early', 'pdf_damaged', () => writePages(3).subarray(0, 120)],
  ['a page tree in a circle', 'pdf_damaged', () => writePdf([CATALOG, '<< /Type /Pages /Kids [2 0 R] /Count 1 >>'])],
  ['arrays inside of each other', 'pdf_damaged', () => writePdf([CATALOG, `<< /Type /Pages /Kids ${'['.repeat(200_000)} >>`])],
  ['501 pages', 'pdf_too_many_pages', () => writePages(501)],
  ['10,000 pages', 'pdf_too_many_pages', () => writePages(10_000)],
  [
    'content that is 200 MB when it is decompressed',
    'pdf_too_complex',
    () => writePdf([CATALOG, ONE_PAGE, page('/Contents 4 0 R'), writeStream('/Filter /FlateDecode', compressZeros(200, 1))]),
  ],
  [
    'content that is compressed twice',
    'pdf_too_complex',
    () => writePdf([CATALOG, ONE_PAGE, page('/Contents 4 0 R'), writeStream('/Filter [/FlateDecode /FlateDecode]', compressZeros(200, 2))]),
  ],
  [
    'objects that are 200 MB when they are decompressed',
    'pdf_too_complex',
    () => writePdf([CATALOG, ONE_PAGE, page(''), writeStream('/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode', compressZeros(200, 1))]),
  ],
  [
    'a font of 40 MB',
    'pdf_too_complex',
    () => writePdf([CATALOG, ONE_PAGE, page(''), writeStream('/Length1 41943040 /Filter /FlateDecode', compressZeros(40, 1)), '<< /FontFile2 4 0 R >>']),
  ],
  [
    'a picture of 900 megapixels',
    'pdf_too_complex',
    () => writePdf([CATALOG, ONE_PAGE, page(''), writeStream('/Subtype /Image /Width 30000 /Height 30000 /Filter /DCTDecode', Buffer.from('x'))]),
  ],
  ['parts that draw parts a hundred million times', 'pdf_too_complex', writeNestedParts],
];

describe('uploads that are refused', () => {
  it.each(LIES)('%s: %s', async (_, code, write) => {
    await expect(inspectPdf(PDF_CONTEXT, await write())).rejects.toMatchObject({ code, status: 422 });
  });
});

it('500 pages are accepted', async () => {
  expect((await inspectPdf(PDF_CONTEXT, writePages(500))).pages).toHaveLength(500);
});

it('scripts, actions, files and objects that nothing refers to are not in the copy, nor in the result', async () => {
  const document = await PDFDocument.create();
  const sheet = document.addPage([600, 800]);
  const { context, catalog } = document;
  document.addJavaScript('start', 'app.alert("document script")');
  await document.attach(Buffer.from('MZ program'), 'program.exe');
  catalog.set(PDFName.of('OpenAction'), context.obj({ S: 'JavaScript', JS: PDFString.of('open script') }));
  catalog.set(PDFName.of('AA'), context.obj({ WC: { S: 'JavaScript', JS: PDFHexString.fromText('close script') } }));
  const rect = [0, 0, 10, 10];
  const annotations = [
    { Type: 'Annot', Subtype: 'Link', Rect: rect, A: { S: 'Launch', F: PDFString.of('launched.exe') } },
    { Type: 'Annot', Subtype: 'Link', Rect: rect, A: { S: 'URI', URI: PDFString.of('javascript:uri()') } },
    { Type: 'Annot', Subtype: 'Link', Rect: rect, A: { S: 'URI', URI: PDFString.of('https://safe.test/') } },
    { Type: 'Annot', Subtype: 'Link', Rect: rect, A: { S: 'GoTo', D: [sheet.ref, 'Fit'], Next: { S: 'SubmitForm', F: PDFString.of('http://submit.test') } } },
    { Type: 'Annot', Subtype: 'RichMedia', Rect: rect, Contents: PDFString.of('rich media') },
  ];
  sheet.node.set(PDFName.of('Annots'), context.obj(annotations.map((one) => context.register(context.obj(one)))));
  const field = document.getForm().createTextField('field');
  field.addToPage(sheet, { x: 10, y: 10, width: 50, height: 20, font: await document.embedFont(StandardFonts.Helvetica) });
  field.acroField.dict.set(PDFName.of('AA'), context.obj({ K: { S: 'JavaScript', JS: PDFString.of('key script') } }));
  context.register(PDFString.of('lonely object'));
  const uploaded = await document.save({ useObjectStreams: false });
  const inspection = await inspectPdf(PDF_CONTEXT, uploaded);
  expect(inspection.removed).toEqual(['actions', 'files', 'scripts']);
  const data = { pages: [{ width: 600, height: 800, inputs: [createInput('a', 'Text', 'x')] }] };
  for (const content of [inspection.content, await fillPdf(PDF_CONTEXT, { content: uploaded, data })]) {
    // Without compressed objects, so that all of it can be searched.
    const rewritten = await (await PDFDocument.load(content)).save({ useObjectStreams: false });
    const text = Buffer.from(rewritten).toString('latin1');
    for (const part of ['script', 'JavaScript', 'launched', 'javascript:', 'submit.test', 'program.exe', 'RichMedia', 'lonely', 'AcroForm'])
      expect(text, part).not.toContain(part);
    expect(text).toContain('https://safe.test/');
  }
});
