import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FilesPort } from '../../../engine/ports/index.ts';

const MIB = 1_048_576;

async function* pieces(...all: readonly Uint8Array[]): AsyncIterable<Uint8Array> {
  for (const piece of all) yield piece;
}

/** Fails in the middle, like a sender that disconnects. */
async function* brokenOff(first: Uint8Array): AsyncIterable<Uint8Array> {
  yield first;
  throw new RangeError('the sender went away');
}

async function readAll(files: FilesPort, id: string, range?: { readonly start: number; readonly end: number }): Promise<Buffer> {
  const read: Buffer[] = [];
  for await (const piece of await files.open(id, range)) read.push(piece as Buffer);
  return Buffer.concat(read);
}

/** The contract of every adapter of the files port. `leftovers` counts everything that is stored for an id, visible or not. */
export function describeFilesContract(name: string, open: () => Promise<FilesPort>, leftovers: (id: string) => Promise<number>): void {
  describe(`The files port on ${name}`, () => {
    let files: FilesPort;
    beforeAll(async () => {
      files = await open();
    });
    afterAll(() => files.close());

    it('stores a content completely, in one chunk or many, and returns it', async () => {
      for (const content of [[Buffer.from('a')], [randomBytes(300_000), randomBytes(1), randomBytes(700_001)], []]) {
        const id = randomUUID();
        const whole = Buffer.concat(content);
        expect(await files.put(id, pieces(...content))).toEqual({ size: whole.length });
        expect(await files.stat(id)).toEqual({ size: whole.length });
        expect((await readAll(files, id)).equals(whole)).toBe(true);
      }
    });

    it('returns a range of it, also across chunks and up to its end', async () => {
      const id = randomUUID();
      const whole = randomBytes(MIB);
      await files.put(id, pieces(whole));
      for (const [start, end] of [
        [0, 0],
        [0, 9],
        [261_119, 261_121],
        [500_000, MIB - 1],
        [MIB - 1, MIB - 1],
      ] as const)
        expect((await readAll(files, id, { start, end })).equals(whole.subarray(start, end + 1)), `${start}-${end}`).toBe(true);
    });

    it('removes an interrupted content, and rethrows its error', async () => {
      const id = randomUUID();
      await expect(files.put(id, brokenOff(randomBytes(600_000)))).rejects.toThrow('the sender went away');
      expect(await files.stat(id)).toBeUndefined();
      await expect(readAll(files, id)).rejects.toMatchObject({ code: 'file_not_found' });
      expect(await leftovers(id)).toBe(0);
    });

    it('does not return a content before it is complete, nor after it is removed', async () => {
      const id = randomUUID();
      let seen: unknown = 'nothing was asked';
      async function* slowly(): AsyncIterable<Uint8Array> {
        yield randomBytes(600_000);
        seen = await files.stat(id);
        await expect(readAll(files, id)).rejects.toMatchObject({ code: 'file_not_found' });
        yield randomBytes(10);
      }
      await files.put(id, slowly());
      expect(seen).toBeUndefined();
      expect(await leftovers(id)).toBeGreaterThan(0);
      await files.remove(id);
      await files.remove(id);
      expect(await files.stat(id)).toBeUndefined();
      expect(await leftovers(id)).toBe(0);
    });

    it('stores many at the same time', async () => {
      const contents = Array.from({ length: 12 }, () => ({ id: randomUUID(), bytes: randomBytes(200_000) }));
      await Promise.all(contents.map(({ id, bytes }) => files.put(id, pieces(bytes.subarray(0, 99_999), bytes.subarray(99_999)))));
      for (const { id, bytes } of contents) expect((await readAll(files, id)).equals(bytes)).toBe(true);
    });

    it('releases a content that is only partly read', async () => {
      const id = randomUUID();
      await files.put(id, pieces(randomBytes(3 * MIB)));
      const stream = await files.open(id);
      await new Promise((resolve) => stream.once('readable', resolve));
      stream.destroy();
      await new Promise((resolve) => stream.once('close', resolve));
      await files.remove(id);
      expect(await files.stat(id)).toBeUndefined();
    });

    it('returns the free space', async () => {
      const free = await files.freeBytes();
      expect(free === undefined || free > 0).toBe(true);
      expect(files.location).not.toBe('');
    });
  });
}
