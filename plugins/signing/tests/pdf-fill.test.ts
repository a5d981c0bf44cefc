import { degrees, PDFDocument, PDFHexString, PDFName, StandardFonts } from 'pdf-lib';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  certifyPdf,
  createCertificate,
  fillAndCertifyPdf,
  fillPdf,
  inspectPdf,
  openCertificate,
  verifyPdf,
  writeCertificateOfCompletion,
  type CertifyOptions,
  type SigningCertificate,
} from '../server/pdf/index.ts';
import type { DocumentData, DocumentInput } from '../shared/document.ts';
import { createInput, createTimeStampServer, PDF_CONTEXT, runPoppler } from './pdf-support.ts';

let certificate: SigningCertificate;
let options: CertifyOptions;

beforeAll(async () => {
  const file = await createCertificate(PDF_CONTEXT, { name: 'Grüße GmbH', from: new Date(), passphrase: 'secret', bits: 2048 });
  certificate = await openCertificate(PDF_CONTEXT, file, 'secret');
  options = { envelopeId: 'envelope-1', at: new Date(), certificate, reason: 'Completed' };
  await expect(openCertificate(PDF_CONTEXT, file, 'wrong')).rejects.toMatchObject({ code: 'certificate_not_usable' });
});

async function createPdf(rotations: readonly number[]): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  for (const rotation of rotations) {
    const page = document.addPage([612, 792]);
    page.setRotation(degrees(rotation));
    page.setCropBox(20, 30, 500, 700);
  }
  return document.save();
}

function createData(...pages: readonly (readonly DocumentInput[])[]): DocumentData {
  return { pages: pages.map((inputs) => ({ width: 500, height: 700, inputs })) };
}

/** Words with their places on the pages as they are shown. */
async function readWords(
  content: Uint8Array,
): Promise<readonly { readonly page: number; readonly text: string; readonly x: number; readonly y: number }[]> {
  const html = await runPoppler('pdftotext', content, ['-bbox', '-cropbox', 'FILE', '-']);
  return html
    .split('<page ')
    .slice(1)
    .flatMap((page, index) =>
      [...page.matchAll(/<word xMin="([\d.-]+)" yMin="([\d.-]+)"[^>]*>([^<]*)</g)].map(([, x, y, text = '']) => ({
        page: index,
        text,
        x: Number(x),
        y: Number(y),
      })),
    );
}

