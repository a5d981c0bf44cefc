import { expect, it } from 'vitest';
import { drawPng } from './draw-png.ts';

it('draws an SVG with twice its pixels, and nothing for what is no SVG or too large', async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="#c00"/><text x="2" y="12">A</text></svg>';
  const png = await drawPng(svg);
  expect(Buffer.from(png?.subarray(1, 4) ?? []).toString()).toBe('PNG');
  const header = Buffer.from(png ?? []);
  expect([header.readUInt32BE(16), header.readUInt32BE(20)]).toEqual([80, 40]);
  expect(await drawPng('<svg')).toBeUndefined();
  expect(await drawPng(`${svg}${' '.repeat(400_000)}`)).toBeUndefined();
});
