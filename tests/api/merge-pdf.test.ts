import { encode } from 'bmp-ts';
import { decodePDFRawStream, degrees, PDFDocument, PDFName, PDFRawStream } from 'pdf-lib';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { download, upload } from '../support/upload.ts';
import { ARCHIVE, createArchiveUsers, storeFile } from './archive.ts';
import { describeRules } from './each-store.ts';

type PageSize = readonly [width: number, height: number];

/** A PDF with pages of these sizes; `turn` rotates the last one. */
async function makePdf(sizes: readonly PageSize[], turn = 0): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create();
  for (const [width, height] of sizes) document.addPage([width, height]).drawText('Page', { x: 20, y: 20 });
  if (turn !== 0) document.getPage(sizes.length - 1).setRotation(degrees(turn));
  return Uint8Array.from(await document.save());
}

/** An image of one colour. */
function paint(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#3C4FD0' } });
}

async function openMerged(client: ApiClient, path: string): Promise<PDFDocument> {
  return PDFDocument.load((await download(client, path)).bytes);
}

/** The decoded streams of a document: contents of pages, and drawings that they use; without JPEG images. */
function readStreams(document: PDFDocument): readonly string[] {
  const streams = document.context.enumerateIndirectObjects().flatMap(([, object]) => (object instanceof PDFRawStream ? [object] : []));
  return streams
    .filter((stream) => stream.dict.get(PDFName.of('Filter')) !== PDFName.of('DCTDecode'))
    .map((stream) => Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1'));
}

/** The sizes in which images are drawn, in points. */
function drawnSizes(document: PDFDocument): readonly PageSize[] {
  // An image is drawn 1 by 1, after a change of the scale; changes of place and angle have the scale 1.
  const scales = readStreams(document).flatMap((text) => [...text.matchAll(/([\d.]+) 0 0 ([\d.]+) 0 0 cm/g)]);
  return scales.map(([, width, height]) => [Number(width), Number(height)] as const).filter(([width]) => width !== 1);
}

/** Where images are drawn, in points from the lower left corner; changes of angle by 0 have no place. */
function drawnPlaces(document: PDFDocument): readonly PageSize[] {
  const places = readStreams(document).flatMap((text) => [...text.matchAll(/1 0 0 1 ([\d.]+) ([\d.]+) cm/g)]);
  return places.map(([, x, y]) => [Number(x), Number(y)] as const).filter(([x, y]) => x !== 0 || y !== 0);
}

describeRules(
  'Merged PDF',
  (server) => {
    let clerk: ApiClient;
    let other: ApiClient;
    const merge = (client: ApiClient, body: object, headers: { readonly [name: string]: string } = {}) =>
      client.raw('POST', '/api/files/merge-pdf', JSON.stringify(body), { 'content-type': 'application/json', ...headers });
    const store = async (name: string, content: string | Uint8Array<ArrayBuffer>): Promise<string> =>
      String((await upload(clerk, { name, content })).body.path);

    beforeAll(async () => {
      ({ clerk, other } = await createArchiveUsers(server()));
    });

    it('has pages of 612 by 792 in the order of the files, and the specified name', async () => {
      const paths = [
        await store('a4.pdf', await makePdf([[595, 842]])),
        await store('wide.png', Uint8Array.from(await paint(1_184, 400).png().toBuffer())),
        await store(
          'letter.pdf',
          await makePdf(
            [
              [612, 792],
              [300, 300],
            ],
            90,
          ),
        ),
      ];
      const { status, body } = await merge(clerk, { paths, title: 'Mei Tanaka' });
      expect([status, body.filename, body.type]).toEqual([201, 'Mei Tanaka_merged_3.pdf', 'application/pdf']);
      const merged = await openMerged(clerk, body.path);
      expect(merged.getTitle()).toBe('Mei Tanaka');
      expect(merged.getPages().map((page) => [page.getWidth(), page.getHeight(), page.getRotation().angle])).toEqual([
        [612, 792, 0],
        [612, 792, 0],
        [612, 792, 0],
        // Turned by 90 degrees: shown as 612 by 792.
        [792, 612, 90],
      ]);
    });

    it('draws images at most 592 wide, in their proportions, and smaller ones as they are', async () => {
      const paths = [
        await store('wide.jpg', Uint8Array.from(await paint(1_184, 400).jpeg().toBuffer())),
        await store('tall.png', Uint8Array.from(await paint(772, 1_544).png().toBuffer())),
        await store('small.gif', Uint8Array.from(await paint(100, 50).gif().toBuffer())),
        await store(
          'old.bmp',
          Uint8Array.from(encode({ data: await paint(20, 10).ensureAlpha().raw().toBuffer(), width: 20, height: 10, bitPP: 24 }).data),
        ),
        await store('web.webp', Uint8Array.from(await paint(60, 30).webp().toBuffer())),
      ];
      const merged = await openMerged(clerk, (await merge(clerk, { paths, title: 'images' })).body.path);
      expect(merged.getPageCount()).toBe(5);
      expect(drawnSizes(merged)).toEqual([
        [592, 200],
        [386, 772],
        [100, 50],
        [20, 10],
        [60, 30],
      ]);
      expect(drawnPlaces(merged)).toEqual([
        [10, 296],
        [113, 10],
        [256, 371],
        [296, 391],
        [276, 381],
      ]);
    });

    it('turns photographs upright that a camera stored on their side', async () => {
      const path = await store('photo.jpg', Uint8Array.from(await paint(400, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer()));
      const { body } = await merge(clerk, { paths: [path], title: 'photo.pdf' });
      expect(body.filename).toBe('photo.pdf');
      expect(drawnSizes(await openMerged(clerk, body.path))).toEqual([[200, 400]]);
    });

    it('keeps what was entered in a form', async () => {
      const form = await PDFDocument.create();
      const field = form.getForm().createTextField('name');
      field.setText('Simone');
      field.addToPage(form.addPage([612, 792]));
      const path = await store('form.pdf', Uint8Array.from(await form.save()));
      const merged = await openMerged(clerk, (await merge(clerk, { paths: [path, path], title: 'form' })).body.path);
      expect(merged.getPageCount()).toBe(2);
      // The value is part of the page now, and no field of a form.
      expect(merged.getForm().getFields()).toEqual([]);
      expect(readStreams(merged).join('\n')).toMatch(new RegExp(`\\(Simone\\)|<${Buffer.from('Simone').toString('hex')}>`, 'i'));
    });

    it.each([
      ['a damaged PDF', 'damaged.pdf', '%PDF-1.4\nnothing of a PDF', 'damaged.pdf cannot be merged: it is damaged.'],
      ['a text', 'notes.txt', 'notes', 'notes.txt cannot be merged: it is neither a PDF nor an image.'],
    ] as const)('names the file that is %s, and stores nothing', async (_what, name, content, error) => {
      const good = await store('good.pdf', await makePdf([[612, 792]]));
      const bad = await store(name, content);
      expect((await merge(clerk, { paths: [good, bad], title: 'x' })).body).toMatchObject({ code: 'file_not_mergeable', error });
    });

    it('needs the right to read each file', async () => {
      const path = await storeFile(clerk, 'mine.pdf', await makePdf([[612, 792]]));
      expect((await merge(other, { paths: [path], title: 'x' })).body.code).toBe('file_not_found');
    });

    it('is made once for an idempotency key', async () => {
      const path = await store('once.pdf', await makePdf([[612, 792]]));
      const results = [];
      for (let time = 0; time < 2; time += 1)
        results.push((await merge(clerk, { paths: [path], title: 'once' }, { 'idempotency-key': 'merge-once' })).body.path);
      expect(results[0]).toBe(results[1]);
    });

    it('has at most 100 files and 2,000 pages', async () => {
      const path = await store('many.pdf', await makePdf(Array.from({ length: 201 }, () => [612, 792] as const)));
      expect((await merge(clerk, { paths: Array.from({ length: 101 }, () => path), title: 'x' })).body.code).toBe('too_many_ids');
      expect((await merge(clerk, { paths: Array.from({ length: 10 }, () => path), title: 'x' })).body).toMatchObject({
        code: 'merge_too_large',
        error: 'These files are too much for one PDF. It can be made of at most 2,000 pages.',
      });
    });
  },
  ARCHIVE,
);