describe('filling in', () => {
  it('values are where they were placed, on pages that are turned and cropped', async () => {
    const turns = [0, 90, 180, 270];
    const data = createData(
      ...turns.map((turn) => [createInput(`turn${turn}`, 'Text', `Turned${turn}`, { place: { x: 100, y: 300, width: 150, height: 20 } })]),
    );
    const words = await readWords(await fillPdf(PDF_CONTEXT, { content: await createPdf(turns), data }));
    expect(words.map(({ page, text }) => [page, text])).toEqual(turns.map((turn, page) => [page, `Turned${turn}`]));
    for (const { x, y } of words) {
      // A padding of 2 points, and 11 points in the middle of 20.
      expect(Math.abs(x - 102)).toBeLessThan(2);
      expect(Math.abs(y - 304)).toBeLessThan(4);
    }
  });

  it('a content that leaves its state changed moves nothing', async () => {
    const document = await PDFDocument.create();
    const page = document.addPage([500, 700]);
    page.node.set(PDFName.of('Contents'), document.context.register(document.context.stream('Q q q 3 0 0 3 100 100 cm (q q q) Tj')));
    const data = createData([createInput('a', 'Text', 'Here')]);
    const [word] = await readWords(await fillPdf(PDF_CONTEXT, { content: await document.save(), data }));
    expect(word).toMatchObject({ text: 'Here' });
    expect(Math.abs((word?.x ?? 0) - 52)).toBeLessThan(2);
  });

  it('each type has its look; hidden and empty inputs leave nothing', async () => {
    const picture = new Uint8Array(
      await sharp({ create: { width: 300, height: 100, channels: 4, background: '#c00000' } })
        .png()
        .toBuffer(),
    );
    const hide = {
      whenOption: 'All',
      conditionActionResult: 'Hide',
      criteria: [{ relatedField: 'agree', comparisonOperator: 'Not Empty' }],
    } as const;
    const inputs = [
      createInput('agree', 'Checkbox', true),
      createInput('secret', 'Text', 'Invisible', { conditionsControl: hide }),
      createInput('none', 'Text', ''),
      createInput('accents', 'Text', 'Żółć Grüße Ελλάδα Привет'),
      createInput('choice', 'Radio Group', 'Days', {
        field: { options: ['Days', 'Nights'] },
        place: { x: 50, y: 200, width: 100, height: 40 },
      }),
      createInput('amount', 'Number', 1234.5, { field: { formatting: '$#,##0.00' } }),
      createInput('total', 'Formula', undefined, { field: { formula: 'amount * 2' } }),
      createInput('day', 'Date Signed', '2026-11-28', { field: { formatting: 'MMM d, yyyy' } }),
      createInput('typed', 'Signature', { kind: 'Typed', text: 'Ada Lovelace' }),
      createInput('drawn', 'Initials', { kind: 'Drawn', path: '/x.png' }),
      createInput('file', 'File', '/api/files/u/license.pdf'),
    ];
    const content = await fillPdf(PDF_CONTEXT, {
      content: await createPdf([0]),
      data: createData(inputs),
      pictures: { '/x.png': picture },
      title: 'Tëst',
    });
    const text = await runPoppler('pdftotext', content, ['-raw', 'FILE', '-']);
    for (const shown of ['Żółć Grüße Ελλάδα Привет', 'Days', 'Nights', '$1,234.50', '2469', 'Nov 28, 2026', 'Ada Lovelace', 'license.pdf'])
      expect(text).toContain(shown);
    expect(text).not.toContain('Invisible');
    const document = await PDFDocument.load(content);
    expect(document.getTitle()).toBe('Tëst');
    const images = document.context.enumerateIndirectObjects().filter(([, object]) => String(object).includes('/Subtype /Image'));
    expect(images).toHaveLength(2);
    const broken = fillPdf(PDF_CONTEXT, {
      content: await createPdf([0]),
      data: createData(inputs),
      pictures: { '/x.png': picture.slice(0, 40) },
    });
    await expect(broken).rejects.toMatchObject({ code: 'picture_not_usable' });
  });

  it('a long text wraps or shrinks, whole', async () => {
    const text = Array.from({ length: 120 }, (_, index) => `word${index}`).join(' ');
    const place = { x: 50, y: 100, width: 300, height: 60 };
    for (const overflow of ['Wrap', 'Shrink'] as const) {
      const words = await readWords(
        await fillPdf(PDF_CONTEXT, {
          content: await createPdf([0]),
          data: createData([createInput('a', 'Text', text, { place, field: { overflow } })]),
        }),
      );
      expect(words.map((word) => word.text).join(' ')).toBe(text);
      expect(words.every(({ x, y }) => x >= 50 && x < 350 && y > 95 && y < 160)).toBe(true);
    }
  });

  it('fields of the form of a file are flattened with their values', async () => {
    const document = await PDFDocument.create();
    const page = document.addPage([500, 700]);
    const field = document.getForm().createTextField('employer');
    field.setText('Prefilled');
    field.addToPage(page, { x: 100, y: 500, width: 200, height: 20, borderWidth: 0, font: await document.embedFont(StandardFonts.Helvetica) });
    const uploaded = await document.save();
    const inspection = await inspectPdf(PDF_CONTEXT, uploaded);
    expect(inspection.pages).toEqual([{ width: 500, height: 700 }]);
    expect(inspection.fields).toMatchObject([{ page: 0, inputType: 'Text', name: 'employer', label: 'employer', required: false }]);
    const place = inspection.fields[0]?.place;
    expect([place?.x, place?.y, place?.width, place?.height].map((one) => Math.round(one ?? 0))).toEqual([100, 180, 200, 20]);
    const filled = await fillPdf(PDF_CONTEXT, { content: inspection.content, data: createData([]) });
    const [word] = await readWords(filled);
    expect(word).toMatchObject({ text: 'Prefilled' });
    expect(Math.abs((word?.x ?? 0) - 100)).toBeLessThan(6);
    expect((await PDFDocument.load(filled)).catalog.has(PDFName.of('AcroForm'))).toBe(false);
  });
});

