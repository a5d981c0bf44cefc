import { createCanvas } from '@napi-rs/canvas';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { deflateSync } from 'node:zlib';

/** A text at a place of a card, in points from its upper left corner. */
export type CardText = readonly [left: number, top: number, text: string, size?: number];

/** The size of a card in points. */
export const [CARD_WIDTH, CARD_HEIGHT] = [480, 300];

/** A card of a provider: what is read of it. */
export const CARD: readonly CardText[] = [
  [30, 50, 'Basic Life Support', 22],
  [30, 90, 'This certifies that', 12],
  [30, 115, 'Silas R. Monteverde', 20],
  [30, 180, 'Issued', 12],
  [180, 180, 'Renew by', 12],
  [330, 180, 'Card number', 12],
  [30, 202, 'Oct 14, 2026', 14],
  [180, 202, 'Oct 31, 2028', 14],
  [330, 202, '245 719 0318', 14],
];

/** A PDF with the texts of a card. */
export async function makePdf(texts: readonly CardText[] = CARD, pages = 1): Promise<Buffer> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (let number = 1; number <= pages; number += 1) {
    const page = document.addPage([CARD_WIDTH, CARD_HEIGHT]);
    if (number === 1) for (const [left, top, text, size = 12] of texts) page.drawText(text, { x: left, y: CARD_HEIGHT - top, size, font });
  }
  return Buffer.from(await document.save());
}

/** A picture of a card, as a scanner makes it. */
function makePicture(texts: readonly CardText[] = CARD, scale = 3): Buffer {
  const canvas = createCanvas(CARD_WIDTH * scale, CARD_HEIGHT * scale);
  const context = canvas.getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#111111';
  for (const [left, top, text, size = 12] of texts) {
    context.font = `${size * scale}px "DejaVu Sans", Arial, sans-serif`;
    context.fillText(text, left * scale, top * scale);
  }
  return canvas.toBuffer('image/png');
}

/** A PDF whose page is a picture of a card. */
export async function makeScan(): Promise<Buffer> {
  const document = await PDFDocument.create();
  const picture = await document.embedPng(makePicture());
  document.addPage([CARD_WIDTH, CARD_HEIGHT]).drawImage(picture, { x: 0, y: 0, width: CARD_WIDTH, height: CARD_HEIGHT });
  return Buffer.from(await document.save());
}

/** An encrypted PDF; without a password of the user everybody can open it. */
export async function makeEncrypted(userPassword = ''): Promise<Buffer> {
  const document = await PDFDocument.load(await makePdf());
  document.encrypt({ userPassword, ownerPassword: 'owner' });
  return Buffer.from(await document.save());
}

/** A small PDF whose page becomes 300 MB when it is unpacked. */
export function makeBomb(): Buffer {
  const packed = deflateSync(Buffer.alloc(300 * 1_048_576, 0x20), { level: 9 });
  const head = Buffer.from(
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
      `3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 480 300]/Contents 4 0 R>>endobj\n4 0 obj<</Length ${packed.length}/Filter/FlateDecode>>stream\n`,
  );
  return Buffer.concat([head, packed, Buffer.from('\nendstream\nendobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')]);
}

/** A picture of 100 megapixels that is small as a file. */
export function makeLargePicture(): Buffer {
  const side = 10_000;
  const row = Math.ceil(side / 8) + 1;
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([1, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(row * side), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function crc32(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
}
