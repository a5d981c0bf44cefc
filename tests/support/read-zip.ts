import { inflateRawSync } from 'node:zlib';

/** The contents of a ZIP archive by name, read from its directory at the end. */
export function readZip(bytes: Buffer): ReadonlyMap<string, Buffer> {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const count = bytes.readUInt16LE(end + 10);
  const files = new Map<string, Buffer>();
  let at = bytes.readUInt32LE(end + 16);
  for (let entry = 0; entry < count; entry += 1) {
    const [method, size] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20)];
    const [nameSize, extraSize, commentSize] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place)) as [number, number, number];
    const start = bytes.readUInt32LE(at + 42);
    const content = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28);
    const packed = bytes.subarray(content, content + size);
    files.set(bytes.toString('utf8', at + 46, at + 46 + nameSize), method === 0 ? packed : inflateRawSync(packed));
    at += 46 + nameSize + extraSize + commentSize;
  }
  return files;
}