describe('the digital signature', () => {
  it('pdfsig calls it valid for the whole file, and invalid after any byte is changed', async () => {
    const data = createData([createInput('a', 'Text', 'Signed')]);
    const content = await fillAndCertifyPdf(PDF_CONTEXT, { content: await createPdf([0]), data }, options);
    const report = await runPoppler('pdfsig', content, ['-nocert', 'FILE']);
    expect(report).toContain('Signature is Valid.');
    expect(report).toContain('Signature Type: ETSI.CAdES.detached');
    expect(report).toContain('Total document signed');
    expect(await verifyPdf(content, certificate.certificates)).toEqual({ status: 'valid', envelopeId: 'envelope-1' });
    const stream = Buffer.from(content).indexOf('stream') + 20;
    const changed = content.map((byte, index) => (index === stream ? byte ^ 1 : byte));
    expect(await runPoppler('pdfsig', changed, ['-nocert', 'FILE'])).not.toContain('Signature is Valid.');
    expect(await verifyPdf(changed, certificate.certificates)).toEqual({ status: 'changed' });
    expect(await verifyPdf(Buffer.concat([content, Buffer.from('\n% more')]), certificate.certificates)).toEqual({ status: 'changed' });
  });

  it('a file that somebody else signed, or nobody, is not ours', async () => {
    const other = await createCertificate(PDF_CONTEXT, { name: 'Somebody', from: new Date(), passphrase: 'x', bits: 2048 });
    const theirs = await openCertificate(PDF_CONTEXT, other, 'x');
    const content = await certifyPdf(PDF_CONTEXT, await createPdf([0]), { ...options, certificate: theirs });
    expect(await verifyPdf(content, theirs.certificates)).toMatchObject({ status: 'valid' });
    expect(await verifyPdf(content, certificate.certificates)).not.toMatchObject({ status: 'valid' });
    expect(await verifyPdf(await createPdf([0]), certificate.certificates)).toEqual({ status: 'not_ours' });
    expect(await verifyPdf(Buffer.from('/ByteRange [0 1 2 3]'), certificate.certificates)).toEqual({ status: 'not_ours' });
  });

  it('the texts of the place for a signature in an uploaded file do not confuse it', async () => {
    const document = await PDFDocument.create();
    document.addPage([500, 700]);
    const fake = { ByteRange: [0, 10, 20, 5], Contents: PDFHexString.of('00'.repeat(50)), MusterEnvelope: PDFHexString.of('66616b65') };
    document.catalog.set(PDFName.of('Fake'), document.context.register(document.context.obj(fake)));
    const content = await certifyPdf(PDF_CONTEXT, await document.save({ useObjectStreams: false }), options);
    expect(await verifyPdf(content, certificate.certificates)).toEqual({ status: 'valid', envelopeId: 'envelope-1' });
  });
});

