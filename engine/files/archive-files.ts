import { extname } from 'node:path';
import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Actor } from '../access/index.ts';
import { MusterError } from '../errors/index.ts';
import type { ReadableFile } from './contract.ts';
import type { FileContext } from './file-context.ts';
import { readFile } from './read-file.ts';

/** Files of one archive. */
const MAX_FILES = 200;

/** Files whose rights are read at the same time. */
const AT_ONCE = 8;

/** Kinds that are packed already gain nothing. */
const PACKED = /^(image\/(jpeg|png|webp|gif)|video\/|application\/(pdf|zip|vnd\.openxmlformats))/;

/**
 * A ZIP archive of files that the actor may read, written while it is read. Files of the same name get a number. Errors: `too_many_ids`,
 * `file_not_found` if one of them does not exist or may not be read; those of the files port, while it is read.
 */
export async function archiveFiles(services: FileContext, actor: Actor, paths: readonly string[]): Promise<AsyncGenerator<Buffer>> {
  const wanted = [...new Set(paths)];
  if (wanted.length > MAX_FILES) throw new MusterError('too_many_ids', { values: { limit: MAX_FILES } });
  const files: ReadableFile[] = [];
  for (let at = 0; at < wanted.length; at += AT_ONCE)
    files.push(...(await Promise.all(wanted.slice(at, at + AT_ONCE).map((path) => readFile(services, actor, path)))));
  return writeArchive(nameFiles(files));
}

/** Display names have no folders. They are compared without case, as most systems do that unpack an archive. */
function nameFiles(files: readonly ReadableFile[]): ReadonlyMap<string, ReadableFile> {
  const named = new Map<string, ReadableFile>();
  const taken = new Set<string>();
  for (const file of files) {
    const { filename: name } = file;
    const extension = extname(name);
    const stem = name.slice(0, name.length - extension.length);
    let free = name;
    for (let number = 2; taken.has(free.toLowerCase()); number += 1) free = `${stem} (${number})${extension}`;
    taken.add(free.toLowerCase());
    named.set(free, file);
  }
  return named;
}

async function* writeArchive(files: ReadonlyMap<string, ReadableFile>): AsyncGenerator<Buffer> {
  const archive = new ZipFile();
  const output = archive.outputStream as Readable;
  const open = new Set<Readable>();
  for (const [name, file] of files) {
    // Each is opened when the one before it is written.
    archive.addReadStreamLazy(name, { compress: !PACKED.test(file.type), size: file.size }, (done) => {
      file.open().then(
        (content) => {
          open.add(content);
          content.once('error', (error) => output.destroy(error));
          content.once('close', () => open.delete(content));
          done(null, content);
        },
        (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))),
      );
    });
  }
  archive.end();
  try {
    for await (const piece of output) yield piece as Buffer;
  } finally {
    for (const content of open) content.destroy();
  }
}
