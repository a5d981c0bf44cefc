import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { thumbnailIdOf } from '../../engine/files/thumbnails/read-thumbnail.ts';
import type { ApiClient } from '../support/api-client.ts';
import { DOT_PNG, download, SMALL_PDF } from '../support/upload.ts';
import { ARCHIVE, createArchiveUsers, storeFile } from './archive.ts';
import { describeRules } from './each-store.ts';

const DAY = 24 * 3_600_000;
const ahead = { by: 0 };
const clock = { now: () => Date.now() + ahead.by };

const drawPicture = async (format: 'png' | 'jpeg' | 'webp' | 'gif' | 'tiff', width = 800, height = 400) =>
  Uint8Array.from(
    await sharp({ create: { width, height, channels: 3, background: '#3c4fd0' } })
      .toFormat(format)
      .toBuffer(),
  );

/** A BMP of two by two pixels; its header may say another size. */
function drawBitmap(width = 2, height = 2): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.alloc(54 + 16, 120);
  bytes.write('BM', 0, 'latin1');
  bytes.writeUInt32LE(bytes.length, 2);
  bytes.writeUInt32LE(0, 6);
  bytes.writeUInt32LE(54, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  bytes.fill(0, 30, 54);
  return Uint8Array.from(bytes);
}

/** A PNG whose header says 60,000 by 60,000 pixels. */
function drawBomb(): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(DOT_PNG);
  bytes.writeUInt32BE(60_000, 16);
  bytes.writeUInt32BE(60_000, 20);
  return Uint8Array.from(bytes);
}

describeRules(
  'Thumbnails',
  (server) => {
    let clerk: ApiClient;
    let other: ApiClient;
    let visitor: ApiClient;

    beforeAll(async () => {
      ({ clerk, other, visitor } = await createArchiveUsers(server()));
    });
    const statOf = (path: string) => server().application.contents.stat(thumbnailIdOf(path.split('/')[3] ?? ''));

    it('are made of pictures of every kind, upright and small, and are stored', async () => {
      for (const format of ['png', 'jpeg', 'webp', 'gif', 'tiff'] as const) {
        const path = await storeFile(clerk, `picture.${format}`, await drawPicture(format));
        const { status, headers, bytes } = await download(clerk, `${path}?thumbnail=1`);
        expect([format, status, headers.get('content-type'), headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual([
          format,
          200,
          'image/webp',
          'private, no-cache',
          'nosniff',
        ]);
        const { width, height } = await sharp(bytes).metadata();
        expect([width, height]).toEqual([192, 96]);
        expect(await statOf(path)).toEqual({ size: bytes.length });
        // The second one is the stored one; a browser that has it gets nothing.
        expect((await download(clerk, `${path}?thumbnail=1`)).bytes.equals(bytes)).toBe(true);
        const etag = headers.get('etag') ?? '';
        expect((await download(clerk, `${path}?thumbnail=1`, { 'if-none-match': etag })).status).toBe(304);
      }
      const turned = Uint8Array.from(
        await sharp(await drawPicture('jpeg'))
          .withMetadata({ orientation: 6 })
          .toBuffer(),
      );
      const upright = await sharp((await download(clerk, `${await storeFile(clerk, 'turned.jpg', turned)}?thumbnail=1`)).bytes).metadata();
      expect([upright.width, upright.height]).toEqual([96, 192]);
      const bitmap = await download(clerk, `${await storeFile(clerk, 'small.bmp', drawBitmap())}?thumbnail=1`);
      expect(bitmap.status).toBe(200);
      const dimensions = await sharp(bitmap.bytes).metadata();
      expect([dimensions.width, dimensions.height]).toEqual([2, 2]);
    });

    it('are made of the first page of a PDF, without its scripts, also with fonts that it does not contain', async () => {
      const document = await PDFDocument.create();
      document.addPage([612, 792]).drawText('First page', { x: 60, y: 400, size: 90 });
      document.addPage([792, 612]);
      document.addJavaScript('main', 'app.alert(1)');
      const path = await storeFile(clerk, 'pages.pdf', Uint8Array.from(await document.save()));
      const { status, bytes } = await download(clerk, `${path}?thumbnail=1`);
      expect(status).toBe(200);
      const { width, height } = await sharp(bytes).metadata();
      expect([width, height]).toEqual([148, 192]);
      // White paper with dark letters.
      const { channels } = await sharp(bytes).removeAlpha().stats();
      expect(channels.map(({ min, max }) => [min < 60, max > 250])).toEqual([1, 2, 3].map(() => [true, true]));
      expect(
        await sharp((await download(clerk, `${await storeFile(clerk, 'small.pdf', SMALL_PDF)}?thumbnail=1`)).bytes).metadata(),
      ).toMatchObject({
        width: 192,
        height: 192,
      });
    });

    it.each([
      ['a damaged PDF', 'damaged.pdf', SMALL_PDF.slice(0, 60)],
      ['a PDF without pages', 'empty.pdf', '%PDF-1.4\n'],
      ['a text', 'a.txt', 'a text'],
      ['a damaged picture', 'damaged.png', Uint8Array.from(DOT_PNG.slice(0, 40))],
      ['more pixels than can be decoded', 'bomb.png', drawBomb()],
      ['a bitmap of more pixels than can be decoded', 'bomb.bmp', drawBitmap(60_000, 60_000)],
    ])('are absent for %s, without an error', async (_what, name, content) => {
      const path = await storeFile(clerk, name, content);
      for (let turn = 0; turn < 2; turn += 1) {
        const { status, bytes } = await download(clerk, `${path}?thumbnail=1`);
        expect([status, bytes.length]).toEqual([204, 0]);
      }
      expect((await download(clerk, path)).status).toBe(200);
    });

    it('are made once for requests at the same time, and one at a time', async () => {
      const paths = await Promise.all(
        Array.from({ length: 6 }, async (_, at) => storeFile(clerk, `many-${at}.png`, await drawPicture('png', 300 + at, 200))),
      );
      const responses = await Promise.all([...paths, ...paths].map((path) => download(clerk, `${path}?thumbnail=1`)));
      expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    });

    it('have the access of their file, of today, also when they are stored and cached', async () => {
      const path = await storeFile(clerk, 'private.png', await drawPicture('png'));
      const { headers } = await download(clerk, `${path}?thumbnail=1`);
      const etag = headers.get('etag') ?? '';
      for (const client of [other, visitor])
        expect((await download(client, `${path}?thumbnail=1`, { 'if-none-match': etag })).status).toBe(404);
      expect((await download(server().anonymous, `${path}?thumbnail=1`)).status).toBe(401);
      const { body } = await clerk.post('/api/papers', { name: 'Shown', path });
      expect((await download(other, `${path}?thumbnail=1`)).status).toBe(200);
      await clerk.put(`/api/papers/${body._id}`, { path: null });
      expect((await download(other, `${path}?thumbnail=1`, { 'if-none-match': etag })).status).toBe(404);
    });

    it('are removed with their file', async () => {
      const path = await storeFile(clerk, 'left.png', await drawPicture('png'));
      await download(clerk, `${path}?thumbnail=1`);
      expect(await statOf(path)).toBeDefined();
      ahead.by = 2 * DAY;
      await server().application.uploads.removeUnused();
      ahead.by = 0;
      expect(await statOf(path)).toBeUndefined();
    });
  },
  { ...ARCHIVE, clock },
);