it('a certificate of completion has all signers and events over several pages', async () => {
  const at = '2026-11-28T10:00:00.000Z';
  const hash = 'ab'.repeat(32);
  const signers = Array.from({ length: 15 }, (_, index) => ({
    name: `Signer Nr${index}`,
    email: `signer${index}@x.test`,
    role: `Participant ${index + 1}`,
    provenBy: 'Code by SMS',
    ip: '192.0.2.1',
    userAgent: 'Mozilla/5.0 '.repeat(20),
    timeZone: 'America/Chicago',
    consentVersion: '3',
    consentedAt: at,
    signedAt: at,
    skippedFields: ['Middle name', 'Fax'],
  }));
  const events = Array.from({ length: 80 }, (_, index) => ({ at, type: 'Viewed', description: `Event${index}`, by: 'Ada', hash }));
  const input = {
    envelopeId: 'envelope-1',
    title: 'Agreement of Żaneta',
    status: 'Completed',
    createdAt: at,
    completedAt: at,
    originalHash: hash,
    resultHash: hash,
    pageCount: 30,
    sender: 'Recruiting',
    signers,
    events,
  };
  const content = await writeCertificateOfCompletion(PDF_CONTEXT, input, options);
  const text = await runPoppler('pdftotext', content, ['-layout', 'FILE', '-']);
  for (const { name } of signers) expect(text).toContain(name);
  for (const { description } of events) expect(text).toContain(description);
  for (const shown of ['Agreement of Żaneta', 'Middle name, Fax', 'America/Chicago', 'Version 3', 'Code by SMS', hash, 'Page 2 of'])
    expect(text).toContain(shown);
  expect(await verifyPdf(content, certificate.certificates)).toEqual({ status: 'valid', envelopeId: 'envelope-1' });
});

it('30 pages with 200 fields are signed outside of the event loop', async () => {
  const picture = new Uint8Array(
    await sharp({ create: { width: 600, height: 200, channels: 4, background: '#000080' } })
      .png()
      .toBuffer(),
  );
  const pages = Array.from({ length: 30 }, (_, page) =>
    Array.from({ length: page < 20 ? 7 : 6 }, (_unused, index) =>
      index === 0
        ? createInput(`s${page}`, 'Initials', { kind: 'Drawn', path: '/x.png' })
        : createInput(`i${page}_${index}`, 'Text', `Value ${index} of page ${page}`, {
            place: { x: 50, y: 80 * index, width: 200, height: 20 },
          }),
    ),
  );
  const content = await createPdf(pages.map(() => 0));
  const input = { content, data: createData(...pages), pictures: { '/x.png': picture } };
  const [start, cpu] = [performance.now(), process.cpuUsage()];
  const before = performance.eventLoopUtilization();
  const signed = await fillAndCertifyPdf(PDF_CONTEXT, input, options);
  const { active } = performance.eventLoopUtilization(before);
  const total = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  process.stdout.write(`30 pages with 200 fields: ${Math.round(total)} ms, of them ${Math.round(active)} ms in the event loop; ${Math.round((user + system) / 1000)} ms of processor time\n`);
  expect(active).toBeLessThan(total / 4);
  expect(await verifyPdf(signed, certificate.certificates)).toMatchObject({ status: 'valid' });
});

it('with a time-stamp server it is PAdES B-T; a time stamp of something else is refused', async () => {
  const server = await createTimeStampServer();
  try {
    let request: Uint8Array = new Uint8Array();
    const sendTimeStampRequest = (sent: Uint8Array): Promise<Uint8Array> => {
      request = sent;
      return server.respond(sent);
    };
    const content = await certifyPdf(PDF_CONTEXT, await createPdf([0]), { ...options, sendTimeStampRequest });
    expect(await runPoppler('pdfsig', content, ['-nocert', 'FILE'])).toContain('Signature is Valid.');
    expect(await verifyPdf(content, certificate.certificates)).toMatchObject({ status: 'valid' });
    // The object identifier of a time stamp among the attributes.
    expect(Buffer.from(content).toString('latin1')).toContain('060b2a864886f70d010910020e');
    const repeated = certifyPdf(PDF_CONTEXT, await createPdf([0]), { ...options, sendTimeStampRequest: () => server.respond(request) });
    await expect(repeated).rejects.toMatchObject({ code: 'time_stamp_failed' });
  } finally {
    server.remove();
  }
});
