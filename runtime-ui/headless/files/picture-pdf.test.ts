import { describe, expect, it } from 'vitest';
import { buildPicturePdf } from './picture-pdf.ts';

const PICTURES = [
  { jpeg: Uint8Array.from([0xff, 0xd8, 1, 2, 0xff, 0xd9]), width: 1000, height: 2000 },
  { jpeg: Uint8Array.from([0xff, 0xd8, 3, 0xff, 0xd9]), width: 1600, height: 1200 },
];

describe('A PDF of pictures', () => {
  const text = Buffer.from(buildPicturePdf(PICTURES)).toString('latin1');

  it('has one picture on each page, in the shape of the page', () => {
    expect(text.startsWith('%PDF-1.4\n')).toBe(true);
    expect(text).toContain('/Count 2 /Kids [3 0 R 6 0 R]');
    expect([...text.matchAll(/\/MediaBox \[([^\]]+)\]/g)].map(([, box]) => box)).toEqual(['0 0 396.00 792.00', '0 0 792.00 594.00']);
    for (const { jpeg, width, height } of PICTURES) {
      const picture = `/Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length}`;
      expect(text).toContain(`${picture} >>\nstream\n${Buffer.from(jpeg).toString('latin1')}\nendstream`);
    }
  });

  it('lists where each of its objects begins', () => {
    const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
    const table = /^xref\n0 9\n0{10} 65535 f \n((?:\d{10} 00000 n \n){8})trailer/.exec(text.slice(start))?.[1] ?? '';
    const offsets = table
      .trimEnd()
      .split('\n')
      .map((line) => Number(line.slice(0, 10)));
    expect(offsets.map((offset) => text.slice(offset, offset + 7))).toEqual(offsets.map((_, at) => `${at + 1} 0 obj`));
    // The lengths of what the pages draw.
    for (const [, length, drawing] of text.matchAll(/<< \/Length (\d+) >>\nstream\n(.*)\nendstream/g))
      expect(drawing).toHaveLength(Number(length));
  });
});
